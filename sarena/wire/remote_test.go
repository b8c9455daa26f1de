package wire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
)

// needPython skips a test if there is no Python, and fails it where Python is required.
func needPython(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatalf("GRIDIRON_CORPUS=required: %v", err)
		}
		t.Skipf("no Python to play against: %v", err)
	}
}

// startPython starts a player of testdata/player.py and returns its address.
func startPython(t testing.TB, args ...string) string {
	t.Helper()
	needPython(t)
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "python3", append([]string{"testdata/player.py"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	port, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return "127.0.0.1:" + strings.TrimSpace(port)
}

const small = "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN"

func parsePosition(t testing.TB, text string) sarena.Position {
	t.Helper()
	p, err := sarena.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// playBoth lets a player play a whole game for both seats.
func playBoth(t testing.TB, p player, start sarena.Position) (turns int, err error) {
	for position := start; !position.Over(); turns++ {
		m, _, err := p.Answer(t.Context(), sarena.View{Position: position, Step: turns + 1, Turns: turns})
		if err != nil {
			return turns, err
		}
		if want := position.AppendMoves(nil)[0]; m != want {
			return turns, fmt.Errorf("%v: turn %v, want the first one, %v", position, m, want)
		}
		position = position.Play(m)
	}
	return turns, nil
}

// TestPythonServers plays whole games against servers of every kind.
func TestPythonServers(t *testing.T) {
	gametest.Slow(t)
	for _, mode := range []string{"plain", "booleans", "http10", "nolength", "gzip", "chunked", "keepalive"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p, err := Dial("http://" + startPython(t, mode))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if turns, err := playBoth(t, p, parsePosition(t, small)); err != nil || turns != 9 {
				t.Errorf("%d turns, %v", turns, err)
			}
		})
	}
}

// TestPythonFaults plays two turns, after which the server does something wrong (R13).
func TestPythonFaults(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		mode string
		kind turn.FaultKind
		want string
	}{
		{"raise", turn.Crashed, `its server reports <Fault 1: "<class 'ValueError'>:boom">`},
		{"none", turn.Crashed, "cannot marshal None"},
		{"floats", turn.Garbled, "0.0, 1.0, 0.0]: want a list of four integers"},
		{"sleep", turn.Late, ""},
		{"drip", turn.Late, ""},
		{"exit", turn.Gone, ""},
		{"garbage", turn.Garbled, "no HTTP"},
		{"status", turn.Garbled, "HTTP status 503"},
		{"html", turn.Garbled, "mismatched tag"},
		{"cut", turn.Garbled, "line "},
		{"hangup", turn.Gone, "closed without a reply"},
		{"reset", turn.Gone, ""},
		{"flood", turn.Garbled, "longer than a mebibyte"},
	} {
		t.Run(tt.mode, func(t *testing.T) {
			t.Parallel()
			p, err := Dial("http://" + startPython(t, tt.mode, "3"))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			position := parsePosition(t, small)
			for step := 1; ; step++ {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				if step == 3 && tt.kind == turn.Late {
					ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
				}
				m, _, err := p.Answer(ctx, sarena.View{Position: position, Step: step})
				cancel()
				if step < 3 {
					if err != nil {
						t.Fatalf("step %d: %v", step, err)
					}
					position = position.Play(m)
					continue
				}
				var fault *turn.Fault
				late := tt.kind == turn.Late && errors.Is(err, context.DeadlineExceeded)
				if !late && (!errors.As(err, &fault) || fault.Kind != tt.kind || !strings.Contains(fault.Detail, tt.want)) {
					t.Errorf("%v, want %s: %s", err, tt.kind, tt.want)
				}
				return
			}
		})
	}
	t.Run("two arguments", func(t *testing.T) {
		p, err := Dial("http://" + startPython(t, "two"))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Answer(t.Context(), sarena.View{Position: parsePosition(t, small), Step: 1})
		if err == nil || !strings.Contains(err.Error(), "TypeError") {
			t.Errorf("%v, want a fault", err)
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		p, err := Dial("http://127.0.0.1:1")
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Answer(t.Context(), sarena.View{Position: parsePosition(t, small), Step: 1})
		var fault *turn.Fault
		if !errors.As(err, &fault) || fault.Kind != turn.NeverStarted || !strings.Contains(fault.Detail, "efused") {
			t.Errorf("%v, want never-started", err)
		}
	})
}

// TestDiesAtFirstTurn: a server that accepted the first call and then refuses the second attempt has started.
func TestDiesAtFirstTurn(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			listener.Close()
			conn.Close()
		}
	}()
	p, err := Dial("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = p.Answer(t.Context(), sarena.View{Position: parsePosition(t, small), Step: 1})
	var fault *turn.Fault
	if !errors.As(err, &fault) || fault.Kind != turn.Gone {
		t.Errorf("%v, want gone", err)
	}
}

// TestTimeLeft checks that a server receives the time left, and None without a limit.
func TestTimeLeft(t *testing.T) {
	p, err := Dial("http://" + startPython(t, "time"))
	if err != nil {
		t.Fatal(err)
	}
	v := sarena.View{Position: parsePosition(t, small), Step: 1}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	m, _, err := p.Answer(ctx, v)
	if err != nil || m.J2 < 15_000 || m.J2 > 20_000 {
		t.Errorf("%v ms, %v, want almost 20000", m.J2, err)
	}
	if m, _, err = p.Answer(t.Context(), v); err != nil || m.J2 != -1 {
		t.Errorf("%v, %v, want None", m.J2, err)
	}
}

// TestPythonCallsUs has a program of Python's library play whole games, several at a time, against our server.
func TestPythonCallsUs(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	host := &Host{New: func() (player, error) { return &firstTurn{t: t}, nil }, Most: 8}
	address := startHost(t, host)
	const games = 4
	out, err := exec.CommandContext(t.Context(), "python3", "testdata/client.py", "http://"+address+"/RPC2", strconv.Itoa(games)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	counts := strings.Fields(string(out))
	if len(counts) != games {
		t.Fatalf("%q, want the plies of %d games", out, games)
	}
	for _, text := range counts {
		if n, err := strconv.Atoi(text); err != nil || n < 18 || n > 45 {
			t.Errorf("a game of %s plies", text)
		}
	}
	if len(host.games) > 2*games {
		t.Errorf("%d games are remembered", len(host.games))
	}
}
