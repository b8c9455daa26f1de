package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

var (
	matchShow   = matches.Show
	matchBudget = matches.Budget
	matchMaps   = flag.String("match-maps", "", "file with more maps for TestMatches, a map file a line, each with a name")
	matchSet    = flag.String("match-set", "ours", "maps of TestMatches: ours, contest, tuning (both), held (held out), all or the name of one")
	matchTrace  = flag.Bool("match-trace", false, "show every cycle of TestMatches")
)

// usualNodes is how many cycles the champion looks at in tests without a budget.
const usualNodes = 20_000

// bots makes the bundled bots as the program does.
var bots = map[string]func(*rand.Rand) driver{
	"random":   func(c *rand.Rand) driver { return &Random{Chance: c} },
	"rules":    func(c *rand.Rand) driver { return &Rules{Chance: c} },
	"fill":     func(c *rand.Rand) driver { return &Fill{Chance: c} },
	"minimax6": func(c *rand.Rand) driver { return &Minimax{Depth: 6, Chance: c} },
	"genetic":  func(c *rand.Rand) driver { return &Genetic{Population: 24, Generations: 8, Depth: 6, Chance: c} },
	"solo12":   func(c *rand.Rand) driver { return &Solo{Depth: 12, Chance: c} },
	"voronoi":  func(c *rand.Rand) driver { return &Voronoi{Depth: 2, Chance: c} },
	"champion": func(c *rand.Rand) driver { return &Champion{Nodes: cmp.Or(*matches.Nodes, usualNodes), Chance: c} },
}

// find returns a bundled bot or one that only tests have.
func find(name string) func(*rand.Rand) driver {
	if deal := bots[name]; deal != nil {
		return deal
	}
	return sparring[name]
}

// driver is what the referee plays with.
type driver interface {
	Initialize(tron.View)
	Decide(context.Context, tron.View) (tron.Command, error)
}

// starts are the embedded maps by name.
func starts(t testing.TB) (names []string, positions []tron.Position) {
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

func readMap(t testing.TB, text []byte) tron.Position {
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

func (m *match) points() float64 { return float64(m.wins) + float64(m.draws)/2 }

func (m *match) games() int { return m.wins + m.draws + m.losses }

// play plays games on the embedded maps in turn, each pair of games with seats swapped.
func play(t *testing.T, first, games int, one, two func(*rand.Rand) driver, budget time.Duration) (m match) {
	t.Helper()
	_, positions := starts(t)
	for g := first; g < first+games; g++ {
		m.merge(playOne(t, g, positions[g/2%len(positions)], one, two, budget))
	}
	return m
}

// playOne plays a game; its number decides on the seat of the first bot and on the seeds.
func playOne(t *testing.T, g int, p tron.Position, one, two func(*rand.Rand) driver, budget time.Duration) (m match) {
	t.Helper()
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
		before := p
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
		if *matchTrace {
			t.Logf("%v\n%v", both, before)
		}
		m.cycles++
	}
	m.add(p.Score(seat) - p.Score(seat.Other()))
	if *matchShow && p.Score(seat) <= p.Score(seat.Other()) {
		t.Logf("game %d, the first bot is %v, it did not win:\n%s", g, seat, p)
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

// merge adds the games of another match.
func (m *match) merge(o match) {
	m.wins, m.draws, m.losses = m.wins+o.wins, m.draws+o.draws, m.losses+o.losses
	m.cycles, m.leads = m.cycles+o.cycles, m.leads+o.leads
	for i := range m.slowest {
		m.slowest[i] = max(m.slowest[i], o.slowest[i])
		m.health[i], m.on[i], m.took[i] = m.health[i]+o.health[i], m.on[i]+o.on[i], m.took[i]+o.took[i]
		for k := range m.broken[i] {
			m.broken[i][k] += o.broken[i][k]
		}
		for k := range m.crashes[i] {
			m.crashes[i][k] += o.crashes[i][k]
		}
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
		t.Error(err)
	}
	return c
}

// heldOut are the maps of contests that no tuning has seen.
var heldOut = []string{"Maze", "Qual", "LB3", "UB", "Final2"}

// board is a map to play on.
type board struct {
	name  string
	start tron.Position
}

// boards returns the maps of a match: ours, and those of the file -match-maps that a set asks for.
func boards(t *testing.T) (list []board) {
	t.Helper()
	names, positions := starts(t)
	for i, name := range names {
		if set := *matchSet; set == "ours" || set == "tuning" || set == "all" || set == name {
			list = append(list, board{name, positions[i]})
		}
	}
	if *matchMaps == "" {
		return list
	}
	text, err := os.ReadFile(*matchMaps)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var head struct{ Name string }
		if err := json.Unmarshal([]byte(line), &head); err != nil {
			t.Fatal(err)
		}
		held := slices.Contains(heldOut, head.Name)
		set := *matchSet
		if set == "all" || set == head.Name || set == "held" && held || (set == "tuning" || set == "contest") && !held {
			list = append(list, board{head.Name, readMap(t, []byte(line))})
		}
	}
	return list
}

// TestMatches measures; README.md has its figures.
func TestMatches(t *testing.T) {
	if *matches.HeldOut {
		t.Fatal("-match-held-out: want -match-set held, with the maps of -match-maps")
	}
	list := boards(t)
	if len(list) == 0 {
		t.Fatalf("-match-set %s: no maps; want ours, or -match-maps FILE with others", *matchSet)
	}
	control := fmt.Sprintf("%d cycles", cmp.Or(*matches.Nodes, usualNodes))
	if *matchSet != "ours" {
		control += ", maps: " + *matchSet
	}
	type played struct {
		match
		board int
	}
	matches.Run(t, matches.Field[played]{
		Names: slices.Concat(slices.Collect(maps.Keys(bots)), slices.DeleteFunc(slices.Collect(maps.Keys(sparring)), func(name string) bool {
			return bots[name] != nil
		})),
		Control: control,
		Play: func(first, second string, game int) (float64, played) {
			m := playOne(t, game, list[game/2%len(list)].start, find(first), find(second), *matchBudget)
			return m.points(), played{m, game / 2 % len(list)}
		},
		Tell: func(details []played) {
			var m match
			perMap := make([]match, len(list))
			for _, d := range details {
				m.merge(d.match)
				perMap[d.board].merge(d.match)
			}
			t.Logf("  %d cycles a game, %+.1f points, %v and %v a decision, slowest %v and %v", m.cycles/m.games(), float64(m.leads)/float64(m.games()),
				(m.took[0] / time.Duration(m.cycles)).Round(time.Microsecond), (m.took[1] / time.Duration(m.cycles)).Round(time.Microsecond),
				m.slowest[0].Round(time.Microsecond*100), m.slowest[1].Round(time.Microsecond*100))
			t.Logf("  broken %v health %v breakers %v crashes %v", m.broken, m.health, m.on, m.crashes)
			var text strings.Builder
			for i := range perMap {
				if p := &perMap[i]; p.games() > 0 && p.wins < p.games() {
					fmt.Fprintf(&text, " %s %d-%d-%d", list[i].name, p.wins, p.draws, p.losses)
				}
			}
			t.Logf("  not all won on%s", text.String())
		},
	})
}
