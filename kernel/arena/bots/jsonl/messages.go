package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

type hello struct {
	Type     string `json:"type"`
	Protocol int    `json:"protocol"`
	Game     string `json:"game"`
	Rules    string `json:"rules"`
}

type start struct {
	Type      string   `json:"type"`
	Game      string   `json:"game"`
	Seat      string   `json:"seat"`
	Seats     []string `json:"seats"`
	Seed      string   `json:"seed"`
	Budget    *int64   `json:"budget_ms"`
	Clock     *int64   `json:"clock_ms,omitempty"`
	Increment int64    `json:"increment_ms,omitempty"`
	View      any      `json:"view"`

	Options map[string]string `json:"options,omitempty"`
}

type ask struct {
	Type  string          `json:"type"`
	ID    int64           `json:"id"`
	Kind  string          `json:"kind"`
	View  any             `json:"view"`
	Left  *int64          `json:"left_ms"`
	Legal json.RawMessage `json:"legal,omitempty"`
}

type end struct {
	Type   string         `json:"type"`
	Winner *string        `json:"winner"`
	Reason string         `json:"reason"`
	Score  map[string]int `json:"score"`
}

// message is any message that a program may write. Each type has its own keys: those of the other types are unknown keys.
type message struct {
	Type string `json:"type"`
	greeting
	reply

	text  []byte // the line
	early bool   // it was begun before the last question was asked
}

type greeting struct {
	Name  string `json:"name"`
	Legal bool   `json:"legal"`
}

type reply struct {
	ID    *int64          `json:"id"`
	Move  json.RawMessage `json:"move"`
	Say   string          `json:"say"`
	Value *float64        `json:"value"`
}

// UnmarshalJSON reads the keys of the message's type.
func (m *message) UnmarshalJSON(text []byte) error {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return err
	}
	switch m.Type = kind.Type; m.Type {
	case "hello":
		return json.Unmarshal(text, &m.greeting)
	case "answer":
		return json.Unmarshal(text, &m.reply)
	}
	return nil
}

// noObject says what is wrong with a line that does not begin a JSON object.
func noObject(text []byte) string {
	at := bytes.IndexByte(text, '{')
	switch {
	case at > 0 && json.Valid(text[at:]):
		return fmt.Sprintf("has text before its message, %s; print that to standard error, and let input() have no prompt", quote(text[:at]))
	case json.Valid(text):
		return "is not a JSON object; " + inAnswer(text)
	}
	return `is not a JSON object, such as {"type":"answer","id":1,"move":...}; print all else to standard error`
}

// inAnswer shows how a move is written in an answer.
func inAnswer(move []byte) string {
	return `an answer is {"type":"answer","id":1,"move":` + clean.Line(string(move), 60) + `}, with the id of the question`
}

// quotes says that a line is what Python prints of a dict; "" if it is not.
func quotes(text []byte) string {
	if bytes.HasPrefix(bytes.TrimLeft(text, " {"), []byte("'")) {
		return "; JSON has double quotes: in Python, print(json.dumps(message), flush=True)"
	}
	return ""
}

// wrongMove returns what is wrong with a move: the game's own message or, if its JSON has the wrong type, which type it has and
// which one is wanted.
func wrongMove(move []byte, err error) error {
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("move %s: %w; PROTOCOL.md shows its form", quote(move), clean.JSON(err))
	}
	return clean.JSON(err)
}
