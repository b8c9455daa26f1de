package webtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// richer is a position of ReAntics in which BLUE, to move, has food for a worker and for nothing else, and its anthill
// is empty.
const richer = `playing blue manual
  0  1  2  3  4  5  6  7  8  9
0 .  .  .  ^  .  .  .  .  .  .
1 Q  ;  .  .  .  .  .  @  .  .
2 .  .  .  .  W  .  .  .  .  .
3 ;  .  .  .  .  .  .  .  %  .
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  .  .  .
6 .  .  %d .  .  .  .  .  .  .
7 .  .  .  .  .  .  .  .  .  .
8 .  .  .  .  .  .  @  .  .  .
9 .  .  .  .  .  .  .  ^q .  .
blue food 1 hill 30/3 tunnel 71/2 ants Q01/10 W42/4+
red food 2 hill 79/1 tunnel 68/2 ants Q79/9 D26/4
grass 11 03
food 26 83
`

// begin starts a game of ReAntics from that position.
func begin(t *testing.T, args ...string) *program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "start.txt")
	if err := os.WriteFile(file, []byte(richer), 0o666); err != nil {
		t.Fatal(err)
	}
	return launch(t, "reantics", append(append([]string{"play"}, args...), "--start", file)...)
}

// The menu of the anthill shows all ants: those that cost more than there is are grey and do nothing; Escape and a click elsewhere
// close it. The keys are those of the help, which opens with h.
func TestBuildMenu(t *testing.T) {
	g := begin(t, "human", "random", "--seed", "7")
	p := open(t, g.url, 1100, 800)
	p.wait(`gridiron.human?.active`)
	p.keys("h")
	p.wait(`document.getElementById('help').open && document.getElementById('help').innerText.includes('hint, undo')`)
	p.keys("h")
	p.wait(`!document.getElementById('help').open`)
	p.click(3)
	p.wait(`!document.getElementById('menu').hidden`)
	p.picture("reantics-menu-grey")
	off := eval[string](p, `[...document.querySelectorAll('#menu [aria-disabled]')].map((b) => b.innerText).join('|')`)
	if strings.Count(off, "|") != 2 || !strings.Contains(off, "you have 1") {
		t.Errorf("what cannot be paid for is %q, want all but the worker", off)
	}
	p.accessible()
	eval[any](p, `document.querySelector('#menu [aria-disabled]').click()`)
	p.keys(kb.Escape)
	p.wait(`document.getElementById('menu').hidden && gridiron.human.active`)
	p.click(3)
	p.wait(`!document.getElementById('menu').hidden`)
	p.click(55)
	p.wait(`document.getElementById('menu').hidden && gridiron.human.active`)
	before := question(p)
	p.click(3)
	p.wait(`!document.getElementById('menu').hidden`)
	eval[any](p, `document.querySelector('#menu button:not([aria-disabled])').click()`)
	given(p, before)
	p.wait(`gridiron.record.plies.at(-1).moves[0].text === 'builds worker'`)
	before = question(p)
	p.keys("u")
	given(p, before)
	p.wait(`gridiron.human.active && gridiron.end === 0`)
	p.keys("!")
	p.wait(`document.getElementById('answered').textContent.startsWith('hint: ')`)
}
