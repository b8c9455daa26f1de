package bot

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

var (
	matchGames  = flag.Int("match-games", 2, "games a pair in TestMatches")
	matchFirst  = flag.Int("match-first", 0, "number of the first game in TestMatches: map, sides and seeds follow from it")
	matchPairs  = flag.String("match-pairs", "fill/rules", "pairs in TestMatches, such as champion/fill,fill/rules")
	matchWidth  = flag.Int("match-width", 48, "lines that the champion keeps alive without a budget")
	matchShow   = flag.Bool("match-show", false, "show the games that the first bot did not win in TestMatches")
	matchBudget = flag.Duration("match-budget", 0, "time a cycle in TestMatches; 0: the bots' own counts")
)

// bots makes the bundled bots as the program does.
var bots = map[string]func(*rand.Rand) driver{
	"random":   func(c *rand.Rand) driver { return &Random{Chance: c} },
	"rules":    func(c *rand.Rand) driver { return &Rules{Chance: c} },
	"fill":     func(c *rand.Rand) driver { return &Fill{Chance: c} },
	"minimax6": func(c *rand.Rand) driver { return &Minimax{Depth: 6, Chance: c} },
	"genetic":  func(c *rand.Rand) driver { return &Genetic{Population: 24, Generations: 8, Chance: c} },
	"voronoi":  func(c *rand.Rand) driver { return &Voronoi{Depth: 2, Chance: c} },
	"champion": func(c *rand.Rand) driver { return &Champion{Width: *matchWidth, MaxWidth: 256, Chance: c} },
}

// driver is what the referee plays with.
type driver interface {
	Initialize(tron.View)
	Decide(context.Context, tron.View) (tron.Command, error)
}

// starts are the embedded maps by name.
func starts(t *testing.T) (names []string, positions []tron.Position) {
	t.Helper()
	files, err := filepath.Glob("../maps/files/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no maps", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".json"))
		positions = append(positions, readMap(t, text))
	}
	return names, positions
}

func readMap(t *testing.T, text []byte) tron.Position {
	t.Helper()
	type start struct {
		Position  grid.Point
		Direction string
	}
	var file struct {
		Board     []string
		Constants map[string]int
		Bikes     map[string]start `json:"agents"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	drawn := make([][]byte, len(file.Board))
	for y, row := range file.Board {
		drawn[y] = []byte(strings.NewReplacer("W", "#", "E", ".").Replace(row))
	}
	var b strings.Builder
	c := file.Constants
	fmt.Fprintf(&b, "cycle=0/%d health=%d breaker=%d/%d wall=%d crash=%d/%d/%d\n", c["max_cycles"], c["init_health"],
		c["wall_breaker_cooldown"], c["wall_breaker_duration"], c["wall_score_coefficient"],
		c["area_wall_crash_score"], c["my_wall_crash_score"], c["enemy_wall_crash_score"])
	for _, seat := range []string{"Blue", "Yellow"} {
		s := file.Bikes[seat]
		fmt.Fprintf(&b, "%s dir=%s\n", strings.ToLower(seat), strings.ToLower(s.Direction))
		drawn[s.Position.Y][s.Position.X] = seat[0]
	}
	for _, row := range drawn {
		fmt.Fprintf(&b, "%s\n", row)
	}
	p, err := tron.ParsePosition(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// match is what came out of some games for the first bot.
type match struct {
	wins, draws, losses, cycles, leads int
	slowest                            [2]time.Duration
	broken                             [2][2]int // by whom, whose
	health, on                         [2]int
	crashes                            [2][5]int
	took                               [2]time.Duration
}

func (m match) points() float64 { return float64(m.wins) + float64(m.draws)/2 }

// play plays games on the maps in turn, each pair of games with seats swapped.
func play(t *testing.T, first, games int, one, two func(*rand.Rand) driver, budget time.Duration) (m match) {
	t.Helper()
	_, positions := starts(t)
	for g := first; g < first+games; g++ {
		p := positions[g/2%len(positions)]
		seat := tron.Seat(g % 2) // of the first bot
		var drivers [2]driver
		drivers[seat] = one(rand.New(rand.NewPCG(uint64(g), 1)))
		drivers[seat.Other()] = two(rand.New(rand.NewPCG(uint64(g), 2)))
		for s, d := range drivers {
			d.Initialize(tron.View{Position: p, Seat: tron.Seat(s)})
		}
		for !p.Over() {
			var both [2]tron.Command
			for s, d := range drivers {
				began := time.Now()
				both[s] = decide(t, d, tron.View{Position: p, Seat: tron.Seat(s)}, budget)
				took, who := time.Since(began), int(tron.Seat(s)^seat)
				m.slowest[who] = max(m.slowest[who], took)
				m.took[who] += took
			}
			for _, e := range p.Explain(both, nil) {
				who := int(e.Seat ^ seat)
				switch e.Kind {
				case tron.WallBroken:
					m.broken[who][e.Owner^seat]++
				case tron.HealthLost:
					m.health[who]++
				case tron.BreakerOn:
					m.on[who]++
				case tron.Crashed:
					m.crashes[who][e.Crash]++
				}
			}
			m.cycles++
		}
		m.add(p.Score(seat) - p.Score(seat.Other()))
		if *matchShow && p.Score(seat) <= p.Score(seat.Other()) {
			t.Logf("game %d, the first bot is %v, it did not win:\n%s", g, seat, p)
		}
	}
	return m
}

func (m *match) add(lead int) {
	m.leads += lead
	switch {
	case lead > 0:
		m.wins++
	case lead < 0:
		m.losses++
	default:
		m.draws++
	}
}

func decide(t *testing.T, d driver, w tron.View, budget time.Duration) tron.Command {
	t.Helper()
	ctx := t.Context()
	if budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	}
	c, err := d.Decide(ctx, w)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestMatches measures; README.md has its figures.
func TestMatches(t *testing.T) {
	for pair := range strings.SplitSeq(*matchPairs, ",") {
		first, second, _ := strings.Cut(pair, "/")
		if bots[first] == nil || bots[second] == nil {
			t.Fatalf("pair %q: no such bots", pair)
		}
		m := play(t, *matchFirst, *matchGames, bots[first], bots[second], *matchBudget)
		t.Logf("%-18s %3d-%d-%d  %5.1f %%  %3d cycles a game, lead %+.1f, %v and %v a decision, slowest %v and %v", pair,
			m.wins, m.draws, m.losses, 100*m.points()/float64(*matchGames), m.cycles / *matchGames, float64(m.leads)/float64(*matchGames),
			(m.took[0] / time.Duration(m.cycles)).Round(time.Microsecond), (m.took[1] / time.Duration(m.cycles)).Round(time.Microsecond),
			m.slowest[0].Round(time.Microsecond*100), m.slowest[1].Round(time.Microsecond*100))
		t.Logf("   broken %v health %v breakers %v crashes %v", m.broken, m.health, m.on, m.crashes)
	}
}
