package board

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// MaxBoards is how many running games of a league are shown as small boards.
const MaxBoards = 12

// Limits on what a worker may show. The boards of the games are far below them.
const (
	maxSide   = 100 // cells of a board in a row
	maxPieces = 2000
	maxLayers = 64
	maxMarks  = 200
	maxZones  = 16
	maxCells  = 1000 // of a mark
	maxSVG    = 512 << 10
)

// How long a board is shown without a new position, and how long a league counts as viewed after a request.
const (
	fresh = 8 * time.Second
	looks = 6 * time.Second
)

// Position is a position of a running game, from the worker that plays it.
type Position struct {
	Worker string
	Slot   int    // of the worker, which plays its next game in the same slot
	ID     string // of the job
	Ply    int
	Scene  []byte // JSON, from a stranger
	At     time.Time
}

// Watched is a league that somebody views.
type Watched struct {
	League string
	Game   string
	IDs    []string // of jobs whose games somebody views alone
}

// stage has the running games of a league that are shown.
type stage struct {
	mu     sync.Mutex
	looked time.Time            // when the league was last viewed
	alone  map[string]time.Time // when a game was last viewed alone, by the job's id
	shows  map[string]*show     // by worker and slot
}

// show is a running game.
type show struct {
	Position
	key    string
	number int
	teams  []string
	scene  *scene.Scene
	scores []string
	drawn  [2]string // as a picture, light and dark; "": not yet
}

// Watched returns the leagues that somebody views, in the order of their names.
func (b *Board) Watched(now time.Time) (list []Watched) {
	b.mu.Lock()
	all := make([]*contest, 0, len(b.leagues))
	for _, c := range b.leagues {
		all = append(all, c)
	}
	b.mu.Unlock()
	for _, c := range all {
		s := &c.stage
		s.mu.Lock()
		if now.Sub(s.looked) < looks {
			w := Watched{League: c.name, Game: c.game.Name}
			for id, at := range s.alone {
				if now.Sub(at) < looks {
					w.IDs = append(w.IDs, id)
				} else {
					delete(s.alone, id)
				}
			}
			slices.Sort(w.IDs)
			list = append(list, w)
		}
		s.mu.Unlock()
	}
	slices.SortFunc(list, func(x, y Watched) int { return strings.Compare(x.League, y.League) })
	return list
}

// Show adds a position from a worker. boards is how many games the worker may show. A position that is wrong is ignored.
func (b *Board) Show(league string, p Position, boards int) {
	c := b.contest(league)
	if c == nil || p.Slot < 0 || p.Ply < 0 {
		return
	}
	c.plan.Lock()
	pairing, ok := c.follower.Pairing(p.ID)
	c.plan.Unlock()
	if !ok {
		return
	}
	now, scores, err := readScene(p.Scene, b.options.Sheets[c.game.Name], len(pairing.Teams))
	if err != nil {
		return
	}
	p.Scene = nil
	on := &show{Position: p, key: p.Worker + "." + strconv.Itoa(p.Slot), number: pairing.N, scene: now, scores: scores}
	teams := c.named()
	for _, team := range pairing.Teams {
		on.teams = append(on.teams, teams[team].shown)
	}
	s := &c.stage
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shows == nil {
		s.shows = map[string]*show{}
	}
	delete(s.shows, on.key)
	s.leave(boards, func(other *show) bool { return other.Worker == p.Worker })
	s.leave(MaxBoards, func(*show) bool { return true })
	s.shows[on.key] = on
}

// leave makes room for one more board among those for which of returns true: it removes the oldest. most is how many of them
// there may be.
func (s *stage) leave(most int, of func(*show) bool) {
	var list []*show
	for _, on := range s.shows {
		if of(on) {
			list = append(list, on)
		}
	}
	slices.SortFunc(list, func(x, y *show) int { return x.At.Compare(y.At) })
	for _, on := range list[:max(0, len(list)-max(1, most)+1)] {
		delete(s.shows, on.key)
	}
}

