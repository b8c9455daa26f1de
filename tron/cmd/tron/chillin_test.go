//go:build !lean || web

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// serving is a running `tron serve`.
type serving struct {
	port string
	out  strings.Builder
	done chan struct{} // closed when it has ended
	err  error
}

func startServe(t *testing.T, args ...string) *serving {
	t.Helper()
	s := &serving{done: make(chan struct{})}
	c := exec.CommandContext(t.Context(), "tron", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	c.Stdout = &s.out
	pipe, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	notes := bufio.NewReader(pipe)
	line, err := notes.ReadString('\n')
	go func() {
		defer close(s.done)
		io.Copy(io.Discard, notes)
		s.err = c.Wait()
	}()
	t.Cleanup(func() { <-s.done })
	if err != nil {
		t.Fatal(err)
	}
	s.port = strings.TrimSpace(line[strings.LastIndexByte(line, ':')+1:])
	return s
}

// wait waits for the end of the server and returns what it printed.
func (s *serving) wait(t *testing.T) string {
	t.Helper()
	select {
	case <-s.done:
		if s.err != nil {
			t.Errorf("serve: %v", s.err)
		}
	case <-time.After(time.Minute):
		t.Fatal("serve does not end")
	}
	return s.out.String()
}

func needPython(t *testing.T) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatalf("GRIDIRON_CORPUS=required: %v", err)
		}
		t.Skipf("cannot run clients in Python: %v", err)
	}
	return python
}

// TestPythonPeers has two clients over TLS that are early, late, malformed, in pieces, flooding and leaving.
func TestPythonPeers(t *testing.T) {
	gametest.Slow(t)
	python := needPython(t)
	s := startServe(t, "--map", pit, "--cycle", "400ms", "--first-cycle", "600ms")
	out, err := gametest.Command(".", nil, python, "testdata/chillin/peers.py", s.port)
	if err != nil || out != "ok\n" {
		t.Errorf("peers.py: %v\n%s", err, out)
	}
	if got := s.wait(t); !strings.Contains(got, "YELLOW (south) wins: BLUE (north) has -12 to 9") {
		t.Errorf("serve printed %q", got)
	}
}

// TestNewBotJoins has the bot of new-bot play over Chillin what it plays over lines of JSON.
func TestNewBotJoins(t *testing.T) {
	gametest.Long(t, "plays a game in real time")
	python := needPython(t)
	dir := filepath.Join(t.TempDir(), "my bot")
	gametest.Run(t, program(), "new-bot", "python", dir)
	s := startServe(t, "--map", pit, "--cycle", "100ms", "--first-cycle", "1s")
	done := make(chan string, 1)
	go func() {
		out, err := gametest.Command(dir, nil, python, "bot.py", "127.0.0.1:"+s.port, "pythonistas")
		done <- fmt.Sprint(out, err)
	}()
	out := gametest.Run(t, program(), "join", "127.0.0.1:"+s.port, "fill", "--team", "us")
	if !strings.Contains(out, " (fill) ") {
		t.Errorf("join printed %q", out)
	}
	if got := <-done; !strings.Contains(got, "wins\n<nil>") && !strings.Contains(got, "draw\n<nil>") {
		t.Errorf("the bot printed %q", got)
	}
	if got := s.wait(t); strings.Contains(got, " area wall in cycle 7\n") {
		t.Errorf("serve printed %q, want a game in which the bot has turned", got)
	}
}

// TestGuest has a Chillin client play at a table of `play`.
func TestGuest(t *testing.T) {
	gametest.Long(t, "plays a game in real time")
	needPython(t)
	dir := filepath.Join(t.TempDir(), "bot")
	gametest.Run(t, program(), "new-bot", "python", dir)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out strings.Builder
	notes, notesTo := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- program().Run(ctx, []string{"play", "join:guest", "rules", "--listen", "0", "--start", pit, "--budget", "150ms", "--first-budget", "3s", "--quiet"}, nil, &out, notesTo)
		notesTo.Close()
	}()
	line, err := bufio.NewReader(notes).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, notes)
	address := strings.TrimSpace(line[strings.LastIndexByte(line, ' ')+1:])
	if said, err := gametest.Command(dir, nil, "python3", "bot.py", address, "guest"); err != nil || !strings.Contains(said, "wins") && !strings.Contains(said, "draw") {
		t.Errorf("the guest printed %q, %v", said, err)
	}
	if got := <-code; got != 0 || strings.Contains(out.String(), "BLUE crashed on an area wall in cycle 7") {
		t.Errorf("exit code %d, it printed %q, want a game in which the guest has turned", got, out.String())
	}
}

