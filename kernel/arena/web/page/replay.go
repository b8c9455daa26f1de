package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Replay is the verb replay, which also makes pages.
func Replay(a *cli.App) *urfave.Command {
	command := verbs.Replay(a)
	command.Usage = "show a recorded game again, here or as a page, or verify it"
	command.UsageText += fmt.Sprintf("\n  %s replay game.jsonl --html game.html", a.Game.Name)
	command.Flags = slices.Concat(command.Flags, []urfave.Flag{
		&urfave.StringFlag{Name: "html", Usage: "write the game to `FILE`, a page that needs nothing else"},
	}, Flags("show the game in a browser until Ctrl-C"))
	plain := command.Action
	command.Action = func(c *urfave.Context) error {
		path := c.String("html")
		entry, err := Listen(c)
		if err != nil {
			return err
		}
		if entry != nil {
			defer entry.Listener.Close()
		}
		if path == "" && entry == nil {
			return plain(c)
		}
		for _, other := range []string{"verify", "at"} {
			if c.IsSet(other) {
				return cli.Usagef("flag --%s: a page shows the whole game; want no --html and no --web", other)
			}
		}
		content, err := replayPage(a, c)
		if err != nil {
			return err
		}
		if path != "" {
			if err := verbs.WriteFile("html", path, content); err != nil {
				return err
			}
		}
		if entry == nil {
			return nil
		}
		return serve(c.Context, a, entry, func(w io.Writer, _ string) error {
			_, err := w.Write(content)
			return err
		})
	}
	return command
}

// replayPage makes the page of the game that a verb is given.
func replayPage(a *cli.App, c *urfave.Context) ([]byte, error) {
	t, path, err := verbs.ReadTape(a, c)
	if err != nil {
		return nil, err
	}
	content, err := File(a, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return content, nil
}

// serve serves a page until ctx is done.
func serve(ctx context.Context, a *cli.App, entry *Entry, index func(io.Writer, string) error) error {
	lobby := web.NewLobby(web.Options{Open: entry.Open}, index, nil)
	if err := entry.Show(a.Err, Address(lobby, entry)); err != nil {
		return err
	}
	return lobby.Serve(ctx, entry.Listener)
}

// Address returns the address at which a browser finds a lobby.
func Address(lobby *web.Lobby, entry *Entry) string {
	token := ""
	if !entry.Open {
		token = lobby.Token()
	}
	return lobby.URL(entry.Listener.Addr(), token)
}

// File returns a game as a page in one file.
func File(a *cli.App, t *playback.Playback) ([]byte, error) {
	names := slices.Clone(t.Names)
	for seat, title := range a.Game.Titles {
		if seat >= len(names) {
			names = append(names, "")
		}
		if names[seat] == "" {
			names[seat] = title
		}
	}
	about := web.Game{Name: Title(&a.Game.Info), Players: names}
	if g := t.Record; g != nil {
		about.Seed, about.Sub = g.Header.Seed, sub(a, &g.Header)
	}
	replay := web.NewReplay(about)
	frames := web.Frames{Seats: a.Game.Seats, End: Ending(a, names)}
	ply := -1 // of the frame before this one
	err := t.Show(t.Plies, func(shown *match.Snapshot) error {
		if shown.Scene == nil {
			return errors.New("this game has no pictures")
		}
		if g := t.Record; g != nil && g.Result == nil { // interrupted, even if the rules say that the game is over
			shown.Result = nil
		}
		next := frames.Next(shown)
		if t.Record != nil {
			beside(a, t.Record, ply, shown, &next)
		}
		ply = shown.Ply
		replay.Add(next)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = web.HTML(&b, replay)
	return b.Bytes(), err
}

// Ending returns a function that says how a game of these players ended.
func Ending(a *cli.App, names []string) func(*record.Result) string {
	return func(r *record.Result) string { return a.ResultLine(r.Line(a.Game.Seats, names)) }
}

// sub returns the settings of a recorded game, without its seed.
func sub(a *cli.App, h *record.Header) string {
	var parts []string
	for _, o := range a.Game.Options {
		if value := h.Options[o.Name]; value != "" && value != o.Default {
			parts = append(parts, o.Name+" "+value)
		}
	}
	if h.Budget != "" {
		parts = append(parts, "budget "+h.Budget)
	}
	return strings.Join(parts, ", ")
}

// A page shows the first and the last lines of what a program printed at one ply: some languages put the reason for a failure
// first, others last.
const firstPrinted, lastPrinted = 2, 4

// shorten leaves out the lines in the middle.
func shorten(lines []string) []string {
	left := len(lines) - firstPrinted - lastPrinted
	if left <= 0 {
		return lines
	}
	note := fmt.Sprintf("... %d more lines", left)
	return slices.Concat(lines[:firstPrinted], []string{note}, lines[len(lines)-lastPrinted:])
}

// beside adds what a record holds besides the answers, since the last frame: what programs wrote.
func beside(a *cli.App, g *record.Game, before int, shown *match.Snapshot, next *web.Snapshot) {
	here := func(ply int) bool { return ply > before && (ply <= shown.Ply || shown.Last) }
	for _, o := range g.Outputs {
		if !here(o.Ply) {
			continue
		}
		lines := strings.Split(strings.TrimRight(o.Stderr, "\n"), "\n")
		for _, line := range append(shorten(lines), o.Notes...) {
			if strings.TrimSpace(line) != "" {
				next.Said = append(next.Said, web.Said{Seat: slices.Index(a.Game.Seats, o.Seat), Text: line, Error: true})
			}
		}
	}
}
