package tournament_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// dice is a game of two plies: the higher number wins.
type dice struct{ shown []int }

func (d *dice) Ask() []turn.Question[int] {
	if len(d.shown) == 2 {
		return nil
	}
	return []turn.Question[int]{{Seat: len(d.shown)}}
}

func (d *dice) Answer(answers []turn.Answer[int]) { d.shown = append(d.shown, answers[0].Value) }

func (d *dice) Result() turn.Result {
	winner := 0
	if d.shown[1] > d.shown[0] {
		winner = 1
	}
	return turn.Result{Winner: winner, Reason: "higher", Detail: "is lower", Plies: 2}
}

type thrower struct{ chance *rand.Rand }

func (p thrower) Answer(context.Context, int) (int, string, error) {
	return p.chance.IntN(100), "", nil
}

func game() *match.Bound {
	throw := func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
		return func(chance *rand.Rand) turn.Player[int, int] { return thrower{chance} }, nil
	}
	return match.Bind(&match.Game[int, int]{
		Name: "dice", Seats: []string{"left", "right"}, Round: 2,
		Codec: jsonl.Codec[int]{
			Game: "dice", Rules: "1", Kind: func(int) string { return "throw" }, View: func(int) any { return nil },
		},
		Open: func(match.Setup) (*match.Table[int, int], error) {
			return &match.Table[int, int]{Referee: &dice{}, Layout: func() string { return "" }}, nil
		},
		Bots: []match.Bot[int, int]{{Name: "throw", New: throw}},
	})
}

var (
	key   = []byte("a secret of the course staff")
	teams = []tournament.Team{{Label: "a", Spec: "throw"}, {Label: "b", Spec: "throw"}, {Label: "c", Spec: "throw"}}
)

// played plays a tournament in a new folder and returns it.
func played(t *testing.T, secret []byte) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "cup")
	cup, err := tournament.Prepare(dir, game(), tournament.Head{Seed: "7", Rounds: 1, Teams: teams}, secret)
	if err != nil {
		t.Fatal(err)
	}
	defer cup.Close()
	if err := errors.Join(cup.Begin(), cup.Run(t.Context(), tournament.Run{Concurrency: 2})); err != nil {
		t.Fatal(err)
	}
	return dir
}

// resume goes on with a tournament and returns the lines of its journal that were damaged.
func resume(t *testing.T, dir string, secret []byte) (bad []int) {
	t.Helper()
	cup, err := tournament.Resume(dir, game(), secret)
	if err != nil {
		t.Fatal(err)
	}
	defer cup.Close()
	if err := cup.Run(t.Context(), tournament.Run{Concurrency: 1}); err != nil {
		t.Fatal(err)
	}
	for _, d := range cup.Bad.First {
		bad = append(bad, d.Line)
	}
	return bad
}

func journal(dir string) string { return filepath.Join(dir, "journal.jsonl") }

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

// wrong returns the findings of Verify.
func wrong(dir string, secret []byte) string {
	v, err := tournament.Verify(dir, game(), secret, "")
	switch {
	case err != nil:
		return err.Error()
	case v.Last == "":
		return "it has no hashes"
	}
	return strings.Join(v.Wrong, "; ")
}

