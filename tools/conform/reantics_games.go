package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// reanticsLine is any line of a game except an action.
type reanticsLine struct {
	K    string
	ID   string
	P    []string
	File []string
	Seed []int64
	S    int
	C    [][2]int
	reanticsState
	Mv    *rawMove
	Why   string
	W     int
	Moves int
}

// reanticsStep is an action, with the attack after it and the state that they lead to.
type reanticsStep struct {
	seat         int
	move         string
	cand, target string
	after        string
	undoable     int // -1 where it is not recorded
}

func (s *reanticsStep) read(line []byte) error {
	var turn, food0, food1 int
	var caps [4]int
	var ants string
	s.undoable = -1
	fields := []any{&s.seat, &s.move, &s.cand, &s.target, &turn, &food0, &food1, &caps, &ants, &s.undoable}
	if err := json.Unmarshal(line, &fields); err != nil {
		return err
	}
	if len(fields) != 10 && len(fields) != 9 {
		return fmt.Errorf("%s: want 9 or 10 fields", line)
	}
	s.after = fmt.Sprintf("turn %d food %d %d caps %v ants %s", turn, food0, food1, caps, ants)
	return nil
}

func (s *reanticsStep) String() string {
	return fmt.Sprintf("seat %d %s targets %s: %s", s.seat, s.move, s.cand, s.after)
}

// play plays the action and the recorded target, and returns what String should return.
func (s *reanticsStep) play(r *referee.Referee) string {
	m, err := reantics.ParseMove(s.move)
	if err != nil {
		return err.Error()
	}
	if questions := r.Ask(); len(questions) == 0 {
		return "the game is over before"
	} else if questions[0].Seat != s.seat {
		return fmt.Sprintf("it is the turn of seat %d", questions[0].Seat)
	}
	seat := reantics.Seat(s.seat)
	if seat == reantics.Red {
		m = m.Turned()
	}
	answerOne(r, reantics.Answer{Move: m})
	cand := ""
	for _, c := range r.Position().AppendTargets(nil) {
		cand += c.String()
	}
	if cand != "" && s.target != "" {
		at := grid.Point{X: int(s.target[0] - '0'), Y: int(s.target[1] - '0')}
		if seat == reantics.Red {
			at = grid.Point{X: 9 - at.X, Y: 9 - at.Y}
		}
		answerOne(r, reantics.Answer{Target: &at})
	}
	if result := r.Result(); result.Reason == referee.Illegal {
		return result.Detail
	}
	return fmt.Sprintf("seat %d %s targets %s: %s", s.seat, s.move, cand, compact(r.Position()))
}

// reanticsReplay is a game that is being played again.
type reanticsReplay struct {
	id      string
	referee *referee.Referee
	actions int
	wrong   [2]string // the first disagreement: want, got
}

func (g *reanticsReplay) differ(want, got string) {
	if want != got && g.wrong == [2]string{} {
		g.wrong = [2]string{fmt.Sprintf("action %d: %s", g.actions, want), fmt.Sprintf("action %d: %s", g.actions, got)}
	}
}

// reanticsGames replays files of whole games.
func reanticsGames(content []byte, _ options, report func(outcome)) error {
	var g *reanticsReplay
	for number, line := range bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n")) {
		var err error
		if line[0] == '[' {
			err = g.step(line)
		} else {
			var l reanticsLine
			if err = json.Unmarshal(line, &l); err == nil && l.K == "G" {
				g = &reanticsReplay{id: l.ID, referee: referee.New(reantics.Start(reantics.Original), referee.Options{})}
			} else if err == nil {
				err = g.line(&l, report)
			}
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return nil
}

func (g *reanticsReplay) step(line []byte) error {
	var step reanticsStep
	if err := step.read(line); err != nil {
		return err
	}
	g.actions++
	if g.wrong == [2]string{} {
		g.differ(step.String(), step.play(g.referee))
	}
	return nil
}

func (g *reanticsReplay) line(l *reanticsLine, report func(outcome)) error {
	switch l.K {
	case "P":
		cells := make([]grid.Point, len(l.C))
		for i, c := range l.C {
			cells[i] = grid.Point{X: c[0], Y: c[1]}
		}
		p := g.referee.Position()
		g.differ(fmt.Sprintf("seat %d is asked in phase %d", l.S, l.Ph), fmt.Sprintf("seat %d is asked in phase %d", p.Side(), p.Phase()))
		answerOne(g.referee, reantics.Answer{Cells: cells})
	case "S":
		p, err := l.position()
		if err != nil {
			return err
		}
		g.differ(whole(&p), whole(g.referee.Position()))
	case "X":
		raw, ok := l.Mv.answer().Action()
		if l.S == int(reantics.Red) {
			raw = raw.Turned()
		}
		rule := reantics.NoMove
		if ok {
			rule = g.referee.Position().CheckRaw(raw)
		}
		g.differ(l.Why, rule.String())
		answerOne(g.referee, l.Mv.answer())
		g.actions++
	case "R":
		result, over := g.referee.Result(), len(g.referee.Ask()) == 0
		want := fmt.Sprintf("over true, winner %d, %s after %d", l.W, l.Why, l.Moves)
		g.differ(want, fmt.Sprintf("over %v, winner %d, %s after %d", over, result.Winner, result.Reason, g.actions))
		o := outcome{id: g.id, want: want, got: want}
		if g.wrong != [2]string{} {
			o.want, o.got = g.wrong[0], g.wrong[1]
		}
		report(o)
	default:
		return fmt.Errorf("a line of kind %q: want G, P, S, X or R", l.K)
	}
	return nil
}
