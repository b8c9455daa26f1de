package webtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
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
	p.wait(`document.getElementById('answered').textContent.startsWith('Hint: ')`)
}

// pane opens one of the panes.
func (p *tab) pane(name string) {
	p.Helper()
	p.run(chromedp.Click(`#panes [data-pane=`+name+`]`, chromedp.ByQuery))
	p.wait(`gridiron.series.shown === '` + name + `'`)
}

// queued adds games to the queue in the settings.
func (p *tab) queued(kind, players string, want int) {
	p.Helper()
	eval[any](p, fmt.Sprintf(`(() => {
		const kind = document.getElementById('q-kind');
		kind.value = %q;
		kind.dispatchEvent(new Event('change'));
		const players = %q.split(' ');
		document.querySelectorAll('.checks input').forEach((i) => { i.checked = players.includes(i.value); });
		document.querySelectorAll('.checks select').forEach((s, i) => { s.value = players[i]; });
	})()`, kind, players))
	p.run(chromedp.Click(`#q-add`, chromedp.ByQuery))
	p.wait(fmt.Sprintf(`gridiron.series.data.entries.length === %d`, want))
}

// The original's window has a queue of games that is changed while it is played, settings, pause conditions, and a pane with the
// scores: so has the page.
func TestSeries(t *testing.T) {
	g := launch(t, "reantics", "play", "random", "greedy", "--seed", "7", "--cap", "4", "--games", "2", "--pace", "0")
	p := open(t, g.url, 1100, 900)
	p.wait(`window.gridiron?.series?.data?.idle`)
	p.pane("stats")
	if got := eval[int](p, `gridiron.series.data.tables[0].wins.reduce((a, b) => a + b) + gridiron.series.data.tables[0].drawn`); got != 2 {
		t.Errorf("%d games are counted, want the 2 of the command line", got)
	}
	p.accessible()
	p.pane("settings")
	p.queued("Round robin", "random greedy rush", 2)
	p.queued("Play self", "random", 3)
	p.queued("Two players", "greedy random", 4)
	p.accessible()
	p.picture("reantics-settings")
	p.run(chromedp.Click(`#q-list li:nth-child(4) [title=earlier]`, chromedp.ByQuery))
	p.wait(`gridiron.series.data.entries[2].kind === 'Two players'`)
	p.run(chromedp.Click(`#q-list li:nth-child(4) [title=remove]`, chromedp.ByQuery))
	p.wait(`gridiron.series.data.entries.length === 3`)
	eval[any](p, `document.querySelector('.when [data-player="0"][data-fact=ants]').value = '2'`)
	p.run(chromedp.Click(`#q-pause`, chromedp.ByQuery))
	p.wait(`gridiron.state.rules.when?.length === 1 && document.querySelector('#q-when li')`)
	p.run(chromedp.Click(`#q-start`, chromedp.ByQuery))
	p.wait(`gridiron.state.paused && gridiron.state.why === 'BLUE Ants 2'`)
	p.picture("reantics-settings-played")
	p.keys(kb.Escape)
	p.wait(`gridiron.series.shown === 'game' && document.getElementById('result').textContent === 'paused: BLUE Ants 2'`)
	p.pane("stats")
	p.run(chromedp.Click(`#stats .row button`, chromedp.ByQuery))
	p.wait(`gridiron.series.data.entries[1].done === 2 && gridiron.state.paused`) // the second game of three
	p.pane("settings")
	p.run(chromedp.Click(`#q-when button`, chromedp.ByQuery))
	p.wait(`!gridiron.state.rules.when?.length`)
	p.pane("game")
	p.wait(`gridiron.at === gridiron.end`)
	p.keys("p")
	p.wait(`gridiron.series.data.idle`)
	p.pane("stats")
	p.picture("reantics-stats")
	got := eval[[]int](p, `gridiron.series.data.tables.map((t) => t.wins[0] + t.wins[1] + t.drawn)`)
	if want := []int{2, 0, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("games by pair %v, want %v: the killed one counts for nobody", got, want)
	}
	p.accessible()
}

// A bot that fails can hold the series: its game stays on the page until somebody continues. People can have their pieces placed
// at random.
func TestPauseOnIllegal(t *testing.T) {
	g := launch(t, "reantics", "play", talker()+" 16", "human", "--seed", "7", "--jail", "off", "--games", "2", "--pace", "0")
	p := open(t, g.url, 360, 740)
	p.wait(`gridiron.human?.active && gridiron.series?.data`)
	p.pane("settings")
	p.run(chromedp.Click(`[data-set=faults]`, chromedp.ByQuery))
	p.wait(`gridiron.state.rules.faults`)
	p.picture("reantics-settings-360")
	p.accessible()
	if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d pixels wide, want 360", wide)
	}
	p.pane("game")
	for eval[bool](p, `Boolean(gridiron.human.active)`) {
		before := question(p)
		if eval[bool](p, `gridiron.human.ask.can.includes('deal')`) {
			p.run(chromedp.Evaluate(`gridiron.human.tool('deal')`, nil))
		} else {
			p.keys(kb.Enter) // ends the turn
		}
		given(p, before)
		p.wait(`gridiron.record.result || gridiron.human.active`)
	}
	p.wait(`gridiron.state.more && gridiron.state.paused && gridiron.state.why.startsWith('BLUE: ') && gridiron.at === gridiron.end`)
	p.keys("p")
	p.wait(`!gridiron.record.result && gridiron.series.data.entries[0].done === 2`)
}

