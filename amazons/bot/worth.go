package bot

import "math"

// worth is a bot's value of the game when it chose its last turn.
type worth struct {
	value float64
	known bool
	exact bool
}

// Worth returns the value of the game for the bot, from 0 (lost) to 1 (won); known is false before its first turn.
func (w *worth) Worth() (value float64, known bool) { return w.value, w.known }

// Exact reports whether Worth is proven: the rest of the game was searched, not estimated.
func (w *worth) Exact() bool { return w.exact }

// thinks notes an estimate from 0 to 1.
func (w *worth) thinks(value float64) { w.value, w.known, w.exact = min(1, max(0, value)), true, false }

// solved notes the exact result of a position: positive is won.
func (w *worth) solved(result int) {
	w.thinks(0)
	if result > 0 {
		w.thinks(1)
	}
	w.exact = true
}

// advantage notes a lead in squares; a value near that of a loss or a win counts as that.
func (w *worth) advantage(squares float64) {
	switch {
	case squares > -lost/2:
		w.thinks(1)
	case squares < lost/2:
		w.thinks(0)
	default:
		w.thinks((1 + squares/(halfway+math.Abs(squares))) / 2)
	}
}
