package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// knockout is a bracket: the loser of a match is out. Teams are seeded in the order of entry, so that the first two can meet in
// the final only, the first four in the semi-finals, and so on; if places are left empty, the best teams have a bye in the first
// round.
//
// A match is a number of pairs. While it is level, up to three more pairs are played, one at a time. If it is still level, the
// team that lost fewer games by default goes on, then the better seed. A match begins as soon as both its teams are known. Every
// round has starts of its own; the match for the third place has those after the final's.
type knockout struct {
	seeds []int // teams, the best first
	pairs int
	start int // of the book, where the first round begins
	// A heap: 1 is the final, the winners of 2i and 2i+1 meet in i; the leaves are the second half. 0 is for the third place.
	nodes []match
	third bool // the losers of the semi-finals meet
}

// furtherPairs is the largest number of extra pairs that a level match has.
const furtherPairs = 3

// match is a place of the bracket: a match of two teams, or the team that gets there without one.
type match struct {
	winner int // a team, or one of the following
	teams  [2]int
	games  []int // indices of its pairings
	more   int   // further pairs
}

const (
	open  = -1 // not known yet
	empty = -2 // no team
)

func newKnockout(seeds []int, pairs, start int) *knockout {
	size := 1
	order := []int{0} // of the leaves, by seed: the best meets the worst
	for size < len(seeds) {
		size *= 2
		var next []int
		for _, seed := range order {
			next = append(next, seed, size-1-seed)
		}
		order = next
	}
	k := &knockout{seeds: seeds, pairs: pairs, start: start, nodes: make([]match, 2*size)}
	for i := range size {
		k.nodes[i].winner = open // those of a match for the third place, too
		leaf := &k.nodes[size+i]
		if leaf.winner = empty; order[i] < len(seeds) {
			leaf.winner = seeds[order[i]]
		}
	}
	return k
}

// next plays the bracket from the leaves to the final.
func (k *knockout) next(s *Schedule) bool {
	round := 0
	for first := len(k.nodes) / 4; first >= 1; first /= 2 {
		for i := first; i < 2*first; i++ {
			if k.nodes[i].winner == open {
				a, b := k.nodes[2*i].winner, k.nodes[2*i+1].winner
				k.nodes[i].play(s, k.stage(i), k.pairs, k.start+round*k.pairs, k.seeds, a, b)
			}
		}
		round++
	}
	if k.thirds() && k.nodes[0].winner == open {
		k.nodes[0].play(s, k.stage(0), k.pairs, k.start+round*k.pairs, k.seeds, k.nodes[2].loser(), k.nodes[3].loser())
	}
	return k.nodes[1].winner != open && (!k.thirds() || k.nodes[0].winner != open)
}

// thirds reports whether there is a match for the third place: both semi-finals have two teams.
func (k *knockout) thirds() bool {
	return k.third && len(k.nodes) >= 8 && k.matched(4) && k.matched(5) && k.matched(6) && k.matched(7)
}

// loser returns the team that lost, or open, or empty if only one team or none came.
func (m *match) loser() int {
	switch {
	case m.winner == open:
		return open
	case m.games == nil:
		return empty
	}
	return m.teams[btoi(m.winner == m.teams[0])]
}

// play goes on with a match of two teams, if they are known and all its games have counted. The better seed has the first seat in
// the first game.
func (m *match) play(s *Schedule, stage string, pairs, start int, seeds []int, a, b int) {
	issue := func(start int) {
		s.issuePair(stage, start, m.teams[0], m.teams[1])
		m.games = append(m.games, len(s.pairings)-2, len(s.pairings)-1)
	}
	switch {
	case a == open || b == open:
	case a == empty || b == empty:
		m.winner = max(a, b)
	case m.games == nil:
		m.teams = [2]int{a, b}
		if slices.Index(seeds, b) < slices.Index(seeds, a) {
			m.teams = [2]int{b, a}
		}
		for pair := range pairs {
			issue(start + pair)
		}
	case m.games[len(m.games)-1] < s.counted:
		if m.winner = m.decide(s); m.winner == open {
			m.more++
			issue(start + pairs + m.more - 1)
		}
	}
}

