package wire

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// write writes the template of a language to a folder, as new-bot does.
func write(t *testing.T, language string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := fs.Glob(Templates, "newbot/"+language+"/*.tmpl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(Templates, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".tmpl")), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The programs that new-bot writes for a network play whole games with us, as either side, whoever listens.
func TestNewClients(t *testing.T) {
	gametest.Slow(t)
	for _, language := range gametest.Sample(t, []string{"python-tcp", "python-udp", "java-tcp", "java-udp"}) {
		command := []string{"python3", "-B", "client.py"}
		if strings.HasPrefix(language, "java") {
			command = []string{"java", "-XX:TieredStopAtLevel=1", "Client.java"}
		}
		if _, err := exec.LookPath(command[0]); err != nil {
			fmt.Printf("the clients in %s are not tried: %v\n", language, err)
			continue
		}
		dir := write(t, language)
		_, transport, _ := strings.Cut(language, "-")
		for _, seat := range []amazons.Seat{amazons.Red, amazons.Blue} {
			for _, listens := range []bool{true, false} {
				if command[0] == "java" && listens == (seat == amazons.Blue) {
					continue // Java takes seconds to start
				}
				t.Run(fmt.Sprintf("%s/%v/listens %v", language, seat, listens), func(t *testing.T) {
					t.Parallel()
					playClient(t, exec.Command(command[0], command[1:]...), dir, transport, seat, listens)
				})
			}
		}
	}
}

func playClient(t *testing.T, client *exec.Cmd, dir, transport string, seat amazons.Seat, listens bool) {
	framing := map[string]string{"tcp": "line", "udp": "udp"}[transport]
	peer, way := player(nil), []string{"--listen", "0"}
	if !listens {
		listening, port := expecting(t, framing, Auto)
		peer, way = listening, []string{"--dial", "localhost:" + port}
	}
	client.Args = append(append(client.Args, strings.ToUpper(seat.String())), way...)
	client.Dir = dir
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
		peer = calling(t, framing, Auto, strings.TrimPrefix(lines.Text(), "listening on "))
	}
	seats := players{newRandom(7), newRandom(8)}
	seats[seat] = peer
	o, err := table{players: seats}.play(t.Context())
	lines.Scan()
	if waited := client.Wait(); err != nil || waited != nil || o.Result.Reason != "stuck" {
		t.Fatalf("%+v, %v; the program: %v\n%s", o.Result, err, waited, &complaints)
	}
	if want := strings.ToUpper(amazons.Seat(o.Result.Winner).String()) + " has won"; lines.Text() != want {
		t.Errorf("the program says %q, want %q", lines.Text(), want)
	}
}
