//go:build !playground

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
)

// parseMap reads the value of --map or map_path: the name of a map, a file, or a position text.
func parseMap(text string) (tron.Position, error) {
	content, err := files.Read(text, files.MostText)
	if err == nil {
		p, err := parseStart(string(content))
		if err != nil {
			err = fmt.Errorf("%s: %w", text, err)
		}
		return p, err
	}
	if strings.HasSuffix(text, ".json") || errors.Is(err, files.ErrTooLarge) {
		return tron.Position{}, err
	}
	return parseStart(text)
}

// mapsVerb lists and shows maps.
func mapsVerb(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "maps", Usage: "list the maps, or show one",
		UsageText: "tron maps [MAP]\n\nA MAP is a name of the list, a map file of the original, or a position text. Examples:\n\n" +
			"  tron maps\n  tron maps pillars --json > pillars.json\n  tron maps pillars.json --text",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "json", Usage: "print the map file of the original"},
			&urfave.BoolFlag{Name: "text", Usage: "print the position text (the default)"},
		},
		Action: func(c *urfave.Context) error {
			if c.NArg() == 0 {
				for _, name := range maps.Names() {
					p, err := maps.Load(name)
					if err != nil {
						return err
					}
					n := p.Constants()
					free := 0
					for _, cell := range p.AppendCells(nil) {
						if cell == tron.Empty {
							free++
						}
					}
					_, err = fmt.Fprintf(c.App.Writer, "%-12s %dx%d, %d cells free, %d cycles, health %d\n",
						name, p.Size().W, p.Size().H, free, n.MaxCycles, n.InitHealth)
					if err != nil {
						return err
					}
				}
				return nil
			}
			if c.NArg() > 1 {
				return cli.Usagef("maps: argument %q: want one map", c.Args().Get(1))
			}
			p, err := parseMap(c.Args().First())
			if err != nil {
				return err
			}
			text := []byte(p.String())
			if c.Bool("json") {
				if text, err = maps.Format(p); err != nil {
					return err
				}
			}
			_, err = c.App.Writer.Write(text)
			return err
		},
	}
}

// realtime gives flags that are not set the values of the original. A person or a Chillin client takes a cycle to answer;
// between bots, each frame is shown for a cycle.
func realtime(c *urfave.Context) error {
	if !c.Bool("realtime") {
		return nil
	}
	flags := [][2]string{{"first-budget", "3s"}, {"budget", "500ms"}, {"pace", "500ms"}, {"human-budget", "500ms"}}
	players := append(c.Args().Slice(), defaults[min(c.NArg(), 2):]...)
	if slices.ContainsFunc(players, func(spec string) bool { return spec == "human" || strings.HasPrefix(spec, "join:") }) {
		flags[2][1] = "1ms"
	}
	for _, f := range flags {
		if c.IsSet(f[0]) {
			continue
		}
		if err := c.Set(f[0], f[1]); err != nil {
			return err
		}
	}
	return nil
}
