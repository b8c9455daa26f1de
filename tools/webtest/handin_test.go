package webtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestHandIn goes from the page of a team of a course to the editor, and hands in a bot that does not pass the check, and one that does.
func TestHandIn(t *testing.T) {
	dir := playgroundEditor(t)
	games, err := built()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := gametest.Build(".", "../league", filepath.Join(home, "league.exe")); err != nil {
		t.Fatal(err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{filepath.Join(games, "tron.exe"): "tron", dir: "playground"} {
		if err := os.Symlink(from, filepath.Join(home, to)); err != nil {
			t.Fatal(err)
		}
	}
	server := league(t, home, "host", "--game", "tron", "--games", home, "--dir", "term", "--web", "0", "--listen", "127.0.0.1:0", "--jail", "off")
	course := open(t, strings.Fields(await(t, server, "the course: "))[0], 1280, 900)
	course.wait(`document.querySelector('#teams')?.innerText.includes('No team yet')`)
	eval[any](course, `document.getElementById('names').value = 'alice'`)
	course.run(chromedp.Focus("#roster button", chromedp.ByQuery), chromedp.KeyEvent("\r"))
	course.wait(`document.querySelector('#teams a')`)
	team := open(t, eval[string](course, `document.querySelector('#teams a').href`), 1280, 900)
	team.wait(`[...document.links].some((a) => a.textContent === 'write a bot in the browser')`)
	link := eval[string](team, `[...document.links].find((a) => a.textContent === 'write a bot in the browser').href`)

	p := open(t, link, 1300, 900, func(p *tab) { p.origin = strings.Split(link, "play/")[0] })
	p.wait(`window.gridiron?.editor`) // it opens by itself
	p.accessible()
	eval[any](p, `gridiron.editor.write('import ', 'import ( ')`)
	p.button("Hand in")
	p.state(`Version 1 did not pass the check`)
	p.wait(`document.getElementById('ed-log').textContent.includes('SyntaxError')`)
	p.picture("handed-in-wrong")
	eval[any](p, `gridiron.editor.write('import ( ', 'import ')`)
	p.button("Hand in")
	p.state(`Version 2 passed the check: it plays from now on`)
	p.picture("handed-in")
	team.wait(`document.querySelector('#versions tbody').innerText.includes('plays')`)

	// A link to the bot has no token, and what the course refuses is said.
	p.button("Link")
	shared := eval[string](p, `(async () => (await import(new URL('../editor/folder.js', location.href))).share({files: {'bot.py': ''}}))()`)
	token := strings.Split(link, "#token=")[1]
	if strings.Contains(shared, token) || token == "" {
		t.Errorf("the link %s has the token %s", shared, token)
	}
	wrong := open(t, strings.Split(link, "#")[0]+"#token=alice.WRONG", 1300, 900, expects("403"), func(p *tab) { p.origin = strings.Split(link, "play/")[0] })
	wrong.wait(`window.gridiron?.editor`)
	wrong.button("Hand in")
	wrong.state(`The course says: `)
}
