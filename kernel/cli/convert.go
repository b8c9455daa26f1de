package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Transcript is a game as files hold it.
type Transcript[Q, A any] struct {
	Setup
	Names   [2]string        // by seat; "" is unknown
	Answers []turn.Answer[A] // in the order in which they were asked for
	// Result is how a record ends; nil: it does not, or this was no record.
	Result *record.Result
	// End is the game behind the answers, for Write.
	End *Table[Q, A]
}

// Format is a notation of games, or of positions alone: those begin a game when they are read, and hold its end when they are
// written.
type Format[Q, A any] struct {
	Name    string
	Summary string
	// Is reports whether a text is in this notation; nil: --from must say so.
	Is func(text []byte) bool
	// Read and Write translate; one of them may be nil.
	Read  func(text []byte) (*Transcript[Q, A], error)
	Write func(t *Transcript[Q, A]) ([]byte, error)
}

func (a *App[Q, A]) formats(game int) []Format[Q, A] {
	return append([]Format[Q, A]{
		{
			Name: "record", Summary: "games recorded by play --record and by tournaments",
			Is:    func(text []byte) bool { return bytes.HasPrefix(text, []byte(`{"type":"header"`)) },
			Read:  func(text []byte) (*Transcript[Q, A], error) { return a.readRecord(text, game) },
			Write: a.writeRecord,
		},
		{
			Name: "layout", Summary: "a position, as --start takes it",
			Read: func(text []byte) (*Transcript[Q, A], error) {
				return &Transcript[Q, A]{Setup: Setup{Start: string(text)}}, nil
			},
			Write: func(t *Transcript[Q, A]) ([]byte, error) {
				return []byte(strings.TrimSuffix(t.End.Layout(), "\n") + "\n"), nil
			},
		},
	}, a.Formats...)
}

func (a *App[Q, A]) convertCommand() *cli.Command {
	usage := a.Name + " convert [FILE]\n\nWithout a file it reads standard input. Formats:\n\n"
	for _, f := range a.formats(1) {
		only := map[[2]bool]string{{true, false}: " (to only)", {false, true}: " (from only)"}[[2]bool{f.Read == nil, f.Write == nil}]
		usage += fmt.Sprintf("  %-10s  %s%s\n", f.Name, f.Summary, only)
	}
	usage += fmt.Sprintf("\nExamples:\n\n  %[1]s convert game.jsonl --to layout --at 2", a.Name)
	if len(a.Formats) > 0 {
		usage += fmt.Sprintf("\n  %s convert game.jsonl --to %s", a.Name, a.Formats[0].Name)
	}
	return &cli.Command{
		Name: "convert", Usage: "translate games and positions between notations", UsageText: usage,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "from", Usage: "`FORMAT` of the input (default: what it looks like)"},
			&cli.StringFlag{Name: "to", Usage: "`FORMAT` of the output (default: of a record the first of the game's own, else a record)"},
			NumberFlag("game", 1, 1, "the `NUMBER` of the game in a record with several"),
			NumberFlag("at", -1, -1, "leave out what comes after this `NUMBER` of plies; -1: nothing"),
		},
		Action: func(c *cli.Context) error {
			text, name, err := a.readInput(c)
			if err != nil {
				return err
			}
			if len(bytes.TrimSpace(text)) == 0 {
				return fmt.Errorf("%s is empty: want a game or a position", name)
			}
			from, to, err := a.directions(c, text)
			if err != nil {
				return err
			}
			out, err := a.convert(c, from, to, text)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			_, err = a.out.Write(out)
			return err
		},
	}
}

// readInput reads the one file that a verb is given, or standard input.
func (a *App[Q, A]) readInput(c *cli.Context) (text []byte, name string, err error) {
	switch c.NArg() {
	case 0:
		text, err = io.ReadAll(a.in.from)
		return text, "standard input", err
	case 1:
		name = c.Args().First()
		text, err = os.ReadFile(name)
		return text, name, err
	}
	return nil, "", Usagef("%s: argument %q: want one file", c.Command.Name, c.Args().Get(1))
}

