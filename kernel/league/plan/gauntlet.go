package plan

// gauntlet has the first teams meet all others, but neither those nor the first ones each other: is a new bot better than
// those we have? All games are issued at once, pair by pair. A team that comes late is one more of the others.
type gauntlet struct {
	firsts int
	pairs  int // of a first team and another
	issued bool
}

func (g *gauntlet) next(s *Schedule) bool {
	if !g.issued {
		g.issued = true
		for start := range g.pairs {
			for other := g.firsts; other < len(s.teams); other++ {
				g.meet(s, start, other)
			}
		}
	}
	return true
}

func (g *gauntlet) meet(s *Schedule, start, other int) {
	for first := range g.firsts {
		s.issuePair("", start, first, other)
	}
}

func (g *gauntlet) admits(*Schedule) error { return nil }

func (g *gauntlet) add(s *Schedule) {
	for start := range g.pairs {
		g.meet(s, start, len(s.teams)-1)
	}
}
