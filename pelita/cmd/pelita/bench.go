package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/bot"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// bench plays games between the bundled bots; their moves depend only on the rules and the bots.
func bench(ctx context.Context) (signature string, nodes int, err error) {
	hash := sha256.New()
	for n, version := range []pelita.Version{pelita.V251, pelita.V270, pelita.V251, pelita.V270} {
		chance, err := pyrand.Parse(fmt.Sprint(4117 + n))
		if err != nil {
			return "", 0, err
		}
		_, text, err := maze.Draw(version, "normal", chance)
		if err != nil {
			return "", 0, err
		}
		l, err := pelita.ParseLayout(text)
		if err != nil {
			return "", 0, err
		}
		m, err := l.Maze()
		if err != nil {
			return "", 0, err
		}
		o := referee.Options{}
		o.Version, o.MaxRounds, o.ErrorLimit = version, pelita.MaxRounds, pelita.ErrorLimit
		r := referee.New(l, m, o, chance)
		others := []referee.Bot{&bot.DemoAttacker{}, &bot.SmartEating{}, &bot.RandomExplorer{}, &bot.DemoSwitching{}}
		loop := turn.Loop[pelita.View, pelita.Move]{
			Game: turn.Game{Seats: referee.Seats}, Referee: r, Observers: []observer{moves{hash}},
			Players: []player{referee.Player("champion", &bot.Champion{}), referee.Player("other", others[n])},
		}
		if err := loop.Run(ctx); err != nil {
			return "", 0, err
		}
		if r.Result().Plies == 0 {
			return "", 0, errors.New("a game without a move")
		}
		nodes += r.Result().Plies
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nodes, nil
}

// moves is an observer that writes the moves.
type moves struct{ w io.Writer }

func (moves) Asked(context.Context, []question) error { return nil }

func (m moves) Answered(_ []question, answers []answer) error {
	for _, a := range answers {
		if a.Fault != nil {
			return a.Fault
		}
		fmt.Fprintln(m.w, a.Value)
	}
	return nil
}
