package league_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// TestGrades grades a class of three against two bots of the course.
func TestGrades(t *testing.T) {
	names := []string{"easy", "zoe", "hard", "=1+2", "late"} // a spreadsheet would work the fourth one out
	game := func(a, b, winner int) league.Game { return league.Game{Teams: []int{a, b}, Winner: winner} }
	games := []league.Game{
		game(1, 0, 0), game(0, 1, league.Draw), // zoe: 1.5 of 2 with easy
		game(1, 2, 0), game(2, 1, 0), // half with hard
		game(3, 0, 0), game(0, 3, 0), // =1+2: half with easy
		{Teams: []int{3, 2}, Winner: 0, Default: true}, game(2, 3, 1), // and both with hard
		game(1, 3, 0),
	}
	scheme, err := league.ParseGrades("# the course\neasy=40, easy=10@80%\nhard = 60 # the last one\n")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := league.NewReport(names, league.Table(len(names), games), games, league.Tiebreak)
	if err := r.Grades(&out, scheme); err != nil {
		t.Fatal(err)
	}
	want := `team,games against easy,points for easy,games against easy at 80 %,points for easy at 80 %,games against hard,points for hard,grade,of,sure
'=1+2,1 of 2,0,1 of 2,0,2 of 2,60,60,110,50 %
late,,0,,0,,0,0,110,50 %
zoe,1.5 of 2,40,1.5 of 2,0,1 of 2,0,40,110,50 %
`
	if out.String() != want {
		t.Errorf("grades\n%s\nwant\n%s", out.String(), want)
	}
	if err := r.Grades(&out, []league.Grade{{Team: "ezy", Points: 1}}); err == nil || !strings.Contains(err.Error(), `"ezy"`) {
		t.Errorf("a bot that is no team: %v", err)
	}
}

func TestParseGrades(t *testing.T) {
	for text, want := range map[string]string{
		"":                "empty",
		"# nothing":       "empty",
		"easy":            `"easy"`,
		"=4":              `"=4"`,
		"easy=x":          `"easy=x"`,
		"easy=-1":         `"easy=-1"`,
		"easy=4@80":       `"easy=4@80"`,
		"easy=4@180%":     `"easy=4@180%"`,
		"easy=4,easy=5":   "another one for easy",
		"a=1, b=NaN, c=2": `"b=NaN"`,
	} {
		if _, err := league.ParseGrades(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	scheme, err := league.ParseGrades("alphabeta:level=3=4@75%")
	if err != nil || scheme[0] != (league.Grade{Team: "alphabeta:level=3", Points: 4, Share: 0.75}) {
		t.Errorf("%+v, %v", scheme, err)
	}
}

// The sureness is that of the least sure entry, from pairs of games: ten won pairs leave no doubt, one pair much.
func TestSureness(t *testing.T) {
	var games []league.Game
	play := func(pairs, team, bot, winner int) {
		for range pairs {
			pair := len(games) + 1
			games = append(games, league.Game{Teams: []int{team, bot}, Winner: winner, Pair: pair}, league.Game{Teams: []int{bot, team}, Winner: 1 - winner, Pair: pair})
		}
	}
	play(10, 1, 0, 0) // ann beats easy in all games
	play(10, 1, 2, 1) // and hard never
	play(1, 3, 0, 0)  // bob in the only two
	play(10, 3, 2, 1)
	scheme := []league.Grade{{Team: "easy", Points: 4}, {Team: "hard", Points: 6}}
	r := league.NewReport([]string{"easy", "ann", "hard", "bob"}, league.Table(4, games), games, "")
	var out strings.Builder
	if err := r.Grades(&out, scheme); err != nil {
		t.Fatal(err)
	}
	if want := "\nann,20 of 20,4,0 of 20,0,4,10,99 %\nbob,2 of 2,4,0 of 20,0,4,10,67 %\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("grades\n%s\nwant%s", out.String(), want)
	}
	unsure, err := r.Unsure(scheme, 0.95)
	if err != nil || len(unsure) != 1 || unsure[0] != (league.Meeting{Team: 3, Other: 0, Games: 2}) {
		t.Errorf("unsure: %v, %v; want only the games of bob with easy", unsure, err)
	}
}

// A share with decimals is reached by exactly that many points.
func TestExactShare(t *testing.T) {
	var games []league.Game
	for i := range 125 {
		g := league.Game{Teams: []int{0, 1}, Winner: 1}
		switch {
		case i < 5:
			g.Winner = 0
		case i == 5:
			g.Winner = league.Draw
		}
		games = append(games, g)
	}
	scheme, err := league.ParseGrades("easy=1@4.4%, easy=2@4.41%")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := league.NewReport([]string{"ann", "easy"}, league.Table(2, games), games, "").Grades(&out, scheme); err != nil {
		t.Fatal(err)
	}
	if want := "\nann,5.5 of 125,1,5.5 of 125,0,1,3,25 %\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("grades\n%s\nwant%s", out.String(), want)
	}
}