// directions finds out from which format to which.
func (a *App[Q, A]) directions(c *cli.Context, text []byte) (from, to Format[Q, A], err error) {
	formats := a.formats(Number(c, "game"))
	named := func(flag string, usable func(Format[Q, A]) bool) (Format[Q, A], error) {
		var names []string
		for _, f := range formats {
			if !usable(f) {
				continue
			}
			if f.Name == c.String(flag) {
				return f, nil
			}
			names = append(names, f.Name)
		}
		if c.String(flag) == "" {
			return Format[Q, A]{}, Usagef("convert: the input could be anything: say --from FORMAT, one of %s", strings.Join(names, ", "))
		}
		return Format[Q, A]{}, Usagef("flag --%s: %q: want %s", flag, c.String(flag), strings.Join(names, ", "))
	}
	looksRight := func(f Format[Q, A]) bool { return f.Is != nil && f.Is(text) }
	if i := slices.IndexFunc(formats, looksRight); i >= 0 && !c.IsSet("from") {
		from = formats[i]
	} else if from, err = named("from", func(f Format[Q, A]) bool { return f.Read != nil }); err != nil {
		return from, to, err
	}
	switch {
	case c.IsSet("to"):
		to, err = named("to", func(f Format[Q, A]) bool { return f.Write != nil })
	case from.Name == "record":
		to = formats[len(formats)-max(1, len(a.Formats))] // the first of the game's own, or layout
	default:
		to = formats[0]
	}
	return from, to, err
}

func (a *App[Q, A]) convert(c *cli.Context, from, to Format[Q, A], text []byte) ([]byte, error) {
	t, err := from.Read(text)
	if err != nil {
		return nil, err
	}
	t.Options = a.fill(t.Options)
	if t.Seed == "" {
		t.Seed = "0"
	}
	if at := Number(c, "at"); at > len(t.Answers) {
		return nil, Usagef("flag --at: %d, but the game has %d plies", at, len(t.Answers))
	} else if at >= 0 && at < len(t.Answers) {
		t.Answers, t.Result = t.Answers[:at], nil
	}
	if t.End, err = a.follow(t, nil); err != nil {
		return nil, err
	}
	return to.Write(t)
}

// follow plays a transcript by the rules and returns the game behind its last answer. each, if not nil, hears of the rounds.
func (a *App[Q, A]) follow(t *Transcript[Q, A], each func([]turn.Question[Q], []turn.Answer[A]) error) (*Table[Q, A], error) {
	table, err := a.Open(t.Setup)
	if err != nil {
		return nil, fmt.Errorf("the start: %w", err)
	}
	for i := 0; i < len(t.Answers); {
		questions := table.Referee.Ask()
		switch n := len(questions); {
		case n == 0:
			return nil, fmt.Errorf("ply %d: the game is over before it", i+1)
		case i+n > len(t.Answers):
			t.Answers = t.Answers[:i] // a round that is not whole
			return table, nil
		default:
			answers := t.Answers[i : i+n : i+n]
			table.Referee.Answer(answers)
			if each != nil {
				if err := each(questions, answers); err != nil {
					return nil, err
				}
			}
			i += n
		}
	}
	if len(t.Answers) > 0 && t.Result == nil && len(table.Referee.Ask()) == 0 {
		last := t.Answers[len(t.Answers)-1]
		if r := table.Referee.Result(); r.Reason == string(turn.Illegal) && last.Fault == nil {
			return nil, fmt.Errorf("ply %d: %s", len(t.Answers), r.Detail)
		}
	}
	return table, nil
}

// readRecord reads the n-th game of a record.
func (a *App[Q, A]) readRecord(text []byte, n int) (*Transcript[Q, A], error) {
	games, err := record.Read(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if n > len(games) {
		return nil, Usagef("flag --game: %d, but it holds %d games", n, len(games))
	}
	g := &games[n-1]
	if err := a.mine(g); err != nil {
		return nil, err
	}
	t := &Transcript[Q, A]{Setup: Setup{g.Header.Start, g.Header.Seed, g.Header.Options}, Result: g.Result}
	for seat := range min(len(t.Names), len(g.Header.Seats)) {
		t.Names[seat] = g.Header.Seats[seat].Name
	}
	t.Answers, err = answersOf[A](g)
	return t, err
}

// writeRecord records a game as if it had been played here.
func (a *App[Q, A]) writeRecord(t *Transcript[Q, A]) ([]byte, error) {
	var b bytes.Buffer
	recorder := record.NewRecorder[Q, A](&b, a.Seats)
	names := t.Names
	for seat, name := range names {
		if name == "" {
			names[seat] = a.Seats[seat]
		}
	}
	start, err := a.Open(t.Setup)
	if err != nil {
		return nil, err
	}
	recorder.Begin(a.header(&Match[Q, A]{Setup: t.Setup, Names: names}, start))
	end, err := a.follow(t, recorder.Answered)
	if err != nil {
		return nil, err
	}
	if len(end.Referee.Ask()) == 0 {
		recorder.End(end.Referee.Result())
	}
	return b.Bytes(), recorder.Err()
}
