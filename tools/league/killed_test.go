package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// process is a program in a process of its own that is killed and started again.
type process struct {
	testing.TB
	program string
	args    []string
	enter   []string // the command that starts it elsewhere; nil: here
	temp    string   // for what killed processes leave behind
	env     []string // further variables
	errs    io.Writer
	cmd     *exec.Cmd
	id      atomic.Int64 // of the process
	out     string       // the first line that it prints, if it prints one at once
}

// start starts the process; with a line it waits for the first line of its output.
func (p *process) start(line bool) {
	p.Helper()
	words := append(append(append([]string{}, p.enter...), p.program), p.args...)
	p.cmd = exec.Command(words[0], words[1:]...)
	dieWithUs(p.cmd)
	p.cmd.Env = append(os.Environ(), "LEAGUE_TEST_PATIENCE=2s", "TMPDIR="+p.temp)
	p.cmd.Env, p.cmd.Stderr = append(p.cmd.Env, p.env...), p.errs
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err == nil {
		p.id.Store(int64(p.cmd.Process.Pid))
	}
	if err != nil {
		p.Fatal(err)
	}
	if line {
		if p.out, err = bufio.NewReader(out).ReadString('\n'); err != nil {
			p.Fatalf("league %s: no line: %v", strings.Join(p.args, " "), err)
		}
	}
}

func (p *process) pid() int { return int(p.id.Load()) }

// kill kills the process and waits for its end.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// wires are how workers reach a server, with a way to cut them off for a while.
type wires struct {
	host    string   // on which the server listens
	enter   []string // the command that starts a worker there; nil: here
	address string   // by which workers reach the server
	lasts   func(d time.Duration)
}

// wire makes a network namespace for workers, or, where that is not possible, a proxy. serve starts the server on a host and
// returns its address; reaches returns an error unless a program that enter starts can reach it.
func wire(t *testing.T, serve func(host string) string, reaches func(enter []string, address string) error) *wires {
	t.Helper()
	host, enter, plug, err := namespace(t)
	if err != nil {
		host = "127.0.0.1"
	}
	w := &wires{host: host, enter: enter, address: serve(host)}
	if err == nil {
		err = reaches(enter, w.address)
	}
	if err != nil {
		t.Logf("workers are cut off by a proxy, not by a network namespace: %v", err)
		p := newPartition(t, w.address)
		w.enter, w.address, w.lasts = nil, p.Addr().String(), p.lasts
		return w
	}
	t.Logf("workers are in a network namespace: %s", strings.Join(enter, " "))
	w.lasts = func(d time.Duration) {
		err := plug(false)
		time.Sleep(d)
		if err := errors.Join(err, plug(true)); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// partition forwards connections to a server. While it is cut, what is sent gets lost without an error; the connections that lost
// something end when it is whole again.
type partition struct {
	net.Listener
	to  string
	mu  sync.Mutex
	cut chan struct{} // closed when it is whole; nil: it is whole
}

func newPartition(t *testing.T, to string) *partition {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &partition{Listener: l, to: to}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			go p.forward(from)
		}
	}()
	return p
}

func (p *partition) forward(from net.Conn) {
	defer from.Close()
	if whole := p.isCut(); whole != nil {
		<-whole
		return
	}
	to, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer to.Close()
	over := make(chan struct{}, 2)
	pass := func(from, to net.Conn) {
		defer func() { over <- struct{}{} }()
		for b := make([]byte, 64<<10); ; {
			n, err := from.Read(b)
			if whole := p.isCut(); whole != nil {
				<-whole
				return
			}
			if err != nil {
				return
			}
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
	}
	go pass(from, to)
	go pass(to, from)
	<-over
}

func (p *partition) isCut() (whole chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut
}

// lasts cuts the connections for some time.
func (p *partition) lasts(d time.Duration) {
	p.mu.Lock()
	p.cut = make(chan struct{})
	p.mu.Unlock()
	time.Sleep(d)
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.cut)
	p.cut = nil
}

