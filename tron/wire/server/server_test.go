package server_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/client"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// board is a closed board with a bike in two of its corners.
func board(t testing.TB, w, h, cycles int) tron.Position {
	t.Helper()
	m := tron.Map{Constants: tron.Standard}
	m.Constants.MaxCycles = cycles
	for y := range h {
		row := make([]bool, w)
		for x := range row {
			row[x] = x == 0 || y == 0 || x == w-1 || y == h-1
		}
		m.AreaWalls = append(m.AreaWalls, row)
	}
	m.Bikes = [2]tron.Start{
		{At: grid.Point{X: 1, Y: 1}, Direction: tron.Right}, {At: grid.Point{X: w - 2, Y: h - 2}, Direction: tron.Left},
	}
	p, err := m.Start()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// certificate is made once: keys take time.
var certificate = sync.OnceValues(server.Certificate)

// rounder drives along the border.
type rounder struct{}

func (rounder) Answer(_ context.Context, v tron.View) (tron.Command, string, error) {
	b := v.Position.Bike(v.Seat)
	if v.Position.Cell(b.At.Add(b.Direction.Delta())) != tron.Empty {
		return tron.Turn(b.Direction.Clockwise()), "", nil
	}
	return tron.Straight, "", nil
}

// running is a server that runs in the test.
type running struct {
	*server.Server
	address, gallery string
	done             chan error
	mu               sync.Mutex
	endings          []server.Ending
}

// run starts a server on ports of its own, after change has changed it.
func run(t *testing.T, change func(*server.Server)) *running {
	t.Helper()
	pair, err := certificate()
	if err != nil {
		t.Fatal(err)
	}
	config := server.Usual()
	config.CycleDuration, config.FirstCycle = 20*time.Millisecond, 40*time.Millisecond
	config.StartWaiting = -time.Second // the original waits up to a second more
	r := &running{done: make(chan error, 1)}
	r.Server = &server.Server{
		Config: config, Start: board(t, 12, 8, 30), TLS: &tls.Config{Certificates: []tls.Certificate{pair}}, Games: 1, Tables: 1,
		Ended: func(e server.Ending) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.endings = append(r.endings, e)
		},
	}
	change(r.Server)
	players, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gallery, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.address, r.gallery = players.Addr().String(), gallery.Addr().String()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		r.done <- r.Run(ctx, players, gallery)
	}()
	t.Cleanup(func() {
		cancel()
		<-stopped
	})
	return r
}

func (r *running) client(team string) *client.Client {
	return &client.Client{Address: r.address, Team: team, Slot: "0"}
}

// dial connects and sends nothing.
func dial(t *testing.T, address string) *tls.Conn {
	t.Helper()
	c, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// expect reads messages up to one of a class.
func expect(t *testing.T, c net.Conn, class string) ks.Struct {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		body, err := ks.ReadFrame(c, ks.MaxScene)
		if err != nil {
			t.Fatalf("waiting for %s: %v", class, err)
		}
		got, v, err := ks.Message(body)
		if err != nil {
			t.Fatalf("waiting for %s: %v", class, err)
		}
		if got == class {
			return v
		}
	}
}

// TestServe plays one game over TLS, with a spectator who sees what a .cr file of the game would hold.
func TestServe(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(*server.Server) {})
	watcher := dial(t, s.gallery)
	var playing sync.WaitGroup
	for _, team := range []string{"north", "south"} {
		playing.Go(func() {
			end, err := s.client(team).Play(t.Context(), rounder{})
			if err != nil || end.Position.Cycle() < 10 || end.Scores[0] == "" {
				t.Errorf("%s: the game ended as %+v, %v", team, end, err)
			}
		})
	}
	seen := [][]byte{}
	for {
		watcher.SetReadDeadline(time.Now().Add(time.Minute))
		body, err := ks.ReadFrame(watcher, ks.MaxScene)
		if err != nil {
			break
		}
		class, payload, err := ks.Envelope(body)
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, ks.AppendFrame(nil, class, payload))
	}
	playing.Wait()
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
	e := s.endings[0]
	if len(seen) != len(e.Frames) {
		t.Fatalf("the spectator saw %d frames, the server kept %d", len(seen), len(e.Frames))
	}
	for i := range seen {
		if string(seen[i]) != string(e.Frames[i]) {
			t.Errorf("frame %d is %x, the server kept %x", i, seen[i], e.Frames[i])
		}
	}
	g, err := scene.Read(joinFrames(e.Frames))
	if err != nil {
		t.Fatal(err)
	}
	if g.Start != s.Start || g.Names != e.Names {
		t.Errorf("the frames tell of a game of %q that began with\n%v", g.Names, g.Start)
	}
}

// TestSpectatorsStay: a spectator too many is closed at once, and those who watch see the game to its end.
func TestSpectatorsStay(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(s *server.Server) { s.Config.MaxSpectators = 1 })
	first := dial(t, s.gallery)
	expect(t, first, "GameInfo")
	if second, err := tls.Dial("tcp", s.gallery, &tls.Config{InsecureSkipVerify: true}); err == nil {
		second.Close()
		t.Error("a second spectator came in")
	}
	for _, team := range []string{"north", "south"} {
		go s.client(team).Play(t.Context(), rounder{})
	}
	expect(t, first, "EndGame")
}

func joinFrames(frames [][]byte) (all []byte) {
	for _, f := range frames {
		all = append(all, f...)
	}
	return all
}

