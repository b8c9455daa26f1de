package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

const small = `
################
# .. #   .  # y#
# ..   ##.. # x#
#  ###   ..  . #
# .  ..   ###  #
#a # ..##   .. #
#b #  .   # .. #
################
`

// serve starts a server of ours with some teams of the corpus.
func serve(t *testing.T, s *Server, teams ...string) (url string, notes chan string) {
	t.Helper()
	if s.Options.Python == "" {
		s.Options.Python, s.Options.StandIn = python3(t), true
	}
	if s.Options.Initial == 0 {
		s.Options.Initial = time.Minute // Python may be slow to start on a busy machine
	}
	notes = make(chan string, 1000)
	s.Notes = func(text string) { notes <- text }
	s.Address = "127.0.0.1:0"
	if err := s.Listen(); err != nil {
		t.Fatal(err)
	}
	for _, file := range teams {
		if err := s.Add(t.Context(), filepath.Join(corpus(t), "bots", file), ""); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("the server ended with %v", err)
		}
	})
	return Scheme + s.Addr().String(), notes
}

// final is how a game ended.
func final(r *referee.Referee) string {
	s := r.State()
	return fmt.Sprintf("%v %v %v %v %v %v", s.Names, s.Round, s.Score, s.Bots, r.Result(), s.Food[0].List())
}

// A game with teams at a server of ours is the game with the same teams here, in both versions.
func TestServer(t *testing.T) {
	gametest.Slow(t)
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run(version.String(), func(t *testing.T) {
			g := table{layout: small, version: version, rounds: 10, seed: "11"}
			want := final(g.play(t, newTeam(t, "gatherer.py", Options{}), newTeam(t, "guard.py", Options{})))
			url, _ := serve(t, &Server{Version: version}, "walker.py", "gatherer.py", "guard.py")
			var players []turn.Player[pelita.View, pelita.Move]
			for _, path := range []string{"/Gatherer", "/Guard"} {
				p, err := NewRemote(url+path, Options{Budget: Budget{Time: time.Minute}})
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				players = append(players, p)
			}
			if got := final(g.play(t, players...)); got != want {
				t.Errorf("remote: %s\nhere:   %s", got, want)
			}
			teams, err := Scan(t.Context(), url)
			if diff := cmp.Diff(map[string]string{url + "/Walker": "Walker", url + "/Gatherer": "Gatherer", url + "/Guard": "Guard"}, teams); diff != "" || err != nil {
				t.Errorf("the scan (-want +got): %v\n%s", err, diff)
			}
		})
	}
}

// What a server refuses, and what administrators may do.
func TestServerLimits(t *testing.T) {
	gametest.Slow(t)
	s := &Server{MaxConnections: 1}
	url, notes := serve(t, s)
	ask := func(message any) string {
		d, err := zmtp.Dial(zmtp.Dealer, s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close(0) })
		text, _ := json.Marshal(message)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := d.Send(ctx, text); err != nil {
			t.Fatal(err)
		}
		m, err := d.Receive(ctx)
		if err != nil {
			return err.Error()
		}
		return string(m.Parts[0])
	}
	hear := func(want string) {
		t.Helper()
		for {
			select {
			case note := <-notes:
				if strings.Contains(note, want) {
					return
				}
			case <-time.After(time.Minute):
				t.Fatalf("no note of %q", want)
			}
		}
	}
	tell := func(message any) {
		d, err := zmtp.Dial(zmtp.Dealer, s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close(time.Second)
		text, _ := json.Marshal(message)
		d.Send(t.Context(), text)
	}
	if got := ask(map[string]string{"REQUEST": url + "/x"}); got != "NOTEAM" {
		t.Errorf("without teams: %s", got)
	}
	spec := filepath.Join(corpus(t), "bots", "walker.py")
	tell(map[string]string{"TEAM": "ADD", "key": "000000000000x", "team_spec": spec})
	hear("without the key")
	tell(map[string]string{"TEAM": "ADD", "key": s.Key(), "team_spec": spec})
	hear("as /Walker")
	if got := ask(map[string]string{"REQUEST": url + "/x"}); got != "OK" {
		t.Errorf("the first game: %s", got)
	}
	hear("no team has the name in")
	if got := ask(map[string]string{"REQUEST": url + "/Walker"}); got != "NOCONN" {
		t.Errorf("a game too many: %s", got)
	}
	tell(map[string]string{"STATUS": "show-stats", "key": s.Key()})
	hear("Walker has played 1 games")
	tell([]int{1})
	hear("dropped an invalid message")
}

