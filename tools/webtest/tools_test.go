package webtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// middle returns where the middle of a cell is on the screen.
func (p *tab) middle(cell int) [2]float64 {
	p.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		const b = gridiron.board, [x, y] = b.mid(%d), q = new DOMPoint(x, y).matrixTransform(b.svg.getScreenCTM());
		return [q.x, q.y];
	})()`, cell))
	return [2]float64{at[0], at[1]}
}

// drag presses in one place and lets go in another.
func (p *tab) drag(from, to [2]float64) {
	p.Helper()
	event := func(kind input.MouseType, at [2]float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, at[0], at[1]).WithButton(input.Left).WithClickCount(1)
	}
	p.run(event(input.MousePressed, from), event(input.MouseMoved, to), event(input.MouseReleased, to))
}

// A hint lights up an answer, Escape takes a step back, a queen is dragged, a turn is taken back together with the answer to it,
// and a resigned game is lost.
func TestTools(t *testing.T) {
	g := launch(t, "amazons", append([]string{"play", "human", "random", "--seed", "7"}, small("amazons")...)...)
	p := open(t, g.url, 1000, 800, expects("422"))
	p.wait(`gridiron.human?.active`)
	p.keys("!")
	p.wait(`gridiron.human.turn.hinted`)
	if got := eval[string](p, `document.getElementById('answered').textContent`); !strings.HasPrefix(got, "Hint: move the queen from ") {
		t.Errorf("the page says %q", got)
	}
	if lit := eval[int](p, `document.querySelectorAll('.t-done, .t-chosen').length`); lit != 3 {
		t.Errorf("%d cells are lit for the hint, want 3", lit)
	}
	p.picture("hint")
	p.keys("u")
	p.wait(`document.getElementById('answered').textContent.startsWith('there is nothing to take back')`)
	c := eval[answer](p, `(() => { const a = gridiron.human.ask.answers[0]; return {Text: a.text, Cells: a.cells}; })()`)
	p.drag(p.middle(c.Cells[0]), p.middle(c.Cells[1]))
	if path := eval[[]int](p, `gridiron.human.turn.path`); fmt.Sprint(path) != fmt.Sprint(c.Cells[:2]) {
		t.Errorf("the drag led to the path %v, want %v", path, c.Cells[:2])
	}
	p.keys("\u001b") // Escape takes a step back
	if path := eval[[]int](p, `gridiron.human.turn.path`); len(path) != 1 {
		t.Errorf("after Escape the path is %v", path)
	}
	p.click(c.Cells[1])
	p.click(c.Cells[2])
	p.wait(`gridiron.record.plies[0]?.moves[0].text.length > 4`)
	if got := eval[string](p, `gridiron.record.plies[0].moves[0].text`); strings.Map(letters, got) != strings.Map(letters, c.Text) {
		t.Errorf("%s was played, want %s", got, c.Text)
	}
	p.wait(`gridiron.human.active && gridiron.end === 2`)
	p.keys("u")
	p.wait(`gridiron.human.active && gridiron.end === 0 && gridiron.at === 0`)
	p.run(chromedp.Click(`//div[@id="tools"]/button[starts-with(., "Resign")]`, chromedp.BySearch))
	p.wait(`gridiron.record.result?.winner === 1`)
}

// Who looks at an earlier ply in his turn is told so in the panel of the turn, and sees the counts of that ply.
func TestPast(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", rival(game.name), "--seed", "7"}, game.real...)...)
			p := open(t, g.url, 1280, 800)
			p.wait(`window.gridiron?.human?.active`)
			counts := `document.querySelector('#facts tbody').textContent`
			first := eval[string](p, counts)
			p.answers(map[string]int{"reantics": 12}[game.name] + 2)
			p.wait(`gridiron.human.active`)
			now := eval[string](p, counts)
			p.keys(kb.Home)
			p.wait(`gridiron.at === 0 && gridiron.past()`)
			if got := eval[string](p, counts); got != first {
				t.Errorf("at the start the counts are %q, want %q", got, first)
			}
			if got := eval[string](p, `document.querySelector('#facts caption').innerText`); got != "As of the start" {
				t.Errorf("the counts are called %q", got)
			}
			if got := eval[string](p, `document.getElementById('turn').innerText`); !strings.HasSuffix(got, "You look at the start, not at now") {
				t.Errorf("the panel of the turn says %q", got)
			}
			p.picture(game.name + "-past-turn")
			p.accessible()
			p.keys(kb.End)
			p.wait(`!gridiron.past() && gridiron.human.active && document.getElementById('then').hidden && document.getElementById('steps').checkVisibility()`)
			if got := eval[string](p, counts); got != now || eval[bool](p, `document.querySelector('#facts caption').checkVisibility()`) {
				t.Errorf("now the counts are %q, want %q", got, now)
			}
		})
	}
}

