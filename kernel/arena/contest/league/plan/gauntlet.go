package plan

// gauntlet has each of the first teams meet each of the others; teams of the same side do not meet. It shows whether a new bot is
// better than the existing ones. All games are issued at once, pair by pair. A team that comes late joins the others.
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