// number reads a number from the environment.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// Whatever is killed, no game is lost and none counts twice: workers, the server and `league run` are killed again and again, all
// workers are cut off from the server for a while, and in the end table and records are those of a tournament on one machine.
// GRIDIRON_KILLS is the number of kills, GRIDIRON_LEAGUE_GAMES that of the games and GRIDIRON_PARTITION the seconds of the cut.
func TestKilled(t *testing.T) {
	if os.Getenv("GRIDIRON_KILLS") == "" {
		gametest.Long(t, "kills all programs of a league at random moments")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows: a program that was killed cannot be told from one that ended by itself")
	}
	kills, games := number(t, "GRIDIRON_KILLS", 6), number(t, "GRIDIRON_LEAGUE_GAMES", 200)
	bin, dir := programs(t, "league"), t.TempDir()
	h := &house{T: t, games: programs(t, "dice")}
	seed := number(t, "GRIDIRON_SEED", int(time.Now().UnixNano()%1_000_000))
	t.Logf("GRIDIRON_SEED=%d", seed)
	chance := rand.New(rand.NewPCG(uint64(seed), 0))
	teams := []string{"throw:ms=5", "b=throw:ms=5", "c=throw", "d=throw", "--seed", "7", "--pairs", strconv.Itoa((games + 11) / 12)}
	games = (games + 11) / 12 * 12
	league := func(args ...string) *process {
		return &process{TB: t, program: filepath.Join(bin, "league"), args: args, temp: bin}
	}
	data := filepath.Join(dir, "data")
	var server *process
	serve := func(host string) string {
		server = league("serve", "--dir", data, "--listen", host+":0")
		server.start(true)
		t.Cleanup(server.kill)
		address := strings.TrimPrefix(strings.TrimSpace(server.out), "serving on ")
		server.args[len(server.args)-1] = address // where all the others find it from now on
		return address
	}
	network := wire(t, serve, func(enter []string, address string) error {
		words := append(append([]string{}, enter...), filepath.Join(bin, "league"), "status", "--nats", "tls://"+address,
			"--creds", filepath.Join(data, "keys", "admin.json"))
		said, err := exec.Command(words[0], words[1:]...).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, said)
		}
		return err
	})
	address := server.args[len(server.args)-1]
	key := func(name, address string) []string {
		return []string{"--nats", "tls://" + address, "--creds", filepath.Join(data, "keys", name+".json"), "--games", h.games}
	}
	const workers = 4
	list := []*process{server}
	for n := range workers {
		w := league(append(append([]string{"worker"}, key("worker", network.address)...),
			"--slots", "2", "--name", fmt.Sprint("w", n), "--", "--jail", "off")...)
		w.enter = network.enter
		list = append(list, w)
	}
	far := filepath.Join(dir, "far")
	hands := league(append(append([]string{"run"}, key("admin", address)...), "--name", "cup", "--dir", far, "--ahead", "20")...)
	begin := append(append([]string{}, hands.args...), append([]string{"--game", "dice", "--"}, teams...)...)
	first := &process{TB: t, program: hands.program, args: begin, temp: bin}
	first.start(false)
	list = append(list, hands)
	hands.cmd = first.cmd
	for _, p := range list[1 : 1+workers] {
		p.start(false)
	}
	t.Cleanup(func() {
		for _, p := range list {
			p.kill()
		}
	})
	journal := filepath.Join(far, "journal.jsonl")
	eventually(t, "the league has begun", func() bool {
		text, err := os.ReadFile(journal)
		return err == nil && strings.Count(string(text), "\n") > 3
	})
	cut := time.Duration(number(t, "GRIDIRON_PARTITION", 3)) * time.Second
	for n := range kills {
		if n == kills/2 {
			network.lasts(cut)
		}
		time.Sleep(time.Duration(chance.IntN(400)) * time.Millisecond)
		p := list[chance.IntN(len(list))]
		p.kill()
		p.start(p == server)
	}
	ended := make(chan error, 1)
	go func() {
		err := hands.cmd.Wait()
		for tries := 0; err != nil && tries < 3; tries++ { // as systemd does: the server was killed while it asked for something
			again := exec.Command(hands.program, hands.args...)
			err = again.Run()
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("league run: %v", err)
		}
	case <-time.After(5*time.Minute + 2*cut + time.Duration(games)*100*time.Millisecond):
		t.Fatal("the league does not end")
	}
	local := filepath.Join(dir, "local")
	h.dice(append([]string{"tournament", "run", "--dir", local}, teams...)...)
	h.same(local, far, games)
}
