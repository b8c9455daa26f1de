package wire

import (
	"errors"
	"fmt"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// ParseBoard reads a board file of the original, a pickled matrix, without executing anything.
func ParseBoard(data []byte) (sarena.Position, error) {
	v, err := python.Unpickle(data)
	if err != nil {
		return sarena.Position{}, err
	}
	return ParseMatrix(v)
}

// AppendBoard appends a board file. The file does not say who is to move.
func AppendBoard(dst []byte, p sarena.Position) []byte { return python.AppendPickle(dst, matrixOf(p)) }

// Trace is a game as the original saves it.
type Trace struct {
	Left   [2]*float64 // seconds left of each player's credit at the end; nil without one
	Start  sarena.Position
	Turns  []TimedTurn
	Score  int // as in the original: above 0, yellow has won
	Reason string
}

// TimedTurn is one turn of a trace.
type TimedTurn struct {
	Move    sarena.Move
	Seconds float64 // time that the player took
	Tuple   bool    // saved as a tuple, as human players' turns are
}

// traceClass is the class of a trace in the original.
var traceClass = python.Class{Module: "__main__", Name: "Trace"}

// ParseTrace reads a trace of the original without executing anything.
func ParseTrace(data []byte) (t Trace, err error) {
	v, err := python.Unpickle(data, traceClass)
	if err != nil {
		return t, err
	}
	o, ok := v.(*python.Object)
	if !ok {
		return t, fmt.Errorf("the file holds %s: want a trace", python.Kind(v))
	}
	state, ok := o.State.(*python.Dict)
	if !ok {
		return t, errors.New("the trace has no attributes")
	}
	get := func(name string) python.Value {
		v, ok := state.Get(name)
		if !ok && err == nil {
			err = fmt.Errorf("the trace has no attribute %s", name)
		}
		return v
	}
	limits, board, height := get("time_limits"), get("initial_board"), get("max_height")
	actions, score, reason := get("actions"), get("score"), get("reason")
	if err != nil {
		return t, err
	}
	if t.Start, err = ParseMatrix(board); err != nil {
		return t, fmt.Errorf("initial_board: %w", err)
	}
	if height != int64(sarena.Height) {
		return t, fmt.Errorf("max_height is %s: want %d", show(height), sarena.Height)
	}
	left, ok := python.Items(limits)
	if !ok || len(left) != 2 {
		return t, errors.New("time_limits: want two")
	}
	for i, v := range left {
		if v == nil {
			continue
		}
		seconds, ok := number(v)
		if !ok {
			return t, fmt.Errorf("time_limits: %s: want seconds or None", show(v))
		}
		t.Left[i] = &seconds
	}
	if t.Score, ok = python.Int(score); !ok {
		return t, fmt.Errorf("score is %s: want an int", show(score))
	}
	if t.Reason, ok = reason.(string); !ok {
		return t, fmt.Errorf("reason is %s: want a str", show(reason))
	}
	t.Turns, err = parseTurns(actions)
	return t, err
}

func parseTurns(v python.Value) (turns []TimedTurn, err error) {
	list, ok := python.Items(v)
	if !ok {
		return nil, fmt.Errorf("actions are %s: want a list", python.Kind(v))
	}
	for i, v := range list {
		pair, ok := python.Items(v)
		if !ok || len(pair) != 2 {
			return nil, fmt.Errorf("action %d: want an action and its seconds", i+1)
		}
		var turn TimedTurn
		if turn.Move, ok = ActionOf(pair[0]); !ok {
			return nil, fmt.Errorf("action %d: want four integers", i+1)
		}
		if turn.Seconds, ok = number(pair[1]); !ok {
			return nil, fmt.Errorf("action %d: its time is %s: want seconds", i+1, show(pair[1]))
		}
		_, turn.Tuple = pair[0].(python.Tuple)
		turns = append(turns, turn)
	}
	return turns, nil
}

func number(v python.Value) (float64, bool) {
	if f, ok := v.(float64); ok {
		return f, true
	}
	n, ok := python.Int(v)
	return float64(n), ok
}

// AppendTrace appends a trace that the original can read.
func AppendTrace(dst []byte, t Trace) []byte {
	limits := &python.List{}
	for _, left := range t.Left {
		if left == nil {
			limits.Items = append(limits.Items, nil)
		} else {
			limits.Items = append(limits.Items, *left)
		}
	}
	actions := &python.List{}
	for _, turn := range t.Turns {
		m := turn.Move
		numbers := python.Ints(m.I1, m.J1, m.I2, m.J2)
		var action python.Value = numbers
		if turn.Tuple {
			action = python.Tuple(numbers.Items)
		}
		actions.Items = append(actions.Items, python.Tuple{action, turn.Seconds})
	}
	state := &python.Dict{
		Keys: []python.Value{"time_limits", "initial_board", "max_height", "actions", "score", "reason"},
		Values: []python.Value{
			limits, matrixOf(t.Start), int64(sarena.Height), actions, int64(t.Score), t.Reason,
		},
	}
	return python.AppendPickle(dst, &python.Object{Class: traceClass, State: state})
}
