package match_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// A bot that can use several processors gets those of the maker, unless its spec says how many; other bots get no such parameter.
func TestThreads(t *testing.T) {
	h := heap("red", "blue")
	h.Bots = h.Bots[:1]
	var got match.Params
	deal := h.Bots[0].New
	h.Bots[0].New = func(p match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
		got = p
		return deal(p)
	}
	name := h.Bots[0].Name
	for _, tt := range []struct {
		params []match.Param
		spec   string
		cores  int
		want   string
	}{
		{[]match.Param{{Name: "threads", Default: "1"}}, name, 0, "1"},
		{[]match.Param{{Name: "threads", Default: "1"}}, name, 4, "4"},
		{[]match.Param{{Name: "threads", Default: "1"}}, name + ":threads=2", 4, "2"},
		{nil, name, 4, ""},
	} {
		h.Bots[0].Params = tt.params
		p, err := match.Bind(h).Player(tt.spec, match.Maker{Cores: tt.cores})
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		if got["threads"] != tt.want {
			t.Errorf("%s with %d processors: threads %q, want %q", tt.spec, tt.cores, got["threads"], tt.want)
		}
	}
}