// No server: the team never started, and the other wins.
func TestRemoteNobody(t *testing.T) {
	gametest.Long(t, "waits for a server that is not there")
	t.Parallel()
	p, err := NewRemote("pelita://127.0.0.1:1/x", Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := table{layout: small, rounds: 1, seed: "1"}.play(t, p, newTeam(t, "walker.py", Options{}))
	if got := r.Result(); got.Winner != int(pelita.Red) || got.Reason != "never-started" {
		t.Errorf("%+v", got)
	}
	for _, spec := range []string{"pelita://", "tcp://x", "pelita://:1", "pelita://h:x/y"} {
		if _, err := NewRemote(spec, Options{}); err == nil {
			t.Errorf("%q was accepted", spec)
		}
	}
}

// The original's own game is played against teams at our server, and ours against teams at its server.
func TestServerOriginal(t *testing.T) {
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run("serving "+version.String(), func(t *testing.T) {
			python := original(t, version)
			s := &Server{Version: version}
			url, _ := serve(t, s, "walker.py", "gatherer.py")
			layout := filepath.Join(corpus(t), "bots", "custom.layout")
			main := exec.Command(python, "-m", "pelita.scripts.pelita_main", "--null", "--rounds", "10", "--seed", "3", "--layout", layout,
				url+"/Walker", url+"/Gatherer")
			var out bytes.Buffer
			main.Stdout, main.Stderr = &out, &out
			err := main.Run()
			if !strings.Contains(out.String(), "Finished after 10 rounds.") || err != nil {
				t.Errorf("%v\n%s", err, out.String())
			}
		})
		t.Run("served by "+version.String(), func(t *testing.T) {
			python := original(t, version)
			port := freePort(t)
			bots := filepath.Join(corpus(t), "bots")
			server := exec.Command(python, "-m", "pelita.scripts.pelita_server", "remote-server", "--address", "127.0.0.1", "--port", fmt.Sprint(port),
				"--team", filepath.Join(bots, "walker.py"), "--team", filepath.Join(bots, "gatherer.py"))
			if err := server.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				server.Process.Signal(os.Interrupt)
				server.Wait()
			}()
			url := fmt.Sprintf("%s127.0.0.1:%d", Scheme, port)
			var teams map[string]string
			for range 10 { // it takes its time to start
				var err error
				if teams, err = Scan(t.Context(), url); err == nil {
					break
				}
			}
			if diff := cmp.Diff(map[string]string{url + "/Walker": "Walker", url + "/Gatherer": "Gatherer"}, teams); diff != "" {
				t.Fatalf("the scan (-want +got):\n%s", diff)
			}
			g := table{layout: small, version: version, rounds: 10, seed: "11"}
			want := final(g.play(t, newTeam(t, "gatherer.py", Options{}), newTeam(t, "walker.py", Options{})))
			var players []turn.Player[pelita.View, pelita.Move]
			for _, path := range []string{"/Gatherer", "/Walker"} {
				p, err := NewRemote(url+path, Options{Budget: Budget{Time: 20 * time.Second}}) // its server is slow to forward
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				players = append(players, p)
			}
			if got := final(g.play(t, players...)); got != want {
				t.Errorf("remote: %s\nhere:   %s", got, want)
			}
		})
	}
}

// freePort returns a port on which nobody listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// Teams whose package is of another version than the rules can play, too.
func TestMixedVersions(t *testing.T) {
	gametest.Slow(t)
	for _, rules := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run(rules.String(), func(t *testing.T) {
			g := table{layout: small, version: rules, rounds: 30, seed: "5"}
			want := final(g.play(t, newTeam(t, "gatherer.py", Options{}), newTeam(t, "guard.py", Options{})))
			other := original(t, 1-rules)
			got := final(g.play(t, newTeam(t, "gatherer.py", Options{Python: other}), newTeam(t, "guard.py", Options{Python: other})))
			if got != want {
				t.Errorf("with the other package: %s\nwith the stand-in:      %s", got, want)
			}
		})
	}
}

