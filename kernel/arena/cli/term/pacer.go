package term

import (
	"context"
	"fmt"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// controls are the keys of a Pacer: as many as a line has room for.
var controls = []string{
	"space: one move, r: a round, p: pause or go on, +/-: faster, slower, q: quit",
	"space: a move, p: pause, +/-: pace, q: quit, h: keys",
	"q: quit, h: keys",
}

// pacerHelp lists them.
const pacerHelp = "\r\n" +
	"space  one move, then pause\r\n" +
	"r      a round, then pause\r\n" +
	"p, c   pause, or go on\r\n" +
	"+ -    faster, slower; also > <\r\n" +
	"q      quit\r\n" +
	"h ?    these keys\r\n"

// Controls returns a line with the keys that Wait obeys: as many as the window has room for.
func (t *Terminal) Controls() string { return t.Fit(controls...) }

// Pacer says how long the frames of a game stay on the screen.
type Pacer struct {
	Pace   time.Duration // at least
	Paused bool          // until a key is pressed
	Round  int           // frames that the key for a round lets go by

	steps int // frames that go by before the game is paused again
}

// Wait keeps a frame on a terminal for its time and obeys the keys that are pressed meanwhile. It returns turn.ErrQuit for q.
func (t *Terminal) Wait(ctx context.Context, p *Pacer) error {
	if p.steps > 0 {
		p.steps--
		if p.Paused = p.Paused || p.steps == 0; !p.Paused {
			return nil
		}
		p.steps = 0
	}
	until := time.Now().Add(p.Pace)
	for {
		if !p.Paused && p.Pace == 0 {
			return ctx.Err()
		}
		wait, stop := ctx, context.CancelFunc(func() {})
		if !p.Paused {
			wait, stop = context.WithDeadline(ctx, until)
		}
		key, err := t.Key(wait)
		stop()
		switch {
		case err != nil && wait.Err() != nil: // the frame has stood long enough, or the game is broken off
			return ctx.Err()
		case err != nil:
			return err
		case Quits(key):
			fmt.Fprintln(t.Err)
			return turn.ErrQuit
		case key == "?" || key == "h":
			fmt.Fprint(t.Out, pacerHelp)
			p.Paused = true
		case key == Space || Enters(key):
			p.Paused, p.steps = false, 1
			return nil
		case key == "r" || key == "R":
			p.Paused, p.steps = false, max(1, p.Round)
			return nil
		case key == "p" || key == "c":
			p.Paused = !p.Paused
			until = time.Now().Add(p.Pace)
		case key == "+" || key == "=" || key == ">":
			p.Pace = p.Pace * 2 / 3
		case key == "-" || key == "<":
			p.Pace = max(10*time.Millisecond, p.Pace*3/2)
		}
	}
}
