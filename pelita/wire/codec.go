package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// Budget is the time for one answer, as the original's messages give it.
type Budget struct {
	Time  time.Duration // 0: no limit
	Given bool          // on the command line, which makes it a float
}

// DefaultBudget is what a team has for an answer unless the command line says otherwise.
var DefaultBudget = Budget{Time: 3 * time.Second}

// append appends the budget as JSON. Version 2.7 has no games without a limit: it gets an hour.
func (b Budget) append(dst []byte, v pelita.Version) []byte {
	switch {
	case b.Time == 0 && v == pelita.V270:
		return append(dst, "3600"...)
	case b.Time == 0:
		return append(dst, "null"...)
	case b.Given:
		return appendFloat(dst, b.Time.Seconds())
	}
	return strconv.AppendFloat(dst, b.Time.Seconds(), 'f', -1, 64)
}

// appendFloat appends a float as Python prints it: with a dot, even if it is whole.
func appendFloat(dst []byte, f float64) []byte {
	n := len(dst)
	switch size := max(f, -f); {
	case size != 0 && size < 1e-4 || size >= 1e16:
		dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	default:
		dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	if !bytes.ContainsAny(dst[n:], ".e") {
		dst = append(dst, ".0"...)
	}
	return dst
}

// appendTime appends the time that a team took, which is an integer at first.
func appendTime(dst []byte, seconds float64) []byte {
	if seconds == 0 {
		return append(dst, '0')
	}
	return appendFloat(dst, seconds)
}

// style is the white space of JSON: by default, Python writes blanks after commas and colons.
type style struct{ comma, colon string }

var (
	tight = style{",", ":"}
	loose = style{", ", ": "}
)

func (s style) cell(dst []byte, c pelita.Cell) []byte {
	dst = strconv.AppendInt(append(dst, '['), int64(c.X), 10)
	dst = strconv.AppendInt(append(dst, s.comma...), int64(c.Y), 10)
	return append(dst, ']')
}

func (s style) cells(dst []byte, cells []pelita.Cell) []byte {
	dst = append(dst, '[')
	for i, c := range cells {
		if i > 0 {
			dst = append(dst, s.comma...)
		}
		dst = s.cell(dst, c)
	}
	return append(dst, ']')
}

func (s style) ints(dst []byte, values []int) []byte {
	dst = append(dst, '[')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, s.comma...)
		}
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return append(dst, ']')
}

func (s style) bools(dst []byte, values []bool) []byte {
	dst = append(dst, '[')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, s.comma...)
		}
		dst = strconv.AppendBool(dst, v)
	}
	return append(dst, ']')
}

// key appends a key after a comma.
func (s style) key(dst []byte, name string) []byte {
	dst = append(append(dst, s.comma...), '"')
	dst = append(append(dst, name...), '"')
	return append(dst, s.colon...)
}

// appendString appends a text as Python's json does: ASCII only.
func appendString(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	unit := func(u rune) {
		dst = append(dst, '\\', 'u', hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\b':
			dst = append(dst, `\b`...)
		case r == '\f':
			dst = append(dst, `\f`...)
		case ' ' <= r && r <= '~':
			dst = append(dst, byte(r))
		case r >= 0x10000:
			unit(0xd800 + (r-0x10000)>>10)
			unit(0xdc00 + (r-0x10000)&0x3ff)
		default:
			unit(r)
		}
	}
	return append(dst, '"')
}

// orNull appends a text, or null for the empty one.
func orNull(dst []byte, text string) []byte {
	if text == "" {
		return append(dst, "null"...)
	}
	return appendString(dst, text)
}

// actions are the original's names of the questions.
var actions = [...]string{
	pelita.AskName: "team_name", pelita.AskStart: "set_initial", pelita.AskMove: "get_move", pelita.AskEnd: "exit",
}

// AppendRequest appends the message that asks a question, as the original sends it to its players. errors says that the player
// wants error_count, as those of version 2.5 do.
func AppendRequest(dst []byte, id string, v *pelita.View, b Budget, errors bool) []byte {
	dst = append(append(dst, `{"__uuid__":"`...), id...)
	dst = append(append(dst, `","__action__":"`...), actions[v.Kind]...)
	dst = append(append(dst, `","__data__":`...), '{')
	switch {
	case v.Kind == pelita.AskName:
		return append(dst, "}}"...)
	case v.Kind == pelita.AskEnd && v.Setup && v.Version == pelita.V270:
		return append(dst, "}}"...)
	case v.Kind == pelita.AskStart:
		dst = append(dst, `"team_id":`...)
		dst = append(strconv.AppendInt(dst, int64(v.Team.Seat), 10), ',')
	}
	dst = append(dst, `"game_state":`...)
	return append(appendView(dst, v, b, errors), "}}"...)
}

