package hostile

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// servers are the programs that strangers connect to. In arguments BOT is a team in Python, and AT is where the server listens.
var servers = []struct {
	name, game string
	tls        bool       // peers speak TLS, and misbehave within it
	opening    string     // what a peer that behaves could begin with; it is not enough to be taken for a player
	serve      []string   // without --listen
	guests     [][]string // clients that play one game, together
	end        string     // what each of them prints when its game has ended
}{
	{
		name: "amazons", game: "amazons", opening: "d0-d4(j4",
		serve: []string{"serve", "random"}, guests: [][]string{{"play", "random", "tcp://AT", "--json"}}, end: `"reason":"stuck"`,
	},
	{
		name: "pelita", game: "pelita", // the greeting of ZMTP, and a frame with two thousand million bytes
		opening: "\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03\x00NULL" + strings.Repeat("\x00", 48) +
			"\x06\x00\x00\x00\x00\x7f\xff\xff\xff",
		serve:  []string{"server", "BOT"},
		guests: [][]string{{"play", "random", "pelita://AT", "--rounds", "3", "--json"}}, end: `"reason":"rounds"`,
	},
	{
		name: "sarena", game: "sarena", opening: "POST /RPC2 HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: 65000\r\n\r\n",
		serve: []string{"serve", "random"}, guests: [][]string{{"play", "random", "http://AT", "--json"}},
		end: `"reason":"(chips|tie-break|tie)"`,
	},
	{
		name: "tron", game: "tron", opening: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", // a ClientHello
		serve: tronServer, guests: tronGuests, end: ` in \d+ cycles`,
	},
	{
		name: "tron within TLS", game: "tron", tls: true,
		opening: "\x00\x01\x00\x00\x01\x04\x00\x00\x00Join", // a frame with 256 bytes
		serve:   tronServer, guests: tronGuests, end: ` in \d+ cycles`,
	},
}

var (
	tronServer = []string{"serve", "--games", "0", "--cycle", "20ms", "--first-cycle", "100ms", "--map", lane}
	tronGuests = [][]string{{"join", "AT", "fill", "--team", "north"}, {"join", "AT", "fill", "--team", "south"}}
)

// peers are the ways to misbehave on a connection, and how many do it at the same time. A talk that does not end by itself ends
// when the server closes the connection.
var peers = []struct {
	name  string
	count int
	talk  func(conn net.Conn, opening string)
}{
	{"are silent", 8, func(net.Conn, string) {}},
	{"idle in crowds", 200, func(net.Conn, string) {}},
	{"disconnect at once", 200, func(conn net.Conn, _ string) { conn.Close() }},
	{"stop in their greeting", 20, func(conn net.Conn, opening string) { conn.Write([]byte(opening[:len(opening)/2])) }},
	{"write byte by byte", 20, func(conn net.Conn, opening string) {
		for i := 0; ; i++ {
			if _, err := conn.Write([]byte{opening[i%len(opening)]}); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}},
	{"write 100 MB without an end", 4, func(conn net.Conn, opening string) {
		conn.Write([]byte(opening))
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range 100 {
			if _, err := conn.Write(block); err != nil {
				return
			}
		}
	}},
	{"hold most of what they may say", 300, func(conn net.Conn, opening string) {
		conn.Write([]byte(opening))
		conn.Write(bytes.Repeat([]byte(" "), 60_000))
	}},
	{"write garbage", 20, func(conn net.Conn, _ string) {
		garbage, chance := make([]byte, 64<<10), rand.NewChaCha8([32]byte{7})
		for {
			chance.Read(garbage)
			if _, err := conn.Write(garbage); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}},
}

// TestServers lets peers misbehave at servers: clients that behave do not notice, the server stays small, and Ctrl-C ends it
// while the peers are connected.
func TestServers(t *testing.T) {
	gametest.Long(t, "has crowds of bad peers at all servers")
	_, bin := programs(t)
	for _, s := range servers {
		for _, peer := range peers {
			t.Run(s.name+"/"+peer.name, func(t *testing.T) {
				t.Parallel()
				server := startServer(t, filepath.Join(bin, s.game), append(slices.Clone(s.serve), "--listen", "0"))
				var talks sync.WaitGroup
				for range peer.count {
					conn := server.dial(t, s.tls)
					defer conn.Close()
					talks.Go(func() { peer.talk(conn, s.opening) })
				}
				before := look(t, server.Process.Pid)
				server.play(t, s.guests, s.end)
				if after := look(t, server.Process.Pid); after.megabytes > before.megabytes+room {
					t.Errorf("it grew by more than %d MB: from %v to %v", room, before, after)
				}
				server.interrupt(t)
				talks.Wait()
			})
		}
	}
}

// TestFewDescriptors connects crowds to servers that may open few files: a descriptor is always left for clients that play.
func TestFewDescriptors(t *testing.T) {
	_, bin := programs(t)
	for _, s := range servers {
		if s.tls {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			args := append([]string{"-c", `ulimit -n 80; exec "$0" "$@"`, filepath.Join(bin, s.game)}, s.serve...)
			if i := slices.Index(args, "BOT"); i >= 0 {
				args[i] = pythonTeam(t, filepath.Join(bin, s.game))
			}
			server := startServer(t, "/bin/sh", append(args, "--listen", "0"))
			server.Path = filepath.Join(bin, s.game) // the program of the guests
			for range 150 {
				defer server.dial(t, false).Close()
			}
			server.play(t, s.guests, s.end)
			server.interrupt(t)
		})
	}
}

// room is how many MB a server may grow by, whatever peers send.
const room = 64

// TestLines has strangers cause more lines than a server writes at once.
func TestLines(t *testing.T) {
	_, bin := programs(t)
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			began := time.Now()
			server := startServer(t, filepath.Join(bin, s.game), append(slices.Clone(s.serve), "--listen", "0"))
			for range 400 {
				conn := server.dial(t, s.tls)
				conn.Write([]byte("rubbish\r\n\r\n"))
				conn.SetReadDeadline(time.Now().Add(20 * time.Second))
				io.Copy(io.Discard, conn)
				conn.Close()
			}
			server.play(t, s.guests, s.end) // by then the lines have come
			if most := int64(110 + time.Since(began)/time.Second); server.lines.Load() > most {
				t.Errorf("it wrote %d lines, want at most %d", server.lines.Load(), most)
			}
		})
	}
}

