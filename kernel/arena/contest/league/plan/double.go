package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// double is a double elimination: who loses goes on in a second bracket, and who has lost two matches is out. The first bracket
// is drawn as a knockout. In the second one the losers of its first round meet each other; from then on a round in which the
// losers of the next round come in, in reverse order so that the same teams do not meet again at once, follows each round among
// those who are there. The winners of both meet; if the one of the second bracket wins, which is the first loss of the other,
// they meet once more.
//
// A match is one of a knockout.
type double struct {
	seeds   []int
	pairs   int
	matches []crossing // each after those that its teams come from
}

// crossing is a match with where its teams come from.
type crossing struct {
	match
	from  [2]feeder
	stage string
	round int // for the order of those who are out, the later the better; rounds have starts of their own
}

// feeder is where a team comes from.
type feeder struct {
	team  int  // if match is -1: a team, or empty
	match int  // the number of a match
	loser bool // its loser, not its winner
}

func newDouble(teams []int, pairs int) *double {
	d := &double{seeds: teams, pairs: pairs}
	k := newKnockout(teams, pairs, 0) // for the draw
	round := 0
	add := func(stage string, a, b feeder) int {
		d.matches = append(d.matches, crossing{match: match{winner: open}, from: [2]feeder{a, b}, stage: stage, round: round})
		return len(d.matches) - 1
	}
	winner := func(m int) feeder { return feeder{match: m} }
	loser := func(m int) feeder { return feeder{match: m, loser: true} }
	var first, second []feeder // those who wait in both brackets
	for _, leaf := range k.nodes[len(k.nodes)/2:] {
		first = append(first, feeder{team: leaf.winner, match: -1})
	}
	meet := func(stage string, list []feeder) (on, out []feeder) {
		round++
		for i := 0; i < len(list); i += 2 {
			m := add(stage, list[i], list[i+1])
			on, out = append(on, winner(m)), append(out, loser(m))
		}
		return on, out
	}
	for n := 1; len(first) > 1; n++ {
		var lost []feeder
		if first, lost = meet(fmt.Sprintf("round %d", n), first); n == 1 {
			second = lost
			continue
		}
		if second, _ = meet(fmt.Sprintf("losers' round %d", 2*n-3), second); len(second) == len(lost) {
			slices.Reverse(lost)
			var both []feeder
			for i := range second {
				both = append(both, second[i], lost[i])
			}
			second, _ = meet(fmt.Sprintf("losers' round %d", 2*n-2), both)
		}
	}
	round++
	m := add("final", first[0], second[0])
	round++
	add("second final", winner(m), loser(m))
	return d
}

// team returns who comes from a feeder: a team, open or empty.
func (d *double) team(f feeder) int {
	switch {
	case f.match < 0:
		return f.team
	case f.loser:
		return d.matches[f.match].loser()
	}
	return d.matches[f.match].winner
}

// settled reports whether the second final is not needed: the first loss of its loser would be that of the other one.
func (d *double) settled() bool {
	m := &d.matches[len(d.matches)-2]
	return m.winner != open && m.winner == d.team(m.from[0])
}

func (d *double) next(s *Schedule) bool {
	last := &d.matches[len(d.matches)-1]
	for i := range d.matches {
		m := &d.matches[i]
		if m.winner != open {
			continue
		}
		if m == last && d.settled() {
			m.winner = d.team(m.from[0])
			continue
		}
		m.play(s, m.stage, d.pairs, (m.round-1)*d.pairs, d.seeds, d.team(m.from[0]), d.team(m.from[1]))
	}
	return last.winner != open
}

// lost returns in which round a team lost for the second time; 0: it has not.
func (d *double) lost(team int) int {
	losses := 0
	for i := range d.matches {
		if m := &d.matches[i]; m.loser() == team {
			if losses++; losses == 2 {
				return m.round
			}
		}
	}
	return 0
}

func (d *double) out(team int) bool {
	return d.lost(team) > 0 || d.matches[len(d.matches)-1].winner != open
}

// left counts the games of matches that have not begun and will have two teams, without a second final.
func (d *double) left(*Schedule) (games int) {
	comes := make([][2]bool, len(d.matches)) // by match: whether there will be a winner, and a loser
	is := func(f feeder) bool {
		if f.match < 0 {
			return f.team != empty
		}
		return comes[f.match][btoi(f.loser)]
	}
	for i := range d.matches {
		m := &d.matches[i]
		a, b := is(m.from[0]), is(m.from[1])
		comes[i] = [2]bool{a || b, a && b}
		if a && b && m.games == nil && m.winner == open && i < len(d.matches)-1 {
			games += 2 * d.pairs
		}
	}
	return games
}

func (d *double) admits(*Schedule) error {
	return errors.New("no team can be added to a double elimination after the draw")
}
func (d *double) add(*Schedule) {}

func (d *double) standings(s *Schedule) []league.Standing {
	return d.rank(league.Table(len(s.teams), s.Games()))
}

// rank orders a table by how far the teams got. Those that lost for the second time in the same round share a place.
func (d *double) rank(table []league.Standing) []league.Standing {
	level := func(s league.Standing) int {
		if lost := d.lost(s.Team); lost > 0 {
			return 1 + len(d.matches) - lost
		}
		return 0
	}
	slices.SortStableFunc(table, func(a, b league.Standing) int { return level(a) - level(b) })
	for i := range table {
		if table[i].Place = i + 1; i > 0 && level(table[i]) == level(table[i-1]) {
			table[i].Place = table[i-1].Place
		}
	}
	return table
}
