package match

import (
	"io"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Session is one game in progress: the players by seat, the state of the game, and its record.
type Session[Q, A any] struct {
	*Typed[Q, A]
	job      *job.Job
	players  []*Player
	recorder *record.Recorder // nil: there is no record

	table   *Table[Q, A]
	referee *turn.Counted[Q, A]
}

// NewSession seats the players, by seat, at a table that was set up for the job, and begins the record; w may be nil: no record.
func (e *Typed[Q, A]) NewSession(j job.Job, t *Table[Q, A], players []*Player, w io.Writer) *Session[Q, A] {
	if j.Game, j.Rules, j.Version = e.Name, e.Codec.Rules, record.Version(); j.ID == "" {
		j.ID = j.Hash()
	}
	s := &Session[Q, A]{Typed: e, job: &j, players: players}
	s.deal(t)
	if w != nil {
		s.recorder = record.NewRecorder(w)
		s.recorder.Begin(s.header())
	}
	return s
}

// deal makes t the table of the game.
func (s *Session[Q, A]) deal(t *Table[Q, A]) {
	s.table, s.referee = t, turn.Count(t.Referee, len(s.Seats))
}

// Referee returns the table's referee, with counts of what players do wrong.
func (s *Session[Q, A]) Referee() turn.Referee[Q, A] { return s.referee }

// Game returns what the player of a seat is told when the game begins.
func (s *Session[Q, A]) Game(seat int) turn.Game {
	g := turn.Game{
		ID: s.job.ID, Seat: seat, Seats: s.Seats, Seed: s.job.Seed, View: s.table.View, Options: s.unusual(),
	}
	if !s.job.Lone {
		g.Apart = s.job.ID
	}
	return g
}

// unusual returns the options that are sent to players: those that are not at their defaults.
func (s *Session[Q, A]) unusual() map[string]string {
	options, all := map[string]string{}, s.filled(s.job.Options)
	for _, o := range s.Options {
		if value, ok := all[o.Name]; ok && value != o.Default {
			options[o.Name] = value
		}
	}
	return options
}

// header returns the header of the record.
func (s *Session[Q, A]) header() record.Header {
	h := record.Header{
		Game: s.Name, Rules: s.Codec.Rules, Version: s.job.Version, ID: s.job.ID, Seed: s.job.Seed, Start: s.table.Start,
		Options: s.filled(s.job.Options), Jail: s.jailed(),
	}
	var budgets []string
	h.Seats = s.seated()
	for seat, team := range s.job.Seats {
		budget := team.Budget.String()
		h.Seats[seat].Budget = budget
		if _, ok := s.players[seat].seat.(seeded); ok {
			if h.Seeds == nil {
				h.Seeds = map[string]string{}
			}
			h.Seeds[s.Seats[seat]] = s.Game(seat).Told()
		}
		if budget != "" && (len(budgets) == 0 || budgets[len(budgets)-1] != budget) {
			budgets = append(budgets, budget)
		}
	}
	h.Budget = strings.Join(budgets, "; ")
	return h
}

// seated returns the seats for the header.
func (s *Session[Q, A]) seated() (list []record.Seat) {
	for seat, team := range s.job.Seats {
		sits := record.Seat{Seat: s.Seats[seat], Name: team.Label}
		if strings.HasPrefix(team.Spec, execs) && team.Spec != team.Label {
			sits.Spec = team.Spec
		}
		list = append(list, sits)
	}
	return list
}

// program is a player that runs as a program.
type program interface {
	Jailed() string // the level of its jail; "" if no jail is wanted
	Used() proc.Usage
}

// seeded is a player whose program is told the seed of its seat.
type seeded interface{ Seeded() }

// result returns how the referee's game ended.
func (e *Typed[Q, A]) result(r *turn.Counted[Q, A]) record.Result {
	end, wrongs := r.Judge()
	result := record.ResultOf(end, e.Seats, wrongs...)
	for _, seat := range r.Defaults() {
		result.Default = append(result.Default, e.Seats[seat])
	}
	return result
}

// jailed returns the level of the jail that the programs of this game have; "" if no jail is wanted.
func (s *Session[Q, A]) jailed() string {
	for _, player := range s.players {
		if b, ok := player.seat.(program); ok && b.Jailed() != "" {
			return b.Jailed()
		}
	}
	return ""
}

// used returns what the programs have used in this game.
func (s *Session[Q, A]) used() (list []record.Used) {
	for seat, player := range s.players {
		if b, ok := player.seat.(program); ok {
			if u := b.Used(); u != (proc.Usage{}) {
				list = append(list, record.Used{Seat: s.Seats[seat], CPU: record.Milliseconds(u.CPU), Memory: u.Memory})
			}
		}
	}
	return list
}

// Record records an answer and what its program has printed.
func (s *Session[Q, A]) Record(seat int, a *turn.Answer[A]) error {
	if s.recorder == nil {
		return nil
	}
	line, err := jsonl.RecordLine(s.Seats[seat], a)
	if err != nil {
		return err
	}
	s.recorder.Answer(line)
	if out, ok := s.players[seat].seat.(printer); ok {
		s.recorder.Output(s.Seats[seat], out.Printed(), nil)
	}
	return nil
}

// End ends the record and returns how the game ended. The error is a *record.PartialError.
func (s *Session[Q, A]) End() (record.Result, error) {
	result := s.result(s.referee)
	result.Used = s.used()
	if s.recorder != nil {
		s.recorder.End(result)
	}
	return result, s.Whole()
}

// Hash returns the hash of the record so far; "" without a record.
func (s *Session[Q, A]) Hash() string {
	if s.recorder == nil {
		return ""
	}
	return s.recorder.Hash()
}

// Whole returns an error if the record so far is not complete: a *record.PartialError.
func (s *Session[Q, A]) Whole() error {
	if s.recorder == nil || s.recorder.Err() == nil {
		return nil
	}
	return &record.PartialError{Err: s.recorder.Err()}
}
