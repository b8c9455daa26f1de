package webtest

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// without makes a page of a browser that lacks something: a script runs before those of the page and of its frames.
func without(script string) func(*tab) {
	return func(p *tab) {
		p.run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
			return err
		}))
	}
}

// noJSPI makes Python unable to wait for a promise, as it is in Safari.
const noJSPI = "for (const name of ['Suspending', 'promising', 'Suspender', 'SuspendError']) delete WebAssembly[name];\n"

// slow serves the playground to a browser whose workers have no JSPI either, and returns the address of its folder play. No flag of
// Chromium turns that off.
func slow(t *testing.T) string {
	t.Helper()
	dir := playgroundEditor(t)
	files := web.Playground(os.DirFS(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/program.js") {
			files.ServeHTTP(w, r)
			return
		}
		found := httptest.NewRecorder()
		files.ServeHTTP(found, r)
		for _, name := range []string{"Content-Type", "Content-Security-Policy"} {
			w.Header().Set(name, found.Header().Get(name))
		}
		w.Write(bytes.Replace(found.Body.Bytes(), []byte("'use strict';\n"), []byte("'use strict';\n"+noJSPI), 1))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/play/"
}

// TestEditorWithoutJSPI writes a bot in a browser in which Python asks the service worker for what it reads: it plays the same game
// as natively, its tests run, an endless loop is late and ends with Stop, and no program of a link runs.
func TestEditorWithoutJSPI(t *testing.T) {
	address := slow(t)
	p := editor(t, "amazons", address+"amazons/?seed=7", without(noJSPI))
	amazons, home := starter(t)
	p.likeNative(amazons, home)
	p.wait(`document.querySelector("#editor .note").textContent.includes("This browser has no JSPI")`)
	if eval[bool](p, `Boolean(document.querySelector('iframe[sandbox]'))`) {
		t.Error("Python runs in a frame without origin: what is tested here?")
	}
	p.button("Tests")
	p.state(`All tests pass|fail`)
	p.state(`All tests pass`)
	p.button("Check")
	p.state(`plays by the rules|wrong`)
	p.state(`plays by the rules`)

	eval[any](p, `gridiron.editor.write('return self.random.choice(legal)', 'while True: pass')`)
	eval[any](p, `document.getElementById('ed-limit').value = '1s'`)
	if got := p.runs(); !strings.Contains(got, "was late") {
		t.Errorf("the game ended with %q", got)
	}
	eval[any](p, `(document.getElementById('ed-limit').value = '', gridiron.record.result = null, document.getElementById('ed-run').click())`)
	p.wait(`gridiron.record && !gridiron.record.result && gridiron.editor.running()`)
	p.button("Stop")
	p.wait(`gridiron.record.result?.text.includes('stopped by you')`)

	// A program of a link does not run, also when it was changed and the page was loaded again; one in JavaScript does.
	bot := func(name, text string) string {
		return eval[string](p, `(async () => (await import(new URL('../editor/folder.js', location.href))).share({files: {'`+name+`': '`+text+`'}}))()`)
	}
	const refused = `Programs from links do not run in this browser`
	q := editor(t, "amazons", bot("bot.py", "print(1)"), without(noJSPI))
	q.state(refused)
	eval[any](q, `document.getElementById('ed-state').textContent = ''`)
	eval[any](q, `gridiron.editor.write('print', 'pass; print')`)
	eval[any](q, `(history.replaceState(null, '', location.pathname), window.before = true, location.reload())`)
	q.wait(`!window.before && window.gridiron?.me?.setup`)
	q.button("Write a bot")
	q.wait(`window.gridiron.editor`)
	eval[any](q, `document.getElementById('ed-run').click()`)
	q.state(refused)
	if eval[bool](q, `Boolean(document.querySelector('iframe'))`) {
		t.Error("a frame for programs was made")
	}
	j := editor(t, "amazons", bot("bot.js", "throw new Error(self.origin)"), without(noJSPI))
	j.state(`read it before you press Run`)
	eval[any](j, `document.getElementById('ed-run').click()`)
	j.wait(`gridiron.record.result`)
	if got := eval[string](j, `gridiron.record.result.text`); !strings.Contains(got, "blob:null") {
		t.Errorf("the program of the link ended with %q: want one whose origin is null", got)
	}
}

// TestPlaygroundLacks says in one sentence what a browser lacks.
func TestPlaygroundLacks(t *testing.T) {
	address := below(t) + "amazons/"
	for _, name := range []string{"WebAssembly", "Worker", "DecompressionStream"} {
		p := open(t, address, 1200, 800, without("delete window."+name), func(p *tab) { p.origin = strings.TrimSuffix(address, "amazons/") })
		p.wait(`document.getElementById('board').innerText === 'The game does not run here: this browser is too old: it needs WebAssembly, workers and DecompressionStream'`)
		p.accessible()
	}
}

// TestPlaygroundPlainHTTP opens the playground at an address of the network by plain HTTP, where there is neither service worker nor
// clipboard: it says so, games and bots run, and Python without JSPI says what it needs.
func TestPlaygroundPlainHTTP(t *testing.T) {
	dir := playgroundEditor(t)
	listener, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.FileServer(http.Dir(dir))}}
	server.Start()
	t.Cleanup(server.Close)
	root := web.URL(listener.Addr(), "")
	if strings.Contains(root, "localhost") {
		t.Skip("this machine has no address in a network: the playground without a secure context is not tested")
	}
	p := editor(t, "amazons", root+"play/amazons/?seed=7")
	if eval[bool](p, `isSecureContext`) {
		t.Fatal("the address is secure")
	}
	p.wait(`document.getElementById('net').textContent.startsWith('This address is plain HTTP: ')`)
	p.accessible()
	amazons, home := starter(t)
	p.likeNative(amazons, home)
	q := editor(t, "amazons", root+"play/amazons/", without(noJSPI))
	eval[any](q, `document.getElementById('ed-run').click()`)
	q.state(`Python does not run here: this browser has no JSPI, and then the page needs a service worker, which only addresses of https: and of this machine have`)
}

