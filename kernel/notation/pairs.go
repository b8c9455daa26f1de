package notation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Pairs reads a list of KEY=VALUE, separated by commas, into values, which has every known key with its default. what names the
// thing that the list belongs to, for messages.
func Pairs(what, list string, values map[string]string) error {
	if list == "" {
		return nil
	}
	for _, pair := range strings.Split(list, ",") {
		key, value, found := strings.Cut(pair, "=")
		if _, ok := values[key]; !ok || !found {
			if len(values) == 0 {
				return fmt.Errorf("%s takes no parameters", what)
			}
			known := slices.Sorted(maps.Keys(values))
			return fmt.Errorf("parameter %q: want KEY=VALUE, where KEY is %s", pair, strings.Join(known, " or "))
		}
		values[key] = value
	}
	return nil
}
