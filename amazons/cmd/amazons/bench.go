package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// formats are the notations of package wire.
func formats() (list []format) {
	for _, f := range wire.Formats {
		list = append(list, format{
			Name: f.Name, Summary: f.Summary,
			Is: func(text []byte) bool {
				g, err := f.Read(string(text))
				return err == nil && (len(g.Turns) > 0 || g.Start != amazons.Start())
			},
			Read: func(text []byte) (*transcript, error) {
				g, err := f.Read(string(text))
				if err != nil {
					return nil, err
				}
				t := &transcript{Setup: match.Setup{Start: g.Start.String()}, Names: []string{g.Red, g.Blue}}
				for _, m := range g.Turns {
					t.Answers = append(t.Answers, turn.Answer[amazons.Move]{Value: m})
				}
				return t, nil
			},
			Write: func(t *transcript) ([]byte, error) {
				start, err := parseStart(t.Start)
				if err != nil {
					return nil, err
				}
				g := &wire.Game{Start: start, Red: t.Name(0), Blue: t.Name(1)}
				for _, a := range t.Answers {
					g.Turns = append(g.Turns, a.Value)
				}
				if over := t.End.Referee.Result(); over.Plies < len(g.Turns) {
					g.Turns = g.Turns[:over.Plies] // a record keeps the turn that lost the game, other notations cannot
				}
				text, err := f.Write(g)
				return []byte(text), err
			},
		})
	}
	return list
}

// bench plays games between the bundled bots by node counts, so that their moves depend only on the rules and the bots.
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

// newBot is the verb new-bot, which also writes clients for the network.
func newBot(a *cli.App) *urfave.Command {
	const transport = "transport"
	return verbs.NewBotOf(a, &verbs.Kind{
		Flag: &urfave.StringFlag{Name: transport, Usage: "write a client that plays over `NETWORK`: tcp or udp (default: a bot for line JSON)"},
		Use:  "--transport tcp",
		Of: func(c *urfave.Context) (string, error) {
			kind := c.String(transport)
			if c.IsSet(transport) && kind != "tcp" && kind != "udp" {
				return "", cli.Usagef("flag --%s: %q: want tcp or udp", transport, kind)
			}
			return kind, nil
		},
	})
}