// TestLoopback starts servers at their usual address: nobody outside of this machine reaches them.
func TestLoopback(t *testing.T) {
	_, bin := programs(t)
	for _, s := range servers {
		if s.tls {
			continue // the same server as without TLS
		}
		t.Run(s.game, func(t *testing.T) {
			server := startServer(t, filepath.Join(bin, s.game), s.serve)
			addresses := listening(t, server.Process.Pid)
			if len(addresses) == 0 {
				t.Error("it does not listen")
			}
			for _, a := range addresses {
				if a != "0100007F" && a != "00000000000000000000000001000000" {
					t.Errorf("it listens on %s, %s in /proc/net; want the loopback only", server.at, a)
				}
			}
			server.interrupt(t)
		})
	}
}

// server is a server that runs.
type server struct {
	*exec.Cmd
	at    string       // host:port
	lines atomic.Int64 // that it has written since it listens
}

var listensAt = regexp.MustCompile(` on (\S+:\d+)`)

// startServer starts a server and waits until it says where it listens.
func startServer(t *testing.T, program string, args []string) *server {
	t.Helper()
	if i := slices.Index(args, "BOT"); i >= 0 {
		args = slices.Replace(slices.Clone(args), i, i+1, pythonTeam(t, program))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
	t.Cleanup(cancel)
	s := &server{Cmd: exec.CommandContext(ctx, program, args...)}
	out, in, err := os.Pipe()
	if err == nil {
		s.Stdout, s.Stderr = in, in
		err = s.Start()
		in.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); said.WriteString(lines.Text() + "\n") {
		if m := listensAt.FindStringSubmatch(lines.Text()); m != nil {
			s.at = m[1]
			go func() {
				for lines.Scan() {
					s.lines.Add(1)
				}
			}()
			return s
		}
	}
	s.Wait()
	if strings.Contains(said.String(), "address already in use") {
		t.Skipf("somebody else listens there: %s", said.String())
	}
	t.Fatalf("%v does not listen:\n%s", args, said.String())
	return nil
}

// dial connects to a server, which may close the connection during the TLS handshake.
func (s *server) dial(t *testing.T, secure bool) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.at)
	if err != nil {
		t.Fatal(err)
	}
	if !secure {
		return conn
	}
	inner := tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
	inner.Handshake()
	return inner
}

// play lets guests play a game with each other, or with the server.
func (s *server) play(t *testing.T, guests [][]string, end string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var all sync.WaitGroup
	for _, args := range guests {
		args = strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "AT", s.at), "\x00")
		all.Go(func() {
			out, err := exec.CommandContext(ctx, s.Path, args...).CombinedOutput()
			if err != nil || !regexp.MustCompile(end).Match(out) {
				t.Errorf("%v: %v, want output with %s:\n%s", args, err, end, out)
			}
		})
	}
	all.Wait()
}

// interrupt ends a server as Ctrl-C does.
func (s *server) interrupt(t *testing.T) {
	t.Helper()
	s.Process.Signal(os.Interrupt)
	late := time.AfterFunc(time.Minute, func() { s.Process.Kill() })
	defer late.Stop()
	if err := s.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v, want it to end in order", err)
	}
}

// pythonTeam writes the example of a team.
func pythonTeam(t *testing.T, program string) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("the teams of this server are in Python, and there is no python3")
	}
	dir := filepath.Join(t.TempDir(), "team")
	if text, err := exec.Command(program, "new-bot", "python", dir).CombinedOutput(); err != nil {
		t.Fatalf("new-bot: %v\n%s", err, text)
	}
	return filepath.Join(dir, "my_team.py")
}

// listening returns the addresses at which a process listens, as the system writes them, without their ports.
func listening(t *testing.T, pid int) (addresses []string) {
	t.Helper()
	at := fmt.Sprintf("/proc/%d/", pid)
	var held []string
	for _, name := range glob(t, at+"fd/*") {
		target, _ := os.Readlink(name) // it may be closed meanwhile
		held = append(held, target)
	}
	for _, table := range []string{"net/tcp", "net/tcp6"} {
		text, err := os.ReadFile(at + table)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			const local, state, inode, listens = 1, 3, 9, "0A"
			if f := strings.Fields(line); f[state] == listens && slices.Contains(held, "socket:["+f[inode]+"]") {
				host, _, _ := strings.Cut(f[local], ":")
				addresses = append(addresses, host)
			}
		}
	}
	return addresses
}
