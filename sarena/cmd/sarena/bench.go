package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/bot"
	"github.com/gridiron-games/gridiron/sarena/referee"
)

// bench plays games between the bundled bots by counts, so that their moves depend only on the rules and the bots.
func bench(ctx context.Context) (signature string, nodes int, err error) {
	hash := sha256.New()
	for n := range 4 {
		p, err := draw(strconv.Itoa(n))
		if err != nil {
			return "", 0, err
		}
		champion := &bot.Champion{NodesPerMove: 20_000}
		super := &bot.Super{Depth: 3}
		others := []referee.Bot{super, bot.Simple, bot.Ours, &bot.Random{Chance: rand.New(rand.NewPCG(uint64(n), 8000))}}
		players := [2]referee.Bot{champion, others[n]}
		for step := 1; !p.Over(); step++ {
			m, err := players[(step-1+n)%2].Move(ctx, sarena.View{Position: p, Step: step, Turns: step - 1})
			if err != nil {
				return "", 0, err
			}
			if rule := p.Check(m); rule != sarena.Legal {
				return "", 0, fmt.Errorf("game %d: %v in %v: %w", n+1, m, p, rule)
			}
			fmt.Fprintln(hash, m)
			p = p.Play(m)
		}
		nodes += champion.Nodes + super.Nodes
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nodes, nil
}
