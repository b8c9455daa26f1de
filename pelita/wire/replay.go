package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// ReplayWriter writes a game as a file of the original, one state after the other.
type ReplayWriter struct{ W io.Writer }

// Show writes a state.
func (w ReplayWriter) Show(v pelita.Version, state []byte) error {
	end := "\x04\n"
	if v == pelita.V270 {
		end = "\n"
	}
	_, err := w.W.Write(append(state[:len(state):len(state)], end...))
	return err
}

// Frame is one state of a recorded game.
type Frame struct {
	Text  []byte // unchanged, for viewers
	State *referee.State
	Extra Extra
}

// maxFrame is the largest state in a file, in bytes.
const maxFrame = 4 << 20

// ReadReplay reads a file of the original, of either version, and passes the states to show, one after the other. An error names
// the number of the state, from 1.
func ReadReplay(r io.Reader, show func(Frame) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxFrame)
	lines.Split(splitFrames)
	var maze *pelita.Maze
	n := 0
	for lines.Scan() {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		n++
		f, err := parseState(bytes.Clone(text), maze)
		if err == nil {
			maze = f.State.Maze
			err = show(f)
		}
		if err != nil {
			return fmt.Errorf("state %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("state %d: %w", n+1, err)
	}
	if n == 0 {
		return errors.New("no state of a game in it")
	}
	return nil
}

// splitFrames ends a state at the byte 4, or at the end of a line.
func splitFrames(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexAny(data, "\x04\n"); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// storedState is a state as it is stored.
type storedState struct {
	ID       *string            `json:"game_uuid"`
	Walls    [][2]int           `json:"walls"`
	Shape    [2]int             `json:"shape"`
	Food     [][2]int           `json:"food"`
	Ages     []storedAge        `json:"food_age"`
	Phase    string             `json:"game_phase"`
	Turn     *int               `json:"turn"`
	Round    *int               `json:"round"`
	Over     bool               `json:"gameover"`
	Bots     [4][2]int          `json:"bots"`
	Score    [2]int             `json:"score"`
	Fatal    [2][]storedFatal   `json:"fatal_errors"`
	Rounds   int                `json:"max_rounds"`
	Age      *int               `json:"max_food_age"`
	Layout   *string            `json:"layout_name"`
	Names    [2]*string         `json:"team_names"`
	Infos    [2]*string         `json:"team_infos"`
	Time     [2]float64         `json:"team_time"`
	Deaths   [4]int             `json:"deaths"`
	Kills    [4]int             `json:"kills"`
	Killed   [4]bool            `json:"bot_was_killed"`
	Noisy    [4]*[2]int         `json:"noisy_positions"`
	Asked    [4]*storedRequest  `json:"requested_moves"`
	Say      [4]json.RawMessage `json:"say"`
	Budget   json.RawMessage    `json:"timeout_length"`
	Limit    int                `json:"error_limit"`
	Errors   [2]int             `json:"num_errors"`
	Wrong    [2]*storedWrong    `json:"errors"`
	Overlays [4]json.RawMessage `json:"overlays"`
}

// storedAge is a pair of a cell and a number.
type storedAge struct {
	cell pelita.Cell
	age  int
}

// UnmarshalJSON reads [[X, Y], AGE].
func (a *storedAge) UnmarshalJSON(text []byte) error {
	var at [2]int
	if err := json.Unmarshal(text, &[]any{&at, &a.age}); err != nil {
		return err
	}
	a.cell = pelita.Cell{X: at[0], Y: at[1]}
	return nil
}

// storedWrong is an error of a team in this turn: it was late, or asked for an illegal move.
type storedWrong struct {
	Type string
	To   json.RawMessage `json:"bot_position"`
}

type storedFatal struct {
	Type, Description string
	Turn              int
	Round             *int
}

type storedRequest struct {
	From [2]int          `json:"previous_position"`
	To   json.RawMessage `json:"requested_position"`
	OK   bool            `json:"success"`
}

// parseState reads a state. maze is that of the state before, nil before the first.
func parseState(text []byte, maze *pelita.Maze) (f Frame, err error) {
	var in storedState
	// The one word of version 2.5 that is not JSON.
	legible := bytes.Replace(text, []byte(`"max_food_age": Infinity`), []byte(`"max_food_age": null`), 1)
	legible = bytes.Replace(legible, []byte(`"max_food_age":Infinity`), []byte(`"max_food_age":null`), 1)
	if err := json.Unmarshal(legible, &in); err != nil {
		return f, err
	}
	layout := &pelita.Layout{Width: in.Shape[0], Height: in.Shape[1]}
	inside := func(c pelita.Cell) bool { return 0 <= c.X && c.X < layout.Width && 0 <= c.Y && c.Y < layout.Height }
	for _, c := range in.Walls {
		layout.Walls = append(layout.Walls, pelita.Cell{X: c[0], Y: c[1]})
	}
	for _, c := range in.Food {
		layout.Food = append(layout.Food, pelita.Cell{X: c[0], Y: c[1]})
	}
	for bot, c := range in.Bots {
		layout.Bots[bot] = pelita.Cell{X: c[0], Y: c[1]}
	}
	var aged []pelita.Cell
	for _, a := range in.Ages {
		aged = append(aged, a.cell)
	}
	for _, list := range [][]pelita.Cell{layout.Walls, layout.Food, layout.Bots[:], aged} {
		for _, c := range list {
			if !inside(c) {
				return f, fmt.Errorf("cell %v is outside of the board of %dx%d", c, layout.Width, layout.Height)
			}
		}
	}
	if maze == nil || maze.Width() != layout.Width || maze.Height() != layout.Height || len(maze.Walls()) != len(layout.Walls) {
		if maze, err = layout.Maze(); err != nil {
			return f, err
		}
	}
	for _, list := range [][]pelita.Cell{layout.Food, layout.Bots[:]} {
		for _, c := range list {
			if !maze.Free(c) {
				return f, fmt.Errorf("cell %v has something on a wall", c)
			}
		}
	}
	return Frame{text, in.state(layout, maze), in.extra()}, nil
}

func (in *storedState) extra() Extra {
	x := Extra{}
	if in.ID != nil {
		x.ID = *in.ID
	}
	if seconds, err := strconv.ParseFloat(string(in.Budget), 64); err == nil && seconds < 1e9 {
		x.Budget = Budget{time.Duration(seconds * float64(time.Second)), bytes.Contains(in.Budget, []byte("."))}
	}
	return x
}

func (in *storedState) state(l *pelita.Layout, m *pelita.Maze) *referee.State {
	o := pelita.Options{MaxRounds: in.Rounds, ErrorLimit: in.Limit, AllowCamping: in.Age == nil}
	if in.ID != nil {
		o.Version = pelita.V270
	}
	s := referee.NewState(pelita.NewPosition(l, m, o))
	number := func(n *int, none int) int {
		if n == nil {
			return none
		}
		return *n
	}
	s.Turn = min(max(number(in.Turn, -1), -1), pelita.Bots-1)
	s.Last = s.Turn
	s.Round = max(number(in.Round, 0), 0)
	s.Score, s.Deaths, s.Kills, s.Killed, s.Time = in.Score, in.Deaths, in.Kills, in.Killed, in.Time
	switch {
	case in.Phase == "FAILURE":
		s.Phase = pelita.Failed
	case in.Over:
		s.Phase = pelita.Finished
	case s.Round > 0:
		s.Phase = pelita.Running
	}
	if in.Layout != nil {
		s.Layout = *in.Layout
	}
	for seat := range pelita.Seat(2) {
		if in.Names[seat] != nil {
			s.Names[seat] = *in.Names[seat]
		}
		if in.Infos[seat] != nil {
			s.Infos[seat] = *in.Infos[seat]
		}
		for _, f := range in.Fatal[seat] {
			failure := referee.Failure{Type: f.Type, Description: f.Description, Turn: f.Turn, Round: number(f.Round, 0)}
			s.Failures[seat] = append(s.Failures[seat], failure)
			s.Fatal[seat] = true
		}
		s.Errors[seat] = max(in.Errors[seat], 0)
		if w := in.Wrong[seat]; w != nil && s.Errors[seat] > 0 {
			move, _ := parsePosition(w.To, nil)
			s.Mistakes[seat] = []referee.Mistake{{Round: s.Round, Turn: s.Turn, Late: w.Type == "PlayerTimeout", Move: move}}
		}
		var ages []pelita.Aged
		for _, a := range in.Ages {
			if m.Side(a.cell) == seat {
				ages = append(ages, pelita.Aged{Cell: a.cell, Age: a.age})
			}
		}
		s.SetAges(seat, ages)
	}
	for bot := range pelita.Bots {
		if at := in.Noisy[bot]; at != nil {
			s.Noisy[bot] = pelita.Sight{Noisy: true, Cell: pelita.Cell{X: at[0], Y: at[1]}}
		}
		s.Say[bot] = text(in.Say[bot])
		s.Overlays[bot] = parseOverlay(in.Overlays[bot])
		if r := in.Asked[bot]; r != nil {
			from := pelita.Cell{X: r.From[0], Y: r.From[1]}
			to, _ := parsePosition(r.To, nil)
			s.Requested[bot] = referee.Request{Known: true, From: from, Move: to, None: string(r.To) == "null", OK: r.OK}
		}
	}
	return s
}
