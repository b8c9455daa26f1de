package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// hostile is text that would do harm if it were not escaped.
const hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\u202e\x1b[2J"

// toy is a game in memory: two pieces race over a row of cells, a step or two a ply.
type toy struct {
	at    [2]int
	ply   int
	board *scene.Board
}

func newToy() *toy {
	return &toy{at: [2]int{0, 10}, board: &scene.Board{
		W: 10, H: 2, Look: scene.Checker, Cell: "x,y", Seats: []scene.Chair{{ID: "RED", Colour: "red"}, {ID: "BLUE", Colour: "blue"}},
		Unit: "Round", Per: 2, Score: "Way", Rows: []scene.Row{{ID: "left", Caption: "Left"}},
	}}
}

func (g *toy) seat() int { return g.ply % 2 }

func (g *toy) over() bool { return g.at[0] == 9 || g.at[1] == 19 }

func (g *toy) legal(seat int) (list []Choice) {
	for step := 1; step <= 2 && g.at[seat]%10+step < 10; step++ {
		list = append(list, Choice{Text: strconv.Itoa(step), Cells: []int{g.at[seat], g.at[seat] + step}})
	}
	return list
}

func (g *toy) play(text string) {
	step, _ := strconv.Atoi(text)
	g.at[g.seat()] += step
	g.ply++
}

func (g *toy) scene() scene.Scene {
	s := scene.Scene{Board: g.board, Pieces: map[string]scene.Piece{}, Group: (g.ply + 1) / 2, Curve: float64(g.at[0] - g.at[1] + 10)}
	for i, at := range g.at {
		s.Pieces[strconv.Itoa(i)] = scene.Piece{At: at, Seat: scene.Of(i), Title: "runner " + hostile}
		left := 9 - at%10
		s.Sides = append(s.Sides, scene.Side{Score: scene.Number(at % 10), Rows: map[string]scene.Value{"left": scene.Number(left)}})
	}
	if !g.over() {
		s.Turn = scene.Of(g.seat())
	}
	if g.ply > 0 {
		s.Moves = []scene.Move{{Seat: scene.Of(1 - g.seat()), Text: "runs"}}
	}
	return s
}

func (g *toy) snapshot() Snapshot {
	s := Snapshot{
		Ply: g.ply, Asked: []int{g.seat()}, Scene: g.scene, Legal: g.legal, Text: func() string { return fmt.Sprint(g.at) },
		Said: []Said{{Seat: 0, Text: hostile}}, Faults: []Fault{{Seat: 1, Text: "late " + hostile}}, Used: []time.Duration{1500e6, 0},
	}
	if g.over() {
		s.Result, s.Asked = &Result{Winner: 1 - g.seat(), Text: "won by " + hostile}, nil
	}
	return s
}

// serve serves on a free port of this machine.
func serve(t *testing.T, o Options) (*Server, string) {
	t.Helper()
	listener, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	if !Loopback(listener.Addr()) {
		t.Fatalf("without a host %v listens, want this machine only", listener.Addr())
	}
	s := NewServer(o)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, "http://" + listener.Addr().String()
}

// stream reads events.
type stream struct {
	*bufio.Reader
	close func()
	last  string
	late  *time.Timer // ends the stream if no event comes for a minute
}

type event struct {
	kind string
	data map[string]any
}

func listen(t *testing.T, address, token, last string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	late := time.AfterFunc(time.Minute, cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/events?token="+token, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		cancel()
		t.Fatal(response.Status)
	}
	t.Cleanup(cancel)
	return &stream{bufio.NewReader(response.Body), cancel, last, late}
}

func (s *stream) next(t *testing.T) (e event) {
	t.Helper()
	s.late.Reset(time.Minute)
	for {
		line, err := s.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "event":
			e.kind = value
		case "id":
			s.last = value
		case "data":
			if err := json.Unmarshal([]byte(value), &e.data); err != nil {
				t.Fatalf("%v in %s", err, value)
			}
			if strings.Contains(value, "<") {
				t.Errorf("a < that could begin a tag in %s", value)
			}
			return e
		}
	}
}

// until reads events up to one of a kind and returns the kinds before it.
func (s *stream) until(t *testing.T, kind string) (e event, before []string) {
	t.Helper()
	for {
		if e = s.next(t); e.kind == kind {
			return e, before
		}
		before = append(before, e.kind)
	}
}

func post(t *testing.T, address, path, token, body string, change ...func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for _, c := range change {
		c(r)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, strings.TrimSpace(string(text))
}
