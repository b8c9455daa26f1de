package webtest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// editor opens the editor of a game of the playground.
func editor(t *testing.T, game, address string, options ...func(*tab)) *tab {
	t.Helper()
	playgroundEditor(t)
	root, _, _ := strings.Cut(address, "play/")
	p := open(t, address, 1300, 900, append(options, func(p *tab) { p.origin = root })...)
	p.wait(`window.gridiron?.me?.setup`)
	if !strings.Contains(address, "#bot=") {
		p.button("Write a bot")
	}
	p.wait(`window.gridiron.editor`)
	return p
}

// state waits until the editor says something that matches.
func (p *tab) state(pattern string) {
	p.Helper()
	p.wait(`/` + pattern + `/.test(document.getElementById('ed-state').textContent)`)
}

// runs presses Run and waits for the end of the game, which it returns in words.
func (p *tab) runs() string {
	p.Helper()
	eval[any](p, `gridiron.editor.ready()`)
	eval[any](p, `(gridiron.record.result = null, document.getElementById('ed-run').click())`)
	p.wait(`gridiron.record.head.names.includes('my bot')`)
	eval[any](p, `gridiron.server.post('control', {do: 'speed', value: 0})`)
	p.wait(`gridiron.record.result`)
	return eval[string](p, `gridiron.record.result.text`)
}

// used is what the system says that players have used; a browser does not know it.
var used = regexp.MustCompile(`,"used":\[[^]]*\]`)

// starter returns the program of Amazons, and a folder with the bot that it writes.
func starter(t *testing.T) (program, home string) {
	t.Helper()
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	program, home = filepath.Join(dir, "amazons.exe"), filepath.Join(t.TempDir(), "mybot")
	if text, err := exec.Command(program, "new-bot", "python", home).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program, home
}

// TestEditor goes from the address to a bot that plays, and is tested and checked.
func TestEditor(t *testing.T) {
	p := editor(t, "amazons", below(t)+"amazons/?seed=7")
	p.accessible()
	p.picture("editor")
	amazons, home := starter(t)

	p.likeNative(amazons, home)

	// Its tests run, and so does check.
	p.button("Tests")
	p.state(`All tests pass|fail`)
	p.state(`All tests pass`)
	p.button("Check")
	p.state(`plays by the rules|wrong`)
	p.state(`plays by the rules`)
}

// likeNative runs the starter, and compares the game with the same one on this machine.
func (p *tab) likeNative(amazons, home string) {
	p.Helper()
	p.Log(p.runs())
	if got, want := alone(eval[string](p, `gridiron.server.ask('record')`)), native(p.T, amazons, home); got != want {
		p.Errorf("the game in the browser\n%s\non a machine\n%s", got, want)
	}
}

// native plays the game of seed 7 of the starter on this machine, and returns what is alone in its record.
func native(t *testing.T, amazons, home string) string {
	t.Helper()
	game := filepath.Join(t.TempDir(), "game.jsonl")
	command := exec.Command(amazons, "play", "exec:python3 bot.py", "random", "--seed", "7", "--budget", "10s", "--quiet", "--record", game)
	command.Dir = home
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	return alone(string(text))
}

// alone returns a record without what another machine measures.
func alone(record string) string {
	return string(used.ReplaceAll(clock.ReplaceAll([]byte(record), nil), nil))
}