// Verify finds every edit of a byte and of a line, in the journal and in the records.
func TestVerifyFindsEveryEdit(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	for name, secret := range map[string][]byte{"no key": nil, "key": key} {
		t.Run(name, func(t *testing.T) {
			dir := played(t, secret)
			v, err := tournament.Verify(dir, game(), secret, "")
			if err != nil || len(v.Wrong)+len(v.Notes) > 0 || v.Games != 6 || v.Lines != 7 || len(v.Last) != 64 {
				t.Fatalf("untouched: %+v, %v; want 6 games on 7 lines and a hash", v, err)
			}
			records, err := filepath.Glob(filepath.Join(dir, "games", "*"))
			if err != nil || len(records) != 6 {
				t.Fatalf("%d records, want 6; %v", len(records), err)
			}
			for _, path := range append(records[:1], journal(dir)) {
				text := readFile(t, path)
				// Without the last end of line: what is not written to its end is played again. Not every byte: that takes long.
				for i := 0; i < len(text)-1; i += 11 {
					for what, edited := range map[string][]byte{
						"changed": slices.Concat(text[:i], []byte{text[i] ^ 1}, text[i+1:]),
						"removed": slices.Concat(text[:i], text[i+1:]),
					} {
						writeFile(t, path, edited)
						if wrong(dir, secret) == "" {
							t.Errorf("%s: byte %d %s: not detected", filepath.Base(path), i, what)
						}
					}
				}
				writeFile(t, path, text)
			}
			lines := bytes.SplitAfter(bytes.TrimSuffix(readFile(t, journal(dir)), []byte("\n")), []byte("\n"))
			lines[6] = append(lines[6], '\n')
			for i := 1; i < 6; i++ {
				writeFile(t, journal(dir), bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil))
				if got := wrong(dir, secret); !strings.HasPrefix(got, fmt.Sprintf("line %d: its hash does not match", i+1)) {
					t.Errorf("line %d removed: %q, want line %[1]d named", i+1, got)
				}
				swapped := slices.Clone(lines)
				swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
				writeFile(t, journal(dir), bytes.Join(swapped, nil))
				if wrong(dir, secret) == "" {
					t.Errorf("lines %d and %d swapped: not detected", i+1, i+2)
				}
			}
			writeFile(t, journal(dir), bytes.Join(lines, nil))
			if err := os.Rename(records[2], records[3]); err != nil {
				t.Fatal(err)
			}
			if got := wrong(dir, secret); strings.Count(got, "; ") != 1 || !strings.Contains(got, "the record was changed or replaced") {
				t.Errorf("a record in the place of another: %q, want both games named", got)
			}
		})
	}
}

// A published hash shows that the hashes were computed anew or removed; without its key, a journal can neither be verified nor
// resumed.
func TestForgery(t *testing.T) {
	forge := func(dir string) {
		t.Helper()
		text := regexp.MustCompile(`"chain":"[0-9a-f]*"`).ReplaceAll(readFile(t, journal(dir)), []byte(`"forged":true`))
		text = bytes.Replace(text, []byte(`"label":"a"`), []byte(`"label":"A"`), 1)
		// Now it looks like one of a program that wrote no hashes.
		writeFile(t, journal(dir), text)
	}
	dir := played(t, nil)
	before, err := tournament.Load(dir, game())
	if err != nil {
		t.Fatal(err)
	}
	published := before.Last()
	if v, err := tournament.Verify(dir, game(), nil, published); err != nil || v.Known != 7 {
		t.Errorf("the last hash stands in line %d, want 7; %v", v.Known, err)
	}
	forge(dir)
	if v, err := tournament.Verify(dir, game(), nil, published); err != nil || v.Known != 0 || v.Last != "" {
		t.Errorf("without hashes: %+v, %v; want none", v, err)
	}
	dir = played(t, key)
	for name, secret := range map[string][]byte{"none": nil, "another": []byte("0123456789abcdef")} {
		var wrong *tournament.KeyError
		if _, err := tournament.Verify(dir, game(), secret, ""); !errors.As(err, &wrong) {
			t.Errorf("verify with key %s: error %v, want a *KeyError", name, err)
		}
		if _, err := tournament.Resume(dir, game(), secret); !errors.As(err, &wrong) {
			t.Errorf("resume with key %s: error %v, want a *KeyError", name, err)
		}
	}
}

