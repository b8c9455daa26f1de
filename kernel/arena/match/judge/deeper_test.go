package judge_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
)

func TestDeeper(t *testing.T) {
	nodes := match.Param{Name: "nodes", Default: "40", Effort: true}
	info := &match.Info{Bots: []match.BotInfo{
		{Name: "one"},
		{Name: "level", Params: []match.Param{{Name: "level", Default: "3"}, {Name: "nodes", Effort: true}}},
		{Name: "deep", Params: []match.Param{{Name: "by", Default: "turn"}, nodes}},
	}}
	for _, tt := range []struct {
		spec  string
		times int
		want  string // or the beginning of the error
	}{
		{"deep", 1, "deep"},
		{"deep", 3, "deep:nodes=120"},
		{"deep:by=step", 2, "deep:by=step,nodes=80"},
		{"deep:nodes=7,by=step", 2, "deep:by=step,nodes=14"},
		{"level:nodes=5", 2, "level:nodes=10"},
		{"level:level=2", 2, `player "level:level=2": want its nodes=NUMBER, which is then multiplied`},
		{"deep:nodes=0", 2, `player "deep:nodes=0": nodes=0: want a whole number from 1 to 2147483647`},
		{"deep:nodes=x", 2, `player "deep:nodes=x": nodes=x: want a whole number from 1 to 2147483647`},
		{"deep:depth=2", 2, `player "deep:depth=2": parameter "depth=2": want KEY=VALUE`},
		{"one", 2, `player "one": its depth cannot be multiplied, because it does not count positions: want another judge`},
		{"exec:./bot", 2, `player "exec:./bot": its depth cannot be multiplied, because it does not count positions: want another judge`},
	} {
		got, err := judge.Deeper(info, tt.spec, tt.times)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, tt.want) || err == nil && got != tt.want {
			t.Errorf("%s, %d times: %q, want %q", tt.spec, tt.times, got, tt.want)
		}
	}
}
