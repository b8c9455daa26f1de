package webtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// On a phone, upright and on its side, and at 200 %, the whole board is on the screen, nothing is wider than it, buttons are large
// enough for fingers, and a name of 63 letters moves no control away.
func TestSizes(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", "random", "--seed", "7"}, game.real...)...)
			for _, size := range [][2]int{{390, 844}, {844, 390}, {667, 375}, {640, 400}, {1280, 800}} {
				p := open(t, g.url, size[0], size[1])
				p.run(emulation.SetTouchEmulationEnabled(true), chromedp.Reload())
				p.wait(`gridiron.human?.active`)
				if g := `#goal button[aria-label=Close]`; eval[bool](p, `!document.getElementById('goal').hidden`) {
					p.run(chromedp.Click(g))
				}
				eval[any](p, `document.querySelectorAll('.card .name').forEach((n) => { n.firstChild.textContent = 'a'.repeat(63); })`)
				p.picture(fmt.Sprintf("%s-%dx%d", game.name, size[0], size[1]))
				found := eval[[]string](p, `(() => {
					const wrong = [], W = innerWidth, H = innerHeight, b = document.querySelector('#board svg').getBoundingClientRect();
					if (b.left < 0 || b.right > W || b.bottom > H && H < W) wrong.push('the board takes ' + [b.left, b.right, b.height]);
					if (b.height < H / 2 && b.width < W / 2) wrong.push('the board is small: ' + [b.width, b.height]);
					if (document.documentElement.scrollWidth > W) wrong.push('the page is ' + document.documentElement.scrollWidth + ' wide');
					for (const e of document.querySelectorAll('button, summary')) {
						const r = e.getBoundingClientRect();
						if (!r.width || e.closest('[hidden]')) continue;
						if (r.height < 43.5) wrong.push(e.textContent.trim() + ' ' + e.id + ' is ' + r.height + ' high');
						if (r.left < -1 || r.right > W + 1) wrong.push(e.textContent.trim() + ' is off the screen');
					}
					return wrong;
				})()`)
				if len(found) > 0 {
					t.Errorf("%v: %s", size, strings.Join(found, "; "))
				}
			}
		})
	}
}
