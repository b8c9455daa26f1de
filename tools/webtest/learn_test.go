package webtest

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// A first visit sees the goal of the game above the board; the help has how to play, with pictures, the rules by number, and the
// keys. `GAME rules` prints the same texts.
func TestLearn(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", "random", "--seed", "7"}, game.small...)...)
			p := open(t, g.url, 1280, 800)
			p.wait(`gridiron.human?.active && !document.getElementById('goal').hidden`)
			goal := eval[string](p, `document.querySelector('#goal span').textContent`)
			p.picture(game.name + "-first")
			p.keys("?")
			p.wait(`document.getElementById('help').open && document.querySelectorAll('#help figure svg .piece').length`)
			p.picture(game.name + "-howto")
			p.accessible()
			lessons := eval[[]string](p, `[...document.querySelectorAll('#help-pane p, #help-pane figcaption')].map((e) => e.textContent)`)
			p.run(chromedp.Click(`#help-tab-1`))
			p.wait(`document.querySelector('#help-tab-1').getAttribute('aria-selected') === 'true'`)
			p.picture(game.name + "-rules")
			rules := eval[[]string](p, `[...document.querySelectorAll('#help-pane p, #help-pane td, #help-pane li')].map((e) => e.textContent)`)
			p.keys(kb.ArrowRight)
			p.wait(`document.querySelector('#help-pane dl')`)
			p.keys(kb.Escape)
			p.wait(`!document.getElementById('help').open`)
			dir, _ := built()
			printed, err := exec.Command(filepath.Join(dir, game.name+".exe"), "rules").Output()
			if err != nil {
				t.Fatal(err)
			}
			bare := strings.NewReplacer("`", "", "*", "")
			said := bare.Replace(strings.Join(strings.Fields(string(printed)), " "))
			for _, text := range append(append(lessons, goal), rules...) {
				if text = bare.Replace(strings.Join(strings.Fields(text), " ")); !strings.Contains(said, text) {
					t.Errorf("`rules` does not print %q", text)
				}
			}
			if len(lessons) < 4 || len(rules) < 10 {
				t.Errorf("%d texts of how to play and %d of the rules", len(lessons), len(rules))
			}
			p.run(chromedp.Click(`#goal button[aria-label=Close]`), chromedp.Reload())
			p.wait(`gridiron.human?.active && document.getElementById('goal').hidden`)
		})
	}
}

// A hint says what to do in words and shows it, and the page says that it thinks; what cannot be undone or typed is said beside the
// board; the console stays empty.
func TestHintInWords(t *testing.T) {
	words := map[string]string{
		"amazons": "move the queen from", "sarena": "move the pile on", "tron": "drive ", "pelita": "go ", "reantics": "Place",
	}
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", "random", "--seed", "7"}, game.real...)...)
			p := open(t, g.url, 1280, 800)
			p.wait(`gridiron.human?.active`)
			eval[any](p, `window.heard = []; new MutationObserver(() => heard.push(document.getElementById('answered').textContent))
				.observe(document.getElementById('answered'), {childList: true})`)
			p.keys("!")
			p.wait(`document.getElementById('answered').textContent.startsWith('Hint: ')`)
			if hint := eval[string](p, `document.getElementById('answered').textContent`); !strings.Contains(hint, words[game.name]) {
				t.Errorf("the hint is %q, want words", hint)
			}
			if !eval[bool](p, `heard.some((text) => text.includes('Thinking'))`) {
				t.Error("the page does not say that it thinks")
			}
			if !eval[bool](p, `Boolean(document.querySelector('.hinted, .t-chosen'))`) {
				t.Error("the hint is not shown")
			}
			p.picture(game.name + "-hint")
			p.keys("u")
			p.wait(`document.getElementById('answered').textContent.includes('nothing to take back')`)
			p.run(chromedp.SendKeys(`#t-in`, "zz9\r", chromedp.ByQuery))
			p.wait(`document.getElementById('answered').className === 'wrong'`)
			if !eval[bool](p, `gridiron.human.active`) {
				t.Error("what was typed and is not possible was sent")
			}
		})
	}
}

