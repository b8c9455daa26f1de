package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
)

// format is a way to write a game. Formats that hold a position alone read and write that.
type format struct {
	name, summary string
	read          func(data []byte, game int) (wire.Trace, error)
	write         func(t wire.Trace) ([]byte, error)
}

var formats = []format{
	{"record", "a game recorded by play --record", readRecord, writeRecord},
	{"trace", "a game saved by the original (-w)", func(data []byte, _ int) (wire.Trace, error) { return wire.ParseTrace(data) },
		writeTrace},
	{"dmp", "a board file of the original", func(data []byte, _ int) (wire.Trace, error) {
		p, err := wire.ParseBoard(data)
		return wire.Trace{Start: p}, err
	}, func(t wire.Trace) ([]byte, error) { return wire.AppendBoard(nil, t.Start), nil }},
	{"turns", "a position and turns, one a line", readTurns, writeTurns},
	{"layout", "a position, drawn", func(data []byte, _ int) (wire.Trace, error) {
		p, err := sarena.ParseDiagram(string(data))
		return wire.Trace{Start: p}, err
	}, func(t wire.Trace) ([]byte, error) { return []byte(t.Start.Diagram()), nil }},
}

func writeTrace(t wire.Trace) ([]byte, error) {
	if t.Start.Side() != sarena.Yellow {
		return nil, errors.New("the game begins with Red's turn: those of the original begin with Yellow's")
	}
	return wire.AppendTrace(nil, t), nil
}

func convertCommand(a *app) *urfave.Command {
	var names []string
	usage := "sarena convert [FILE] --from FORMAT --to FORMAT\n\nWithout a file it reads standard input. Formats:\n\n"
	for _, f := range formats {
		names = append(names, f.name)
		usage += fmt.Sprintf("  %-8s %s\n", f.name, f.summary)
	}
	usage += "\nExample:\n\n  sarena convert game.jsonl --to trace > game.trace"
	return &urfave.Command{
		Name: "convert", Usage: "translate games and boards, also those of the original", UsageText: usage,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "from", Value: "record", Usage: "`FORMAT` of the input: " + strings.Join(names, ", ")},
			&urfave.StringFlag{Name: "to", Value: "turns", Usage: "`FORMAT` of the output"},
			cli.NumberFlag("game", 1, 1, "the `NUMBER` of the game in a record with several"),
			cli.NumberFlag("at", -1, 0, "begin behind that `NUMBER` of turns"),
		},
		Action: func(c *urfave.Context) error {
			from, err := formatNamed(c.String("from"))
			if err != nil {
				return err
			}
			to, err := formatNamed(c.String("to"))
			if err != nil {
				return err
			}
			if c.NArg() > 1 {
				return cli.Usagef("convert: argument %q: want one file", c.Args().Get(1))
			}
			in, name := io.Reader(os.Stdin), "standard input"
			if c.NArg() == 1 {
				name = c.Args().First()
				file, err := os.Open(name)
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			data, err := io.ReadAll(in)
			if err != nil {
				return err
			}
			t, err := from.read(data, cli.Number(c, "game"))
			if err == nil {
				err = skip(&t, cli.Number(c, "at"))
			}
			var out []byte
			if err == nil {
				out, err = to.write(t)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			_, err = a.Out().Write(out)
			return err
		},
	}
}

func formatNamed(name string) (format, error) {
	var names []string
	for _, f := range formats {
		if f.name == name {
			return f, nil
		}
		names = append(names, f.name)
	}
	return format{}, cli.Usagef("convert: unknown format %q; want %s", name, strings.Join(names, ", "))
}

// skip checks the turns of a game and makes it begin behind the first n of them; all of it if n is negative.
func skip(t *wire.Trace, n int) error {
	if n > len(t.Turns) {
		return fmt.Errorf("it has %d turns, not %d", len(t.Turns), n)
	}
	p := t.Start
	for i, turn := range t.Turns {
		if i == n {
			t.Start = p
		}
		if rule := p.Check(turn.Move); rule != sarena.Legal {
			return fmt.Errorf("turn %d, %v: %w", i+1, turn.Move, rule)
		}
		p = p.Play(turn.Move)
	}
	if n == len(t.Turns) {
		t.Start = p
	}
	t.Turns = t.Turns[max(n, 0):]
	return nil
}

