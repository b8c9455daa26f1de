package match

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/jail"
	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Job is one game, complete: who plays what. It survives JSON unchanged. For one version of the program, bundled bots without a
// clock and the same job the record is the same on every machine, but for the times.
type Job struct {
	ID      string            `json:"id,omitempty"` // "": a hash of the other fields but Version
	Game    string            `json:"game"`
	Rules   string            `json:"rules"`
	Version string            `json:"version"`
	Start   string            `json:"start"`
	Seed    string            `json:"seed"`
	Options map[string]string `json:"options,omitempty"`
	Seats   []Team            `json:"seats"`
	Group   string            `json:"group,omitempty"` // what the job belongs to, for those who hand out jobs
}

// Team is who sits in a seat.
type Team struct {
	Label  string        `json:"label"` // how results call it
	Spec   string        `json:"spec"`
	Budget timer.Control `json:"budget"`
}

// Seating is who sits down, and who watches.
type Seating struct {
	Players   []*Player // by seat, ready to play; they stay open. nil, or a nil player: made from the job's spec, and closed
	Maker     Maker     // for those who are made
	Record    io.Writer // of the record; nil: there is none
	Observers []Observer
	Note      func(seat int, note string) // hears what was odd about a player but forgiven, after the game; may be nil
}

// SetupError is the error of a game that cannot be set up. It begins with "flag --NAME: " if an option is to blame.
type SetupError struct{ Err error }

func (e *SetupError) Error() string { return e.Err.Error() }
func (e *SetupError) Unwrap() error { return e.Err }

// RecordError is the error of a record that is not whole. The game was played all the same.
type RecordError struct{ Err error }

func (e *RecordError) Error() string {
	return "the game went on, but its record is not whole: " + e.Err.Error()
}
func (e *RecordError) Unwrap() error { return e.Err }

// Hash makes the id of a job: a hash of all that defines it.
func (j *Job) Hash() string {
	anonymous := *j
	anonymous.ID, anonymous.Version = "", ""
	text, err := json.Marshal(anonymous)
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:8])
}

// open sets up a game.
func (e *engine[Q, A]) open(s Setup) (*Table[Q, A], error) {
	s.Options = e.filled(s.Options)
	table, err := e.Open(s)
	if err != nil {
		return nil, &SetupError{err}
	}
	return table, nil
}

