package bot

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// modelSpy plays as a team and counts how often a model does the same, with what the team is shown.
type modelSpy struct {
	referee.Bot
	by    [2]model // by bot
	w     world
	right [2]int // by bot
	all   [2]int
	wrong int // sets of choices with none, or with one that does not exist
}

func (s *modelSpy) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	to, err := s.Bot.Move(ctx, b)
	if s.w.g == nil {
		s.w.g = newGround(b.Maze, b.Version)
	}
	g, team := s.w.g, teamOf(b)
	bot := 2*b.Turn + team
	s.w.score[team], s.w.score[1-team] = b.Score, b.Enemy[0].Score
	s.w.at[bot], s.w.at[(bot+2)%pelita.Bots] = g.at(b.Position), g.at(b.Other.Position)
	for i, e := range b.Enemy { // noise may show it on a wall
		s.w.at[2*i+1-team] = g.at(slices.MinFunc(g.cells, func(c, d pelita.Cell) int {
			return c.Distance(e.Position) - d.Distance(e.Position)
		}))
	}
	var lists [2][]pelita.Cell
	lists[team], lists[1-team] = b.Food, b.Enemy[0].Food
	s.w.setFood(lists)
	options, c := g.options[s.w.at[bot]], s.w.modelled(bot, s.by[b.Turn])
	if c == 0 || bits.Len8(uint8(c)) > len(options) {
		s.wrong++
	}
	s.all[b.Turn]++
	if c&(1<<slices.Index(options, g.at(to))) != 0 {
		s.right[b.Turn]++
	}
	return to, err
}

// The models do what the teams do that they are models of, but for what a team remembers and for enemies that noise moves.
func TestModels(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		team string
		by   [2]model
	}{
		{"switcher", [2]model{nearChase, nearChase}},
		{"halves", [2]model{half, half}},
		{"guard", [2]model{half, keep}},
	} {
		for _, opponent := range []string{"halves", "guard", "demo-switching"} {
			spy := &modelSpy{by: tt.by}
			for game := range 10 {
				spy.Bot, spy.w = population[tt.team](), world{}
				playGame(t, game, spy, population[opponent](), 0)
			}
			for k := range 2 {
				if spy.wrong > 0 || 100*spy.right[k] < 99*spy.all[k] {
					t.Errorf("%s, bot %d against %s: %d of %d moves foreseen, want 99 %%; %d wrong sets", tt.team, k, opponent, spy.right[k],
						spy.all[k], spy.wrong)
				}
			}
		}
	}
}

// What enemies do tells the champion which models they follow, and that random ones follow none.
func TestModelsAreLearned(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		team string
		is   [2][]model // by bot: what it may be taken for
		want float64    // their probability at the end of a game, on the average
	}{
		{"switcher", [2][]model{{near, nearChase}, {near, nearChase}}, 0.5},
		{"halves", [2][]model{{half, halfChase}, {half, halfChase}}, 0.5},
		{"guard", [2][]model{{half, halfChase}, {keep}}, 0.5},
		{"random", [2][]model{{noModel}, {noModel}}, 0.9},
		{"demo-smart-random", [2][]model{{noModel}, {noModel}}, 0.9},
	} {
		const games = 10
		var sum [2]float64
		for game := range games {
			c := new(Champion)
			playGame(t, game, c, population[tt.team](), 0)
			for k, belief := range c.beliefs {
				odds := belief.models()
				for _, m := range tt.is[k] {
					sum[k] += odds[m]
				}
			}
		}
		for k := range sum {
			if got := sum[k] / games; got < tt.want {
				t.Errorf("%s, bot %d: the right models have a probability of %.2f, want %.2f", tt.team, k, got, tt.want)
			}
		}
	}
}

// Every model has a choice where nothing can be reached.
func TestModelsBehindWalls(t *testing.T) {
	b := setup(t, "##########\n#a . ##  #\n#    ## x#\n#b   ##  #\n#    ## y#\n#    ##. #\n##########\n")
	c := new(Champion)
	if _, err := c.Move(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	for bot := range pelita.Bots {
		for m := noModel + 1; m < models; m++ {
			if got := c.now.modelled(bot, m); got == 0 || bits.Len8(uint8(got)) > len(c.g.options[c.now.at[bot]]) {
				t.Errorf("bot %d, model %d: choices %b of %d options", bot, m, got, len(c.g.options[c.now.at[bot]]))
			}
		}
	}
}
