package webtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// strangers are names of players that the page must not start: files that are no players, command lines, and paths to other
// folders.
var strangers = []string{"notes.py", "exec:sh -c true", "../mybot/bot.py", "mybot"}

// TestFolder starts each game in a folder with a bot of new-bot: the page offers the bot by its file, only to those who have a
// token, and plays with it. Reload players finds a file that was added later, and a file that no longer exists is reported.
func TestFolder(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here: players in the folder are not tested")
	}
	for _, c := range gametest.Sample(t, []struct {
		game    string
		newBot  []string // without the folder
		file    string
		command string // how the player is named in the record
		flags   []string
	}{
		{"amazons", []string{"python"}, "mybot/bot.py", `"exec:python3 'mybot/bot.py'"`, []string{"--jail", "auto"}},
		{"sarena", []string{"python", "--alphabeta"}, "mybot/player.py", `"exec:python3 'mybot/player.py' --json"`, nil},
		{"tron", []string{"python"}, "mybot/bot.py", `"exec:python3 'mybot/bot.py'"`, nil},
		{"pelita", []string{"python"}, "mybot/my_team.py", `"mybot/my_team.py"`, nil},
		{"reantics", []string{"aiplayer"}, "mybot/AI/MyBot.py", `"mybot/AI/MyBot.py"`, nil},
	}) {
		t.Run(c.game, func(t *testing.T) {
			needsBrowser(t)
			dir := t.TempDir()
			command(t, dir, c.game, append(append([]string{"new-bot"}, c.newBot...), "mybot")...)
			if err := os.WriteFile(filepath.Join(dir, "notes.py"), []byte("print('no player')\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"play", "random", "random", "--seed", "7", "--pace", "0", "--json", "--record", "games.jsonl"}, small(c.game)...)
			g := launchIn(t, dir, c.game, append(args, c.flags...)...)
			p := open(t, g.url, 1100, 800, expects("422"))
			p.wait(`window.gridiron?.record?.result && gridiron.series.data.idle`)
			offered := func(name string) string {
				return fmt.Sprintf(`[...document.querySelectorAll('#new .who select option')].some((o) => o.value === %q)`, name)
			}
			seat := func(name, wrong string) {
				t.Helper()
				p.run(chromedp.SetValue(`#new input[data-seat="0"]`, name, chromedp.ByQuery))
				p.run(chromedp.Click(`#new .go`, chromedp.ByQuery))
				if wrong != "" {
					p.wait(fmt.Sprintf(`document.querySelector('#new .wrong').textContent.includes(%q)`, wrong))
				}
			}
			p.run(chromedp.Click(`//button[text()="New game"]`, chromedp.BySearch))
			p.wait(offered(c.file))
			for _, name := range strangers {
				if eval[bool](p, offered(name)) {
					t.Errorf("%s is offered", name)
				}
				seat(name, "want human or one of the bots")
			}
			p.picture(c.game + "-folder")
			eval[any](p, fmt.Sprintf(`(() => {
				const list = document.querySelector('#new .who select');
				list.value = %q;
				list.dispatchEvent(new Event('change'));
			})()`, c.file))
			p.wait(fmt.Sprintf(`document.querySelector('#new input[data-seat="0"]').value === %q`, c.file))
			p.accessible()
			p.picture(c.game + "-folder-chosen")
			p.run(chromedp.Click(`#new .go`, chromedp.ByQuery))
			p.wait(fmt.Sprintf(`gridiron.me.setup.now.players[0] === %q && gridiron.record?.result && gridiron.series.data.idle`, c.file))
			for range 2 { // games, with a summary between them
				var line struct{ Type, Reason string }
				for line.Type != "game" {
					if text := g.next(g.output); json.Unmarshal([]byte(text), &line) != nil || turn.IsFault(line.Reason) {
						t.Fatalf("%s: want a game that ends by the rules", text)
					}
				}
			}
			if record, err := os.ReadFile(filepath.Join(dir, "games.jsonl")); err != nil || !strings.Contains(string(record), c.command) {
				t.Errorf("%v: the record is not that of the player %s:\n%s", err, c.command, record)
			}
			for jailed := len(c.flags) == 0; !jailed; {
				jailed = strings.HasPrefix(g.line(), "jail: ")
			}

			other := strings.Replace(c.file, "mybot", "other", 1)
			if err := os.Rename(filepath.Join(dir, "mybot"), filepath.Join(dir, "other")); err != nil {
				t.Fatal(err)
			}
			p.pane("settings")
			p.run(chromedp.Click(`#q-reload`, chromedp.ByQuery))
			p.wait(fmt.Sprintf(`gridiron.me.setup.players.some((p) => p.name === %q) && gridiron.series.data.anew`, other))
			p.queued("Two players", other+" random", 3)
			p.wait(`document.getElementById('q-start')`)
			p.run(chromedp.Click(`#q-start`, chromedp.ByQuery))
			p.wait(fmt.Sprintf(`gridiron.me.setup.now.players[0] === %q && gridiron.series.data.idle`, other))
			p.pane("stats")
			p.wait(fmt.Sprintf(`document.getElementById('stats').innerText.includes(%q)`, other))
			p.pane("game")
			p.run(chromedp.Click(`//button[text()="New game"]`, chromedp.BySearch))
			p.wait(offered(other))
			seat(c.file, "it no longer exists")

			watcher := open(t, g.watch(), 900, 700)
			watcher.wait(`window.gridiron?.record?.result`)
			if eval[bool](watcher, `Boolean(gridiron.me.setup) || JSON.stringify(gridiron.record.head).includes('players')`) {
				t.Error("the page of a spectator has the list of players")
			}
		})
	}
}
