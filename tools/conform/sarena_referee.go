package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

type sarenaRefereeRecord struct {
	Name, Note  string
	B           string
	Args        []string
	Path        string
	P1, P2      sarenaScript
	Exit        int
	Exception   *string
	Requests    [2][][2]any
	Connections [2]*int
	Log         []string
	Score       *int
	Reason      *string
	Actions     *[]string
	Remaining   *[2]*float64
}

// sarenaScript is what a server does; see FORMAT.md of the corpus.
type sarenaScript struct {
	Mode string
	At   map[string][]any
}

// sarenaReferee plays all cases, several at a time, because they mostly wait.
func sarenaReferee(content []byte, o options, report func(outcome)) error {
	const together = 8
	free := make(chan struct{}, together)
	var results []chan outcome
	err := lines(func(r sarenaRefereeRecord, _ options, _ func(outcome)) {
		result := make(chan outcome, 1)
		results = append(results, result)
		go func() {
			free <- struct{}{}
			defer func() { <-free }()
			result <- sarenaCase(r)
		}()
	})(content, o, report)
	for _, result := range results {
		report(<-result)
	}
	return err
}

func sarenaCase(r sarenaRefereeRecord) outcome {
	o := outcome{id: r.Name}
	if r.Exit != 0 {
		o.kind = "crash"
	}
	if r.Remaining != nil && min(seconds(r.Remaining[0]), seconds(r.Remaining[1])) < -1 {
		o.kind = "overdrawn"
	}
	o.want = describeCase(r)
	got, err := playCase(r)
	if err != nil {
		o.got = err.Error()
		return o
	}
	o.got = describeCase(got)
	switch {
	case o.kind == "crash" && !endsLater(r, got), o.kind == "overdrawn" && !endsAlike(r, got):
		o.kind = "" // no deviation may cover that
	}
	return o
}

// endsLater reports whether our referee did the same up to the point where the original crashed.
func endsLater(died, ours sarenaRefereeRecord) bool {
	return ours.Exit == 0 && len(ours.Log) > len(died.Log) && slices.Equal(died.Log, ours.Log[:len(died.Log)]) &&
		reflect.DeepEqual(died.Requests, ours.Requests) && reflect.DeepEqual(died.Connections, ours.Connections)
}

// endsAlike reports whether two games have the same turns and result.
func endsAlike(a, b sarenaRefereeRecord) bool {
	return a.Exit == b.Exit && reflect.DeepEqual(a.Score, b.Score) && reflect.DeepEqual(a.Reason, b.Reason) &&
		reflect.DeepEqual(a.Actions, b.Actions) && reflect.DeepEqual(a.Requests, b.Requests)
}

// seconds returns 0 for None.
func seconds(left *float64) float64 {
	if left == nil {
		return 0
	}
	return *left
}

// remainingTolerance is in seconds; the recording machines were busy.
const remainingTolerance = 0.6

// describeCase writes a case for comparison. More than a second below zero is written as -1: by then both have stopped waiting.
func describeCase(r sarenaRefereeRecord) string {
	if r.Remaining != nil {
		for _, left := range r.Remaining {
			if left != nil {
				*left = math.Round(max(*left, -1)*100) / 100
			}
		}
	}
	text, _ := json.Marshal(struct {
		Exit        int
		Requests    [2][][2]any
		Connections [2]*int
		Log         []string
		Score       *int
		Reason      *string
		Actions     *[]string
		Remaining   *[2]*float64
	}{r.Exit, r.Requests, r.Connections, r.Log, r.Score, r.Reason, r.Actions, r.Remaining})
	return string(text)
}

// playCase runs our referee against the scripted servers.
func playCase(r sarenaRefereeRecord) (got sarenaRefereeRecord, err error) {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return got, err
	}
	defer os.RemoveAll(dir)
	p, err := sarena.ParsePosition(r.B)
	if err != nil {
		return got, err
	}
	board, trace := filepath.Join(dir, "board"), filepath.Join(dir, "trace")
	if err := os.WriteFile(board, wire.AppendBoard(nil, p), 0o666); err != nil {
		return got, err
	}
	args := append([]string{"--headless", "-v", "--board", board, "-w", trace}, r.Args...)
	var servers [2]*scriptedServer
	for i, script := range []sarenaScript{r.P1, r.P2} {
		if servers[i], err = startScripted(script); err != nil {
			return got, err
		}
		defer servers[i].stop()
		args = append(args, "http://"+servers[i].address+r.Path)
	}
	var out, log bytes.Buffer
	program := classic.Program{
		Out: &out, Err: &log,
		Player: func(uri string) (classic.Player, error) { return wire.Dial(uri) },
		Chance: func(string) (sarena.Chance, error) { return pyrand.Parse("1") },
	}
	got.Exit = program.Run(context.Background(), args)
	got.Log = maskLog(log.String())
	for i, s := range servers {
		got.Requests[i], got.Connections[i] = s.stop()
		if r.Connections[i] == nil {
			got.Requests[i], got.Connections[i] = nil, nil
		}
	}
	data, err := os.ReadFile(trace)
	if err != nil {
		return got, fmt.Errorf("no trace: %w\n%s", err, &log)
	}
	t, err := wire.ParseTrace(data)
	if err != nil {
		return got, err
	}
	actions := []string{}
	for _, turn := range t.Turns {
		actions = append(actions, turn.Move.String())
	}
	got.Score, got.Reason, got.Actions, got.Remaining = &t.Score, &t.Reason, &actions, &t.Left
	if r.Remaining != nil {
		for i, left := range r.Remaining {
			if ours := t.Left[i]; left != nil && ours != nil && math.Abs(max(*left, -1)-max(*ours, -1)) <= remainingTolerance {
				*ours = *left
			}
		}
	}
	return got, nil
}

