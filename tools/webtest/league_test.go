package webtest

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// league starts a command line of the league and returns the lines that it writes. It is interrupted at the end of the test.
func league(t *testing.T, dir string, args ...string) (lines chan string) {
	t.Helper()
	command := exec.Command(filepath.Join(dir, "league.exe"), args...)
	command.Dir = dir
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stdout, command.Stderr = in, in
	err = command.Start()
	in.Close()
	if err != nil {
		t.Fatal(err)
	}
	lines = make(chan string, 10_000)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
		close(lines)
	}()
	t.Cleanup(func() {
		command.Process.Signal(os.Interrupt)
		late := time.AfterFunc(time.Minute, func() { command.Process.Kill() })
		defer late.Stop()
		command.Wait() // its error is that of the interrupt
		out.Close()
	})
	return lines
}

// await waits for a line that begins with a word and returns the rest of the line.
func await(t *testing.T, lines chan string, word string) string {
	t.Helper()
	var before []string
	for late := time.After(2 * time.Minute); ; {
		select {
		case line, ok := <-lines:
			if rest, found := strings.CutPrefix(line, word); found {
				return rest
			}
			if before = append(before, line); !ok {
				t.Fatalf("it ended without a line %q:\n%s", word, strings.Join(before, "\n"))
			}
		case <-late:
			t.Fatalf("no line %q:\n%s", word, strings.Join(before, "\n"))
		}
	}
}

// The page of a league keeps itself up to date, leads to its games, shows names of strangers as text, and can be read by
// everybody: on a telephone and on a projector.
func TestLeague(t *testing.T) {
	needsBrowser(t)
	gametest.Long(t, "plays leagues for a minute")
	games, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := gametest.Build(".", "../league", filepath.Join(dir, "league.exe")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(games, "tron.exe"), filepath.Join(dir, "bin", "tron.exe")); err != nil {
		t.Fatal(err)
	}
	server := league(t, dir, "serve", "--dir", "data", "--listen", "127.0.0.1:0", "--web", "0", "--games", "bin")
	at := "tls://" + await(t, server, "serving on ")
	address := await(t, server, "the page: ")
	p := open(t, address, 1280, 900)
	p.wait(`document.body.innerText.includes('No league has begun')`)
	p.run(chromedp.Evaluate(`window.stays = true`, nil)) // until the page is loaded again
	const picture = "<img src=x onerror=alert(1)>"       // a part of a team's name
	admin := []string{"--nats", at, "--creds", "data/keys/admin.json"}
	worker := league(t, dir, "worker", "--nats", at, "--creds", "data/keys/worker.json", "--games", "bin", "--name", "lab-1", "--slots", "2")
	await(t, worker, "worker lab-1 waits")
	run := league(t, dir, append(append([]string{"run"}, admin...), "--games", "bin", "--name", "week1", "--game", "tron", "--", "fill", "random",
		"exec:nobody "+picture, "--seed", "7", "--pairs", "2")...)
	p.wait(`window.stays && document.querySelector('.leagues a')?.innerText.includes('week1')`)
	await(t, run, "league week1: 12 of 12 games played")
	p.run(chromedp.Click(`.leagues a`, chromedp.ByQuery))
	p.wait(`document.querySelector('.state')?.innerText === 'all games played'`)
	if text := eval[string](p, `document.querySelector('#table').innerText`); !strings.Contains(text, picture) {
		t.Errorf("the table lacks the name %q: %s", picture, text)
	}
	if n := eval[int](p, `document.querySelectorAll('main img').length`); n > 0 {
		t.Errorf("%d names became pictures", n)
	}
	at1, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	at1.Path = "/league/week1/"
	for _, look := range []look{{"light", 1920, 1080, false}, {"dark", 360, 800, true}} {
		p := open(t, at1.String(), look.width, look.height, func(p *tab) { p.origin = address })
		p.colours(look.name)
		p.wait(`document.querySelectorAll('svg.plot').length > 0`)
		p.picture(fmt.Sprintf("league-%s-%d", look.name, look.width))
		p.accessible()
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > look.width {
			t.Errorf("the page is %d pixels wide, want %d", wide, look.width)
		}
	}
	p.run(chromedp.Click(`.games a`, chromedp.ByQuery))
	p.wait(`window.gridiron?.record?.length > 0`) // a team that does not start ends its game at once

	// Games that are being played are shown as small boards.
	long := league(t, dir, append(append([]string{"run"}, admin...), "--games", "bin", "--name", "week2", "--game", "tron", "--", "fill",
		"more=fill", "random", "exec:nobody "+picture, "--seed", "7", "--pairs", "5000")...)
	await(t, long, "league week2: ")
	p = open(t, address, 1280, 900) // the page shows a league a moment after its run
	p.wait(`[...document.querySelectorAll('.leagues a')].some((a) => a.innerText.includes('week2'))`)
	at1.Path = "/league/week2/"
	for _, look := range []look{{"light", 1920, 1080, false}, {"light", 1100, 900, false}, {"dark", 360, 800, true}} {
		p := open(t, at1.String(), look.width, look.height, func(p *tab) { p.origin = address })
		p.colours(look.name)
		p.wait(`[...document.querySelectorAll('#boards img')].some((i) => i.complete && i.naturalWidth > 100)`)
		if n := eval[int](p, `document.querySelectorAll('main img').length - document.querySelectorAll('#boards > a > img').length`); n > 0 {
			t.Errorf("%d names became pictures", n)
		}
		p.picture(fmt.Sprintf("league-now-%s-%d", look.name, look.width))
		p.accessible()
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > look.width {
			t.Errorf("the page with boards is %d pixels wide, want %d", wide, look.width)
		}
		p.run(chromedp.Evaluate(`window.game = document.querySelector('#boards small').textContent`, nil))
		p.wait(`window.game !== document.querySelector('#boards small')?.textContent`) // it goes on by itself
	}
}
