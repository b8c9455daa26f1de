package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// Player is a team of any kind.
type Player = turn.Player[pelita.View, pelita.Move]

// maxName is the largest length of a team's name, in characters; longer names are cut.
const maxName = 80

// nameLayout is the layout of a game that is set up only to learn the name of a team.
const nameLayout = "########\n#a # . #\n#b.  xy#\n########\n"

var errNoName = errors.New("it has no name")

// NameOf asks a player for the name of its team, with the questions of a set-up. The error says why it cannot play, or that it
// gives no name.
func NameOf(ctx context.Context, p Player, version pelita.Version) (string, error) {
	l, err := pelita.ParseLayout(nameLayout)
	if err != nil {
		panic(err) // it is a constant
	}
	m, err := l.Maze()
	if err != nil {
		panic(err)
	}
	question := pelita.View{Kind: pelita.AskStart, Version: version, Maze: m, Bot: -1, MaxRounds: 1, Setup: true, Seed: 1}
	question.Team.Seat, question.Enemy.Seat = pelita.Blue, pelita.Red
	for bot := range 2 {
		question.Team.Bots[bot], question.Enemy.Bots[bot] = l.Bots[2*bot], l.Bots[2*bot+1]
	}
	question.Team.Food, question.Enemy.Food = l.Food[:1], l.Food[1:]
	if version == pelita.V270 {
		question.Kind = pelita.AskName
	}
	u := turn.Wrapped[pelita.View, pelita.Move]{Player: p}
	game := turn.Game{ID: "name", Seats: referee.Seats, Seed: "1", View: Codec.View(question)}
	if err := u.Open(ctx, game); err != nil {
		return "", err
	}
	defer u.End(nil)
	_, name, err := u.Answer(ctx, question)
	if name = clean.Line(name, maxName); err == nil && name == "" {
		err = errNoName
	}
	return name, err
}

// lent is one of our players in a game of the original, or in one of ours that treats it as the original's: it answers the
// messages that a team in Python would get.
type lent struct {
	player  turn.Wrapped[pelita.View, pelita.Move]
	version pelita.Version // of the conversation
	name    string
	renamed bool          // the player may not choose its name
	silent  bool          // its texts are dropped
	budget  time.Duration // for an answer, set by the game; 0: no limit

	maze *pelita.Maze // nil before the game
	seed uint64
}

// message is a question of the original.
type message struct {
	ID     json.RawMessage `json:"__uuid__"`
	Action string          `json:"__action__"`
	Data   struct {
		Team  int             `json:"team_id"`
		State json.RawMessage `json:"game_state"`
	} `json:"__data__"`
}

// gameState is the state of a game as a team receives it.
type gameState struct {
	Team      sideState `json:"team"`
	Enemy     sideState `json:"enemy"`
	Round     *int      `json:"round"`
	Bot       *int      `json:"bot_turn"`
	Budget    *float64  `json:"timeout_length"`
	MaxRounds int       `json:"max_rounds"`
	Walls     []cell    `json:"walls"`
	Shape     [2]int    `json:"shape"`
	Seed      uint64    `json:"seed"`
}

type sideState struct {
	Seat   int     `json:"team_index"`
	Bots   [2]cell `json:"bot_positions"`
	Noisy  [2]bool `json:"is_noisy"`
	Score  int     `json:"score"`
	Kills  [2]int  `json:"kills"`
	Deaths [2]int  `json:"deaths"`
	Killed [2]bool `json:"bot_was_killed"`
	Errors int     `json:"error_count"`
	Food   []cell  `json:"food"`
	Shaded []cell  `json:"shaded_food"`
	Name   string  `json:"name"`
	Time   float64 `json:"team_time"`
}

// greeting returns the first message of a player of version 2.7.
func (l *lent) greeting() []byte {
	return append(appendString([]byte(`{"__status__": "ok", "__data__": {"team_name": `), l.name), "}}"...)
}

// answer returns the reply to a message, nil for none; over says that the conversation has ended.
func (l *lent) answer(ctx context.Context, text []byte) (reply []byte, over bool) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil || len(m.ID) > maxName || m.ID != nil && m.ID[0] != '"' {
		return nil, false // the original's players ignore it, too
	}
	result, err := l.act(ctx, &m)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, false // a late player says nothing more
	case err != nil && m.ID == nil:
		return nil, true // no answer is wanted
	case err != nil:
		kind := "PlayerError"
		var fault *turn.Fault
		if errors.As(err, &fault) {
			kind = string(fault.Kind)
		}
		reply = append(append([]byte(`{"__uuid__": `), m.ID...), `, "__error__": `...)
		reply = append(appendString(reply, kind), `, "__error_msg__": `...)
		return append(appendString(reply, clean.Line(err.Error(), maxText)), '}'), true
	}
	over = m.Action == actions[pelita.AskEnd]
	if over && l.version == pelita.V270 || m.ID == nil {
		return nil, over
	}
	reply = append(append([]byte(`{"__uuid__": `), m.ID...), `, "__return__": `...)
	return append(append(reply, result...), '}'), over
}

