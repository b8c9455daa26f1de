package bot

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/gridiron-games/gridiron/tron"
)

// A lead that is said to be kept is won by the rules, whatever the other seat does: here in the last three cycles of a game.
func TestKeptLeadsAreWon(t *testing.T) {
	cycle := regexp.MustCompile(`cycle=(\d+)/\d+`)
	kept, won := 0, 0
	for _, p := range endings(t, 60) {
		for left := 1; left <= 3; left++ {
			short, err := tron.ParsePosition(cycle.ReplaceAllStringFunc(p.String(), func(text string) string {
				now, _ := strconv.Atoi(cycle.FindStringSubmatch(text)[1])
				return "cycle=" + strconv.Itoa(now) + "/" + strconv.Itoa(now+left)
			}))
			if err != nil {
				t.Fatal(err)
			}
			for s := range tron.Seat(2) {
				want := byRules(&short, s, left)
				var a arena
				a.load(&short)
				before := a
				k := keeper{arena: &a, stop: never}
				var list [3]ride
				got := slices.ContainsFunc(a.rides(s, &list), func(m ride) bool { return k.keeps(s, m) })
				if a != before {
					t.Fatal("the search has changed the arena")
				}
				if got && !want {
					t.Fatalf("%v keeps its lead, but not by the rules:\n%s", s, short)
				}
				if want {
					won++
				}
				if got {
					kept++
				}
			}
		}
	}
	if kept < won/2 {
		t.Errorf("%d leads were kept of %d that can be", kept, won)
	}
}

// A lead of 26 with 13 cycles left is not staked on a guess that the other bike breaks nothing: driving into the area wall wins
// only then.
func TestChampionKeepsItsLead(t *testing.T) {
	p, err := tron.ParsePosition(`cycle=287/300 health=4 breaker=12/6 wall=1 crash=-25/-40/-60
blue dir=up health=1 cooldown=8 remaining=3 score=165
yellow dir=right health=1 cooldown=10 remaining=5 score=191
###################################
#bb..yyyyyYbb.....................#
#.bb.yybbbbbb.....................#
#..bb.y###bbb...###......###......#
#...byy###bbbb..###......###......#
#...byb###bbbbbb###yyyy..###......#
#....yyyyybbb.bbyyyybyy...........#
#..yyyyyyyyb..bbbbyybyy...........#
#.yyyyyyyyyybbbbbbbbbyyyyyyyy.....#
#.yyyyy###bybbbb###ybyyyy###y.....#
#.yyyby###byybbb###y.yy.y###yyyy..#
#.yyyyy###byybbb###yyyyyy###.yyy..#
#..y.yyybbbyybybbyyb.bbyyybb.yyyy.#
#..y.yyy.bbyybyyyyyyybbybyyyyyyyy.#
#..y..yy..bybbybbbbbyyyyb...b.byy.#
#..y..y###bybby.###bbbbbb###Bybyy.#
#..yyyy###byyyyy###bbbbbb###bb.yyb#
#....yy###.yyyby###bbbbbb###bbbbbb#
#....yyyyyyyyybyybbbbbbbbbbbbbbbbb#
#....yyyyyyyyybbbbbbbbbbbbbbbbbbbb#
###################################
`)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(10) {
		game, champion := p, &Champion{Nodes: 20_000, Chance: rand.New(rand.NewPCG(seed, 1))}
		champion.Initialize(tron.View{Position: game})
		for !game.Over() {
			both := [2]tron.Command{tron.Blue: tron.Turn(tron.Right).ThenBreaker()} // it drives along walls of Yellow
			both[tron.Yellow] = decide(t, champion, tron.View{Position: game, Seat: tron.Yellow}, 0)
			if value, _ := champion.Worth(); value != 1 || !champion.Exact() {
				t.Fatalf("seed %d: the value is %g, exact %v", seed, value, champion.Exact())
			}
			game.Step(both)
		}
		if o, _ := game.Outcome(); o.Winner != int(tron.Yellow) {
			t.Fatalf("seed %d: Yellow does not win:\n%s", seed, game)
		}
	}
}
