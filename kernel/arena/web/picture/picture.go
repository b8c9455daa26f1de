// Package picture draws scenes as pixels: for films, and for programs that learn from pictures.
//
// It draws what [render.SVG] writes, and no other SVG: rectangles, circles, ellipses, paths, texts, groups and uses of groups,
// with fills and strokes of one colour. The opacity of a group is that of each of its parts.
package picture

import (
	"bytes"
	"fmt"
	"image"

	"golang.org/x/image/math/f64"

	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Widest is the largest width of a picture, in pixels, and highest its largest height.
const Widest, highest = 2000, 4000

// Draw draws a scene o.Width pixels wide, 640 if that is 0; the height follows from the scene.
func Draw(s *scene.Scene, o render.Options) (*image.RGBA, error) {
	if o.Width < 0 || o.Width > Widest {
		return nil, fmt.Errorf("a picture of %d pixels: want a width from 1 to %d", o.Width, Widest)
	}
	var text bytes.Buffer
	if err := render.SVG(&text, s, o); err != nil {
		return nil, err
	}
	root, err := parse(text.Bytes())
	if err != nil {
		return nil, err
	}
	size, box := [2]int{int(root.number("width", 0)), int(root.number("height", 0))}, numbers(root.attributes["viewBox"])
	if len(box) != 4 || box[2] <= 0 || size[0] < 1 || size[1] < 1 || size[1] > highest {
		return nil, fmt.Errorf("a picture of %d x %d pixels: want at most %d x %d", size[0], size[1], Widest, highest)
	}
	c := &canvas{to: image.NewRGBA(image.Rect(0, 0, size[0], size[1])), ids: map[string]*element{}}
	root.collect(c.ids)
	k := float64(size[0]) / box[2]
	c.all(root, style{
		at: f64.Aff3{k, 0, -k * box[0], 0, k, -k * box[1]}, fill: "#000000", stroke: "none",
		fillOpacity: 1, strokeOpacity: 1, width: 1,
	})
	return c.to, nil
}

// RGB draws a scene as [Draw] does and returns its pixels: 3 bytes each, red, green, blue, row by row from the top.
func RGB(s *scene.Scene, o render.Options) (pixels []byte, width, height int, err error) {
	drawn, err := Draw(s, o)
	if err != nil {
		return nil, 0, 0, err
	}
	return solid(drawn), drawn.Rect.Dx(), drawn.Rect.Dy(), nil
}

// solid returns the pixels of a picture without their alpha: its ground covers all of it.
func solid(drawn *image.RGBA) []byte {
	pixels := make([]byte, 0, len(drawn.Pix)/4*3)
	for i := 0; i < len(drawn.Pix); i += 4 {
		pixels = append(pixels, drawn.Pix[i:i+3]...)
	}
	return pixels
}
