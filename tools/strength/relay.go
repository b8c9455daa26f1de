package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

//go:embed relay.go.txt
var relayCode []byte

// program builds the program of a game from a checkout, with the relay in it.
func program(ctx context.Context, root, game, to string) error {
	code := to + ".go"
	if err := os.WriteFile(code, relayCode, 0o666); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(root, game, "cmd", game, "zz_relay.go"): code}, // the last init function
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(to+".json", overlay, 0o666); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-overlay", to+".json", "-o", to, "./"+game+"/cmd/"+game)
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("go build in %s: %w: %s", root, err, bytes.TrimSpace(text)))
	}
	return nil
}

// task is a game for one of two programs; relay.go.txt reads it.
type task struct {
	Start, Seed string
	Seat        int
	Params      map[string]string `json:",omitempty"`
	Opening     int
	Starts      int `json:",omitempty"`
}

// ending is how a game ended; both programs must report the same.
type ending struct {
	Winner int
	Reason string
	Plies  int
	Score  map[string]int
}

// duel plays a game between the champions of two programs, the first of which sits in the seat of the task, and returns the
// points of the first.
func duel(ctx context.Context, t task, programs [2]string) (points float64, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var (
		sides [2]*side
		ends  = make(chan error, 2)
	)
	for i, path := range programs {
		if sides[i], err = start(ctx, path, t); err != nil {
			return 0, err
		}
		t.Seat = 1 - t.Seat
	}
	for i, s := range sides {
		go func() { ends <- s.pass(sides[1-i].in) }()
	}
	first := <-ends
	if first != nil {
		stop()
	}
	if err := errors.Join(first, <-ends); err != nil {
		return 0, errors.Join(context.Cause(ctx), err)
	}
	one, two := sides[0].end, sides[1].end
	switch {
	case fmt.Sprint(one) != fmt.Sprint(two):
		return 0, fmt.Errorf("seed %s: the game ended as %+v by one program and as %+v by the other: their rules differ", t.Seed, one, two)
	case one.Winner == t.Seat: // turned twice, it is the seat of the first program again
		return 1, nil
	case one.Winner < 0:
		return 0.5, nil
	}
	return 0, nil
}

// side is one of two programs that play.
type side struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  io.Reader
	errs bytes.Buffer
	end  *ending
}

func start(ctx context.Context, path string, t task) (s *side, err error) {
	text, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	s = &side{cmd: exec.CommandContext(ctx, path)}
	s.cmd.Env = append(os.Environ(), "GRIDIRON_RELAY="+string(text), "GOMAXPROCS=1")
	s.cmd.Stderr = &s.errs
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if s.out, err = s.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return s, s.cmd.Start()
}

// pass forwards the answers of a program to the other one until it ends.
func (s *side) pass(to io.WriteCloser) error {
	defer to.Close()
	lines := bufio.NewReader(s.out)
	var fault error
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var line struct{ Result *ending }
		if err := json.Unmarshal(text, &line); err != nil {
			fault = fmt.Errorf("%q: want a line of JSON", text)
			break
		}
		if line.Result != nil {
			s.end = line.Result
		} else if _, err := to.Write(text); err != nil {
			break // the other program has ended; its own output says why
		}
	}
	err := s.cmd.Wait()
	if err != nil || s.end == nil || fault != nil {
		return errors.Join(fault, fmt.Errorf("%s: %v: %s", filepath.Base(s.cmd.Path), err, strings.TrimSpace(s.errs.String())))
	}
	return nil
}

// programs builds the programs of a game in two checkouts, the current one and that of the other commit, in this order.
func programs(ctx context.Context, root, then, game, dir string) (list [2]string, err error) {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	for i, from := range []string{root, then} {
		list[i] = filepath.Join(dir, fmt.Sprintf("%s-%s%s", game, []string{"now", "then"}[i], suffix))
		if err := program(ctx, from, game, list[i]); err != nil {
			return list, fmt.Errorf("%s: %w", []string{"the current champion", "the champion of --vs, whose kernel must fit " + checkout.Prefix + "tools/strength"}[i], err)
		}
	}
	return list, nil
}
