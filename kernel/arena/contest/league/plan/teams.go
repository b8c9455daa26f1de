package plan

import (
	"encoding/json"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// CheckTeams returns an error if a line that added a team is missing among the undamaged lines of a journal. Events name teams by
// their numbers, so later events would then change the wrong teams. The journal is not changed.
func CheckTeams(path string, teams int, secret []byte) error {
	c, damaged := league.NewChecker(secret), []int{}
	return league.EachLine(path, func(number int, text []byte) error {
		if c.Check(text) != nil {
			damaged = append(damaged, number)
			return nil
		}
		var e Event
		if json.Unmarshal(text, &e) != nil {
			return nil // Load says what is wrong
		}
		isOf := e.Type == Forfeit || e.Type == Leave || e.Type == Return || e.Type == More
		switch {
		case e.Type == Add && e.Team > teams, isOf && max(e.Team, e.Other) >= teams:
			return fmt.Errorf("%s: line %d is about team %d, but the line that added team %d is missing or damaged (damaged lines: %v): "+
				"restore the journal from a copy", path, number, e.Team, teams, damaged)
		case e.Type == Add:
			teams++
		}
		return nil
	})
}
