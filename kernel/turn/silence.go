package turn

import "time"

// Silence is how many questions in a row a player must leave without any line to count as silent.
const Silence = 10

// silenceTime is how long that must take: short budgets pass quickly on a machine that is held up.
const silenceTime = 10 * time.Second

// silence is what the answers of a player say about whether it still takes part.
type silence struct {
	spoke bool          // it has answered, or has written something
	row   int           // questions in a row, the last ones, without a line
	took  time.Duration // how long they took
}

// count counts an answer, or the fault in its place.
func (s *silence) count(f *Fault, took time.Duration) {
	if f == nil || !f.Silent {
		*s = silence{spoke: true}
		return
	}
	s.row++
	s.took += took.Round(time.Microsecond) // as records have it
}

// sure reports whether the player no longer takes part.
func (s *silence) sure() bool { return s.row >= Silence && s.took >= silenceTime }

// doubtful reports whether the player may no longer take part, if these were the last answers of the game: there are games of fewer
// questions than Silence.
func (s *silence) doubtful() bool { return s.row > 0 && (s.row >= Silence || !s.spoke) && !s.sure() }