// maxText is the largest length of an error message to a game, in characters.
const maxText = 200

// act does what a message asks for and returns the result as JSON. A player that panics has failed.
func (l *lent) act(ctx context.Context, m *message) (result []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = turn.Faultf(turn.Crashed, "%v", r)
		}
	}()
	switch m.Action {
	case actions[pelita.AskName]:
		return appendString(nil, l.name), nil
	case actions[pelita.AskStart]:
		v, err := l.begin(ctx, m)
		if err != nil {
			return nil, err
		}
		_, name, err := l.player.Answer(ctx, v)
		if name = clean.Line(name, maxName); l.renamed || name == "" {
			name = l.name
		}
		return appendString(nil, name), err
	case actions[pelita.AskMove]:
		return l.move(ctx, m)
	case actions[pelita.AskEnd]:
		if v, err := l.view(m, pelita.AskEnd); err == nil {
			l.player.Answer(ctx, v)
		}
		l.player.End(nil)
		return []byte("null"), nil
	}
	return nil, fmt.Errorf("unknown action %.60q", m.Action)
}

// begin opens the game that a message announces.
func (l *lent) begin(ctx context.Context, m *message) (v pelita.View, err error) {
	if v, err = l.view(m, pelita.AskStart); err != nil {
		return v, err
	}
	game := turn.Game{
		ID: "lent", Seat: int(v.Team.Seat), Seats: referee.Seats, Seed: strconv.FormatUint(v.Seed, 10), View: Codec.View(v),
	}
	if !l.local() {
		game.Budget.Move = l.budget
	}
	return v, l.player.Open(ctx, game)
}

// local reports whether the player thinks in this process. It then thinks by counts, so that it plays here as it does in our own
// games.
func (l *lent) local() bool {
	_, local := l.player.Player.(interface{ Local() })
	return local
}

// move asks for a move.
func (l *lent) move(ctx context.Context, m *message) ([]byte, error) {
	v, err := l.view(m, pelita.AskMove)
	if err != nil {
		return nil, err
	}
	if l.budget > 0 && !l.local() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.budget)
		defer cancel()
	}
	move, say, err := l.player.Answer(ctx, v)
	if err != nil && ctx.Err() != nil {
		return nil, context.DeadlineExceeded
	} else if err != nil {
		return nil, err
	}
	if l.silent {
		say = ""
	}
	w := writer{dst: append([]byte(nil), `{"move": `...), style: loose}
	w.move(move)
	w.key("say")
	w.dst = appendString(w.dst, say)
	if l.version == pelita.V270 {
		w.key("overlay")
		w.paint(move.Paint)
	}
	return append(w.dst, '}'), nil
}

// view reads the question of a message. The message comes from a stranger, so cells outside the board are an error.
func (l *lent) view(m *message, kind pelita.Kind) (v pelita.View, err error) {
	var s gameState
	if err := json.Unmarshal(m.Data.State, &s); err != nil {
		return v, fmt.Errorf("game_state: %w", err)
	}
	if kind == pelita.AskStart {
		if err := l.readBoard(&s); err != nil {
			return v, err
		}
	}
	if l.maze == nil {
		return v, errors.New("want set_initial before anything else")
	}
	v = pelita.View{
		Kind: kind, Version: l.version, Maze: l.maze, Bot: -1, MaxRounds: s.MaxRounds, Setup: len(s.Walls) > 0, Seed: l.seed,
	}
	if s.Round != nil {
		v.Round = *s.Round
	}
	if s.Bot != nil {
		v.Bot = *s.Bot
	}
	if v.Bot < -1 || v.Bot > 1 || kind == pelita.AskMove && v.Bot < 0 {
		return v, fmt.Errorf("bot_turn %d: want 0 or 1", v.Bot)
	}
	if s.Team.Seat&^1 != 0 || s.Enemy.Seat != 1-s.Team.Seat {
		return v, fmt.Errorf("team_index %d and %d: want 0 and 1", s.Team.Seat, s.Enemy.Seat)
	}
	if v.Team, err = l.side(&s.Team); err == nil {
		v.Enemy, err = l.side(&s.Enemy)
	}
	return v, err
}

