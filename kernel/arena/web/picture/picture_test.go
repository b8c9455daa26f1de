package picture_test

import (
	"bytes"
	"image/color"
	"image/gif"
	"image/png"
	"math"
	"os"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/web/picture"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// board is a scene of 4 x 3 cells with a piece of each kind of thing that is drawn.
func board(at int) *scene.Scene {
	return &scene.Scene{
		Board: &scene.Board{
			W: 4, H: 3, Look: scene.Checker, Cell: "(x, y)", Left: scene.Digits(3), Bottom: scene.Digits(4), Unit: "Turn",
			Seats: []scene.Chair{{ID: "RED", Colour: "red"}, {ID: "BLUE", Colour: "blue"}},
		},
		Layers: map[string]scene.Layer{"wall": {As: scene.Stroke, Cells: map[int]string{10: "", 11: ""}}},
		Pieces: map[string]scene.Piece{"a": {At: at, Seat: scene.Of(0)}, "b": {At: 6, Seat: scene.Of(1), Tag: "7", Bar: scene.Bar{2, 5}}},
		Marks:  []scene.Mark{{As: scene.Line, Cells: []int{4, 5}, Seat: scene.Of(1), Class: "shot"}, {As: scene.Ring, Cells: []int{0}}},
		Sides:  scene.Sides{{Score: scene.Number(1)}, {Score: scene.Number(2)}},
	}
}

// TestDraw looks at the colours of a few pixels: the middle of a cell is that of what stands there.
func TestDraw(t *testing.T) {
	drawn, err := picture.Draw(board(5), render.Options{Width: 400})
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("GRIDIRON_PICTURES"); dir != "" {
		var b bytes.Buffer
		png.Encode(&b, drawn)
		os.WriteFile(dir+"/raster.png", b.Bytes(), 0o666)
	}
	size := drawn.Bounds().Size()
	margin := 1.55 * 4
	k := 400 / (4*32 + margin + 3)
	near := func(x, y float64, want color.RGBA, what string) {
		t.Helper()
		got := drawn.RGBAAt(int((x+margin)*k), int((y+3)*k))
		for i, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
			if d*d > 36 {
				t.Errorf("%s at %g, %g: colour %v, want %v (part %d)", what, x, y, got, want, i)
				return
			}
		}
		if got.A != 255 {
			t.Errorf("%s: it is transparent", what)
		}
	}
	if size.X != 400 || math.Abs(float64(size.Y)-400*(3*32+3+margin)/(4*32+margin+3)) > 1 {
		t.Errorf("%v pixels", size)
	}
	near(48, 48, color.RGBA{0xc4, 0x3c, 0x31, 255}, "the red piece")
	near(48-14, 48-14, color.RGBA{0xec, 0xe8, 0xdd, 255}, "the ground beside its diamond")
	near(48, 16, color.RGBA{0xdd, 0xd7, 0xc7, 255}, "an alternate cell")
	near(80, 80, color.RGBA{0x4b, 0x42, 0x3a, 255}, "the wall")
	near(96, 80, color.RGBA{0x4b, 0x42, 0x3a, 255}, "the wall between two cells")
	near(80, 94, color.RGBA{0xec, 0xe8, 0xdd, 255}, "below the wall")
	near(1.8, 16, color.RGBA{0x14, 0x69, 0x5d, 255}, "the frame")
	dark, err := picture.Draw(board(5), render.Options{Width: 400, Dark: true})
	if err != nil || dark.RGBAAt(1, 1) != (color.RGBA{0x14, 0x17, 0x1a, 255}) {
		t.Errorf("a dark picture begins with %v, %v", dark.RGBAAt(1, 1), err)
	}
	for _, width := range []int{-1, picture.Widest + 1} {
		if _, err := picture.Draw(board(5), render.Options{Width: width}); err == nil {
			t.Errorf("a picture %d wide: want an error", width)
		}
	}
}

// TestRGB has three bytes a pixel.
func TestRGB(t *testing.T) {
	pixels, w, h, err := picture.RGB(board(1), render.Options{Width: 64, Mini: true})
	if err != nil || w != 64 || len(pixels) != 3*w*h || !bytes.Equal(pixels[:3], []byte{0xf1, 0xef, 0xe9}) {
		t.Errorf("%d bytes, %d x %d, begin %x, %v", len(pixels), w, h, pixels[:3], err)
	}
}

// TestGIF decodes a film: each picture is the one before it with what has changed.
func TestGIF(t *testing.T) {
	var b bytes.Buffer
	f := picture.NewGIF(&b, 300)
	for _, at := range []int{1, 1, 5, 9} {
		drawn, err := picture.Draw(board(at), render.Options{Width: 200})
		if err == nil {
			err = f.Add(drawn)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != 4 || film.Delay[0] != 30 || film.Image[1].Rect.Dx() > 1 || film.Image[2].Rect.Dx() > 120 {
		t.Errorf("%d pictures, delays %v, the second %v, the third %v", len(film.Image), film.Delay, film.Image[1].Rect, film.Image[2].Rect)
	}
	if got := film.Image[3].At(film.Image[3].Rect.Min.X+20, film.Image[3].Rect.Max.Y-20); got == nil {
		t.Error("no colour")
	}
}
