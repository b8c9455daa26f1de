package webtest

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Who has keys alone is at his turn after two of them, and is told how an answer is typed and what the numbers of the players are.
func TestSkip(t *testing.T) {
	g := launch(t, "amazons", "play", "human", "random", "--seed", "7")
	p := open(t, g.url, 1280, 800)
	p.wait(`window.gridiron?.human?.active`)
	p.keys(kb.Tab)
	p.keys(kb.Enter)
	p.wait(`document.activeElement.id === 'turn'`)
	p.keys(kb.Tab)
	p.wait(`document.activeElement.id === 't-in' && /^such as [A-J][0-9][A-J][0-9][A-J][0-9]$/.test(document.activeElement.placeholder)`)
	if got := eval[string](p, `document.querySelector('#p0 .score').textContent`); got != "Territory 22" {
		t.Errorf("a screen reader is told %q", got)
	}
	p.accessible()
	watcher := open(t, g.watch(), 900, 700)
	watcher.wait(`window.gridiron?.record && document.getElementById('to-turn').hidden`)
	watcher.keys(kb.Tab)
	watcher.keys(kb.Enter)
	watcher.wait(`document.activeElement.id === 'transport'`)
}

// The keys of the original's window of Pelita: the game stops before a round, goes on by a step and a round, faster and slower,
// shows what bots see, fills the screen, and ends.
func TestKeys(t *testing.T) {
	g := launch(t, "pelita", "play", "random", "smart-random", "--seed", "7", "--layout", "normal_035", "--stop-at", "2", "--pace", "1ms")
	p := open(t, g.url, 1280, 800, expects("net::ERR_"))
	p.wait(`window.gridiron?.record && gridiron.state.paused && gridiron.end === 4 && gridiron.at === 4`)
	p.keys(kb.Enter)
	p.wait(`gridiron.end === 5 && gridiron.at === 5`)
	p.keys(kb.Enter, chromedp.KeyModifiers(input.ModifierShift))
	p.wait(`gridiron.end === 8 && gridiron.at === 8 && gridiron.state.paused`)
	p.keys("<")
	p.wait(`gridiron.state.speed === 100`)
	p.keys("<")
	p.wait(`gridiron.state.speed === 60`)
	p.keys(">")
	p.wait(`gridiron.state.speed === 100`)
	p.keys("#")
	p.wait(`gridiron.overlays.length === 2 && gridiron.overlays.every((o) => o.toggle.getAttribute('aria-pressed') === 'true')`)
	p.keys("f")
	p.wait(`document.fullscreenElement`)
	p.keys("f")
	p.wait(`!document.fullscreenElement`)
	p.keys(" ")
	p.wait(`!gridiron.state.paused && gridiron.end > 8`)
	eval[any](p, `window.confirm = () => true`)
	p.keys("q")
	p.wait(`document.getElementById('net').textContent === 'the program has ended'`)
	if err := g.command.Wait(); err != nil {
		t.Errorf("the program ended with %v, want no error", err)
	}
}
