package turn

import (
	"context"
	"time"
)

// Silence is how many questions in a row a player must leave without any line to count as silent.
const Silence = 10

// silenceTime is how long that must take: short budgets pass quickly on a machine that is held up.
const silenceTime = 10 * time.Second

// silence is what the answers of a player say about whether it still takes part.
type silence struct {
	spoke bool          // it has answered, or has written something
	row   int           // questions in a row, the last ones, without a line
	took  time.Duration // how long they took
	lines int           // what its Lines returned last
	mute  *Fault        // see Missing

	patient Patient // how long the loop waits without a budget; nil: for ever
}

// count counts an answer, or the fault in its place.
func (s *silence) count(f *Fault, took time.Duration) {
	if f == nil || !f.Silent {
		s.spoke, s.row, s.took = true, 0, 0
		return
	}
	s.row++
	s.took += took.Round(time.Microsecond) // as records have it
}

// sure reports whether the player no longer takes part.
func (s *silence) sure() bool { return s.row >= Silence && s.took >= silenceTime }

// doubtful reports whether the player may no longer take part, if these were the last answers of the game: there are games of
// fewer questions than Silence.
func (s *silence) doubtful() bool { return s.row > 0 && (s.row >= Silence || !s.spoke) && !s.sure() }

// Missing returns why the player of a seat did not take part to the end of the game, if the answers do not show it: it never
// started, or it was silent and did not even write a line when it had more time. It returns nil for all others.
func (l *Loop[Q, A]) Missing(seat int) *Fault {
	if f := l.failed[seat]; f != nil {
		return f
	}
	return l.silence[seat].mute
}

// hear marks the answers of players that are late and have written nothing.
func (l *Loop[Q, A]) hear(questions []Question[Q]) {
	for i := range questions {
		seat, a := questions[i].Seat, &l.answers[i]
		if player, speaks := l.Players[seat].(Speaker); speaks && l.failed[seat] == nil {
			before := l.silence[seat].lines
			l.silence[seat].lines = player.Lines()
			if a.Fault != nil && a.Fault.Kind == Late {
				a.Fault.Silent = l.silence[seat].lines == before
			}
		}
		l.silence[seat].count(a.Fault, a.Took)
	}
}

// listen gives players that were silent to the end of the game more time to write a line: short budgets pass quickly on a machine
// that is held up. Nothing can be gained by that time any more. A game that ended by a fault need not know.
func (l *Loop[Q, A]) listen(ctx context.Context) {
	if IsFault(l.Referee.Result().Reason) {
		return
	}
	for seat, p := range l.Players {
		player, speaks := p.(Speaker)
		if !speaks || !l.silence[seat].doubtful() {
			continue
		}
		if !l.behind[seat].caughtUp(time.Now().Add(patience)) || !player.Listen(ctx, l.silence[seat].lines) {
			l.silence[seat].mute = Faultf(Late, "it wrote no line")
		}
	}
}
