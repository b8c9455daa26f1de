package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/bot"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// simple is a bundled bot without parameters.
func simple(name, summary string, newBot func(chance *rand.Rand) referee.Bot) bundled {
	return bundled{Name: name, Summary: summary, New: func(match.Params) (dealer, error) {
		return func(chance *rand.Rand) player { return referee.Player(newBot(chance)) }, nil
	}}
}

func bots() []bundled {
	return []bundled{
		simple("random", "draws one of the original's list of legal actions",
			func(chance *rand.Rand) referee.Bot { return &bot.Random{Chance: chance} }),
		simple("greedy", "gathers food by the shortest ways",
			func(chance *rand.Rand) referee.Bot { return bot.NewGreedy(chance) }),
		simple("rush", "builds soldiers and goes for queen and anthill",
			func(chance *rand.Rand) referee.Bot { return bot.NewRush(chance) }),
		simple("defender", "gathers food behind guards",
			func(chance *rand.Rand) referee.Bot { return bot.NewDefender(chance) }),
		{
			Name: "learner", Summary: "learns from its own games by temporal differences",
			Params: []match.Param{{Name: "file", Default: "", Usage: "file for what it has learned; without one it starts every game with what 500 lessons taught it"}},
			New: func(p match.Params) (dealer, error) {
				if file := p["file"]; file != "" {
					if _, err := bot.LoadKnowledge(file); err != nil {
						return nil, err
					}
				}
				return func(chance *rand.Rand) player { // each game begins with what the bot learned in the game before
					b, err := bot.NewLearner(chance, p["file"])
					if err != nil {
						return unable{err}
					}
					return referee.Player(b)
				}, nil
			},
		},
		{
			Name: "champion", Summary: "the strongest: searches whole turns, for food and for war",
			Params: []match.Param{
				match.Levels(len(bot.Levels)),
				{
					Name: "width", Default: strconv.Itoa(bot.UsualWidth), Usage: "half-finished turns that it keeps in mind when there is no clock",
					Effort: true,
				},
				{Name: "threads", Default: "1", Usage: "searches at the same time when there is a clock; in play: one per idle processor"},
			},
			New: func(p match.Params) (dealer, error) {
				level, err := p.Level(len(bot.Levels))
				if err != nil {
					return nil, err
				}
				if level < len(bot.Levels) {
					return func(chance *rand.Rand) player { return referee.Player(bot.Levels[level-1].Champion(chance)) }, nil
				}
				var limit bot.Limit
				threads := 1
				if text := p["width"]; text != "" {
					n, err := strconv.Atoi(text)
					if err != nil || n < 1 {
						return nil, fmt.Errorf("width=%s: want a whole number, at least 1", text)
					}
					limit.Width = n
				}
				if text := p["threads"]; text != "" {
					n, err := strconv.Atoi(text)
					if err != nil || n < 1 || n > 64 {
						return nil, fmt.Errorf("threads=%s: want a number from 1 to 64", text)
					}
					threads = n
				}
				return func(chance *rand.Rand) player {
					return referee.Player(&bot.Champion{Chance: chance, Limit: limit, Threads: threads})
				}, nil
			},
		},
	}
}

// unable is a player that cannot play.
type unable struct{ err error }

func (u unable) Answer(context.Context, reantics.View) (reantics.Answer, string, error) {
	return reantics.Answer{}, "", u.err
}

// probes are positions in which bots tend to fail: with hardly any legal action, with an attack to choose, with crowds.
var probes = []string{
	`playing blue manual
0 ^Q .  ;  .  .  .  .  .  .  .
1 W  ;  ;  .  .  .  .  .  .  .
2 ;  ;  ;  .  .  .  .  .  .  .
3 ;  .  .  w  .  .  %  .  %  @
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  .  .  .
6 %  .  .  .  .  .  .  .  .  .
7 .  .  %  .  .  .  .  ;  ;  .
8 .  .  .  .  .  .  ;  ;  ;  .
9 .  .  .  .  .  ;  ;  ;  @  ^q
blue food 0
red food 1 tunnel 89/2 ants Q99/1 W33/2
`,
	`playing red manual attack 44
0 ^Q @  .  .  .  .  ;  ;  ;  .
1 ;  ;  ;  ;  ;  ;  .  .  %  .
2 .  .  .  .  .  .  .  .  .  .
3 .  .  .  .  W  .  %  .  .  .
4 .  .  .  D  r  .  .  .  .  .
5 .  .  .  .  S  .  .  .  .  .
6 .  .  .  %  .  .  .  .  .  .
7 .  ;  ;  ;  ;  ;  ;  ;  .  .
8 .  .  ;  ;  .  .  %  .  .  w
9 .  .  .  .  .  .  .  .  @  ^q
`,
}

// bench plays games between the bundled bots; their moves depend only on the rules and the bots.
func bench(ctx context.Context) (signature string, nodes int, err error) {
	h := sha256.New()
	all := bots()
	for i, first := range all {
		for j, second := range all {
			if i == j {
				continue
			}
			r := referee.New(reantics.Start(reantics.Manual), referee.Options{Cap: 200})
			loop := turn.Loop[reantics.View, reantics.Answer]{Game: turn.Game{Seats: referee.Seats, Seed: "1"}, Referee: r}
			for seat, b := range []bundled{first, second} {
				game := turn.Game{Seed: "1", Seat: seat}
				params := match.Params{}
				for _, p := range b.Params {
					params[p.Name] = p.Default
				}
				deal, err := b.New(params)
				if err != nil {
					return "", 0, err
				}
				loop.Players = append(loop.Players, deal(game.Rand()))
			}
			if err := loop.Run(ctx); err != nil {
				return "", 0, err
			}
			result := r.Result()
			nodes += result.Plies
			fmt.Fprintf(h, "%s %s %d %s %d\n%s", first.Name, second.Name, result.Winner, result.Reason, result.Plies, r.Position())
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nodes, nil
}
