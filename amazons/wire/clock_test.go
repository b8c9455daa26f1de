package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// These tests depend on time. They run in synctest bubbles, which have a clock of their own, so the connections are pipes.

// piped runs a test with a peer in the seat of RED whose program is script.
func piped(t *testing.T, script func(net.Conn), test func(t *testing.T, p *Peer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		p := Accepted(ours)
		if err := p.Open(t.Context(), turn.Game{Seat: int(amazons.Red)}); err != nil {
			t.Fatal(err)
		}
		defer start(theirs, script)()
		test(t, p)
		p.Close()
	})
}

// start runs a script; the function that it returns waits for its end.
func start(c net.Conn, script func(net.Conn)) (wait func()) {
	var done sync.WaitGroup
	done.Go(func() {
		defer c.Close()
		script(c)
	})
	return done.Wait
}

var first = amazons.View{Position: amazons.Start()}

func TestBareTurnsAndSlowLines(t *testing.T) {
	for _, tt := range []struct {
		name   string
		script func(net.Conn)
		spoken Framing
		took   time.Duration
	}{
		{"a line", func(c net.Conn) { io.WriteString(c, "D0D4J4\n") }, Line, 0},
		{"a bare turn", func(c net.Conn) { io.WriteString(c, "D0D4J4"); time.Sleep(time.Second) }, Raw, maybeTime},
		{"a bare turn in a buffer", func(c net.Conn) { io.WriteString(c, "D0D4J4\x00\x00"); time.Sleep(time.Second) }, Raw, maybeTime},
		{"a bare turn, then the end", func(c net.Conn) { io.WriteString(c, "D0D4J4") }, Raw, 0},
		{"a line whose end comes late", func(c net.Conn) {
			io.WriteString(c, "D0D4J4")
			time.Sleep(200 * time.Millisecond)
			io.WriteString(c, "\r")
			time.Sleep(200 * time.Millisecond)
			io.WriteString(c, "\n")
		}, Line, 400 * time.Millisecond},
		{"a line that goes on", func(c net.Conn) {
			io.WriteString(c, "D0D4J4")
			time.Sleep(200 * time.Millisecond)
			io.WriteString(c, " ,")
			time.Sleep(time.Second)
			io.WriteString(c, "\n")
		}, Line, 1200 * time.Millisecond},
		{"a line in small pieces", func(c net.Conn) {
			for _, piece := range strings.Split("D0D4J4\n", "") {
				io.WriteString(c, piece)
				time.Sleep(100 * time.Millisecond)
			}
		}, Line, 600 * time.Millisecond},
		{"UTF-16 in small pieces", func(c net.Conn) {
			for _, piece := range strings.Split(utf16d, "") {
				io.WriteString(c, piece)
				time.Sleep(time.Second)
			}
		}, Chars, 11 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			piped(t, tt.script, func(t *testing.T, p *Peer) {
				began := time.Now()
				m, _, err := p.Answer(t.Context(), first)
				if m != move(t, "D0D4J4") || err != nil {
					t.Fatalf("%v, %v", m, err)
				}
				if took := time.Since(began); took != tt.took || p.spoken != tt.spoken {
					t.Errorf("it took %v in framing %v, want %v in %v", took, p.spoken, tt.took, tt.spoken)
				}
			})
		})
	}
}

func TestPatience(t *testing.T) {
	for _, tt := range []struct {
		name             string
		patience, budget time.Duration
		took             time.Duration
		err              error
	}{
		{"patience", time.Minute, 0, time.Minute, turn.Faultf(turn.Late, "no turn within 1m0s")},
		{"patience shorter than the budget", time.Minute, time.Hour, time.Minute, turn.Faultf(turn.Late, "no turn within 1m0s")},
		{"budget", 0, time.Second, time.Second, context.DeadlineExceeded},
		{"budget shorter than the patience", time.Minute, time.Second, time.Second, context.DeadlineExceeded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			silent := func(c net.Conn) { time.Sleep(24 * time.Hour) }
			piped(t, silent, func(t *testing.T, p *Peer) {
				ctx, cancel := context.WithCancel(t.Context())
				if tt.budget > 0 {
					ctx, cancel = context.WithTimeout(t.Context(), tt.budget)
				}
				defer cancel()
				p.Patience = tt.patience
				began := time.Now()
				_, _, err := p.Answer(ctx, first)
				if took := time.Since(began); took != tt.took {
					t.Errorf("it took %v, want %v", took, tt.took)
				}
				var late *turn.Fault
				if errors.As(tt.err, &late) {
					if diff := cmp.Diff(tt.err, err); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				} else if err != tt.err {
					t.Errorf("%v, want %v", err, tt.err)
				}
			})
		})
	}
}

