package wire

import (
	"context"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// hasty makes a peer send again sooner than usual, and ends a test that hangs.
func hasty(t *testing.T, p *UDPPeer, err error) *UDPPeer {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	p.Resend, p.linger, p.Patience = 20*time.Millisecond, 100*time.Millisecond, time.Minute
	t.Cleanup(func() { p.Close() })
	return p
}

// udpPair returns two peers that know each other: one listens, the other sends to it, through a proxy if there is one.
func udpPair(t *testing.T, via func(t *testing.T, to net.Addr) net.Addr) (listens, dials *UDPPeer) {
	t.Helper()
	p, err := ListenUDP("0")
	listens = hasty(t, p, err)
	address := listens.Addr()
	if via != nil {
		address = via(t, address)
	}
	p, err = DialUDP(address.String())
	return listens, hasty(t, p, err)
}

func TestGameOverUDP(t *testing.T) {
	settles(t)
	t.Run("red dials", func(t *testing.T) {
		listens, dials := udpPair(t, nil)
		together(t, table{players: players{newRandom(1), dials}}, table{players: players{listens, newRandom(2)}})
	})
	t.Run("red listens", func(t *testing.T) {
		listens, dials := udpPair(t, nil)
		together(t, table{players: players{newRandom(3), listens}}, table{players: players{dials, newRandom(4)}})
	})
	t.Run("relay", func(t *testing.T) {
		red, toRed := udpPair(t, nil)
		blue, toBlue := udpPair(t, nil)
		together(t,
			table{players: players{red, blue}},
			table{players: players{newRandom(5), toRed}},
			table{players: players{toBlue, newRandom(6)}})
	})
}

// The last turn of a game is followed by the first of the next, which may come while the winner still waits for repetitions.
func TestUDPPeersPlaySeveralGames(t *testing.T) {
	settles(t)
	listens, dials := udpPair(t, nil)
	listens.Resend, dials.Resend = time.Hour, time.Hour // whatever gets lost ends the game late
	series(t, 10, swapping(t, 0, dials), swapping(t, 1, listens))
}

// A proxy returns the datagrams that arrive instead of a datagram: none, one or more.
type proxy func(data []byte, towards string) [][]byte

// between starts a proxy in front of an address and returns its own.
func (do proxy) between(t *testing.T, to net.Addr) net.Addr {
	t.Helper()
	front, back := bound(t, "127.0.0.1:0"), bound(t, "127.0.0.1:0")
	var client atomic.Pointer[net.UDPAddr]
	var mu sync.Mutex // a proxy need not know that there are two ways
	carry := func(in, out *net.UDPConn, towards string) {
		var buffer [maxMessage]byte
		for {
			n, from, err := in.ReadFromUDP(buffer[:])
			if err != nil {
				return
			}
			goal := to.(*net.UDPAddr)
			if towards == "client" {
				goal = client.Load()
			} else {
				client.Store(from)
			}
			mu.Lock()
			for _, data := range do(buffer[:n:n], towards) {
				out.WriteToUDP(data, goal)
			}
			mu.Unlock()
		}
	}
	var done sync.WaitGroup
	done.Go(func() { carry(front, back, "server") })
	done.Go(func() { carry(back, front, "client") })
	t.Cleanup(func() {
		front.Close()
		back.Close()
		done.Wait()
	})
	return front.LocalAddr()
}

func bound(t *testing.T, address string) *net.UDPConn {
	t.Helper()
	at, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.ListenUDP("udp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestBadLine(t *testing.T) {
	gametest.Slow(t)
	settles(t)
	appending := func(tail string) proxy {
		return func(data []byte, _ string) [][]byte { return [][]byte{append(data, tail...)} }
	}
	for _, tt := range []struct {
		name string
		line func() proxy
	}{
		{"loses the first datagram each way", func() proxy {
			lost := map[string]bool{}
			return func(data []byte, towards string) [][]byte {
				if !lost[towards] {
					lost[towards] = true
					return nil
				}
				return [][]byte{data}
			}
		}},
		{"loses every turn once, the last one too", func() proxy {
			lost := map[string]bool{}
			return func(data []byte, towards string) [][]byte {
				if !lost[towards+string(data)] {
					lost[towards+string(data)] = true
					return nil
				}
				return [][]byte{data}
			}
		}},
		{"loses the answers only", func() proxy {
			lost := map[string]bool{}
			return func(data []byte, towards string) [][]byte {
				if towards == "client" && !lost[string(data)] {
					lost[string(data)] = true
					return nil
				}
				return [][]byte{data}
			}
		}},
		{"doubles everything", func() proxy { return func(data []byte, _ string) [][]byte { return [][]byte{data, data} } }},
		{"repeats old turns", func() proxy {
			var old [][]byte
			return func(data []byte, towards string) [][]byte {
				if towards == "client" {
					return [][]byte{data}
				}
				old = append(old, slices.Clone(data))
				return append(slices.Clone(old), data)
			}
		}},
		{"sends whole buffers", func() proxy { return appending(strings.Repeat("\x00", 250)) }},
		{"appends CRLF", func() proxy { return appending("\r\n") }},
		{"appends blanks", func() proxy { return appending("  \t") }},
		{"writes in small letters", func() proxy {
			return func(data []byte, _ string) [][]byte { return [][]byte{[]byte(strings.ToLower(string(data)))} }
		}},
	} {
		for _, listens := range []amazons.Seat{amazons.Red, amazons.Blue} {
			t.Run(tt.name+"/"+listens.String()+" listens", func(t *testing.T) {
				t.Parallel()
				server, client := udpPair(t, tt.line().between)
				if strings.HasPrefix(tt.name, "loses") { // the last turn is repeated as long as its player stays: a busy machine needs seconds
					server.linger, client.linger = 5*time.Second, 5*time.Second
				}
				tables := []table{
					{players: players{newRandom(1), client}, start: small(t)},
					{players: players{server, newRandom(2)}, start: small(t)},
				}
				if listens == amazons.Red {
					tables[0].players = players{newRandom(1), server}
					tables[1].players = players{client, newRandom(2)}
				}
				together(t, tables...)
			})
		}
	}
}

// A peer may repeat its last turn until it has received ours, and that may be after the game.
func TestRepetitionFromTheGameBefore(t *testing.T) {
	settles(t)
	p, err := ListenUDP("0")
	p = hasty(t, p, err)
	program := bound(t, "127.0.0.1:0")
	ask := func(v amazons.View, turns ...string) string {
		t.Helper()
		for _, text := range turns {
			program.WriteTo([]byte(text), p.Addr())
		}
		m, _, err := p.Answer(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		return m.String()
	}
	p.Open(t.Context(), turn.Game{})
	if got := ask(first, "D0D4J4"); got != "D0D4J4" {
		t.Fatal(got)
	}
	p.Open(t.Context(), turn.Game{})
	if got := ask(amazons.View{Position: small(t)}, "D0D4J4", "B0B1B0"); got != "B0B1B0" {
		t.Errorf("%s was taken for the first turn", got)
	}
}

// Nobody loses a game by what others send to its port.
func TestStrayDatagrams(t *testing.T) {
	settles(t)
	listens, dials := udpPair(t, nil)
	dials.Resend = time.Hour // a turn that went astray would end the game late
	neighbour := bound(t, "127.0.0.1:0")
	strays := []string{"hello", "", "D0D4J9", "A6A5A0A0", "A0A0A0", strings.Repeat("x", 4000), "\xff"}
	if stranger, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2)}); err == nil { // not on every system
		defer stranger.Close()
		disturbed := playerFunc(func(v amazons.View) (amazons.Move, error) {
			m := v.Position.RandomSteps(newRandom(uint64(v.Turns)))
			if next := v.Position.Play(m).AppendMoves(nil); len(next) > 0 { // legal, but not the peer's
				stranger.WriteTo(next[0].AppendTo(nil), listens.Addr())
			}
			return m, nil
		})
		t.Run("from another machine", func(t *testing.T) {
			together(t,
				table{players: players{newRandom(1), dials}, start: small(t)},
				table{players: players{listens, disturbed}, start: small(t)})
		})
	}
	t.Run("from a neighbour", func(t *testing.T) {
		noisy := func(seed uint64) player {
			chance := newRandom(seed)
			return playerFunc(func(v amazons.View) (amazons.Move, error) {
				for _, text := range strays {
					if v.Turns > 0 {
						neighbour.WriteTo([]byte(text), listens.Addr())
						neighbour.WriteTo([]byte(text), &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: dials.Addr().(*net.UDPAddr).Port})
					}
				}
				return v.Position.RandomSteps(chance), nil
			})
		}
		together(t, table{players: players{noisy(1), dials}}, table{players: players{listens, noisy(2)}})
	})
}

