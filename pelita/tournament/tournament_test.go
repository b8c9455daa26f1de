package tournament_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/tournament"
)

func teams(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("#%d", i))
	}
	return list
}

func TestR15Plan(t *testing.T) {
	chance := pyrand.New(big.NewInt(42))
	want := []tournament.Pair{{"#3", "#1"}, {"#2", "#0"}, {"#2", "#3"}, {"#0", "#1"}, {"#3", "#0"}, {"#1", "#2"}}
	if diff := cmp.Diff(want, tournament.Plan(teams(4), chance)); diff != "" {
		t.Errorf("plan of seed 42 (-want +got):\n%s", diff)
	}
	if seed := tournament.GameSeed(chance); seed != 4117511471858006928 {
		t.Errorf("seed of the first game %d", seed)
	}
}

// Everybody meets everybody once, and nobody is much more often blue than red.
func TestPlanLaws(t *testing.T) {
	for n := range 13 {
		for seed := range int64(12) {
			met, blue := map[tournament.Pair]int{}, map[string]int{}
			for _, p := range tournament.Plan(teams(n), pyrand.New(big.NewInt(seed))) {
				blue[p[0]]++
				if p[0] > p[1] {
					p[0], p[1] = p[1], p[0]
				}
				met[p]++
			}
			if len(met) != n*(n-1)/2 {
				t.Fatalf("%d teams, seed %d: %d pairs", n, seed, len(met))
			}
			for p, times := range met {
				if times != 1 || p[0] == p[1] {
					t.Errorf("%d teams, seed %d: %v meet %d times", n, seed, p, times)
				}
			}
			for team, times := range blue {
				if 2*times > n+1 {
					t.Errorf("%d teams, seed %d: %s is blue %d times", n, seed, team, times)
				}
			}
		}
	}
}

func TestR15Points(t *testing.T) {
	played := []tournament.Played{{tournament.Pair{"a", "b"}, "b"}, {tournament.Pair{"b", "c"}, ""}, {tournament.Pair{"c", "a"}, ""}}
	points := tournament.Points(played)
	if diff := cmp.Diff(map[string]int{"a": 1, "b": 3, "c": 2}, points); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b", "c", "a"}, tournament.Ranking([]string{"a", "b", "c"}, points)); diff != "" {
		t.Errorf("ranking (-want +got):\n%s", diff)
	}
}

func TestBracketDrawn(t *testing.T) {
	names := func(id string) string { return "team " + id }
	tree := tournament.Bracket(pelita.V251, []string{"1", "2", "3"}, true)
	semi := tree.Match[0]
	semi.Winner = "2"
	want := `
 team 1 ┐                   
        ├─ ` + "\x1b[1mteam 2\x1b[0m" + ` ┐  ┏━━━━━┓
 team 2 ┘         ├──┨ ??? ┃
                  │  ┗━━━━━┛
 team 3 ──────────┘         
`
	if diff := cmp.Diff(want[1:], tree.Draw(names, semi, [2]string{"\x1b[1m", "\x1b[0m"})); diff != "" {
		t.Errorf("bracket (-want +got):\n%s", diff)
	}
	if text := tournament.Bracket(pelita.V270, []string{"1"}, true).Draw(names, nil, [2]string{}); text != "" {
		t.Errorf("a single team is drawn as\n%s", text)
	}
}

// Every team is in the bracket once, all leaves have the same depth, and the winner of the last match wins the knockout.
func TestBracketLaws(t *testing.T) {
	for _, v := range []pelita.Version{pelita.V251, pelita.V270} {
		for n := 1; n < 20; n++ {
			for _, bonus := range []bool{false, true} {
				tree := tournament.Bracket(v, teams(n), bonus)
				levels := tree.Levels()
				seen := map[string]int{}
				for _, leaf := range levels[0] {
					if leaf.Match != nil || leaf.Bye != nil {
						t.Fatalf("%v, %d teams: leaves are not equally deep", v, n)
					}
					seen[leaf.Team]++
				}
				delete(seen, "")
				if len(seen) != n {
					t.Errorf("%v, %d teams: %v in the bracket", v, n, seen)
				}
				if winner := playBracket(levels); n > 1 && winner != tree.Who() || tree.Who() == "" {
					t.Errorf("%v, %d teams: winner %q, root %q", v, n, winner, tree.Who())
				}
				if n > 1 && tree.Draw(func(id string) string { return id }, nil, [2]string{}) == "" {
					t.Errorf("%v, %d teams: no drawing", v, n)
				}
			}
		}
	}
}

// playBracket lets the first team of each pair win, or the second if the first place is empty. It returns the last winner.
func playBracket(levels [][]*tournament.Node) (last string) {
	for _, level := range levels {
		for _, n := range level {
			if n.Match != nil {
				n.Winner = n.Match[0].Who()
				if n.Winner == "" {
					n.Winner = n.Match[1].Who()
				}
				last = n.Winner
			}
		}
	}
	return last
}