// A click that is not legal says why, with the rule's number, and loses nothing; what to do next is said in every phase.
func TestWhyNot(t *testing.T) {
	for _, tt := range []struct {
		game   string
		flags  []string
		clicks []int
		says   string
	}{
		{"amazons", nil, []int{0}, "no queen stands on the first square (R3)"},
		{"amazons", nil, []int{30}, "the queen on the first square is the opponent's (R3)"},
		{"amazons", nil, []int{93, 3}, "a queen stands where the queen would land (R5)"},
		{"amazons", nil, []int{93, 53, 61}, "an arrow flies along a row, a column or a diagonal (R6)"},
		{"sarena", []string{"--start", "+NN . +NR/.NR +NN .NY/+NY .NR +NN"}, []int{0, 1}, "an empty cell without arrows takes no pile (R6)"},
		{"pelita", []string{"--layout", "normal_035"}, []int{0}, "the cell is a wall (R6)"},
		{"reantics", nil, []int{99}, "a cell is not in the rows where the item belongs (R7)"},
	} {
		t.Run(fmt.Sprint(tt.game, tt.clicks), func(t *testing.T) {
			g := launch(t, tt.game, append([]string{"play", "human", "random", "--seed", "7"}, tt.flags...)...)
			p := open(t, g.url, 1280, 800)
			p.wait(`gridiron.human?.active`)
			for i, cell := range tt.clicks {
				want := eval[string](p, fmt.Sprintf(`'Your turn: ' + (gridiron.human.ask.steps[%d] || gridiron.human.ask.steps.at(-1))`, i))
				p.wait(fmt.Sprintf(`document.getElementById('result').textContent === %q || %d > 2`, want, i))
				p.click(cell)
			}
			p.wait(fmt.Sprintf(`document.getElementById('answered').textContent === %q`, tt.says))
			p.picture(tt.game + "-why")
		})
	}
}

// A piece is dragged: it follows, and the cells light up where it may go; by a finger, too, and the page does not scroll.
func TestDrag(t *testing.T) {
	for _, finger := range []bool{false, true} {
		t.Run(fmt.Sprint(finger), func(t *testing.T) {
			g := launch(t, "sarena", "play", "human", "random", "--seed", "7", "--start", "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN")
			p := open(t, g.url, 390, 844)
			p.wait(`gridiron.human?.active`)
			at := func(cell int) [2]float64 {
				v := eval[[]float64](p, fmt.Sprintf(`(() => {
					const b = gridiron.board, [x, y] = b.mid(%d), q = new DOMPoint(x, y).matrixTransform(b.svg.getScreenCTM());
					return [q.x, q.y];
				})()`, cell))
				return [2]float64{v[0], v[1]}
			}
			from, to := at(0), at(1)
			step := func(kind input.MouseType, touch input.TouchType, x, y float64) {
				if !finger {
					p.run(input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1))
					return
				}
				points := []*input.TouchPoint{{X: x, Y: y}}
				if touch == input.TouchEnd {
					points = []*input.TouchPoint{}
				}
				p.run(input.DispatchTouchEvent(touch, points))
			}
			step(input.MousePressed, input.TouchStart, from[0], from[1])
			for i := 1; i <= 4; i++ {
				step(input.MouseMoved, input.TouchMove, from[0]+(to[0]-from[0])*float64(i)/4, from[1]+3*float64(i))
			}
			p.wait(`document.querySelectorAll('.held').length && document.querySelectorAll('.t-go').length`)
			p.picture(fmt.Sprintf("drag-%v", finger))
			if scrolled := eval[float64](p, `scrollY`); scrolled != 0 {
				t.Errorf("the page is scrolled by %v", scrolled)
			}
			before := question(p)
			step(input.MouseReleased, input.TouchEnd, to[0], from[1]+12)
			given(p, before)
			p.wait(`!document.querySelector('.held')`)
		})
	}
}

// What is under the pointer is explained: a pile from the bottom to the top.
func TestTip(t *testing.T) {
	g := launch(t, "sarena", "play", "human", "random", "--seed", "7", "--start", "+NNYR .NY +NR/.NR +NN .NY/+NY .NR +NN")
	p := open(t, g.url, 1280, 800)
	p.wait(`gridiron.human?.active`)
	at := eval[[]float64](p, `(() => {
		const b = gridiron.board, [x, y] = b.mid(0), q = new DOMPoint(x, y).matrixTransform(b.svg.getScreenCTM());
		return [q.x, q.y];
	})()`)
	p.run(input.DispatchMouseEvent(input.MouseMoved, at[0], at[1]))
	p.wait(`document.getElementById('tip').textContent === '0,0: arrow cell, pile of 2, red on top, from below grey/grey, yellow/red' && !document.getElementById('tip').hidden`)
	p.picture("tip")
}
