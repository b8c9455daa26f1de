package tournament_test

import (
	"path/filepath"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// TestRecordPath has journals name records that are not theirs.
func TestRecordPath(t *testing.T) {
	contest := &tournament.Tournament{Dir: "cup"}
	for name, want := range map[string]string{
		"games/1.jsonl": filepath.Join("cup", "games", "1.jsonl"), "../other/1.jsonl": "", "/etc/passwd": "", "games/../../x": "", "": "",
	} {
		got, err := contest.RecordPath(&record.Line{Record: &name})
		if got != want || err == nil != (want != "") {
			t.Errorf("%q: %q, %v; want %q", name, got, err, want)
		}
	}
	if path, err := contest.RecordPath(&record.Line{}); err == nil {
		t.Errorf("no record: %q", path)
	}
}
