package webtest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/report"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// cup is a tournament of six teams with made-up results.
func cup(t testing.TB) report.Report {
	r := report.Report{
		Game: "Amazons", Title: "cup", Sub: "3 rounds, both seats · seed 1", Total: 90,
		Head:  []string{"", "team", "played", "won", "drawn", "lost", "defaults", "points", "score", "Elo"},
		Seats: []scene.Chair{{ID: "RED", Colour: "red"}, {ID: "BLUE", Colour: "blue"}},
	}
	for i, name := range []string{"l2", "flood", hostile, "greedy", "flaky", "random"} {
		share := .9 - .16*float64(i)
		t := report.Team{
			Name: name, Spec: "alphabeta:level=2", Share: share, Low: max(0, share-.15), High: min(1, share+.12),
			Rating: 425 - 175*float64(i), Error: 180,
			Cells: []string{strconv.Itoa(i + 1), name, "28", "20", "1", "7", "0", "20.5", "51-78 %", "425 (245 to 605)"},
		}
		if i == 4 {
			t.Wrong = []report.Wrong{
				{Number: 1, Text: "crashed: Traceback (most recent call last): " + hostile, Link: "game.html"}, {Number: 16, Text: "late"},
			}
		}
		r.Teams = append(r.Teams, t)
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for round := range 3 {
		for a := range 6 {
			for b := range 6 {
				if a == b || round == 2 && a == 5 {
					continue
				}
				p := report.Played{Number: len(r.Played) + 1, Teams: []int{a, b}, Ended: "stuck", Plies: 20 + dice.IntN(60), Link: "game.html"}
				if dice.IntN(8) > 3-a+b {
					p.Winner = 1
				}
				if p.Teams[1-p.Winner] == 4 && dice.IntN(2) == 0 {
					p.Default, p.Ended = true, "crashed"
				}
				r.Played = append(r.Played, p)
			}
		}
	}
	for i := range 4 {
		var before *scene.Scene
		m := amazonsMatch(t, amazons.Start().String())
		for ply := range 10 + 7*i {
			if err := m.play(map[int]string{ply % 2: m.picks(ply % 2)}); err != nil {
				t.Fatal(err)
			}
		}
		now := m.scene(before)
		r.Running = append(r.Running, report.Running{Number: 86 + i, Teams: []int{i, 5 - i}, Scene: &now})
	}
	return r
}

// The report of a tournament opens from a disk, leads to games and to their replays, and can be read by everybody.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, html func(*os.File) error) {
		f, err := os.Create(filepath.Join(dir, name))
		if err == nil {
			err = html(f)
			f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("index.html", func(f *os.File) error { return cup(t).HTML(f) })
	write("game.html", func(f *os.File) error { return web.HTML(f, replayOf(t, amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r"), 100)) })
	url := "file://" + filepath.ToSlash(filepath.Join(dir, "index.html"))
	looks := []look{{"light", 1280, 1000, false}, {"dark", 360, 1000, true}}
	if os.Getenv("GRIDIRON_PICTURES") != "" {
		looks = append(looks, look{"dark", 1280, 1000, true}, look{"light", 360, 1000, false})
	}
	for _, look := range looks {
		p := open(t, "about:blank", look.width, look.height)
		p.origin = "file://" + filepath.ToSlash(dir)
		p.colours(look.name)
		p.run(chromedp.Navigate(url))
		p.picture(fmt.Sprintf("report-%s-%d", look.name, look.width))
		p.accessible()
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > look.width {
			t.Errorf("the report is %d pixels wide, want %d", wide, look.width)
		}
		p.whole(fmt.Sprint("the report, ", look))
		if look.width < 500 || look.dark {
			continue
		}
		p.wait(`document.querySelectorAll('#found tbody tr').length === 85`)
		p.run(chromedp.SendKeys(`#find input`, "12", chromedp.ByQuery))
		p.wait(`document.querySelectorAll('#found tbody tr').length === 1 && location.hash === '#find=12'`)
		p.run(chromedp.Reload())
		p.wait(`document.querySelector('#found tbody tr').cells[0].textContent === '12' && document.getElementById('many').textContent === '1 of 85 games'`)
		eval[any](p, `(() => { const i = document.querySelector('#find input'); i.value = 'Flaky'; i.dispatchEvent(new Event('input')); })()`)
		p.wait(`document.querySelectorAll('#found tbody tr').length > 10 && [...document.querySelectorAll('#found tbody tr')].every((r) => r.textContent.includes('flaky'))`)
		p.run(chromedp.Click(`#table td.c a`, chromedp.ByQuery))
		p.wait(`document.querySelector('.scroll:target')?.closest('details').open`)
		p.run(chromedp.Click(`.scroll:target td a`, chromedp.ByQuery))
		p.wait(`window.gridiron?.record?.length > 1`)
	}
}

// From the page of a tournament that is played one goes to a game that runs, and sees it go on.
func TestHall(t *testing.T) {
	m := amazonsMatch(t, amazons.Start().String())
	first := m.scene(nil)
	h := web.NewLobby(web.Options{Open: true, Speed: 20}, func(w io.Writer, token string) error {
		r := cup(t)
		r.Running, r.Token = []report.Running{{Number: 1, Teams: []int{0, 1}, Scene: &first, Link: web.Link("1")}}, token
		return r.HTML(w)
	}, nil)
	listener, err := web.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if err := h.Serve(ctx, listener); err != nil {
			t.Error(err)
		}
	})
	group.Go(func() { drive(ctx, h.Table("1"), m, []string{"l2", "flood"}) })
	t.Cleanup(func() { cancel(); group.Wait() })
	p := open(t, h.URL(listener.Addr(), ""), 1000, 800)
	p.run(chromedp.Click(`#wall a`, chromedp.ByQuery))
	p.wait(`window.gridiron?.end > 3 && gridiron.at > 3`)
}
