//go:build unix

package hostile

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestSaysForWhom has programs hang that nothing limits, in all places outside of the usual games: after ten seconds the user is told
// for whom we wait, for what, and what limits that. The usual games are in kernel/arena/match.
func TestSaysForWhom(t *testing.T) {
	gametest.Long(t, "waits up to 30 s for players")
	_, bin := programs(t)
	dir := t.TempDir()
	mute, err := net.Listen("tcp", "127.0.0.1:0") // a server that accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mute.Close() })
	const hang = "import time\nTEAM_NAME = 'hang'\ndef move(bot, state):\n    time.sleep(1000)\n"
	for name, text := range map[string]string{
		"move.py": hang, "load.py": "import time\ntime.sleep(1000)\n", "bot.sh": "sleep 1000\n",
		"cup.yaml": "location: x\ndate: y\nbonusmatch: false\nteams:\n  - spec: move.py\n  - spec: stopping\n",
		// It takes long to connect, which no flag of a team's limits.
		"slow.sh": "#!/bin/sh\ncase $1 in -c) exec python3 \"$@\" ;; esac\nexec sleep 1000\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ words, want string }{
		{"pelita move.py stopping --null --no-timeout", `waiting for move\.py since 10s: its answer; we wait for as long as it takes; --timeout SEC limits that`},
		{"pelita exec:sh_bot.sh stopping --null", `waiting for exec:sh bot\.sh since 10s: its start \(hello\); we wait .*--timeout SEC limits`},
		{"pelita move.py stopping --null --python ./slow.sh", `waiting for move\.py since 10s: its answer; we wait .*--timeout SEC limits that`},
		{"pelita cup cup.yaml --no-timeout --no-log --jail off", `waiting for move\.py since 10s: its answer; we wait for up to 1m0s; --patience TIME limits that`},
		{"pelita cup cup.yaml --no-log --jail off --python ./slow.sh", `waiting for move\.py since 10s: its name; we wait .* --patience TIME limits that`},
		{"pelita background move.py stopping --no-timeout --games 1", `waiting for move\.py since 10s: its answer`},
		{"reantics -2p -p load.py random -n 1", `waiting for .*load\.py since 10s: its start \(hello\); we wait .*--timeout SECONDS limits that`},
		{"reantics -2p -p exec:sh_bot.sh random -n 1", `waiting for exec:sh bot\.sh since 10s: its start \(hello\); we wait .*--timeout SECONDS limits that`},
		{"sarena --headless http://" + mute.Addr().String() + " random", `waiting for http://.* since 10s: its answer to step 1; we wait for as long as it takes; -t SECONDS limits that`},
	} {
		t.Run(c.words, func(t *testing.T) {
			t.Parallel()
			words := strings.Fields(c.words)
			for i := range words {
				words[i] = strings.Replace(words[i], "_", " ", 1)
			}
			cmd, out := exec.Command(filepath.Join(bin, words[0]), words[1:]...), &said{}
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for began := time.Now(); !regexp.MustCompile(c.want).MatchString(out.String()); {
				select {
				case err := <-ended:
					t.Fatalf("it ended: %v\n%s", err, out)
				case <-time.After(100 * time.Millisecond):
				}
				if time.Since(began) > 40*time.Second {
					t.Errorf("it says %s\nwant %s", out, c.want)
					break
				}
			}
			cmd.Process.Signal(os.Interrupt)
			<-ended
		})
	}
}
