package plan

import (
	"errors"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// playoff is another plan with a knockout of its best teams at the end. They are seeded by its table, without teams that have
// forfeited; of teams that share a place the one that entered first is the better seed.
type playoff struct {
	main   rule
	size   int
	pairs  int
	third  bool // the losers of the semi-finals meet
	before int  // games of the main plan
	final  *knockout
}

func (p *playoff) next(s *Schedule) bool {
	if p.final == nil {
		if !p.main.next(s) || s.counted < len(s.pairings) {
			return false
		}
		p.before = len(s.pairings)
		var seeds []int
		for _, standing := range p.table(s) {
			if len(seeds) < p.size && !s.teams[standing.Team].forfeited {
				seeds = append(seeds, standing.Team)
			}
		}
		if len(seeds) == 0 {
			return true
		}
		p.final = newKnockout(seeds, p.pairs, s.starts)
		p.final.third = p.third
	}
	return p.final.next(s)
}

// table returns the table of the main plan.
func (p *playoff) table(s *Schedule) []league.Standing {
	var games []league.Game
	for i, pairing := range s.pairings[:p.before] {
		games = append(games, pairing.Game(s.outcomes[i]))
	}
	table := league.Table(len(s.teams), games)
	if bracket, ok := p.main.(interface {
		rank([]league.Standing) []league.Standing
	}); ok {
		return bracket.rank(table)
	}
	return table
}

func (p *playoff) left(s *Schedule) int {
	if p.final != nil {
		return p.final.left(s)
	}
	games := (p.size - 1 + btoi(p.third && p.size >= 4)) * 2 * p.pairs
	if main, ok := p.main.(interface{ left(*Schedule) int }); ok {
		games += main.left(s)
	}
	return games
}

func (p *playoff) out(team int) bool { return p.final != nil && p.final.out(team) }

func (p *playoff) admits(s *Schedule) error {
	if p.final != nil {
		return errors.New("no team can be added after the draw of the playoff")
	}
	return p.main.admits(s)
}

func (p *playoff) add(s *Schedule) { p.main.add(s) }

// standings returns the teams of the playoff by how far they got, then the others in the order of the main plan. All games count
// in the figures of both.
func (p *playoff) standings(s *Schedule) []league.Standing {
	all := league.Table(len(s.teams), s.Games())
	if p.final == nil {
		return all
	}
	byTeam := make([]league.Standing, len(all))
	for _, standing := range all {
		byTeam[standing.Team] = standing
	}
	table := p.table(s)
	for i, standing := range table {
		table[i] = byTeam[standing.Team]
		table[i].Place = standing.Place
	}
	return p.final.rank(table)
}
