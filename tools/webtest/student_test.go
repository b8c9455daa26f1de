package webtest

import (
	"archive/zip"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	download "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shy is a bot for Amazons that beats random: it shoots beside as many of the opponent's queens as it can.
const shy = `rows, enemy = view["board"], "B" if self.seat == "red" else "R"

        def near(turn):
            x, y = ord(turn[4]) - ord("A"), len(rows) - 1 - int(turn[5])
            around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            return sum(rows[b][a] == enemy for a, b in around if 0 <= a < len(rows) and 0 <= b < len(rows))

        most = max(map(near, legal))
        return self.random.choice([turn for turn in legal if near(turn) == most])`

// TestStudent does what a student does who has only a browser: from the address to a bot that beats random, and to a downloaded
// folder that passes check on a machine and plays the same game there.
func TestStudent(t *testing.T) {
	address := below(t)
	amazons, _ := starter(t)
	began := time.Now()
	step := func(what string) { t.Logf("%5.1f s: %s", time.Since(began).Seconds(), what) }
	p := open(t, address, 1300, 900, func(p *tab) { p.origin = address })
	p.run(chromedp.Click(`a[href="amazons/index.html"]`, chromedp.ByQuery))
	p.wait(`window.gridiron?.human?.active`)
	step("the game asks for a move")
	eval[any](p, `history.replaceState(null, '', '?seed=7')`) // of the games to come; a student has another one each time
	p.run(chromedp.Click(`#b-editor`, chromedp.ByQuery))
	p.wait(`window.gridiron.editor`)
	step("the editor")
	p.run(chromedp.Click(`#ed-run`, chromedp.ByQuery))
	p.wait(`gridiron.record.head.names.includes('my bot') && gridiron.end > 2`)
	step("the starter plays")
	p.button("Stop")
	p.wait(`gridiron.record.result`)
	eval[any](p, `gridiron.editor.write('return self.random.choice(legal)', `+"`"+shy+"`"+`)`)
	p.run(chromedp.Click(`#ed-run`, chromedp.ByQuery))
	p.wait(`!gridiron.record.result && gridiron.end > 0`)
	eval[any](p, `gridiron.server.post('control', {do: 'speed', value: 0})`)
	p.state(`^RED \(my bot\) wins: `)
	step("it beats random: " + eval[string](p, `document.getElementById('ed-state').textContent`))
	p.picture("student")
	record := eval[string](p, `gridiron.server.ask('record')`)
	for button, says := range map[string]string{"Tests": "All tests pass", "Check": "It plays by the rules"} {
		p.button(button)
		p.state(says)
		step(says)
	}

	dir := t.TempDir()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		all := cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		return download.SetDownloadBehavior(download.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir).
			WithBrowserContextID(info.BrowserContextID).Do(all)
	}))
	p.button("Download")
	home := filepath.Join(dir, "my-amazons-bot")
	unzip(t, home+".zip", dir)
	step("the folder is downloaded")
	if text, err := exec.Command(amazons, "check", home).CombinedOutput(); err != nil {
		t.Errorf("check: %v\n%s", err, text)
	}
	step("it passes check on this machine")
	if got := native(t, amazons, home); got != alone(record) {
		t.Errorf("the game on a machine\n%s\nin the browser\n%s", got, record)
	}
}

// unzip waits for an archive and unpacks it into a folder.
func unzip(t *testing.T, file, dir string) {
	t.Helper()
	var z *zip.ReadCloser
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if z, err = zip.OpenReader(file); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o777)
		}
		if err == nil {
			err = os.WriteFile(to, text, f.Mode())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestEditorPhone writes and runs a bot on a phone, and by keyboard alone.
func TestEditorPhone(t *testing.T) {
	address := below(t) + "amazons/?seed=7"
	playgroundEditor(t)
	p := open(t, address, 390, 844, func(p *tab) { p.origin = strings.Split(address, "amazons/")[0] })
	p.run(emulation.SetTouchEmulationEnabled(true), chromedp.Reload())
	p.wait(`window.gridiron?.me?.setup`)
	p.button("Write a bot")
	p.wait(`window.gridiron.editor`)
	p.picture("editor-phone")
	p.accessible()
	found := eval[[]string](p, `(() => {
		const wrong = [], W = innerWidth;
		if (document.documentElement.scrollWidth > W) wrong.push('the page is ' + document.documentElement.scrollWidth + ' wide');
		for (const e of document.querySelectorAll('#editor button, #editor select')) {
			const r = e.getBoundingClientRect();
			if (r.height < 43.5) wrong.push(e.textContent.trim().slice(0, 20) + ' ' + e.id + ' is ' + r.height + ' high');
			if (!e.closest('.tabs') && (r.left < -1 || r.right > W + 1)) wrong.push(e.textContent.trim() + ' is off the screen');
		}
		return wrong;
	})()`)
	if len(found) > 0 {
		t.Error(strings.Join(found, "; "))
	}

	// By keyboard: from the editor, in which Tab indents, on to Run.
	eval[any](p, `document.getElementById('ed-code').shadowRoot.querySelector('.cm-content').focus()`)
	p.run(input.InsertText("# mine\n"))
	p.wait(`JSON.parse(localStorage.getItem('gridiron/amazons/now'))['bot.py'].startsWith('# mine')`)
	p.keys(kb.Escape)
	p.keys(kb.Tab)
	p.wait(`document.activeElement.id === 'ed-run'`)
	p.keys(kb.Enter)
	p.wait(`gridiron.record.head.names.includes('my bot') && gridiron.end > 0`)
	p.keys(kb.Tab)
	p.wait(`document.activeElement.textContent === 'Stop'`)
	p.keys(kb.Enter)
	p.wait(`gridiron.record.result?.text.includes('stopped by you')`)
	p.accessible()
	eval[any](p, `document.documentElement.dataset.theme = 'dark'`)
	p.picture("editor-phone-dark")
	p.accessible()
}