// A program that plays BLUE and dials must send a datagram first, with any content: only then is its address known.
func TestWhoDialsKnocks(t *testing.T) {
	gametest.Slow(t)
	settles(t)
	for _, knock := range []string{"", "\r\n", "hello", "A6A5A0"} {
		p, err := ListenUDP("0")
		p = hasty(t, p, err)
		p.Patience = time.Second
		program := bound(t, "127.0.0.1:0")
		got := make(chan string, 1)
		go func() {
			program.WriteTo([]byte(knock), p.Addr())
			var buffer [256]byte
			program.SetReadDeadline(time.Now().Add(time.Second))
			n, _ := program.Read(buffer[:])
			got <- string(buffer[:n])
			program.WriteTo([]byte("I have seen enough"), p.Addr())
		}()
		o, err := table{players: players{newRandom(1), p}}.play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(o.Turns[0], <-got); diff != "" {
			t.Errorf("knock %q (-RED's turn +received):\n%s", knock, diff)
		}
		// It has not made a legal turn, so its text does not end the game.
		if o.Result.Reason != "late" || !strings.HasPrefix(o.Result.Detail, "was late (no turn within 1s; 127.0.0.1:") ||
			!strings.HasSuffix(o.Result.Detail, `sent "I have seen enough", which is not a legal turn)`) {
			t.Errorf("knock %q: %+v", knock, o.Result)
		}
	}
}

