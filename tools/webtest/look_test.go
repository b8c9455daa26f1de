package webtest

import (
	"os"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// look is a size and a colour theme in which a page is viewed.
type look struct {
	name          string
	width, height int
	dark          bool
}

// A game of bots is watched in all sizes and colours; with GRIDIRON_PICTURES=DIR the screenshots are kept: look at them.
func TestLook(t *testing.T) {
	gametest.Long(t, "draws the pages of all games in four sizes")
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", talker(), "random", "--seed", "7", "--pace", "0"}, game.real...)...)
			looks := []look{{"desktop-light", 1280, 800, false}, {"phone-dark", 360, 740, true}}
			if os.Getenv("GRIDIRON_PICTURES") != "" { // they take their time
				looks = append(looks, look{"projector-dark", 1920, 1080, true}, look{"phone-light", 360, 740, false})
			}
			for _, look := range looks {
				p := open(t, g.watch()+map[bool]string{true: "?on=grid,noise,territory&theme=dark", false: "?theme=light"}[look.dark], look.width, look.height)
				p.wait(`window.gridiron?.record?.result`)
				eval[any](p, `gridiron.go(Math.min(60, gridiron.end), {still: true})`)
				if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > look.width {
					t.Errorf("%s: the page is %d pixels wide, want %d", look.name, wide, look.width)
				}
				p.picture(game.name + "-" + look.name)
			}
		})
	}
}
