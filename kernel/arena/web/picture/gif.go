package picture

import (
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"
	"maps"
	"slices"
)

// GIF is a film as a GIF that plays once and again. Each picture holds what differs from the one before it.
type GIF struct {
	w       io.Writer
	delay   int // hundredths of a second
	film    gif.GIF
	before  *image.RGBA
	palette color.Palette
	index   map[color.RGBA]uint8
}

// MostPictures is how many pictures a film may have.
const MostPictures = 3000

// NewGIF returns a film that is written by Close and shows each picture for some milliseconds.
func NewGIF(w io.Writer, milliseconds int) *GIF {
	return &GIF{w: w, delay: max(2, (milliseconds+5)/10), index: map[color.RGBA]uint8{}}
}

// Add adds a picture; all have the size of the first. The palette is made of the colours of the first one that are most frequent;
// later ones use the nearest of them, and new ones as long as there is room.
func (f *GIF) Add(drawn *image.RGBA) error {
	switch {
	case f.before != nil && f.before.Rect != drawn.Rect:
		return errors.New("a film of pictures of different sizes")
	case len(f.film.Image) >= MostPictures:
		return errors.New("a film with too many pictures")
	case f.before == nil:
		f.colours(drawn)
	}
	box := f.changed(drawn)
	part := image.NewPaletted(box, nil)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			part.Pix[part.PixOffset(x, y)] = f.colour(drawn.RGBAAt(x, y))
		}
	}
	f.film.Image, f.film.Delay = append(f.film.Image, part), append(f.film.Delay, f.delay)
	f.before = drawn
	return nil
}

// Close shows the last picture for longer and writes the film.
func (f *GIF) Close() error {
	if len(f.film.Image) == 0 {
		return errors.New("a film without pictures")
	}
	f.film.Delay[len(f.film.Delay)-1] += 200
	f.film.Config = image.Config{ColorModel: f.palette, Width: f.before.Rect.Dx(), Height: f.before.Rect.Dy()}
	for _, part := range f.film.Image {
		part.Palette = f.palette
	}
	return gif.EncodeAll(f.w, &f.film)
}

// changed returns the smallest rectangle with all that differs from the picture before; a film has no empty ones.
func (f *GIF) changed(drawn *image.RGBA) (box image.Rectangle) {
	if f.before == nil {
		return drawn.Rect
	}
	for y := range drawn.Rect.Dy() {
		row, old := drawn.Pix[y*drawn.Stride:][:drawn.Stride], f.before.Pix[y*drawn.Stride:][:drawn.Stride]
		if string(row) == string(old) {
			continue
		}
		left, right := 0, len(row)-1
		for row[left] == old[left] {
			left++
		}
		for row[right] == old[right] {
			right--
		}
		box = box.Union(image.Rect(left/4, y, right/4+1, y+1))
	}
	if box.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return box
}

// spare is how many colours are kept free for what the first picture does not show.
const spare = 64

func (f *GIF) colours(drawn *image.RGBA) {
	counts := map[color.RGBA]int{}
	for i := 0; i < len(drawn.Pix); i += 4 {
		counts[color.RGBA{drawn.Pix[i], drawn.Pix[i+1], drawn.Pix[i+2], 255}]++
	}
	code := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return code(a) - code(b)
	})
	for _, c := range all[:min(len(all), 256-spare)] {
		f.add(c)
	}
}

func (f *GIF) add(c color.RGBA) uint8 {
	f.palette = append(f.palette, c)
	f.index[c] = uint8(len(f.palette) - 1)
	return f.index[c]
}

// near is how far apart colours may be that are shown as the same.
const near = 3 * 24 * 24

func (f *GIF) colour(c color.RGBA) uint8 {
	c.A = 255
	if i, known := f.index[c]; known {
		return i
	}
	best, least := 0, 1<<30
	for i, p := range f.palette {
		q := p.(color.RGBA)
		r, g, b := int(q.R)-int(c.R), int(q.G)-int(c.G), int(q.B)-int(c.B)
		if d := r*r + g*g + b*b; d < least {
			best, least = i, d
		}
	}
	if least > near && len(f.palette) < 256 {
		return f.add(c)
	}
	if len(f.index) < 1<<16 {
		f.index[c] = uint8(best)
	}
	return uint8(best)
}
