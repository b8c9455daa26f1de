package wire

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

func startHost(t testing.TB, host *Host) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	server := &xmlrpc.Server{Handle: host.Handle}
	go func() { done <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		host.Close()
	})
	return listener.Addr().String()
}

// firstTurn plays the first legal turn and remembers the views that it is asked about.
type firstTurn struct {
	t      testing.TB
	opened turn.Game
	views  []sarena.View
	ended  bool
	closed bool
	fail   bool
}

func (f *firstTurn) Open(_ context.Context, g turn.Game) error {
	f.opened = g
	return nil
}

func (f *firstTurn) Answer(ctx context.Context, v sarena.View) (m sarena.Move, say string, err error) {
	if f.closed || f.opened.Seat != int(v.Position.Side()) {
		f.t.Errorf("asked as %v: closed %v, seat %d", v.Position.Side(), f.closed, f.opened.Seat)
	}
	if _, limited := ctx.Deadline(); limited != v.Timed {
		f.t.Errorf("timed %v, but a deadline is %v", v.Timed, limited)
	}
	f.views = append(f.views, v)
	if f.fail {
		panic("out of chips")
	}
	return v.Position.AppendMoves(nil)[0], "", nil
}

func (f *firstTurn) End(*turn.Result) { f.ended = true }

func (f *firstTurn) Close() error {
	if !f.ended {
		f.t.Error("closed before it was told that the game is over")
	}
	f.closed = true
	return nil
}

// TestHost plays two games at the same time through one host: each goes to its own player, with the colours of the game and the
// opponent's last turn.
func TestHost(t *testing.T) {
	var made []*firstTurn
	host := &Host{Most: 4, New: func() (player, error) {
		made = append(made, &firstTurn{t: t})
		return made[len(made)-1], nil
	}}
	defer host.Close()
	starts := []sarena.Position{parsePosition(t, small), parsePosition(t, "+NY .RN/.YR +YN")}
	positions := append([]sarena.Position(nil), starts...)
	for step := 1; step <= 4; step++ {
		for i, p := range positions {
			if p.Over() {
				continue
			}
			v := sarena.View{Position: p, Step: step}
			var left python.Value
			if i == 0 {
				left = 30.0
			}
			answer, err := host.Handle(t.Context(), "play", []python.Value{matrixOf(v.Percepts()), int64(step), left})
			m, ok := ActionOf(answer)
			if err != nil || !ok || m != p.AppendMoves(nil)[0] {
				t.Fatalf("game %d, step %d: %v, %v", i, step, python.Repr(answer), err)
			}
			positions[i] = p.Play(m)
		}
	}
	if len(made) != 4 {
		t.Fatalf("%d players, want one a seat and game", len(made))
	}
	for i, f := range made[:2] { // those of Yellow
		if want := starts[i]; f.views[0].Position != want || f.views[0].Turns != 0 {
			t.Errorf("player %d began with %+v, want %v", i, f.views[0], want)
		}
		second := f.views[1]
		if second.Step != 3 || second.Turns != 2 || f.views[0].Position.Play(starts[i].AppendMoves(nil)[0]).Play(second.Last) != second.Position {
			t.Errorf("player %d: view %+v does not follow", i, second)
		}
	}
	if v := made[2].views[0]; v.Position.Side() != sarena.Red || v.Position != starts[0].Play(starts[0].AppendMoves(nil)[0]) {
		t.Errorf("Red saw %v", v.Position)
	}
	host.Most = 1 // another game replaces all that wait
	if _, err := host.Handle(t.Context(), "play", []python.Value{matrixOf(starts[0]), int64(1), nil}); err != nil {
		t.Fatal(err)
	}
	if len(host.games) != 1 {
		t.Errorf("%d games are remembered, want 1", len(host.games))
	}
	closed := 0
	for _, f := range made {
		if f.closed {
			closed++
		}
	}
	if closed != len(made)-len(host.games) {
		t.Errorf("%d of %d players are closed, %d games remembered", closed, len(made), len(host.games))
	}
}

func TestHostRefuses(t *testing.T) {
	host := &Host{Most: 1, New: func() (player, error) { return &firstTurn{t: t, fail: true}, nil }}
	board := matrixOf(parsePosition(t, small))
	over := matrixOf(parsePosition(t, ".NN ."))
	for _, tt := range []struct {
		name   string
		params []python.Value
		want   string
	}{
		{"two arguments", []python.Value{board, int64(1)}, "TypeError'>:play() takes percepts, step and time_left, not 2"},
		{"no board", []python.Value{"x", int64(1), nil}, "ValueError'>:the board is a str"},
		{"a ragged board", []python.Value{&python.List{Items: []python.Value{board.Items[0], &python.List{}}}, int64(1), nil}, "row 1 has 0 cells: want 3"},
		{"step 0", []python.Value{board, int64(0), nil}, "step is 0: want an int"},
		{"step 1.5", []python.Value{board, 1.5, nil}, "step is 1.5"},
		{"a time in words", []python.Value{board, int64(1), "soon"}, "time_left is a str"},
		{"a finished game", []python.Value{over, int64(1), nil}, "no action is left"},
		{"a bot that panics", []python.Value{board, int64(1), 5.0}, "RuntimeError'>:panic: out of chips"},
	} {
		if _, err := host.Handle(t.Context(), "play", tt.params); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := host.Handle(t.Context(), "reset", nil); !errors.Is(err, xmlrpc.ErrUnknownMethod) {
		t.Errorf("another method: %v", err)
	}
	host.New = func() (player, error) { return nil, errors.New("no bot") }
	if _, err := host.Handle(t.Context(), "play", []python.Value{board, int64(2), nil}); err == nil || !strings.Contains(err.Error(), "no bot") {
		t.Errorf("no bot: %v", err)
	}
}

func TestCredit(t *testing.T) {
	for left, want := range map[float64]time.Duration{2.5: 2500 * time.Millisecond, -1: time.Millisecond, 1e300: 1e9 * time.Second} {
		if got := creditLeft(sarena.View{Credit: left}); got != want {
			t.Errorf("%g seconds are %v, want %v", left, got, want)
		}
	}
}

// BenchmarkHTTP is a turn over HTTP, both sides ours and new connections: twice what the referee alone costs, about.
func BenchmarkHTTP(b *testing.B) {
	host := &Host{Most: 4, New: func() (player, error) { return &firstTurn{t: b}, nil }}
	p, err := Dial("http://" + startHost(b, host))
	if err != nil {
		b.Fatal(err)
	}
	v := sarena.View{Position: parsePosition(b, small), Step: 1}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := p.Answer(b.Context(), v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRequest(b *testing.B) {
	p := sarena.Draw(zero{})
	var request []byte
	b.ReportAllocs()
	for b.Loop() {
		request = AppendRequest(request[:0], p, 7, nil)
	}
	b.ReportMetric(float64(len(request)), "bytes")
}

type zero struct{}

func (zero) Below(int) int { return 0 }
