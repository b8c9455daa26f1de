package webtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// games are the programs: a small game, that a person plays to the end by a few clicks, and a real one.
var games = []struct {
	name        string
	small, real []string // flags
}{
	{"amazons", []string{"--start", "1BB1/B2B/R2R/1RR1 r"}, nil},
	{"sarena", []string{"--start", "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN"}, nil},
	{"tron", []string{"--start", "cycle=0/9\n" + field(16, 10)}, []string{"--start", field(32, 18)}},
	{"pelita", []string{"--layout", "normal_035", "--rounds", "3"}, []string{"--layout", "normal_035"}},
	{"reantics", []string{"--cap", "4"}, []string{"--cap", "60"}},
}

// small are the flags of a small game.
func small(game string) []string {
	for _, g := range games {
		if g.name == game {
			return g.small
		}
	}
	panic("no game " + game)
}

// built is the folder with the programs.
var built = sync.OnceValues(func() (string, error) {
	for _, g := range games {
		if err := gametest.Build(filepath.Join("..", ".."), "./"+g.name+"/cmd/"+g.name, filepath.Join(folder, g.name+".exe")); err != nil {
			return "", err
		}
	}
	return folder, nil
})

// program is a program that runs with a page.
type program struct {
	*testing.T
	command *exec.Cmd
	url     string      // for the person who controls the game
	lines   chan string // on standard error
	output  chan string // on standard output, the first thousand
}

// launch starts a game with a page: args are the verb, its arguments and flags.
func launch(t *testing.T, game string, args ...string) *program {
	t.Helper()
	return launchIn(t, "", game, args...)
}

// launchIn starts a game with a page in a folder.
func launchIn(t *testing.T, folder, game string, args ...string) *program {
	t.Helper()
	needsBrowser(t)
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{T: t, command: exec.Command(filepath.Join(dir, game+".exe"), append(args, "--web")...), lines: make(chan string, 1000)}
	p.command.Dir = folder
	p.output = make(chan string, 1000)
	errs, err := p.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	outs, err := p.command.StdoutPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(errs); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	go func() {
		for s := bufio.NewScanner(outs); s.Scan(); {
			select {
			case p.output <- s.Text():
			default:
			}
		}
	}()
	t.Cleanup(func() { p.end() })
	if p.url, _, _ = strings.Cut(p.line(), " "); !strings.HasPrefix(p.url, "http://127.0.0.1:") {
		t.Fatalf("the first line is %q, want the address of the page", p.url)
	}
	return p
}

// line is the next line on standard error.
func (p *program) line() string { return p.next(p.lines) }

func (p *program) next(lines chan string) string {
	p.Helper()
	select {
	case line := <-lines:
		return line
	case <-time.After(time.Minute):
		p.Fatal("the program says nothing")
	}
	return ""
}

// seat returns the address for the person in the next seat, which the next line must have.
func (p *program) seat(title string) string {
	p.Helper()
	line := p.line()
	url, ok := strings.CutPrefix(line, title+": ")
	url, says, _ := strings.Cut(url, "  ")
	if !ok || says != "another person who plays "+title+", on this machine" {
		p.Fatalf("%q: want the address of %s, and whom to give it", line, title)
	}
	return url
}

// watch returns the address for people who may only watch.
func (p *program) watch() string { return strings.SplitN(p.url, "#", 2)[0] }

// token returns the token in the address for the person who controls the game.
func (p *program) token() string { return strings.SplitN(p.url, "#token=", 2)[1] }

// end interrupts the program and returns its exit code.
func (p *program) end() int {
	if p.command.ProcessState == nil {
		p.command.Process.Signal(os.Interrupt)
		late := time.AfterFunc(time.Minute, func() { p.command.Process.Kill() })
		for range p.lines {
		}
		p.command.Wait()
		late.Stop()
	}
	return p.command.ProcessState.ExitCode()
}

// talker returns a player that is this program: it says and writes text that would do harm if a page took it for anything but
// text.
func talker() string {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("exec:'%s' talker '%s'", self, strings.ReplaceAll(hostile, "'", ""))
}

// talk is what such a player does. It crashes at the question with the number of its last argument, if there is one; with "wrong"
// every third answer is a cell in the corner, with "hang" it answers nothing, and with "flood" it writes without an end.
func talk() {
	out := json.NewEncoder(os.Stdout)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	game := ""
	for n := 0; lines.Scan(); {
		var m struct {
			Type  string
			Game  string
			ID    json.RawMessage
			Legal []json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			os.Exit(1)
		}
		switch m.Type {
		case "hello":
			game = m.Game
			out.Encode(map[string]any{"type": "hello", "name": hostile, "legal": true})
		case "ask":
			n++
			if len(os.Args) > 3 && os.Args[3] == "hang" {
				select {}
			}
			for len(os.Args) > 3 && os.Args[3] == "flood" {
				fmt.Println(strings.Repeat(hostile, 100))
				fmt.Fprintln(os.Stderr, n, hostile)
			}
			if len(os.Args) > 3 && os.Args[3] == strconv.Itoa(n) {
				panic(hostile)
			}
			answer := map[string]any{"type": "answer", "id": m.ID, "value": 0.5, "say": fmt.Sprintf("%d %s", n, hostile)}
			if len(m.Legal) > 0 && game != "tron" { // where it drives straight on
				answer["move"] = m.Legal[n*7919%len(m.Legal)]
			}
			if len(os.Args) > 3 && os.Args[3] == "wrong" && len(m.Legal) > 0 && n%3 == 0 {
				answer["move"] = []int{0, 0}
			}
			fmt.Fprintln(os.Stderr, n, hostile)
			out.Encode(answer)
		}
	}
}

// rival is a bundled bot that plays for a while.
func rival(game string) string {
	if game == "tron" {
		return "voronoi"
	}
	return "random"
}
