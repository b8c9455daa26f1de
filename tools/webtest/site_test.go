package webtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// The documentation is opened from a folder: its menu, its search and the games in its pages work without a server.
func TestDocumentation(t *testing.T) {
	gametest.Long(t, "builds all programs for the games that the pages show")
	needsBrowser(t)
	dir := os.Getenv("GRIDIRON_SITE") // one that was written before
	if dir == "" {
		dir = t.TempDir()
		if text, err := exec.CommandContext(t.Context(), "go", "run", "../site", "--out", dir).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	url := "file://" + filepath.ToSlash(dir) + "/"
	inside := func(p *tab) { p.origin = url }
	p := open(t, url+"index.html", 1400, 1000)
	p.wait(`document.querySelectorAll('.wall img').length === 5`)
	p.accessible()
	p.picture("site")
	p.run(chromedp.SendKeys("#search", "late answer"))
	p.wait(`[...document.querySelectorAll('#found a')].some((a) => a.href.includes('course.html') || a.href.includes('protocol.html'))`)
	p.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys("#search", "mobility"))
	p.wait(`document.querySelector('#found a')`)
	p.picture("site-search")
	p.run(chromedp.Click("#found a"))
	p.wait(`!document.querySelector('.wall') && document.querySelector('main h1')`)

	p = open(t, url+"index.html", 390, 844)
	p.colours("dark")
	p.wait(`document.documentElement.scrollWidth <= 390 && document.querySelector('.go').getBoundingClientRect().bottom < 844`)
	p.accessible()

	for _, name := range []string{"student", "instructor", "researcher", "contributor", "contributing", "protocol", "tools/python/gridiron/docs/api", "sarena/bot/index"} {
		p = open(t, url+name+".html", 390, 844, inside)
		p.colours("dark")
		p.wait(`document.documentElement.scrollWidth <= 390`)
		p.accessible()
	}
	p = open(t, url+"tron/index.html", 1400, 1000, inside)
	p.wait(`document.querySelector('iframe').src.endsWith('tron/replay.html')`)
	p.accessible()
	p.picture("site-tron")
	p = open(t, url+"reference/kernel/arena/match.html", 360, 800, inside)
	p.wait(`document.documentElement.scrollWidth <= 360`)
	p.accessible()
	p.picture("site-phone")
}
