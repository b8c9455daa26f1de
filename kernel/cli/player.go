package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/jsonl"
	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Player makes the player that a spec names, anybody but a human. The error is a usage error.
func (a *App[Q, A]) Player(spec string) (turn.Player[Q, A], error) {
	if spec == "human" {
		return nil, Usagef("player %q: a human cannot play here", spec)
	}
	return a.player(spec, nil)
}

// checkSpec finds out what is wrong with the name of a player without starting it.
func (a *App[Q, A]) checkSpec(spec string) error {
	p, err := a.Player(spec)
	if err != nil {
		return err
	}
	turn.Close(p)
	return nil
}

// player makes the player that a spec names; the error is a usage error. A player for a human needs console.
func (a *App[Q, A]) player(spec string, console turn.Player[Q, A]) (turn.Player[Q, A], error) {
	if command, ok := strings.CutPrefix(spec, "exec:"); ok {
		words, err := proc.Split(command)
		if err != nil {
			return nil, Usagef("player %q: %w", spec, err)
		}
		b := &jsonl.Bot[Q, A]{Command: words, Codec: a.Codec}
		b.Trace = func(toBot bool, line []byte) {
			direction := "<"
			if toBot {
				direction = ">"
			}
			a.log.Trace().Str("player", spec).Msg(direction + " " + string(line))
		}
		return b, nil
	}
	if spec == "human" {
		return console, nil
	}
	name, list, _ := strings.Cut(spec, ":")
	i := slices.IndexFunc(a.Bots, func(b Bot[Q, A]) bool { return b.Name == name })
	if i < 0 {
		if s, rest := a.scheme(spec); s != nil {
			p, err := s.New(rest, Maker{Notes: a.err, Flag: func(name string) string { return a.c.String(name) }})
			if err != nil {
				return nil, Usagef("player %q: %w", spec, err)
			}
			return p, nil
		}
		return nil, Usagef("unknown player %q%s; `%s bots` lists the players", spec, suggest(name, a.playerNames()), a.Name)
	}
	params, err := a.Bots[i].params(list)
	if err != nil {
		return nil, Usagef("player %q: %w", spec, err)
	}
	b := &bundled[Q, A]{bot: a.Bots[i], params: params, moves: a.Moves}
	if b.moves == 0 {
		b.moves = 25
	}
	if err := b.deal(rand.New(rand.NewPCG(0, 0))); err != nil {
		return nil, Usagef("player %q: %w", spec, err)
	}
	return b, nil
}

// scheme returns the scheme of a spec and what follows its prefix; nil if there is none.
func (a *App[Q, A]) scheme(spec string) (*Scheme[Q, A], string) {
	for i := range a.Schemes {
		s := &a.Schemes[i]
		if rest, ok := strings.CutPrefix(spec, s.Prefix); ok && (s.Match == nil || s.Match(spec)) {
			return s, rest
		}
	}
	return nil, ""
}

func (a *App[Q, A]) playerNames() []string {
	list := []string{"human", "exec:"}
	for _, b := range a.Bots {
		list = append(list, b.Name)
	}
	for _, s := range a.Schemes {
		if s.Prefix != "" {
			list = append(list, s.Prefix)
		}
	}
	return list
}

func (b Bot[Q, A]) params(list string) (Params, error) {
	params := Params{}
	var known []string
	for _, p := range b.Params {
		params[p.Name] = p.Default
		known = append(known, p.Name)
	}
	if list == "" {
		return params, nil
	}
	for _, pair := range strings.Split(list, ",") {
		key, value, found := strings.Cut(pair, "=")
		if _, ok := params[key]; !ok || !found {
			if len(known) == 0 {
				return nil, fmt.Errorf("%s takes no parameters", b.Name)
			}
			return nil, fmt.Errorf("parameter %q: want KEY=VALUE, where KEY is %s", pair, strings.Join(known, " or "))
		}
		params[key] = value
	}
	return params, nil
}

// bundled seats a bundled bot: a new one for every game, so that a game depends on its seed alone.
type bundled[Q, A any] struct {
	turn.Wrapped[Q, A]
	bot    Bot[Q, A]
	params Params
	moves  int // over which it uses its clock up

	clock     *timer.Clock // the game's, as this bot has used it; nil without
	increment time.Duration
}

func (b *bundled[Q, A]) deal(chance *rand.Rand) (err error) {
	b.Player, err = b.bot.New(b.params, chance)
	return err
}

func (b *bundled[Q, A]) Open(_ context.Context, g turn.Game) error {
	b.clock = nil
	if g.Budget.Game > 0 {
		b.clock = timer.NewClock(timer.Control{Game: g.Budget.Game, Increment: g.Budget.Increment})
	}
	b.increment = g.Budget.Increment
	return b.deal(g.Rand())
}

// Answer asks the bot. Of a clock for the whole game it lets it use a share for each move, the longest thought first: what a bot
// sees as its deadline is always its to use up.
func (b *bundled[Q, A]) Answer(ctx context.Context, q Q) (A, string, error) {
	left, limited := b.clock.Budget()
	if !limited {
		return b.Player.Answer(ctx, q)
	}
	ctx, cancel := context.WithTimeout(ctx, left/time.Duration(b.moves)+b.increment*3/4)
	defer cancel()
	began := time.Now()
	value, say, err := b.Player.Answer(ctx, q)
	b.clock.Charge(time.Since(began))
	return value, say, err
}
