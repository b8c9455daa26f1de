package webtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// budget is a line of the table of TestBudgets.
type budget struct {
	what       string
	most, took float64
	unit       string
}

// TestBudgets measures what the playground may take, and prints it as a table: `make budgets`, on a machine that does nothing else.
func TestBudgets(t *testing.T) {
	if os.Getenv("GRIDIRON_BUDGETS") == "" {
		t.Skip("measures times: `make budgets` does that on a machine that does nothing else")
	}
	playgroundEditor(t)
	address := below(t)
	var table []budget
	note := func(what string, most, took float64, unit string) {
		table = append(table, budget{what, most, took, unit})
		t.Logf("%s: %.3g %s", what, took, unit)
	}
	t.Log(load())
	defer func() {
		t.Log(load())
		for _, b := range table {
			most := fmt.Sprintf("%.3g %s", b.most, b.unit)
			if b.most == 0 {
				most = "reported"
			}
			fmt.Printf("| %s | %s | %.3g |\n", b.what, most, b.took)
		}
	}()
	// Each part is a test of its own, which closes its page: browsers keep pages that were left.
	playing := func(t *testing.T, game string) *tab {
		p := open(t, address+game+"/", 1200, 800, func(p *tab) { p.origin = address })
		p.wait(`window.gridiron?.human?.active`)
		return p
	}
	// Memory comes first: a browser frees that of other pages late.
	t.Run("memory", func(t *testing.T) {
		empty := memory(t)
		p := editor(t, "amazons", address+"amazons/?seed=7")
		eval[any](p, `gridiron.editor.ready()`)
		games := func(n int) {
			eval[any](p, `(async () => {
				const bytes = (value) => new TextEncoder().encode(JSON.stringify(value)), {ask} = gridiron.server;
				await gridiron.server.ask('allow', bytes(['exec:python3 bot.py']));
				for (let i = 0; i < `+strconv.Itoa(n)+`; i++) await gridiron.server.ask('pair', bytes({players: ['exec:python3 bot.py', 'random'], seed: String(i), options: gridiron.me.setup.now.options, budget: '10s'}));
			})()`)
			note(fmt.Sprintf("memory of the tab after %d games more with Python", n), 350, memory(t)-empty, "MB")
		}
		games(20)
		games(80)
	})
	for _, game := range []string{"amazons", "pelita"} {
		t.Run(game, func(t *testing.T) {
			began := time.Now()
			p := open(t, address+game+"/", 1200, 800, func(p *tab) { p.origin = address })
			p.wait(`window.gridiron?.record`)
			note("from the address to the first position, "+game, 2, time.Since(began).Seconds(), "s")
		})
	}
	t.Run("champion", func(t *testing.T) {
		p := playing(t, "amazons")
		note("a hint, amazons", 2, eval[float64](p, seconds(`await gridiron.server.post('control', {do: 'hint', seat: gridiron.human.ask.seat, ply: gridiron.human.ask.ply})`)), "s")
		p.begin([]string{"champion", "champion"}, "7", nil)
		p.wait(`gridiron.end >= 6`)
		times := answers(t, eval[string](p, `gridiron.server.ask('record')`), -1)
		note("an answer of the champion in its default settings, the longest of six, amazons", 1.5, slices.Max(times)/1000, "s")
		note("Pause while the champion thinks", .3, eval[float64](p, seconds(`gridiron.server.post('control', {do: 'pause'}); while (!gridiron.state.paused) await new Promise((done) => setTimeout(done, 2));`)), "s")
	})
	for game, least := range map[string]float64{"amazons": .36, "tron": .23} {
		t.Run("nodes", func(t *testing.T) {
			p := open(t, address+game+"/", 1200, 800, func(p *tab) { p.origin = address })
			p.wait(`window.gridiron?.record`)
			p.begin([]string{"champion", "random"}, "7", nil)
			p.wait(`gridiron.record.result`)
			note("nodes a second of the champion, as a part of the native ones, at least, "+game, least, nodes(t, eval[string](p, `gridiron.server.ask('record')`), game), "")
		})
		t.Run("nodes in Firefox", func(t *testing.T) {
			f := firefox(t, nil)
			f.command("WebDriver:Navigate", map[string]any{"url": address + game + "/"})
			f.wait(`window.gridiron?.record`)
			f.eval(`gridiron.server.post('control', {do: 'speed', value: 0})`)
			f.eval(`gridiron.server.post('control', {do: 'new', with: {players: ['champion', 'random'], seed: '7'}})`)
			f.wait(`gridiron.record.head.seed === '7' && gridiron.record.result`)
			note("the same in Firefox, "+game, 0, nodes(t, f.eval(`gridiron.server.ask('record')`), game), "")
		})
	}
	for _, way := range []string{"with JSPI", "without JSPI"} {
		t.Run(way, func(t *testing.T) { python(t, way, note) })
	}
	for _, b := range table {
		if b.unit == "" && b.took < b.most || b.unit != "" && b.took > b.most {
			t.Errorf("%s: %.3g %s, want %.3g", b.what, b.took, b.unit, b.most)
		}
	}
}

// nodes returns how many nodes a second the champion of a game searches in a browser, as a part of those natively, from the record of a
// game there against random with the seed 7: the same game needs the same nodes everywhere.
func nodes(t *testing.T, record, game string) float64 {
	programs, err := built()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.jsonl")
	command := exec.Command(filepath.Join(programs, game+".exe"), "play", "champion", "random", "--seed", "7", "--quiet", "--record", file)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return sum(answers(t, string(text), 0)) / sum(answers(t, record, 0))
}

