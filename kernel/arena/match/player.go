package match

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/notation"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Player is a player for games of the Bound that made it, one after the other.
type Player struct {
	Spec   string // how it was named
	Person bool   // it takes as much time as people do
	Remote bool   // it receives all answers as they are given: they cannot be taken back

	seat any    // a turn.Player of the game's types
	name string // the name its program gave itself when Meet was first called
	met  bool

	slow  func(Wait) // see Maker.Slow; nil: nobody is told
	start proc.Options
}

// Seat makes a Player from a player of the game's own type. A nil p gives a nil *Player.
func Seat[Q, A any](spec string, p turn.Player[Q, A]) *Player {
	if p == nil {
		return nil
	}
	_, remote := p.(turn.Observer[Q, A])
	return &Player{Spec: spec, Remote: remote, seat: p}
}

// Attend has people told about long waits for a program that Seat made a Player of.
func (p *Player) Attend(m Maker) {
	if _, program := p.seat.(turn.Patient); program {
		p.slow, p.start = m.Slow, m.Start
	}
}

// Inner returns the player of the game's own type.
func Inner[Q, A any](p *Player) turn.Player[Q, A] { return p.seat.(turn.Player[Q, A]) }

// greeter is a player that can say its name before there is a game.
type greeter interface {
	Hello(ctx context.Context)
	Name() string
}

// maxName is how many characters of the name that a program gives itself are shown.
const maxName = 40

// Meet has programs say hello, so that [Called] knows their names. If something goes wrong, the error comes when a game begins.
func (p *Player) Meet(ctx context.Context) {
	if g, ok := p.seat.(greeter); ok && !p.met {
		over := p.Wait(Wait{What: Hello})
		g.Hello(ctx)
		over()
		p.name, p.met = clean.Line(g.Name(), maxName), true
	}
}

// Name returns the name that the player's program gave itself in Meet; "" if it gave none, or if the player is not a program.
func (p *Player) Name() string { return p.name }

// Called returns teams with the names that people use for them, see [job.Called]: players that were met have the names that their
// programs give themselves.
func Called(teams []job.Team, players []*Player) []job.Team {
	var names []string
	for _, p := range players {
		names = append(names, p.name)
	}
	return job.Called(teams, names)
}

// Close releases what the player holds, such as a program or a connection. On a nil player it does nothing. The error says which
// of a program's files could not be kept.
func (p *Player) Close() error {
	if p != nil {
		if c, ok := p.seat.(io.Closer); ok {
			return c.Close()
		}
	}
	return nil
}

// Stderr returns the beginning and the end of what the player's program wrote to standard error in this game; "" if it is not a
// program.
func (p *Player) Stderr() string {
	if t, ok := p.seat.(interface{ Stderr() string }); ok {
		return t.Stderr()
	}
	return ""
}

// noter is a player that knows what was irregular in a game and was forgiven.
type noter interface {
	Notes() []string
}

// printer is a program whose standard error can be read while it plays.
type printer interface {
	Printed() string  // since the last time
	Overflow() string // what Printed left out
}

const (
	execs   = "exec:"   // prefix of programs
	threads = "threads" // the parameter of bots that can use several processors when they have a clock
)

// Player makes the player that a spec names.
func (e *Typed[Q, A]) Player(spec string, m Maker) (*Player, error) {
	if spec == person {
		if m.Human == nil {
			return nil, fmt.Errorf("player %q: a human cannot play here", spec)
		}
		return m.Human()
	}
	if m.Flag == nil {
		m.Flag = func(string) string { return "" }
	}
	if m.Notes == nil {
		m.Notes = io.Discard
	}
	name, list, _ := strings.Cut(spec, ":")
	var p turn.Player[Q, A]
	var err error
	if command, ok := strings.CutPrefix(spec, execs); ok {
		p, err = e.program(spec, command, m)
	} else if i := slices.IndexFunc(e.Bots, func(b Bot[Q, A]) bool { return b.Name == name }); i >= 0 {
		p, err = e.bundled(&e.Bots[i], list, m)
	} else if i := slices.IndexFunc(e.Schemes, func(s Scheme[Q, A]) bool { return takes(spec, s.Prefix, s.Match) }); i >= 0 {
		p, err = e.Schemes[i].New(strings.TrimPrefix(spec, e.Schemes[i].Prefix), m)
	} else {
		return nil, e.unknown(spec)
	}
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	player := Seat(spec, p)
	if _, local := p.(turn.Local); player != nil && !local {
		player.slow, player.start = m.Slow, m.Start
	}
	return player, nil
}

// program makes a player of a command.
func (e *Typed[Q, A]) program(spec, command string, m Maker) (turn.Player[Q, A], error) {
	words, err := proc.Split(command)
	if err != nil {
		return nil, err
	}
	b := &jsonl.Bot[Q, A]{Command: words, Options: m.Start, Codec: e.Codec, Moves: e.Moves, Tee: m.Output}
	if m.Trace != nil {
		b.Trace = func(toBot bool, line []byte) { m.Trace(spec, toBot, line) }
	}
	return b, nil
}

// bundled makes a bundled bot with a list of parameters.
func (e *Typed[Q, A]) bundled(bot *Bot[Q, A], list string, m Maker) (turn.Player[Q, A], error) {
	params := Params{}
	for _, p := range bot.Params {
		params[p.Name] = p.Default
	}
	if params[threads] != "" && m.Cores > 0 {
		params[threads] = strconv.Itoa(m.Cores)
	}
	if err := notation.Pairs(bot.Name, list, params); err != nil {
		return nil, err
	}
	deal, err := bot.New(params)
	if err == nil {
		err = contrary(bot.Params, list, params)
	}
	if err != nil {
		return nil, err
	}
	b := &bundled[Q, A]{Typed: e, deal: deal}
	b.Horizon = cmp.Or(e.Horizon, 25)
	return b, nil
}

// unknown is the error of a spec that names no player.
func (e *Typed[Q, A]) unknown(spec string) error {
	if command, err := proc.RunsFile(spec); err != nil {
		return fmt.Errorf("unknown player %q: %w", spec, err)
	} else if command != "" {
		return fmt.Errorf("unknown player %q; a program is named as exec:COMMAND: %s", spec, proc.Join("exec:"+command))
	}
	name, _, _ := strings.Cut(spec, ":")
	return fmt.Errorf("unknown player %q%s; `%s bots` lists the players", spec, notation.Suggest(name, Bind(e.Game).PlayerNames()), e.Name)
}