// TestEditorMemory starts Python from the memory that an earlier visit has kept, and without it when that is broken.
func TestEditorMemory(t *testing.T) {
	p := editor(t, "tron", below(t)+"tron/")
	ready := func(how string) {
		eval[any](p, `gridiron.editor.ready()`)
		got := eval[string](p, `(() => { const {detail, duration} = performance.getEntriesByName('Python')[0]; return detail + ' in ' + Math.round(duration) + ' ms'; })()`)
		t.Log("Python starts ", got)
		if !strings.HasPrefix(got, how+" in ") {
			t.Errorf("Python started %s, want %s", got, how)
		}
	}
	again := func() {
		eval[any](p, `(async () => {
			const kept = await caches.open('gridiron-playground-python');
			while (!(await kept.keys()).length) await new Promise((done) => setTimeout(done, 50));
		})()`)
		eval[any](p, `(window.before = true, location.reload())`)
		p.wait(`!window.before && window.gridiron?.me?.setup`)
		p.button("Write a bot")
		p.wait(`window.gridiron.editor`)
	}
	ready("anew")
	again()
	ready("from its kept memory")
	eval[any](p, `(async () => {
		const kept = await caches.open('gridiron-playground-python'), [name] = await kept.keys();
		await kept.put(name, new Response(new Blob([new Uint8Array(1000)]).stream().pipeThrough(new CompressionStream('gzip'))));
	})()`)
	again()
	ready("anew")
}

// hurried makes the minute that the page waits at most for workers and frames a second.
const hurried = "const wait = setTimeout; window.setTimeout = (f, ms, ...all) => wait(f, ms === 60000 ? 1000 : ms, ...all);"

// TestPlaygroundSilent says what to do when a frame or a worker never answers.
func TestPlaygroundSilent(t *testing.T) {
	files := web.Playground(os.DirFS(playgroundEditor(t)))
	silent := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if silent == "" || !strings.HasSuffix(r.URL.Path, silent) {
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	address := server.URL + "/play/amazons/?seed=7"

	// The frame says nothing at its start, or no more later.
	silent = "/frame.html"
	p := editor(t, "amazons", address, without(hurried))
	eval[any](p, `document.getElementById('ed-run').click()`)
	p.state(`Python does not start here: the frame of programs has not answered for a minute: reload the page`)
	silent = ""
	p = editor(t, "amazons", address)
	eval[any](p, `gridiron.editor.ready()`)
	eval[any](p, hurried+`(document.getElementById('ed-limit').value = '', document.querySelector('iframe[title=Programs]').src = 'about:blank')`)
	eval[any](p, `(gridiron.record.result = null, document.getElementById('ed-run').click())`)
	p.wait(`gridiron.record.result?.text.includes('the frame of programs has not answered for a minute: reload the page')`)
	eval[any](p, `(window.setTimeout = wait, gridiron.editor.ready())`)

	// So does the worker of the games.
	p = open(t, address, 1200, 800, without(hurried+"Worker.prototype.postMessage = () => {};"), func(p *tab) { p.origin = server.URL })
	p.wait(`document.getElementById('board').innerText === 'The game does not run here: nothing has come for a minute: reload the page'`)
	p.accessible()
	p = open(t, address, 1200, 800, func(p *tab) { p.origin = server.URL })
	p.wait(`window.gridiron?.human?.active`)
	eval[any](p, hurried+"Worker.prototype.postMessage = () => {};")
	got := eval[string](p, `gridiron.server.post('control', {do: 'pause'}).catch((e) => e.message)`)
	if got != "The games in this browser have not answered for a minute: reload the page." {
		t.Errorf("a worker that never answers: %q", got)
	}
}
