//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/bot"
)

// solve finds proven results.
func solve(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "solve", Usage: "prove the result of a position, and list all turns that keep it",
		UsageText: "sarena solve [TURN...]\n\nThe TURNs are played first. Small boards and late positions take seconds; the start of a 6x6 board takes too long to solve. Example:\n\n" +
			"  sarena solve --start '+NN .NY +NR/.NR +NN .NY/+NY .NR +NN'",
		Flags: verbs.PositionFlags(a, &urfave.StringFlag{Name: "patience", Usage: "longest `TIME` to search (default: no limit)"}),
		Action: func(c *urfave.Context) error {
			shown, err := verbs.Position(a, c, c.Args().Slice())
			if err != nil {
				return err
			}
			p, err := sarena.ParsePosition(shown.Text())
			if err != nil {
				return err
			}
			ctx := c.Context
			if text := c.String("patience"); text != "" {
				limit, err := timer.ParseDuration(text)
				if err != nil {
					return cli.Usagef("flag --patience: %w", err)
				}
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			began := time.Now()
			s, err := bot.Solve(ctx, p)
			if errors.Is(err, context.DeadlineExceeded) {
				return fmt.Errorf("the position was not solved within %s, after a search of %d turns", c.String("patience"), s.Nodes)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(c.App.ErrWriter, "%d turns played, %v\n", s.Nodes, time.Since(began).Round(time.Microsecond))
			who := "draw"
			if s.Value > 0 {
				who = "YELLOW wins"
			} else if s.Value < 0 {
				who = "RED wins"
			}
			if len(s.Best) == 0 {
				_, err = fmt.Fprintf(c.App.Writer, "%s, score %d, the game is over\n", who, s.Value)
				return err
			}
			var best []string
			for _, m := range s.Best {
				best = append(best, m.String())
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s, score %d, best turns of %v: %s\n",
				who, s.Value, strings.ToUpper(p.Side().String()), strings.Join(best, " "))
			return err
		},
	}
}

// newBot is the verb new-bot, which also writes a player with the course's search.
func newBot(a *cli.App) *urfave.Command {
	const alphabeta = "alphabeta"
	return verbs.NewBotOf(a, &verbs.Kind{
		Flag: &urfave.BoolFlag{Name: alphabeta, Usage: "write a player that looks ahead with the course's search; the course's program can use it, too"},
		Use:  "--alphabeta",
		Of: func(c *urfave.Context) (string, error) {
			if c.Bool(alphabeta) {
				return alphabeta, nil
			}
			return "", nil
		},
	})
}
