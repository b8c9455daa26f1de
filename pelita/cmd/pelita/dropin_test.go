package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
)

// bareLayout has no pellets for red, smallLayout one for each team.
const (
	bareLayout  = "########\n#a #   #\n#b.  xy#\n########\n"
	smallLayout = "########\n#a # . #\n#b.  xy#\n########\n"
)

// layoutFiles writes the two layouts in the working directory, which is the test's own from then on.
func layoutFiles(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"bare.layout": bareLayout, "mine.layout": smallLayout} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// progressLine is what --progress writes to a pipe: the bar, the round, whose turn it was, the score.
var (
	progressLine = regexp.MustCompile(`(?m)^\[(#*)( *)\] ([0-9]+)/([0-9]+) (blue|red) +bot ([abxy])  ([0-9]+:[0-9]+)$`)
	resultLine   = regexp.MustCompile(`(?m)^Finished after ([0-9]+|None) rounds?\. .*\(([0-9]+):([0-9]+)\)$`)
)

// TestProgressInPipe plays games with --progress into a pipe: one line beside what every viewer prints, and no board.
func TestProgressInPipe(t *testing.T) {
	layoutFiles(t)
	for _, args := range []string{
		"0 1", "stopping stopping --rounds 1", "random random --rounds 2", "1 0 --rounds 300 --size small", "smart-eating smart-random --rules 2.7 --size tiny",
		"food-eating nq-random --rounds 30 --size small", "0 1 --layout normal_035 --rounds 3", "0 1 --layout dead_ends_big_007 --rounds 2",
		"0 1 --rules 2.7 --layout small_000 --rounds 10", "0 1 --rules 2.7 --size 24x12 --rounds 4", "0 1 --rules 2.7 --size 10x6 --food 1:2",
		"demo-attacker stopping --layout mine.layout", "demo-attacker demo-attacker --layout mine.layout --rules 2.7", "stopping 0 --layout bare.layout",
		"stopping 0 --layout bare.layout --rules 2.7", "0 1 --allow-camping --rounds 7", "0 1 --error-limit 0 --rounds 5 --size small", "0 1 --no-timeout --rounds 2",
		"0 1 --append-blue one --append-red two --rounds 2", "0 1 --timeout 1.5 --rounds 2", "0 1 --stop-at 1 --rounds 2", "0 1 --stop-after-kill --rounds 12",
		"0 1 --no-color --rounds 1", "0 1 --fps 1 --rounds 2",
	} {
		t.Run(args, func(t *testing.T) {
			words := append([]string{"--progress", "--seed", "3"}, strings.Fields(args)...)
			out := gametest.Run(t, program(), words...)
			lines, result := progressLine.FindAllStringSubmatch(out, -1), resultLine.FindStringSubmatch(out)
			if strings.ContainsAny(out, "\r\x1b") || regexp.MustCompile(`(?m)^#`).MatchString(out) {
				t.Fatalf("a board, or what is for terminals:\n%q", out)
			}
			if strings.Contains(args, "bare") { // the game is over before it begins
				if len(lines) > 1 || len(lines) == 1 && lines[0][3] != "0" {
					t.Errorf("%q", out)
				}
				return
			}
			if len(lines) != 1 || result == nil {
				t.Fatalf("%d lines of progress, want 1:\n%s", len(lines), out)
			}
			l, score := lines[0], result[2]+":"+result[3]
			if l[7] != score && l[7] != result[3]+":"+result[2] || l[3] != result[1] || len(l[1])+len(l[2]) != progressWidth {
				t.Errorf("progress %q, result %q", l[0], result[0])
			}
			without := strings.Replace(out, l[0]+"\n", "", 1)
			if want := gametest.Run(t, program(), append([]string{"--null"}, words[1:]...)...); without != want {
				t.Errorf("beside that line it prints\n%s\nwithout a viewer\n%s", without, want)
			}
		})
	}
}

