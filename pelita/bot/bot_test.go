package bot

import (
	"context"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
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
		if got, ok := firstStep(b.Maze, tt.from, tt.to); got != tt.want || ok != tt.ok {
			t.Errorf("Step(%v, %v) = %v, %v, want %v, %v", tt.from, tt.to, got, ok, tt.want, tt.ok)
		}
	}
}

// A bot that is seen only through noise is found by the filter: the chance of the true cell grows, and it is never excluded.
func TestBelief(t *testing.T) {
	b := setup(t, halls)
	chance := pyrand.New(big.NewInt(7))
	truth := b.Enemy[0].Start
	belief := newBelief(b.Maze, truth, odds{1})
	for n := range 200 {
		legal := b.Maze.Legal(truth)
		truth = legal[chance.Below(len(legal))]
		belief.step(nil)
		if truth.Distance(b.Position) > pelita.SightDistance {
			shown := b.Maze.Shown(truth)
			belief.see(b.Maze.At(int(shown[chance.Below(len(shown))])), b.Position, true)
		} else {
			belief.see(truth, b.Position, false)
		}
		if p := belief.all[b.Maze.Index(truth)]; p <= 0 {
			t.Fatalf("move %d: the true cell %v has probability %v", n, truth, p)
		}
		sum := 0.0
		for _, p := range belief.all {
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

// The model that foresees what an enemy does becomes likelier, also when the enemy is where nobody could expect it.
func TestBeliefInModels(t *testing.T) {
	b := setup(t, halls)
	at := b.Enemy[0].Start
	belief := newBelief(b.Maze, at, odds{noModel: 0.5, near: 0.25, keep: 0.25})
	west := func(at pelita.Cell) (list [models]choices) {
		for n, to := range b.Maze.Options(at) {
			if to.X < at.X {
				list[near] |= 1 << n
			} else if to != at {
				list[keep] |= 1 << n
			}
		}
		return list
	}
	check := func(when string, likely bool) {
		t.Helper()
		sum := 0.0
		for _, p := range belief.models() {
			sum += p
		}
		if p := belief.models()[near]; sum < 1-1e-9 || sum > 1+1e-9 || (p > 0.5) != likely {
			t.Errorf("%s: %.3f, want a sum of 1 and more than half for model %d: %t", when, belief.models(), near, likely)
		}
	}
	check("at the beginning", false)
	belief.certain(pelita.Cell{X: 6, Y: 1})
	for x := 5; x > 1; x-- {
		belief.step(west)
		belief.see(pelita.Cell{X: x, Y: 1}, b.Position, false)
	}
	check("after four steps to the west", true)
	belief.see(pelita.Cell{X: 25, Y: 5}, b.Position, true)
	check("shown far away", true)
	if known, ok := belief.known(); ok {
		t.Errorf("the enemy is certainly on %v, want it anywhere near (25, 5)", known)
	}
	belief.certain(pelita.Cell{X: 1, Y: 1})
	belief.see(pelita.Cell{X: 1, Y: 2}, pelita.Cell{X: 1, Y: 2}, true) // impossible: near, and yet noisy
	check("shown where it cannot be", true)
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

// TestChampionWins plays a few games against the kinds that once beat it, and two of the originals'. README.md has the figures of
// many.
func TestChampionWins(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		opponent    string
		first, last int // games: board and colours follow from the number
		want        float64
	}{
		{"halves", 0, 4, 3}, {"switcher", 4, 8, 3}, {"smart-eating", 6, 8, 2}, {"demo-attacker", 18, 20, 2},
	} {
		points := 0.0
		for game := tt.first; game < tt.last; game++ {
			points += playGame(t, game, &Champion{}, population[tt.opponent](), 0).points
		}
		if points < tt.want {
			t.Errorf("%v points of %d games against %s, want at least %v", points, tt.last-tt.first, tt.opponent, tt.want)
		}
	}
}

// The same seed plays the same game.
func TestChampionRepeats(t *testing.T) {
	const small = 18
	a := playGame(t, small, &Champion{}, &Halves{}, 0)
	if b := playGame(t, small, &Champion{}, &Halves{}, 0); a != b {
		t.Errorf("game %d ends as %+v and as %+v", small, a, b)
	}
}

// TestLadder plays the steps of the ladder but the last one, which TestChampionWins plays.
func TestLadder(t *testing.T) {
	gametest.Long(t, "plays matches between the bots")
	for i, higher := range ladder[1:] {
		const games = 20
		points := 0.0
		for game := range games {
			points += playGame(t, game, population[higher](), population[ladder[i]](), 0).points
		}
		if points < 0.7*games {
			t.Errorf("%s makes %g points of %d against %s, want at least 70 %%", higher, points, games, ladder[i])
		}
	}
}

// ladder is what a student climbs, before the champion.
var ladder = []string{"random", "demo-smart-random", "demo-attacker", "halves"}

// Behind its deadline the champion answers with what it has.
func TestChampionDeadline(t *testing.T) {
	b := setup(t, halls)
	calm, hurried := &Champion{}, &Champion{}
	if _, err := calm.Move(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	to, err := hurried.Move(ctx, setup(t, halls))
	if err != nil || !slices.Contains(b.Legal, to) {
		t.Errorf("goes to %v, %v; legal is %v", to, err, b.Legal)
	}
	if calm.played == 0 || hurried.played > 0 {
		t.Errorf("%d playouts without a deadline and %d behind one", calm.played, hurried.played)
	}
}

// walker goes anywhere, and compares a world that makes the same moves with what it is shown.
type walker struct {
	t     *testing.T
	world *world
}

func (x walker) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	w, team := x.world, int(pelita.Red)
	if b.IsBlue {
		team = int(pelita.Blue)
	}
	if bot := 2*b.Turn + team; w.turn != bot || w.round != b.Round || w.over {
		x.t.Fatalf("the world is at round %d, bot %d, over %v; the game at round %d, bot %d", w.round, w.turn, w.over, b.Round, bot)
	}
	at := [2]pelita.Cell{w.g.cells[w.at[w.turn]], w.g.cells[w.at[(w.turn+2)%pelita.Bots]]}
	food := [2]int{len(w.food[team]), len(w.food[1-team])}
	if at != [2]pelita.Cell{b.Position, b.Other.Position} || w.score[team] != b.Score || w.score[1-team] != b.Enemy[0].Score ||
		food != [2]int{len(b.Food), len(b.Enemy[0].Food)} {
		x.t.Fatalf("round %d, bot %d: the world has %v, %v, %v; the game\n%v", w.round, w.turn, at, w.score, food, b)
	}
	to := choose(b, b.Legal)
	w.play(w.g.at(to))
	return to, nil
}

// A world plays by the rules of the game.
func TestWorld(t *testing.T) {
	const narrow = "##############\n#a.. .. .. .x#\n#b. ...... .y#\n##############\n"
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		kills := 0
		for seed := range int64(10) {
			l, err := pelita.ParseLayout(narrow)
			if err != nil {
				t.Fatal(err)
			}
			m, err := l.Maze()
			if err != nil {
				t.Fatal(err)
			}
			w := &world{g: newGround(m, version), round: 1, rounds: 200}
			for bot, c := range l.Bots {
				w.at[bot] = w.g.at(c)
			}
			var food [2][]pelita.Cell
			for _, c := range l.Food {
				food[m.Side(c)] = append(food[m.Side(c)], c)
			}
			w.setFood(food)
			o := referee.Options{}
			o.Version, o.MaxRounds, o.AllowCamping = version, w.rounds, true
			r := referee.New(l, m, o, pyrand.New(big.NewInt(seed)))
			player := func() turn.Player[pelita.View, pelita.Move] { return referee.Player("walker", walker{t, w}) }
			loop := turn.Loop[pelita.View, pelita.Move]{
				Game: turn.Game{Seats: referee.Seats, Seed: "1"}, Referee: r,
				Players: []turn.Player[pelita.View, pelita.Move]{player(), player()},
			}
			if err := loop.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if result := r.Result(); !w.over || w.score != [2]int{result.Score[referee.Seats[0]], result.Score[referee.Seats[1]]} {
				t.Errorf("version %v, seed %d: the world ends %v, over %v, the game %v", version, seed, w.score, w.over, result.Score)
			}
			kills += (w.score[0] + w.score[1]) / pelita.KillPoints
		}
		if kills == 0 {
			t.Errorf("version %v: nobody was killed", version)
		}
	}
}

// Every pellet is on one route, and the routes are as long as they say.
func TestRoutes(t *testing.T) {
	b := setup(t, halls)
	g := newGround(b.Maze, pelita.V251)
	r := routes{g: g, chance: 7}
	var food []cell
	for _, f := range b.Enemy[0].Food {
		food = append(food, g.at(f))
	}
	at := [2]cell{g.at(b.Position), g.at(b.Other.Position)}
	before := 0
	for _, tries := range []int{0, 20} {
		r.update(at, food, tries)
		on := slices.Sorted(slices.Values(slices.Concat(r.stops[0], r.stops[1])))
		if want := slices.Sorted(slices.Values(food)); !slices.Equal(on, want) {
			t.Fatalf("stops %v, want %v", on, want)
		}
		said := r.length
		if r.measure(); said != r.length {
			t.Errorf("lengths %v, want %v", said, r.length)
		}
		if cost := r.cost(); before > 0 && cost > before {
			t.Errorf("cost %d after %d", cost, before)
		}
		before = r.cost()
	}
	r.update(at, food[:5], 5)
	if n := len(r.stops[0]) + len(r.stops[1]); n != 5 {
		t.Errorf("%d stops for 5 pellets", n)
	}
}

// The value of a playout: a game that is won at once is worth most, however small the lead; late in a playout the lead counts;
// and what is good for one team is bad for the other.
func TestFinish(t *testing.T) {
	b := setup(t, halls)
	value := func(lead, left, away int) float64 {
		w := &world{g: newGround(b.Maze, pelita.V251), round: 1, rounds: pelita.MaxRounds, score: [2]int{10 + lead, 10}}
		for bot := range w.at {
			w.at[bot], w.plans[bot] = w.g.respawn[bot], plan{mode: hold, goal: none}
		}
		row := w.g.row(w.at[0])
		goal := none
		for n := range w.g.cells { // pellets that only bot 0 goes for, the last of them so many steps away
			if w.g.side[n] == uint8(pelita.Red) && int(row[n]) == away {
				goal = cell(n)
			}
		}
		food := [2][]pelita.Cell{{b.Food[0]}, {w.g.cells[goal]}}
		for _, f := range b.Enemy[0].Food[:left] {
			if w.g.at(f) != goal {
				food[pelita.Red] = append(food[pelita.Red], f)
			}
		}
		w.setFood(food)
		w.plans[0] = plan{goal: goal}
		u := new(world)
		u.copyFrom(w)
		ours, theirs := w.finish(0, horizon), u.finish(1, horizon)
		if ours+theirs < 1-1e-9 || ours+theirs > 1+1e-9 {
			t.Errorf("lead %d, %d pellets more, %d away: worth %v to one team and %v to the other", lead, left, away, ours, theirs)
		}
		return ours
	}
	steps := []struct {
		name             string
		lead, left, away int
	}{
		{"lost soon", -3, 0, 20}, {"lost late", -3, 0, 28}, {"behind", -3, 5, 20}, {"level", -1, 5, 20}, {"ahead", 3, 5, 20},
		{"won late", 3, 0, 28}, {"won soon with a small lead", 1, 0, 20},
	}
	for i := 1; i < len(steps); i++ {
		p, q := steps[i-1], steps[i]
		if worse, better := value(p.lead, p.left, p.away), value(q.lead, q.left, q.away); worse >= better {
			t.Errorf("%s is worth %v, %s %v", p.name, worse, q.name, better)
		}
	}
}
