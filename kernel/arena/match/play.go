package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Seating says who plays and who watches.
type Seating struct {
	Players   []*Player // by seat, ready to play; they stay open. nil, or a nil player: made from the job's spec, and closed
	Maker     Maker     // for players that are made
	Record    io.Writer // gets the record; nil: no record
	Observers []Observer
	Note      func(seat int, note string) // is called after the game with each forgiven irregularity of a player; may be nil
}

// SetupError is the error of a game that cannot be set up. It begins with "flag --NAME: " if an option is wrong.
type SetupError struct{ Err error }

func (e *SetupError) Error() string { return e.Err.Error() }
func (e *SetupError) Unwrap() error { return e.Err }

// ErrSkipped is the cause when a game ends because people do not want to see the rest; the next game is played.
var ErrSkipped = errors.New("the game was skipped")

// setup returns the setup of the game of a job.
func setup(j *job.Job) Setup { return Setup{j.Start, j.Seed, j.Options} }

// SetUp sets up a game. The error is a *SetupError.
func (e *Typed[Q, A]) SetUp(s Setup) (*Table[Q, A], error) {
	s.Options = e.filled(s.Options)
	if len(s.Start) > MaxStart {
		return nil, &SetupError{fmt.Errorf("a start of %d bytes: want at most %d", len(s.Start), MaxStart)}
	}
	table, err := e.Open(s)
	if err != nil {
		return nil, &SetupError{err}
	}
	table.Referee, err = e.adjudicate(table.Referee, s.Options)
	return table, err
}

// filled adds the defaults of options that are not named.
func (e *Typed[Q, A]) filled(options Params) Params {
	all := Params{}
	for _, o := range e.Options {
		all[o.Name] = o.Default
	}
	maps.Copy(all, options)
	for _, o := range e.Options {
		if o.Sparse && all[o.Name] == o.Default {
			delete(all, o.Name)
		}
	}
	return all
}

// playing is one game in progress, with its observers. It is an observer of its loop, see Asked.
type playing[Q, A any] struct {
	*Session[Q, A]
	made     []*Player // the players that were made, which must be closed
	watching []Observer
	note     func(seat int, note string)

	walls   []int            // seats whose budget was wall time instead of processor time
	keeps   bool             // answers are kept, so that they can be taken back
	answers []turn.Answer[A] // so far, if keeps is true
	shown   *Snapshot        // nil: there are no observers and no record
}

// play plays a game.
func (e *Typed[Q, A]) play(ctx context.Context, j job.Job, s Seating) (*record.Line, error) {
	if len(j.Seats) != len(e.Seats) {
		return nil, fmt.Errorf("a game of %d seats, but %s has %d", len(j.Seats), e.Name, len(e.Seats))
	}
	p := &playing[Q, A]{watching: s.Observers, note: s.Note}
	cores, back := s.Maker.cores(j.Seats)
	defer back()
	defer p.closeMade()
	players := make([]*Player, len(e.Seats))
	copy(players, s.Players)
	for seat := range players {
		if players[seat] != nil {
			continue
		}
		maker := s.Maker
		maker.Start.Jail.CPUs = proc.Share(cores, seat, len(players))
		if j.Patience != 0 {
			maker.Start.Patience = j.Patience
		}
		player, err := e.Player(j.Seats[seat].Spec, maker)
		if err != nil {
			return nil, err
		}
		p.made, players[seat] = append(p.made, player), player
	}
	table, err := e.SetUp(setup(&j))
	if err != nil {
		return nil, err
	}
	for _, player := range players {
		if s, ok := player.seat.(interface{ Suits(start string) error }); ok {
			if err := s.Suits(table.Start); err != nil {
				return nil, &SetupError{fmt.Errorf("player %q: %w", player.Spec, err)}
			}
		}
	}
	person := slices.ContainsFunc(players, func(p *Player) bool { return p.Person })
	for _, player := range players {
		if s, ok := player.seat.(softened); ok {
			s.soften(person)
		}
	}
	p.Session = e.NewSession(j, table, players, s.Record)
	for { // continues after answers were taken back
		err := p.loop(ctx)
		var takeback turn.Takeback
		if !errors.As(err, &takeback) {
			return p.finish(err)
		}
		if err := p.takeBack(takeback); err != nil {
			return nil, err
		}
	}
}