// TestEditorWrong writes a bot that fails, one that does not end, and one that is taken home.
func TestEditorWrong(t *testing.T) {
	p := editor(t, "amazons", below(t)+"amazons/?seed=7")
	amazons, home := starter(t)

	// A mistake is marked in its line, and what was printed before stands beside the ply.
	eval[any](p, `gridiron.editor.write('return self.random.choice(legal)', 'print("hello", file=sys.stderr)\n        return legal[view["nothing"]]')`)
	if got := p.runs(); !strings.Contains(got, "KeyError: 'nothing'") {
		t.Errorf("the game ended with %q", got)
	}
	p.wait(`document.getElementById('ed-code').shadowRoot.querySelector('.cm-wrong')?.textContent.includes('view["nothing"]')`)
	p.wait(`document.getElementById('ed-log').textContent.includes('hello')`)
	p.picture("editor-traceback")
	p.accessible()

	// An endless loop is late, or ends with Stop.
	eval[any](p, `gridiron.editor.write('return legal[view["nothing"]]', 'while True: pass')`)
	eval[any](p, `document.getElementById('ed-limit').value = '1s'`)
	if got := p.runs(); !strings.Contains(got, "was late") {
		t.Errorf("the game ended with %q", got)
	}
	eval[any](p, `(document.getElementById('ed-limit').value = '', document.getElementById('ed-log').replaceChildren(), gridiron.record.result = null, document.getElementById('ed-run').click())`)
	p.wait(`gridiron.record && !gridiron.record.result && document.getElementById('ed-log').textContent.includes('hello')`)
	took := eval[float64](p, `(async () => {
		const began = performance.now();
		[...document.querySelectorAll('#editor button')].find((b) => b.textContent === 'Stop').click();
		while (!gridiron.record.result) await new Promise((done) => setTimeout(done, 5));
		return performance.now() - began;
	})()`)
	t.Logf("stopped after %.0f ms", took)
	if got := eval[string](p, `gridiron.record.result.text`); !strings.Contains(got, "stopped by you") || took > 5000 {
		t.Errorf("after %.0f ms: %s", took, got)
	}

	// What is downloaded is the folder that new-bot writes, with the change, and passes check.
	eval[any](p, `gridiron.editor.write('while True: pass', 'return max(legal)')`)
	text, err := base64.StdEncoding.DecodeString(eval[string](p, `gridiron.editor.zip()`))
	if err != nil {
		t.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	taken := t.TempDir()
	for _, f := range files.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(f.Name)
		if before, err := os.ReadFile(filepath.Join(home, name)); err != nil || name != "bot.py" && !bytes.Equal(before, content) {
			t.Errorf("%s: not what new-bot writes: %v", f.Name, err)
		}
		if err := os.WriteFile(filepath.Join(taken, name), content, f.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(amazons, "check", taken).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEditorForms plays teams and players in the original's form, and bots in JavaScript.
func TestEditorForms(t *testing.T) {
	for _, c := range []struct{ game, kind, name string }{
		{"pelita", "python", "my_team.py"}, {"reantics", "aiplayer", "AI/MyBot.py"}, {"tron", "javascript", "my bot"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			p := editor(t, c.game, below(t)+c.game+"/?seed=7")
			eval[any](p, `(() => {
				const list = document.getElementById('ed-versions');
				list.value = 'new `+c.kind+`';
				list.dispatchEvent(new Event('change'));
			})()`)
			eval[any](p, `gridiron.editor.ready()`)
			eval[any](p, `document.getElementById('ed-run').click()`)
			p.wait(`gridiron.record.head.names[0] === '` + c.name + `'`)
			eval[any](p, `gridiron.server.post('control', {do: 'speed', value: 0})`)
			p.wait(`gridiron.record.result`)
			p.picture("editor-" + c.game)
			if got := eval[string](p, `gridiron.record.result.text`); strings.Contains(got, "crashed") && !strings.Contains(got, "wall") || strings.Contains(got, "started") {
				t.Error(got)
			}
			if c.game == "pelita" {
				eval[any](p, `[...document.querySelectorAll('#editor button')].find((b) => b.textContent === 'Tests').click()`)
				p.wait(`/Ran [1-9]/.test(document.getElementById('ed-log').textContent)`)
				if got := eval[string](p, `document.getElementById('ed-log').textContent`); !strings.Contains(got, "test_eats (test_my_team.TestMove.test_eats) ... ok") {
					t.Error(got)
				}
			}
		})
	}
}

// TestEditorLink opens a bot from a link: it is shown, and runs when somebody presses Run, without network and storage.
func TestEditorLink(t *testing.T) {
	address := below(t) + "amazons/"
	p := editor(t, "amazons", address)
	eval[any](p, `gridiron.editor.write('def main():', `+"`"+`import js

def reach(address):
    request = js.XMLHttpRequest.new()
    request.open("GET", address, False)
    request.send()
    return request.status

for name, use in (("storage", lambda: js.indexedDB), ("network", lambda: reach("`+address+`"))):
    try:
        print(name, use(), file=sys.stderr)
    except BaseException:
        print(name, "refused", file=sys.stderr)

def main():`+"`"+`)`)
	link := eval[string](p, `(async () => (await import(new URL('../editor/folder.js', location.href))).share({files: {'bot.py': JSON.parse(localStorage.getItem('gridiron/amazons/now'))['bot.py']}}))()`)
	if !strings.Contains(link, "#bot=") || len(link) > 5000 {
		t.Fatalf("the link is %s", link)
	}
	q := editor(t, "amazons", link)
	q.state(`read it before you press Run`)
	if n := eval[int](q, `gridiron.editor.running()`); n != 0 || !eval[bool](q, `!document.querySelector('iframe')`) {
		t.Errorf("%d programs run before anybody pressed Run", n)
	}
	q.runs()
	q.wait(`['storage refused', 'network refused'].every((text) => document.getElementById('ed-log').textContent.includes(text))`)
	if kept := eval[bool](q, `localStorage.getItem('gridiron/amazons/now') !== null`); kept {
		t.Error("a bot of a link was kept although nobody has changed it")
	}
	broken := editor(t, "amazons", address+"#bot=AAAA")
	broken.state(`carries no bot`)
}

// TestPlaygroundOffline loads a game again when its server is gone.
func TestPlaygroundOffline(t *testing.T) {
	dir := playground(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	p := open(t, server.URL+"/play/tron/", 1200, 800, func(p *tab) { p.origin = server.URL })
	p.wait(`window.gridiron?.record`)
	p.wait(`'kept' in document.documentElement.dataset`)
	server.CloseClientConnections()
	server.Close()
	eval[any](p, `(window.before = true, location.reload())`)
	p.wait(`!window.before && window.gridiron?.record`)
}

// TestEditorSize keeps the size of what is loaded when somebody opens the editor.
func TestEditorSize(t *testing.T) {
	dir := playgroundEditor(t)
	size := int64(0)
	err := filepath.Walk(filepath.Join(dir, "play", "editor"), func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || filepath.Ext(path) == ".txt" {
			return err
		}
		text, err := os.ReadFile(path)
		size += min(zipped(text), info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(fmt.Sprint(size, " bytes"))
	if size > 7_000_000 {
		t.Errorf("editor and Python have %d bytes: want at most 7 MB", size)
	}
}