// small is a board as a browser receives it. Its strings are plain text, except for SVG.
type small struct {
	Key    string   `json:"key"`
	Game   int      `json:"game"`
	Teams  []string `json:"teams"` // by seat
	Scores []string `json:"scores"`
	Seats  []string `json:"seats"` // their colours
	Where  string   `json:"where"` // such as "turn 12"
	Link   string   `json:"link"`  // to the game alone
	SVG    string   `json:"svg"`
}

// now sends the running games of a league, or with ?game=N only game N, and records that somebody views them.
func (b *Board) now(q *request) error {
	c, err := b.called(q)
	if err != nil {
		return err
	}
	alone, err := number(q, "game", 1e9)
	if err != nil {
		return err
	}
	answer := struct {
		Boards []small `json:"boards"`
		Over   bool    `json:"over"` // the game is over, or all of them are
		Replay bool    `json:"replay"`
	}{Boards: []small{}, Replay: b.replays.can()}
	dark := q.URL.Query().Get("dark") != ""
	link := data{token: q.token}
	for _, on := range c.stage.look(time.Now(), alone) {
		picture, err := c.stage.picture(on, dark)
		if err != nil {
			continue // it is too large
		}
		board := on.scene.Board
		s := small{
			Key: on.key, Game: on.number, Teams: on.teams, Scores: on.scores, SVG: picture,
			Where: strings.ToLower(board.Unit) + " " + strconv.Itoa(on.scene.Group),
			Link:  link.To("/league/", c.name, "/game/", on.number),
		}
		for _, chair := range board.Seats {
			s.Seats = append(s.Seats, chair.Colour)
		}
		answer.Boards = append(answer.Boards, s)
	}
	if alone >= 0 {
		_, answer.Over = c.find(alone)
	} else {
		c.mu.Lock()
		answer.Over = c.view.Over
		c.mu.Unlock()
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	sum := fnv.New64a()
	sum.Write(text)
	q.send(fmt.Sprintf(`"%x"`, sum.Sum64()), "application/json", text)
	return nil
}

// look returns the running games in the order of their numbers, and records that somebody views them. If alone is not below 0, it
// returns the game of this number only.
func (s *stage) look(now time.Time, alone int) (list []*show) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looked = now
	for key, on := range s.shows {
		switch {
		case now.Sub(on.At) > fresh:
			delete(s.shows, key)
		case alone < 0:
			list = append(list, on)
		case on.number == alone:
			list = append(list[:0], on) // a second worker may play it, too: one is enough
			if s.alone == nil {
				s.alone = map[string]time.Time{}
			}
			if len(s.alone) < MaxBoards || !s.alone[on.ID].IsZero() {
				s.alone[on.ID] = now
			}
		}
	}
	slices.SortFunc(list, func(x, y *show) int {
		if x.number != y.number {
			return x.number - y.number
		}
		return strings.Compare(x.key, y.key)
	})
	return list
}

// errLarge is the error of a picture that is too large.
var errLarge = errors.New("the picture is too large")

// picture draws a running game once for each theme.
func (s *stage) picture(on *show, dark bool) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	theme := map[bool]int{true: 1}[dark]
	if on.drawn[theme] != "" {
		return on.drawn[theme], nil
	}
	var b bytes.Buffer
	err := render.SVG(&b, on.scene, render.Options{Width: 320, Mini: true, Dark: dark})
	if err == nil && b.Len() > maxSVG {
		err = errLarge
	}
	if err == nil {
		on.drawn[theme] = b.String()
	}
	return on.drawn[theme], err
}

