//go:build !lean || (contest && web)

package main

import (
	"fmt"
	"strings"

	origin "github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
)

// same returns an error if a team that the configuration names as before has another program than when its games were played.
// A finished cup has nothing to mix. Files that are no programs may have been written by the team.
func (j *cupJournal) same(a *cli.App, want cupHead) (notes []string, err error) {
	if j.head.Type == "" || j.follow(a).winner != "" {
		return nil, nil
	}
	for i, team := range want.Teams {
		was := j.head.Teams[i]
		if was.Bot == nil && team.Bot.Hash != "" {
			notes = append(notes, fmt.Sprintf("team %s: the journal does not say which bot it had; from now on its current bot counts", team.ID))
			team.Type = "team"
			if err := j.file.Append(team); err != nil {
				return nil, err
			}
		}
		if was.Bot == nil {
			continue
		}
		programs, _ := new(origin.Watch).Look(was.Spec, *was.Bot)
		programs = append(programs, was.Bot.Grown(was.Spec)...)
		switch {
		case !origin.SameVersion(was.Bot.Version, team.Bot.Version):
			return nil, fmt.Errorf("team %s is the bundled bot of version %s, but this program is version %s: continue with that version",
				team.ID, was.Bot.Version, team.Bot.Version)
		case len(programs) > 0:
			return nil, fmt.Errorf("team %s has changed since its games were played (%s): put the old files back, or give the new program another "+
				"path and name it in the configuration: then the journal says that the team has another program from now on",
				team.ID, strings.Join(programs[:min(3, len(programs))], ", "))
		}
	}
	return notes, nil
}