// A damaged line is moved to another file and its game is played again; after that the hashes are sound, and a note says that
// this happened.
func TestDamagedLineIsPlayedAgain(t *testing.T) {
	for name, secret := range map[string][]byte{"no key": nil, "key": key} {
		for what, spoil := range map[string]func(string) string{
			"another winner": func(line string) string {
				return strings.NewReplacer(`"winner":"left"`, `"winner":"right"`, `"winner":"right"`, `"winner":"left"`).Replace(line)
			},
			"no JSON": func(line string) string { return "\x00\xff" + line[2:] },
			"cut":     func(line string) string { return line[:len(line)-100] },
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				dir := played(t, secret)
				before := games(t, dir)
				lines := strings.SplitAfter(string(readFile(t, journal(dir))), "\n")
				lines[3] = spoil(strings.TrimSuffix(lines[3], "\n")) + "\n"
				writeFile(t, journal(dir), []byte(strings.Join(lines, "")))
				bad := resume(t, dir, secret)
				want := []int{4}
				if what == "cut" {
					want = []int{4, 5} // the hash of line 5 follows from line 4
				}
				if diff := cmp.Diff(want, bad); diff != "" {
					t.Errorf("damaged lines (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(before, games(t, dir)); diff != "" {
					t.Errorf("games (-before +after):\n%s", diff)
				}
				v, err := tournament.Verify(dir, game(), secret, "")
				if err != nil || len(v.Wrong) > 0 || len(v.Notes) != 1 || v.Games != 6 {
					t.Errorf("after the repair: %+v, %v; want 6 games and one note", v, err)
				}
			})
		}
	}
}

// games returns the id and the winner of each game in a journal, by its number.
func games(t *testing.T, dir string) map[int]string {
	t.Helper()
	all := map[int]string{}
	for line := range strings.Lines(string(readFile(t, journal(dir)))) {
		var g struct {
			Type, Winner, ID string
			N                int
		}
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		if g.Type == "game" {
			if all[g.N] != "" {
				t.Errorf("game %d stands twice", g.N)
			}
			all[g.N] = g.ID + " " + g.Winner
		}
	}
	return all
}

// Journals and records of older programs, which carry no hashes, can be read and resumed; differences are found.
func TestJournalsWithoutHashesAreRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "old")
	if err := os.CopyFS(dir, os.DirFS("testdata/old")); err != nil {
		t.Fatal(err)
	}
	v, err := tournament.Verify(dir, game(), nil, "")
	if err != nil || len(v.Wrong) > 0 || v.Games != 2 || v.Last != "" {
		t.Fatalf("an older journal: %+v, %v; want 2 games and no hash", v, err)
	}
	if bad := resume(t, dir, nil); len(bad) > 0 {
		t.Errorf("lines %v are damaged, want none", bad)
	}
	if v, err = tournament.Verify(dir, game(), nil, ""); err != nil || len(v.Wrong) > 0 || v.Games != 6 {
		t.Errorf("after going on: %+v, %v; want 6 games", v, err)
	}
	text := readFile(t, journal(dir))
	writeFile(t, journal(dir), bytes.Replace(text, []byte(`"winner":"right"`), []byte(`"winner":"left"`), 1))
	if v, err = tournament.Verify(dir, game(), nil, ""); err != nil || len(v.Wrong) != 1 {
		t.Errorf("with another winner than the record's: %+v, %v; want one line", v, err)
	}
}

// A tournament that never begins leaves no folder behind.
func TestNothingIsLeftOfATournamentThatDoesNotBegin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cup")
	head := tournament.Head{Seed: "7", Rounds: 1, Teams: teams[:1]}
	if _, err := tournament.Prepare(dir, game(), head, nil); err == nil {
		t.Error("a tournament of one team: no error")
	}
	head.Teams = teams
	cup, err := tournament.Prepare(dir, game(), head, nil)
	if err != nil {
		t.Fatal(err)
	}
	cup.Close()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of a tournament that was closed before it began: %v, want none", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "mine"), 0o777); err != nil {
		t.Fatal(err)
	}
	if cup, err = tournament.Prepare(dir, game(), head, nil); err != nil {
		t.Fatal(err)
	}
	cup.Close()
	if _, err := os.Stat(filepath.Join(dir, "mine")); err != nil {
		t.Errorf("a folder that was there: %v", err)
	}
}

