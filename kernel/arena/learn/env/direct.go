package env

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// Direct is a Server of a client in the same process, whose threads step the games themselves. Its commands are those of the
// conversation. An answer is empty instead of ".", or Running. Methods may be called from several threads; commands are carried
// out one after the other.
type Direct struct {
	server  *Server
	busy    sync.Mutex // held while a command is carried out
	waiting sync.Map   // of channels with the answers of commands that take long, by number
	last    atomic.Int64
	closed  atomic.Bool
	broken  string            // the answer after a panic
	quick   [256]atomic.Int32 // by the first byte of a command: how many of them were quick, halved by one that was not
}

// Running begins the answer of a command that takes longer than a person wants to wait after Ctrl-C. A decimal number follows,
// with which the client must call Wait until it gets another answer.
const Running = "~"

const (
	patience = 50 * time.Millisecond // longest wait for an answer
	quick    = 5 * time.Millisecond  // a command that takes less is quick
	// usual is how many commands must have been quick before the thread that gives one carries it out: in some games an opponent
	// thinks after every third step.
	usual = 100
)

var loaded = time.Now()

// errOutside ends the verb for a client in the same process.
var errOutside = errors.New("opponents that are programs belong to a process of their own")

// foreign returns a function that reports whether an opponent is not one of the game's own bots.
func foreign(game *match.Info) func(batch.Rival) bool {
	return func(r batch.Rival) bool {
		return r.Player != batch.Usual && r.Player != batch.League && !game.Bundled(r.Player)
	}
}

// Open runs the verb env with flags, and returns its games and the line that a process would print first. Otherwise complaint
// says what is wrong, in the words of that process; if it is empty, only a process can play the games: some of their opponents
// are programs.
func Open(p *cli.Program, flags []string) (d *Direct, greeting, complaint string) {
	var complaints strings.Builder
	d = &Direct{}
	p.Run(context.Background(), append([]string{"env"}, flags...), strings.NewReader(""), d, &complaints)
	switch {
	case d.server != nil:
		d.server.spec.Memory = true
		line, _ := json.Marshal(d.server.spec) // it cannot fail: the types are ours
		return d, string(line), ""
	case strings.Contains(complaints.String(), errOutside.Error()):
		return nil, "", ""
	}
	return nil, "", complaints.String()
}

// Write refuses what the verb would print: its help.
func (d *Direct) Write([]byte) (int, error) { return 0, errors.ErrUnsupported }

// Attach sets the memory of the arrays, as many bytes as the greeting says, from a multiple of 8. It must stay until Close
// returns true.
func (d *Direct) Attach(memory []byte) {
	d.server.memory = memory
	d.server.frame = frame(memory, d.server.spec.Arrays)
}

// Step does the same as the command s.
func (d *Direct) Step() (answer string) {
	if d.quick['s'].Load() < usual || !d.busy.TryLock() {
		return d.slowly([]byte{'s'})
	}
	defer d.busy.Unlock()
	return d.carry('s', stepAll)
}

func stepAll(s *Server) (answer string) {
	s.step(0, s.spec.Games)
	return ""
}

// Reset does the same as the command r for one game.
func (d *Direct) Reset(game uint32, seed uint64) (answer string) {
	if d.quick['r'].Load() < usual || int(game) >= d.server.spec.Games || !d.busy.TryLock() {
		command := binary.LittleEndian.AppendUint32([]byte{'r', 1, 0, 0, 0}, game)
		return d.slowly(binary.LittleEndian.AppendUint64(command, seed))
	}
	defer d.busy.Unlock()
	return d.carry('r', func(s *Server) string {
		setup := s.setup
		setup.Seed = strconv.FormatUint(seed, 10)
		if err := s.resetGame(int(game), setup); err != nil {
			return "!" + err.Error()
		}
		return ""
	})
}

// Command carries out a command, which is not empty.
func (d *Direct) Command(text []byte) (answer string) {
	if text[0] == 'j' || d.quick[text[0]].Load() < usual || !d.busy.TryLock() { // requests differ
		return d.slowly(bytes.Clone(text))
	}
	defer d.busy.Unlock()
	return d.tell(text)
}

// tell carries out a command.
func (d *Direct) tell(text []byte) (answer string) {
	return d.carry(text[0], func(s *Server) string {
		var out bytes.Buffer
		s.in, s.out = bytes.NewReader(text), &out
		if err := s.command(); err == io.EOF {
			return "!a command ends too early"
		} else if err != nil {
			return "!" + err.Error()
		}
		if out.Bytes()[0] == '.' {
			return ""
		}
		return string(out.Bytes()[:1]) + string(out.Bytes()[5:]) // without the length
	})
}

// slowly carries out a command in another thread.
func (d *Direct) slowly(text []byte) (answer string) {
	answers, number := make(chan string, 1), d.last.Add(1)
	d.waiting.Store(number, answers)
	go func() {
		d.busy.Lock()
		defer d.busy.Unlock()
		answers <- d.tell(text)
	}()
	return d.Wait(number)
}

// Wait waits for the answer of a command.
func (d *Direct) Wait(number int64) (answer string) {
	found, _ := d.waiting.Load(number)
	answers, ok := found.(chan string)
	if !ok {
		return fmt.Sprintf("!command %d: nobody waits for its answer", number)
	}
	select {
	case answer = <-answers:
		d.waiting.Delete(number)
		return answer
	case <-time.After(patience):
		return Running + strconv.FormatInt(number, 10)
	}
}

// carry carries out a command that begins with op.
func (d *Direct) carry(op byte, command func(*Server) string) (answer string) {
	if d.closed.Load() {
		return "!this environment is closed"
	}
	if d.broken != "" {
		return d.broken
	}
	begun := time.Since(loaded) // one look at a clock, of which time.Now has two
	defer func() {
		if r := recover(); r != nil {
			d.broken = fmt.Sprintf("!panic: %v\n%s", r, debug.Stack())
			answer = d.broken
		}
		n := d.quick[op].Load()
		if time.Since(loaded)-begun > quick {
			d.quick[op].Store(n / 2)
		} else if n < 2*usual { // so that one command that another process has slowed down makes no difference
			d.quick[op].Store(n + 1)
		}
	}()
	return command(d.server)
}

// Close releases the games. It returns false if a command is being carried out, after which they will be.
func (d *Direct) Close() bool {
	d.closed.Store(true)
	if !d.busy.TryLock() {
		go func() {
			d.busy.Lock()
			defer d.busy.Unlock()
			d.server.Close()
		}()
		return false
	}
	defer d.busy.Unlock()
	d.server.Close()
	return true
}