// python measures programs in Python.
func python(t *testing.T, way string, note func(what string, most, took float64, unit string)) {
	address, lacks, most := below(t), without(""), 10.0
	if way == "without JSPI" {
		address, lacks, most = slow(t), without(noJSPI), 30
	}
	p := editor(t, "pelita", address+"pelita/?seed=7", lacks)
	eval[any](p, `gridiron.editor.ready()`)
	started := func() float64 {
		return eval[float64](p, `performance.getEntriesByName('Python')[0].duration`) / 1000
	}
	note("Python's first start, "+way, 8, started(), "s")
	pair := seconds(`
		const bytes = (value) => new TextEncoder().encode(JSON.stringify(value));
		await gridiron.server.ask('allow', bytes(['my_team.py']));
		await gridiron.server.ask('pair', bytes({players: ['my_team.py', 'my_team.py'], seed: '7', options: {...gridiron.me.setup.now.options, rounds: '300'}, budget: '10s'}));
`)
	note("a game of 300 rounds of two Python teams that nobody watches, "+way, 12, eval[float64](p, pair), "s")
	p.run(chromedp.Click(`#ed-run`, chromedp.ByQuery))
	p.wait(`gridiron.record.head.names.includes('my_team.py')`)
	eval[any](p, `gridiron.server.post('control', {do: 'speed', value: 0})`)
	p.wait(`gridiron.record.result`)
	times := answers(t, eval[string](p, `gridiron.server.ask('record')`), 0)
	slices.Sort(times)
	note("a move of Pelita's starter, the median with its own time, "+way, most, times[len(times)/2], "ms")
	restart := eval[float64](p, seconds(`
		const before = gridiron.record;
		document.getElementById('ed-run').click();
		while (gridiron.record === before || !(gridiron.end > 0)) await new Promise((done) => setTimeout(done, 2));`))
	note("Run again: Stop, a new Python and its first answer, "+way, 1.5, restart, "s")

	p = editor(t, "amazons", address+"amazons/?seed=7", lacks)
	eval[any](p, `gridiron.editor.ready()`)
	eval[any](p, `(async () => { while (!(await (await caches.open('gridiron-playground-python')).keys()).length) await new Promise((done) => setTimeout(done, 50)); })()`)
	eval[any](p, `(window.before = true, location.reload())`)
	p.wait(`!window.before && window.gridiron?.me?.setup`)
	p.button("Write a bot")
	p.wait(`window.gridiron.editor`)
	eval[any](p, `gridiron.editor.ready()`)
	note("Python's start at the next visit, "+way, 2, started(), "s")
	eval[any](p, `gridiron.editor.write('return self.random.choice(legal)', 'while True: pass')`)
	eval[any](p, `(document.getElementById('ed-limit').value = '1s', gridiron.record.result = null, document.getElementById('ed-run').click())`)
	p.wait(`gridiron.record.result?.text.includes('was late')`)
	times = answers(t, eval[string](p, `gridiron.server.ask('record')`), 0)
	note("an endless loop with a second for a move is late after, "+way, 1.5, slices.Max(times)/1000, "s")
	eval[any](p, `(document.getElementById('ed-limit').value = '', gridiron.record.result = null, document.getElementById('ed-run').click())`)
	p.wait(`gridiron.record && !gridiron.record.result && gridiron.editor.running()`)
	time.Sleep(2 * time.Second)
	note("Stop of an endless loop, "+way, .5, eval[float64](p, seconds(`
		[...document.querySelectorAll('#editor button')].find((b) => b.textContent === 'Stop').click();
		while (!gridiron.record.result) await new Promise((done) => setTimeout(done, 2));`)), "s")
}

// seconds is an expression for how long statements take.
func seconds(statements string) string {
	return `(async () => { const began = performance.now(); ` + statements + `; return (performance.now() - began) / 1000; })()`
}

// answers returns how long the answers of a seat, by its number among those that answer, or of all with -1, took, in milliseconds.
func answers(t *testing.T, record string, seat int) (list []float64) {
	t.Helper()
	var seats []string
	for line := range strings.Lines(record) {
		var answer struct {
			Type, Seat string
			MS         float64
		}
		if json.Unmarshal([]byte(line), &answer) != nil || answer.Type != "answer" {
			continue
		}
		if !slices.Contains(seats, answer.Seat) {
			seats = append(seats, answer.Seat)
		}
		if seat < 0 || slices.Index(seats, answer.Seat) == seat {
			list = append(list, answer.MS)
		}
	}
	if len(list) == 0 {
		t.Fatalf("nobody answers in the record\n%s", record)
	}
	return list
}

func sum(list []float64) (all float64) {
	for _, x := range list {
		all += x
	}
	return all
}

// memory returns what all pages have in memory, in MB; what processes share counts once.
func memory(t *testing.T) (all float64) {
	t.Helper()
	processes, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(browser.ctx, chromedp.FromContext(browser.ctx).Browser))
	if err != nil {
		t.Fatal(err)
	}
	for _, process := range processes {
		if process.Type != "renderer" {
			continue
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", process.ID))
		if err != nil {
			continue // it has ended
		}
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) == 3 && f[0] == "Pss:" {
				kb, _ := strconv.ParseFloat(f[1], 64)
				all += kb / 1000
			}
		}
	}
	return all
}
