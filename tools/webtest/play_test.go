package webtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// titles are the seats as people read them.
var titles = map[string][2]string{
	"amazons": {"RED", "BLUE"}, "sarena": {"YELLOW", "RED"}, "tron": {"BLUE", "YELLOW"}, "pelita": {"BLUE", "RED"}, "reantics": {"BLUE", "RED"},
}

// answer is the answer that a person chooses, one of those that the page offers.
type answer struct {
	Text  string
	Cells []int
	Key   string
}

// decide waits until the person of the page is asked and picks an answer; false when the game is over.
func decide(p *tab, turn int) (a answer, ok bool) {
	p.Helper()
	p.wait(`gridiron.record?.result || gridiron.human?.active`)
	if !eval[bool](p, `Boolean(gridiron.human.active)`) {
		return a, false
	}
	a = eval[answer](p, fmt.Sprintf(`(() => {
		const list = gridiron.human.ask.answers.filter((a) => !a.off), a = list[(%d * 7919) %% list.length];
		return {Text: a.text, Cells: a.cells || [], Key: a.key || ''};
	})()`, turn))
	return a, true
}

// given waits until the answer was accepted: the page has the next question, or none.
func given(p *tab, before int) {
	p.Helper()
	p.wait(fmt.Sprintf(`gridiron.record.result || gridiron.human.ask?.number !== %d`, before))
}

// sent is true when the answer to a question was sent.
func sent(number int) string {
	return fmt.Sprintf(`(!gridiron.human.turn || gridiron.human.turn.sent || gridiron.human.ask.number !== %d)`, number)
}

func question(p *tab) int { return eval[int](p, `gridiron.human.ask.number`) }

// A person plays a whole game of each kind by clicks: cells, the menu, buttons.
func TestPlayByClicks(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", "random", "--seed", "7"}, game.small...)...)
			p := open(t, g.url, 1100, 800)
			turns := 0
			for ; ; turns++ {
				a, ok := decide(p, turns)
				if !ok {
					break
				}
				if turns == 1 || turns == 14 {
					p.picture(fmt.Sprintf("%s-turn%d", game.name, turns))
				}
				before := question(p)
				switch {
				case len(a.Cells) == 0:
					p.run(chromedp.Evaluate(`document.querySelector('#buttons button, #pad button:not([disabled])').focus()`, nil))
					p.run(chromedp.Click(`#buttons button, #pad button:not([disabled])`, chromedp.ByQuery))
				default:
					for i, cell := range a.Cells {
						p.click(cell)
						if i == 0 && len(a.Cells) > 1 && turns == 1 {
							p.picture(game.name + "-chosen")
						}
					}
					state := eval[string](p, sent(before)+` ? 'sent' : document.getElementById('menu').hidden ? 'open' : 'menu'`)
					if state == "menu" {
						p.picture(game.name + "-menu")
						p.run(chromedp.Click(`#menu button:not([aria-disabled])`, chromedp.ByQuery))
					} else if state == "open" { // it may go on: the same cell again is the end
						p.click(a.Cells[len(a.Cells)-1])
					}
				}
				given(p, before)
			}
			if turns < 2 {
				t.Errorf("the game was over after %d turns", turns)
			}
			p.wait(`document.getElementById('result').textContent.length > 4`)
			if code := g.end(); code != 0 {
				t.Errorf("Ctrl-C after the game: exit code %d, want 0", code)
			}
		})
	}
}

// A person plays a whole game of each kind by keys alone.
func TestPlayByKeys(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "random", "human", "--seed", "7"}, game.small...)...)
			p := open(t, g.seat(titles[game.name][1]), 1000, 800)
			names := map[string]string{
				"ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "Enter": kb.Enter,
			}
			turns := 0
			for ; ; turns++ {
				a, ok := decide(p, turns)
				if !ok {
					break
				}
				before := question(p)
				switch key := names[a.Key]; {
				case key != "":
					p.keys(key)
				case a.Key != "":
					p.keys(a.Key)
				case len(a.Cells) == 0: // a button without a key
					p.run(chromedp.Focus(`#buttons button`, chromedp.ByQuery))
					p.keys(kb.Enter)
				default:
					choose(p, a.Cells)
				}
				given(p, before)
			}
			if turns < 2 {
				t.Errorf("the game was over after %d turns", turns)
			}
		})
	}
}

// choose moves the cursor along the cells that are lit to each cell of an answer.
func choose(p *tab, cells []int) {
	p.Helper()
	before := question(p)
	for _, cell := range cells {
		for range 120 {
			if eval[int](p, `gridiron.human.turn?.cursor ?? -1`) == cell {
				break
			}
			p.keys("n")
		}
		p.keys(kb.Enter)
	}
	switch eval[string](p, sent(before)+` ? 'sent' : document.getElementById('menu').hidden ? 'open' : 'menu'`) {
	case "menu":
		p.keys(kb.ArrowDown)
		p.keys(kb.Enter)
	case "open":
		p.keys(kb.Enter)
	}
	p.run(chromedp.Sleep(time.Millisecond))
}
