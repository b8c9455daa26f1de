//go:build !js

package page

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// playgroundVerb is the verb playground, which serves the folder that tools/playground writes.
func playgroundVerb(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "playground", Usage: "serve the game for browsers, which play it themselves",
		UsageText: fmt.Sprintf("%[1]s playground [--web ADDRESS] [--dir DIR]\n\nAny other web server can serve the folder, too. Example:\n\n"+
			"  %[1]s playground --web 8080 --dir playground", a.Game.Name),
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "dir", Usage: "the `FOLDER` of the playground (default: playground beside the program)"},
			cli.AddressFlag("web", "serve it at `[[HOST:]PORT]` (default: a free port of this machine)"),
			&urfave.BoolFlag{Name: "open", Usage: "open the page in a browser"},
		},
		Action: func(c *urfave.Context) error {
			dir := c.String("dir")
			if dir == "" {
				self, err := os.Executable()
				if err != nil {
					return err
				}
				dir = filepath.Join(filepath.Dir(self), "playground")
			}
			start := "play/" + a.Game.Name + "/"
			root, err := os.OpenRoot(dir)
			if err == nil {
				defer root.Close()
				_, err = fs.Stat(root.FS(), start+"index.html")
			}
			if err != nil {
				return cli.Usagef("flag --dir: %s is not the folder of a playground: %w; `make playground` in a checkout writes one to dist/playground",
					dir, errors.Unwrap(err))
			}
			if !c.IsSet("web") {
				if err := c.Set("web", ""); err != nil {
					return err
				}
			}
			entry, err := Listen(c)
			if err != nil {
				return err
			}
			defer entry.Listener.Close()
			if err := entry.Show(a.Err, web.URL(entry.Listener.Addr(), "")+start); err != nil {
				return err
			}
			return web.ServeUntil(c.Context, entry.Listener, web.Playground(root.FS()), func() {})
		},
	}
}
