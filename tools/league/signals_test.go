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
)

// One signal ends every verb within two seconds, in every phase, and the programs that it started.
func TestSignals(t *testing.T) {
	h := newHouse(t)
	dir := t.TempDir()
	pipe, hang := filepath.Join(dir, "pipe"), filepath.Join(dir, "games")
	pids := filepath.Join(dir, "pids")
	script := "#!/bin/sh\ntrap '' TERM INT HUP PIPE\necho > " + pids + "/$$\nexec sleep 1000\n"
	for _, err := range []error{
		syscall.Mkfifo(pipe, 0o666), os.Mkdir(pids, 0o777), os.Mkdir(hang, 0o777), os.WriteFile(filepath.Join(hang, "game"), []byte(script), 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
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
			took := time.Duration(0)
			for range 5 { // a busy machine can make each of them long, but not all
				if took = signalled(t, sig, strings.Fields(verb)); took < 2*time.Second || took > time.Minute {
					break
				}
			}
			if took > 2*time.Second {
				t.Errorf("league %s: it ends %v after %v, want at most 2 s", verb, took, sig)
			}
		})
	}
	t.Cleanup(func() {
		list, err := os.ReadDir(pids)
		if err != nil || len(list) < 3 {
			t.Errorf("%d programs of games were started, want 3 or more: %v", len(list), err)
		}
		for _, file := range list {
			pid, _ := strconv.Atoi(file.Name())
			eventually(t, "program "+file.Name()+" has ended", func() bool { return syscall.Kill(pid, 0) != nil })
		}
	})
}

// signalled starts league and sends it one signal when it has had the time to wait for something. It returns how long league took
// to end.
func signalled(t *testing.T, sig syscall.Signal, words []string) time.Duration {
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
	case <-time.After(2 * time.Second):
	}
	began := time.Now()
	c.Process.Signal(sig)
	select {
	case <-ended:
	case <-time.After(time.Minute):
		c.Process.Kill()
		<-ended
	}
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		t.Errorf("league %v: %v killed it; it should end by itself\n%s", words, status.Signal(), out)
	}
	return time.Since(began)
}