// TestHostile has peers that do what no client should: none of them costs the players a cycle.
func TestHostile(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(s *server.Server) {
		s.Limits = server.Limits{Handshake: time.Second, Join: time.Second, Connections: 12}
		s.Config.CycleDuration = 100 * time.Millisecond // enough on a busy machine
	})
	raw, err := net.Dial("tcp", s.address) // never begins TLS
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	garbage, err := net.Dial("tcp", s.address) // speaks no TLS
	if err != nil {
		t.Fatal(err)
	}
	defer garbage.Close()
	fmt.Fprint(garbage, "GET / HTTP/1.0\r\n\r\n")
	silent := dial(t, s.address) // never joins
	huge := dial(t, s.address)
	huge.Write([]byte{255, 255, 255, 127})
	odd := dial(t, s.address) // rubbish in frames
	odd.Write([]byte{0, 0, 0, 0, 3, 0, 0, 0, 1, 1, 9})
	odd.Write(ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": "x", "agent_name": "7"}))
	if v := expect(t, odd, "ClientJoined"); v["joined"] != false {
		t.Errorf("a player of an unknown name joined: %v", v)
	}

	flooder := dial(t, s.address) // joins, floods and never reads
	flooder.Write(ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": "flood", "agent_name": "0"}))
	expect(t, flooder, "ClientJoined")
	go func() {
		var many []byte
		for range 100 {
			many = append(many, ks.Frame("RealtimeCommand", ks.Struct{"type": "Weather", "payload": "", "cycle": 1})...)
		}
		for {
			if _, err := flooder.Write(many); err != nil {
				return
			}
		}
	}()
	end, err := s.client("player").Play(t.Context(), rounder{})
	if err != nil || end.Seat != tron.Yellow || end.Position.Bike(tron.Yellow).Crash == tron.OnAreaWall {
		t.Errorf("the game ended as %+v, %v", end, err)
	}
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
	// On a board of 12x8 the flooder drives into the wall after ten cycles; the player has turned once.
	if got := s.endings[0].Position.Cycle(); got != 10 {
		t.Errorf("the game took %d cycles, want 10", got)
	}
	t.Logf("worst cycle %v late", s.endings[0].Worst)
	for name, c := range map[string]net.Conn{"silent": silent, "huge": huge, "raw": raw, "garbage": garbage} {
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if n, err := c.Read(make([]byte, 1)); n != 0 && name != "garbage" || os.IsTimeout(err) {
			t.Errorf("the %s peer is still connected: %v", name, err)
		}
	}
}

// TestTables plays fifty games on one server, at most eight at a time, and leaves nothing behind: no goroutine, no open file.
func TestTables(t *testing.T) {
	gametest.Slow(t)
	const games = 50
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	s := run(t, func(s *server.Server) {
		s.Games, s.Tables = games, 8
		s.Notes = func(line string) { t.Log(line) }
		s.Start = board(t, 8, 6, 20)
		s.Config.CycleDuration, s.Config.FirstCycle = 5*time.Millisecond, 5*time.Millisecond
	})
	var playing sync.WaitGroup
	tokens := make(chan struct{}, 16)
	for n := range 2 * games {
		playing.Go(func() {
			tokens <- struct{}{}
			defer func() { <-tokens }()
			if _, err := s.client(fmt.Sprint("team", n)).Play(t.Context(), rounder{}); err != nil {
				t.Errorf("team%d: %v", n, err)
			}
		})
	}
	playing.Wait()
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
	if len(s.endings) != games {
		t.Errorf("%d games were played, want %d", len(s.endings), games)
	}
	for range 100 {
		if runtime.NumGoroutine() <= goroutines && descriptors(t) <= files {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines and %d files before, %d and %d after\n%s", goroutines, files,
		runtime.NumGoroutine(), descriptors(t), stacks[:runtime.Stack(stacks, true)])
}

// descriptors counts the open files of this process, where that can be known.
func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// TestMatches lets only the teams play that were announced, each at its own table.
func TestMatches(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(s *server.Server) {
		s.Tables, s.Matches = 2, [][2]string{{"a", "b"}, {"c", "a"}}
		s.Config.AllowDuplicates = false
	})
	if _, err := s.client("stranger").Play(t.Context(), rounder{}); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("a stranger played: %v", err)
	}
	var playing sync.WaitGroup
	for _, team := range []string{"b", "a", "c", "a"} {
		playing.Go(func() {
			if _, err := s.client(team).Play(t.Context(), rounder{}); err != nil {
				t.Errorf("%s: %v", team, err)
			}
		})
	}
	playing.Wait()
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
	got := map[[2]string]bool{}
	for _, e := range s.endings {
		got[e.Names] = true
	}
	if len(got) != 2 || !got[[2]string{"a", "b"}] || !got[[2]string{"c", "a"}] {
		t.Errorf("they played %v", got)
	}
}

// TestWaiting has five clients for two games at one table: two wait for the second game, and the fifth is refused when no
// seat is left.
func TestWaiting(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(s *server.Server) {
		s.Games = 2
		s.Start = board(t, 8, 6, 10)
	})
	results := make(chan error)
	for n := range 5 {
		go func() {
			_, err := s.client(fmt.Sprint("team", n)).Play(t.Context(), rounder{})
			results <- err
		}()
	}
	refused := 0
	for range 5 {
		if err := <-results; err != nil {
			refused++
			if !strings.Contains(err.Error(), "refused") {
				t.Errorf("a client ended with %v", err)
			}
		}
	}
	if err := <-s.done; err != nil || refused != 1 || len(s.endings) != 2 {
		t.Errorf("%d refused, %d games, %v; want 1 and 2", refused, len(s.endings), err)
	}
}
