package job

import (
	"fmt"
	"slices"
)

// Called returns teams as people call them; names, by team, are those that programs give themselves, "" for none. A team that has
// no label but its spec goes by that name. Where another team is called so, too, the spec stands behind the name.
func Called(teams []Team, names []string) []Team {
	called := slices.Clone(teams)
	for i, t := range teams {
		if t.Label == t.Spec && names[i] != "" {
			called[i].Label = names[i]
		}
	}
	// shared reports whether the name of a team is that of another one, too. One team may sit in several seats.
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
			return slices.Clone(teams) // somebody took pains to be mistaken for another one
		}
	}
	return apart
}
