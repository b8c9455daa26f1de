package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
	"github.com/gridiron-games/gridiron/amazons/referee"
)

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
			p.Make(m)
		}
		nodes += champion.Measured + search.Measured + tree.Measured
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nodes, nil
}
