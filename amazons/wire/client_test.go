package wire

import (
	"bufio"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// javaClient compiles a program as a student of the course would have written it, and returns the command that starts it.
func javaClient(t *testing.T) []string {
	t.Helper()
	if testing.Short() {
		t.Skip("games against Java programs take some seconds: not with -short")
	}
	for _, tool := range []string{"javac", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s here to run testdata/Client.java", tool)
		}
	}
	dir := t.TempDir()
	if out, err := exec.Command("javac", "-d", dir, "testdata/Client.java").CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	return []string{"java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", dir, "Client"}
}

// Programs that know nothing of us play through with the writers and readers of java.io, unmodified.
func TestJavaClients(t *testing.T) {
	command := javaClient(t)
	for i, tt := range gametest.Sample(t, []struct {
		framing string
		ours    Framing // RED speaks first, so its side must be told the framing of BLUE
		mode    string
		seat    amazons.Seat
	}{
		{"line", Auto, "dial", amazons.Red},
		{"line", Auto, "listen", amazons.Blue},
		{"utf", Auto, "dial", amazons.Red},
		{"utf", UTF, "listen", amazons.Blue},
		{"chars", Auto, "listen", amazons.Red},
		{"chars", Chars, "dial", amazons.Blue},
		{"object", Auto, "dial", amazons.Red},
		{"object", Object, "listen", amazons.Blue},
		{"block", Auto, "dial", amazons.Red},
		{"block", Block, "dial", amazons.Blue},
		{"raw", Auto, "listen", amazons.Red},
		{"raw", Raw, "dial", amazons.Blue},
		{"udp", Auto, "dial", amazons.Red},
		{"udp", Auto, "dial", amazons.Blue},
		{"udp", Auto, "listen", amazons.Red},
		{"udp", Auto, "listen", amazons.Blue},
	}) {
		t.Run(fmt.Sprintf("%s/%v %ss", tt.framing, tt.seat, tt.mode), func(t *testing.T) {
			t.Parallel()
			listens := tt.mode == "listen"
			peer, port := player(nil), "0"
			if !listens {
				peer, port = expecting(t, tt.framing, tt.ours)
			}
			client := exec.Command(command[0], append(command[1:], tt.framing, tt.mode, strings.ToUpper(tt.seat.String()), port)...)
			said, err := client.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var complaints strings.Builder
			client.Stderr = &complaints
			if err := client.Start(); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(time.Minute, func() { client.Process.Kill() }).Stop()
			lines := bufio.NewScanner(said)
			if listens && lines.Scan() {
				peer = calling(t, tt.framing, tt.ours, strings.TrimPrefix(lines.Text(), "listening on "))
			}
			seats := players{newRandom(uint64(i)), newRandom(uint64(i))}
			seats[tt.seat] = peer
			o, err := table{players: seats}.play(t.Context())
			lines.Scan()
			if waited := client.Wait(); err != nil || waited != nil || o.Result.Reason != "stuck" {
				t.Fatalf("%+v, %v; the program: %v\n%s", o.Result, err, waited, &complaints)
			}
			if want := strings.ToUpper(amazons.Seat(o.Result.Winner).String()) + " has won"; lines.Text() != want {
				t.Errorf("the program says %q, want %q", lines.Text(), want)
			}
		})
	}
}

// expecting returns a peer that a program dials, and its port.
func expecting(t *testing.T, framing string, ours Framing) (player, string) {
	t.Helper()
	if framing == "udp" {
		p, err := ListenUDP("0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		p.Patience, p.linger = time.Minute, 200*time.Millisecond
		return p, fmt.Sprint(p.Addr().(*net.UDPAddr).Port)
	}
	p, address := listening(t, ours)
	_, port, _ := net.SplitHostPort(address)
	return p, port
}

// calling returns a peer that dials a program.
func calling(t *testing.T, framing string, ours Framing, port string) player {
	t.Helper()
	address := "127.0.0.1:" + port
	if framing != "udp" {
		return dialling(t, address, ours)
	}
	p, err := DialUDP(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	p.Patience, p.linger = time.Minute, 200*time.Millisecond
	return p
}
