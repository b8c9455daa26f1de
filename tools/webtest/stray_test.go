package webtest

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// A bot that hangs, or writes without an end, loses by its budget or its output; the page says why and stays available, and a new
// game can be played. One that hangs without a budget is broken off by a new game.
func TestStrays(t *testing.T) {
	gametest.Long(t, "has bots hang and flood before a page")
	for _, tt := range []struct {
		name, says string
		flags      []string
	}{
		{"hang", "no answer", []string{"--budget", "2s"}},
		{"flood", "", []string{"--budget", "30s"}},
		{"hang", "", nil},
	} {
		t.Run(tt.name+strings.Join(tt.flags, ""), func(t *testing.T) {
			g := launch(t, "amazons", append([]string{"play", talker() + " " + tt.name, "random", "--seed", "7", "--jail", "off"}, tt.flags...)...)
			p := open(t, g.url, 1000, 800, expects("net::ERR_"))
			p.wait(`window.gridiron?.record && gridiron.series?.data`)
			if tt.flags != nil {
				p.wait(`gridiron.record.result`)
				p.wait(`gridiron.record.plies.some((p) => p.faults?.some((f) => f.seat === 0 && f.text.includes('` + tt.says + `')))`)
				p.wait(`document.querySelector('#list .bad') && document.querySelector('#saidlist .bad')`)
			}
			p.harmless()
			status, err := http.Get(g.watch() + "page.js")
			if err != nil || status.StatusCode != http.StatusOK {
				t.Errorf("the page while a bot misbehaves: %v %v", status, err)
			}
			status.Body.Close()
			eval[any](p, `gridiron.server.post('control', {do: 'new', with: {players: ['random', 'random'], start: '', seed: '5', options: {}}})`)
			p.wait(`gridiron.record.head.seed === '5' && gridiron.end > 3`)
			eval[any](p, `window.confirm = () => true`)
			p.keys("q")
			p.wait(`document.getElementById('net').textContent === 'the program has ended'`)
			for range g.lines { // until it ends by itself
			}
			if err := g.command.Wait(); err != nil {
				t.Errorf("the program ended with %v, want no error", err)
			}
		})
	}
}

// --stop-at pauses before that round; a person can still answer, step, and resume.
func TestStopAtWithPerson(t *testing.T) {
	g := launch(t, "pelita", "play", "human", "random", "--seed", "7", "--layout", "normal_035", "--rounds", "4", "--stop-at", "2", "--pace", "0")
	p := open(t, g.url, 1000, 800)
	answer := func() {
		t.Helper()
		before := question(p)
		p.keys(".") // it stays
		given(p, before)
	}
	for range 2 { // bots a and b of round 1, between them those of RED
		p.wait(`gridiron.human?.active`)
		answer()
	}
	p.wait(`gridiron.state.paused && gridiron.end === 4 && gridiron.human.active`)
	answer()
	p.wait(`gridiron.end === 5 && gridiron.at === 5 && gridiron.state.paused && !gridiron.human.ask`)
	p.keys(kb.Enter) // a step of RED's bot
	p.wait(`gridiron.end === 6 && gridiron.state.paused && gridiron.human.active`)
	answer()
	p.wait(`gridiron.end === 7 && gridiron.at === 7 && !gridiron.human.ask`)
	p.keys("p")
	p.wait(`!gridiron.state.paused && gridiron.end === 8 && gridiron.human.active`)
}

// A team in Python that plays on a server is shown on the server's page, with what it says.
func TestServedPython(t *testing.T) {
	needsBrowser(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here: a served team in Python is not tested")
	}
	team := filepath.Join(t.TempDir(), "stay.py")
	text := "TEAM_NAME = 'Stayers'\n\n\ndef move(bot, state):\n    bot.say('<b>round %d</b>' % bot.round)\n    return bot.position\n"
	if err := os.WriteFile(team, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	g := launch(t, "pelita", "server", team, "--listen", "0")
	here := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(g.next(g.output))
	if here == "" {
		t.Fatal("the server does not say where it listens")
	}
	p := open(t, g.url, 900, 700, expects("net::ERR_"))
	p.wait(`document.body.innerText.includes('Nobody plays yet')`)
	command(t, t.TempDir(), "pelita", "play", "random", fmt.Sprintf("pelita://%s/Stayers", here), "--seed", "7", "--rounds", "5", "--quiet")
	p.wait(`document.querySelector('.tables a img')?.complete`)
	p.wait(`document.body.innerText.includes('Stayers')`)
	p.harmless()
	p.run(chromedp.Click(`.tables a`, chromedp.ByQuery))
	p.wait(`window.gridiron?.end > 5 && gridiron.at === gridiron.end`)
	p.wait(`document.getElementById('where').textContent.startsWith('Round 5 of 5')`)
	p.wait(`document.getElementById('saidlist').innerText.includes('<b>round 5</b>')`)
	p.keys(kb.ArrowLeft)
	p.wait(`document.querySelector('.g-says text')?.textContent.startsWith('<b>round ')`)
	p.harmless()
	p.picture("pelita-served-python")
}