// appendView appends the game_state of a question.
func appendView(dst []byte, v *pelita.View, b Budget, errors bool) []byte {
	unnamed := v.Version == pelita.V251 && v.Kind == pelita.AskStart // names come with the answers
	dst = append(dst, `{"team":`...)
	dst = appendSide(dst, &v.Team, false, errors, unnamed)
	dst = append(dst, `,"enemy":`...)
	dst = appendSide(dst, &v.Enemy, true, errors, unnamed)
	dst = append(dst, `,"round":`...)
	dst = appendNumber(dst, v.Round, v.Round > 0)
	dst = append(dst, `,"bot_turn":`...)
	dst = appendNumber(dst, v.Bot, v.Bot >= 0)
	dst = append(dst, `,"timeout_length":`...)
	dst = b.append(dst, v.Version)
	dst = append(dst, `,"max_rounds":`...)
	dst = strconv.AppendInt(dst, int64(v.MaxRounds), 10)
	if v.Setup {
		dst = tight.cells(append(dst, `,"walls":`...), v.Maze.Walls())
		dst = tight.ints(append(dst, `,"shape":`...), []int{v.Maze.Width(), v.Maze.Height()})
		dst = strconv.AppendUint(append(dst, `,"seed":`...), v.Seed, 10)
	}
	return append(dst, '}')
}