// readBoard reads the fields that only the first message has.
func (l *lent) readBoard(s *gameState) (err error) {
	const most = 1 << 16 // of cells; NewMaze checks the product
	width, height := s.Shape[0], s.Shape[1]
	if width < 4 || height < 3 || width > most || height > most {
		return fmt.Errorf("shape %v: want columns and rows of a board", s.Shape)
	}
	walls, border := make([]pelita.Cell, 0, len(s.Walls)), 0
	seen := map[cell]bool{}
	for _, c := range s.Walls {
		if c[0] < 0 || c[0] >= width || c[1] < 0 || c[1] >= height {
			return fmt.Errorf("wall %v: outside of the board", c)
		}
		if !seen[c] && (c[0] == 0 || c[0] == width-1 || c[1] == 0 || c[1] == height-1) {
			border++
		}
		seen[c] = true
		walls = append(walls, pelita.Cell{X: c[0], Y: c[1]})
	}
	if border != 2*(width+height)-4 {
		return errors.New("walls: want some all around the board")
	}
	l.maze, err = pelita.NewMaze(width, height, walls)
	l.seed, l.budget = s.Seed, 0
	if s.Budget != nil && *s.Budget > 0 && *s.Budget < time.Hour.Seconds() {
		l.budget = time.Duration(*s.Budget * float64(time.Second))
	}
	return err
}

func (l *lent) side(s *sideState) (out pelita.Side, err error) {
	out = pelita.Side{
		Seat: pelita.Seat(s.Seat), Noisy: s.Noisy, Score: s.Score, Kills: s.Kills, Deaths: s.Deaths, Killed: s.Killed,
		Errors: s.Errors, Name: clean.Line(s.Name, maxName), Time: s.Time,
	}
	bots, err := l.cells(s.Bots[:], "bot_positions")
	if err != nil {
		return out, err
	}
	out.Bots = [2]pelita.Cell(bots)
	if out.Food, err = l.cells(s.Food, "food"); err == nil {
		out.Shaded, err = l.cells(s.Shaded, "shaded_food")
	}
	return out, err
}

func (l *lent) cells(list []cell, what string) ([]pelita.Cell, error) {
	if len(list) > l.maze.Width()*l.maze.Height() {
		return nil, fmt.Errorf("%s: %d cells are more than the board has", what, len(list))
	}
	cells := make([]pelita.Cell, len(list))
	for i, c := range list {
		if cells[i] = (pelita.Cell{X: c[0], Y: c[1]}); !l.maze.Free(cells[i]) {
			return nil, fmt.Errorf("%s %v: no free cell of the board", what, cells[i])
		}
	}
	return cells, nil
}

// Remote are the settings of a player in a game that started it, as the original starts its players.
type Remote struct {
	Version pelita.Version // of the conversation
	Name    string         // of the team
	Renamed bool           // the player may not choose its name
	Silent  bool           // its texts are dropped
}

// PlayRemote lets one of our players play in the game at an address, tcp://HOST:PORT, until the game has ended or its connection
// is lost.
func PlayRemote(ctx context.Context, p Player, address string, o Remote) error {
	host, found := strings.CutPrefix(strings.Replace(address, "*", "localhost", 1), "tcp://")
	if !found {
		return fmt.Errorf("address %q: want tcp://HOST:PORT", address)
	}
	socket, err := zmtp.Dial(zmtp.Pair, host)
	if err != nil {
		return err
	}
	defer socket.Close(exitTime)
	reach, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	if err := socket.Connected(reach); err != nil {
		return fmt.Errorf("no game at %s within %v", address, startTime)
	}
	l := &lent{version: o.Version, name: o.Name, renamed: o.Renamed, silent: o.Silent}
	l.player.Player = p
	if o.Version == pelita.V270 {
		if err := socket.Send(ctx, l.greeting()); err != nil {
			return err
		}
	}
	look := time.NewTicker(reapTime)
	defer look.Stop()
	from := ""
	for {
		select {
		case m := <-socket.Messages():
			from = m.From
			reply, over := l.answer(ctx, m.Parts[len(m.Parts)-1])
			if reply != nil {
				limit, cancel := context.WithTimeout(ctx, forwardTime) // the game has said goodbye and may be gone
				err := socket.Send(limit, reply)
				cancel()
				if err != nil && !over {
					return err
				}
			}
			if over {
				return nil
			}
		case <-look.C:
			if from != "" && !socket.Knows(from) {
				return fmt.Errorf("the game at %s has closed the connection", address)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
