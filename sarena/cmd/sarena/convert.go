package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
)

// formats are the files of the original and a list of turns.
func formats() []format {
	return []format{
		{
			Name: "turns", Summary: "a position and turns, one per line", Read: readTurns, Write: writeTurns,
			Is: func(text []byte) bool { t, err := readTurns(text); return err == nil && len(t.Answers) > 0 },
		},
		{
			Name: "trace", Summary: "a game saved by the original (-w)", Read: readTrace, Write: writeTrace,
			Is: func(text []byte) bool { _, err := wire.ParseTrace(text); return err == nil },
		},
		{
			Name: "dmp", Summary: "a board file of the original",
			Is: func(text []byte) bool { _, err := wire.ParseBoard(text); return err == nil },
			Read: func(text []byte) (*transcript, error) {
				p, err := wire.ParseBoard(text)
				return &transcript{Setup: match.Setup{Start: p.String()}}, err
			},
			Write: func(t *transcript) ([]byte, error) {
				p, err := sarena.ParsePosition(t.End.Layout())
				return wire.AppendBoard(nil, p), err
			},
		},
	}
}

// reasons are the original's texts for the ends of our records.
var reasons = map[string]string{
	referee.Illegal: classic.Invalid, string(turn.Late): classic.Expired, string(turn.Garbled): classic.Invalid,
	string(turn.Crashed): classic.Invalid, string(turn.Gone): classic.Invalid, string(turn.NeverStarted): classic.Invalid,
	string(turn.Resigned): classic.Invalid,
}

func readTrace(text []byte) (*transcript, error) {
	from, err := wire.ParseTrace(text)
	if err != nil {
		return nil, err
	}
	t := &transcript{Setup: match.Setup{Start: from.Start.String()}}
	for _, timed := range from.Turns {
		took := time.Duration(min(max(timed.Seconds, 0), 1e9) * float64(time.Second))
		t.Answers = append(t.Answers, turn.Answer[sarena.Move]{Value: timed.Move, Took: took})
	}
	if from.Reason != "" {
		fault := turn.Faultf(turn.Garbled, "%s", from.Reason)
		if from.Reason == classic.Expired {
			fault.Kind = turn.Late
		}
		t.Answers = append(t.Answers, turn.Answer[sarena.Move]{Fault: fault})
	}
	return t, nil
}

func writeTrace(t *transcript) ([]byte, error) {
	start, err := sarena.ParsePosition(t.End.Start)
	if err != nil {
		return nil, err
	}
	if start.Side() != sarena.Yellow {
		return nil, errors.New("Red is to move, but games of the original begin with Yellow")
	}
	to := wire.Trace{Start: start}
	for _, a := range played(t) {
		to.Turns = append(to.Turns, wire.TimedTurn{Move: a.Value, Seconds: a.Took.Seconds()})
	}
	if len(t.End.Referee.Ask()) == 0 {
		result := t.End.Referee.Result()
		to.Score, to.Reason = result.Score["score"], reasons[result.Reason]
	}
	return wire.AppendTrace(nil, to), nil
}

// played leaves out an answer that lost the game without being a turn.
func played(t *transcript) []turn.Answer[sarena.Move] {
	n := len(t.Answers)
	if len(t.End.Referee.Ask()) == 0 && turn.IsFault(t.End.Referee.Result().Reason) {
		n--
	}
	return t.Answers[:n]
}

func readTurns(text []byte) (*transcript, error) {
	head, rest, _ := strings.Cut(string(text), "\n")
	p, err := sarena.ParsePosition(strings.TrimRight(head, "\r"))
	if err != nil {
		return nil, err
	}
	t := &transcript{Setup: match.Setup{Start: p.String()}}
	for number, line := range strings.Split(rest, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		m, err := sarena.ParseMove(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+2, err)
		}
		t.Answers = append(t.Answers, turn.Answer[sarena.Move]{Value: m})
	}
	return t, nil
}

func writeTurns(t *transcript) ([]byte, error) {
	b := []byte(t.End.Start + "\n")
	for _, a := range played(t) {
		b = append(a.Value.AppendTo(b), '\n')
	}
	return b, nil
}
