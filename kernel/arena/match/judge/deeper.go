package judge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/notation"
)

// Deeper returns the spec of a bundled bot with its Effort multiplied by times. The error says that the bot has no such
// parameter.
func Deeper(i *match.Info, spec string, times int) (string, error) {
	name, list, _ := strings.Cut(spec, ":")
	for _, b := range i.Bots {
		at := slices.IndexFunc(b.Params, func(p match.Param) bool { return p.Effort })
		if b.Name != name || at < 0 {
			continue
		}
		effort, values := b.Params[at], match.Params{}
		for _, p := range b.Params {
			values[p.Name] = p.Default
		}
		if err := notation.Pairs(name, list, values); err != nil {
			return "", fmt.Errorf("player %q: %w", spec, err)
		}
		count, err := strconv.Atoi(values[effort.Name])
		switch {
		case values[effort.Name] == "":
			return "", fmt.Errorf("player %q: want its %s=NUMBER, which is then multiplied", spec, effort.Name)
		case err != nil || count < 1 || count > math.MaxInt32:
			return "", fmt.Errorf("player %q: %s=%s: want a whole number from 1 to %d", spec, effort.Name, values[effort.Name], math.MaxInt32)
		}
		values[effort.Name] = strconv.Itoa(count * times)
		var pairs []string
		for _, p := range b.Params {
			if values[p.Name] != p.Default {
				pairs = append(pairs, p.Name+"="+values[p.Name])
			}
		}
		if len(pairs) == 0 {
			return name, nil
		}
		return name + ":" + strings.Join(pairs, ","), nil
	}
	return "", fmt.Errorf("player %q: its depth cannot be multiplied, because it does not count positions: want another judge", spec)
}
