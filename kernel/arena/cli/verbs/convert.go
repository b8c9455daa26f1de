package verbs

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// houseFormats is the number of formats that every game has; a game's own formats follow them.
const houseFormats = 2

// svg is the format of pictures, which exists for every game.
const svg = "svg"

// Convert is the verb convert.
func Convert(a *cli.App) *urfave.Command {
	usage := a.Game.Name + " convert [FILE]\n\nWithout a file it reads standard input. Formats:\n\n"
	for _, f := range a.Game.Formats {
		only := ""
		switch {
		case !f.Reads && f.Show != nil:
			only = " (to only; replay shows it)"
		case !f.Reads:
			only = " (to only)"
		case !f.Writes:
			only = " (from only)"
		}
		usage += fmt.Sprintf("  %-10s  %s%s\n", f.Name, f.Summary, only)
	}
	if a.Picture != nil {
		usage += fmt.Sprintf("  %-10s  %s (to only)\n", svg, "a picture of the position")
	}
	usage += fmt.Sprintf("\nExamples:\n\n  %[1]s convert game.jsonl --to layout --at 2", a.Game.Name)
	if a.Picture != nil {
		usage += fmt.Sprintf("\n  %s convert game.jsonl --to svg --at 2", a.Game.Name)
	}
	if own := a.Game.Formats[houseFormats:]; len(own) > 0 {
		usage += fmt.Sprintf("\n  %s convert game.jsonl --to %s", a.Game.Name, own[0].Name)
	}
	return &urfave.Command{
		Name: "convert", Usage: "translate games and positions between notations", UsageText: usage,
		Flags: pictureFlags(a, []urfave.Flag{
			&urfave.StringFlag{Name: "from", Usage: "`FORMAT` of the input (default: recognised by its content)"},
			&urfave.StringFlag{Name: "to", Usage: "`FORMAT` of the output (default: for a record the game's own first format, else a record)"},
			cli.NumberFlag("game", 1, 1, "the `NUMBER` of the game in a record with several"),
			cli.NumberFlag("at", -1, -1, "stop after this `NUMBER` of plies; -1: at the end"),
		}),
		Action: func(c *urfave.Context) error { return convert(a, c) },
	}
}

// pictureFlags adds flags for pictures, and the one for how they look, to those of a verb, if there are pictures.
func pictureFlags(a *cli.App, flags []urfave.Flag, pictures ...urfave.Flag) []urfave.Flag {
	if a.Picture == nil {
		return flags
	}
	return slices.Concat(flags, pictures, []urfave.Flag{&urfave.BoolFlag{Name: "dark", Usage: "make the picture for dark pages"}})
}

func convert(a *cli.App, c *urfave.Context) error {
	text, name, err := readInput(a, c)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return fmt.Errorf("%s is empty: want a game or a position", name)
	}
	what := match.Conversion{Game: cli.Number(c, "game"), At: cli.Number(c, "at")}
	if what.From, what.To, err = directions(a, c, text); err != nil {
		return err
	}
	var out []byte
	switch {
	case what.To == svg:
		out, err = paint(a, c, text, what)
	case c.Bool("dark"):
		return cli.Usagef("flag --dark: it is for pictures: want --to svg, too")
	default:
		out, err = a.Game.Convert(text, what)
	}
	if err != nil {
		return rangeError(fmt.Errorf("%s: %w", name, err))
	}
	_, err = a.Out.Write(out)
	return err
}

// paint makes a picture of a position.
func paint(a *cli.App, c *urfave.Context, text []byte, what match.Conversion) ([]byte, error) {
	t, err := playback.Read(a.Game, what.From, text, what.Game)
	if err != nil {
		return nil, err
	}
	if what.At > t.Plies {
		return nil, &record.RangeError{What: "at", Text: fmt.Sprintf("%d, but the game has %d plies", what.At, t.Plies)}
	}
	if what.At < 0 {
		what.At = t.Plies
	}
	last, err := t.Scene(what.At)
	if err != nil {
		return nil, err
	}
	return picture(a, c, last, t.Names)
}

// picture draws a scene; s is nil for games without pictures.
func picture(a *cli.App, c *urfave.Context, s *scene.Scene, names []string) ([]byte, error) {
	if s == nil {
		return nil, errors.New("this game has no pictures")
	}
	var b bytes.Buffer
	err := a.Picture(&b, s, names, c.Bool("dark"))
	return b.Bytes(), err
}

// rangeError turns the error for a number that is too large into an error of the command line.
func rangeError(err error) error {
	var beyond *record.RangeError
	if errors.As(err, &beyond) {
		return cli.Usagef("%w", err)
	}
	return err
}

// readInput reads the file that is the verb's one argument, or standard input.
func readInput(a *cli.App, c *urfave.Context) (text []byte, name string, err error) {
	switch c.NArg() {
	case 0:
		text, err = files.All(a.Input(), "standard input", files.MostGames)
		return text, "standard input", err
	case 1:
		name = c.Args().First()
		text, err = files.Read(name, files.MostGames)
		return text, name, err
	}
	return nil, "", cli.Usagef("%s: argument %q: want one file", c.Command.Name, c.Args().Get(1))
}

// directions finds out the formats to convert from and to.
func directions(a *cli.App, c *urfave.Context, text []byte) (from, to string, err error) {
	formats := a.Game.Formats
	named := func(flag, name string, usable func(match.FormatInfo) bool) (string, error) {
		var names []string
		for _, f := range formats {
			if !usable(f) {
				continue
			}
			if f.Name == name {
				return name, nil
			}
			names = append(names, f.Name)
		}
		if flag == "to" && a.Picture != nil {
			names = append(names, svg)
		}
		list := strings.Join(names, ", ")
		switch {
		case name == "":
			return "", cli.Usagef("convert: the format of the input is not recognised: name it with --from, one of %s", list)
		case !c.IsSet(flag):
			return "", cli.Usagef("convert: the input is in the format %s, which can only be written: want %s", name, list)
		}
		return "", cli.Usagef("flag --%s: %q: want %s%s", flag, name, list, cli.Absent(name))
	}
	name, isPicture := c.String("from"), c.String("to") == svg && a.Picture != nil
	if !c.IsSet("from") {
		if name = playback.Recognize(a.Game, text); name == "" && isLayout(a.Game, string(text)) {
			name = match.LayoutFormat
		}
	}
	if from, err = named("from", name, func(f match.FormatInfo) bool { return f.Reads || isPicture && f.Show != nil }); err != nil {
		return "", "", err
	}
	switch {
	case isPicture:
		to = svg
	case c.IsSet("to"):
		to, err = named("to", c.String("to"), func(f match.FormatInfo) bool { return f.Writes })
	case from != match.RecordFormat:
		to = match.RecordFormat
	case len(formats) > houseFormats:
		to = formats[houseFormats].Name
	default:
		to = match.LayoutFormat
	}
	return from, to, err
}

// isLayout reports whether a text is a position as --start takes it, with the default options.
func isLayout(game *match.Bound, text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	_, err := game.Position(match.Setup{Start: text, Seed: "1"}, nil)
	return err == nil
}