// The settings hold for the games of the command line, too: seats that do not alternate stay, and players that are reloaded
// restart with the next game and then keep running.
func TestChange(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.jsonl")
	args := []string{"play", talker(), "random", "--seed", "7", "--jail", "off", "--games", "3", "--pace", "0", "--stepper", "--json", "--record", file}
	g := launch(t, "amazons", append(args, small("amazons")...)...)
	p := open(t, g.url, 1100, 800)
	p.wait(`window.gridiron?.series?.data && gridiron.state.paused`)
	p.pane("settings")
	p.run(chromedp.Click(`[data-set=alternate]`, chromedp.ByQuery))
	p.wait(`!gridiron.series.data.settings.alternate`)
	p.run(chromedp.Click(`#q-reload`, chromedp.ByQuery))
	p.wait(`gridiron.series.data.anew && document.getElementById('q-reload').disabled`)
	p.pane("game")
	p.wait(`gridiron.at === gridiron.end`)
	p.keys("p")
	p.wait(`gridiron.series.data.idle && !gridiron.series.data.anew`)
	for range 3 {
		var line struct{ Seats []struct{ Name string } }
		if text := g.next(g.output); json.Unmarshal([]byte(text), &line) != nil || len(line.Seats) != 2 || line.Seats[1].Name != "random" {
			t.Errorf("%s: want random in the second seat", text)
		}
	}
	record, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(record), `"say":"1 `); n != 2 {
		t.Errorf("the program began %d times, want 2: once, and once more when it was reloaded", n)
	}
	if g.end() != 0 {
		t.Error("the program does not end well")
	}
}

// The settings are kept in the original's file, which the queue of the terminal plays, too.
func TestSettingsFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "my-settings.json")
	old := `{"games":[{"type":"Round Robin","num_games":2,"players":["random","greedy","rush"]}],
		"additional_settings":{"swap":false,"pause":true,"timeout":true,"timeout_limit":"2.5","layout_chosen":"Random Override"},
		"pause_conditions":[{"players":["Any AI","rush"],"conditions":{"P0 Num Workers":2}}]}`
	if err := os.WriteFile(file, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	g := launch(t, "reantics", "play", "random", "greedy", "--seed", "7", "--cap", "4", "--stepper", "--settings", file)
	p := open(t, g.url, 1100, 800)
	p.wait(`gridiron.series?.data?.entries.length === 2 && gridiron.series.data.entries[1].of === 6 && gridiron.state.rules.when`)
	for _, is := range []string{
		`!gridiron.series.data.settings.alternate`, `gridiron.series.data.settings.pauseStart`, `gridiron.series.data.settings.deal`,
		`gridiron.series.data.settings.budget === '2.5s'`, `gridiron.state.rules.when[0].players.join() === 'any bot,rush'`,
		`gridiron.state.rules.when[0].counts[0].fact === 'worker' && gridiron.state.rules.when[0].counts[0].is === 2`,
	} {
		if !eval[bool](p, is) {
			t.Errorf("not so: %s", is)
		}
	}
	p.pane("settings")
	p.queued("Play self", "random", 3)
	p.run(chromedp.Click(`[data-set=restart]`, chromedp.ByQuery))
	p.wait(`gridiron.series.data.settings.restart`)
	p.run(chromedp.Click(`[data-set=restart]`, chromedp.ByQuery))
	p.wait(`!gridiron.series.data.settings.restart`)
	p.run(chromedp.Click(`#q-when button`, chromedp.ByQuery))
	p.wait(`!gridiron.state.rules.when?.length`)
	p.run(chromedp.Click(`#q-save`, chromedp.ByQuery))
	p.wait(`document.getElementById('q-wrong').textContent === 'saved'`)
	p.picture("reantics-settings-saved")
	p.accessible()
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "Play Self") || strings.Contains(string(text), "Two Player") {
		t.Errorf("the file is %s, %v; want the entries of the queue, without the game of the command line", text, err)
	}
	built, _ := built()
	queue := exec.Command(filepath.Join(built, "reantics.exe"), "queue", file, "--seed", "7", "--cap", "4")
	queue.Stdin = strings.NewReader("p\n") // the first game begins paused
	out, err := queue.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "random@@") {
		t.Errorf("reantics queue: %v\n%s", err, out)
	}
}