// A tournament can be made again from its games: missing games are played when it is resumed.
func TestFill(t *testing.T) {
	from, to := played(t, nil), filepath.Join(t.TempDir(), "again")
	h := tournament.Head{Seed: "7", Rounds: 1, Teams: teams}
	cup, err := tournament.Prepare(to, game(), h, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := cup.Begin(); err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = cup.Fill(func(j job.Job) (found tournament.Found, err error) {
		switch asked++; asked {
		case 2:
			return found, nil
		case 3:
			return found, &tournament.VoidError{Reason: "nobody can play it"}
		}
		files, err := filepath.Glob(filepath.Join(from, "games", "*-"+j.ID+".jsonl"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		text := readFile(t, files[0])
		g, err := record.ReadGame(text, 1)
		if err != nil {
			t.Fatal(err)
		}
		line := g.Result.Line(game().Seats, []string{g.Header.Seats[0].Name, g.Header.Seats[1].Name})
		line.ID, line.Seed, line.Hash = g.Header.ID, g.Header.Seed, g.Hash
		return tournament.Found{Line: line, Record: text}, nil
	})
	cup.Close()
	if err != nil || asked != 6 {
		t.Fatalf("%d games were asked for, want 6; %v", asked, err)
	}
	if v, err := tournament.Verify(to, game(), nil, ""); err != nil || v.Games != 4 || len(v.Wrong) > 0 {
		t.Fatalf("%+v, %v: want 4 sound games", v, err)
	}
	resume(t, to, nil)
	if v, err := tournament.Verify(to, game(), nil, ""); err != nil || v.Games != 5 || len(v.Wrong)+len(v.Notes) > 0 {
		t.Errorf("%+v, %v: want 5 sound games", v, err)
	}
	if !bytes.Contains(readFile(t, journal(to)), []byte(`"reason":"nobody can play it"`)) {
		t.Error("the journal lacks the game that nobody can play")
	}
}

// A journal whose damaged line had added a team is not continued: later lines name teams by number, and would mean other ones.
func TestLostTeam(t *testing.T) {
	dir := played(t, nil)
	cup, err := tournament.Resume(dir, game(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(cup.Add(tournament.Team{Label: "d", Spec: "throw"}, ""), cup.Add(tournament.Team{Label: "e", Spec: "throw"}, ""), cup.Forfeit("d", "cheated"))
	cup.Close()
	if err != nil {
		t.Fatal(err)
	}
	before := bytes.Replace(readFile(t, journal(dir)), []byte(`"label":"d"`), []byte(`"label":"`+"\x00"+`"`), 1)
	if err := os.WriteFile(journal(dir), before, 0o666); err != nil {
		t.Fatal(err)
	}
	if cup, err = tournament.Resume(dir, game(), nil); err == nil {
		table, _ := cup.Report()
		var text bytes.Buffer
		table.Text(&text)
		cup.Close()
		t.Fatalf("it goes on without the team:\n%s", text.String())
	}
	if !strings.Contains(err.Error(), "the line that added team 3 is missing or damaged") || !bytes.Equal(readFile(t, journal(dir)), before) {
		t.Errorf("error %v, want that a team is missing, and the journal as it was", err)
	}
}

// A copy whose lines end as on Windows is the same journal: no hash is lost, and going on continues them.
func TestLineEndsOfWindows(t *testing.T) {
	dir := played(t, nil)
	text := readFile(t, journal(dir))
	text = text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1] // without the last game
	writeFile(t, journal(dir), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
	if bad := resume(t, dir, nil); len(bad) > 0 {
		t.Errorf("lines %v are damaged, want none", bad)
	}
	if v, err := tournament.Verify(dir, game(), nil, ""); err != nil || len(v.Wrong) > 0 || v.Last == "" {
		t.Errorf("%+v, %v; want hashes and nothing wrong", v, err)
	}
}

func TestLabels(t *testing.T) {
	for text, want := range map[string]string{"jürgen=fool": "jürgen", "ju\u0308rgen=fool": "ju\u0308rgen", "李_1=fool": "李_1", "a b=fool": "a b=fool"} {
		if got := tournament.ParseTeam(text).Label; got != want {
			t.Errorf("%q: label %q, want %q", text, got, want)
		}
	}
}
