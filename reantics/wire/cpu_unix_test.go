//go:build unix

package wire_test

import (
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// A game between two Python players costs little more than the players alone: less than a fifth more on a quiet machine, even if
// the players hardly think. The test is not parallel, so that no other test computes at the same time.
func TestPythonCPU(t *testing.T) {
	gametest.Long(t, "measures whole games")
	needPython(t)
	for _, tt := range []struct{ name, source string }{
		{"goes straight for the food", rusher + attacker("enemyLocations[0]")},
		{"draws of all its actions", rusher},
	} {
		var ratios []float64
		for range 3 {
			p, q := player(t, tt.source), player(t, tt.source)
			own, children := gametest.CPU(t, syscall.RUSAGE_SELF), gametest.CPU(t, syscall.RUSAGE_CHILDREN)
			plies := 0
			// With other seeds the first player may lose its worker and fail.
			for _, seed := range []string{"1", "2", "3", "5", "6", "7", "8", "9", "10", "11"} {
				result := play(t, 0, seed, p, q)
				if strings.Contains(" crashed garbled illegal never-started ", " "+result.Reason+" ") {
					t.Fatalf("%s: %s", result.Reason, result.Detail)
				}
				plies += result.Plies
			}
			p.Close()
			q.Close()
			own, children = gametest.CPU(t, syscall.RUSAGE_SELF)-own, gametest.CPU(t, syscall.RUSAGE_CHILDREN)-children
			ratios = append(ratios, float64(own+children)/float64(children))
			t.Logf("%s: %d answers, ours %v, theirs %v: %.3f", tt.name, plies, own, children, ratios[len(ratios)-1])
		}
		const most = 1.35 // other people use the machine, too
		if best := slices.Min(ratios); best > most {
			t.Errorf("%s: games cost %.2f times what their players cost, want at most %.2f", tt.name, best, most)
		}
	}
}
