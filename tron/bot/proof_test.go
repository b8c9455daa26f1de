package bot

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tron"
)

// byRules reports by the rules alone whether a seat has a command that wins within a number of cycles whatever the other one
// does.
func byRules(p *tron.Position, s tron.Seat, cycles int) bool {
	for _, own := range p.AppendMoves(nil, s) {
		holds := true
		for _, reply := range p.AppendMoves(nil, s.Other()) {
			next := *p
			var both [2]tron.Command
			both[s], both[s.Other()] = own, reply
			next.Step(both)
			o, over := next.Outcome()
			if over && o.Winner != int(s) || !over && (cycles == 1 || !byRules(&next, s, cycles-1)) {
				holds = false
				break
			}
		}
		if holds {
			return true
		}
	}
	return false
}

// endings returns positions from a few cycles before the end of games.
func endings(t *testing.T, games int) (list []tron.Position) {
	t.Helper()
	_, positions := starts(t)
	for game := range games {
		p := positions[game%len(positions)]
		var all []tron.Position
		drivers := [2]driver{
			&Fill{Chance: rand.New(rand.NewPCG(uint64(game), 1))}, &Rules{Chance: rand.New(rand.NewPCG(uint64(game), 2))},
		}
		for !p.Over() {
			all = append(all, p)
			var both [2]tron.Command
			for s, d := range drivers {
				both[s] = decide(t, d, tron.View{Position: p, Seat: tron.Seat(s)}, 0)
			}
			p.Step(both)
		}
		list = append(list, all[max(0, len(all)-6):]...)
	}
	return list
}

// A proof agrees with the rules.
func TestProofFollowsTheRules(t *testing.T) {
	wins, missed := 0, 0
	for _, p := range endings(t, 100) {
		for s := range tron.Seat(2) {
			for cycles := 1; cycles <= 2; cycles++ {
				var a proof
				a.load(&p)
				a.limit, a.stop = 1_000_000, never
				before := a.arena
				got, want := a.wins(s, cycles), byRules(&p, s, cycles)
				if a.arena != before {
					t.Fatal("a proof has changed the arena")
				}
				switch {
				case got && !want:
					t.Fatalf("%v wins within %d cycles, but not by the rules:\n%s", s, cycles, p)
				case want && !got:
					missed++ // only careful rides of its own are searched
				case got:
					wins++
				}
			}
		}
	}
	if wins < 50 || missed > wins/10 {
		t.Errorf("%d proofs, %d missed", wins, missed)
	}
}

// What is proven comes true: the champion knows many ends of games before they come.
func TestExactComesTrue(t *testing.T) {
	gametest.Slow(t)
	_, positions := starts(t)
	const games = 24
	known := 0
	for game := range games {
		p := positions[game%len(positions)]
		bots := [2]driver{
			&Champion{Nodes: 500, Chance: rand.New(rand.NewPCG(uint64(game), 1))}, &Voronoi{Depth: 1, Chance: rand.New(rand.NewPCG(uint64(game), 2))},
		}
		for _, b := range bots {
			b.Initialize(tron.View{Position: p})
		}
		champion := bots[0].(*Champion)
		said := map[float64]int{}
		for !p.Over() {
			var both [2]tron.Command
			for s, b := range bots {
				both[s] = decide(t, b, tron.View{Position: p, Seat: tron.Seat(s)}, 0)
			}
			if champion.Exact() {
				worth, ok := champion.Worth()
				if !ok || worth != 0 && worth != 1 {
					t.Fatalf("proven, but worth %g, %v", worth, ok)
				}
				said[worth]++
			}
			p.Step(both)
		}
		o, _ := p.Outcome()
		if said[1] > 0 && o.Winner != 0 { // a proven loss is not checked: the enemy may miss it
			t.Errorf("game %d: proven to be won %d times, but the winner is %d", game, said[1], o.Winner)
		}
		if len(said) > 0 {
			known++
		}
	}
	if known < games/2 {
		t.Errorf("the end of %d games of %d was proven before it came", known, games)
	}
}
