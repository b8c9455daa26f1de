package main

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

// Small boards of running games. While somebody views a league, the page asks a few workers every lookQueues to show some of
// their games for leaseTime. A worker has its programs write the positions and publishes them, each game once a second at most.
// Nothing of this is stored: a lost message is soon followed by another one. While nobody views a league, nothing is sent.

// watchSubject is the subject of requests to a worker to show games.
func watchSubject(worker string) string { return "watch." + worker }

// shownSubject is the subject on which a worker publishes positions of games of a league.
func shownSubject(league, worker string) string { return "shown." + league + "." + worker }

// wanted is a request to a worker to show games of a league.
type wanted struct {
	League string   `json:"league"`
	Boards int      `json:"boards"`        // how many games it may show
	IDs    []string `json:"ids,omitempty"` // of jobs whose games are shown before others
}

// position is a message of a worker with the position of a game that it is playing.
type position struct {
	Slot  int             `json:"slot"`
	ID    string          `json:"id"` // of the job
	Ply   int             `json:"ply"`
	Scene json.RawMessage `json:"scene"` // a scene.Scene
}

// How long a worker shows games after a request, and how old a position must be before it is shown again unchanged.
const (
	leaseTime  = 3 * lookQueues
	shownAgain = lookQueues * 3 / 4
)

// stage is a game that a slot plays.
type stage struct {
	slot    int
	league  string
	id      string
	program *program
	began   time.Time
	last    *protocol.Shown // what its program showed last; nil: nothing yet
	said    time.Time       // when that was published
}

// lease is the time for which a slot shows its games of a league.
type lease struct {
	league string
	until  time.Time
}

// perform has a program play a game, which can be watched.
func (s *slot) perform(ctx context.Context, p *program, j *job.Job) (*protocol.Done, error) {
	on := &stage{slot: s.number, league: s.league, id: j.ID, program: p, began: time.Now()}
	s.mu.Lock()
	if s.stages == nil {
		s.stages, s.leases = map[int]*stage{}, map[int]lease{}
	}
	s.stages[s.number] = on
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.stages, s.number)
	}()
	return p.play(ctx, j, func(shown *protocol.Shown) {
		s.mu.Lock()
		defer s.mu.Unlock()
		on.last = shown
		if l := s.leases[s.number]; l.league == s.league && time.Now().Before(l.until) {
			s.show(on)
		}
	})
}

// show publishes the position of a game. The caller holds mu.
func (w *worker) show(on *stage) {
	text, err := json.Marshal(position{on.slot, on.id, on.last.Ply, on.last.Scene})
	if err != nil || w.isOut {
		return
	}
	on.said = time.Now()
	w.Conn.Publish(shownSubject(on.league, w.name), text) // what is lost is shown again
}

// watched handles a request to show games.
func (w *worker) watched(text []byte) {
	var want wanted
	if json.Unmarshal(text, &want) != nil {
		return
	}
	now := time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []*stage
	for _, on := range w.stages {
		if on.league == want.League {
			list = append(list, on)
		}
	}
	rank := func(on *stage) int {
		if slices.Contains(want.IDs, on.id) {
			return 0
		}
		return 1
	}
	slices.SortFunc(list, func(a, b *stage) int { // games that are shown already come before others
		shows := func(on *stage) int { return w.leases[on.slot].until.Compare(now) }
		return cmp.Or(rank(a)-rank(b), shows(b)-shows(a), a.began.Compare(b.began))
	})
	for _, on := range list[:min(len(list), max(0, want.Boards), board.MaxBoards)] {
		w.leases[on.slot] = lease{want.League, now.Add(leaseTime)}
		on.program.wish(protocol.Request{Type: protocol.Show, Seconds: leaseTime.Seconds()})
		if on.last != nil && now.Sub(on.said) >= shownAgain {
			w.show(on)
		}
	}
}

// stands are the workers that were asked to show games to the page.
type stands struct {
	hears *nats.Subscription // nil: nobody views a league

	mu    sync.Mutex
	asked map[string]*stand // by league and worker, with a point between them
}

// stand is a worker that was asked.
type stand struct {
	boards int       // how many games
	until  time.Time // when its positions are no longer accepted
	second int64     // in which messages were counted
	came   int       // messages in that second
}

// maxWatched is how many leagues are shown with boards at a time.
const maxWatched = 8

