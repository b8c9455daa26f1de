package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func startFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "start", Usage: "`POSITION` to look at, a text or a file (default: the usual start)"}
}

func startOf(c *urfave.Context) (amazons.Position, error) {
	text, err := cli.StartText(c)
	if err != nil {
		return amazons.Position{}, err
	}
	p, err := parseStart(text)
	if err != nil {
		return p, cli.Usagef("flag --start: %w", err)
	}
	return p, nil
}

func perftCommand() *urfave.Command {
	return &urfave.Command{
		Name: "perft", Usage: "count the sequences of that many turns",
		UsageText: "amazons perft [DEPTH]\n\nExamples:\n\n  amazons perft 2\n  amazons perft 4 --start '1BB1/B2B/R2R/1RR1 r'",
		Flags:     []urfave.Flag{startFlag(), &urfave.BoolFlag{Name: "divide", Usage: "print the count of each first turn"}},
		Action: func(c *urfave.Context) error {
			depth := 1
			if c.NArg() > 0 {
				n, err := strconv.Atoi(c.Args().First())
				if err != nil || n < 0 || c.NArg() > 1 {
					return cli.Usagef("perft: depth %q: want one whole number, at least 0", strings.Join(c.Args().Slice(), " "))
				}
				depth = n
			}
			p, err := startOf(c)
			if err != nil {
				return err
			}
			began := time.Now()
			if c.Bool("divide") && depth > 0 {
				for _, m := range p.AppendMoves(nil) {
					n, err := count(c.Context, p.Play(m), depth-1)
					if err != nil {
						return err
					}
					fmt.Fprintf(c.App.Writer, "%v %d\n", m, n)
				}
			}
			total, err := count(c.Context, p, depth)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.App.ErrWriter, "%v\n", time.Since(began).Round(time.Microsecond))
			_, err = fmt.Fprintln(c.App.Writer, total)
			return err
		},
	}
}

// count is perft that can be interrupted: the rules know no context, so they are left behind.
func count(ctx context.Context, p amazons.Position, depth int) (uint64, error) {
	done := make(chan uint64, 1)
	go func() { done <- amazons.Perft(p, depth) }()
	select {
	case n := <-done:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func movesCommand() *urfave.Command {
	return &urfave.Command{
		Name: "moves", Usage: "list the legal turns of a position, one a line",
		UsageText: "amazons moves [TURN...]\n\nTurns are played first. Example:\n\n  amazons moves D0D4J4 --count",
		Flags:     []urfave.Flag{startFlag(), &urfave.BoolFlag{Name: "count", Usage: "print their number only"}},
		Action: func(c *urfave.Context) error {
			p, err := startOf(c)
			if err != nil {
				return err
			}
			for _, text := range c.Args().Slice() {
				m, err := amazons.ParseMove(text)
				if err != nil {
					return cli.Usagef("moves: %w", err)
				}
				if rule := p.Check(m); rule != amazons.Legal {
					return fmt.Errorf("%v: %w", m, rule)
				}
				p = p.Play(m)
			}
			if c.Bool("count") {
				_, err = fmt.Fprintln(c.App.Writer, p.CountMoves())
				return err
			}
			var b strings.Builder
			for _, m := range p.AppendMoves(nil) {
				b.WriteString(m.String() + "\n")
			}
			_, err = io.WriteString(c.App.Writer, b.String())
			return err
		},
	}
}

func convertCommand() *urfave.Command {
	var names []string
	usage := "amazons convert --from FORMAT --to FORMAT [FILE]\n\nWithout a file it reads standard input. Formats:\n\n  record      a game recorded by play --record (from only)\n"
	for _, f := range wire.Formats {
		names = append(names, f.Name)
		usage += fmt.Sprintf("  %-10s  %s\n", f.Name, f.Summary)
	}
	usage += "\nExample:\n\n  amazons convert --from record --to sgf game.jsonl"
	return &urfave.Command{
		Name: "convert", Usage: "translate games and positions between notations", UsageText: usage,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "from", Value: "record", Usage: "`FORMAT` of the input"},
			&urfave.StringFlag{Name: "to", Value: "turns", Usage: "`FORMAT` of the output: " + strings.Join(names, ", ")},
			cli.NumberFlag("game", 1, 1, "the `NUMBER` of the game in a record with several"),
		},
		Action: func(c *urfave.Context) error {
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
			to, err := format(c.String("to"))
			if err != nil {
				return err
			}
			read := func(text string) (*wire.Game, error) { return readRecord(text, cli.Number(c, "game")) }
			if c.String("from") != "record" {
				from, err := format(c.String("from"))
				if err != nil {
					return err
				}
				read = from.Read
			}
			content, err := io.ReadAll(in)
			if err != nil {
				return err
			}
			g, err := read(string(content))
			if err == nil {
				err = g.Check()
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			text, err := to.Write(g)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			_, err = io.WriteString(c.App.Writer, text)
			return err
		},
	}
}

func format(name string) (wire.Format, error) {
	var names []string
	for _, f := range wire.Formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return wire.Format{}, cli.Usagef("convert: unknown format %q; want %s", name, strings.Join(names, ", "))
}

// readRecord reads the n-th game of a record.
func readRecord(text string, n int) (*wire.Game, error) {
	games, err := record.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if n > len(games) {
		return nil, fmt.Errorf("it holds %d games, not %d", len(games), n)
	}
	r := games[n-1]
	p, err := parseStart(r.Header.Start)
	if err != nil {
		return nil, err
	}
	g := &wire.Game{Start: p, Red: r.Header.Seats[0].Name, Blue: r.Header.Seats[1].Name}
	for i, a := range r.Answers {
		if a.Fault != "" {
			break
		}
		m, err := amazons.ParseMove(strings.Trim(string(a.Move), `"`))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", r.Lines[i], err)
		}
		if i == len(r.Answers)-1 && r.Result != nil && r.Result.Reason == referee.Illegal {
			break // the record keeps the illegal turn, other notations cannot
		}
		g.Turns = append(g.Turns, m)
	}
	return g, nil
}

// bench plays games between the bundled bots by node counts: what they play depends on nothing but the rules and the bots.
func bench(ctx context.Context) (signature string, nodes int, err error) {
	hash := sha256.New()
	for n := range 4 {
		chance := rand.New(rand.NewPCG(uint64(n), 4117))
		champion := &bot.Champion{Limit: bot.Limit{Nodes: 4_000}, Chance: chance}
		search := bot.AlphaBetaLevels[1]
		search.Chance = chance
		tree := &bot.MCTS{Limit: bot.Limit{Nodes: 2_000}, Chance: chance}
		others := []referee.Bot{&search, tree, &bot.Greedy{Chance: chance}, &bot.Random{Chance: chance}}
		players := [2]referee.Bot{champion, others[n]}
		for p := amazons.Start(); !p.Stuck(); {
			m, err := players[(int(p.Side())+n)%2].Move(ctx, p)
			if err != nil {
				return "", 0, err
			}
			if rule := p.Check(m); rule != amazons.Legal {
				return "", 0, fmt.Errorf("game %d: %v in %v: %w", n+1, m, p, rule)
			}
			fmt.Fprintln(hash, m)
			p = p.Play(m)
		}
		nodes += champion.Measured + search.Measured + tree.Measured
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nodes, nil
}
