//go:build unix

package check

import (
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// A child that a program leaves behind, and output that nobody reads, do not keep the check of its end from ending.
func TestExit(t *testing.T) {
	for _, tt := range []struct{ script, want string }{
		{`sleep 20 & echo hello; cat > /dev/null`, ""},
		{`echo hello; cat > /dev/null; yes | head -c 1000000`, `it wrote "y"`},
		{`echo hello; cat > /dev/null; exit 3`, "exit status 3"},
	} {
		began := time.Now()
		err := exit(t.Context(), new(match.Bound), proc.Join("sh", "-c", tt.script), proc.Options{})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.script, err, tt.want)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: took %v", tt.script, took)
		}
	}
}

// A program that fails when a game ends, or does not end after one, is found out.
func TestExitAfterAGame(t *testing.T) {
	for _, tt := range []struct{ script, want string }{
		{`read a; echo hello; while read a; do :; done`, ""},
		{`read a; echo hello; read start; read end; exit 0`, ""},
		{`read a; echo hello; read start; read end && exit 1`, "exit status 1"},
		{`read a; echo hello; read start && sleep 20`, "still running"},
	} {
		err := exit(t.Context(), new(match.Bound), proc.Join("sh", "-c", tt.script), proc.Options{},
			[]byte(`{"type":"start"}`), []byte(`{"type":"end"}`))
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.script, err, tt.want)
		}
	}
}
