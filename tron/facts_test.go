package tron_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/tron"
)

// TestFacts plays recorded games of the original.
func TestFacts(t *testing.T) {
	content, err := os.ReadFile("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	games := strings.Split(string(content), "\ngame ")
	for _, game := range games[1:] {
		name, rest, _ := strings.Cut(game, "\n")
		board, rest, _ := strings.Cut(rest, "commands ")
		cycles, rest, _ := strings.Cut(rest, "\n")
		want, _, _ := strings.Cut(rest, "\n")
		p := play(t, draw(t, board), cycles)
		got := fmt.Sprintf("after %d cycles %d %d", p.Cycle(), p.Score(tron.Blue), p.Score(tron.Yellow))
		for _, s := range [...]tron.Seat{tron.Blue, tron.Yellow} {
			if crash := p.Bike(s).Crash; crash == tron.NoCrash {
				got += " -"
			} else {
				got += " " + crash.String()
			}
		}
		if got != want || !p.Over() {
			t.Errorf("%s: %s, want %s, over %v", name, got, want, p.Over())
		}
	}
	if len(games) < 20 {
		t.Errorf("only %d games", len(games))
	}
}
