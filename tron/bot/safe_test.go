package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/bot"
)

func TestSafe(t *testing.T) {
	for _, tt := range []struct{ name, board, want string }{
		{"the way is free", "#######\n#.B..Y#\n#.....#\n#######", "-"},
		{"an area wall ahead", "#######\n#....B#\n#.....#\n#Y....#\n#######", "D"},
		{"more room on the right", "blue dir=up\n#######\n#..B..#\n#yy.yy#\n#.y...#\n#Y....#\n#######", "L R"},
		{"a wall ahead, the breaker on", "blue remaining=4 cooldown=9\n#######\n#.By.Y#\n#.....#\n#######", "-"},
		{"a wall ahead, a free cell", "#######\n#.By.Y#\n#.....#\n#######", "D"},
		{"walls all around, health to spend", "health=3\n#######\n#.By.Y#\n#.y...#\n#######", "-"},
		{"walls all around, the last health", "health=1\n#######\n#.By.Y#\n#.y...#\n#######", "A DA"},
		{"nothing but area walls", "#######\n#yyB#Y#\n#######", "-"},
	} {
		p, err := tron.ParsePosition(tt.board)
		if err != nil {
			t.Fatal(err)
		}
		got := bot.Safe(tron.View{Position: p, Seat: tron.Blue}).String()
		if !slices.Contains(strings.Fields(tt.want), got) {
			t.Errorf("%s: %s, want one of %s in\n%s", tt.name, got, tt.want, p)
		}
	}
}
