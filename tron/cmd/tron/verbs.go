package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
	"github.com/gridiron-games/gridiron/tron/wire/server"
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

// formats are the files of the original: games for its monitor, and maps.
func formats() []format {
	return []format{
		{
			Name: "cr", Summary: "a replay file of the original; it does not name constants that played no part, a record made of it has the usual ones",
			Most:  ks.MaxScene,
			Is:    func(text []byte) bool { return len(text) > 4 && bytes.IndexByte(text[:4], 0) >= 0 }, // the length of a frame
			Read:  readCR,
			Write: writeCR,
		},
		{
			Name: "map", Summary: "a map file of the original",
			Is: func(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) },
			Read: func(text []byte) (*transcript, error) {
				p, err := maps.Parse(text)
				return &transcript{Setup: match.Setup{Start: p.String()}}, err
			},
			Write: func(t *transcript) ([]byte, error) {
				p, err := tron.ParsePosition(t.End.Layout())
				if err != nil {
					return nil, err
				}
				return maps.Format(p)
			},
		},
	}
}

func readCR(text []byte) (*transcript, error) {
	g, err := scene.Read(text)
	if err != nil {
		return nil, err
	}
	t := &transcript{Setup: match.Setup{Start: g.Start.String()}}
	for _, name := range g.Names {
		t.Names = append(t.Names, server.Text(name))
	}
	for _, commands := range g.Commands {
		for _, c := range commands {
			t.Answers = append(t.Answers, turn.Answer[referee.Order]{Value: referee.Order{Command: c}})
		}
	}
	return t, nil
}

func writeCR(t *transcript) (text []byte, err error) {
	g := &scene.Game{Names: [2]string{server.Latin(t.Name(0)), server.Latin(t.Name(1))}}
	if g.Start, err = parseStart(t.Start); err != nil {
		return nil, err
	}
	for round := range slices.Chunk(t.Answers, 2) {
		g.Commands = append(g.Commands, referee.Commands(round))
	}
	for _, frame := range g.Frames() {
		text = append(text, frame...)
	}
	return text, nil
}
