package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// helloTime is how long a game's program may take to say what it plays.
const helloTime = 30 * time.Second

// program is a running program of a game: its verb worker, which plays one job after the other.
type program struct {
	hello protocol.Hello

	cmd    *exec.Cmd
	write  sync.Mutex // held while somebody writes to stdin
	stdin  io.WriteCloser
	lines  chan []byte // of its standard output; closed at the end
	stderr *lastWords
	over   chan struct{} // closed when it has ended
}

// diedError is the error of a program that ended by itself during a game.
type diedError struct{ words string }

func (e *diedError) Error() string { return e.words }

// killedError is the error of a program that somebody killed.
type killedError struct{ status string }

func (e *killedError) Error() string { return "the game's program was killed: " + e.status }

// isAsked is an environment variable of a program that is asked for its game. `league` itself must not answer by asking the
// programs of its folder: it may be one of them, and would start itself without end.
const isAsked = "LEAGUE_IS_ASKED"

// find returns the programs of games in a folder, by path: those whose verb worker says what it plays.
func find(ctx context.Context, dir string) (map[string]protocol.Hello, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, usagef("flag --games: %w", err)
	}
	found := map[string]protocol.Hello{}
	var wrong []string
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		info, err := os.Stat(path)
		if err != nil || info.IsDir() || !runs(path, info.Mode()) {
			continue
		}
		p, err := start(ctx, path, "", nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s (%v)", entry.Name(), err))
			continue
		}
		p.stop()
		if !word.MatchString(p.hello.Game) || !word.MatchString(p.hello.Rules) {
			wrong = append(wrong, fmt.Sprintf("%s (game %q with version %q of the rules)", entry.Name(), p.hello.Game, p.hello.Rules))
			continue
		}
		found[path] = p.hello
	}
	if len(found) == 0 {
		return nil, usagef("flag --games: %s holds no program of a game%s", dir, strings.Join(append([]string{""}, wrong...), "; "))
	}
	return found, nil
}

// programOf returns the program of a game in the folder of --games.
func programOf(c *cli.Context, game string) (path string, hello protocol.Hello, err error) {
	found, err := find(c.Context, c.String("games"))
	if err != nil {
		return "", hello, err
	}
	var have []string
	for path, hello := range found {
		if hello.Game == game {
			return path, hello, nil
		}
		have = append(have, hello.Game)
	}
	slices.Sort(have)
	return "", hello, usagef("flag --game: %q: the folder %s has %s", game, c.String("games"), strings.Join(slices.Compact(have), ", "))
}

// runs reports whether a file may be a program.
func runs(path string, mode os.FileMode) bool {
	if runtime.GOOS == "windows" {
		return filepath.Ext(path) == ".exe"
	}
	return mode&0o111 != 0
}

// running has the processes of all programs that run.
var running sync.Map

// killPrograms ends the programs that have not ended in order.
func killPrograms() {
	running.Range(func(process, _ any) bool {
		process.(*os.Process).Kill()
		return true
	})
}

// start starts the program of a game in a folder and waits until it says what it plays.
func start(ctx context.Context, path, dir string, flags []string) (*program, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	p := &program{cmd: exec.Command(path, append([]string{"worker"}, flags...)...), lines: make(chan []byte), over: make(chan struct{})}
	p.stderr = &lastWords{}
	p.cmd.Dir, p.cmd.Stderr, p.cmd.WaitDelay = dir, p.stderr, 5*time.Second
	p.cmd.Env = append(os.Environ(), isAsked+"=1")
	apart(p.cmd)
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.stdin, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	running.Store(p.cmd.Process, nil)
	go p.read(out)
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	line, err := p.line(ctx)
	if err == nil && (json.Unmarshal(line, &p.hello) != nil || p.hello.Type != "worker") {
		err = fmt.Errorf("it says %q: want the first line of a worker", clean.Line(string(line), 80))
	}
	if err == nil && p.hello.Protocol != protocol.Version {
		err = fmt.Errorf("it speaks version %d of the protocol, want %d", p.hello.Protocol, protocol.Version)
	}
	if err != nil {
		p.kill()
		return nil, err
	}
	return p, nil
}