// TestServeGamecfg serves as a gamecfg.json of the original says, and reads the replay that it leaves.
func TestServeGamecfg(t *testing.T) {
	gametest.Slow(t)
	dir := t.TempDir()
	mapFile := filepath.Join(dir, "maps", "Small.json")
	if err := os.Mkdir(filepath.Dir(mapFile), 0o777); err != nil {
		t.Fatal(err)
	}
	small := gametest.Run(t, program(), "maps", pit, "--json")
	config := fmt.Sprintf(`{"general": {"game_name": "Tron", "offline_mode": true, "command_files": ["app/ks/commands"], "": "a comment", "": "another",
		"allowed_teams": {"north": "Yellow", "south": "Blue"}},
		"net": {"host": "127.0.0.1", "port": 5000}, "gui": {"host": "127.0.0.1", "port": 5001, "max_spectators": 3, "save_replay": true, "replay_dir": %q,
		"replay_filename": null, "cycle_duration": 0.5, "side_colors": {"Blue": "#00FFFF", "Yellow": "#FFFF00"}},
		"sides": {"Blue": ["0"], "Yellow": ["0"]}, "game_handler": {"start_time": "2017-11-08 00:50", "start_waiting_time": 0,
		"cycle_duration": 0.05, "first_cycle_duration": 0.2, "map_path": %q}}`, filepath.Join(dir, "replays"), mapFile)
	gamecfg := filepath.Join(dir, "gamecfg.json")
	for name, text := range map[string]string{mapFile: small, gamecfg: config} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := startServe(t, gamecfg, "config.gui.port=0", "config.gui.replay_filename=game")
	var errs bytes.Buffer
	args := []string{"join", "127.0.0.1:" + s.port, "fill", "--team", "stranger"}
	if code := program().Run(t.Context(), args, nil, io.Discard, &errs); code != 1 || !strings.Contains(errs.String(), "refused") {
		t.Errorf("a team that is not allowed joined: %q", errs.String())
	}
	done := make(chan string, 1)
	go func() { // a process of its own: urfave/cli has global state that two command lines would share
		out, _ := exec.CommandContext(t.Context(), "tron", "join", "127.0.0.1:"+s.port, "fill", "--team", "north").Output()
		done <- string(out)
	}()
	client := filepath.Join(dir, "client.json") // what the command line says overrides it
	text := fmt.Sprintf(`{"net": {"host": "127.0.0.1", "port": %s}, "ai": {"agent_name": "1", "team_nickname": "east"}}`, s.port)
	if err := os.WriteFile(client, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, program(), "join", client, "rules", "--team", "south", "--name", "0")
	if out := <-done; !strings.HasPrefix(out, "YELLOW (fill) ") {
		t.Errorf("north was to be YELLOW: %q", out)
	}
	line := s.wait(t)
	recorded := filepath.Join(dir, "game.jsonl")
	text = gametest.Run(t, program(), "convert", filepath.Join(dir, "replays", "game.cr"))
	if err := os.WriteFile(recorded, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, program(), "replay", recorded, "--verify")
	_, detail, _ := strings.Cut(strings.TrimSpace(line), ": ")
	if detail = strings.TrimPrefix(strings.TrimPrefix(detail, "YELLOW (north) "), "BLUE (south) "); !strings.Contains(text, detail) {
		t.Errorf("serve printed %q, its replay holds\n%s", line, text[strings.LastIndex(text, `{"type":"result"`):])
	}
}

// A server that joins us and ends the game at once, with scores that would command a terminal, gets none of that on the screen.
func TestJoinCleansScores(t *testing.T) {
	pair, err := server.Certificate()
	if err != nil {
		t.Fatal(err)
	}
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{pair}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		ks.ReadFrame(c, ks.MaxCommand)
		c.Write(ks.Frame("ClientJoined", ks.Struct{"joined": true, "side_name": "Blue"}))
		scores := ks.Map{{Key: "Blue", Value: "1\x1b[2J\x9b31m\a"}, {Key: "Yellow", Value: "2\n"}}
		c.Write(ks.Frame("EndGame", ks.Struct{"details": ks.Map{{Key: "Scores", Value: scores}}}))
		io.Copy(io.Discard, c)
	}()
	out := gametest.Run(t, program(), "join", l.Addr().String(), "fill", "--team", "me")
	if want := "BLUE (fill) drew with YELLOW: 1 [2J 31m to 2 in 0 cycles\n"; out != want {
		t.Errorf("it printed %q, want %q", out, want)
	}
}
