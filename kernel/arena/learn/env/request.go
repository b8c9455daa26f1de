package env

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web/picture"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// Request is a command that is less frequent than a step.
type Request struct {
	Do      string       `json:"do"`      // what to do; the error for an unknown word lists all words
	Game    int          `json:"game"`    // its index
	Games   []int        `json:"games"`   // reset: the indices of the games
	Seeds   []string     `json:"seeds"`   // reset: the seed of each of them
	Start   *string      `json:"start"`   // reset: replaces the start of the command line
	Options match.Params `json:"options"` // reset: replace the options of the command line
	State   *batch.State `json:"state"`   // restore: the state of the game
	Slot    int          `json:"slot"`    // text, parse, legal: the index of the slot
	Actions []int16      `json:"actions"` // text, see: of an answer
	Dark    bool         `json:"dark"`    // svg, rgb: on a dark background
	Width   int          `json:"width"`   // svg, rgb: pixels; 0: the default
	// see: the view that a program gets in a game that is played elsewhere; it is shown in slot 0 of the game
	View  json.RawMessage `json:"view"`
	Text  string          `json:"text"`  // parse: an answer as a person types it; read: a record
	Index int             `json:"index"` // read: which game of the record, from 0
}

// Reply answers a request.
type Reply struct {
	State   *batch.State `json:"state,omitempty"`
	Text    string       `json:"text,omitempty"`
	Texts   []string     `json:"texts,omitempty"`
	Actions []int16      `json:"actions,omitempty"`
	// rgb: red, green and blue of every pixel, row by row from the top
	Pixels []byte `json:"pixels,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	// see: the answer as programs write it; missing if another action is wanted, for which the arrays are shown
	Move json.RawMessage `json:"move,omitempty"`
}

// maxRequest bounds the length of a request: a record is a text of some hundred kilobytes.
const maxRequest = 64 << 20

// request reads a request and answers it.
func (s *Server) request() error {
	var length uint32
	if err := binary.Read(s.in, binary.LittleEndian, &length); err != nil {
		return err
	}
	if length > maxRequest {
		return fmt.Errorf("the request has %d bytes: want at most %d", length, maxRequest)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(s.in, text); err != nil {
		return err
	}
	var r Request
	reply, err := &Reply{}, plain(json.Unmarshal(text, &r))
	if err == nil {
		reply, err = s.do(&r)
	}
	if err == nil {
		text, err = json.Marshal(reply)
	}
	if err != nil {
		return s.text('!', []byte(err.Error()))
	}
	return s.text('j', text)
}

// plain says in plain words which field of a request has a value of another kind.
func plain(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	want := "another kind of value"
	switch wrong.Type.Kind() {
	case reflect.String:
		want = "a text"
	case reflect.Bool:
		want = "true or false"
	case reflect.Int:
		want = "a whole number"
	case reflect.Int16:
		want = fmt.Sprintf("a whole number from %d to %d", math.MinInt16, math.MaxInt16)
	case reflect.Slice:
		want = "a list"
	}
	return fmt.Errorf("%s: %.40s: want %s", wrong.Field, wrong.Value, want)
}

// do carries out a request.
func (s *Server) do(r *Request) (*Reply, error) {
	reply := &Reply{}
	for _, game := range append([]int{r.Game}, r.Games...) {
		if game < 0 || game >= s.spec.Games {
			return nil, fmt.Errorf("game %d: want 0 to %d", game, s.spec.Games-1)
		}
	}
	if r.Slot < 0 || r.Slot >= s.spec.Slots {
		return nil, fmt.Errorf("slot %d: want 0 to %d", r.Slot, s.spec.Slots-1)
	}
	var err error
	switch r.Do {
	case "reset":
		return reply, s.reset(r)
	case "state":
		state := s.batch.State(r.Game)
		reply.State = &state
	case "restore":
		if r.State == nil {
			return nil, fmt.Errorf("restore: want a state")
		}
		if err := s.sound(r.State); err != nil {
			return nil, fmt.Errorf("the state: %w", err)
		}
		return reply, s.restore(r.Game, *r.State)
	case "text":
		reply.Text, err = s.batch.Text(r.Game, r.Slot, r.Actions)
	case "parse":
		reply.Actions, err = s.batch.Parse(r.Game, r.Slot, r.Text)
	case "see":
		reply.Move, err = s.batch.Pose(r.Game, r.View, r.Actions, s.frame)
	case "why":
		if why := s.batch.Why(r.Game); why != nil {
			reply.Text = why.Error()
		}
	case "read":
		reply.State, err = s.read(r)
	default:
		return s.look(r)
	}
	return reply, err
}

// look shows a game to people.
func (s *Server) look(r *Request) (*Reply, error) {
	shown := s.batch.Look(r.Game)
	if shown == nil {
		return nil, fmt.Errorf("game %d: want a reset first", r.Game)
	}
	switch r.Do {
	case "legal":
		seat := int(s.frame.ToPlay[r.Game])
		if s.spec.Slots > 1 {
			seat = r.Slot
		}
		return &Reply{Texts: shown.Legal(seat)}, nil
	case "layout":
		return &Reply{Text: shown.Text()}, nil
	case "draw":
		var c ascii.Canvas
		shown.Draw(&c)
		var text strings.Builder
		err := c.Write(&text, func(ascii.Style) string { return "" })
		return &Reply{Text: strings.TrimRight(text.String(), "\n")}, err
	case "svg":
		if shown.Scene == nil {
			return nil, fmt.Errorf("%s has no pictures", s.spec.Game)
		}
		var text strings.Builder
		now := shown.Scene(nil)
		err := render.SVG(&text, &now, render.Options{Dark: r.Dark, Width: r.Width, Title: s.spec.Game})
		return &Reply{Text: text.String()}, err
	case "rgb":
		if shown.Scene == nil {
			return nil, fmt.Errorf("%s has no pictures", s.spec.Game)
		}
		now := shown.Scene(nil)
		pixels, width, height, err := picture.RGB(&now, render.Options{Dark: r.Dark, Width: r.Width})
		return &Reply{Pixels: pixels, Width: width, Height: height}, err
	case "watch":
		return s.watch(r.Game, shown)
	}
	return nil, fmt.Errorf("request %q: want reset, state, restore, text, parse, legal, layout, draw, svg, rgb, watch, why, read or see", r.Do)
}

// reset sets games up.
func (s *Server) reset(r *Request) error {
	if len(r.Seeds) != len(r.Games) {
		return fmt.Errorf("reset: %d seeds for %d games", len(r.Seeds), len(r.Games))
	}
	setup := s.setup
	if r.Start != nil {
		setup.Start = *r.Start
	}
	if r.Options != nil {
		if err := s.check(r.Options); err != nil {
			return err
		}
		setup.Options = r.Options
	}
	for k, game := range r.Games {
		if !seeds.Valid(r.Seeds[k]) {
			return fmt.Errorf("game %d: seed %q: want a decimal integer", game, r.Seeds[k])
		}
		setup.Seed = r.Seeds[k]
		if err := s.resetGame(game, setup); err != nil {
			return err
		}
	}
	return nil
}

// resetGame sets a game up and shows it.
func (s *Server) resetGame(game int, setup match.Setup) error {
	if err := s.batch.Reset(game, setup); err != nil {
		return fmt.Errorf("game %d: %w", game, err)
	}
	s.batch.Show(game, game+1, s.frame)
	return nil
}

// check makes sure that the game has these options, and writes a switch as games expect it. Games do not look at other names.
func (s *Server) check(options match.Params) error {
	var names []string
	for _, o := range s.spec.Options {
		names = append(names, o.Name)
		value, set := options[o.Name]
		if !set || o.Default != "false" {
			continue
		}
		on, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("option %q: %.40q: want true or false", o.Name, value)
		}
		options[o.Name] = strconv.FormatBool(on)
	}
	for name := range options {
		if !slices.Contains(names, name) {
			return fmt.Errorf("option %.40q: %s has %s", name, s.spec.Game, cmp.Or(strings.Join(names, ", "), "no options"))
		}
	}
	return nil
}

// sound makes sure that a state is one of this game, as far as that can be seen before its actions are played.
func (s *Server) sound(state *batch.State) error {
	switch {
	case !seeds.Valid(state.Seed):
		return fmt.Errorf("seed %.40q: want a decimal integer, as text", state.Seed)
	case state.Episode < 0:
		return fmt.Errorf("episode %d: want at least 0", state.Episode)
	}
	return s.check(state.Options)
}

// restore puts a game into a saved state: one of its own, or one of another game, which may not be set up yet.
func (s *Server) restore(game int, state batch.State) error {
	if !seeds.Valid(state.Seed) {
		return fmt.Errorf("game %d: want a reset first", game)
	}
	err := s.batch.Restore(game, state)
	s.batch.Show(game, game+1, s.frame)
	return err
}

// read returns the state that plays a game of a record again.
func (s *Server) read(r *Request) (*batch.State, error) {
	games, err := record.Read(strings.NewReader(r.Text))
	if err != nil {
		return nil, err
	}
	if r.Index < 0 || r.Index >= len(games) {
		return nil, fmt.Errorf("game %d of the record: it has %d", r.Index, len(games))
	}
	state, err := s.batch.Read(&games[r.Index])
	return &state, err
}
