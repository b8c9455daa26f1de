package webtest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
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

	team := open(t, link, 360, 800, expects("a status of 40"))
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
	folder := filepath.Join(dir, "dropped", "mybot")
	for i, name := range []string{"bot.py", "chillin.py"} {
		text, err := os.ReadFile(bot[i])
		if err == nil {
			err = os.MkdirAll(folder, 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), append(text, "# dropped\n"...), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	team.drop("#drop", folder)
	team.wait(`document.querySelector('#answer').innerText.includes('Version 3 passed the check')`)
	team.wait(`document.querySelectorAll('#versions tbody tr').length === 3`)
	// An older version is chosen, and the bots of the game are challenged, by keyboard.
	team.run(chromedp.Focus(`button[aria-label="choose version 2"]`, chromedp.ByQuery), chromedp.KeyEvent("\r"))
	team.wait(`document.querySelector('#versions tbody tr:nth-child(2)').innerText.includes('plays')`)
	team.run(chromedp.Focus("#against", chromedp.ByQuery), chromedp.KeyEvent("nobody\r"))
	team.wait(`document.querySelector('#problem').innerText.includes('want team:TEAM')`)
	fill(team, "against", "")
	team.run(chromedp.Focus("#against", chromedp.ByQuery), chromedp.KeyEvent("random\r"))
	team.wait(`document.querySelector('#challenges tbody tr')?.innerText.match(/(won|lost|no winner).*(won|lost|no winner)/s)`)
	if n := eval[int](team, `fetch(document.querySelector('#versions a[href^="/api/starter"]').href).then((r) => r.ok ? r.blob() : null).then((b) => b.size)`); n < 1000 {
		t.Errorf("the starter bot has %d bytes", n)
	}
	watch := open(t, eval[string](team, `document.querySelector('#challenges a').href`), 1280, 900)
	watch.wait(`document.title.includes('alice@2') || document.body.innerText.includes('alice@2')`)
	team.wait(`document.querySelector('#played tbody tr')`)
	for _, id := range []string{"#challenges", "#played"} {
		if n := eval[int](team, `document.querySelectorAll('`+id+` img').length`); n > 0 {
			t.Errorf("%s has %d pictures", id, n)
		}
	}
	for _, look := range []look{{"light", 1280, 900, false}, {"dark", 360, 800, true}} {
		for name, at := range map[string]string{"course": address, "team": link} {
			p := open(t, at, look.width, look.height)
			p.colours(look.name)
			p.wait(`document.querySelector('tbody tr')`)
			if name == "team" {
				p.wait(`document.querySelector('#played tbody tr')`)
			}
			p.picture(fmt.Sprintf("host-%s-%s-%d", name, look.name, look.width))
			p.accessible()
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > look.width {
				t.Errorf("the page %s is %d pixels wide, want %d", name, wide, look.width)
			}
		}
	}
	p.run(chromedp.Click("#dry", chromedp.ByQuery))
	p.wait(`document.querySelector('#final-answer').innerText.includes('It would be 1 teams, 16 games')`)
	p.run(chromedp.Click("#log summary", chromedp.ByQuery))
	p.wait(`document.querySelector('#lines').innerText.includes('team alice submits version 3 for tron')`)
	p.picture("host-course-log")
	p.run(chromedp.Click("#pause", chromedp.ByQuery))
	p.wait(`document.querySelector('#pause').innerText === 'Go on with all games'`)
	p.run(chromedp.Click("#pause", chromedp.ByQuery))
	p.wait(`document.querySelector('#pause').innerText === 'Pause all games'`)
	// The games of a team are annulled by keyboard: the button leads to the reason, which is asked for.
	p.run(chromedp.Focus(`button[aria-label="annul the games of bob"]`, chromedp.ByQuery), chromedp.KeyEvent("\r"))
	p.wait(`document.activeElement.id === 'why' && document.querySelector('#whom').value === 'bob'`)
	p.run(chromedp.KeyEvent("\r")) // without a reason nothing happens
	p.run(chromedp.KeyEvent("copied from alice\r"))
	p.wait(`document.querySelector('#teams tbody tr:nth-child(2)').innerText.includes('annulled: copied from alice')`)
	p.wait(`document.querySelector('#answer').innerText.includes('The games of bob count for nobody') && document.querySelector('#why').value === ''`)
	if n := eval[int](p, `document.querySelectorAll('#whom option').length`); n != 1 {
		t.Errorf("%d teams can be annulled, want alice alone", n)
	}
	p.run(chromedp.Focus(`button[aria-label="remove bob"]`, chromedp.ByQuery), chromedp.KeyEvent("\r"))
	p.wait(`document.querySelectorAll('#teams tbody tr').length === 1`)
	p.run(chromedp.Click("#freeze", chromedp.ByQuery))
	p.wait(`document.querySelector('#when').innerText.includes('frozen')`)
	team.run(chromedp.SetUploadFiles("#files", bot, chromedp.ByQuery))
	team.wait(`document.querySelector('#problem').innerText.includes('submissions are frozen')`)
	stranger := open(t, strings.Split(link, "#")[0]+"#token=alice.WRONG", 360, 800, expects("403"))
	stranger.wait(`document.querySelector('#problem').innerText.includes('this token is not valid')`)
}

// drop drops files or folders of this machine on an element.
func (p *tab) drop(element string, paths ...string) {
	p.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: 'center' });
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, element))
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1}
	for _, what := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
		p.run(input.DispatchDragEvent(what, at[0], at[1], data))
	}
}
