package hostile

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestReadOnly runs verbs on a read-only file system: each verb that writes reports the error in a line, and verbs that only read
// work.
func TestReadOnly(t *testing.T) {
	games, bin := programs(t)
	for _, game := range games {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			readOnly(t, filepath.Join(bin, game))
		})
	}
}

func readOnly(t *testing.T, program string) {
	dir, pids := disk(t, "size=16m"), t.TempDir()
	cup := filepath.Join(dir, "cup")
	if _, stderr, status := run(program, tournament(cup, pids, "1")...); status != 0 {
		t.Fatal(stderr)
	}
	remount(t, dir, "ro")
	for _, tt := range []struct {
		writes string // in dir; "" for a verb that only reads
		args   []string
	}{
		{"game.jsonl", []string{"play", "random", "random", "--quiet", "--record", filepath.Join(dir, "game.jsonl")}},
		{"other", tournament(filepath.Join(dir, "other"), pids, "1")},
		{"cup", []string{"tournament", "resume", cup, "--jail", "off"}},
		{"bot", []string{"new-bot", "python", filepath.Join(dir, "bot")}},
		{"", []string{"tournament", "status", cup}},
		{"", []string{"tournament", "standings", cup}},
	} {
		t.Run(strings.Join(tt.args[:2], " "), func(t *testing.T) {
			stdout, stderr, status := run(program, tt.args...)
			switch {
			case tt.writes == "" && (status != 0 || stdout == "" || stderr != ""):
				t.Errorf("status %d, %q and %q, want it to read", status, stdout, stderr)
			case tt.writes != "":
				wantFailure(t, stdout, stderr, status, filepath.Join(dir, tt.writes), "read-only file system")
			}
		})
	}
}

// TestFullDisk fills the disk under a record and under a tournament: what is finished is kept, and when there is room again the
// tournament goes on to the same end.
func TestFullDisk(t *testing.T) {
	games, bin := programs(t)
	for _, game := range gametest.Sample(t, games) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(bin, game)
			t.Run("record", func(t *testing.T) { fullRecord(t, program) })
			t.Run("tournament", func(t *testing.T) { fullTournament(t, program) })
			t.Run("tournament without its first line", func(t *testing.T) { fullBeginning(t, program) })
		})
	}
}

func fullRecord(t *testing.T, program string) {
	dir := disk(t, "size=16k")
	fill(t, dir)
	args := []string{"play", "random", "random", "--seed", "1", "--quiet"}
	want, _, _ := run(program, args...)
	path := filepath.Join(dir, "game.jsonl")
	stdout, stderr, status := run(program, append(args, "--record", path)...)
	if stdout != want {
		t.Errorf("the game ended with %q, want %q", stdout, want)
	}
	wantFailure(t, "", stderr, status, path, "no space left on device")
}

func fullBeginning(t *testing.T, program string) {
	dir, pids := disk(t, "size=16k"), t.TempDir()
	fill(t, dir)
	cup := filepath.Join(dir, "cup")
	stdout, stderr, status := run(program, tournament(cup, pids, "1")...)
	wantFailure(t, stdout, stderr, status, cup, "no space left on device")
	remount(t, dir, "size=16m")
	if _, stderr, status := run(program, tournament(cup, pids, "1")...); status != 0 {
		t.Errorf("with room again: %s", stderr)
	}
}

func fullTournament(t *testing.T, program string) {
	whole, pids := filepath.Join(t.TempDir(), "whole"), t.TempDir()
	if _, stderr, status := run(program, tournament(whole, pids, "1")...); status != 0 {
		t.Fatal(stderr)
	}
	want := finished(t, whole)
	dir := disk(t, "size=16m")
	cup := filepath.Join(dir, "cup")
	remount(t, dir, "size="+most(t, whole))
	stdout, stderr, status := run(program, tournament(cup, pids, "1")...)
	stderr = stderr[strings.Index(stderr, "finished games are kept"):] // after the progress
	hint, last, _ := strings.Cut(stderr, "\n")
	wantFailure(t, stdout, last, status, cup, "no space left on device")
	if !strings.Contains(hint, "tournament resume "+cup) {
		t.Errorf("it says %q, want the command that goes on", hint)
	}
	before := finished(t, cup)
	t.Logf("the disk was full after %d of %d games", len(before), len(want))
	if len(before) == 0 || len(before) == len(want) {
		t.Error("want some of the games")
	}
	if _, _, status := run(program, "tournament", "resume", cup, "--jail", "off"); status != 1 {
		t.Errorf("on a disk that is still full: status %d, want 1", status)
	}
	remount(t, dir, "size=16m")
	if _, stderr, status := run(program, "tournament", "resume", cup, "--jail", "off"); status != 0 {
		t.Errorf("with room again: %s", stderr)
	}
	if diff := cmp.Diff(want, finished(t, cup)); diff != "" {
		t.Errorf("games of the tournament that had no room (-want +got):\n%s", diff)
	}
}

// run runs a program to its end.
func run(program string, args ...string) (stdout, stderr string, status int) {
	var out, errors bytes.Buffer
	c := exec.Command(program, args...)
	c.Stdout, c.Stderr = &out, &errors
	c.Run() // its error is in the status
	return out.String(), errors.String(), c.ProcessState.ExitCode()
}

// wantFailure wants nothing but one line that names the path and the reason, and status 1.
func wantFailure(t *testing.T, stdout, stderr string, status int, path, reason string) {
	t.Helper()
	line, more, _ := strings.Cut(stderr, "\n")
	if status != 1 || stdout != "" || more != "" || !strings.Contains(line, path) || !strings.HasSuffix(line, reason) {
		t.Errorf("status %d, output %q, error %q; want status 1 and a line with %s that ends in %q",
			status, stdout, stderr, path, reason)
	}
}

// disk mounts a small file system for a test.
func disk(t *testing.T, options string) (dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("mounts a file system, which only root may; run as root")
	}
	dir = t.TempDir()
	if text, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("cannot mount a file system here: %v: %s", err, text)
	}
	t.Cleanup(func() {
		if text, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, text)
		}
	})
	return dir
}

func remount(t *testing.T, dir, options string) {
	t.Helper()
	if text, err := exec.Command("mount", "-o", "remount,"+options, dir).CombinedOutput(); err != nil {
		t.Fatalf("mount: %v: %s", err, text)
	}
}

// fill leaves no room on a disk.
func fill(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 1<<20), 0o666); err == nil {
		t.Fatal("the disk is larger than a megabyte")
	}
}

// most returns three quarters of the room that the files of a folder take, for mount: half would not always be enough for the
// first game.
func most(t *testing.T, dir string) string {
	t.Helper()
	const page = 4 << 10
	pages := 0
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			pages += int(info.Size()+page-1) / page
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(pages * 3 / 4 * page)
}
