package webtest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Who steers presses ways that are no answers, and keys between two questions: they neither pause the game, nor show the past, nor
// are typed, and the next key steers.
func TestSteer(t *testing.T) {
	g := launch(t, "tron", "play", "human", "rules", "--seed", "3", "--pace", "0")
	p := open(t, g.url, 1280, 800, expects("net::ERR_"))
	p.wait(`window.gridiron?.human?.active`)
	p.keys(".")
	p.wait(`gridiron.end === 1 && gridiron.human.active`)
	for _, key := range []string{kb.ArrowRight, kb.ArrowLeft, "d", "a"} { // the bike drives to the right
		p.keys(key)
		p.wait(`gridiron.end === 1 && gridiron.human.active && !gridiron.state.paused && document.activeElement.id !== 't-in'`)
	}
	p.keys(kb.ArrowDown)
	p.wait(`gridiron.end === 2 && gridiron.human.active`)
	p.keys("d")
	p.wait(`gridiron.end === 3 && gridiron.human.active && !gridiron.state.paused`)

	g = launch(t, "pelita", "play", "human", "random", "--seed", "3", "--pace", "500ms")
	p = open(t, g.url, 1280, 800, expects("net::ERR_"))
	p.wait(`window.gridiron?.human?.active`)
	for _, key := range []string{kb.ArrowRight, kb.ArrowLeft} {
		p.wait(`gridiron.human.active && gridiron.human.turn.buttons().some((a) => a.key === '.')`)
		p.keys(".")
		p.wait(`!gridiron.human.active`)
		p.keys(key)
		p.wait(`gridiron.human.active && !gridiron.state.paused`)
	}
}

// A hint that comes after the answer was given is not shown with the next question.
func TestLateHint(t *testing.T) {
	g := launch(t, "amazons", "play", "human", "greedy", "--seed", "1", "--pace", "0")
	p := open(t, g.url, 1280, 800, expects("net::ERR_"))
	p.wait(`window.gridiron?.human?.active`)
	eval[any](p, `(() => {
		const server = gridiron.server, post = server.post.bind(server);
		server.post = async (path, body) => {
			if (body.do !== 'hint') return post(path, body);
			await new Promise((done) => { window.late = done; });
			return { reply: gridiron.human.ask.answers[0].text };
		};
	})()`)
	p.keys("!")
	p.wait(`window.late`)
	eval[any](p, `gridiron.human.turn.send(gridiron.human.ask.answers[100])`)
	p.wait(`gridiron.end === 2 && gridiron.human.active`)
	p.click(eval[int](p, `gridiron.human.ask.answers[20].cells[0]`))
	p.wait(`gridiron.human.turn.path.length === 1`)
	eval[any](p, `new Promise((done) => { window.late(); setTimeout(done, 50); })`)
	if !eval[bool](p, `gridiron.human.turn.path.length === 1 && document.getElementById('answered').textContent === ''`) {
		t.Error("the hint for an earlier question is shown, and has taken the chosen queen back")
	}
}
