package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// parseMap reads what --map and map_path say: the name of a map, a file, or a position text.
func parseMap(text string) (tron.Position, error) {
	content, err := os.ReadFile(text)
	if err == nil {
		p, err := parseStart(string(content))
		if err != nil {
			err = fmt.Errorf("%s: %w", text, err)
		}
		return p, err
	}
	if strings.HasSuffix(text, ".json") {
		return tron.Position{}, err
	}
	return parseStart(text)
}

func mapsCommand() *urfave.Command {
	return &urfave.Command{
		Name: "maps", Usage: "list the maps, or show one",
		UsageText: "tron maps [MAP]\n\nA MAP is a name of the list, a map file of the original, or a position text. Examples:\n\n" +
			"  tron maps\n  tron maps pillars --json > pillars.json\n  tron maps Maze.json --text",
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
					fmt.Fprintf(c.App.Writer, "%-12s %dx%d, %d cells free, %d cycles, health %d\n",
						name, p.Size().W, p.Size().H, free, n.MaxCycles, n.InitHealth)
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

func convertCommand() *urfave.Command {
	return &urfave.Command{
		Name: "convert", Usage: "translate a game between a record of ours and a .cr file of the original",
		UsageText: "tron convert [FILE]\n\nA record becomes a .cr file, and a .cr file a record. Without a file it reads standard input. A .cr file does not say\n" +
			"which constants a game had that played no part in it; then the record has the usual ones. Examples:\n\n" +
			"  tron convert game.jsonl > game.cr\n  tron convert game.cr > game.jsonl\n  tron convert game.cr --to map",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "to", Usage: "`FORMAT` of the output: record, cr or map (default: record from a .cr file, cr from a record)"},
			cli.NumberFlag("game", 1, 1, "the `NUMBER` of the game in a record with several"),
			cli.NumberFlag("start-time", 0, 0, "`SECONDS` since 1970 that the .cr file names as its start"),
		},
		Action: convert,
	}
}

func convert(c *urfave.Context) error {
	in, name := io.Reader(os.Stdin), "standard input"
	if c.NArg() > 1 {
		return cli.Usagef("convert: argument %q: want one file", c.Args().Get(1))
	}
	if c.NArg() == 1 {
		name = c.Args().First()
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	content, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	isRecord := len(content) > 0 && content[0] == '{'
	to := c.String("to")
	if to == "" {
		to = "record"
		if isRecord {
			to = "cr"
		}
	}
	write, ok := map[string]func(io.Writer, *scene.Game) error{"record": writeRecord, "cr": writeCR, "map": writeMap}[to]
	if !ok {
		return cli.Usagef("flag --to: %q: want record, cr or map", to)
	}
	var g *scene.Game
	if isRecord {
		g, err = readRecord(string(content), cli.Number(c, "game"))
	} else {
		g, err = scene.Read(content)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if start := cli.Number(c, "start-time"); start > 0 {
		g.StartTime = uint32(start)
	}
	return write(c.App.Writer, g)
}

func writeMap(w io.Writer, g *scene.Game) error {
	text, err := maps.Format(g.Start)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

func writeCR(w io.Writer, g *scene.Game) error {
	for _, frame := range g.Frames() {
		if _, err := w.Write(frame); err != nil {
			return err
		}
	}
	return nil
}

// writeRecord plays the game again and records it.
func writeRecord(w io.Writer, g *scene.Game) error {
	recorder := record.NewRecorder[tron.View, referee.Order](w, referee.Seats)
	var seats []record.Seat
	for s, seat := range referee.Seats {
		seats = append(seats, record.Seat{Seat: seat, Name: server.Text(g.Names[s])})
	}
	recorder.Begin(record.Header{Game: "tron", Rules: "1", ID: "cr", Seed: "0", Start: g.Start.String(), Seats: seats})
	r := referee.New(g.Start)
	for _, commands := range g.Commands {
		questions := r.Ask()
		if len(questions) == 0 {
			return errors.New("the game goes on after its end")
		}
		answers := make([]turn.Answer[referee.Order], len(commands))
		for s, c := range commands {
			answers[s].Value.Command = c
		}
		r.Answer(answers)
		if err := recorder.Answered(questions, answers); err != nil {
			return err
		}
	}
	if len(r.Ask()) == 0 {
		recorder.End(r.Result())
	}
	return recorder.Err()
}

// readRecord reads the n-th game of a record.
func readRecord(text string, n int) (*scene.Game, error) {
	games, err := record.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if n > len(games) {
		return nil, fmt.Errorf("it holds %d games, not %d", len(games), n)
	}
	r := games[n-1]
	g := &scene.Game{Names: [2]string{server.Latin(r.Header.Seats[0].Name), server.Latin(r.Header.Seats[1].Name)}}
	if g.Start, err = parseStart(r.Header.Start); err != nil {
		return nil, err
	}
	for i := 0; i+1 < len(r.Answers); i += 2 {
		var commands [2]tron.Command
		for s, a := range r.Answers[i : i+2] {
			var order referee.Order
			if a.Fault == "" {
				if err := order.UnmarshalJSON(a.Move); err != nil {
					return nil, fmt.Errorf("line %d: %w", r.Lines[i+s], err)
				}
			}
			commands[s] = order.Command
		}
		g.Commands = append(g.Commands, commands)
	}
	return g, nil
}