// reasons are the original's words for the ends of our records.
var reasons = map[string]string{
	referee.Illegal: classic.Invalid, string(turn.Late): classic.Expired, string(turn.Garbled): classic.Invalid,
	string(turn.Crashed): classic.Invalid, string(turn.Gone): classic.Invalid, string(turn.NeverStarted): classic.Invalid,
}

// readRecord reads the n-th game of a record.
func readRecord(data []byte, n int) (t wire.Trace, err error) {
	games, err := record.Read(bytes.NewReader(data))
	if err != nil {
		return t, err
	}
	if n > len(games) {
		return t, fmt.Errorf("it holds %d games, not %d", len(games), n)
	}
	r := games[n-1]
	table, err := open(cli.Setup{Start: r.Header.Start, Seed: r.Header.Seed, Options: r.Header.Options})
	if err != nil {
		return t, err
	}
	if t.Start, err = sarena.ParsePosition(table.Start); err != nil {
		return t, err
	}
	for i, a := range r.Answers {
		if a.Fault != "" || i == len(r.Answers)-1 && r.Result != nil && r.Result.Reason == referee.Illegal {
			break // a trace does not hold what was no turn
		}
		m, err := sarena.ParseMove(strings.Trim(string(a.Move), `"`))
		if err != nil {
			return t, fmt.Errorf("line %d: %w", r.Lines[i], err)
		}
		t.Turns = append(t.Turns, wire.TimedTurn{Move: m, Seconds: a.Ms / 1000})
	}
	if r.Result != nil {
		t.Score, t.Reason = r.Result.Score["score"], reasons[r.Result.Reason]
	}
	return t, nil
}

// writeRecord plays the game by our rules and records it.
func writeRecord(t wire.Trace) ([]byte, error) {
	var b bytes.Buffer
	recorder := record.NewRecorder[sarena.View, sarena.Move](&b, referee.Seats)
	recorder.Begin(record.Header{
		Game: "sarena", Rules: wire.Rules, Seed: "0", Start: t.Start.String(),
		Seats: []record.Seat{{Seat: referee.Seats[0], Name: "player 1"}, {Seat: referee.Seats[1], Name: "player 2"}},
	})
	r := referee.New(t.Start)
	play := func(a turn.Answer[sarena.Move]) error {
		questions := r.Ask()
		if len(questions) == 0 {
			return errors.New("a turn behind the end of the game")
		}
		answers := []turn.Answer[sarena.Move]{a}
		r.Answer(answers)
		return recorder.Answered(questions, answers)
	}
	for _, timed := range t.Turns {
		took := time.Duration(min(max(timed.Seconds, 0), 1e9) * float64(time.Second))
		if err := play(turn.Answer[sarena.Move]{Value: timed.Move, Took: took}); err != nil {
			return nil, err
		}
	}
	if t.Reason != "" {
		fault := turn.Faultf(turn.Garbled, "%s", t.Reason)
		if t.Reason == classic.Expired {
			fault.Kind = turn.Late
		}
		if err := play(turn.Answer[sarena.Move]{Fault: fault}); err != nil {
			return nil, err
		}
	}
	if len(r.Ask()) == 0 {
		recorder.End(r.Result())
	}
	return b.Bytes(), recorder.Err()
}

func readTurns(data []byte, _ int) (t wire.Trace, err error) {
	head, rest, _ := strings.Cut(string(data), "\n")
	if t.Start, err = sarena.ParsePosition(strings.TrimRight(head, "\r")); err != nil {
		return t, err
	}
	for number, line := range strings.Split(rest, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		m, err := sarena.ParseMove(line)
		if err != nil {
			return t, fmt.Errorf("line %d: %w", number+2, err)
		}
		t.Turns = append(t.Turns, wire.TimedTurn{Move: m})
	}
	return t, nil
}

func writeTurns(t wire.Trace) ([]byte, error) {
	b := []byte(t.Start.String() + "\n")
	for _, turn := range t.Turns {
		b = append(turn.Move.AppendTo(b), '\n')
	}
	return b, nil
}
