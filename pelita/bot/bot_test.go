package bot

import (
	"context"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
)

type mover interface {
	Move(context.Context, *pelita.Bot) (pelita.Cell, error)
}

// first draws the first of everything.
type first struct{}

func (first) Below(int) int         { return 0 }
func (first) Below64(uint64) uint64 { return 0 }
func (first) Float64() float64      { return 0 }

// setup returns bot a in a layout.
func setup(t *testing.T, layout string) *pelita.Bot {
	t.Helper()
	b, err := pelita.SetupTestGame(layout, pelita.TestGame{Random: first{}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Legal cells are stay, west, east, south, north; Chance draws the first.
func TestMoves(t *testing.T) {
	const open = `
##########
#   .    #
# a    . #
#b  .   x#
#       y#
##########`
	const pacmanBeside = `
##########
#.       #
# ax   . #
#b       #
#       y#
##########`
	const ghostBeside = `
##########
#.       #
#    ax. #
#b       #
#       y#
##########`
	const foodBeside = `
##########
#.   .   #
#    a   #
#b     x #
#       y#
##########`
	for _, tt := range []struct {
		name   string
		bot    mover
		layout string
		want   pelita.Cell
	}{
		{"stopping stays", Stopping{}, open, pelita.Cell{X: 2, Y: 2}},
		{"random draws any", Random{}, open, pelita.Cell{X: 2, Y: 2}},
		{"nq-random does not stay", NotQuiteRandom{}, open, pelita.Cell{X: 1, Y: 2}},
		{"food-eating goes the shortest way", &FoodEating{}, foodBeside, pelita.Cell{X: 5, Y: 1}},
		{"food-eating sees no ghost", &FoodEating{}, ghostBeside, pelita.Cell{X: 6, Y: 2}},
		{"smart-eating waits for a ghost", &SmartEating{}, ghostBeside, pelita.Cell{X: 5, Y: 2}},
		{"smart-random kills", SmartRandom{}, pacmanBeside, pelita.Cell{X: 3, Y: 2}},
		{"smart-random eats", SmartRandom{}, foodBeside, pelita.Cell{X: 5, Y: 1}},
		{"smart-random shuns a ghost", SmartRandom{}, ghostBeside, pelita.Cell{X: 4, Y: 2}},
		{"random-explorer goes on", &RandomExplorer{}, open, pelita.Cell{X: 1, Y: 2}},
		{"demo-stopping stays", DemoStopping{}, open, pelita.Cell{X: 2, Y: 2}},
		{"demo-random draws any", DemoRandom{}, open, pelita.Cell{X: 2, Y: 2}},
		{"demo-smart-random kills", DemoSmartRandom{}, pacmanBeside, pelita.Cell{X: 3, Y: 2}},
		{"demo-smart-random keeps a step away", DemoSmartRandom{}, ghostBeside, pelita.Cell{X: 4, Y: 2}},
		{"demo-attacker eats", &DemoAttacker{}, foodBeside, pelita.Cell{X: 5, Y: 1}},
		{"demo-attacker shuns a ghost", &DemoAttacker{}, ghostBeside, pelita.Cell{X: 5, Y: 2}},
		{"demo-defender kills", DemoDefender{}, pacmanBeside, pelita.Cell{X: 3, Y: 2}},
		{"demo-defender goes to the border", DemoDefender{}, open, pelita.Cell{X: 2, Y: 1}},
		{"demo-switching defends", &DemoSwitching{}, pacmanBeside, pelita.Cell{X: 3, Y: 2}},
		{"champion kills", &Champion{}, pacmanBeside, pelita.Cell{X: 3, Y: 2}},
		{"champion eats", &Champion{}, foodBeside, pelita.Cell{X: 5, Y: 1}},
		{"champion runs from a ghost", &Champion{}, ghostBeside, pelita.Cell{X: 4, Y: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.bot.Move(t.Context(), setup(t, tt.layout[1:]))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Where the original's shortest path has one cell, taking its second one fails.
func TestFoodUnderTheBot(t *testing.T) {
	b, err := pelita.SetupTestGame("########\n#    a #\n#b.  xy#\n########\n",
		pelita.TestGame{Random: first{}, Food: []pelita.Cell{{X: 5, Y: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	want := &Exception{"IndexError", "list index out of range"}
	if _, err := (&FoodEating{}).Move(t.Context(), b); !cmp.Equal(err, error(want)) {
		t.Errorf("error %v, want %v", err, want)
	}
}

func TestStep(t *testing.T) {
	b := setup(t, "##########\n#a   #   #\n# ## # # #\n#  # #b#x#\n##      y#\n##########\n")
	for _, tt := range []struct {
		from, to, want pelita.Cell
		ok             bool
	}{
		{pelita.Cell{X: 1, Y: 1}, pelita.Cell{X: 1, Y: 1}, pelita.Cell{X: 1, Y: 1}, false},
		{pelita.Cell{X: 1, Y: 1}, pelita.Cell{X: 2, Y: 1}, pelita.Cell{X: 2, Y: 1}, true},
		{pelita.Cell{X: 1, Y: 1}, pelita.Cell{X: 8, Y: 4}, pelita.Cell{X: 2, Y: 1}, true},
		{pelita.Cell{X: 8, Y: 4}, pelita.Cell{X: 1, Y: 1}, pelita.Cell{X: 7, Y: 4}, true},
	} {
		if got, ok := Step(b.Maze, tt.from, tt.to); got != tt.want || ok != tt.ok {
			t.Errorf("Step(%v, %v) = %v, %v, want %v, %v", tt.from, tt.to, got, ok, tt.want, tt.ok)
		}
	}
}

// A bot that is seen only through noise is found by the filter: the chance of the true cell grows, and it is never excluded.
func TestBelief(t *testing.T) {
	b := setup(t, halls)
	chance := pyrand.New(big.NewInt(7))
	truth := b.Enemy[0].Start
	belief := newBelief(b.Maze, truth)
	for n := range 200 {
		legal := b.Maze.Legal(truth)
		truth = legal[chance.Below(len(legal))]
		belief.step()
		if truth.Distance(b.Position) > pelita.SightDistance {
			shown := b.Maze.Shown(truth)
			belief.see(shown[chance.Below(len(shown))], b.Position, true)
		} else {
			belief.see(truth, b.Position, false)
		}
		if p := belief.p[b.Maze.Index(truth)]; p <= 0 {
			t.Fatalf("move %d: the true cell %v has probability %v", n, truth, p)
		}
		sum := 0.0
		for _, p := range belief.p {
			sum += p
		}
		if sum < 1-1e-9 || sum > 1+1e-9 || len(belief.where) == 0 {
			t.Fatalf("move %d: probabilities sum to %v over %d cells", n, sum, len(belief.where))
		}
	}
	if n := len(belief.where); n > 60 {
		t.Errorf("after 200 looks the enemy may be on %d cells, want fewer than the noise allows", n)
	}
}

// halls is a maze of our own without dead ends.
const halls = `################################
#      .     #  .      .  #   y#
# #### # ### #   # ### # # # # #
# #  . # # .         # # #.  #x#
# # ## # # # ##  ## # # #### # #
#   .    # .  #  # .. #      . #
## # ######## #  # ##### ## # ##
#  #  .   .           .   .  # #
# #  .   .           .   .  #  #
## # ## ##### #  # ######## # ##
# .      # .. #  #  . #    .   #
# # #### # # ##  ## # # # ## # #
#a#  .# # #         . # # .  # #
# # # # # ### #   # ### # #### #
#b   #  .      .  #     .      #
################################
`

// match plays a game on halls and returns the score of the first player's team, which is blue or red.
func match(t *testing.T, us, them mover, seat pelita.Seat, seed int64) (ours, theirs int) {
	t.Helper()
	s, err := pelita.NewGame(halls, pelita.Options{MaxRounds: pelita.MaxRounds})
	if err != nil {
		t.Fatal(err)
	}
	chance := pyrand.New(big.NewInt(seed))
	var teams [2]pelita.Team
	var seen [pelita.Bots]pelita.Sight
	for i := range teams {
		s.Look(i, chance, &seen)
		v := s.ViewOf(pelita.Seat(i), pelita.AskStart, &seen)
		teams[i].Start(&v, pyrand.New(big.NewInt(seed+1)))
	}
	players := [2]mover{us, them}
	if seat == pelita.Red {
		players = [2]mover{them, us}
	}
	for !s.Judge(true) {
		s.Begin(chance)
		s.Look(s.Turn, chance, &seen)
		v := s.ViewOf(s.Side(), pelita.AskMove, &seen)
		to, err := players[s.Side()].Move(t.Context(), teams[s.Side()].Bot(&v))
		if err != nil {
			t.Fatal(err)
		}
		if rule := s.Check(pelita.MoveTo(to)); rule != pelita.Legal {
			t.Fatalf("round %d: bot %c goes from %v to %v: %v", s.Round, pelita.Letters[s.Turn], s.Bots[s.Turn], to, rule.Error())
		}
		s.Step(pelita.MoveTo(to), chance)
	}
	return s.Score[seat], s.Score[seat.Other()]
}

// TestChampionWins plays every bundled team from both sides in a maze with dead ends and narrow passages. README.md has the figures
// for normal layouts.
func TestChampionWins(t *testing.T) {
	for name, opponent := range map[string]func() mover{
		"stopping":         func() mover { return Stopping{} },
		"random":           func() mover { return Random{} },
		"nq-random":        func() mover { return NotQuiteRandom{} },
		"food-eating":      func() mover { return &FoodEating{} },
		"smart-eating":     func() mover { return &SmartEating{} },
		"smart-random":     func() mover { return SmartRandom{} },
		"random-explorer":  func() mover { return &RandomExplorer{} },
		"demo-smartrandom": func() mover { return DemoSmartRandom{} },
		"demo-attacker":    func() mover { return &DemoAttacker{} },
		"demo-defender":    func() mover { return DemoDefender{} },
		"demo-switching":   func() mover { return &DemoSwitching{} },
	} {
		t.Run(name, func(t *testing.T) {
			won := 0
			for seed := range int64(10) {
				if ours, theirs := match(t, &Champion{}, opponent(), pelita.Seat(seed%2), seed); ours > theirs {
					won++
				}
			}
			if won < 8 {
				t.Errorf("won %d of 10 games, want at least 8", won)
			}
		})
	}
}

// The same seed plays the same game.
func TestChampionRepeats(t *testing.T) {
	a, b := match(t, &Champion{}, &Champion{}, 0, 5)
	if c, d := match(t, &Champion{}, &Champion{}, 0, 5); a != c || b != d {
		t.Errorf("seed 5 ends %d:%d and %d:%d", a, b, c, d)
	}
}
