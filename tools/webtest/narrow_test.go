package webtest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// On a phone, and with long names, the whole result can be read, and who won.
func TestNarrow(t *testing.T) {
	g := launch(t, "tron", "play", "champion", "random", "--seed", "7", "--pace", "0")
	for _, width := range []int{320, 360, 800} {
		p := open(t, g.url, width, 740, expects("net::ERR_"))
		p.wait(`window.gridiron?.record?.result && gridiron.at === gridiron.end`)
		eval[any](p, `document.querySelectorAll('.card .name').forEach((n) => { n.firstChild.textContent = 'a team with a very long name'.repeat(2); })`)
		for _, what := range []string{"#result", ".card .win:not([hidden])", ".card:has(.win:not([hidden]))"} {
			cut := eval[bool](p, `(() => {
				const e = document.querySelector('`+what+`'), r = e.getBoundingClientRect(), c = (e.closest('.card') || e).getBoundingClientRect(),
					score = e.closest('.card')?.querySelector('.score').getBoundingClientRect();
				return e.scrollWidth > e.clientWidth + 1 || r.right > c.right + 1 || e.matches('.win') && r.right > score.left;
			})()`)
			if cut {
				t.Errorf("%d pixels wide: %s is cut", width, what)
			}
		}
		if eval[bool](p, `document.querySelector('.m-text').getBoundingClientRect().right > document.querySelector('#board svg').getBoundingClientRect().right`) {
			t.Errorf("%d pixels wide: the word at the crash is cut", width)
		}
		p.picture(fmt.Sprintf("tron-narrow-%d", width))
	}
}

// Who opens the address of another seat in the tab of the first plays that seat; an address in the page keeps it.
func TestAddressInTheSameTab(t *testing.T) {
	g := launch(t, "amazons", "play", "human", "random", "--seed", "7")
	p := open(t, g.watch(), 900, 700, expects("net::ERR_"))
	p.wait(`window.gridiron?.human && gridiron.record && !gridiron.me.control`)
	p.run(chromedp.Navigate(g.url))
	p.wait(`window.gridiron?.me.control && gridiron.human?.active`)
	eval[any](p, `window.kept = true; location.hash = 'transport'`)
	p.wait(`window.kept && gridiron.human.active`)
}
