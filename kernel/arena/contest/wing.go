package contest

import (
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker"
)

// Wing adds the verbs that play many games between teams.
func Wing(p *cli.Program) {
	p.Fronts = append(p.Fronts, tournamentVerb, ladderVerb, compareVerb, gradeVerb, newCourseVerb, worker.Front)
	p.Extend = append(p.Extend, climbs)
}
