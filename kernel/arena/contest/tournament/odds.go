package tournament

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Limits returns the budget of a team that has one: Budget, if it is limited, or else odds.
func (h *Head) Limits() timer.Control {
	if !h.Budget.Limited() {
		for _, odds := range h.Odds {
			return odds
		}
	}
	return h.Budget
}

var odds = regexp.MustCompile(`,((?:first-budget|budget|clock)=[^,\s'"]+)$`)

// CutOdds cuts the time odds at the end of a team: ,budget=TIME ,first-budget=TIME and ,clock=TIME, in any order. found are the
// words without their commas.
func CutOdds(text string) (team string, found []string) {
	for {
		m := odds.FindStringSubmatchIndex(text)
		if m == nil {
			return text, found
		}
		found, text = append(found, text[m[2]:m[3]]), text[:m[0]]
	}
}

// ReadOdds reads what CutOdds found; what is missing is as in usual.
func ReadOdds(found []string, usual timer.Control) (c timer.Control, err error) {
	c = usual
	for _, word := range found {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "budget":
			c.Move, err = timer.ParseDuration(value)
		case "first-budget":
			c.First, err = timer.ParseDuration(value)
		case "clock":
			c.Game, c.Increment, err = timer.ParseClock(value)
		}
		if err != nil {
			return c, fmt.Errorf("%s: %w", word, err)
		}
	}
	return c, nil
}