// cores reserves processors for a game, if a seat of it has a clock and programs are in jails.
func (m *Maker) cores(seats []job.Team) (cores []int, back func()) {
	limited := slices.ContainsFunc(seats, func(t job.Team) bool { return t.Budget.Limited() })
	if m.Lanes == nil || !limited || !m.Start.Jail.Wanted() {
		return nil, func() {}
	}
	return m.Lanes()
}

// loop plays until the game is over or broken off.
func (p *playing[Q, A]) loop(ctx context.Context) error {
	loop := turn.Loop[Q, A]{Game: p.Game(0), Referee: p.referee, Wall: func(seat int) { p.walls = append(p.walls, seat) }}
	loop.Waits, loop.Timed = p.waits, p.job.Options[Resign] != "" || p.job.Options[Draw] != "" // which asks for values
	p.keeps = len(p.watching) > 0
	for seat, player := range p.players {
		loop.Players = append(loop.Players, Inner[Q, A](player))
		loop.Budgets = append(loop.Budgets, p.job.Seats[seat].Budget)
		p.keeps = p.keeps || player.Person
	}
	if p.keeps || p.recorder != nil {
		p.watch()
		loop.Observers = []turn.Observer[Q, A]{p}
	}
	err := loop.Run(ctx)
	for seat := range p.players {
		if f := loop.Missing(seat); f != nil && err == nil {
			p.referee.Miss(seat, f)
		}
	}
	return err
}

// takeBack sets up the game as it was some plies ago.
func (p *playing[Q, A]) takeBack(t turn.Takeback) error {
	whole := t.Plies%len(p.Seats) == 0 // whole rounds, so that the same seat is asked again
	plies := min(t.Plies, len(p.answers))
	if whole {
		plies -= plies % len(p.Seats)
	}
	if plies == 0 && t.None != nil {
		t.None()
	}
	if p.recorder != nil {
		p.recorder.TakeBack(plies)
	}
	p.answers = p.answers[:len(p.answers)-plies]
	table, err := p.SetUp(setup(p.job))
	if err != nil {
		return err
	}
	p.deal(table)
	_, err = turn.Walk(p.referee, p.answers, nil)
	return err
}

// closeMade closes the players that were made for this game.
func (p *playing[Q, A]) closeMade() {
	for _, player := range p.made {
		player.Close()
	}
	p.made = nil
}

// finish closes the players and returns how the game ended.
func (p *playing[Q, A]) finish(err error) (*record.Line, error) {
	p.closeMade() // then all that programs wrote to standard error has arrived, and it is known what they used
	if p.note != nil {
		slices.Sort(p.walls) // after a takeback, another loop asks the seats again
		for _, seat := range slices.Compact(p.walls) {
			p.note(seat, "its processor time could not be measured, so its budget was wall time")
		}
	}
	for seat, player := range p.players {
		n, ok := player.seat.(noter)
		if !ok {
			continue
		}
		notes := n.Notes()
		if p.note != nil {
			for _, note := range notes {
				p.note(seat, note)
			}
		}
		if p.recorder != nil {
			p.recorder.Output(p.Seats[seat], player.left(), notes)
		}
	}
	if err != nil {
		return nil, err
	}
	result, incomplete := p.End()
	line := result.Line(nil, nil)
	line.Seats = p.seated()
	line.ID, line.Seed, line.Hash, line.Jail = p.job.ID, p.job.Seed, p.Hash(), p.jailed()
	if p.shown != nil {
		if err := p.ended(&result); err != nil {
			return line, err
		}
	}
	return line, incomplete
}

// left returns what a program wrote to standard error and is not yet in the record.
func (p *Player) left() string {
	if t, ok := p.seat.(printer); ok {
		return t.Printed() + t.Overflow()
	}
	return p.Stderr()
}