// Two programs that both play BLUE wait for each other, but do not send more and more datagrams.
func TestTwoWhoWaitDoNotChase(t *testing.T) {
	settles(t)
	var count atomic.Int64
	counting := proxy(func(data []byte, _ string) [][]byte {
		count.Add(1)
		return [][]byte{data}
	})
	listens, dials := udpPair(t, counting.between)
	var playing sync.WaitGroup
	for _, p := range []*UDPPeer{listens, dials} {
		p.Patience = 110 * time.Millisecond
		playing.Go(func() {
			o, err := table{players: players{p, newRandom(1)}}.play(t.Context())
			want := turn.Result{Winner: 1, Reason: "late", Detail: "was late (no turn within 110ms)"}
			if diff := cmp.Diff(want, o.Result); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	playing.Wait()
	if n := count.Load(); n > 20 {
		t.Errorf("%d datagrams within 110ms, want 10 or so", n)
	}
}

func TestUDPPeerThatSaysNothing(t *testing.T) {
	settles(t)
	p, err := DialUDP(bound(t, "127.0.0.1:0").LocalAddr().String())
	p = hasty(t, p, err)
	for range 2 { // a late answer is left behind and does not disturb the next game
		o, err := table{players: players{p, newRandom(1)}, budget: 30 * time.Millisecond}.play(t.Context())
		if err != nil || o.Result.Reason != "late" || !strings.HasPrefix(o.Result.Detail, "was late (no answer within ") {
			t.Errorf("%+v, %v", o.Result, err)
		}
	}
}

func TestUDPPeersAnswers(t *testing.T) {
	settles(t)
	for _, tt := range []struct {
		name, answer string
		reason       string
		detail       string
	}{
		{"illegal turn", "A6A5A5", "illegal", "played the illegal turn A6A5A5: the arrow must leave the queen's square (R6)"},
		{"garbage", "hello", "garbled", `garbled its answer (message "hello" is not a turn: turn "HELLO": character 2: want a row digit 0-9)`},
		{"our own turn", "D0D4J4", "illegal", "played the illegal turn D0D4J4: no queen stands on the first square (R3)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			program := bound(t, "127.0.0.1:0")
			go func() {
				var buffer [256]byte
				if _, from, err := program.ReadFrom(buffer[:]); err == nil {
					program.WriteTo([]byte(tt.answer), from)
				}
			}()
			p, err := DialUDP(program.LocalAddr().String())
			p = hasty(t, p, err)
			red := playerFunc(func(amazons.View) (amazons.Move, error) { return move(t, "D0D4J4"), nil })
			o, err := table{players: players{red, p}}.play(t.Context())
			want := turn.Result{Winner: 0, Reason: tt.reason, Detail: tt.detail, Plies: 1}
			if diff := cmp.Diff(want, o.Result); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// Whatever strangers send, before the peer's first datagram and after it, the peer plays: a simple program that repeats nothing.
func TestStrangersDoNotTakeTheSeat(t *testing.T) {
	settles(t)
	for _, seat := range []int{0, 1} {
		t.Run(referee.Seats[seat], func(t *testing.T) {
			p, err := ListenUDP("0")
			p = hasty(t, p, err)
			p.Resend = time.Hour // each datagram counts
			program, stranger, neighbour := bound(t, "127.0.0.1:0"), bound(t, "127.0.0.1:0"), bound(t, "127.0.0.1:0")
			p.Open(t.Context(), turn.Game{Seat: seat})
			position, mine := small(t), newRandom(7)
			disturb := func(turns ...string) {
				for _, text := range append(turns, "", "hello", "A0A0A0") {
					stranger.WriteTo([]byte(text), p.Addr())
					neighbour.WriteTo([]byte(text), p.Addr())
				}
			}
			disturb()
			if seat == 1 { // it knocks, and so does everybody else after it
				program.WriteTo(nil, p.Addr())
				disturb()
			}
			var said []string
			for ply := range 6 {
				if ply%2 != seat { // ours
					m := position.RandomSteps(mine)
					if ply == 0 { // knocks are read while the peer is asked, as in a game of the loop with a peer in each seat
						hear(t, p, position)
					}
					p.Answered([]turn.Question[amazons.View]{{Seat: 1 - seat, Ask: amazons.View{Position: position}}}, []turn.Answer[amazons.Move]{{Value: m}})
					position = position.Play(m)
					var buffer [256]byte
					program.SetReadDeadline(time.Now().Add(time.Minute))
					n, err := program.Read(buffer[:])
					for err == nil && n == 0 {
						n, err = program.Read(buffer[:])
					}
					if err != nil || string(buffer[:n]) != m.String() {
						t.Fatalf("ply %d: the program hears %q, %v; want %v", ply, buffer[:n], err, m)
					}
					continue
				}
				m := position.RandomSteps(mine)
				said = append(said, m.String())
				if ply >= 4 { // a legal turn, but of somebody else
					other := position.AppendMoves(nil)[0]
					neighbour.WriteTo(other.AppendTo(nil), p.Addr())
				}
				program.WriteTo(m.AppendTo(nil), p.Addr())
				got, _, err := p.Answer(t.Context(), amazons.View{Position: position})
				if err != nil || got != m {
					t.Fatalf("ply %d: took %v, %v; want %v", ply, got, err, m)
				}
				position = position.Play(m)
				disturb(said...)
			}
		})
	}
}

// hear has a peer read the datagrams that have come so far; none of them is a turn.
func hear(t *testing.T, p *UDPPeer, position amazons.Position) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if m, _, err := p.Answer(ctx, amazons.View{Position: position}); err == nil {
		t.Fatalf("took %v, want nothing", m)
	}
}

// A peer that has made a turn and thinks receives our answer again after longer and longer times.
func TestRepetitionsBecomeRare(t *testing.T) {
	gametest.Slow(t)
	settles(t)
	conn := bound(t, "127.0.0.1:0")
	p, err := DialUDP(conn.LocalAddr().String())
	p = hasty(t, p, err)
	p.Patience = time.Second
	heard := make(chan int, 1)
	go func() {
		turns, buffer := 0, make([]byte, 100)
		for {
			n, from, err := conn.ReadFromUDP(buffer)
			switch {
			case err != nil:
				heard <- turns
				return
			case n > 0:
				turns++
			case turns == 0: // an empty datagram asks for our turn
				conn.WriteToUDP([]byte("D0D4J4"), from)
			}
		}
	}()
	o, err := table{players: players{p, newRandom(1)}}.play(t.Context())
	if err != nil || o.Result.Reason != "late" {
		t.Fatalf("%+v, %v", o.Result, err)
	}
	conn.Close()
	// After 20, 60, 140, 300 and 620 ms: without the longer waits it would be every 20 ms.
	if n := <-heard; n < 1 || n > 6 {
		t.Errorf("the same turn came %d times in a second, want 1 to 6", n)
	}
}
