package verbs

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/notation"
)

// NewBot is the verb new-bot, for games that have templates.
func NewBot(a *cli.App) *urfave.Command { return NewBotOf(a, nil) }

// Kind is a flag that chooses a kind of bot other than the usual one.
type Kind struct {
	Flag urfave.Flag
	Of   func(*urfave.Context) (string, error) // the kind that the flag chooses; "" is the usual one
	Use  string                                // usage of the flag, for the help
}

// NewBotOf is the verb new-bot with kinds of bots. The template of a language and kind is in the folder LANGUAGE-KIND.
func NewBotOf(a *cli.App, kind *Kind) *urfave.Command {
	usual := Languages(a.Game, "")
	usage := fmt.Sprintf("%[1]s new-bot %[2]s DIR\n\nExample:\n\n  %[1]s new-bot python mybot", a.Game.Name, strings.Join(usual, "|"))
	var flags []urfave.Flag
	if kind != nil {
		flags = append(flags, kind.Flag)
		usage += fmt.Sprintf("\n  %s new-bot python other %s", a.Game.Name, kind.Use)
	}
	return &urfave.Command{
		Name: "new-bot", Usage: "write a working bot to start from", Flags: flags,
		UsageText: usage,
		Action: func(c *urfave.Context) (err error) {
			languages, suffix, flag := usual, "", ""
			if kind != nil {
				suffix, err = kind.Of(c)
			}
			if err != nil {
				return err
			}
			if suffix != "" {
				languages, suffix, flag = Languages(a.Game, suffix), "-"+suffix, fmt.Sprintf(" with --%s", kind.Flag.Names()[0])
			}
			if c.NArg() != 2 {
				return cli.Usagef("new-bot: want a language (%s) and a folder", strings.Join(languages, ", "))
			}
			language, dir := c.Args().Get(0), c.Args().Get(1)
			if !slices.Contains(languages, language) {
				return cli.Usagef("new-bot: unknown language %q%s; want %s%s", language, notation.Suggest(language, languages),
					strings.Join(languages, ", "), flag)
			}
			from, err := fs.Sub(a.Game.Templates, path.Join("newbot", language+suffix))
			if err != nil {
				return err
			}
			if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
				return fmt.Errorf("new-bot: %s is not empty", dir)
			} else if err != nil && !errors.Is(err, os.ErrNotExist) {
				return fmt.Errorf("new-bot: %w", err)
			}
			var list strings.Builder
			err = fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				target := filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(name, ".tmpl")))
				if d.IsDir() {
					return os.MkdirAll(target, 0o777)
				}
				content, err := fs.ReadFile(from, name)
				if err != nil {
					return err
				}
				if name == "README.md.tmpl" && suffix == "" && runs(from) {
					content = append(content, leadOn(a)...)
				}
				mode := os.FileMode(0o666)
				if strings.HasPrefix(string(content), "#!") {
					mode = 0o777
				}
				fmt.Fprintln(&list, path.Join(filepath.ToSlash(dir), strings.TrimSuffix(name, ".tmpl")))
				return os.WriteFile(target, content, mode)
			})
			// The list comes last: whoever does not read it gets a whole bot all the same.
			_, unwritten := io.WriteString(a.Out, list.String())
			return cmp.Or(err, unwritten)
		},
	}
}

// Languages returns the languages in which new-bot can write a bot of a kind; kind "" is the usual kind.
func Languages(game *match.Bound, kind string) (list []string) {
	if game.Templates == nil {
		return nil
	}
	entries, _ := fs.ReadDir(game.Templates, "newbot") // embedded: it can be read
	for _, e := range entries {
		if language, other, _ := strings.Cut(e.Name(), "-"); other == kind {
			list = append(list, language)
		}
	}
	return list
}

// runs reports whether a template is a bot that is found in its folder: its main file, or what its sources are compiled to.
func runs(template fs.FS) bool {
	return slices.ContainsFunc(append(check.Mains(), "bot.go", "bot.c"), func(name string) bool {
		_, err := fs.Stat(template, name+".tmpl")
		return err == nil
	})
}

// leadOn is the end of a bot's README: what to do with it next, the same in every language.
func leadOn(a *cli.App) string {
	return strings.NewReplacer("GAME", a.Game.Name, "OTHER", a.Game.Bots[0].Name).Replace(`
## Where to go from here

A folder is a player: in the bot's own folder it is called ` + "`.`" + `. What is compiled must be compiled first.

` + "```" + `
GAME check .                                       find out what it does wrong
GAME play . OTHER --web                            watch it in a browser
GAME play . OTHER --quiet --record game.jsonl      keep a game
GAME review game.jsonl                             find out where it was lost
GAME replay game.jsonl --html game.html            a page of it, to send to others
GAME compare ../before .                           is it better than a copy that you made before?
` + "```" + `
`)
}
