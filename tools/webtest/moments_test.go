package webtest

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// screens are the sizes in which every moment of a game is drawn, with their device's pixels for one of ours.
var screens = []struct {
	name          string
	width, height int
	scale         float64
}{
	{"390x844", 390, 844, 1}, {"844x390", 844, 390, 1}, {"1280x800", 1280, 800, 1}, {"1920x1080", 1920, 1080, 1}, {"200", 640, 400, 2},
}

// moment draws what a page shows now in all sizes, light and dark; none of them is wider than its screen. Without a folder for the
// pictures it looks at a phone and a desktop.
func (p *tab) moment(name string) {
	p.Helper()
	for _, s := range screens {
		if os.Getenv("GRIDIRON_PICTURES") == "" && s.width != 390 && s.width != 1280 {
			continue
		}
		p.run(emulation.SetDeviceMetricsOverride(int64(s.width), int64(s.height), s.scale, s.width < 500))
		eval[any](p, `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(scrollTo(0, 0)))))`)
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > s.width {
			p.Errorf("%s at %s: the page is %d pixels wide", name, s.name, wide)
		}
		p.whole(name + " at " + s.name)
		for _, theme := range []string{"light", "dark"} {
			eval[any](p, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme))
			p.picture(fmt.Sprintf("%s-%s-%s", name, s.name, theme))
		}
	}
	p.run(emulation.SetDeviceMetricsOverride(1280, 800, 1, false))
}

// whole checks that nothing is cut off without a sign: an ellipsis, or a shadow where something can be scrolled sideways.
func (p *tab) whole(where string) {
	p.Helper()
	cut := eval[[]string](p, `[...document.querySelectorAll('body *:not(svg *, input)')].filter((e) => {
		const s = getComputedStyle(e);
		if (!e.checkVisibility() || e.closest('.sr') || !e.clientWidth || e.scrollWidth <= e.clientWidth + 1 || s.overflowX === 'visible') return false;
		return s.overflowX === 'auto' || s.overflowX === 'scroll' ? s.backgroundImage === 'none' : s.textOverflow !== 'ellipsis';
	}).map((e) => e.tagName + '#' + e.id + '.' + e.className + ': ' + e.textContent.trim().slice(0, 60))`)
	if len(cut) > 0 {
		p.Errorf("%s: cut off without a sign: %q", where, cut)
	}
}

// answers plays some turns, or until the game is over, with any of the answers that the page offers.
func (p *tab) answers(turns int) {
	p.Helper()
	for n := range turns {
		a, ok := decide(p, n)
		if !ok {
			return
		}
		before := question(p)
		eval[any](p, fmt.Sprintf(`(gridiron.human.turn.send(gridiron.human.ask.answers.find((a) => a.text === %q)), 0)`, a.Text))
		given(p, before)
	}
}

// A person's game from the start to the review, each moment in all sizes and colours. With GRIDIRON_PICTURES=DIR the screenshots
// are kept: look at them.
func TestMoments(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", rival(game.name), "--seed", "7"}, game.real...)...)
			p := open(t, g.url, 1280, 800)
			p.wait(`window.gridiron?.human?.active`)
			p.moment(game.name + "-1start")
			p.run(chromedp.Click(`#goal button[aria-label=Close]`, chromedp.ByQuery))
			p.answers(map[string]int{"amazons": 9, "sarena": 6, "pelita": 12, "reantics": 12}[game.name])
			if game.name == "tron" { // a bike that turns at random soon crashes
				for range 5 {
					p.wait(`gridiron.human.active`)
					before := question(p)
					p.keys("!")
					p.wait(`document.getElementById('answered').textContent.startsWith('Hint: ')`)
					eval[any](p, `(gridiron.human.turn.send(gridiron.human.turn.hinted), 0)`)
					given(p, before)
				}
			}
			p.wait(`gridiron.human.active`)
			p.moment(game.name + "-2middle")
			wrong := eval[int](p, `(() => { const t = gridiron.human.turn, n = gridiron.board.W * gridiron.board.H;
				return t.withCells().length ? [...Array(n).keys()].find((c) => !t.roots().has(c)) ?? -1 : -1; })()`)
			if wrong >= 0 {
				p.click(wrong)
			} else {
				p.run(chromedp.SendKeys(`#t-in`, "zz9\r", chromedp.ByQuery))
			}
			p.wait(`document.getElementById('answered').className === 'wrong'`)
			p.moment(game.name + "-3illegal")
			eval[any](p, `document.activeElement.blur()`)
			p.keys("!")
			p.wait(`document.getElementById('answered').textContent.startsWith('Hint: ')`)
			p.moment(game.name + "-4hint")

			g = launch(t, game.name, append([]string{"play", "human", rival(game.name), "--seed", "7"}, game.small...)...)
			p = open(t, g.url, 1280, 800)
			p.wait(`window.gridiron?.human?.active`)
			p.run(chromedp.Click(`#goal button[aria-label=Close]`, chromedp.ByQuery))
			p.answers(1000)
			p.wait(`document.querySelector('#end h2')`)
			p.moment(game.name + "-5end")
			p.button("Review")
			p.wait(`gridiron.after.marks`)
			p.moment(game.name + "-6review")
		})
	}
}
