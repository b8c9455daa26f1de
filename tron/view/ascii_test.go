package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/view"
)

func parse(t *testing.T, text string) tron.Position {
	t.Helper()
	p, err := tron.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func draw(p tron.Position, last [2]tron.Command) string {
	var c ascii.Canvas
	var b strings.Builder
	view.Draw(&c, &p, last)
	c.Write(&b, nil)
	return b.String()
}

func TestDraw(t *testing.T) {
	turn := tron.Turn(tron.Up).ThenBreaker()
	for _, tt := range []struct {
		name     string
		position string
		last     [2]tron.Command
		want     string
	}{
		{"the start", `
			########
			#B....Y#
			########`, [2]tron.Command{}, `
# cycle 0 of 300: BLUE right YELLOW left
# BLUE 0, health 3, breaker ready        YELLOW 0, health 3, breaker ready
########
#B....Y#
########
`},
		{"walls, a breaker that works and one that cools down", `
			cycle=7/300
			blue dir=down health=2 cooldown=9 remaining=4 score=7
			yellow dir=left health=1 cooldown=3 remaining=1 score=-5
			########
			#bB..Yy#
			########`, [2]tron.Command{turn, tron.Straight}, `
# cycle 7 of 300: BLUE down (UA) YELLOW left (-)
# BLUE 7, health 2, breaker on for 3     YELLOW -5, health 1, breaker in 3
########
#bB..Yy#
########
`},
		{"a crash", `
			cycle=3/300
			blue dir=right health=3 cooldown=0 remaining=0 score=3 crash=bike
			yellow dir=left health=3 cooldown=0 remaining=0 score=3 crash=bike
			########
			#bb*yy.#
			########`, [2]tron.Command{}, `
# cycle 3 of 300: BLUE right (-) YELLOW left (-)
# BLUE! 3, health 3, breaker ready       YELLOW! 3, health 3, breaker ready
########
#bb*yy.#
########
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := draw(parse(t, tt.position), tt.last)
			if diff := cmp.Diff(tt.want[1:], got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The usual board must fit a terminal of 80x24, with a line below it for the time.
func TestFits(t *testing.T) {
	rows := "cycle=199/300\nblue health=3 dir=right cooldown=12 remaining=0 score=-1000\nyellow dir=right cooldown=12 remaining=0 score=-1000\n" +
		strings.Repeat("#", 35) + "\n#B" + strings.Repeat(".", 31) + "Y#\n" +
		strings.Repeat("#"+strings.Repeat(".", 33)+"#\n", 18) + strings.Repeat("#", 35)
	lines := strings.Split(strings.TrimSuffix(draw(parse(t, rows), [2]tron.Command{}), "\n"), "\n")
	if len(lines) != 23 {
		t.Errorf("%d lines, want 23", len(lines))
	}
	for _, line := range lines {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}