// filled adds the defaults of options that are not named.
func (e *engine[Q, A]) filled(options Params) Params {
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

// playing is one game that is played.
type playing[Q, A any] struct {
	*engine[Q, A]
	job      *Job
	setup    Setup
	players  []*Player
	recorder *record.Recorder // nil: there is no record
	made     []*Player        // of players, those to be closed
	watching []Observer
	note     func(seat int, note string)

	table   *Table[Q, A]
	referee *tallied[Q, A]
	keeps   bool             // answers may be taken back
	answers []turn.Answer[A] // so far, if they may be
	watcher *watcher[Q, A]   // nil: nobody watches and nothing is recorded
}

// play plays a game.
func (e *engine[Q, A]) play(ctx context.Context, j Job, s Seating) (*record.Line, error) {
	p := &playing[Q, A]{
		engine: e, job: &j, setup: Setup{j.Start, j.Seed, e.filled(j.Options)}, players: make([]*Player, len(e.Seats)),
		watching: s.Observers, note: s.Note,
	}
	if len(j.Seats) != len(e.Seats) {
		return nil, fmt.Errorf("a game of %d seats, but %s has %d", len(j.Seats), e.Name, len(e.Seats))
	}
	if s.Record != nil {
		p.recorder = record.NewRecorder(s.Record)
	}
	copy(p.players, s.Players)
	cores, back := p.cores(&s.Maker)
	defer back()
	defer p.closeMade()
	for seat := range p.players {
		if p.players[seat] != nil {
			continue
		}
		maker := s.Maker
		maker.Start.Jail.CPUs = jail.Share(cores, seat, len(p.players))
		player, err := e.player(j.Seats[seat].Spec, maker)
		if err != nil {
			return nil, err
		}
		p.made, p.players[seat] = append(p.made, player), player
	}
	if j.Game, j.Rules, j.Version = e.Name, e.Codec.Rules, record.Version(); j.ID == "" {
		j.ID = j.Hash()
	}
	return p.run(ctx)
}

// cores takes processors for this game from those of the maker, if somebody in it has a clock and programs are in jails.
func (p *playing[Q, A]) cores(m *Maker) (cores []int, back func()) {
	limited := slices.ContainsFunc(p.job.Seats, func(t Team) bool { return t.Budget.Limited() })
	if m.Lanes == nil || !limited || !m.Start.Jail.Wanted() {
		return nil, func() {}
	}
	return m.Lanes.Take()
}

// run plays the game, and goes on after answers were taken back.
func (p *playing[Q, A]) run(ctx context.Context) (*record.Line, error) {
	if err := p.deal(); err != nil {
		return nil, err
	}
	if p.recorder != nil {
		p.recorder.Begin(p.header())
	}
	for {
		err := p.loop(ctx)
		var takeback turn.Takeback
		if !errors.As(err, &takeback) {
			return p.finish(err)
		}
		if err := p.takeBack(takeback.Plies); err != nil {
			return nil, err
		}
	}
}

// deal sets the game up.
func (p *playing[Q, A]) deal() (err error) {
	if p.table, err = p.open(p.setup); err == nil {
		p.referee = &tallied[Q, A]{Referee: p.table.Referee, wrongs: make([]turn.Tally, len(p.Seats))}
	}
	return err
}

// loop plays until the game is over or broken off.
func (p *playing[Q, A]) loop(ctx context.Context) error {
	loop := turn.Loop[Q, A]{
		Game:    turn.Game{ID: p.job.ID, Seats: p.Seats, Seed: p.job.Seed, View: p.table.View, Options: p.unusual()},
		Referee: p.referee,
	}
	p.keeps = len(p.watching) > 0
	for seat, player := range p.players {
		loop.Players = append(loop.Players, Inner[Q, A](player))
		loop.Budgets = append(loop.Budgets, p.job.Seats[seat].Budget)
		p.keeps = p.keeps || player.Person
	}
	if p.keeps || p.recorder != nil {
		p.watcher = p.watch()
		loop.Observers = []turn.Observer[Q, A]{p.watcher}
	}
	return loop.Run(ctx)
}

// unusual are the options that players are told: those that are not as usual.
func (p *playing[Q, A]) unusual() map[string]string {
	options := map[string]string{}
	for _, o := range p.Options {
		if value := p.setup.Options[o.Name]; value != o.Default {
			options[o.Name] = value
		}
	}
	return options
}

// takeBack sets the game up as it was some plies ago.
func (p *playing[Q, A]) takeBack(plies int) error {
	whole := plies%len(p.Seats) == 0 // whole rounds, so that the same seat is asked again
	plies = min(plies, len(p.answers))
	if whole {
		plies -= plies % len(p.Seats)
	}
	if p.recorder != nil {
		p.recorder.TakeBack(plies)
	}
	p.answers = p.answers[:len(p.answers)-plies]
	if err := p.deal(); err != nil {
		return err
	}
	_, err := walk(p.referee, p.answers, nil)
	return err
}

// closeMade closes the players that were made for this game.
func (p *playing[Q, A]) closeMade() {
	for _, player := range p.made {
		player.Close()
	}
	p.made = nil
}

// finish says how the game ended.
func (p *playing[Q, A]) finish(err error) (*record.Line, error) {
	result := record.Result{}
	if err == nil {
		result = p.result(p.table.Referee, p.referee.wrongs, p.referee.plies)
	}
	p.closeMade() // then all is there that programs wrote to standard error, and what they used
	result.Used = p.used()
	for seat, player := range p.players {
		t, ok := player.seat.(talker)
		if !ok {
			continue
		}
		notes := t.Notes()
		if p.note != nil {
			for _, note := range notes {
				p.note(seat, note)
			}
		}
		if p.recorder != nil {
			p.recorder.Output(p.Seats[seat], left(t), notes)
		}
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, team := range p.job.Seats {
		names = append(names, team.Label)
	}
	line := result.Line(p.Seats, names)
	line.ID, line.Seed, line.Jail = p.job.ID, p.job.Seed, p.jailed()
	if p.recorder != nil {
		p.recorder.End(result)
	}
	if p.watcher != nil {
		if err := p.watcher.ended(&result); err != nil {
			return line, err
		}
	}
	if p.recorder != nil && p.recorder.Err() != nil {
		return line, &RecordError{p.recorder.Err()}
	}
	return line, nil
}

// program is a player that is one.
type program interface {
	Jailed() string // what keeps it in; "" if no jail is wanted
	Used() proc.Usage
}

// jailed says what keeps the programs of this game in; "" if no jail is wanted for one.
func (p *playing[Q, A]) jailed() string {
	for _, player := range p.players {
		if b, ok := player.seat.(program); ok && b.Jailed() != "" {
			return b.Jailed()
		}
	}
	return ""
}

// used returns what the programs have used in this game.
func (p *playing[Q, A]) used() (list []record.Used) {
	for seat, player := range p.players {
		if b, ok := player.seat.(program); ok {
			if u := b.Used(); u != (proc.Usage{}) {
				list = append(list, record.Used{Seat: p.Seats[seat], CPU: record.Milliseconds(u.CPU), Memory: u.Memory})
			}
		}
	}
	return list
}

// left returns what a program wrote to standard error and is not yet in the record.
func left(t talker) string {
	if p, ok := t.(printer); ok {
		return p.Printed() + p.Overflow()
	}
	return t.Stderr()
}

// result is the referee's after that many plies, and what the players did wrong.
func (e *engine[Q, A]) result(r turn.Referee[Q, A], wrongs []turn.Tally, plies int) record.Result {
	end := r.Result()
	result := record.ResultOf(end, e.Seats)
	forgiving, _ := r.(turn.Forgiving)
	for seat, name := range e.Seats {
		list := wrongs[seat]
		if forgiving != nil {
			list = forgiving.Wrongs(seat)
		}
		kind := turn.FaultKind(end.Reason)
		isKind := func(w turn.Wrong) bool { return w.Kind == kind }
		if turn.IsFault(end.Reason) && len(e.Seats) == 2 && end.Winner == 1-seat && !slices.ContainsFunc(list, isKind) {
			list = append(list, turn.Wrong{Kind: kind, Count: 1, First: plies, Detail: end.Detail})
		}
		for _, w := range list {
			f := record.Fault{Seat: name, Kind: w.Kind, Count: w.Count, First: w.First, Detail: w.Detail}
			result.Faults = append(result.Faults, f)
		}
	}
	return result
}

// header says which game follows.
func (p *playing[Q, A]) header() record.Header {
	h := record.Header{
		Game: p.Name, Rules: p.Codec.Rules, Version: p.job.Version, ID: p.job.ID, Seed: p.job.Seed, Start: p.table.Start,
		Options: p.setup.Options, Jail: p.jailed(),
	}
	var budgets []string
	for seat, team := range p.job.Seats {
		budget := team.Budget.String()
		h.Seats = append(h.Seats, record.Seat{Seat: p.Seats[seat], Name: team.Label, Budget: budget})
		if budget != "" && (len(budgets) == 0 || budgets[len(budgets)-1] != budget) {
			budgets = append(budgets, budget)
		}
	}
	h.Budget = strings.Join(budgets, "; ")
	return h
}

// tallied is the referee of a game whose faults are counted.
type tallied[Q, A any] struct {
	turn.Referee[Q, A]
	plies  int
	wrongs []turn.Tally // by seat
}

// Answer counts the faults among the answers.
func (t *tallied[Q, A]) Answer(answers []turn.Answer[A]) {
	for i := range answers {
		if f := answers[i].Fault; f != nil {
			t.wrongs[t.Ask()[i].Seat].Add(f.Kind, t.plies+i+1, f.Phrase())
		}
	}
	t.plies += len(answers)
	t.Referee.Answer(answers)
}
