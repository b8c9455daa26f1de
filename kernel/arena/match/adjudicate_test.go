package match_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// opinionated takes one, and says with each answer what the game is worth to it, in per cent; "-" says nothing.
type opinionated struct {
	values []string
	asked  int
}

func (p *opinionated) Answer(context.Context, int) (int, string, error) {
	p.asked++
	return 1, "", nil
}

func (p *opinionated) Worth() (float64, bool) {
	percent, err := strconv.ParseFloat(p.values[min(p.asked, len(p.values))-1], 64)
	return percent / 100, err == nil
}

// A game ends when its players have agreed for long enough, and a record of it is judged in the same way.
func TestAdjudication(t *testing.T) {
	game := heap("x", "y")
	game.Bots = []match.Bot[int, int]{{
		Name: "says", Params: []match.Param{{Name: "v", Default: "-"}},
		New: func(p match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
			return func(*rand.Rand) turn.Player[int, int] { return &opinionated{values: strings.Split(p["v"], "/")} }, nil
		},
	}}
	bound := match.Bind(game)
	for _, tt := range []struct {
		what, x, y, resign, draw string
		winner, reason           string
		plies                    int
	}{
		{"it is off", "100", "0", "", "", "y", "last", 12},
		{"they agree that x wins", "96", "4", "4@95%", "", "x", "adjudicated", 5}, // y speaks for the first time at the second ply
		{"they agree that y wins", "50/50/0", "50/50/100", "2@95%", "", "y", "adjudicated", 7},
		{"only the winner thinks so", "96", "40", "4@95%", "", "y", "last", 12},
		{"only the loser thinks so", "60", "0", "4@95%", "", "y", "last", 12},
		{"both think that they win", "100", "100", "1@95%", "", "y", "last", 12},
		{"one says nothing", "100", "-", "1@95%", "", "y", "last", 12},
		{"one is silent for a while", "100/100/-/100/100/100", "0", "4@95%", "", "x", "adjudicated", 10},
		{"one changes its mind", "100/100/60/100/100/100", "0", "4@95%", "", "x", "adjudicated", 10},
		{"exactly as much as wanted", "95", "5", "2@95%", "", "x", "adjudicated", 3},
		{"they are sure", "100", "0", "2@100%", "", "x", "adjudicated", 3},
		{"exactly level", "50", "50", "", "3@0%", "", "adjudicated", 4},
		{"they agree that it is level", "51", "48", "", "3@2%", "", "adjudicated", 4},
		{"level is not level enough", "53", "50", "", "3@2%", "y", "last", 12},
		{"the rules end it first", "100", "0", "11@95%", "", "y", "last", 12},
	} {
		options := match.Params{}
		for name, value := range map[string]string{match.Resign: tt.resign, match.Draw: tt.draw} {
			if value != "" {
				options[name] = value
			}
		}
		var text bytes.Buffer
		line, err := bound.Play(t.Context(), job.Job{Start: "12", Seed: "1", Options: options, Seats: []job.Team{
			{Label: "x", Spec: "says:v=" + tt.x}, {Label: "y", Spec: "says:v=" + tt.y},
		}}, match.Seating{Record: &text})
		if err != nil {
			t.Fatalf("%s: %v", tt.what, err)
		}
		winner := ""
		if line.Winner != nil {
			winner = *line.Winner
		}
		if winner != tt.winner || line.Reason != tt.reason || line.Plies != tt.plies {
			t.Errorf("%s: %q wins (%s) after %d plies, want %q (%s) after %d", tt.what, winner, line.Reason, line.Plies, tt.winner, tt.reason, tt.plies)
		}
		g, err := record.ReadGame(text.Bytes(), 1)
		if err == nil {
			err = bound.Verify(g)
		}
		if err != nil {
			t.Errorf("%s: its record: %v\n%s", tt.what, err, &text)
		}
		again, err := bound.Play(t.Context(), job.Job{Start: "12", Seed: "1", Options: options, Seats: []job.Team{
			{Label: "x", Spec: "says:v=" + tt.x}, {Label: "y", Spec: "says:v=" + tt.y},
		}}, match.Seating{})
		if err != nil || again.Reason != tt.reason || again.Plies != tt.plies {
			t.Errorf("%s, without a record: %+v, %v", tt.what, again, err)
		}
		if tt.reason != "adjudicated" {
			continue
		}
		plies, percent, _ := strings.Cut(strings.TrimSuffix(tt.resign+tt.draw, "%"), "@")
		detail := "all players gave themselves 50 % for " + plies + " answers, give or take " + percent + " %"
		if tt.resign != "" {
			detail = "all players gave " + strings.ToUpper(winner) + " " + percent + " % or more for " + plies + " answers"
		}
		if line.Detail != detail {
			t.Errorf("%s: it ended because %q, want %q", tt.what, line.Detail, detail)
		}
		g.Header.Options = nil // without them the rules do not end the game here
		if bound.Verify(g) == nil {
			t.Errorf("%s: the record is right without the option, too", tt.what)
		}
	}
	for name, list := range map[string][]string{
		match.Resign: {"6", "6@95", "0@95%", "-1@95%", "6@50%", "6@101%", "x@95%", "6@NaN%", "6@95%%"}, match.Draw: {"20@50%", "20@-1%", "@2%", "20@x%"},
	} {
		for _, value := range list {
			_, err := bound.Position(match.Setup{Options: match.Params{name: value}}, nil)
			if err == nil || !strings.Contains(err.Error(), "flag --"+name) || !strings.Contains(err.Error(), "PLIES@PERCENT%") {
				t.Errorf("--%s %q: %v, want an error", name, value, err)
			}
		}
	}
}
