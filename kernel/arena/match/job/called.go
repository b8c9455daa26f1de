package job

import (
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Called returns teams with the labels that people see; names, by team, are the names that programs give themselves, "" for none.
// A team whose label is its spec is called by the program's name. If the name of another team looks the same, or the name mixes
// alphabets, the spec is added after the name.
func Called(teams []Team, names []string) []Team {
	called := slices.Clone(teams)
	for i, t := range teams {
		if t.Label == t.Spec && names[i] != "" {
			called[i].Label = names[i]
		}
	}
	// shared reports whether the name of another team looks the same. One team may sit in several seats.
	shared := func(list []Team, i int) bool {
		for k := range list {
			if clean.Look(list[k].Label) == clean.Look(list[i].Label) && teams[k].Label != teams[i].Label {
				return true
			}
		}
		return false
	}
	apart := slices.Clone(called)
	for i, t := range called {
		if t.Label != teams[i].Label && (shared(called, i) || clean.Mixed(t.Label)) {
			apart[i].Label = fmt.Sprintf("%s (%s)", t.Label, t.Spec)
		}
	}
	for i := range apart {
		if shared(apart, i) {
			return slices.Clone(teams) // a program chose its name to be mistaken for another team
		}
	}
	return apart
}