// watch asks workers to show games of the leagues that somebody views.
func (f *feed) watch(now time.Time) {
	leagues := f.board.Watched(now)
	leagues = leagues[:min(len(leagues), maxWatched)]
	s := &f.stands
	s.mu.Lock()
	for key, a := range s.asked {
		if now.After(a.until) {
			delete(s.asked, key)
		}
	}
	isOver := len(s.asked) == 0
	s.mu.Unlock()
	switch {
	case len(leagues) == 0 && isOver && s.hears != nil:
		s.hears.Unsubscribe()
		s.hears = nil
	case len(leagues) > 0 && s.hears == nil:
		hears, err := f.Subscribe(shownSubject("*", "*"), func(m *nats.Msg) { f.shown(m, time.Now()) })
		if err != nil {
			return // it is tried again the next time
		}
		hears.SetPendingLimits(20*board.MaxBoards, 8*board.MaxBoards*protocol.MaxScene) // messages beyond these are lost
		s.hears = hears
	}
	for _, l := range leagues {
		f.ask(l, now)
	}
}

// ask asks the workers that play games of a league to show some of them.
func (f *feed) ask(l board.Watched, now time.Time) {
	type seen struct {
		name  string
		plays int // games of the league, as it announced last
		has   bool
	}
	var list []seen
	for name, w := range f.workers {
		if _, isBarred := f.barred[name]; isBarred || !word.MatchString(name) {
			continue
		}
		s := seen{name: name}
		for _, game := range w.Now {
			if league, id, _ := strings.Cut(game, "."); league == l.League {
				s.plays++
				s.has = s.has || slices.Contains(l.IDs, id)
			}
		}
		for _, g := range w.Games {
			if g.Game == l.Game && g.Shows && w.Slots > 0 {
				list = append(list, s)
				break
			}
		}
	}
	slices.SortFunc(list, func(a, b seen) int { // a worker rarely announces what it plays: others may have such games, too
		if a.has != b.has {
			return map[bool]int{true: -1, false: 1}[a.has]
		}
		return cmp.Or(b.plays-a.plays, strings.Compare(a.name, b.name))
	})
	list = list[:min(len(list), board.MaxBoards)]
	for i, w := range list {
		n := board.MaxBoards / len(list)
		if i < board.MaxBoards%len(list) {
			n++
		}
		f.stands.mu.Lock()
		key := l.League + "." + w.name
		if f.stands.asked == nil {
			f.stands.asked = map[string]*stand{}
		}
		if f.stands.asked[key] == nil {
			f.stands.asked[key] = &stand{}
		}
		f.stands.asked[key].boards, f.stands.asked[key].until = n, now.Add(2*leaseTime)
		f.stands.mu.Unlock()
		if text, err := json.Marshal(wanted{l.League, n, l.IDs}); err == nil {
			f.Conn.Publish(watchSubject(w.name), text) // a lost request is followed by the next
		}
	}
}

// shown accepts a position from a worker that was asked to show games and does not show more than it was asked for.
func (f *feed) shown(m *nats.Msg, now time.Time) {
	key := strings.TrimPrefix(m.Subject, "shown.")
	league, worker, _ := strings.Cut(key, ".")
	s := &f.stands
	s.mu.Lock()
	a := s.asked[key]
	if a == nil || now.After(a.until) || len(m.Data) > protocol.MaxScene+1000 {
		s.mu.Unlock()
		return
	}
	if second := now.Unix(); second != a.second {
		a.second, a.came = second, 0
	}
	a.came++
	isFlood, boards := a.came > 3*a.boards, a.boards
	s.mu.Unlock()
	var p position
	if isFlood || json.Unmarshal(m.Data, &p) != nil {
		return
	}
	f.board.Show(league, board.Position{Worker: worker, Slot: p.Slot, ID: p.ID, Ply: p.Ply, Scene: p.Scene, At: now}, boards)
}

// sheets returns the symbols of the games' pictures, by game, which it gets from the games' programs.
func sheets(ctx context.Context, programs map[string]string) (map[string]string, error) {
	list := map[string]string{}
	for game, path := range programs {
		p, err := start(ctx, path, "", nil)
		if err != nil {
			return nil, err
		}
		try, cancel := context.WithTimeout(ctx, helloTime)
		list[game], err = p.sheet(try)
		cancel()
		if err != nil {
			p.kill()
			return nil, err
		}
		p.stop()
	}
	return list, nil
}
