package hostile

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTokensFromFiles has clients of every game play with a token from a file: a client with none or a wrong one gets no seat,
// and the token appears neither in a command line, which all users of the machine can read, nor in what is printed and recorded.
func TestTokensFromFiles(t *testing.T) {
	_, bin := programs(t)
	const secret = "secret-of-north"
	for _, s := range []struct {
		game    string
		serve   []string
		guest   []string // AT is the server, SAYS what stands for a token
		without []string // the same guest with no token
		end     string
	}{
		{
			game: "amazons", serve: []string{"serve", "random"},
			guest: []string{"play", "random", "tcp://AT,token=SAYS", "--seed", "3", "--json"}, without: []string{"play", "random", "tcp://AT", "--seed", "3", "--json"},
			end: `"reason":"stuck"`,
		},
		{
			game: "pelita", serve: []string{"server", "BOT"},
			guest:   []string{"play", "stopping", "pelita://AT/My%20Team?token=SAYS", "--rounds", "3", "--json"},
			without: []string{"play", "stopping", "pelita://AT/My%20Team", "--rounds", "3", "--json"}, end: `"reason":"rounds"`,
		},
		{
			game: "sarena", serve: []string{"serve", "random"},
			guest:   []string{"play", "random", "http://north:SAYS@AT", "--seed", "3", "--json"},
			without: []string{"play", "random", "http://AT", "--seed", "3", "--json"}, end: `"reason":"(chips|tie-break|tie)"`,
		},
	} {
		t.Run(s.game, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write := func(name, text string) string {
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				return "@" + path
			}
			right, wrong, list := write("right", secret+"\n"), write("wrong", "secret-of-south\n"), write("list", "north="+secret+"\n")
			server := startServer(t, filepath.Join(bin, s.game), append(slices.Clone(s.serve), "--listen", "0", "--team-token", list))
			file := filepath.Join(dir, "game.jsonl")
			play := func(args []string, says string) (out string, played bool) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				line := strings.NewReplacer("AT", server.at, "SAYS", says).Replace(strings.Join(args, "\x00"))
				if strings.Contains(line, secret) {
					t.Fatalf("the command line has the token: %q", line)
				}
				os.Remove(file) // of the game before
				c := exec.CommandContext(ctx, server.Path, append(strings.Split(line, "\x00"), "--record", file)...)
				text, _ := c.CombinedOutput()
				return string(text), regexp.MustCompile(s.end).Match(text)
			}
			out, played := play(s.guest, right)
			if !played {
				t.Errorf("with the token in a file, want a game:\n%s", out)
			}
			content, err := os.ReadFile(file)
			if err != nil || strings.Contains(string(content), secret) || strings.Contains(out, secret) {
				t.Errorf("%v, or the token is in the record or in what was printed:\n%s\n%s", err, out, content)
			}
			for what, try := range map[string][]string{"with another token": s.guest, "without a token": s.without} {
				if out, played := play(try, wrong); played {
					t.Errorf("%s: a game\n%s", what, out)
				}
			}
			for name, want := range map[string]string{"@" + filepath.Join(dir, "none"): "no such file", write("empty", "\n"): "first line is empty"} {
				if out, played := play(s.guest, name); played || !strings.Contains(out, want) {
					t.Errorf("a token in %s: %q, want an error that says %q", name, out, want)
				}
			}
			server.interrupt(t)
		})
	}
	t.Run("tron", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		for name, text := range map[string]string{"north": secret, "south": "secret-of-south", "list": "north=" + secret + "\nsouth=secret-of-south"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		server := startServer(t, filepath.Join(bin, "tron"), append(slices.Clone(tronServer), "--listen", "0", "--team-token", "@"+filepath.Join(dir, "list")))
		for name, want := range map[string]string{"none": "no such file", "list": "join"} { // a list is no token
			out, err := exec.Command(server.Path, "join", server.at, "fill", "--tries", "1", "--team-token", "@"+filepath.Join(dir, name)).CombinedOutput()
			if err == nil || !strings.Contains(string(out), want) {
				t.Errorf("with the token in %s: %v %s, want no seat", name, err, out)
			}
		}
		server.play(t, [][]string{
			{"join", "AT", "fill", "--token", "@" + filepath.Join(dir, "north")}, {"join", "AT", "fill", "config.ai.token=@" + filepath.Join(dir, "south")},
		}, ` in \d+ cycles`)
		server.interrupt(t)
	})
}