func appendNumber(dst []byte, n int, known bool) []byte {
	if !known {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

func appendSide(dst []byte, s *pelita.Side, enemy, errors, unnamed bool) []byte {
	dst = strconv.AppendInt(append(dst, `{"team_index":`...), int64(s.Seat), 10)
	dst = tight.cells(append(dst, `,"bot_positions":`...), s.Bots[:])
	if enemy {
		dst = tight.bools(append(dst, `,"is_noisy":`...), s.Noisy[:])
	}
	dst = strconv.AppendInt(append(dst, `,"score":`...), int64(s.Score), 10)
	dst = tight.ints(append(dst, `,"kills":`...), s.Kills[:])
	dst = tight.ints(append(dst, `,"deaths":`...), s.Deaths[:])
	dst = tight.bools(append(dst, `,"bot_was_killed":`...), s.Killed[:])
	if errors {
		dst = strconv.AppendInt(append(dst, `,"error_count":`...), int64(s.Errors), 10)
	}
	dst = tight.cells(append(dst, `,"food":`...), s.Food)
	dst = tight.cells(append(dst, `,"shaded_food":`...), s.Shaded)
	name := s.Name
	if unnamed {
		name = ""
	}
	dst = orNull(append(dst, `,"name":`...), name)
	dst = appendTime(append(dst, `,"team_time":`...), s.Time)
	return append(dst, '}')
}

// Reply is a message of a player.
type Reply struct {
	ID       *string         `json:"__uuid__"`
	Return   json.RawMessage `json:"__return__"`
	Error    *string         `json:"__error__"`
	ErrorMsg string          `json:"__error_msg__"`
	Status   *string         `json:"__status__"`
	Data     struct {
		Name string `json:"team_name"`
	} `json:"__data__"`
}

// ParseReply reads a message of a player. Python writes NaN and Infinity as bare words, which its own json reads again. They
// count as texts: a player can say them, but they are not cells.
func ParseReply(text []byte) (r Reply, err error) {
	if first := bytes.TrimLeft(text, " \t\r\n"); len(first) > 0 && first[0] != '{' {
		return r, fmt.Errorf("message %.60q: want a JSON object", text)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		r = Reply{}
		if json.Unmarshal(pythonWord.ReplaceAllFunc(text, quoteWord), &r) != nil {
			return r, fmt.Errorf("message %.60q: %w", text, err)
		}
	}
	return r, nil
}

// pythonWord matches a string, which stays as it is, or a number of Python that JSON does not have.
var pythonWord = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|NaN|-?Infinity`)

// quoteWord makes a text of what pythonWord matches.
func quoteWord(word []byte) []byte {
	if word[0] == '"' {
		return word
	}
	return slices.Concat([]byte{'"'}, word, []byte{'"'})
}

// failure returns the failure that a player reports about itself, as a fault of the player.
func (r *Reply) failure() *turn.Fault {
	return turn.Faultf(turn.Crashed, "%s: %s", *r.Error, r.ErrorMsg)
}

// name returns the name of a team that was returned, whatever its type.
func (r *Reply) name() string { return text(r.Return) }

// text returns a JSON value as the original would show it where it expects a text; "" if the value is false in Python.
func text(value json.RawMessage) string {
	switch string(value) {
	case "", "null", "false", "0", "[]", "{}", "0.0":
		return ""
	case "true":
		return "True"
	}
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// moveReply is what is returned to a question for a move.
type moveReply struct {
	Move    json.RawMessage `json:"move"`
	Say     json.RawMessage `json:"say"`
	Error   json.RawMessage `json:"error"`
	Message json.RawMessage `json:"error_msg"`
	Overlay json.RawMessage `json:"overlay"`
}

// ParseMove reads what a player returned to a question for a move. The error is the player's fault: crashed if it reports an
// exception, garbled if the original would stop with an error.
func (r *Reply) ParseMove(v *pelita.View) (m pelita.Move, say string, err error) {
	if r.Error != nil {
		return m, "", r.failure()
	}
	var reply moveReply
	if len(r.Return) == 0 || r.Return[0] != '{' || json.Unmarshal(r.Return, &reply) != nil {
		return m, "", turn.Faultf(turn.Garbled, "it returned %.60s, want an object with a move", r.Return)
	}
	if len(reply.Error) > 0 {
		return m, "", reply.exception()
	}
	if len(reply.Move) == 0 || string(reply.Move) == "null" {
		return m, "", turn.Faultf(turn.Garbled, "it returned %.60s, want a move", r.Return)
	}
	m, ok := parsePosition(reply.Move, v.Legal())
	if !ok {
		return m, "", turn.Faultf(turn.Garbled, "it returned the move %.60s, want integers", reply.Move)
	}
	m.Paint = parseOverlay(reply.Overlay)
	return m, text(reply.Say), nil
}

// exception returns the fault of a bot that raised an exception: a pair in version 2.5, two keys in version 2.7.
func (m *moveReply) exception() *turn.Fault {
	var pair []string
	if json.Unmarshal(m.Error, &pair) == nil && len(pair) == 2 {
		return turn.Faultf(turn.Crashed, "%s: %s", pair[0], pair[1])
	}
	var kind string
	if json.Unmarshal(m.Error, &kind) == nil {
		return turn.Faultf(turn.Crashed, "%s: %s", kind, text(m.Message))
	}
	return turn.Faultf(turn.Garbled, "it returned the error %.60s, want the name of an exception and a message", m.Error)
}

// parsePosition reads a move: two integers, where true and false count as integers, or something else, which is illegal. ok is
// false for floats that equal a legal cell, on which the original fails.
func parsePosition(text json.RawMessage, legal []pelita.Cell) (m pelita.Move, ok bool) {
	var pair []any
	raw := pelita.Move{Raw: string(listed(text))}
	if json.Unmarshal(text, &pair) != nil || len(pair) != 2 {
		return raw, true
	}
	var at [2]int
	floats := false
	for i, item := range pair {
		switch n := item.(type) {
		case bool:
			if n {
				at[i] = 1
			}
		case float64:
			if at[i] = int(n); float64(at[i]) != n || max(n, -n) > 1e9 {
				return raw, true
			}
		default:
			return raw, true
		}
	}
	floats = bytes.ContainsAny(text, ".eE") && !bytes.ContainsAny(text, "tf") // 2.0 equals 2
	to := pelita.Cell{X: at[0], Y: at[1]}
	if floats {
		return raw, !slices.Contains(legal, to)
	}
	return pelita.MoveTo(to), true
}

// listed returns a move that is no list as the list that the original makes of it: the characters of a text, the keys of an
// object. Numbers stay as they are.
func listed(value json.RawMessage) json.RawMessage {
	parts := []string{}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	switch first, _ := d.Token(); first := first.(type) {
	case string:
		for _, r := range first {
			parts = append(parts, string(r))
		}
	case json.Delim:
		if first != '{' {
			return value
		}
		for d.More() {
			key, _ := d.Token()
			name, _ := key.(string)
			parts = append(parts, name)
			var skipped json.RawMessage
			if d.Decode(&skipped) != nil {
				return value
			}
		}
	default:
		return value
	}
	var list []byte
	for _, part := range parts {
		list = appendString(append(list, ", "...), part)
	}
	return slices.Concat([]byte{'['}, bytes.TrimPrefix(list, []byte(", ")), []byte{']'})
}

// parseOverlay reads what a bot painted. Invalid paint is ignored.
func parseOverlay(text json.RawMessage) (paint []pelita.Paint) {
	var list []struct {
		Pos   []int  `json:"pos"`
		Color string `json:"color"`
	}
	if len(text) < 3 || json.Unmarshal(text, &list) != nil {
		return nil
	}
	for _, p := range list {
		if len(p.Pos) == 2 {
			paint = append(paint, pelita.Paint{Cell: pelita.Cell{X: p.Pos[0], Y: p.Pos[1]}, Color: p.Color})
		}
	}
	return paint
}