// A game that asks for a table and then stays silent loses the table to a later game when its patience is over.
func TestSilentGamesGiveTheirTablesUp(t *testing.T) {
	gametest.Slow(t)
	t.Parallel()
	s := &Server{MaxConnections: 1, Patience: 200 * time.Millisecond}
	url, _ := serve(t, s, "walker.py")
	request := func() string {
		d, err := zmtp.Dial(zmtp.Dealer, s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close(0) })
		text, _ := json.Marshal(map[string]string{"REQUEST": url + "/Walker"})
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if err := d.Send(ctx, text); err != nil {
			t.Fatal(err)
		}
		m, err := d.Receive(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return string(m.Parts[0])
	}
	if got := request(); got != "OK" {
		t.Fatalf("the first game: %s", got)
	}
	for end := time.Now().Add(time.Minute); request() != "OK"; {
		if time.Now().After(end) {
			t.Fatal("a silent game has kept its table for a minute")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// dealer returns the first bytes that a DEALER sends.
func dealer() []byte {
	greeting := append([]byte("\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03\x00NULL"), make([]byte, 48)...)
	return append(greeting, "\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"...)
}

// Games are played in spite of two thousand peers that are silent or send an incomplete long message.
func TestIdlePeersKeepNoGameOut(t *testing.T) {
	gametest.Slow(t)
	s := &Server{Version: pelita.V251, MaxConnections: 2}
	url, _ := serve(t, s, "walker.py")
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("nobody counts our open files here")
	}
	greeting := dealer()
	long := append([]byte{2, 0, 0, 0, 0, 0, 0x40, 0, 0}, make([]byte, 3<<20)...)
	var peers []net.Conn
	for i := range 2000 {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		peers = append(peers, conn)
		conn.Write(greeting)
		if i%20 == 0 {
			conn.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
			conn.Write(long) // it is not taken
		}
		if len(peers) > 200 { // those that were closed by the server are ours to close
			peers[0].Close()
			peers = peers[1:]
		}
	}
	p, err := NewRemote(url+"/Walker", Options{Budget: Budget{Time: 20 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r := table{layout: small, version: pelita.V251, rounds: 5, seed: "1"}.play(t, p, newTeam(t, "walker.py", Options{}))
	if got := r.Result(); got.Reason != "rounds" {
		t.Errorf("the game ended by %q: %s; want all rounds played", got.Reason, got.Detail)
	}
	after, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	if more := len(after) - len(files); more > 200+2+crowd+40 { // our ends, the server's, and those of the game
		t.Errorf("%d more files are open than before", more)
	}
	for _, conn := range peers {
		conn.Close()
	}
}

// With tokens only their holders get a team.
func TestServerTokens(t *testing.T) {
	tokens, err := admission.ParseTokens("red=secret-of-red")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Version: pelita.V251, Tokens: tokens}
	url, notes := serve(t, s, "walker.py")
	for _, path := range []string{"/Walker", "/Walker?token=secret-of-blue"} {
		p, err := NewRemote(url+path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Answer(t.Context(), pelita.View{Kind: pelita.AskName, Version: pelita.V251, Bot: -1})
		if err == nil {
			t.Errorf("%s: it plays", path)
		}
		p.Close()
	}
	p, err := NewRemote(url+"/Walker?token=secret-of-red", Options{Budget: Budget{Time: 20 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r := table{layout: small, version: pelita.V251, rounds: 3, seed: "1"}.play(t, p, newTeam(t, "walker.py", Options{}))
	if got := r.Result(); got.Reason != "rounds" {
		t.Errorf("with the token the game ended by %q: %s", got.Reason, got.Detail)
	}
	for len(notes) > 0 {
		if note := <-notes; strings.Contains(note, "secret") {
			t.Errorf("a note shows a token: %s", note)
		}
	}
}

// Messages that wait for the players of some games take no room from other games: each game has its own share.
func TestGamesHoldTheirShareOnly(t *testing.T) {
	s := &Server{MaxConnections: 9}
	share := mostHeld / s.MaxConnections
	held := 0
	for n := range s.MaxConnections {
		game := &session{in: make(chan []byte, 16)}
		count := 0
		for s.hold(game, make([]byte, mostMessage)) {
			count++
		}
		if held += game.held; count != share/mostMessage || game.held > share {
			t.Errorf("game %d holds %d messages, %d bytes; want as many as go into its share of %d", n, count, game.held, share)
		}
		s.release(game, <-game.in)
		if !s.hold(game, make([]byte, mostMessage)) || s.hold(game, make([]byte, mostMessage)) {
			t.Errorf("game %d: when one message was taken there is not room for one more", n)
		}
	}
	if held > mostHeld {
		t.Errorf("all hold %d bytes, want at most %d", held, mostHeld)
	}
}

// Games that have a table and keep sending large messages do not prevent another game from being played. There is at most one
// note about each of them.
func TestLoudGamesKeepNoGameOut(t *testing.T) {
	gametest.Slow(t)
	const loud = 4
	s := &Server{Version: pelita.V251, MaxConnections: loud + 1}
	url, notes := serve(t, s, "walker.py")
	text, _ := json.Marshal(map[string]string{"REQUEST": url + "/Walker"})
	large := bytes.Repeat([]byte("x"), mostMessage)
	large = append(binary.BigEndian.AppendUint64([]byte{2}, uint64(len(large))), large...) // a long frame
	var talks sync.WaitGroup
	var conns []net.Conn
	defer func() {
		for _, conn := range conns {
			conn.Close()
		}
		talks.Wait()
	}()
	for range loud {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
		conn.Write(dealer())
		conn.Write(append([]byte{0, byte(len(text))}, text...))
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := bufio.NewReader(conn).ReadString('K'); err != nil { // of OK, the first message
			t.Fatalf("a loud game gets no table: %v", err)
		}
		talks.Go(func() {
			for {
				if _, err := conn.Write(large); err != nil {
					return
				}
				time.Sleep(50 * time.Millisecond) // the test is about memory, not about the processor
			}
		})
	}
	p, err := NewRemote(url+"/Walker", Options{Budget: Budget{Time: 30 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r := table{layout: small, version: pelita.V251, rounds: 3, seed: "1"}.play(t, p, newTeam(t, "walker.py", Options{}))
	if got := r.Result(); got.Reason != "rounds" {
		t.Errorf("among loud games the game ended by %q: %s; want all rounds played", got.Reason, got.Detail)
	}
	told := 0
	for len(notes) > 0 {
		if strings.Contains(<-notes, "sends more than its player takes") {
			told++
		}
	}
	if told > loud {
		t.Errorf("%d notes say that a game sends too much, want one for each of %d at most", told, loud)
	}
}
