//go:build unix

package server_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/tron/wire/client"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// BenchmarkRealtime serves a hundred games at half a second a cycle, clients included in the process, once; it takes a quarter of
// a minute. worst-ms is the largest delay of a cycle, cpu-% the processor time of all of it as a share of one core.
func BenchmarkRealtime(b *testing.B) {
	const games, cycles = 100, 20
	pair, err := certificate()
	if err != nil {
		b.Fatal(err)
	}
	config := server.Usual()
	config.FirstCycle = config.CycleDuration
	var mu sync.Mutex
	var worst time.Duration
	late := 0
	s := &server.Server{
		Config: config, Start: board(b, 35, 21, cycles), TLS: &tls.Config{Certificates: []tls.Certificate{pair}}, Games: games, Tables: games,
		Ended: func(e server.Ending) {
			mu.Lock()
			defer mu.Unlock()
			worst = max(worst, e.Worst)
			if e.Worst > config.CycleDuration/10 {
				late++
			}
		},
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	began, used := time.Now(), cpu(b)
	done := make(chan error, 1)
	go func() { done <- s.Run(context.Background(), listener, nil) }()
	var playing sync.WaitGroup
	for n := range 2 * games {
		playing.Go(func() {
			c := &client.Client{Address: listener.Addr().String(), Team: fmt.Sprint("team", n), Slot: "0"}
			if _, err := c.Play(context.Background(), rounder{}); err != nil {
				b.Errorf("team%d: %v", n, err)
			}
		})
	}
	playing.Wait()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(worst.Seconds()*1000, "worst-ms")
	b.ReportMetric(float64(late), "late-games")
	b.ReportMetric(100*(cpu(b)-used).Seconds()/time.Since(began).Seconds(), "cpu-%")
	b.ReportMetric(0, "ns/op")
}

// cpu returns the processor time of this process.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Skipf("no processor time here: %v", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