// Who resigns has lost, in every game, and the list says that instead of a move: the opponent's stays as it was.
func TestResign(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "random", "human", "--seed", "7"}, game.small...)...)
			p := open(t, g.url, 1000, 800)
			p.wait(`window.gridiron?.human?.active`)
			list := `[...document.querySelectorAll('#list button')].map((b) => b.textContent)`
			before := eval[[]string](p, list)
			p.run(chromedp.Click(`//div[@id="tools"]/button[starts-with(., "Resign")]`, chromedp.BySearch))
			p.wait(`document.getElementById('result').textContent.endsWith('resigned')`)
			if got := eval[[]string](p, list); !slices.Equal(got, append(before, "resigned")) {
				t.Errorf("after resigning the list has %q, before %q", got, before)
			}
			title := titles[game.name][1]
			if got := eval[string](p, `document.getElementById('result').textContent`); !strings.HasSuffix(got, title+" (human) resigned") {
				t.Errorf("the page says %q", got)
			}
		})
	}
}

// Whose time is up has lost, and the clock says so.
func TestFlag(t *testing.T) {
	g := launch(t, "amazons", append([]string{"play", "human", "random", "--seed", "7", "--human-budget", "3s"}, small("amazons")...)...)
	p := open(t, g.url, 1000, 800)
	p.wait(`window.gridiron?.record?.result && gridiron.at === gridiron.end && !document.getElementById('end').hidden`)
	if got := eval[string](p, `document.querySelector('#p0 .clock').textContent + ', ' + document.getElementById('list').textContent`); !strings.HasPrefix(got, "time is up, ") || !strings.Contains(got, "was late") {
		t.Errorf("the clock and the list say %q", got)
	}
}

func letters(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'A' && r <= 'J' {
		return r
	}
	return -1
}

// Answers can be typed, too, and a text that is no answer is refused with the reason.
func TestTyped(t *testing.T) {
	g := launch(t, "amazons", append([]string{"play", "human", "random", "--seed", "7"}, small("amazons")...)...)
	p := open(t, g.url, 1000, 800, expects("422"))
	p.wait(`gridiron.human?.active`)
	p.run(chromedp.SendKeys(`#t-in`, "A0A0A0\r", chromedp.ByQuery))
	p.wait(`document.getElementById('answered').textContent.startsWith('A0A0A0: ')`)
	text := eval[string](p, `gridiron.human.ask.answers[5].text`)
	p.run(chromedp.SetValue(`#t-in`, strings.ToLower(text[:2])+"-"+text[2:4]+" "+text[4:], chromedp.ByQuery))
	p.run(chromedp.SendKeys(`#t-in`, "\r", chromedp.ByQuery))
	p.wait(`gridiron.end >= 1`)
}

func TestSwipe(t *testing.T) {
	g := launch(t, "tron", append([]string{"play", "human", "random", "--seed", "7"}, small("tron")...)...)
	p := open(t, g.url, 360, 740)
	p.wait(`gridiron.human?.active`)
	from := p.middle(40)
	p.drag(from, [2]float64{from[0] + 5, from[1] + 80})
	p.wait(`gridiron.end >= 1`)
	if got := eval[string](p, `gridiron.record.plies[0].moves[0].text`); got != "↓" {
		t.Errorf("a swipe down was played as %q", got)
	}
}

