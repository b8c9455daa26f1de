//go:build unix

package hostile

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

// spies is the class of bots that write down all that they are told.
const spies = "spies"

// TestMain makes this test a bot of its own: run as `TEST bot CLASS DIR` it misbehaves as CLASS says, and leaves the numbers of
// its processes in DIR.
func TestMain(m *testing.M) {
	jail.Init()
	if len(os.Args) == 4 && os.Args[1] == "bot" {
		b := bot{class: os.Args[2], dir: os.Args[3]}
		b.register(os.Getpid())
		b.play()
		return
	}
	flag.Parse()
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) // most of the time all wait for something
	os.Setenv("GORACE", "atexit_sleep_ms=0")                         // bots built with the race detector leave at once, as others do
	var err error
	if folder, err = os.MkdirTemp("", "hostile"); err != nil {
		panic(err)
	}
	os.Chmod(folder, 0o755) // users without rights run the programs, too
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

type bot struct {
	class, dir string
	game       string // from hello on
	answered   int
}

// illegal are well formed answers that break a rule of their game in every position, and how such a game ends. In Tron there is
// none: every order is legal, and one that has no effect now is ignored.
var illegal = map[string]struct{ move, reason string }{
	"amazons":  {`"A0A0A0"`, "illegal"},
	"pelita":   {`[0, 0]`, "illegal"}, // a wall; repeated errors disqualify
	"reantics": {`[[0, 9]]`, "illegal"},
	"sarena":   {`"0000"`, "illegal"},
}

// register leaves the number of a process in DIR.
func (b *bot) register(pid int) {
	if err := os.WriteFile(filepath.Join(b.dir, strconv.Itoa(pid)), nil, 0o666); err != nil {
		panic(err)
	}
}

// note adds a line to the file of this process in DIR.
func (b *bot) note(line string) {
	f, err := os.OpenFile(filepath.Join(b.dir, strconv.Itoa(os.Getpid())), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(line)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		panic(err)
	}
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func (b *bot) play() {
	switch b.class {
	case "exits at once":
		os.Exit(3)
	case "says nothing":
		time.Sleep(time.Hour)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var m struct {
			Type, Game string
			ID         int
			Legal      []json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			panic(err)
		}
		b.game = cmp.Or(b.game, m.Game)
		if b.class == spies {
			b.note(line)
		}
		switch {
		case m.Type == "hello" && b.class == "crashes at hello", m.Type == "start" && b.class == "crashes at start",
			m.Type == "end" && b.class == "crashes at the end":
			os.Exit(1)
		case m.Type == "end" && b.class == "leaves after a game":
			return
		case m.Type == "hello":
			say(`{"type":"hello","name":"hostile","legal":true}`)
		case m.Type == "ask":
			move := json.RawMessage("null")
			if len(m.Legal) > 0 {
				move = m.Legal[0]
			}
			if b.class == spies && len(m.Legal) > 0 {
				move = m.Legal[m.ID*7%len(m.Legal)]
			}
			if b.class == breaksRule {
				move = json.RawMessage(illegal[b.game].move)
			}
			b.misbehave(m.ID, move)
			say(`{"type":"answer","id":%d,"move":%s,"value":0.5}`, m.ID, move)
			b.answered++
		}
	}
}

func (b *bot) misbehave(id int, move json.RawMessage) {
	switch b.class {
	case "crashes at the first move":
		os.Exit(1)
	case "crashes later":
		if b.answered == 2 {
			os.Exit(1)
		}
	case "hangs":
		time.Sleep(time.Hour)
	case "hangs and ignores SIGTERM":
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		time.Sleep(time.Hour)
	case "closes its output":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "closes its input":
		os.Stdin.Close()
		time.Sleep(time.Hour)
	case "writes no JSON":
		say("north, please")
	case "writes an array":
		say(`[1, 2, 3]`)
	case "writes invalid UTF-8":
		say("{\"type\":\"answer\",\"id\":%d,\"move\":%s,\"say\":\"\xff\"}", id, move)
	case "writes 100 MB in a line":
		block := strings.Repeat("x", 1<<20)
		for range 100 {
			fmt.Print(block)
		}
	case "answers with an object that is no move":
		say(`{"type":"answer","id":%d,"move":{"turn":7,"type":7,"path":"north","to":[[[]]]}}`, id)
	case "answers twice":
		say(`{"type":"answer","id":%d,"move":%s}`, id, move)
	case "floods with the past":
		for {
			say(`{"type":"answer","id":0,"move":%s}`, move)
		}
	case "floods its standard error":
		for range 10_000 / (1 + b.answered*b.answered) {
			fmt.Fprintln(os.Stderr, strings.Repeat("debug ", 20))
		}
	case "leaves a child behind":
		child := exec.Command(os.Args[0], "bot", "says nothing", b.dir)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		b.register(child.Process.Pid)
		os.Exit(0)
	}
}
