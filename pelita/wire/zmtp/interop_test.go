package zmtp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// python returns an interpreter that has libzmq, "" if there is none.
var python = sync.OnceValue(func() string {
	for _, name := range []string{os.Getenv("GRIDIRON_PELITA_251"), os.Getenv("GRIDIRON_PELITA_270"), "python3"} {
		if name != "" && exec.Command(name, "-c", "import zmq").Run() == nil {
			return name
		}
	}
	return ""
})

// libzmq starts testdata/peer.py and returns what it prints.
func libzmq(t *testing.T, args ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	if python() == "" {
		fmt.Println("no Python with libzmq (python3-zmq): our ZMTP is not tried against it")
		t.Skip("no Python with libzmq")
	}
	cmd := exec.Command(python(), append([]string{"testdata/peer.py"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd, bufio.NewReader(out)
}

// pairUp connects a socket of ours with one of libzmq, in either direction.
func pairUp(t *testing.T, ours, theirs Kind, weListen bool, task ...string) (*Socket, *exec.Cmd, *bufio.Reader) {
	t.Helper()
	if weListen {
		s := listen(t, ours)
		cmd, out := libzmq(t, append([]string{string(theirs), "connect", "tcp://" + s.Addr().String()}, task...)...)
		return s, cmd, out
	}
	cmd, out := libzmq(t, append([]string{string(theirs), "bind", "-"}, task...)...)
	port, err := out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return dial(t, ours, "127.0.0.1:"+strings.TrimSpace(port)), cmd, out
}

func directions(t *testing.T, test func(t *testing.T, weListen bool)) {
	t.Run("we listen", func(t *testing.T) { test(t, true) })
	t.Run("they listen", func(t *testing.T) { test(t, false) })
}

func TestLibzmqAnswersUs(t *testing.T) {
	for _, kinds := range [][2]Kind{{Pair, Pair}, {Dealer, Dealer}, {Dealer, Router}} {
		t.Run(fmt.Sprintf("%s to %s", kinds[0], kinds[1]), func(t *testing.T) {
			directions(t, func(t *testing.T, weListen bool) {
				const count = 50
				s, _, _ := pairUp(t, kinds[0], kinds[1], weListen, "echo", fmt.Sprint(count))
				for i := range count {
					want := Message{bytes.Repeat([]byte{byte(i)}, i*i*8), {}, []byte("end")} // up to 19 KB, long frames
					if err := s.Send(soon(t), want...); err != nil {
						t.Fatal(err)
					}
					got, err := s.Receive(soon(t))
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, got.Parts); diff != "" {
						t.Fatalf("message %d came back changed (-sent +received):\n%.500s", i, diff)
					}
				}
			})
		})
	}
}

func TestLibzmqAsksUs(t *testing.T) {
	for _, kinds := range [][2]Kind{{Pair, Pair}, {Router, Dealer}} {
		t.Run(fmt.Sprintf("%s to %s", kinds[0], kinds[1]), func(t *testing.T) {
			directions(t, func(t *testing.T, weListen bool) {
				const count = 50
				s, cmd, _ := pairUp(t, kinds[0], kinds[1], weListen, "ask", fmt.Sprint(count))
				for range count {
					m, err := s.Receive(soon(t))
					if err == nil {
						err = s.SendTo(soon(t), m.From, m.Parts...)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				if err := cmd.Wait(); err != nil {
					t.Errorf("what came back there: %v", err)
				}
			})
		})
	}
}

// A Router of ours distinguishes its libzmq peers.
func TestLibzmqManyDealers(t *testing.T) {
	s := listen(t, Router)
	const peers, count = 3, 20
	var all []*exec.Cmd
	for range peers {
		cmd, _ := libzmq(t, "DEALER", "connect", "tcp://"+s.Addr().String(), "ask", fmt.Sprint(count))
		all = append(all, cmd)
	}
	for range peers * count {
		m, err := s.Receive(soon(t))
		if err == nil {
			err = s.SendTo(soon(t), m.From, m.Parts...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

func TestLibzmqHearsUs(t *testing.T) {
	for task, want := range map[string]string{"hear": "[b'other', b'1']\n[b'topic', b'2']\n", "topic": "[b'topic', b'2']\n[b'topic', b'2']\n"} {
		t.Run(task, func(t *testing.T) {
			directions(t, func(t *testing.T, weListen bool) {
				s, _, out := pairUp(t, Pub, Sub, weListen, task, "2")
				if err := s.Connected(soon(t)); err != nil {
					t.Fatal(err)
				}
				for range 2 {
					s.Publish([]byte("other"), []byte("1"))
					s.Publish([]byte("topic"), []byte("2"))
				}
				if got := readAll(t, out); got != want {
					t.Errorf("they heard %q, want %q", got, want)
				}
			})
		})
	}
}

func TestLibzmqPublishes(t *testing.T) {
	directions(t, func(t *testing.T, weListen bool) {
		s, _, _ := pairUp(t, Sub, "PUB", weListen, "tell", "1000")
		last := -1
		for range 20 {
			m, err := s.Receive(soon(t))
			if err != nil {
				t.Fatal(err)
			}
			var n int
			if _, err := fmt.Sscanf(string(m.Parts[0]), "news %d", &n); err != nil || last >= 0 && n != last+1 {
				t.Fatalf("got %q after number %d", m.Parts, last)
			}
			last = n
		}
	})
}

// A peer that does not read does not block us.
func TestLibzmqSlow(t *testing.T) {
	s, _, out := pairUp(t, Pub, Sub, true, "slow")
	if err := s.Connected(soon(t)); err != nil {
		t.Fatal(err)
	}
	state := make([]byte, 100_000)
	began := time.Now()
	for range 1000 {
		s.Publish(state)
	}
	if took := time.Since(began); took > 1500*time.Millisecond {
		t.Errorf("1000 messages to a sleeping peer took %v", took)
	}
	if got := readAll(t, out); got != "100000\n" {
		t.Errorf("it heard %q in the end", got)
	}
}

// A Line exchanges messages with libzmq, and notices at once when its peer is killed.
func TestLibzmqLine(t *testing.T) {
	directions(t, func(t *testing.T, weListen bool) {
		const count = 50
		var s *Socket
		var err error
		var cmd *exec.Cmd
		task := []string{"echo", fmt.Sprint(count + 1)}
		if weListen {
			if s, err = ListenLine(Pair, "127.0.0.1:0"); err == nil {
				cmd, _ = libzmq(t, append([]string{"PAIR", "connect", "tcp://" + s.Addr().String()}, task...)...)
			}
		} else {
			var out *bufio.Reader
			cmd, out = libzmq(t, append([]string{"ROUTER", "bind", "-"}, task...)...)
			port, _ := out.ReadString('\n')
			s, err = DialLine(Dealer, "127.0.0.1:"+strings.TrimSpace(port))
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close(0) })
		l, err := s.Line(time.Now().Add(time.Minute), patient)
		if err != nil {
			t.Fatal(err)
		}
		for i := range count {
			want := strings.Repeat(string(rune('a'+i%26)), i*i*8)
			if err := l.Send([]byte(want)); err != nil {
				t.Fatal(err)
			}
			if got := hear(t, l); got != want {
				t.Fatalf("message %d came back as %.50q", i, got)
			}
		}
		cmd.Process.Kill()
		if m, err := l.Receive(time.Now().Add(time.Minute), patient); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("of a dead peer: %q, %v", m, err)
		}
	})
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
