package main

import (
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/view"
)

func rulesFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "rules", Usage: "`TABLE` to play by: manual (default) or original"}
}

func unitsCommand() *urfave.Command {
	return &urfave.Command{
		Name: "units", Usage: "print what ants can do",
		UsageText: "reantics units\n\nExample:\n\n  reantics units --rules original",
		Flags:     []urfave.Flag{rulesFlag()},
		Action: func(c *urfave.Context) error {
			p, err := startOf(cli.Setup{Options: cli.Params{"rules": c.String("rules")}})
			if err != nil {
				return cli.Usagef("%w", err)
			}
			_, err = io.WriteString(c.App.Writer, view.Units(p.Rules()))
			return err
		},
	}
}

func movesCommand() *urfave.Command {
	return &urfave.Command{
		Name: "moves", Usage: "list the legal answers in a position, one a line, or draw it",
		UsageText: "reantics moves --start POSITION [ACTION...]\n\nActions are played first; the target of an attack is a cell. Example:\n\n" +
			"  reantics moves --start position.txt M2333 E --draw",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "start", Usage: "`POSITION` to look at, a text or a file (default: the empty board)"},
			rulesFlag(),
			&urfave.BoolFlag{Name: "count", Usage: "print their number only"},
			&urfave.BoolFlag{Name: "draw", Usage: "print the position only"},
		},
		Action: func(c *urfave.Context) error {
			text, err := cli.StartText(c)
			if err != nil {
				return err
			}
			p, err := startOf(cli.Setup{Start: text, Options: cli.Params{"rules": c.String("rules")}})
			if err != nil {
				return cli.Usagef("%w", err)
			}
			for _, action := range c.Args().Slice() {
				if err := playText(&p, action); err != nil {
					return err
				}
			}
			return printMoves(c, &p)
		},
	}
}

// playText plays an action, or an attack, in absolute cells.
func playText(p *reantics.Position, text string) error {
	if p.Asks() == reantics.AskAttack {
		cells, err := readCells(text)
		if err != nil || len(cells) != 1 {
			return cli.Usagef("moves: attack %q: want one cell, such as 23", text)
		}
		if rule := p.CheckAttack(cells[0]); rule != reantics.Legal {
			return fmt.Errorf("attack %v: %w", cells[0], rule)
		}
		p.Attack(cells[0])
		return nil
	}
	m, err := reantics.ParseMove(strings.ToUpper(text))
	if err != nil {
		return cli.Usagef("moves: %w", err)
	}
	if rule := p.Check(m); rule != reantics.Legal || p.Phase() != reantics.Playing {
		return fmt.Errorf("%v: %w", m, rule)
	}
	p.Play(m)
	return nil
}

func printMoves(c *urfave.Context, p *reantics.Position) error {
	if c.Bool("draw") {
		_, err := io.WriteString(c.App.Writer, p.String())
		return err
	}
	v := reantics.View{Position: *p, Seat: p.Side(), Targets: p.AppendTargets(nil)}
	texts := list(v)
	if p.Asks() < reantics.AskMove { // here cells are absolute
		texts = texts[:0]
		for _, c := range p.Zone(p.Wanted()[0]).Minus(p.Built()).Append(nil) {
			texts = append(texts, c.String())
		}
	}
	if c.Bool("count") {
		_, err := fmt.Fprintln(c.App.Writer, len(texts))
		return err
	}
	_, err := io.WriteString(c.App.Writer, strings.Join(texts, "\n")+"\n")
	return err
}
