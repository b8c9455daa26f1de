package hostile

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// floods are files of strangers, each repeated until it has 20 MB, between a beginning and an end. In a beginning, GAME is the game.
var floods = []struct{ name, head, part, tail string }{
	{"tuples in tuples, of Python", "", "(", strings.Repeat("t", 1<<20) + "."},
	{"one tuple in the other, of Python", "\x80\x02)", "\x85", "."},
	{"lists in lists, of Python", "", "]", strings.Repeat("a", 1<<20) + "."},
	{"a long list, of Python", "(", "I1\n", "l."},
	{"a long number, of Python", "I", "9", "\n."},
	{"twice the same, twice", "\x80\x02)", "2\x86", "."},
	{"lists in lists", "", "[", ""},
	{"objects in objects", "", `{"a":`, ""},
	{"a long list", "[", "1,", "1]"},
	{"a map of rows", `{"board":[`, "[1],", "[1]]}"},
	{"a record with a long move", header, "", ""}, // its part is in the loop
	{"a record with moves in moves", header + `{"type":"answer","ply":1,"seat":"red","move":`, "[", "}\n"},
	{"a record of headers", "", header, ""},
	{"a record of undos", header, `{"type":"undo","plies":1}` + "\n", ""},
	{"trees in trees", "", "(;GM[18]", ""},
	{"parentheses", "", "(", ";GM[18]" + strings.Repeat(")", 1<<20)},
	{"properties", "(;GM[18]", "C[x]", ")"},
	{"turns in brackets", "(;GM[Amazons]", "B[d1-d7-g7//1.0]", ";)"},
	{"rows of a FEN", "", "3b2b3/", " w - - 0 1"},
	{"turns of the literature", "", "1. d1-d7(g7) d10-c9(h4) ", ""},
	{"turns", "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r\n", "D0D4J4\n", ""},
	{"lines of a letter", "", "x\n", ""},
	{"lines of walls", "", "#\n", ""},
	{"one line", "", "x", ""},
	{"states of a replay", `{"walls":[],"bots":[`, "[1,2],", "]}\x04"},
	{"zeroes", "", "\x00", ""},
	{"ones", "", "\x01\x00\x00\x00", ""},
	{"bytes that are no text", "", "\xff", ""},
}

// notations are the formats that a game reads besides those of all games.
var notations = map[string]string{"amazons": "turns literature sgf ggf fen", "sarena": "turns trace dmp", "tron": "cr map"}

const header = `{"type":"header","game":"GAME","rules":"1","id":"x","seed":"7","seats":[{"seat":"red","name":"a"},{"seat":"blue","name":"b"}]}` + "\n"

// TestLargeFiles gives every game files of 20 MB that are made to cost time and memory. Each ends soon, or is read; whatever is wrong
// with it is said on one line.
func TestLargeFiles(t *testing.T) {
	gametest.Long(t, "reads files of 20 MB in every format of every game")
	games, bin := programs(t)
	for _, game := range gametest.Sample(t, games) {
		for _, flood := range floods {
			t.Run(game+"/"+flood.name, func(t *testing.T) {
				t.Parallel()
				text := strings.ReplaceAll(flood.head, "GAME", game)
				if flood.part == "" {
					text, flood.part, flood.tail = text+`{"type":"answer","ply":1,"seat":"red","move":[`, "1,", "1]}\n"
				}
				part := strings.ReplaceAll(flood.part, "GAME", game)
				text += strings.Repeat(part, (20<<20-len(text)-len(flood.tail))/len(part)) + flood.tail
				file := filepath.Join(t.TempDir(), "file")
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				lists := [][]string{
					{"replay", file, "--quiet"}, {"convert", file, "--to", "layout"}, {"play", "random", "random", "--quiet", "--start", file},
				}
				for format := range strings.FieldsSeq("record layout " + notations[game]) {
					lists = append(lists, []string{"convert", file, "--to", "layout", "--from", format})
				}
				for _, args := range lists {
					readLarge(t, filepath.Join(bin, game), args)
				}
			})
		}
	}
}

// readLarge runs a program that should not take long, nor much memory, nor many words.
func readLarge(t *testing.T, program string, args []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	err := c.Run()
	spent := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	megabytes := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
	if spent > 4*time.Second || megabytes > 600 {
		t.Errorf("%v: %v of processor time and %d MB", args, spent, megabytes)
	}
	if code := c.ProcessState.ExitCode(); code < 0 || code > 2 || err != nil && (errs.Len() > 1000 || strings.Count(errs.String(), "\n") != 1) {
		t.Errorf("%v: %v, %d bytes on standard error: %.300s", args, err, errs.Len(), &errs)
	}
}
