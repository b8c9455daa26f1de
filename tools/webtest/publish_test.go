package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// command runs a program that ends by itself, in a folder, and returns what it printed.
func command(t *testing.T, dir, game string, args ...string) string {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(filepath.Join(bin, game+".exe"), args...)
	c.Dir = dir
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", game, args, err, &errs)
	}
	return string(out)
}

// spoil puts hostile text into all places of a record that strangers fill.
func spoil(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	write := json.NewEncoder(&out)
	for line := range bytes.Lines(text) {
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			t.Fatal(err)
		}
		switch object["type"] {
		case "header":
			for _, seat := range object["seats"].([]any) {
				seat.(map[string]any)["name"] = hostile
			}
		case "answer":
			object["say"], object["value"] = hostile, 0.25
		case "result":
			object["detail"] = hostile
		}
		if err := write.Encode(object); err != nil {
			t.Fatal(err)
		}
		if object["type"] == "answer" {
			output := map[string]any{"type": "output", "seat": object["seat"], "ply": object["ply"], "stderr": "Traceback\n" + hostile}
			if err := write.Encode(output); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// harmless fails if text of strangers became anything but text.
func (p *tab) harmless() {
	p.Helper()
	if got := eval[int](p, `document.querySelectorAll('img[src=x], iframe, object, script:not([type="application/json"]):not([type=module]):not([src="viewer.js"])').length`); got != 0 {
		p.Errorf("%d elements came from text", got)
	}
}

// `replay --html` makes a page of a game of every kind, with hostile text in it and in its name: it opens from a disk without any
// request, and shows what was said as text.
func TestReplayCommand(t *testing.T) {
	needsBrowser(t)
	for _, g := range gametest.Sample(t, games) {
		t.Run(g.name, func(t *testing.T) {
			dir := t.TempDir()
			players := map[string][]string{"pelita": {"smart-random", "random"}}[g.name]
			if players == nil {
				players = []string{"random", "random"}
			}
			args := append(append([]string{"play"}, players...), "--seed", "5", "--quiet", "--record", "game.jsonl")
			command(t, dir, g.name, append(args, g.small...)...)
			spoil(t, filepath.Join(dir, "game.jsonl"))
			name := "a game.html"
			if runtime.GOOS != "windows" {
				name = "<img src=x onerror=alert(1)>.html"
			}
			command(t, dir, g.name, "replay", "game.jsonl", "--html", name)
			p := open(t, "file://"+filepath.ToSlash(dir)+"/"+strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20").Replace(name), 1280, 800)
			p.wait(`window.gridiron?.record?.length > 1`)
			p.keys(kb.End)
			p.wait(`gridiron.at === gridiron.end`)
			p.wait(`document.body.innerText.includes('<img src=x onerror=alert(1)>')`)
			p.wait(`document.body.innerText.includes('Traceback')`)
			p.keys(kb.Home)
			p.wait(`gridiron.at === 0`)
			p.harmless()
			p.accessible()
		})
	}
}

// A whole game of Pelita of 300 rounds, 1,200 plies, is a page below 1 MB, also on the largest boards.
func TestReplayCommandSize(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	command(t, dir, "pelita", "play", "random", "random", "--seed", "5", "--quiet", "--size", "big", "--record", "game.jsonl")
	command(t, dir, "pelita", "replay", "game.jsonl", "--html", "game.html")
	info, err := os.Stat(filepath.Join(dir, "game.html"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	if info.Size() > 1_000_000 {
		t.Errorf("%d bytes, want less than 1 MB", info.Size())
	}
}

// A fault that a game forgives is shown at every ply where it happened, as often as the record counts it: in a page of the
// record, and while the game is played.
func TestForgiven(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	record := filepath.Join(dir, "game.jsonl")
	g := launch(t, "pelita", "play", talker()+" wrong", "random", "--seed", "5", "--layout", "normal_035", "--rounds", "20", "--jail", "off",
		"--record", record, "--pace", "0")
	const faults = `gridiron.record.plies.map((p, i) => (p.faults || []).map((f) => [i, f.seat, f.text])).flat()`
	p := open(t, g.url, 1280, 800)
	p.wait(`window.gridiron?.record?.result`)
	live := eval[[][]any](p, faults)
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for line := range bytes.Lines(text) {
		var result struct {
			Type   string
			Faults []struct{ Count int }
		}
		if err := json.Unmarshal(line, &result); err != nil {
			t.Fatal(err)
		}
		if result.Type == "result" {
			for _, f := range result.Faults {
				counted += f.Count
			}
		}
	}
	command(t, dir, "pelita", "replay", "game.jsonl", "--html", "game.html")
	p = open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "game.html")), 1280, 800)
	p.wait(`window.gridiron?.record?.length > 10`)
	replayed := eval[[][]any](p, faults)
	if counted < 5 || len(live) != counted || !reflect.DeepEqual(live, replayed) {
		t.Errorf("the record counts %d faults, the page has %d of them live and %d from the record:\n%v\n%v",
			counted, len(live), len(replayed), live, replayed)
	}
}

// Every game has one count of plies: a page opens at the ply that `review` names and that `replay --at` shows, and says its number.
func TestOneCount(t *testing.T) {
	needsBrowser(t)
	for _, game := range gametest.Sample(t, games) {
		dir := t.TempDir()
		command(t, dir, game.name, append([]string{"play", "random", "random", "--seed", "5", "--record", "game.jsonl", "--quiet"}, game.small...)...)
		command(t, dir, game.name, "replay", "game.jsonl", "--html", "game.html")
		text, err := os.ReadFile(filepath.Join(dir, "game.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		plies := bytes.Count(text, []byte(`{"type":"answer"`))
		at := plies / 4 * 2
		p := open(t, fmt.Sprintf("file://%s?ply=%d", filepath.ToSlash(filepath.Join(dir, "game.html")), at), 1280, 800)
		p.wait(`window.gridiron?.record`)
		if got := eval[string](p, `document.getElementById('where').textContent`); !strings.HasSuffix(got, fmt.Sprintf("ply %d of %d", at, plies)) {
			t.Errorf("%s: ply %d of %d is shown as %q", game.name, at, plies, got)
		}
	}
}

// `tournament report` makes pages that open from a disk and lead to every game; a team's name is text.
func TestReportCommand(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	command(t, dir, "amazons", "tournament", "run", "random", "other=random", talker()+" 4", "--seed", "3", "--dir", "cup", "--jail", "off")
	command(t, dir, "amazons", "tournament", "report", "cup", "--html", "pages", "--title", hostile)
	if info, err := os.Stat(filepath.Join(dir, "pages", "games", "0001.html")); err != nil || info.Size() > 90_000 {
		t.Errorf("the page of a game: %v, %v; want less than 90 kB, because games share the viewer", info, err)
	}
	p := open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "pages", "index.html")), 1280, 800)
	p.wait(`document.body.innerText.includes('<img src=x onerror=alert(1)>')`)
	p.harmless()
	p.accessible()
	p.picture("report-command")
	if got := eval[int](p, `document.querySelectorAll('#h-g ~ details a').length`); got != 6 {
		t.Errorf("%d replays are linked, want 6", got)
	}
	p.run(chromedp.Click(`details summary`, chromedp.ByQuery))
	p.run(chromedp.Click(`.wrong a`, chromedp.ByQuery))
	p.wait(`window.gridiron?.record?.length > 1`)
	p.keys(kb.End)
	p.wait(`document.body.innerText.includes('panic: <img src=x onerror=alert(1)>')`)
	p.harmless()
	// Each game leads to those beside it, and back.
	pages := "file://" + filepath.ToSlash(filepath.Join(dir, "pages"))
	p.run(chromedp.Navigate(pages + "/games/0002.html"))
	p.wait(`window.gridiron?.record && document.getElementById('cup').innerText.includes('<img src=x onerror=alert(1)>')`)
	p.wait(`document.getElementById('cup').innerText.includes('game 2 of 6') && document.querySelectorAll('#cup a').length === 3`)
	p.accessible()
	p.picture("cup-game")
	// How the game is played is in the help of each page, and in the folder once.
	p.keys("?")
	p.wait(`document.getElementById('help').open && document.querySelectorAll('#help [role=tab]').length === 3 && document.querySelector('#help figure svg')`)
	p.keys(kb.Escape)
	if text, err := os.ReadFile(filepath.Join(dir, "pages", "games", "0002.html")); err != nil || bytes.Contains(text, []byte(`"lessons"`)) {
		t.Errorf("%v: each page of a game has the rules", err)
	}
	p.run(chromedp.Click(`#cup a:last-child`, chromedp.ByQuery))
	p.wait(`location.pathname.endsWith('/games/0003.html') && window.gridiron?.record`)
	p.run(chromedp.Click(`#cup a:first-child`, chromedp.ByQuery))
	p.wait(`location.pathname.endsWith('/games/0002.html') && window.gridiron?.record`)
	p.run(chromedp.Click(`#cup a:nth-child(2)`, chromedp.ByQuery))
	p.wait(`location.pathname.endsWith('/index.html') && document.getElementById('found')`)
}

// `tournament run --web` shows a tournament while it is played, and its finished games.
func TestStandCommand(t *testing.T) {
	dir := t.TempDir()
	run := launch(t, "pelita", "tournament", "run", "champion", "halves", "--pairs", "200", "--seed", "3", "--dir", filepath.Join(dir, "cup"))
	p := open(t, run.url, 1000, 800)
	p.wait(`document.querySelector('#wall img')`)
	p.wait(`document.querySelector('#h-g ~ details a')`)
	p.harmless()
	p.run(chromedp.Navigate(run.url + "games/0001.html"))
	p.wait(`window.gridiron?.record?.length > 10`)
	if code := run.end(); code != 1 {
		t.Errorf("exit code %d of a tournament that is broken off, want 1", code)
	}
}

// `replay --web` shows a game from a file until Ctrl-C, which is no failure.
func TestReplayWeb(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	command(t, dir, "tron", append([]string{"play", "random", "random", "--seed", "5", "--quiet", "--record", "game.jsonl"}, small("tron")...)...)
	run := launch(t, "tron", "replay", filepath.Join(dir, "game.jsonl"))
	p := open(t, run.url, 1000, 800)
	p.wait(`window.gridiron?.record?.length > 1`)
	if code := run.end(); code != 0 {
		t.Errorf("exit code %d after Ctrl-C, want 0", code)
	}
}
