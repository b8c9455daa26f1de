package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Options say how a server is made.
type Options struct {
	Open    bool                                   // whoever reaches the server may watch; otherwise a token is needed
	Hosts   []string                               // further names that browsers may use for it, see Guard
	Speed   float64                                // plies a second at first; 0: as fast as they come
	Paused  bool                                   // at first
	StopAt  int                                    // the frame of every game, from 1, at which it pauses; 0: it does not pause
	Can     []string                               // what a page may ask for, apart from pausing: see Control
	Control func(c Control) (reply any, err error) // carries out what Can lists; the page shows the reply
	Setup   func() any                             // the choices for a new game, as JSON for the page; with new in Can
	Files   *Files                                 // what is done with games as files; nil: nothing
}

// Control is a request of a person in a browser to change the game.
type Control struct {
	Do   string          // of a question: hint, why (not With), undo, resign, deal (by chance); or new, kill, queue, quit
	Seat int             // the seat that the person plays; -1: none
	Ply  int             // of the question
	With json.RawMessage // further details, for why, new and queue; nil: none
}

// Files are what a page can do with games as files. A nil function is something that it cannot do.
type Files struct {
	Record func() []byte                     // the record of the game on the page, as far as it was played
	Show   func(file []byte) ([]byte, error) // reads a game for a page, as [Replay.JSON] writes it
	// Review returns what a strong player says of the game in a file, as JSON for the page; seen is called after each ply.
	Review func(ctx context.Context, file []byte, seen func(ply, of int)) ([]byte, error)
}

// can returns what a page may ask for, of a question or apart from the game.
func (o *Options) can() []string {
	can := slices.Clone(o.Can)
	if f := o.Files; f != nil {
		for name, ok := range map[string]bool{"record": f.Record != nil, "show": f.Show != nil, "review": f.Review != nil} {
			if ok {
				can = append(can, name)
			}
		}
	}
	return can
}

// general reports whether the request is not about a question to a player.
func (c Control) general() bool {
	return slices.Contains([]string{"new", "kill", "queue", "quit"}, c.Do)
}

// Server shows one game after the other to any number of browsers. Its methods may be called from several goroutines.
type Server struct {
	options   Options
	keys      []*keys // its own, and those of its lobby
	done      chan struct{}
	reviewing sync.Mutex // held while a game is reviewed
	closed    bool       // set before done is closed: only this table ends, and the program goes on
	id        string     // in the ids of its events: a browser may come back to another server at the same address

	mu      sync.Mutex
	wake    chan struct{} // closed when there is news
	game    int           // number of the game, from 1
	replay  *Replay
	log     [][]byte // the events of the game, as they are sent
	text    string   // of the position now
	start   []byte   // the first message to a page, as JSON
	asks    []*question
	asked   int // number of questions so far
	pace    pace.Pace
	people  []int              // seats
	shown   time.Time          // when the latest snapshot was shown
	chosen  []string           // by seat: the names that pause conditions use
	more    bool               // another game follows this one
	beside  []byte             // the event of what stands beside the games
	missing []int              // seats of people who have not come yet
	here    map[*listener]bool // browsers that listen
}

// NewServer returns a server that shows no game yet.
func NewServer(o Options) *Server {
	s := &Server{options: o, keys: []*keys{{}}, done: make(chan struct{}), wake: make(chan struct{}), here: map[*listener]bool{}}
	s.id, s.pace = rand.Text(), pace.Pace{Speed: o.Speed, Paused: o.Paused}
	return s
}

// Token returns a new token: of somebody who plays a seat, or with -1 of somebody who controls the game and may play every seat
// that is a person's.
func (s *Server) Token(seat int) string { return s.keys[0].add(seat) }

