package term

import (
	"context"
	"fmt"
	"slices"
	"strconv"
)

// Browse lets a person step through a game that is over. frames are the plies at which there is something to see, ascending; show
// writes one of them to standard output.
func (t *Terminal) Browse(ctx context.Context, frames []int, show func(ply int) error) error {
	last := len(frames) - 1
	at, digits := 0, ""
	for {
		if err := t.Clear(); err != nil {
			return err
		}
		if err := show(frames[at]); err != nil {
			return err
		}
		fmt.Fprintf(t.Out, "ply %d of %d (n: next, b: back, NUMBER enter: jump, g/G: first/last, q: quit) %s", frames[at], frames[last], digits)
		key, err := t.Key(ctx)
		if err != nil {
			fmt.Fprintln(t.Out)
			return err
		}
		switch {
		case key >= "0" && key <= "9":
			digits += key
			continue
		case Enters(key):
			if n, err := strconv.Atoi(digits); err == nil {
				at, _ = slices.BinarySearch(frames[:last], n)
			} else {
				at = min(at+1, last)
			}
		case key == Space || key == "n" || key == Right:
			at = min(at+1, last)
		case key == "b" || key == "p" || key == Backspace || key == Left:
			at = max(at-1, 0)
		case key == "g":
			at = 0
		case key == "G":
			at = last
		case Quits(key):
			fmt.Fprintln(t.Out)
			return nil
		}
		digits = ""
	}
}
