package job

import (
	"fmt"
	"slices"
)

// Called returns teams with the labels that people see; names, by team, are the names that programs give themselves, "" for none.
// A team whose label is its spec is called by the program's name. If another team has the same name, the spec is added after the
// name.
func Called(teams []Team, names []string) []Team {
	called := slices.Clone(teams)
	for i, t := range teams {
		if t.Label == t.Spec && names[i] != "" {
			called[i].Label = names[i]
		}
	}
	// shared reports whether another team has the same name. One team may sit in several seats.
	shared := func(list []Team, i int) bool {
		for k := range list {
			if list[k].Label == list[i].Label && teams[k].Label != teams[i].Label {
				return true
			}
		}
		return false
	}
	apart := slices.Clone(called)
	for i, t := range called {
		if t.Label != teams[i].Label && shared(called, i) {
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