// read reads what the program writes, to its end.
func (p *program) read(out io.Reader) {
	r := bufio.NewReaderSize(out, 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			break
		}
		p.lines <- line
	}
	close(p.lines)
	p.cmd.Wait() // its error is the state of the process
	running.Delete(p.cmd.Process)
	close(p.over)
}

// line returns the next line. The error is a *diedError, a *killedError or that of ctx.
func (p *program) line(ctx context.Context) ([]byte, error) {
	select {
	case line, ok := <-p.lines:
		if ok {
			return line, nil
		}
		<-p.over
		if killed(p.cmd.ProcessState) {
			return nil, &killedError{p.cmd.ProcessState.String()}
		}
		return nil, &diedError{strings.TrimSuffix(p.stderr.first()+" ("+p.cmd.ProcessState.String()+")", "()")}
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// wish sends a wish to a program that understands wishes, without waiting: while somebody else writes to the program, the wish is
// dropped.
func (p *program) wish(w protocol.Request) {
	text, err := json.Marshal(w)
	if err != nil || !p.hello.Shows || !p.write.TryLock() {
		return
	}
	go func() {
		defer p.write.Unlock()
		p.stdin.Write(append(text, '\n')) // a program that cannot be written to ends, which line reports
	}()
}

// sheet asks a program that is not playing a game for the symbols of its pictures; "": it has none, or does not understand the
// wish.
func (p *program) sheet(ctx context.Context) (string, error) {
	if !p.hello.Shows {
		return "", nil
	}
	p.wish(protocol.Request{Type: protocol.Sheet})
	line, err := p.line(ctx)
	var s protocol.Shown
	if err == nil && (json.Unmarshal(line, &s) != nil || s.Type != protocol.Sheet) {
		err = fmt.Errorf("it says %q: want its sheet", clean.Line(string(line), 80))
	}
	return s.Sheet, err
}

// isShown begins a line that shows a game, and no other one.
var isShown = []byte(`{"type":"` + protocol.Show + `",`)

// play has the program play a game; shown, which may be nil, gets what the program shows of it. After an error the program cannot
// be used any more.
func (p *program) play(ctx context.Context, j *job.Job, shown func(*protocol.Shown)) (*protocol.Done, error) {
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	p.stderr.forget()
	written := make(chan struct{})
	go func() { // a program that does not read must not hold us
		p.write.Lock()
		defer p.write.Unlock()
		p.stdin.Write(append(text, '\n')) // a program that cannot be written to ends, which line reports
		close(written)
	}()
	line, err := p.line(ctx)
	for ; err == nil && bytes.HasPrefix(line, isShown); line, err = p.line(ctx) {
		var s protocol.Shown
		if json.Unmarshal(line, &s) == nil && s.ID == j.ID && shown != nil {
			shown(&s)
		}
	}
	if err != nil {
		return nil, err
	}
	<-written
	done := &protocol.Done{}
	if err := json.Unmarshal(line, done); err != nil || done.Type != "done" || done.ID != j.ID && done.Error == "" {
		return nil, fmt.Errorf("the game's program says %q: want the result of %s", clean.Line(string(line), 80), j.ID)
	}
	return done, nil
}

// stop ends the program between games.
func (p *program) stop() {
	p.stdin.Close()
	p.wait(5 * time.Second)
}

// kill ends the program during a game.
func (p *program) kill() {
	interrupt(p.cmd)
	p.stdin.Close()
	p.wait(5 * time.Second)
}

func (p *program) wait(patience time.Duration) {
	late := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
	defer late.Stop()
	for range p.lines { // so that it does not block on output that nobody reads
	}
	<-p.over
}

// lastWords keeps the beginning of what a program writes to standard error during a game, where a fatal error names itself.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

func (l *lastWords) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b[:min(len(b), max(0, 16<<10-len(l.text)))]...)
	return len(b), nil
}

func (l *lastWords) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = nil
}

// first returns the line that names a fatal error, or else the first line.
func (l *lastWords) first() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := strings.Split(strings.TrimSpace(string(l.text)), "\n")
	at := slices.IndexFunc(list, func(line string) bool {
		return strings.HasPrefix(line, "fatal error:") || strings.HasPrefix(line, "panic:")
	})
	return clean.Line(list[max(0, at)], 200)
}
