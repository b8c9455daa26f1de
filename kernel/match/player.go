package match

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/jsonl"
	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/syntax"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Player is somebody who sits down in games of the Bound that made it, one after the other.
type Player struct {
	Spec   string // how it was named
	Person bool   // it is somebody who thinks as long as people do
	Remote bool   // it hears of the game as it goes by: what it has heard cannot be taken back

	seat any // a turn.Player of the game's types
}

// Seat makes a player of the game's own kind one that can sit down. A nil *Player comes of a nil player.
func Seat[Q, A any](spec string, p turn.Player[Q, A]) *Player {
	if p == nil {
		return nil
	}
	_, remote := p.(turn.Observer[Q, A])
	return &Player{Spec: spec, Remote: remote, seat: p}
}

// Inner returns the player of the game's own kind.
func Inner[Q, A any](p *Player) turn.Player[Q, A] { return p.seat.(turn.Player[Q, A]) }

// Close lets go of what the player holds, such as a program or a connection. A nil player holds nothing. The error says what of a
// program's files could not be kept.
func (p *Player) Close() error {
	if p != nil {
		if c, ok := p.seat.(io.Closer); ok {
			return c.Close()
		}
	}
	return nil
}

// Stderr returns the end of what the player's program wrote to standard error in this game; "" if it is no program.
func (p *Player) Stderr() string {
	if t, ok := p.seat.(talker); ok {
		return t.Stderr()
	}
	return ""
}

// talker is a player that may have more to tell than its answers: a program.
type talker interface {
	Stderr() string  // the beginning and the end of what it wrote in this game
	Notes() []string // what was odd in this game but forgiven
}

// printer is a talker whose standard error can be read while it plays.
type printer interface {
	Printed() string  // since the last time
	Overflow() string // what Printed left out
}

// Player makes the player that a spec names.
func (e *Typed[Q, A]) Player(spec string, m Maker) (*Player, error) {
	if spec == person {
		if m.Human == nil {
			return nil, fmt.Errorf("player %q: a human cannot play here", spec)
		}
		return m.Human()
	}
	make := e.foreign
	name, _, _ := strings.Cut(spec, ":")
	switch {
	case strings.HasPrefix(spec, "exec:"):
		make = e.program
	case slices.ContainsFunc(e.Bots, func(b Bot[Q, A]) bool { return b.Name == name }):
		make = e.bundled
	}
	p, err := make(spec, m)
	if err != nil {
		return nil, err
	}
	return Seat(spec, p), nil
}

// Deeper names the bundled bot of a spec with its Effort times as high. The error says that it has none.
func (i *Info) Deeper(spec string, times int) (string, error) {
	name, list, _ := strings.Cut(spec, ":")
	for _, b := range i.Bots {
		at := slices.IndexFunc(b.Params, func(p Param) bool { return p.Effort })
		if b.Name != name || at < 0 {
			continue
		}
		effort, values := b.Params[at], Params{}
		for _, p := range b.Params {
			values[p.Name] = p.Default
		}
		if err := syntax.Pairs(name, list, values); err != nil {
			return "", fmt.Errorf("player %q: %w", spec, err)
		}
		count, err := strconv.Atoi(values[effort.Name])
		switch {
		case values[effort.Name] == "":
			return "", fmt.Errorf("player %q: want its %s=NUMBER, which is then multiplied", spec, effort.Name)
		case err != nil || count < 1 || count > math.MaxInt32:
			return "", fmt.Errorf("player %q: %s=%s: want a whole number from 1 to %d", spec, effort.Name, values[effort.Name], math.MaxInt32)
		}
		values[effort.Name] = strconv.Itoa(count * times)
		var pairs []string
		for _, p := range b.Params {
			if values[p.Name] != p.Default {
				pairs = append(pairs, p.Name+"="+values[p.Name])
			}
		}
		if len(pairs) == 0 {
			return name, nil
		}
		return name + ":" + strings.Join(pairs, ","), nil
	}
	return "", fmt.Errorf("player %q has no depth: it does not count how much it thinks", spec)
}

// program makes a player of a command.
func (e *Typed[Q, A]) program(spec string, m Maker) (turn.Player[Q, A], error) {
	words, err := proc.Split(strings.TrimPrefix(spec, "exec:"))
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	b := &jsonl.Bot[Q, A]{Command: words, Options: m.Start, Codec: e.Codec, Moves: e.Moves, Tee: m.Output}
	if m.Trace != nil {
		b.Trace = func(toBot bool, line []byte) { m.Trace(spec, toBot, line) }
	}
	return b, nil
}

// bundled makes a bundled bot.
func (e *Typed[Q, A]) bundled(spec string, _ Maker) (turn.Player[Q, A], error) {
	name, list, _ := strings.Cut(spec, ":")
	bot := &e.Bots[slices.IndexFunc(e.Bots, func(b Bot[Q, A]) bool { return b.Name == name })]
	params := Params{}
	for _, p := range bot.Params {
		params[p.Name] = p.Default
	}
	err := syntax.Pairs(name, list, params)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	deal, err := bot.New(params)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	b := &bundled[Q, A]{deal: deal}
	if b.Horizon = e.Horizon; b.Horizon == 0 {
		b.Horizon = 25
	}
	return b, nil
}

// foreign makes a player of one of the game's schemes.
func (e *Typed[Q, A]) foreign(spec string, m Maker) (turn.Player[Q, A], error) {
	for _, s := range e.Schemes {
		rest, ok := strings.CutPrefix(spec, s.Prefix)
		if !ok || s.Match != nil && !s.Match(spec) {
			continue
		}
		if m.Flag == nil {
			m.Flag = func(string) string { return "" }
		}
		if m.Notes == nil {
			m.Notes = io.Discard
		}
		p, err := s.New(rest, m)
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", spec, err)
		}
		return p, nil
	}
	if command, err := proc.RunsFile(spec); err != nil {
		return nil, fmt.Errorf("unknown player %q: %w", spec, err)
	} else if command != "" {
		return nil, fmt.Errorf("unknown player %q; a program is named as exec:COMMAND: %s", spec, proc.Join("exec:"+command))
	}
	name, _, _ := strings.Cut(spec, ":")
	info := Bind(e.Game).Info
	return nil, fmt.Errorf("unknown player %q%s; `%s bots` lists the players", spec, syntax.Suggest(name, info.PlayerNames()), e.Name)
}

// bundled seats a bundled bot: a new one for every game, so that a game depends on its seed alone.
type bundled[Q, A any] struct {
	turn.Shared[Q, A]
	deal func(*rand.Rand) turn.Player[Q, A]
}

// Local says that the bot thinks in this process.
func (b *bundled[Q, A]) Local() {}

// Open deals the bot for one game.
func (b *bundled[Q, A]) Open(_ context.Context, g turn.Game) error {
	b.Begin(b.deal(g.Rand()), g.Budget)
	return nil
}
