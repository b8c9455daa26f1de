package verdict_test

import (
	"fmt"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// TestContest has games of two seats judged as a contest does.
func TestContest(t *testing.T) {
	red, blue := "red", "blue"
	faults := []record.Fault{
		{Seat: "red", Kind: turn.Illegal, Count: 1}, {Seat: "red", Kind: turn.Late, Count: 2}, {Seat: "blue", Kind: turn.Crashed, Count: 3},
	}
	for _, test := range []struct {
		name   string
		winner *string
		reason string
		gone   []string
		want   verdict.Verdict
	}{
		{"won", &red, "stuck", nil, verdict.Verdict{Winner: "red"}},
		{"drawn", nil, "full", nil, verdict.Verdict{Draw: true}},
		{"lost by a fault", &red, "late", nil, verdict.Verdict{Winner: "red", Default: true, Reason: "late"}},
		{"an older journal: the game forgave it", &blue, "area", nil, verdict.Verdict{Winner: "blue"}},
		{"won, but gone", &blue, "area", []string{"blue"}, verdict.Verdict{Winner: "red", Default: true, Reason: "crashed"}},
		{"drawn, but gone", nil, "area", []string{"blue"}, verdict.Verdict{Winner: "red", Default: true, Reason: "crashed"}},
		{"lost and gone", &red, "area", []string{"blue"}, verdict.Verdict{Winner: "red", Default: true, Reason: "crashed"}},
		{"silent", &red, "area", []string{"red"}, verdict.Verdict{Winner: "blue", Default: true, Reason: "late"}},
		{"both", &red, "area", []string{"red", "blue"}, verdict.Verdict{Default: true, Reason: "late"}},
		{"both, drawn", nil, "area", []string{"red", "blue"}, verdict.Verdict{Default: true, Reason: "late"}},
		{"both, and a fault decided", &red, "crashed", []string{"red", "blue"}, verdict.Verdict{Default: true, Reason: "crashed"}},
	} {
		line := &record.Line{
			Seats:  []record.Seat{{Seat: "red"}, {Seat: "blue"}},
			Ending: record.Ending{Winner: test.winner, Reason: test.reason, Faults: faults, Default: test.gone},
		}
		test.want.Faults = []int{3, 3}
		if got := verdict.Of(line); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}
