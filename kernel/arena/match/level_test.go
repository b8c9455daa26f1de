package match_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// A bot with levels says how many it has, and reads which one is wanted: without one it is the highest.
func TestLevels(t *testing.T) {
	want := match.Param{Name: "level", Most: 6, Usage: "1 to 6, each wins most games against the level below; 6 as without it"}
	if diff := cmp.Diff(want, match.Levels(6)); diff != "" {
		t.Errorf("the parameter (-want +got):\n%s", diff)
	}
	for text, want := range map[string]int{"": 6, "1": 1, "6": 6, "0": 0, "7": 0, "-1": 0, "x": 0} {
		n, err := match.Params{"level": text}.Level(6)
		if n != want || (err == nil) != (want > 0) || err != nil && err.Error() != "level="+text+": want 1 to 6" {
			t.Errorf("level %q is read as %d, %v, want %d", text, n, err, want)
		}
	}
}

// A level below the highest already says how much a bot thinks: it cannot be given together with that.
func TestLevelAndEffort(t *testing.T) {
	levels, nodes := match.Levels(6), match.Param{Name: "nodes", Default: "100", Effort: true}
	width, plain := match.Param{Name: "width", Most: 9}, match.Param{Name: "level"}
	const refused = "level=3 already sets nodes: leave one of the two out"
	for _, tt := range []struct {
		params     []match.Param
		list, want string
	}{
		{[]match.Param{levels, nodes}, "level=3", ""},
		{[]match.Param{levels, nodes}, "nodes=5", ""},
		{[]match.Param{levels, nodes}, "level=3,nodes=5", refused},
		{[]match.Param{levels, nodes}, "nodes=5,level=3", refused},
		{[]match.Param{levels, nodes}, "level=6,nodes=5", ""}, // it sets nothing
		{[]match.Param{nodes, levels}, "level=3,nodes=5", refused},
		{[]match.Param{width, levels, nodes}, "level=3,width=2", ""},
		{[]match.Param{width, levels, nodes}, "level=6,nodes=5", ""},
		{[]match.Param{width, levels, nodes}, "level=3,nodes=5", refused},
		{[]match.Param{plain, nodes}, "level=3,nodes=5", ""}, // another parameter, of a bot without levels
	} {
		game := heap("red", "blue")
		game.Bots = []match.Bot[int, int]{{
			Name: "bot", Params: tt.params,
			New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
				return func(*rand.Rand) turn.Player[int, int] { return taker(1) }, nil
			},
		}}
		_, err := match.Bind(game).Player("bot:"+tt.list, match.Maker{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.want)) {
			t.Errorf("%+v, bot:%s: %v, want %q", tt.params, tt.list, err, tt.want)
		}
	}
}