// alone shows a running game on a page of its own; false: no worker shows it.
func (b *Board) alone(q *request, c *contest, n int) (bool, error) {
	if len(c.stage.look(time.Now(), n)) == 0 {
		return false, nil
	}
	text, err := fill("watch", data{fmt.Sprintf("%s: game %d", c.name, n), q.token, struct {
		Name, Game string
		N          int
	}{c.name, c.game.Name, n}})
	if err == nil {
		q.ResponseWriter.Header().Set("Content-Type", page)
		q.ResponseWriter.Write(text) // the client may be gone; nothing can be done
	}
	return true, err
}

// colours are those that seats may have.
var colours = []string{"blue", "red", "yellow"}

// readScene reads the scene of a stranger for a game with the given number of seats and the given sheet. The scene that it
// returns can be drawn: it has a board of a sensible size, and no text except the unit and tags of pieces. The scores are by
// seat.
func readScene(text []byte, sheet string, seats int) (*scene.Scene, []string, error) {
	var wire struct {
		scene.Scene
		Sides map[string]struct {
			Score json.RawMessage `json:"score"`
		} `json:"sides"`
	}
	if len(text) > protocol.MaxScene {
		return nil, nil, fmt.Errorf("a scene of %d bytes: want at most %d", len(text), protocol.MaxScene)
	}
	if err := json.Unmarshal(text, &wire); err != nil {
		return nil, nil, fmt.Errorf("no scene: %w", err)
	}
	s := &wire.Scene
	b := s.Board
	switch {
	case b == nil || b.W < 1 || b.H < 1 || b.W > maxSide || b.H > maxSide:
		return nil, nil, fmt.Errorf("a scene without a board of 1x1 to %dx%[1]d cells", maxSide)
	case len(b.Seats) != seats:
		return nil, nil, fmt.Errorf("a board of %d seats: want %d", len(b.Seats), seats)
	case len(s.Layers) > maxLayers || len(s.Pieces) > maxPieces || len(s.Marks) > maxMarks || len(b.Zones) > maxZones ||
		len(b.Overlays) > maxLayers:
		return nil, nil, errors.New("a scene with too many parts")
	}
	for i := range b.Seats {
		if c := &b.Seats[i]; !slices.Contains(colours, c.Colour) {
			return nil, nil, fmt.Errorf("a seat in the colour %.20q: want blue, red or yellow", c.Colour)
		}
	}
	b.Sheet, b.Unit, b.Lift = sheet, scene.Text(b.Unit, 20), min(max(b.Lift, 0), 1)
	for i, z := range b.Zones {
		if z.X < 0 || z.Y < 0 || z.W < 0 || z.H < 0 || z.X > b.W-z.W || z.Y > b.H-z.H {
			b.Zones[i] = scene.Zone{}
		}
	}
	for id, p := range s.Pieces {
		p.Lift, p.Title = min(max(p.Lift, 0), 20), ""
		s.Pieces[id] = p
	}
	for i := range s.Marks {
		m := &s.Marks[i]
		m.R, m.Text, m.Cells = min(max(m.R, 0), maxSide), "", m.Cells[:min(len(m.Cells), maxCells)]
	}
	s.Moves, s.Next, s.Group = nil, "", min(max(s.Group, 0), 1e9)
	scores := make([]string, seats)
	for seat := range scores {
		scores[seat] = scoreOf(wire.Sides[strconv.Itoa(seat)].Score)
	}
	return s, scores, nil
}

// scoreOf writes the score of a stranger's scene: a number, a text, or two numbers, as in "1 of 2". "": it is none of them.
func scoreOf(text json.RawMessage) string {
	var score any
	if json.Unmarshal(text, &score) != nil {
		return ""
	}
	number := func(v any) string {
		f, _ := v.(float64)
		return strconv.FormatFloat(f, 'g', 6, 64)
	}
	switch v := score.(type) {
	case float64:
		return number(v)
	case string:
		return scene.Text(v, 20)
	case []any:
		if len(v) == 2 {
			return number(v[0]) + " of " + number(v[1])
		}
	}
	return ""
}
