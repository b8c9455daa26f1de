package league_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if gametest.Updates() {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// games reads results such as "01 1, 10 =": two teams by seat and the winner's seat, = for a draw, x for nobody, v for void; a
// reason makes it a default: "01 0 late". Every two games in a row are a pair.
func games(t *testing.T, text string) (list []league.Game) {
	t.Helper()
	for i, item := range strings.Split(text, ", ") {
		f := strings.Fields(item)
		g := league.Game{Pair: i/2 + 1}
		for _, team := range f[0] {
			g.Teams = append(g.Teams, int(team-'0'))
		}
		switch f[1] {
		case "=":
			g.Winner = league.Draw
		case "x":
			g.Winner = league.Nobody
		case "v":
			g.Winner = league.Void
		default:
			g.Winner = int(f[1][0] - '0')
		}
		if len(f) > 2 {
			g.Default, g.Reason = true, strings.Join(f[2:], " ")
		}
		list = append(list, g)
	}
	return list
}

func TestTable(t *testing.T) {
	var got []string
	for _, s := range league.Table(4, games(t, "01 1, 10 0 late, 12 =, 3 0, 02 v, 20 x crashed: no file")) {
		got = append(got, fmt.Sprintf("%d. %d: %d played, %d-%d-%d, %d defaults %v, %d byes, %g", s.Place, s.Team, s.Played, s.Wins, s.Draws, s.Losses, s.Defaults, s.Reasons, s.Byes, s.Points))
	}
	want := []string{
		"1. 1: 3 played, 2-1-0, 0 defaults map[], 0 byes, 2.5",
		"2. 3: 0 played, 0-0-0, 0 defaults map[], 1 byes, 1",
		"3. 2: 2 played, 0-1-1, 1 defaults map[crashed:1], 0 byes, 0.5",
		"4. 0: 3 played, 0-0-3, 2 defaults map[crashed:1 late:1], 0 byes, 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestTiebreaks(t *testing.T) {
	for _, tt := range []struct {
		name, games, want string
	}{
		// 0 and 1 have 2 points; 1 beat 0.
		{"direct encounter", "01 1, 02 0, 12 0, 12 1, 03 0, 31 0", "1:1 2:0 3:2 3:3"},
		// 0, 1 and 2 have a point, and not all of them met; 0 beat a team with a point, the others one without.
		{"Sonneborn-Berger", "01 0, 23 0, 13 0", "1:0 2:1 2:2 4:3"},
		// All drew or split with each other; only the wins differ.
		{"wins", "01 =, 10 =, 23 0, 32 0, 02 =, 20 =, 03 =, 30 =, 12 =, 21 =, 13 =, 31 =", "1:2 1:3 3:0 3:1"},
		{"a shared place", "01 =, 02 =, 12 =", "1:0 1:1 1:2"},
		// Three have a point. 1 beat 0, but 2 has met neither: direct encounter does not count, and 0 beat the team with most
		// points.
		{"not all met", "10 0, 03 0, 34 0, 43 1, 24 0", "1:3 2:0 3:1 4:2 5:4"},
	} {
		var got []string
		for _, s := range league.Table(strings.Count("01234", "")-1, games(t, tt.games)) {
			if s.Played > 0 {
				got = append(got, fmt.Sprintf("%d:%d", s.Place, s.Team))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}

// Wilson's interval for 8 of 10 is 49.0 % to 94.3 % (any textbook).
func TestShare(t *testing.T) {
	var list []league.Game
	for i := range 10 {
		list = append(list, league.Game{Teams: []int{0, 1}, Winner: i / 8})
	}
	s := league.Table(2, list)[0]
	if got := fmt.Sprintf("%.1f %.1f", 100*s.Share.Low, 100*s.Share.High); got != "49.0 94.3" {
		t.Errorf("share %s, want 49.0 94.3", got)
	}
}

func TestPairs(t *testing.T) {
	list := games(t, "01 0, 10 1, 01 =, 10 =, 01 1, 10 1, 01 v, 10 0, 02 0, 20 0, 01 0 forfeit: gone, 10 0")
	if got, want := league.Pairs(list, 0, 1), (rating.Pentanomial{WW: 1, DD: 1, WL: 2}); got != want {
		t.Errorf("pairs of 0 against 1: %+v, want %+v", got, want)
	}
	if got, want := league.Pairs(list, 1, 0), (rating.Pentanomial{LL: 1, DD: 1, WL: 2}); got != want {
		t.Errorf("pairs of 1 against 0: %+v, want %+v", got, want)
	}
	m := func(a, b int, points float64, games int) rating.Meeting {
		return rating.Meeting{A: a, B: b, Points: points, Games: games}
	}
	want := []rating.Meeting{m(0, 1, 2, 2), m(0, 1, 1, 2), m(0, 1, 1, 2), m(1, 0, 1, 1), m(0, 2, 1, 2), m(1, 0, 1, 1)}
	if diff := cmp.Diff(want, league.Meetings(list)); diff != "" {
		t.Errorf("meetings (-want +got):\n%s", diff)
	}
}

// A league of four with everything in it, in all forms.
func report(t *testing.T) *league.Report {
	list := games(t, "01 0, 10 1, 02 =, 20 0, 12 0, 21 1 late, 03 0 illegal, 30 1, 13 0 late, 31 1, 23 0 late, 32 1, 0 0")
	return league.NewReport([]string{"alice", "b|b", "carol, jr", "exec:dan"}, league.Table(4, list), list, league.Tiebreak)
}

func TestForms(t *testing.T) {
	for _, form := range strings.Split(league.Forms, ", ") {
		var out strings.Builder
		if err := report(t).Write(&out, form); err != nil {
			t.Fatal(err)
		}
		golden(t, "table."+form, out.String())
	}
	if err := report(t).Write(&strings.Builder{}, "html"); err == nil || !strings.Contains(err.Error(), `"html"`) {
		t.Errorf("form html: error %v, want one that names it", err)
	}
}

// Tie-breaks are noted where they had to decide; an order that is not by points is always noted.
func TestNotes(t *testing.T) {
	tied := games(t, "01 =, 10 =, 02 0, 20 1, 12 0, 21 1")
	var out strings.Builder
	if err := league.NewReport([]string{"a", "b", "c"}, league.Table(3, tied), tied, league.Tiebreak).Text(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "tied.text", out.String())
	sole := games(t, "01 0, 10 1")
	r := league.NewReport([]string{"a", "b"}, league.Table(2, sole), sole, "places: by lot")
	if notes := r.Notes(); len(notes) == 0 || notes[0] != "places: by lot" {
		t.Errorf("notes %q, want the order first", notes)
	}
}

// A team of a group that beat all others has a bounded rating although it lost within the group: the note is right about it, too.
func TestNoteOfGroup(t *testing.T) {
	group := games(t, "01 0, 10 0, 12 0, 21 1")
	r := league.NewReport([]string{"a", "b", "c"}, league.Table(3, group), group, league.Tiebreak)
	if notes := r.Notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "* alone or as a group only won, ") {
		t.Errorf("notes %q", notes)
	}
}

// CSV and JSON hold the same values, field by field.
func TestFormsAgree(t *testing.T) {
	var asCSV, asJSON strings.Builder
	if err := report(t).CSV(&asCSV); err != nil {
		t.Fatal(err)
	}
	if err := report(t).JSON(&asJSON); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(asCSV.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var summary struct{ Players []map[string]any }
	if err := json.Unmarshal([]byte(asJSON.String()), &summary); err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{"team": "name", "won": "wins", "drawn": "draws", "lost": "losses"}
	for i, player := range summary.Players {
		for k, name := range rows[0] {
			key := name
			if other := keys[name]; other != "" {
				key = other
			}
			value, known := player[key]
			if !known && !strings.HasPrefix(name, "against ") {
				t.Errorf("JSON has no %s", key)
			}
			if number, ok := value.(float64); ok && fmt.Sprint(number) != rows[i+1][k] {
				t.Errorf("%s: JSON has %v, CSV %s", name, value, rows[i+1][k])
			}
		}
	}
}

// A class of 200 teams is printed without its crosstable.
func TestWideTable(t *testing.T) {
	names := make([]string, 200)
	var list []league.Game
	for i := range names {
		names[i] = fmt.Sprint("team ", i)
		list = append(list, league.Game{Teams: []int{i, (i + 1) % len(names)}, Winner: league.Draw})
	}
	var out strings.Builder
	if err := league.NewReport(names, league.Table(len(names), list), list, league.Tiebreak).Text(&out); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(out.String(), "\n")
	if len(first) > 120 || !strings.Contains(out.String(), "the crosstable of more than 30 teams") {
		t.Errorf("the heading is %q, the end %q", first, out.String()[out.Len()-200:])
	}
}

// The points of a ladder that runs through the term are numbers with all their digits, not 1e+06.
func TestManyGames(t *testing.T) {
	var list []league.Game
	for range 4000 {
		list = append(list, league.Game{Teams: []int{0, 1}, Winner: league.Draw})
	}
	var out strings.Builder
	if err := league.NewReport([]string{"a", "b"}, league.Table(2, list), list, league.Tiebreak).Text(&out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Contains(got, "e+") || !strings.Contains(got, " 4000000 ") { // 4,000 draws with a team of 2,000
		t.Errorf("the table is\n%s", got)
	}
}
