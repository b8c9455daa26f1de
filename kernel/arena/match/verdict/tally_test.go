package verdict_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func pointer(text string) *string { return &text }

// TestTally counts by name: a player may sit in both seats.
func TestTally(t *testing.T) {
	tally := verdict.NewTally([]string{"a", "b", "a"})
	for _, game := range []struct {
		names  []string
		winner *string
	}{
		{[]string{"a", "b"}, pointer("red")}, {[]string{"a", "b"}, pointer("red")}, {[]string{"b", "a"}, pointer("red")},
		{[]string{"b", "a"}, nil}, {[]string{"a", "a"}, pointer("blue")},
	} {
		tally.Add(record.Result{Ending: record.Ending{Winner: game.winner}}.Line([]string{"red", "blue"}, game.names))
	}
	got, err := json.Marshal(tally.Summary())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"type":"summary","games":5,"players":[{"name":"a","wins":3,"draws":1,"losses":2,"points":3.5},` +
		`{"name":"b","wins":1,"draws":1,"losses":2,"points":1.5}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	if got, want := tally.String(), "a: 3 won, 1 drawn, 2 lost; b: 1 won, 1 drawn, 2 lost"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := record.Version(); got == "" {
		t.Error("this program has no version")
	}
}
