package webtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/web"
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

// A hint lights up an answer, an undo is refused with the reason of the game, a queen is dragged, a bike swiped.
func TestTools(t *testing.T) {
	m := amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r")
	s, at := serve(t, web.Options{Open: true, Can: []string{"hint", "undo", "resign"}, Control: func(c web.Control) (string, error) {
		if c.Do == "hint" {
			return m.legal(c.Seat)[3].Text, nil
		}
		return "", errors.New("there is nothing to take back " + hostile)
	}}, func(ctx context.Context, s *web.Server) error {
		return drive(ctx, s, m, []string{"you", "random"}, nil, 0)
	})
	p := open(t, web.URL(at, s.Token(0)), 1000, 800, expects("422"))
	p.wait(`gridiron.human?.active`)
	p.keys("h")
	p.wait(`gridiron.human.turn.hinted`)
	if got := eval[string](p, `document.getElementById('answered').textContent`); got != "hint: "+m.legal(0)[3].Text {
		t.Errorf("the page says %q", got)
	}
	if lit := eval[int](p, `document.querySelectorAll('.t-done, .t-chosen').length`); lit != 3 {
		t.Errorf("%d cells are lit for the hint, want 3", lit)
	}
	p.picture("hint")
	p.keys("u")
	p.wait(`document.getElementById('answered').textContent.startsWith('there is nothing to take back <img')`)
	c := m.legal(0)[0]
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
}

func letters(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'A' && r <= 'J' {
		return r
	}
	return -1
}

// What is typed counts as well, and what is no answer is said to be none.
func TestTyped(t *testing.T) {
	m := amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r")
	s, at := serve(t, web.Options{Open: true}, func(ctx context.Context, s *web.Server) error {
		return drive(ctx, s, m, []string{"you", "random"}, nil, 0)
	})
	p := open(t, web.URL(at, s.Token(-1)), 1000, 800)
	p.wait(`gridiron.human?.active`)
	p.run(chromedp.SendKeys(`#t-in`, "A0A0A0\r", chromedp.ByQuery))
	p.wait(`document.getElementById('answered').textContent === 'A0A0A0: no legal answer'`)
	c := m.legal(0)[5]
	p.run(chromedp.SetValue(`#t-in`, strings.ToLower(c.Text[:2])+"-"+c.Text[2:4]+" "+c.Text[4:], chromedp.ByQuery))
	p.run(chromedp.SendKeys(`#t-in`, "\r", chromedp.ByQuery))
	p.wait(`gridiron.end >= 1`)
}

func TestSwipe(t *testing.T) {
	m := tronMatch(t, "cycle=0/9\n"+field(16, 10))
	s, at := serve(t, web.Options{Open: true}, func(ctx context.Context, s *web.Server) error {
		return drive(ctx, s, m, []string{"you", "random"}, nil, 0)
	})
	p := open(t, web.URL(at, s.Token(0)), 360, 740)
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
		return drive(ctx, s, m, []string{"a", "b"}, nil)
	})
	p := open(t, web.URL(at, ""), 800, 600, expects("403"))
	p.wait(`document.getElementById('net').textContent.startsWith('refused')`)
	p.picture("refused")
}