// TestStoreLayout writes layouts to a file and, with the original's empty line behind it, to standard output: those that are played.
func TestStoreLayout(t *testing.T) {
	layoutFiles(t)
	for n, args := range []string{
		"--size tiny", "--size small", "--size normal", "--size big", "--size huge", "--size 16x8", "--size 24x12", "--size 32x16", "--size 48x24", "--size 64x32",
		"--size 8", "--size 12", "--size 16", "--size 24", "--size 32", "--size 16x8 --food 3:10", "--size 10x6 --food 1:2", "--size 12x8 --food 0:4", "--size tiny --food 2:5",
		"", "--layout small_000", "--layout dead_ends_normal_001", "--layout mine.layout", "--layout bare.layout",
	} {
		t.Run(args, func(t *testing.T) {
			words := append([]string{"--rules", "2.7", "--seed", fmt.Sprint(n)}, strings.Fields(args)...)
			if said := gametest.Run(t, program(), append(words, "--store-layout", "kept.txt")...); said != "" {
				t.Errorf("it printed %q", said)
			}
			kept, err := os.ReadFile("kept.txt")
			if err != nil {
				t.Fatal(err)
			}
			if out := gametest.Run(t, program(), append(words, "--store-layout", "-")...); out != string(kept)+"\n" {
				t.Errorf("standard output\n%s\nfile\n%s", out, kept)
			}
			if p, err := pelita.ParseLayout(string(kept)); err != nil || p.String() != string(kept) {
				t.Errorf("%v\n%s", err, kept)
			}
			switch {
			case strings.HasPrefix(args, "--size"):
				if maze := gametest.Run(t, program(), append([]string{"maze", "--seed", fmt.Sprint(n)}, strings.Fields(args)...)...); maze != string(kept) {
					t.Errorf("the verb maze writes\n%s\nnot\n%s", maze, kept)
				}
			case strings.Contains(args, "mine"):
				if string(kept) != smallLayout {
					t.Errorf("%s", kept)
				}
			case strings.Contains(args, "_"):
				if named := gametest.Run(t, program(), "layouts", strings.Fields(args)[1]); named != string(kept) {
					t.Errorf("the layout is\n%s\nnot\n%s", named, kept)
				}
			}
		})
	}
}

// never are ways in which programs print without ever flushing, flush ways in which they do.
var (
	never = []string{
		"print(line)", "sys.stdout.write(line + '\\n')", "print(line, end='\\n')", "print(line, file=sys.stdout)", "sys.stdout.writelines([line, '\\n'])",
		"sys.stdout.buffer.write(line.encode() + b'\\n')", "open(1, 'w', closefd=False, buffering=1 << 16).__class__; out.write(line + '\\n')", "print(*[line], sep='')",
		"json.dump(m, sys.stdout); print()", "__import__('builtins').print(line)", "print(line, flush=False)", "sys.stdout.flush(); print(line)",
	}
	flush = []string{
		"print(line, flush=True)", "print(line); sys.stdout.flush()", "os.write(1, line.encode() + b'\\n')", "sys.stdout.reconfigure(line_buffering=True); print(line)",
		"sys.stdout.buffer.raw.write(line.encode() + b'\\n')", "out.write(line + '\\n'); out.flush()", "print(line, file=sys.stdout, flush=True)",
		"open(1, 'wb', closefd=False, buffering=0).write(line.encode() + b'\\n')",
	}
)

// TestNeverFlushes checks programs in a shell that makes Python flush: the check finds those that do not by themselves.
func TestNeverFlushes(t *testing.T) {
	gametest.Long(t, "waits for programs that never flush")
	t.Setenv("PYTHONUNBUFFERED", "1")
	dir := t.TempDir()
	for n, way := range append(never, flush...) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(dir, fmt.Sprintf("bot%d.py", n))
			code := `import json, os, sys
out = open(1, "w", closefd=False)

def say(m):
    line = json.dumps(m)
    ` + way + `

for text in sys.stdin:
    m = json.loads(text)
    if m["type"] == "hello":
        say({"type": "hello", "name": "Way", "legal": True})
    elif m["type"] == "ask":
        say({"type": "answer", "id": m["id"], **({"move": m["legal"][0]} if m.get("legal") else {})})
`
			if err := os.WriteFile(file, []byte(code), 0o666); err != nil {
				t.Fatal(err)
			}
			patience := "60s"
			if n < len(never) {
				patience = "3s"
			}
			var out, errs bytes.Buffer
			exit := program().Run(t.Context(), []string{"check", "exec:python3 '" + file + "'", "--patience", patience}, strings.NewReader(""), &out, &errs)
			if silent := strings.Contains(out.String(), "does it flush what it prints?"); silent != (n < len(never)) || exit == 0 == silent {
				t.Errorf("exit %d\n%s%s", exit, &out, &errs)
			}
		})
	}
}
