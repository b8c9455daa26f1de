//go:build !js

package page

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// Replay is the verb replay, which also makes pages.
func Replay(a *cli.App) *urfave.Command {
	command := verbs.Replay(a)
	command.Usage = "show a recorded game again, here or as a page, or verify it"
	command.UsageText += fmt.Sprintf("\n  %[1]s replay game.jsonl --html game.html\n  %[1]s replay game.jsonl --gif game.gif", a.Game.Name)
	command.Flags = slices.Concat(command.Flags, []urfave.Flag{
		&urfave.StringFlag{Name: "html", Usage: "write the game to `FILE`, a page that needs nothing else"},
	}, filmFlags(), Flags("show the game in a browser until Ctrl-C"))
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
		filmed := c.String("gif") != "" || c.String("mp4") != ""
		for _, name := range []string{"width", "pace", "dark"} {
			if c.IsSet(name) && !filmed {
				return cli.Usagef("flag --%s: want --gif or --mp4 with it", name)
			}
		}
		if path == "" && entry == nil && !filmed {
			return plain(c)
		}
		for _, other := range []string{"verify", "at"} {
			if c.IsSet(other) {
				return cli.Usagef("flag --%s: a page or a film shows the whole game; want no --html, --gif, --mp4 and --web", other)
			}
		}
		f, err := verbs.ReadSource(a, c)
		if err != nil {
			return err
		}
		t, err := f.Tape(cli.Number(c, "game"))
		if err == nil && filmed {
			err = films(a, c, t)
		}
		if err != nil || path == "" && entry == nil {
			return err
		}
		content, err := File(a.Game, t, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
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

// File returns a game as a page in one file; in says where it belongs, nil if it stands alone.
func File(game *match.Bound, t *playback.Playback, in *web.Within) ([]byte, error) {
	replay, err := show(game, t, in)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = web.HTML(&b, replay)
	return b.Bytes(), err
}
