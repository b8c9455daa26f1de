package main

import (
	"context"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// shown are the games that the pages replay: two players of each game, which think by counts, so that every build shows the same
// game.
var shown = map[string][]string{
	"amazons":  {"champion:nodes=400", "alphabeta", "--seed", "7"},
	"pelita":   {"champion", "switcher", "--layout", "normal_035", "--seed", "7", "--rounds", "120"},
	"reantics": {"champion", "rush", "--seed", "7"},
	"sarena":   {"champion:nodes=1000", "simple", "--seed", "7"},
	"tron":     {"champion:nodes=2000", "voronoi", "--seed", "7"},
}

// copied copies a file of the repository into the site.
func (s *site) copied(file string) error {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(file)))
	s.files[file] = text
	return err
}

// games plays a game with each program and puts its replay into the page of the game, and the pictures of all games on the first
// page.
func (s *site) games(ctx context.Context) error {
	if s.replays {
		if err := s.playground(ctx); err != nil {
			return err
		}
	}
	var wall strings.Builder
	if s.replays {
		wall.WriteString(`<p><a class="go" href="../../../play/index.html">Play now, in this browser</a></p>`)
	}
	wall.WriteString(`<p class="wall">`)
	for _, game := range s.list {
		for _, name := range []string{"picture.svg", "picture-dark.svg"} {
			if err := s.copied(game + "/testdata/" + name); err != nil {
				return err
			}
		}
		p := s.pages[game+"/README.md"]
		fmt.Fprintf(&wall, `<a href="../../../%s/README.md"><picture>`+
			`<source media="(prefers-color-scheme: dark)" srcset="../../../%[1]s/testdata/picture-dark.svg">`+
			`<img src="../../../%[1]s/testdata/picture.svg" alt=""></picture>%s</a>`, game, template.HTMLEscapeString(p.Title))
		if !s.replays {
			continue
		}
		replay, err := s.replay(ctx, game)
		if err != nil {
			return err
		}
		s.files[game+"/replay.html"] = replay
		p.Body = before(p.Body, "<h2", fmt.Sprintf(`<figure class="replay">`+
			`<iframe src="replay.html" loading="lazy" title="%[1]s: a game to watch"></iframe>`+
			`<figcaption>%[2]s. <a href="replay.html">Open it alone.</a> <a href="../play/%[3]s/index.html">Play it in this browser.</a></figcaption></figure>`,
			template.HTMLEscapeString(p.Title), template.HTMLEscapeString(game+" play "+strings.Join(shown[game], " ")), game))
	}
	wall.WriteString("</p>")
	start := s.pages[people+"index.md"]
	start.Body = before(start.Body, "<h2", wall.String())
	return nil
}

// playground puts the games that browsers play by themselves into the site.
func (s *site) playground(ctx context.Context) error {
	dir := s.options.playground
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "site-*"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		build := exec.CommandContext(ctx, "go", "run", "./tools/playground", "--out", dir)
		build.Dir = s.root
		if text, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("the playground: %w\n%s", err, text)
		}
	}
	folder := os.DirFS(dir)
	err := fs.WalkDir(folder, "play", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			s.files[name], err = fs.ReadFile(folder, name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the playground in %s: %w", dir, err)
	}
	return nil
}

// before puts text in front of the first mark, or at the end if there is no mark.
func before(body template.HTML, mark, text string) template.HTML {
	if at := strings.Index(string(body), mark); at >= 0 {
		return body[:at] + template.HTML(text) + body[at:]
	}
	return body + template.HTML(text)
}

// clock is how long answers took, and the hash over it: without them every build makes the same pages.
var clock = regexp.MustCompile(`,"(ms":[0-9.e+-]+|hash":"[0-9a-f]+")`)

// replay plays a game and returns it as one page.
func (s *site) replay(ctx context.Context, game string) ([]byte, error) {
	if shown[game] == nil {
		return nil, fmt.Errorf("%s: want the players of the game that its page shows, in tools/site/games.go", game)
	}
	dir, err := os.MkdirTemp("", "site-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, record, html := filepath.Join(dir, game), filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "game.html")
	run := func(words ...string) error {
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Dir = s.root
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, text)
		}
		return nil
	}
	if err := run("go", "build", "-o", program, "./"+game+"/cmd/"+game); err != nil {
		return nil, err
	}
	if err := run(append([]string{program, "play", "--quiet", "--record", record}, shown[game]...)...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(record)
	if err == nil {
		err = os.WriteFile(record, clock.ReplaceAll(text, nil), 0o666)
	}
	if err == nil {
		err = run(program, "replay", record, "--html", html)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(html)
}
