package shell

import (
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
)

// line is a command line like ours.
func line() *urfave.App {
	flags := []urfave.Flag{
		&urfave.StringFlag{Name: "seed"}, &urfave.BoolFlag{Name: "quiet"}, cli.NumberFlag("games", 1, 1, ""),
	}
	return &urfave.App{Name: "game", Commands: []*urfave.Command{
		{Name: "play", Flags: flags},
		{Name: "tournament", Subcommands: []*urfave.Command{{Name: "run", Flags: flags}, {Name: "resume"}}},
	}}
}

func TestComplete(t *testing.T) {
	takes := takes{
		arguments: map[string][]string{"play": {"champion", "greedy"}}, most: map[string]int{"play": 2},
		values: map[string][]string{"seed": {"7"}},
	}
	for _, tt := range []struct{ line, want string }{
		{"", "play tournament"},
		{"to", "tournament"},
		{"tournament|", "resume run"},
		{"play|--s", "--seed"},
		{"play|-", "--games --help --quiet --seed"},
		{"play|ch", "champion"},
		{"play|champion|", "champion greedy"},
		{"nonsense|--s", ""},
		{"play|champion|greedy|", ""},
		{"play|--seed|", "7"},
		{"play|--games|", ""},
		{"play|--games|2|--quiet|g", "greedy"},
		{"tournament|resume|", ""},
	} {
		if got := strings.Join(complete(line(), takes, strings.Split(tt.line, "|")), " "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
}
