package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Match is one game to be played between players that exist.
type Match[Q, A any] struct {
	ID string // "" is made from what defines the game
	Setup
	Budget   timer.Control
	Names    [2]string // by seat
	Players  [2]turn.Player[Q, A]
	Recorder *record.Recorder[Q, A] // nil: not recorded
	// Watch returns the observers of a table; nil: nobody watches. After a takeback there is a new table.
	Watch func(*Table[Q, A]) []turn.Observer[Q, A]
}

// talker is a player that may have more to tell than its answers: a program's standard error.
type talker interface {
	Stderr() string
	Notes() []string
}

// Play plays the match, takebacks of a human included. It returns the table with the final state; a result without an error
// is final.
func (a *App[Q, A]) Play(ctx context.Context, m *Match[Q, A]) (*Table[Q, A], turn.Result, error) {
	m.Options = a.fill(m.Options)
	table, err := a.Open(m.Setup)
	if err != nil {
		return nil, turn.Result{}, setupError(err)
	}
	header := a.header(m, table)
	if m.Recorder != nil {
		m.Recorder.Begin(header)
	}
	history := &history[Q, A]{}
	for {
		loop := turn.Loop[Q, A]{
			Game:    turn.Game{ID: m.ID, Seats: a.Seats, Seed: m.Seed, View: table.View, Budget: m.Budget},
			Referee: table.Referee, Players: m.Players[:],
		}
		if m.Watch != nil {
			loop.Observers = m.Watch(table)
			loop.Observers = append(loop.Observers, history)
		}
		if m.Recorder != nil {
			loop.Observers = append(loop.Observers, m.Recorder)
		}
		err := loop.Run(ctx)
		var takeback turn.Takeback
		if !errors.As(err, &takeback) {
			a.close(m, table, err)
			if err != nil {
				return table, turn.Result{}, err
			}
			return table, table.Referee.Result(), nil
		}
		plies := min(takeback.Plies, len(history.answers))
		if takeback.Plies%2 == 0 { // whole rounds, so that the same seat is asked again
			plies -= plies % 2
		}
		keep := len(history.answers) - plies
		if m.Recorder != nil {
			m.Recorder.TakeBack(plies)
		}
		history.answers = history.answers[:keep]
		if table, err = a.Open(m.Setup); err != nil {
			return nil, turn.Result{}, err
		}
		for answers := history.answers; len(answers) > 0; {
			asked := len(table.Referee.Ask())
			table.Referee.Answer(answers[:asked:asked])
			answers = answers[asked:]
		}
	}
}

// header says which game a match is, and names the match if nobody did.
func (a *App[Q, A]) header(m *Match[Q, A], table *Table[Q, A]) record.Header {
	if m.ID == "" {
		m.ID = identify(a.Name, a.Codec.Rules, m.key(), m.Names, m.Seed)
	}
	return record.Header{
		Game: a.Name, Rules: a.Codec.Rules, Version: version(), ID: m.ID, Seed: m.Seed, Start: table.Start,
		Options: m.Options, Seats: []record.Seat{{Seat: a.Seats[0], Name: m.Names[0]}, {Seat: a.Seats[1], Name: m.Names[1]}},
		Budget: m.Budget.String(),
	}
}

// close logs and records what is left to say after the last ply.
func (a *App[Q, A]) close(m *Match[Q, A], table *Table[Q, A], err error) {
	for seat, p := range m.Players {
		t, ok := p.(talker)
		if !ok {
			continue
		}
		notes := t.Notes()
		for _, note := range notes {
			a.log.Warn().Str("game", m.ID).Str("player", m.Names[seat]).Msg(note)
		}
		if m.Recorder != nil {
			m.Recorder.Output(seat, t.Stderr(), notes)
		}
	}
	if err != nil {
		a.log.Info().Str("game", m.ID).Err(err).Msg("broken off")
		return
	}
	result := table.Referee.Result()
	a.log.Info().Str("game", m.ID).Str("seed", m.Seed).Str("reason", result.Reason).Int("plies", result.Plies).
		Msg(a.ResultLine(result, m.Names))
	if m.Recorder != nil {
		m.Recorder.End(result)
	}
}

// history remembers the answers for takebacks.
type history[Q, A any] struct{ answers []turn.Answer[A] }

func (*history[Q, A]) Asked(context.Context, []turn.Question[Q]) error { return nil }
func (h *history[Q, A]) Answered(_ []turn.Question[Q], answers []turn.Answer[A]) error {
	h.answers = append(h.answers, answers...)
	return nil
}

// ResultLine is the last line of a game: "RED (champion) wins: BLUE (random) is stuck".
func (a *App[Q, A]) ResultLine(r turn.Result, names [2]string) string {
	if r.Winner == turn.Draw {
		return "Draw: " + r.Detail
	}
	who := func(seat int) string { return fmt.Sprintf("%s (%s)", strings.ToUpper(a.Seats[seat]), names[seat]) }
	return fmt.Sprintf("%s wins: %s %s", who(r.Winner), who(1-r.Winner), r.Detail)
}

// gameLine is one finished game for --json and for the journal of a tournament.
type gameLine struct {
	Type   string         `json:"type"` // "game"
	N      int            `json:"n"`
	ID     string         `json:"id"`
	Seed   string         `json:"seed"`
	Seats  []record.Seat  `json:"seats"`
	Winner *string        `json:"winner"`
	Reason string         `json:"reason"`
	Detail string         `json:"detail"`
	Plies  int            `json:"plies"`
	Score  map[string]int `json:"score"`
	Record *string        `json:"record"`
}

func (a *App[Q, A]) gameLine(n int, m *Match[Q, A], r turn.Result, path string) gameLine {
	result := record.ResultOf(r, a.Seats)
	line := gameLine{
		Type: "game", N: n, ID: m.ID, Seed: m.Seed,
		Winner: result.Winner, Reason: result.Reason, Detail: result.Detail, Plies: result.Plies, Score: result.Score,
	}
	for seat, name := range m.Names {
		line.Seats = append(line.Seats, record.Seat{Seat: a.Seats[seat], Name: name})
	}
	if path != "" {
		line.Record = &path
	}
	return line
}

// printJSON writes one line of JSON to standard output.
func (a *App[Q, A]) printJSON(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = a.out.Write(append(line, '\n'))
	return err
}

// used sums the time each seat took.
type used[Q, A any] struct{ total [2]time.Duration }

func (*used[Q, A]) Asked(context.Context, []turn.Question[Q]) error { return nil }
func (u *used[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	for i, q := range questions {
		u.total[q.Seat] += answers[i].Took
	}
	return nil
}

func (u *used[Q, A]) line(seats []string) string {
	first, second := strings.ToUpper(seats[0]), strings.ToUpper(seats[1])
	return fmt.Sprintf("time %s %v, %s %v", first, round(u.total[0]), second, round(u.total[1]))
}
