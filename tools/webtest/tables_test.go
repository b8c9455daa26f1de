package webtest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// A server shows its tables: from their page one goes to a game, and sees how it was played.
func TestTables(t *testing.T) {
	gametest.Long(t, "serves all games to pages")
	for _, tt := range []struct {
		game  string
		serve []string
		says  string     // before the port of the server, on standard error
		play  [][]string // what plays there, HERE is the address

	}{
		{"amazons", []string{"serve", "random", "--listen", "0"}, "random plays blue on ", [][]string{{"play", "random", "tcp://HERE", "--seed", "7"}}},
		{"sarena", []string{"serve", "random", "--listen", "38417", "--quiet"}, "", [][]string{{"play", "random", "http://127.0.0.1:38417", "--seed", "7"}}},
		{"pelita", []string{"server", "champion", "--listen", "38418"}, "",
			[][]string{{"play", "random", "pelita://127.0.0.1:38418/champion", "--seed", "7", "--rounds", "20", "--quiet"}}},
		{"tron", []string{"serve", "--listen", "0", "--cycle", "10ms", "--first-cycle", "100ms", "--games", "0"}, "waiting for players on ",
			[][]string{{"join", "HERE", "voronoi", "--team", "Team1"}, {"join", "HERE", "fill", "--team", "Team2"}}},
	} {
		t.Run(tt.game, func(t *testing.T) {
			g := launch(t, tt.game, tt.serve...)
			here := ""
			if tt.says != "" {
				var ok bool
				if here, ok = strings.CutPrefix(g.line(), tt.says); !ok {
					t.Fatalf("the server does not say %q", tt.says)
				}
			}
			p := open(t, g.url, 900, 700, expects("net::ERR_"))
			p.wait(`document.body.innerText.includes('Nobody plays yet')`)
			p.accessible()
			dir, _ := built()
			var players []*exec.Cmd
			for _, args := range tt.play {
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], "HERE", here)
				}
				c := exec.Command(filepath.Join(dir, tt.game+".exe"), args...)
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				players = append(players, c)
			}
			for _, c := range players {
				if err := c.Wait(); err != nil {
					t.Error(err)
				}
			}
			p.wait(`document.querySelector('.tables a img')?.complete`)
			p.picture(tt.game + "-tables")
			if names := eval[[]string](p, `[...document.querySelectorAll('.tables b')].map((b) => b.textContent)`); strings.HasSuffix(names[0], "– ") {
				t.Errorf("the names are %q, want two", names)
			}
			p.accessible()
			p.run(chromedp.Click(`.tables a`, chromedp.ByQuery))
			p.wait(`window.gridiron?.end > 5 && gridiron.at === gridiron.end && gridiron.record.head.learn.rules`)
			p.wait(`gridiron.record.result || !document.getElementById('result').textContent`)
			p.picture(tt.game + "-table")
		})
	}
}