var (
	logStamp   = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} -- `)
	logSeconds = regexp.MustCompile(`-?\d+\.\d{6}(s?)$`)
	logFile    = regexp.MustCompile(`^(DEBUG: Loading board from|INFO: Writing trace to) '.*'$`)
)

// maskLog removes the parts of the log that differ from run to run.
func maskLog(text string) (list []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if !logStamp.MatchString(line) {
			list = append(list, "no time stamp: "+line)
			continue
		}
		line = logStamp.ReplaceAllString(line, "")
		line = logSeconds.ReplaceAllString(line, "T$1")
		list = append(list, logFile.ReplaceAllString(line, "$1 'FILE'"))
	}
	return list
}

// scriptedServer is a player that follows a script.
type scriptedServer struct {
	script  sarenaScript
	address string

	listener net.Listener
	done     sync.WaitGroup
	mu       sync.Mutex // guards what follows
	conns    []net.Conn
	requests [][2]any
	attempts map[string]int
}

func startScripted(script sarenaScript) (*scriptedServer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &scriptedServer{
		script: script, listener: listener, address: listener.Addr().String(), attempts: map[string]int{}, requests: [][2]any{},
	}
	if script.Mode == "refuse" {
		listener.Close()
		return s, nil
	}
	s.done.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns = append(s.conns, conn)
			s.mu.Unlock()
			s.done.Go(func() {
				from := bufio.NewReader(conn)
				for s.answer(conn, from) {
				}
			})
		}
	})
	return s, nil
}

// stop ends the server and returns what it received.
func (s *scriptedServer) stop() ([][2]any, *int) {
	s.listener.Close()
	s.mu.Lock()
	for _, conn := range s.conns {
		conn.Close()
	}
	n := len(s.conns)
	s.mu.Unlock()
	s.done.Wait()
	return s.requests, &n
}

// answer serves one request and reports whether the connection is still open.
func (s *scriptedServer) answer(conn net.Conn, from *bufio.Reader) bool {
	body, err := readRequest(from)
	if err != nil {
		conn.Close()
		return false
	}
	call, err := xmlrpc.Parse(body)
	if err != nil || len(call.Params) != 3 {
		conn.Close()
		return false
	}
	p, _ := wire.ParseMatrix(call.Params[0])
	step, _ := python.Int(call.Params[1])
	number := strconv.Itoa(step)
	s.mu.Lock()
	s.requests = append(s.requests, [2]any{float64(step), p.String()})
	s.attempts[number]++
	parts, found := s.script.At[fmt.Sprintf("%s.%d", number, s.attempts[number])]
	s.mu.Unlock()
	if !found {
		if parts, found = s.script.At[number]; !found {
			parts = []any{"@"}
		}
	}
	for _, part := range parts {
		switch part := part.(type) {
		case nil:
			conn.Close()
			return false
		case float64:
			time.Sleep(time.Duration(part * float64(time.Second)))
		case string:
			if part != "@" {
				conn.Write(latin1(part))
				continue
			}
			if conn.Write(s.reply(p)); s.script.Mode != "keepalive" {
				conn.Close()
				return false
			}
		}
	}
	return true
}

// reply is the default answer: the first legal turn.
func (s *scriptedServer) reply(p sarena.Position) []byte {
	m := p.AppendMoves(nil)[0]
	body, _ := xmlrpc.AppendReply(nil, python.Ints(m.I1, m.J1, m.I2, m.J2))
	head := "HTTP/1.0 200 OK\r\nContent-type: text/xml\r\n"
	length := fmt.Sprintf("Content-length: %d\r\n", len(body))
	switch s.script.Mode {
	case "keepalive":
		head = "HTTP/1.1 200 OK\r\nContent-type: text/xml\r\n" + length
	case "nolength":
	case "chunked":
		head = "HTTP/1.1 200 OK\r\nContent-type: text/xml\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"
		half := len(body) / 2
		body = fmt.Appendf(nil, "%x\r\n%s\r\n%X;x=y\r\n%s\r\n0\r\n\r\n", half, body[:half], len(body)-half, body[half:])
	case "gzip":
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(body)
		z.Close()
		body = b.Bytes()
		head += fmt.Sprintf("Content-Encoding: gzip\r\nContent-length: %d\r\n", len(body))
	case "notype":
		head = "HTTP/1.0 200 OK\r\n" + length
	default:
		head += length
	}
	return append([]byte(head+"\r\n"), body...)
}