// slow is a connection that takes 100 ms to set a read deadline.
type slow struct{ net.Conn }

func (c slow) SetReadDeadline(at time.Time) error {
	if !at.IsZero() {
		time.Sleep(100 * time.Millisecond)
	}
	return c.Conn.SetReadDeadline(at)
}

// A budget that ends just as the turn comes must not spoil the next question.
func TestDeadlineDoesNotReachTheNextQuestion(t *testing.T) {
	script := func(c net.Conn) {
		time.Sleep(1050 * time.Millisecond)
		io.WriteString(c, "D0D4J4\n")
		time.Sleep(time.Second)
		io.WriteString(c, "D4D5J5\n")
	}
	piped(t, script, func(t *testing.T, p *Peer) {
		p.conn = slow{p.conn}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if m, _, err := p.Answer(ctx, first); err != context.DeadlineExceeded {
			t.Errorf("the first question: %v, %v, want the end of its time", m, err)
		}
		for _, want := range []string{"D0D4J4", "D4D5J5"} {
			if m, _, err := p.Answer(t.Context(), first); m.String() != want || err != nil {
				t.Errorf("a later question: %v, %v, want %s", m, err, want)
			}
		}
	})
}

// The loop leaves a late answer behind and goes on; so may a player that is used again.
func TestLateAnswerIsLeftBehind(t *testing.T) {
	silent := func(c net.Conn) { time.Sleep(24 * time.Hour) }
	piped(t, silent, func(t *testing.T, p *Peer) {
		got, err := table{players: players{p, newRandom(1)}, budget: time.Second}.play(t.Context())
		want := outcome{Result: turn.Result{Winner: 1, Reason: "late", Detail: "was late (no answer within 1s)"}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

// After a last turn of ours the connection stays open until the peer closes it, but not for ever.
func TestEndWaitsForThePeer(t *testing.T) {
	lonely, err := amazons.ParsePosition("4/4/4/R3 r") // any turn ends the game
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		script func(net.Conn)
		took   time.Duration
	}{
		{"it closes", func(c net.Conn) { io.ReadFull(c, make([]byte, 7)) }, 0},
		{"it closes after a while", func(c net.Conn) { io.ReadFull(c, make([]byte, 7)); time.Sleep(time.Second) }, time.Second},
		{"it stays", func(c net.Conn) { drain(c) }, lingerTime},
		{"it chatters", func(c net.Conn) {
			io.ReadFull(c, make([]byte, 7))
			for err := error(nil); err == nil; time.Sleep(time.Millisecond) {
				_, err = io.WriteString(c, "you have won\n")
			}
		}, lingerTime},
		{"it does not even take our turn", func(c net.Conn) { time.Sleep(24 * time.Hour) }, reachTime},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				defer start(theirs, tt.script)()
				began := time.Now()
				got, err := table{players: players{newRandom(1), Accepted(ours)}, start: lonely}.play(t.Context())
				if err != nil || got.Result.Reason != "stuck" {
					t.Errorf("%+v, %v", got, err)
				}
				if took := time.Since(began); took != tt.took {
					t.Errorf("it took %v, want %v", took, tt.took)
				}
			})
		})
	}
}

func TestPeerThatTakesNothing(t *testing.T) {
	deaf := func(c net.Conn) {
		io.WriteString(c, "D0D4J4\n")
		time.Sleep(24 * time.Hour)
	}
	piped(t, deaf, func(t *testing.T, p *Peer) {
		got, err := table{players: players{p, newRandom(1)}}.play(t.Context())
		want := turn.Result{Winner: 1, Reason: "gone", Detail: "is gone (the connection is lost: write pipe: i/o timeout)", Plies: 2}
		if diff := cmp.Diff(want, got.Result); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}
