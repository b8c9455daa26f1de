package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const level = "level" // the parameter of a bot that has levels

// Levels is the parameter of a bot with levels 1 to most, the last of which is what it plays without the parameter.
func Levels(most int) Param {
	return Param{Name: level, Most: most, Usage: fmt.Sprintf("1 to %d, each wins most games against the level below; %[1]d as without it", most)}
}

// Level returns the level that the parameters name, most if they name none.
func (p Params) Level(most int) (int, error) {
	if p[level] == "" {
		return most, nil
	}
	n, err := strconv.Atoi(p[level])
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("level=%s: want 1 to %d", p[level], most)
	}
	return n, nil
}

// contrary refuses a list of parameters that names a level and also how much the bot thinks, because a level below the last one
// sets that.
func contrary(params []Param, list string, values Params) error {
	has := func(p Param) bool { return p.Effort && strings.Contains(","+list, ","+p.Name+"=") }
	top := slices.IndexFunc(params, func(p Param) bool { return p.Name == level && p.Default == "" && p.Most > 0 })
	effort := slices.IndexFunc(params, has)
	if top < 0 || effort < 0 || values[level] == "" || values[level] == strconv.Itoa(params[top].Most) {
		return nil
	}
	return fmt.Errorf("level=%s already sets %s: leave one of the two out", values[level], params[effort].Name)
}