func (k *knockout) seed(team int) int { return slices.Index(k.seeds, team) }

// decide returns the winner of a match, or open if a further pair must be played.
func (m *match) decide(s *Schedule) int {
	wins, defaults := [2]int{}, [2]int{} // a draw or a void game gives both teams the same
	for _, i := range m.games {
		o := s.outcomes[i]
		for seat, team := range s.pairings[i].Teams {
			which := slices.Index(m.teams[:], team)
			switch {
			case o.Winner == seat:
				wins[which]++
			case o.Default:
				defaults[which]++
			}
		}
	}
	hopeless := s.teams[m.teams[0]].forfeited && s.teams[m.teams[1]].forfeited
	switch {
	case wins[0] != wins[1]:
		return m.teams[btoi(wins[1] > wins[0])]
	case m.more < furtherPairs && !hopeless:
		return open
	}
	return m.teams[btoi(defaults[1] < defaults[0])] // the better seed is the first
}

// out reports whether a team is not in the bracket, or not any more.
func (k *knockout) out(team int) bool {
	if k.seed(team) < 0 {
		return true
	}
	for i, m := range k.nodes[:len(k.nodes)/2] {
		isSemi := k.thirds() && (i == 2 || i == 3) && k.nodes[0].winner == open
		if m.winner != open && m.loser() == team && !isSemi {
			return true
		}
	}
	return false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// stage names the round of a match.
func (k *knockout) stage(i int) string {
	if i == 0 {
		return "third place"
	}
	size := 1 // matches of the round
	for size*2 <= i {
		size *= 2
	}
	switch size {
	case 1:
		return "final"
	case 2:
		return "semi-final"
	case 4:
		return "quarter-final"
	}
	return fmt.Sprintf("round of %d", 2*size)
}

// left counts the games of matches that have not begun.
func (k *knockout) left(*Schedule) (games int) {
	for i := range k.nodes[:len(k.nodes)/2] {
		if i > 0 && k.nodes[i].games == nil && k.matched(2*i+1) { // the first of both, the better seed, is always there
			games += 2 * k.pairs
		}
	}
	if k.thirds() && k.nodes[0].games == nil {
		games += 2 * k.pairs
	}
	return games
}

// matched reports whether any team starts at or below a place of the bracket. Every match of the first round has one.
func (k *knockout) matched(i int) bool { return i < len(k.nodes)/2 || k.nodes[i].winner != empty }

func (k *knockout) admits(*Schedule) error {
	return errors.New("no team can be added to a knockout after the draw")
}
func (k *knockout) add(*Schedule) {}

// standings orders the teams by how far they got. Those that lost in the same round share a place and stand in the order of the
// table.
func (k *knockout) standings(s *Schedule) []league.Standing {
	return k.rank(league.Table(len(s.teams), s.Games()))
}

// rank moves the teams of the bracket to the front of a table, by how far they got, and gives all teams their places: those that
// are not in the bracket share one where they did in the table.
func (k *knockout) rank(table []league.Standing) []league.Standing {
	lost := map[int]int{} // by team: twice how many rounds before the end it lost, 0 for the winner and for those who play on
	for _, team := range k.seeds {
		lost[team] = 0
	}
	for i, rounds, last := 1, 1, 1; i < len(k.nodes)/2; i++ {
		if i > last { // the next round has twice as many matches
			rounds, last = rounds+1, 2*last+1
		}
		lost[k.nodes[i].loser()] = 2 * rounds // if there is none, yet or at all, this is about no team
	}
	lost[k.nodes[0].loser()]++
	level := func(s league.Standing) int {
		if rounds, in := lost[s.Team]; in {
			return rounds
		}
		return 2 * len(k.nodes)
	}
	slices.SortStableFunc(table, func(a, b league.Standing) int { return level(a) - level(b) })
	before := 0 // the place in the table of the team above
	for i := range table {
		s := &table[i]
		_, in := lost[s.Team]
		shared := i > 0 && level(*s) == level(table[i-1]) && (in || s.Place == before)
		before = s.Place
		if s.Place = i + 1; shared {
			s.Place = table[i-1].Place
		}
	}
	return table
}
