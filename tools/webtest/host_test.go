package webtest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// The pages of a course: the instructor adds teams and freezes, a team chooses a file or pastes a program and sees what the check
// says. They can be read by everybody, and show texts of strangers as text.
func TestHostPages(t *testing.T) {
	needsBrowser(t)
	gametest.Long(t, "runs a course for a minute")
	games, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := gametest.Build(".", "../league", filepath.Join(dir, "league.exe")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(games, "tron.exe"), filepath.Join(dir, "tron")); err != nil {
		t.Fatal(err)
	}
	server := league(t, dir, "host", "--game", "tron", "--games", dir, "--dir", "term", "--web", "0", "--listen", "127.0.0.1:0", "--jail", "off")
	address := strings.Fields(await(t, server, "the course: "))[0]
	p := open(t, address, 1280, 900)
	p.wait(`document.querySelector('#teams')?.innerText.includes('No team yet')`)
	const picture = "<img src=x onerror=alert(1)>"
	fill := func(p *tab, id, text string) {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		eval[any](p, fmt.Sprintf(`document.getElementById(%q).value = %s`, id, quoted))
	}
	fill(p, "names", "alice,"+picture+"\nbob,Bö B.")
	p.run(chromedp.Focus("#roster button", chromedp.ByQuery), chromedp.KeyEvent("\r"))
	p.wait(`document.querySelectorAll('#teams tbody tr').length === 2`)
	if n := eval[int](p, `document.querySelectorAll('main img').length`); n > 0 {
		t.Errorf("%d names became pictures", n)
	}
	link := eval[string](p, `document.querySelector('#teams a').href`)

	team := open(t, link, 360, 800, expects("403"))
	team.wait(`document.querySelector('#title').innerText === 'Team alice'`)
	eval[any](team, `document.querySelector('details').open = true`)
	fill(team, "text", "print(1")
	team.run(chromedp.Click("#paste", chromedp.ByQuery))
	team.wait(`document.querySelector('#answer').innerText.includes('Version 1 did not pass the check')`)
	team.wait(`document.querySelector('#answer pre').innerText.includes('SyntaxError')`)
	var bot []string
	for _, name := range []string{"bot.py", "chillin.py"} {
		file := filepath.Join(dir, name)
		template, err := os.ReadFile("../../tron/wire/newbot/python/" + name + ".tmpl")
		if err == nil {
			err = os.WriteFile(file, template, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		bot = append(bot, file)
	}
	team.run(chromedp.SetUploadFiles("#files", bot, chromedp.ByQuery))
	team.wait(`document.querySelector('#answer').innerText.includes('Version 2 passed the check')`)
	team.wait(`document.querySelectorAll('#versions tbody tr').length === 2`)
	for _, look := range []look{{"light", 1280, 900, false}, {"dark", 360, 800, true}} {
		for name, at := range map[string]string{"course": address, "team": link} {
			p := open(t, at, look.width, look.height)
			p.colours(look.name)
			p.wait(`document.querySelectorAll('tbody tr').length === 2`)
			p.picture(fmt.Sprintf("host-%s-%s-%d", name, look.name, look.width))
			p.accessible()
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > look.width {
				t.Errorf("the page %s is %d pixels wide, want %d", name, wide, look.width)
			}
		}
	}
	p.run(chromedp.Click("#freeze", chromedp.ByQuery))
	p.wait(`document.querySelector('#when').innerText.includes('frozen')`)
	team.run(chromedp.SetUploadFiles("#files", bot, chromedp.ByQuery))
	team.wait(`document.querySelector('#problem').innerText.includes('submissions are frozen')`)
	stranger := open(t, strings.Split(link, "#")[0]+"#alice.WRONG", 360, 800, expects("403"))
	stranger.wait(`document.querySelector('#problem').innerText.includes('this token is not valid')`)
}
