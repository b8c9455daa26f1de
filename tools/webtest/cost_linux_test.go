package webtest

import (
	"bufio"
	"context"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/web"
)

// watching shows a game of a kind.
func watching(b *testing.B, kind string) {
	b.ReportAllocs()
	s := web.NewServer(web.Options{Open: true})
	var m *match
	var before *scene.Scene
	ply := 0
	begin := func() {
		for _, k := range kinds {
			if k.name == kind {
				m = k.real(b)
			}
		}
		before, ply = nil, 0
		s.Begin(web.Game{Name: m.name, Players: []string{"a", "b"}})
	}
	begin()
	for b.Loop() {
		b.StopTimer()
		snap := m.snapshot(ply, &before, nil)
		if snap.Result != nil {
			begin()
			snap = m.snapshot(ply, &before, nil)
		}
		answers := m.bots(snap.Asked)
		b.StartTimer()
		s.Show(snap)
		b.StopTimer()
		if err := m.play(answers); err != nil {
			b.Fatal(err)
		}
		ply++
		b.StartTimer()
	}
}

// What a ply costs a game that is shown, by kind: the scene, its patch and the event, nobody looking.
func BenchmarkShow(b *testing.B) {
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) { watching(b, k.name) })
	}
}

// What a ply costs for each of 200 who watch a game of Pelita at full speed, in processor time of this process, who also reads.
func TestSpectators(t *testing.T) {
	const spectators, plies = 200, 300
	m := pelitaMatch(t, 300)
	started := make(chan struct{})
	_, at := serve(t, web.Options{Open: true, Speed: 200}, func(ctx context.Context, s *web.Server) error {
		<-started
		return drive(ctx, s, m, []string{"a", "b"}, nil)
	})
	seen := make(chan int, spectators)
	for range spectators {
		conn, err := net.Dial("tcp", at.String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := io.WriteString(conn, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		go func() {
			n := 0
			for lines := bufio.NewScanner(conn); lines.Scan(); {
				switch lines.Text() {
				case "event: ply":
					n++
				case "event: end":
					seen <- n
					return
				}
			}
		}()
	}
	before := cpu()
	start := time.Now()
	close(started)
	total := 0
	for range spectators {
		total += <-seen
	}
	if most := spectators * 310; total < spectators*plies/2 || total > most {
		t.Errorf("%d spectators saw %d plies", spectators, total)
	}
	t.Logf("%d plies to %d spectators in %v: %v of processor time each, with the reading",
		total/spectators, spectators, time.Since(start).Round(time.Millisecond), (cpu()-before)/time.Duration(total))
}

// cpu is the processor time of this process.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
