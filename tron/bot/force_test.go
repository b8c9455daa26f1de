package bot

import (
	"testing"

	"github.com/gridiron-games/gridiron/tron"
)

func TestForce(t *testing.T) {
	const corridor = "#######\n#B...Y#\n#######"
	const exit = "#######\n#B...Y#\n#.#####\n#.....#\n#######"
	for _, tt := range []struct{ name, board, win, lasting string }{
		{"ahead in a corridor", "blue score=1\n" + corridor, "-", "-"},
		{"level in a corridor: drawn either way", corridor, "", "-"},
		{"behind in a corridor: only later or sooner", "yellow score=1\n" + corridor, "", "-"},
		{"behind, with a way out", "yellow score=1\n" + exit, "", "D"},
		{"behind, and the enemy is about to end it on an area wall", "yellow score=40\n" + exit, "", "- D"},
		{"ahead by more than an area wall costs", "blue score=25\n" + exit, "U", "- D U"},
	} {
		p, err := tron.ParsePosition(tt.board)
		if err != nil {
			t.Fatal(err)
		}
		f := force{stop: func() bool { return false }}
		moves := reasonable(&p, tron.Blue)
		win := ""
		if c, ok := f.winning(&p, tron.Blue, moves); ok {
			win = c.String()
		}
		lasting := ""
		good := f.lasting(&p, tron.Blue, moves)
		for i, c := range good.list() {
			if i > 0 {
				lasting += " "
			}
			lasting += c.String()
		}
		if win != tt.win || lasting != tt.lasting {
			t.Errorf("%s: wins with %q, may take %q, want %q and %q", tt.name, win, lasting, tt.win, tt.lasting)
		}
	}
}