// Without its token an address that is not open to all shows nothing, and says why.
func TestNoToken(t *testing.T) {
	m := amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r")
	_, at := serve(t, web.Options{}, func(ctx context.Context, s *web.Server) error {
		return drive(ctx, s, m, []string{"a", "b"})
	})
	p := open(t, web.URL(at, ""), 800, 600, expects("403"))
	p.wait(`document.getElementById('net').textContent.startsWith('refused')`)
	p.picture("refused")
}

// Two people play from two browsers, each with a token: each is asked for his own seat only, and a new game begins for both.
func TestTwoBrowsers(t *testing.T) {
	g := launch(t, "sarena", append([]string{"play", "human", "human", "--seed", "7"}, small("sarena")...)...)
	yellow := open(t, g.seat("YELLOW"), 900, 700)
	yellow.wait(`document.getElementById('result').textContent === 'waiting for RED'`)
	red := open(t, g.seat("RED"), 900, 700)
	for turn := range 4 {
		mover, other := yellow, red
		if turn%2 == 1 {
			mover, other = red, yellow
		}
		mover.wait(`gridiron.human?.active`)
		other.wait(`!gridiron.human?.ask`) // its page may not know yet that its turn is over
		for _, cell := range eval[[]int](mover, `gridiron.human.ask.answers[0].cells`) {
			mover.click(cell)
		}
		other.wait(fmt.Sprintf(`gridiron.end === %d`, turn+1))
	}
	yellow.wait(`gridiron.human?.active`)
	yellow.keys("u") // his last turn and the answer to it
	red.wait(`gridiron.end === 2`)
	red.run(chromedp.Click(`//button[text()="New game"]`, chromedp.BySearch))
	red.run(chromedp.SetValue(`#new input[data-seat="1"]`, "random", chromedp.ByQuery), chromedp.Click(`#new .go`, chromedp.ByQuery))
	yellow.wait(`gridiron.end === 0 && gridiron.record.head.names[1] === 'random' && gridiron.human.active`)
}

// A new game can have other players, another start and other options; the dialog refuses what is impossible, and nobody can start
// a program there.
func TestNewGame(t *testing.T) {
	g := launch(t, "amazons", "play", "random", "greedy", "--seed", "7", "--pace", "0")
	p := open(t, g.url, 900, 700, expects("422"))
	p.wait(`gridiron.record?.result`)
	p.run(chromedp.Click(`//button[text()="New game"]`, chromedp.BySearch))
	try := func(player, wrong string) {
		p.run(chromedp.SetValue(`#new input[data-seat="0"]`, player, chromedp.ByQuery), chromedp.Click(`#new .go`, chromedp.ByQuery))
		p.wait(fmt.Sprintf(`document.querySelector('#new .wrong').textContent.includes(%q)`, wrong))
	}
	try("exec:sh", "want human or one of the bots")
	try("alphabeta:level=99", "want 1 to")
	p.run(chromedp.SetValue(`#new textarea`, "1BB1/B2B/R2R/1RR1 q", chromedp.ByQuery))
	eval[any](p, `document.querySelector('#new details').open = true`)
	try("human", "q")
	p.picture("new-refused")
	p.run(chromedp.SetValue(`#new textarea`, "1BB1/B2B/R2R/1RR1 r", chromedp.ByQuery), chromedp.Click(`#new .go`, chromedp.ByQuery))
	p.wait(`gridiron.human.active && gridiron.board.W === 4 && gridiron.record.head.names[0] === 'human'`)
}

// With --web-exit the program ends with the game, and the page says how it ended.
func TestWebExit(t *testing.T) {
	g := launch(t, "amazons", append([]string{"play", "human", "random", "--seed", "7", "--web-exit"}, small("amazons")...)...)
	p := open(t, g.url, 900, 700)
	p.wait(`gridiron.human?.active`)
	p.run(chromedp.Click(`//div[@id="tools"]/button[starts-with(., "Resign")]`, chromedp.BySearch))
	p.wait(`gridiron.record.result?.winner === 1 && document.getElementById('net').textContent === 'the program has ended'`)
	for range g.lines {
	}
	if err := g.command.Wait(); err != nil {
		t.Error(err)
	}
}