// Arrived waits until there is a person for each of the seats. It returns the error of ctx if that is done first.
func (s *Server) Arrived(ctx context.Context, seats []int) error {
	for {
		s.mu.Lock()
		missing := slices.DeleteFunc(slices.Clone(seats), func(seat int) bool {
			for l := range s.here {
				if l.grant.plays(seat) {
					return true
				}
			}
			return false
		})
		if !slices.Equal(missing, s.missing) {
			s.missing = missing
			s.news()
		}
		wake := s.wake
		s.mu.Unlock()
		if len(missing) == 0 {
			return ctx.Err()
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Wait holds the game between two questions, as the people at the page want it: paused, step by step, at a speed. It returns the
// error of ctx when that is done first.
func (s *Server) Wait(ctx context.Context) error {
	for {
		s.mu.Lock()
		wait, wake := s.pace.Hold(), s.wake
		if wait == 0 {
			s.pace.Stepped()
		}
		s.mu.Unlock()
		if wait == 0 {
			return ctx.Err()
		}
		if wait < 0 {
			wait = time.Hour
		}
		timer := time.NewTimer(wait)
		select {
		case <-wake:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// Pause makes the next game pause between two questions until a person continues it.
func (s *Server) Pause() { s.mu.Lock(); s.pace.Paused = true; s.mu.Unlock() }

// Speed sets how many plies a second games go on; 0: as fast as they come.
func (s *Server) Speed(plies float64) { s.mu.Lock(); s.pace.Speed = plies; s.news(); s.mu.Unlock() }

// Rules returns the rules by which games pause.
func (s *Server) Rules() pace.Rules { s.mu.Lock(); defer s.mu.Unlock(); return s.pace.Rules() }

// Follow sets the rules by which games pause.
func (s *Server) Follow(r pace.Rules) { s.mu.Lock(); s.pace.Follow(r); s.mu.Unlock() }

// Between holds the end of a game after which another one follows, as Wait does.
func (s *Server) Between(ctx context.Context) error {
	s.follow(true)
	defer s.follow(false)
	return s.Wait(ctx)
}

func (s *Server) follow(more bool) { s.mu.Lock(); s.more = more; s.news(); s.mu.Unlock() }

// news wakes everybody who listens. The caller holds the lock.
func (s *Server) news() {
	close(s.wake)
	s.wake = make(chan struct{})
}

// Begin begins a game. Nothing is to be seen before the first Show.
func (s *Server) Begin(g Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.game++
	s.replay, s.log, s.text, s.start = NewReplay(g), nil, "", nil
	s.chosen, s.people = s.replay.head.Names, g.People
	if g.Chosen != nil {
		s.chosen = nil
		for _, name := range g.Chosen {
			s.chosen = append(s.chosen, scene.Text(name, maxName)) // as the names of conditions
		}
	}
	s.pace.Begin()
}

// Show shows a snapshot. It is called before the first question and after every answer, or answers that were asked at once; and
// once more when there is a result.
func (s *Server) Show(snap Snapshot) {
	text := ""
	if snap.Text != nil {
		text = snap.Text()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replay == nil {
		s.replay = NewReplay(Game{})
		s.game++
	}
	s.text, s.shown = text, time.Now()
	a := s.replay.add(snap)
	if a.cut >= 0 {
		cut := map[string]any{"length": a.cut}
		if a.ply == nil {
			cut["scene"], cut["count"], s.start = s.replay.head.Scene, s.replay.head.Count, nil
		}
		s.event("cut", cut)
	}
	if a.ply != nil {
		s.event("ply", a.ply)
	}
	if s.replay.result != nil {
		s.event("end", s.replay.result)
	}
	fault := ""
	for _, f := range snap.Faults {
		fault = s.replay.last.Board.Seats[f.Seat].ID + ": " + scene.Text(f.Text, maxText)
	}
	s.pace.Shown(s.replay.last, s.chosen, a.ply != nil, fault)
	s.pace.Paused = s.pace.Paused || snap.Ply+1 == s.options.StopAt
	s.news()
}

// Beside shows data beside the games, as JSON for the page. Browsers that are connected, or connect later, get the latest data.
func (s *Server) Beside(v any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beside = frame("beside", "", v)
	s.news()
}

// event adds an event to the log. The caller holds the lock.
func (s *Server) event(kind string, v any) {
	s.log = append(s.log, frame(kind, fmt.Sprintf("%s.%d.%d", s.id, s.game, len(s.log)+1), v))
}

// frame is an event as it is sent.
func frame(kind, id string, v any) []byte {
	data, err := json.Marshal(v) // one line: line feeds are escaped
	if err != nil {
		data = []byte("null") // none of our types fails
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "event: %s\n", kind)
	if id != "" {
		fmt.Fprintf(&b, "id: %s\n", id)
	}
	fmt.Fprintf(&b, "data: %s\n\n", data)
	return b.Bytes()
}

// scene returns the current scene, nil before a game.
func (s *Server) scene() *scene.Scene {
	if s.replay == nil {
		return nil
	}
	return s.replay.last
}
