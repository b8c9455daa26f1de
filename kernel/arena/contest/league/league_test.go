package league_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// The schedule of the first journals, in which ids and seeds follow from teams and round: it must never change.
func TestRoundRobinIsAsEver(t *testing.T) {
	want, err := os.ReadFile("testdata/roundrobin.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for teams := 2; teams <= 7; teams++ {
		for rounds := 1; rounds <= 2; rounds++ {
			fmt.Fprintf(&got, "%d teams, %d rounds:", teams, rounds)
			for i, p := range league.RoundRobin(teams, rounds) {
				fmt.Fprintf(&got, " %d-%d/%d", p.Teams[0], p.Teams[1], p.Round)
				if p.N != i+1 {
					t.Errorf("%d teams, %d rounds: pairing %d has the number %d", teams, rounds, i+1, p.N)
				}
			}
			got.WriteByte('\n')
		}
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("schedule (-want +got):\n%s", diff)
	}
}

func TestRoundRobinIsFair(t *testing.T) {
	for teams := 2; teams <= 9; teams++ {
		for rounds := 1; rounds <= 2; rounds++ {
			met, pairs := map[string]int{}, map[int][]league.Pairing{}
			list := league.RoundRobin(teams, rounds)
			for _, p := range list {
				key := fmt.Sprint(p.Teams)
				met[key]++
				if p.Round != met[key] {
					t.Errorf("%d teams: meeting %d of %v is numbered %d", teams, met[key], p.Teams, p.Round)
				}
				pairs[p.Pair] = append(pairs[p.Pair], p)
			}
			if want := teams * (teams - 1) * rounds; len(list) != want || len(met) != teams*(teams-1) {
				t.Errorf("%d teams, %d rounds: %d games of %d ordered pairs, want %d of %d", teams, rounds, len(list), len(met), want, teams*(teams-1))
			}
			for n, p := range pairs {
				if len(p) != 2 || p[0].Teams[0] != p[1].Teams[1] || p[0].Teams[1] != p[1].Teams[0] || p[0].Start != p[1].Start || p[0].Round != p[1].Round {
					t.Errorf("%d teams, %d rounds: pair %d is %+v, want two games with the seats swapped", teams, rounds, n, p)
				}
			}
		}
	}
}
