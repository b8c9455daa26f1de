package publish

import "github.com/gridiron-games/gridiron/kernel/arena/cli"

// Wing adds the verb tournament with its pages.
func Wing(p *cli.Program) { p.Fronts = append(p.Fronts, Tournament) }
