package webtest

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// playground returns the folder of the playground, which is made once.
func playground(t *testing.T) string {
	t.Helper()
	gametest.Long(t, "compiles all games for browsers")
	needsBrowser(t)
	dir, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var compiled = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("GRIDIRON_PLAYGROUND"); dir != "" { // one that was written before
		return dir, nil
	}
	dir := filepath.Join(folder, "compiled") // not where a program looks for it, see TestPlaygroundVerb
	write := func(flags ...string) (string, error) {
		build := exec.Command("go", append([]string{"run", "./tools/playground", "--out", dir}, flags...)...)
		build.Dir = filepath.Join("..", "..")
		text, err := build.CombinedOutput()
		return string(text), err
	}
	text, err := write()
	if err != nil && strings.Contains(text, "npm pack") { // where npm cannot have the packages, all but the editor is tested
		editorLacks = text
		text, err = write("--without-editor")
	}
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, text)
	}
	return dir, nil
})

// editorLacks is why the playground has no editor; "": it has one.
var editorLacks string

// playgroundEditor returns the folder of the playground if it has the editor.
func playgroundEditor(t *testing.T) string {
	t.Helper()
	dir := playground(t)
	if editorLacks != "" {
		t.Skip(editorLacks)
	}
	return dir
}

// below serves the playground as any web server does, below a path and without files that end so, and returns the address of its
// folder play.
func below(t *testing.T, missing ...string) string {
	t.Helper()
	dir := playground(t)
	files := http.StripPrefix("/some/path", http.FileServer(http.Dir(dir)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.ContainsFunc(missing, func(end string) bool { return strings.HasSuffix(r.URL.Path, end) }) {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/some/path/play/"
}

// at opens a game of the playground, whose pages may load what lies below its folder.
func at(t *testing.T, game string, options ...func(*tab)) *tab {
	t.Helper()
	address := below(t)
	return open(t, address+game+"/", 1200, 800, append(options, func(p *tab) { p.origin = address })...)
}

// most is what a browser loads at most before a game begins, in bytes, as a server sends it that compresses texts.
const most = 2_500_000

// TestPlaygroundSize keeps the sizes of the first load of each game, and of the folder.
func TestPlaygroundSize(t *testing.T) {
	dir := playground(t)
	whole := int64(0)
	shared := int64(0)
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			whole += info.Size()
			if filepath.Base(filepath.Dir(path)) == "page" && !strings.HasSuffix(path, ".svg") && info.Name() != "replay.html" { // loaded to save a page
				text, wrong := os.ReadFile(path)
				if wrong != nil {
					return wrong
				}
				shared += zipped(text)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if whole > 25_000_000 {
		t.Errorf("the folder has %d bytes: want at most 25 MB", whole)
	}
	for _, g := range games {
		info, err := os.Stat(filepath.Join(dir, "play", g.name, g.name+".wasm.gz"))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d of them the page", g.name, info.Size()+shared, shared)
		if info.Size()+shared > most {
			t.Errorf("%s: %d bytes before the game begins: want at most %d", g.name, info.Size()+shared, most)
		}
	}
}

func zipped(text []byte) int64 {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return int64(b.Len())
}

// begin begins a game of the playground.
func (p *tab) begin(players []string, seed string, options map[string]string) {
	p.Helper()
	with, err := json.Marshal(map[string]any{"do": "new", "with": map[string]any{"players": players, "seed": seed, "options": options}})
	if err != nil {
		p.Fatal(err)
	}
	p.wait(`gridiron.record`)
	eval[any](p, `gridiron.server.post('control', {do: 'speed', value: 0})`)
	eval[any](p, `gridiron.server.post('control', `+string(with)+`)`)
	p.wait(`gridiron.record.head.seed === '` + seed + `'`)
}

// bouts are games of the playground that take a few seconds.
var bouts = map[string]struct {
	players []string
	options map[string]string
}{
	"amazons":  {[]string{"champion:nodes=2000", "mcts:nodes=2000"}, nil},
	"pelita":   {[]string{"champion", "smart-eating"}, map[string]string{"rounds": "60"}},
	"reantics": {[]string{"champion", "rush"}, map[string]string{"cap": "20", "undo": "false"}},
	"sarena":   {[]string{"champion:nodes=2000", "super"}, nil},
	"tron":     {[]string{"champion:nodes=2000", "voronoi"}, nil},
}

// clock is what clocks put into a record, the version, which only a release has, and the hash over it.
var clock = regexp.MustCompile(`,"(ms":[0-9.e-]+|version":"[^"]*"|hash":"[0-9a-f]+")`)

// TestPlaygroundSame plays the same games in the browser and with the native programs: without the version and the times of answers,
// the records are the same, byte for byte.
func TestPlaygroundSame(t *testing.T) {
	for _, g := range gametest.Sample(t, games) {
		t.Run(g.name, func(t *testing.T) {
			p := at(t, g.name)
			bout := bouts[g.name]
			p.begin(bout.players, "7", bout.options)
			p.wait(`gridiron.record.result`)
			got := eval[string](p, `gridiron.server.ask('record')`)
			dir, err := built()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "game.jsonl")
			args := append([]string{"play", "--seed", "7", "--quiet", "--record", file}, bout.players...)
			for name, value := range bout.options {
				if value != "false" {
					args = append(args, "--"+name, value)
				}
			}
			if text, err := exec.Command(filepath.Join(dir, g.name+".exe"), args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			browser, native := sha256.Sum256(clock.ReplaceAll([]byte(got), nil)), sha256.Sum256(clock.ReplaceAll(want, nil))
			if browser != native || !strings.Contains(got, `"hash":"`) {
				t.Errorf("the browser's game %x\n%s\nthe native one %x\n%s", browser, got, native, want)
			}
			// The record is a file that the page opens.
			p.file(got)
			p.wait(`!gridiron.live && gridiron.record.result`)
			p.picture("playground-file-" + g.name)
			if g.name == "sarena" { // it has few plies
				eval[any](p, `gridiron.go(gridiron.end)`)
				p.button("Review")
				p.wait(`[...(gridiron.after.marks?.values() || [])].some((m) => m.text.includes('its value fell from'))`)
				p.picture("playground-review")
			}
			p.button("Back to the game")
			p.wait(`gridiron.live`)
		})
	}
}

// file drops a file onto the page.
func (p *tab) file(text string) {
	p.Helper()
	code, err := json.Marshal(text)
	if err != nil {
		p.Fatal(err)
	}
	eval[any](p, `(() => {
		const data = new DataTransfer();
		data.items.add(new File([`+string(code)+`], 'game.jsonl'));
		dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
	})()`)
}

// button clicks the button with a text.
func (p *tab) button(text string) {
	p.Helper()
	eval[any](p, `[...document.querySelectorAll('button')].find((b) => b.textContent === '`+text+`').click()`)
}

// TestPlaygroundPerson goes from the address to a first question, moves by mouse, takes the move back and is given a hint.
func TestPlaygroundPerson(t *testing.T) {
	below(t) // is built
	began := time.Now()
	p := at(t, "amazons")
	p.wait(`window.gridiron?.human?.active`)
	t.Logf("a question after %v", time.Since(began))
	p.picture("playground")
	for turn := 0; eval[int](p, `gridiron.end`) < 2; turn++ {
		a, _ := decide(p, turn)
		asked := question(p)
		for _, cell := range a.Cells {
			p.click(cell)
		}
		p.wait(sent(asked))
		given(p, asked)
	}
	p.wait(`gridiron.human.active`)
	before := eval[int](p, `gridiron.end`)
	eval[any](p, `gridiron.server.post('control', {do: 'undo', seat: gridiron.human.ask.seat, ply: gridiron.human.ask.ply})`)
	p.wait(fmt.Sprintf(`gridiron.end < %d && gridiron.human.active`, before))
	hint := eval[string](p, `(async () => {
		const began = performance.now();
		const {reply} = await gridiron.server.post('control', {do: 'hint', seat: gridiron.human.ask.seat, ply: gridiron.human.ask.ply});
		return reply + ' after ' + Math.round(performance.now() - began) + ' ms';
	})()`)
	t.Log("hint ", hint)
	if len(hint) < 8 {
		t.Errorf("hint %q: want a turn", hint)
	}
	// Nothing that is wrong ends the worker.
	p.file("no game")
	p.wait(`document.getElementById('net').textContent.includes('not a file of a game')`)
	p.wait(`gridiron.human.active`)
}

// TestPlaygroundPause pauses while a bot thinks for long.
func TestPlaygroundPause(t *testing.T) {
	p := at(t, "amazons")
	p.begin([]string{"champion:nodes=400000", "random"}, "3", nil)
	took := eval[float64](p, `(async () => {
		await new Promise((done) => setTimeout(done, 300)); // it thinks now
		const began = performance.now();
		gridiron.server.post('control', {do: 'pause'});
		while (!gridiron.state.paused) await new Promise((done) => setTimeout(done, 5));
		return performance.now() - began;
	})()`)
	plies := eval[int](p, `gridiron.end`)
	t.Logf("paused after %.0f ms, at ply %d", took, plies)
	if plies > 0 {
		t.Errorf("ply %d: want a bot that still thinks", plies)
	}
	if took > 20_000 { // 300 ms on a quiet machine; a busy one is slower, but then the bot is, too
		t.Errorf("Pause took %.0f ms", took)
	}
}

// TestPlaygroundChoice goes from the list of games to a game.
func TestPlaygroundChoice(t *testing.T) {
	address := below(t)
	p := open(t, address, 390, 800, func(p *tab) { p.origin = address })
	p.picture("playground-choice")
	p.accessible()
	for _, g := range games {
		if !eval[bool](p, `[...document.links].some((a) => a.href === '`+address+g.name+`/index.html')`) {
			t.Errorf("no link to %s", g.name)
		}
	}
	eval[any](p, `document.querySelector('a[href="tron/index.html"]').click()`)
	p.wait(`window.gridiron?.record`)
	if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d pixels wide, want 390", wide)
	}
	p.picture("playground-phone")
	p.accessible()
}

// TestPlaygroundFails says in one sentence what is missing.
func TestPlaygroundFails(t *testing.T) {
	address := below(t, "/amazons/amazons.wasm.gz")
	p := open(t, address+"amazons/", 1200, 800, expects("404"), func(p *tab) { p.origin = address })
	p.wait(`document.getElementById('board').innerText.startsWith('The game does not run here: ')`)
}

// TestPlaygroundVerb serves the folder with a program; without the folder it says what to do.
func TestPlaygroundVerb(t *testing.T) {
	dir := playground(t)
	g := launch(t, "sarena", "playground", "--dir", dir)
	p := open(t, g.url, 1200, 800, func(p *tab) { p.origin = strings.TrimSuffix(g.url, "sarena/") })
	p.wait(`window.gridiron?.human?.active`)
	programs, err := built()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	text, err := exec.CommandContext(ctx, filepath.Join(programs, "sarena.exe"), "playground").CombinedOutput()
	if !strings.Contains(string(text), "make playground") || err == nil {
		t.Errorf("%v, %s: want a line that says how to get the folder", err, text)
	}
}
