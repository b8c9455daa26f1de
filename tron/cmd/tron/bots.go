package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron/bot"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// number reads a parameter of a bot.
func number(p match.Params, name string, least, most int) (int, error) {
	n, err := strconv.Atoi(p[name])
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s=%s: want %d to %d", name, p[name], least, most)
	}
	return n, nil
}

// bots are the bundled bots, in the order in which a student meets them.
func bots() []bundled { return append(simpleBots(), searchers()...) }

func simpleBots() []bundled {
	simple := func(deal func(*rand.Rand) referee.Bot) func(match.Params) (dealer, error) {
		return func(match.Params) (dealer, error) {
			return func(chance *rand.Rand) player { return referee.Player(deal(chance)) }, nil
		}
	}
	return []bundled{
		{
			Name: "random", Summary: "draws one of all commands that have an effect",
			New: simple(func(chance *rand.Rand) referee.Bot { return &bot.Random{Chance: chance} }),
		},
		{
			Name: "rules", Summary: "the course bot's groups: enemy walls with the breaker, else empty cells, else walls",
			New: simple(func(chance *rand.Rand) referee.Bot { return &bot.Rules{Chance: chance} }),
		},
		{
			Name: "fill", Summary: "drives where most room is left, along walls",
			New: simple(func(chance *rand.Rand) referee.Bot { return &bot.Fill{Chance: chance} }),
		},
		{
			Name: "minimax6", Summary: "the course bot's minimax: three commands of each side, one after the other",
			Params: []match.Param{{Name: "depth", Default: "6", Usage: "commands to look ahead, counting both sides"}},
			New: func(p match.Params) (dealer, error) {
				depth, err := number(p, "depth", 1, 12)
				return func(chance *rand.Rand) player { return referee.Player(&bot.Minimax{Depth: depth, Chance: chance}) }, err
			},
		},
		{
			Name: "genetic", Summary: "breeds plans and asks the course bot's minimax about the fittest",
			Params: []match.Param{
				{Name: "population", Default: "24", Usage: "plans alive"},
				{Name: "generations", Default: "8", Usage: "rounds of breeding per cycle"},
				{Name: "depth", Default: "6", Usage: "commands that the minimax looks ahead, counting both sides"},
			},
			New: func(p match.Params) (dealer, error) {
				population, err := number(p, "population", 2, 1000)
				if err != nil {
					return nil, err
				}
				generations, err := number(p, "generations", 0, 1000)
				if err != nil {
					return nil, err
				}
				depth, err := number(p, "depth", 1, 12)
				return func(chance *rand.Rand) player {
					b := &bot.Genetic{Population: population, Generations: generations, Depth: depth, Chance: chance}
					return referee.Player(b)
				}, err
			},
		},
		{
			Name: "voronoi", Summary: "looks ahead by the real rules for territory, score and health",
			Params: []match.Param{{Name: "depth", Default: "2", Usage: "cycles to look ahead"}},
			New: func(p match.Params) (dealer, error) {
				depth, err := number(p, "depth", 1, 6)
				return func(chance *rand.Rand) player { return referee.Player(&bot.Voronoi{Depth: depth, Chance: chance}) }, err
			},
		},
	}
}

// searchers are the bots that look furthest ahead.
func searchers() []bundled {
	return []bundled{
		{
			Name: "solo12", Summary: "looks far ahead for itself alone, as if the other bike stood still",
			Params: []match.Param{{Name: "depth", Default: "12", Usage: "cycles to look ahead"}},
			New: func(p match.Params) (dealer, error) {
				depth, err := number(p, "depth", 1, 30)
				return func(chance *rand.Rand) player { return referee.Player(&bot.Solo{Depth: depth, Chance: chance}) }, err
			},
		},
		{
			Name: "champion", Summary: "the strongest: searches the commands of both sides",
			Params: []match.Param{
				match.Levels(len(bot.Levels)),
				{Name: "nodes", Default: strconv.Itoa(bot.Levels[len(bot.Levels)-1].Nodes), Usage: "cycles to look at when there is no clock", Effort: true},
				{Name: "threads", Default: "1", Usage: "searches at the same time when there is a clock; in play and join: one per idle processor"},
			},
			New: func(p match.Params) (dealer, error) {
				level, err := p.Level(len(bot.Levels))
				if err != nil {
					return nil, err
				}
				if level < len(bot.Levels) {
					return func(chance *rand.Rand) player { return referee.Player(bot.Levels[level-1].Champion(chance)) }, nil
				}
				nodes, err := number(p, "nodes", 1, 1_000_000_000)
				if err != nil {
					return nil, err
				}
				threads, err := number(p, "threads", 1, 64)
				return func(chance *rand.Rand) player {
					return referee.Player(&bot.Champion{Nodes: nodes, Threads: threads, Chance: chance})
				}, err
			},
		},
	}
}

// bench plays games between the bundled bots, which think by counts, so that their moves depend only on the rules and the bots.
func bench(ctx context.Context) (signature string, nodes int, err error) {
	hash := sha256.New()
	for n, name := range maps.Names() {
		p, err := maps.Load(name)
		if err != nil {
			return "", 0, err
		}
		chance := rand.New(rand.NewPCG(uint64(n), 5000))
		voronoi := &bot.Voronoi{Depth: 2, Chance: chance}
		genetic := &bot.Genetic{Population: 8, Generations: 2, Depth: 6, Chance: chance}
		others := []referee.Bot{
			&bot.Minimax{Depth: 6, Chance: chance}, &bot.Fill{Chance: chance}, genetic, &bot.Rules{Chance: chance},
			&bot.Random{Chance: chance}, &bot.Champion{Nodes: 500, Chance: chance}, &bot.Solo{Depth: 8, Chance: chance},
		}
		r := referee.New(p)
		players := [2]player{referee.Player(voronoi), referee.Player(others[n%len(others)])}
		if err := playOut(ctx, r, players, func() { fmt.Fprintln(hash, r.Last()) }); err != nil {
			return "", 0, err
		}
		nodes += voronoi.Measured + genetic.Measured
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nodes, nil
}

// playOut plays a game without the loop; after is called for each cycle.
func playOut(ctx context.Context, r *referee.Referee, players [2]player, after func()) error {
	for {
		questions := r.Ask()
		if len(questions) == 0 {
			return nil
		}
		var answers [2]turn.Answer[referee.Order]
		for s := range answers {
			order, _, err := players[s].Answer(ctx, questions[s].Ask)
			if err != nil {
				return err
			}
			answers[s].Value = order
		}
		r.Answer(answers[:])
		after()
	}
}
