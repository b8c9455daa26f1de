//go:build unix

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// One signal ends every verb within two seconds, in every phase, and the programs that it started.
func TestSignals(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	const hang = "HANG"                           // stands for a folder with a game that hangs and leaves its number
	mute, err := net.Listen("tcp", "127.0.0.1:0") // a server that accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mute.Close() })
	server := " --nats " + h.server.url() + " --creds "
	for n, verb := range []string{
		"status --creds " + pipe,
		"standings --creds " + h.key("admin") + " --nats nats://" + mute.Addr().String() + " cup",
		"worker --creds " + h.key("worker") + " --games " + h.games + " --nats tls://" + mute.Addr().String(),
		"worker --games " + hang + server + h.key("worker"),
		"worker --games " + h.games + server + h.key("worker") + " -- --jail off",
		"run --name a --game dice --dir " + filepath.Join(dir, "a") + " --games " + h.games + server + h.key("admin") + " -- throw:ms=100 b=throw --pairs 1000",
		"run --name b --game dice --dir " + filepath.Join(dir, "b") + " --games " + hang + server + h.key("admin") + " -- throw b=throw",
		"serve --listen 127.0.0.1:0 --dir " + filepath.Join(dir, "data"),
		"serve --listen 127.0.0.1:0 --web 0 --games " + hang + " --dir " + filepath.Join(dir, "page"),
	} {
		sig := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}[n%2]
		t.Run(strings.Fields(verb)[0], func(t *testing.T) {
			t.Parallel()
			pids, games := t.TempDir(), t.TempDir()
			script := "#!/bin/sh\ntrap '' TERM INT HUP PIPE\necho > " + pids + "/$$\nexec sleep 1000\n"
			if err := os.WriteFile(filepath.Join(games, "game"), []byte(script), 0o777); err != nil {
				t.Fatal(err)
			}
			hangs := strings.Contains(verb, hang)
			words := strings.Fields(strings.ReplaceAll(verb, hang, games))
			started := func() bool {
				list, _ := os.ReadDir(pids)
				return !hangs || len(list) > 0
			}
			took, killed := time.Duration(0), false
			for try := range 5 { // on a busy machine it can take long to begin or to end, but not each time
				took, killed = signalled(t, sig, words, 2*time.Second<<try, started)
				if !killed && (took < 2*time.Second || took > time.Minute) {
					break
				}
			}
			if killed {
				t.Errorf("league %v: %v killed it; it should end by itself", words, sig)
			}
			if took > 2*time.Second {
				t.Errorf("league %v: it ends %v after %v, want at most 2 s", words, took, sig)
			}
			list, err := os.ReadDir(pids)
			if err != nil {
				t.Error(err)
			}
			for _, file := range list {
				pid, _ := strconv.Atoi(file.Name())
				eventually(t, "program "+file.Name()+" has ended", func() bool { return syscall.Kill(pid, 0) != nil })
			}
		})
	}
}

// signalled starts league and sends it one signal when it has had the time to wait for something and started is true. It returns how
// long league took to end, and whether the signal killed it: it had not begun yet, or does not know the signal.
func signalled(t *testing.T, sig syscall.Signal, words []string, after time.Duration, started func() bool) (took time.Duration, killed bool) {
	c := exec.Command(filepath.Join(programs(t, "league"), "league"), words...)
	dieWithUs(c)
	out := &safe{}
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("league %v: it ended before the signal: %v\n%s", words, err, out)
	case <-time.After(after):
	}
	eventually(t, "it has started a game", started)
	began := time.Now()
	c.Process.Signal(sig)
	select {
	case <-ended:
	case <-time.After(time.Minute):
		c.Process.Kill()
		<-ended
	}
	took = time.Since(began)
	status, ok := c.ProcessState.Sys().(syscall.WaitStatus)
	return took, ok && status.Signaled() && status.Signal() == sig
}
