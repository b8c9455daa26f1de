package plan

import (
	"errors"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// sprt has two teams meet until a test says whether the first is better than the second, or until all pairs are played. Some
// pairs are issued ahead of the outcomes; those that are open when the test has decided do not count. Pair k is played from start
// k of the book. A pair with a void game is no evidence, but counts as one of the pairs. When a team forfeits, nothing more is
// played.
type sprt struct {
	test   *rating.SPRT
	pairs  int
	ahead  int
	issued int
	seen   int // pairs
	counts rating.Pentanomial
}

func (t *sprt) next(s *Schedule) bool {
	for t.seen < s.counted/2 {
		t.count(s)
	}
	if s.teams[0].forfeited || s.teams[1].forfeited ||
		t.test != nil && t.test.State(t.counts).Verdict != rating.Undecided {
		s.stopped = true
		return true
	}
	for t.issued < min(t.pairs, t.seen+t.ahead) {
		s.issuePair("", t.issued, 0, 1)
		t.issued++
	}
	return t.issued == t.pairs
}

// count adds the result of the next pair.
func (t *sprt) count(s *Schedule) {
	i := 2 * t.seen
	t.seen++
	first, second := s.pairings[i].Game(s.outcomes[i]), s.pairings[i+1].Game(s.outcomes[i+1])
	pair := league.Pairs([]league.Game{first, second}, 0, 1)
	t.counts.LL += pair.LL
	t.counts.LD += pair.LD
	t.counts.WL += pair.WL
	t.counts.DD += pair.DD
	t.counts.WD += pair.WD
	t.counts.WW += pair.WW
}

func (t *sprt) left(*Schedule) int { return 2 * (t.pairs - t.issued) }

func (t *sprt) admits(*Schedule) error { return errors.New("a comparison has exactly two teams") }
func (t *sprt) add(*Schedule)          {}
