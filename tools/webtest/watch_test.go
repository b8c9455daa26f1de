package webtest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/scene"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

const hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\u202e"

// What one sees is the same however one got there: step by step, back, by a jump, after a reload, in a second browser, after a
// lost connection, in the one-file replay.
func TestTime(t *testing.T) {
	gametest.Long(t, "goes back and forth in games of all kinds while they are played")
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", talker(), rival(game.name), "--seed", "7", "--stepper", "--pace", "0"}, game.real...)...)
			p := open(t, g.url, 1280, 800, expects("net::ERR_"))
			p.wait(`window.gridiron?.record && gridiron.state.paused`)
			second := open(t, g.watch(), 1000, 700, expects("net::ERR_"))
			for range 12 {
				n := eval[int](p, `gridiron.end`)
				p.keys(kb.ArrowRight) // at the last ply of a game that is held, a step is one of the game
				p.wait(fmt.Sprintf(`gridiron.end === %d && gridiron.at === %d`, n+1, n+1))
			}
			second.wait(`gridiron.at === 12`)
			now := seen(p)
			if other := seen(second); other != now {
				t.Error("a second browser sees something else")
			}
			p.keys(kb.Home)
			p.wait(`gridiron.at === 0 && document.getElementById('past').hidden === false`)
			for range 12 {
				p.keys(kb.ArrowRight)
			}
			p.wait(`gridiron.at === 12`)
			if seen(p) != now {
				t.Error("stepping from the start leads to something else")
			}
			p.keys(kb.ArrowLeft)
			p.keys(kb.ArrowLeft)
			p.wait(`gridiron.at === 10 && gridiron.past()`)
			p.click(3)
			p.wait(`document.getElementById('cell').textContent.includes(': ')`)
			p.picture(game.name + "-past")
			p.run(chromedp.Click(`#b-now`))
			p.wait(`gridiron.at === 12 && !gridiron.past()`)
			p.run(chromedp.Reload())
			p.wait(`window.gridiron?.record && gridiron.at === 12`)
			if seen(p) != now {
				t.Error("a reload shows something else")
			}
			lost(p, g)
			p.wait(`gridiron.state.paused === false && gridiron.end > 12`)
			p.wait(`gridiron.record.result && gridiron.at === gridiron.end`)
			second.wait(`gridiron.record.result && gridiron.at === gridiron.end`)
			if seen(p) != seen(second) {
				t.Error("at the end both browsers see different things")
			}
			eval[any](p, `gridiron.go(7, {still: true})`)
			if got := eval[int](p, `document.querySelectorAll('img, iframe, object').length`); got != 0 {
				t.Errorf("%d elements came from text", got)
			}
		})
	}
}

// lost takes the network away while the game goes on, and gives it back.
func lost(p *tab, g *program) {
	p.Helper()
	p.run(network.EmulateNetworkConditions(true, 0, 0, 0))
	p.run(chromedp.Sleep(50 * time.Millisecond))
	request, err := http.NewRequestWithContext(p.Context(), http.MethodPost, p.origin+"control", strings.NewReader(`{"do":"resume"}`))
	if err != nil {
		p.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+g.token())
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.Fatal(err)
	}
	io.Copy(io.Discard, response.Body)
	response.Body.Close()
	p.run(chromedp.Sleep(50*time.Millisecond), network.EmulateNetworkConditions(false, 0, -1, -1))
}

// seen returns what the board shows, without pieces that are being removed.
func seen(p *tab) string {
	p.Helper()
	return eval[string](p, `(() => {
		const groups = ['layers', 'under', 'pieces', 'peek', 'marks'].map((k) => [...gridiron.board.g[k].children]);
		const dead = new Set(gridiron.board.g.pieces.children);
		for (const P of gridiron.board.pieces.values()) dead.delete(P.g);
		return groups.map((g) => g.filter((e) => !dead.has(e)).map((e) => e.outerHTML.split('><').sort().join('><')).sort().join('\n')).join('\n\n');
	})()`)
}

// replayOf plays a game of bots into a replay, with text of strangers that must stay text.
func replayOf(t testing.TB, m *match, most int) *web.Replay {
	t.Helper()
	r := web.NewReplay(web.Game{Name: m.name, Seed: "7", Players: []string{hostile, "greedy"}, Sub: hostile})
	var before *scene.Scene
	for ply := 0; ; ply++ {
		snap := m.snapshot(ply, &before)
		if ply%50 == 1 {
			snap.Values = map[int]float64{0: float64(ply), 1: -3}
			snap.Said = []web.Said{{Seat: 0, Text: hostile}, {Seat: 1, Text: "Traceback " + hostile, Error: true}}
			snap.Faults = []web.Fault{{Seat: 1, Text: "late: " + hostile}}
		}
		r.Add(snap)
		if snap.Result != nil || ply == most {
			return r
		}
		answers := m.bots(snap.Asked)
		if err := m.play(answers); err != nil {
			t.Fatal(err)
		}
	}
}

