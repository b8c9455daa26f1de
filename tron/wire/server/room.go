package server

import (
	"sync"
	"sync/atomic"
	"time"
)

// farewell is the time that clients have to read the end of a game.
const farewell = 500 * time.Millisecond

// room is a table with its clock and its clients.
type room struct {
	server  *Server
	number  int
	config  *Config
	cycle   atomic.Int64 // the current cycle, to notice floods without the lock
	mu      sync.Mutex   // guards the following fields
	table   *Table
	clients map[Client]*conn
	timer   *time.Timer
	due     time.Time // when the timer will fire
	worst   time.Duration
	ended   bool
	closed  bool
	frames  [][]byte      // what spectators see
	shown   int           // number of cycles passed to Cycled
	told    int           // number of frames for which spectators were woken
	more    chan struct{} // closed when there are more frames
}

func newRoom(s *Server, number int, config *Config) *room {
	r := &room{
		server: s, number: number, config: config, table: NewTable(config, s.Start),
		clients: map[Client]*conn{}, more: make(chan struct{}),
	}
	r.table.Send = func(to Client, frame []byte) {
		if c := r.clients[to]; c != nil {
			c.send(frame)
		}
	}
	if s.Gallery {
		r.table.Watch = func(frame []byte) { r.frames = append(r.frames, frame) }
	}
	r.table.Open()
	return r
}

func (r *room) joining() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.table.Phase() == Joining
}

// admit lets a client join if it may.
func (r *room) admit(a application) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.table.Accepts(a.class, a.v) {
		return false
	}
	r.clients[a.conn.id] = a.conn
	a.conn.room.Store(r)
	a.conn.know()
	r.table.Receive(a.conn.id, a.body, time.Now())
	if r.table.Phase() == Waiting {
		r.arm(time.Now().Add(time.Until(r.table.StartTime()))) // on the monotonic clock: the machine's may be set back
	}
	r.settle()
	return true
}

func (r *room) receive(c *conn, body []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.table.Position().Cycle()
	r.table.Receive(c.id, body, time.Now())
	if r.table.Position().Cycle() != before && r.table.Phase() == Playing { // the command ended the cycle
		r.arm(time.Now().Add(r.config.CycleDuration))
	}
	r.settle()
}

func (r *room) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.table.Leave(c.id)
	delete(r.clients, c.id)
	r.settle()
}

// arm sets the clock.
func (r *room) arm(at time.Time) {
	r.due = at
	if r.closed {
		return
	}
	if r.timer == nil {
		r.timer = time.AfterFunc(time.Until(at), r.tick)
	} else {
		r.timer.Reset(time.Until(at))
	}
}

// tick is called by the clock. If the clock was set again while tick waited for the lock, it is too early, and tick will be
// called again.
func (r *room) tick() {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if r.closed || now.Before(r.due) {
		return
	}
	r.worst = max(r.worst, now.Sub(r.due))
	lasts := r.config.CycleDuration
	switch r.table.Phase() {
	case Waiting:
		r.table.Begin()
		lasts = r.config.FirstCycle
	case Playing:
		r.table.Cycle()
	}
	if r.table.Phase() == Playing {
		next := r.due.Add(lasts)
		if next.Before(now) { // the machine slept: do not play two cycles at once
			next = now.Add(lasts)
		}
		r.arm(next)
	}
	r.settle()
}

// show reports a cycle that is over.
func (r *room) show() {
	over, n := r.table.Phase() == Over, r.table.Position().Cycle()
	if r.table.Phase() != Playing && !over || r.shown == n+1 && !over || r.ended {
		return
	}
	r.shown = n + 1
	r.server.Cycled(Cycle{r.number, r.table.Names(), *r.table.Position(), r.table.last, over})
}

// settle is called before the lock is released: it wakes spectators, and ends the game if it is over.
func (r *room) settle() {
	r.cycle.Store(int64(r.table.Position().Cycle()))
	if r.server.Cycled != nil {
		r.show()
	}
	if len(r.frames) != r.told || r.table.Phase() == Over {
		r.told = len(r.frames)
		close(r.more)
		r.more = make(chan struct{})
	}
	if r.table.Phase() != Over || r.ended {
		return
	}
	r.ended = true
	ending := Ending{Game: r.number, Names: r.table.Names(), Position: *r.table.Position(), Worst: r.worst, Frames: r.frames}
	r.server.crew.Go(func() {
		r.server.over(r)
		if r.server.Ended != nil {
			r.server.Ended(ending)
		}
		time.Sleep(farewell)
		r.mu.Lock()
		for _, c := range r.clients {
			c.finish()
		}
		r.mu.Unlock()
		r.server.emptied()
	})
}

func (r *room) cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.timer != nil {
		r.timer.Stop()
	}
}