// The one-file replay opens from a disk without any request, and is small: a whole game of Pelita of 1,200 plies is below 1 MB.
func TestReplayFile(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "game.html")
			f, err := os.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := web.HTML(f, replayOf(t, kind.make(t), 1200)); err != nil {
				t.Fatal(err)
			}
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
			p := open(t, "file://"+filepath.ToSlash(file), 1280, 800)
			p.wait(`window.gridiron?.record?.length > 10`)
			plies := eval[int](p, `gridiron.end`)
			t.Logf("%d plies, %d bytes", plies, info.Size())
			if most := int64(170_000 + 700*plies); info.Size() > most {
				t.Errorf("%d plies take %d bytes, want at most %d", plies, info.Size(), most)
			}
			p.keys("+")
			p.keys("+")
			p.keys("+")
			p.keys(" ")
			p.wait(`gridiron.at > 3`)
			p.keys(" ")
			p.wait(`!gridiron.playing`)
			p.keys(kb.End)
			p.wait(`gridiron.at === gridiron.end`)
			p.picture(kind.name + "-replay")
			if d := eval[[]string](p, `[...document.querySelectorAll('#curve .th, #curve .ev')].map((e) => e.getAttribute('d'))`); len(d) != 3 || d[2] == "" {
				t.Errorf("the curves of what players think, and the faults, are %q", d)
			}
			p.keys("?")
			p.wait(`document.getElementById('help').open`)
			if kind.name == "pelita" {
				p.picture("help")
			}
			p.keys(kb.Escape)
			p.wait(`!document.getElementById('help').open`)
			if got := eval[int](p, `document.querySelectorAll('img, iframe, object').length`); got != 0 {
				t.Errorf("%d elements came from text", got)
			}
		})
	}
}

// A game of Pelita of all 300 rounds, with a hundred things said, is a file below 1 MB.
func TestReplaySize(t *testing.T) {
	m := pelitaMatch(t, 300)
	m.picks = random(m.legal)
	var b bytes.Buffer
	r := replayOf(t, m, 1200)
	if err := web.HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", b.Len())
	if b.Len() > 1_000_000 {
		t.Errorf("%d bytes, want less than 1 MB", b.Len())
	}
}

// accessible fails if axe-core finds something on the page.
func (p *tab) accessible() {
	p.Helper()
	axe, err := os.ReadFile("testdata/axe/axe.min.js")
	if err != nil {
		p.Fatal(err)
	}
	p.run(chromedp.Evaluate(string(axe), nil))
	found := eval[struct {
		Passed int
		Wrong  []string
	}](p, `axe.run(document, {preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']}).then((r) => ({
		Passed: r.passes.length, Wrong: r.violations.map((v) => [v.impact, v.id, v.nodes.length,
			v.nodes[0].html.slice(0, 160), v.nodes[0].any?.[0]?.message || ''].join(' | ')),
	}))`)
	for _, wrong := range found.Wrong {
		p.Error(wrong)
	}
	if found.Passed < 15 {
		p.Errorf("only %d rules were checked", found.Passed)
	}
}

// axe-core finds nothing, in light and dark, wide and on a phone, while watching and while playing.
func TestAccessible(t *testing.T) {
	for _, game := range gametest.Sample(t, games) {
		t.Run(game.name, func(t *testing.T) {
			g := launch(t, game.name, append([]string{"play", "human", talker(), "--seed", "7"}, game.small...)...)
			looks := []look{{"light", 1280, 800, false}, {"dark", 360, 740, true}}
			if os.Getenv("GRIDIRON_PICTURES") != "" {
				looks = append(looks, look{"dark", 1280, 800, true}, look{"light", 360, 740, false})
			}
			for _, look := range looks {
				p := open(t, strings.Replace(g.url, "#", "?theme="+look.name+"#", 1), look.width, look.height)
				p.wait(`gridiron.human?.active`)
				eval[any](p, `document.getElementById('words').open = true`)
				p.picture(fmt.Sprintf("%s-human-%s-%d", game.name, look.name, look.width))
				p.accessible()
				if look.width < 500 || look.dark {
					continue
				}
				p.run(chromedp.Evaluate(`gridiron.another()`, nil))
				eval[any](p, `document.querySelector('#new details').open = true`)
				p.picture(game.name + "-new")
				p.accessible()
			}
		})
	}
}
