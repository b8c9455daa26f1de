package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// varying are the parts of a state that are not the same in every game.
var varying = []*regexp.Regexp{
	regexp.MustCompile(`"game_uuid":"[^"]*"`), regexp.MustCompile(`"team_time": ?\[[^]]*\]`), regexp.MustCompile(`"walls": ?\[\[.*?\]\]`),
}

func steady(text []byte) string {
	for _, re := range varying {
		text = re.ReplaceAll(text, []byte("..."))
	}
	// Python may write characters outside ASCII as escapes.
	return strings.ReplaceAll(string(text), "\\u2794", "➔")
}

// The games of the recorded files, played again, give the same bytes. Files that are read are written again without a change.
func TestReplayFiles(t *testing.T) {
	gametest.Slow(t)
	for version, file := range map[pelita.Version]string{pelita.V251: "replay_sample.dump", pelita.V270: "v27_replay_sample.jsonl"} {
		t.Run(file, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join(corpus(t), file))
			if err != nil {
				t.Fatal(err)
			}
			var again bytes.Buffer
			err = ReadReplay(bytes.NewReader(want), func(f Frame) error {
				if diff := cmp.Diff(steady(f.Text), steady(AppendState(nil, f.State, f.Extra))); diff != "" {
					t.Errorf("read and made again (-want +got):\n%s", diff)
				}
				return ReplayWriter{&again}.Show(f.State.Version, f.Text)
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), again.String()); diff != "" {
				t.Errorf("read and written (-want +got):\n%s", diff)
			}
			l, err := os.ReadFile(filepath.Join(corpus(t), "bots", "custom.layout"))
			if err != nil {
				t.Fatal(err)
			}
			var played bytes.Buffer
			g := table{layout: string(l), version: version, rounds: 3, seed: "5", name: "rl.layout", infos: [2]string{"", "group 2"}}
			g.viewers = []Viewer{ReplayWriter{&played}}
			g.play(t, newTeam(t, "clumsy.py", Options{}), newTeam(t, "gatherer.py", Options{}))
			if diff := cmp.Diff(strings.Split(steady(want), "\n"), strings.Split(steady(played.Bytes()), "\n")); diff != "" {
				t.Errorf("played (-want +got):\n%s", diff)
			}
		})
	}
}

// A viewer that subscribes and steps sees every state: one before anything happens, one after the set-up, one a turn.
func TestViewer(t *testing.T) {
	publisher, err := NewPublisher()
	if err != nil {
		t.Fatal(err)
	}
	defer publisher.Close()
	control, err := NewController()
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	sub, err := zmtp.Dial(zmtp.Sub, strings.TrimPrefix(publisher.URL(), "tcp://"))
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close(0)
	dealer, err := zmtp.Dial(zmtp.Dealer, strings.TrimPrefix(control.URL(), "tcp://"))
	if err != nil {
		t.Fatal(err)
	}
	defer dealer.Close(0)
	if err := publisher.Connected(ctx); err != nil {
		t.Fatal(err)
	}
	reply, err := zmtp.Listen(zmtp.Pair, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Close(0)
	replyTo, err := NewReplyTo("tcp://" + reply.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer replyTo.Close()

	var seen []string
	done := make(chan error, 1)
	go func() {
		done <- func() error {
			for _, word := range []string{`nonsense`, `{"__action__": "dance"}`, `{"__action__": "set_initial"}`} {
				dealer.Send(ctx, []byte(word))
			}
			for {
				m, err := sub.Receive(ctx)
				if err != nil {
					return err
				}
				var message struct {
					Action string `json:"__action__"`
					Data   struct {
						Round, Turn *int
						Over        bool `json:"gameover"`
					} `json:"__data__"`
				}
				if err := json.Unmarshal(m.Parts[0], &message); err != nil {
					return err
				}
				round := "-"
				if message.Data.Round != nil {
					round = fmt.Sprintf("%d.%d", *message.Data.Round, *message.Data.Turn)
				}
				seen = append(seen, message.Action+" "+round)
				if message.Data.Over {
					return nil
				}
				if len(seen) > 1 { // as the original's viewer: after each state, once the game has been set up
					dealer.Send(ctx, []byte(`{"__action__": "play_step"}`))
				}
			}
		}()
	}()
	g := table{layout: small, rounds: 1, seed: "1", viewers: []Viewer{publisher, replyTo}, control: control}
	g.play(t, stay{}, stay{})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	want := []string{"observe -", "observe -", "observe 1.0", "observe 1.1", "observe 1.2", "observe 1.3"}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("(-want +seen):\n%s", diff)
	}
	for i := range want {
		m, err := reply.Receive(ctx)
		if err != nil {
			t.Fatalf("state %d: %v", i, err)
		}
		if !bytes.HasPrefix(m.Parts[0], []byte(`{"walls": [[0, 0], `)) {
			t.Errorf("state %d begins with %.40q", i, m.Parts[0])
		}
	}
}

// A viewer that quits ends the program's game.
func TestViewerQuits(t *testing.T) {
	control, err := NewController()
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	dealer, err := zmtp.Dial(zmtp.Dealer, control.socket.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer dealer.Close(0)
	dealer.Send(t.Context(), []byte(`{"__action__": "exit"}`))
	if err := (&Broadcast{Control: control}).Begin(t.Context()); !errors.Is(err, turn.ErrQuit) {
		t.Errorf("error %v, want %v", err, turn.ErrQuit)
	}
}

// A missing listener delays the game for a moment, and is not an error.
func TestReplyToNobody(t *testing.T) {
	r, err := NewReplyTo("tcp://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Show(pelita.V251, []byte("{}")); err != nil {
		t.Error(err)
	}
	for _, url := range []string{"", "tcp://", "127.0.0.1:5", "tcp://x", "udp://x:1"} {
		if _, err := NewReplyTo(url); err == nil {
			t.Errorf("%q was accepted", url)
		}
	}
}

// The error for an invalid file names the number of the state.
func TestReadReplayErrors(t *testing.T) {
	s := newState(t, small, pelita.Options{AllowCamping: true, ErrorLimit: 5})
	good := string(AppendState(nil, s, Extra{}))
	for text, want := range map[string]string{
		"":                    "no state of a game in it",
		"hello":               "state 1: invalid character",
		good + "\x04\n{}\x04": "state 2: ",
		strings.Replace(good, `"bots": [[1, 5]`, `"bots": [[0, 0]`, 1):    "state 1: cell (0, 0) has something on a wall",
		strings.Replace(good, `"bots": [[1, 5]`, `"bots": [[99, 0]`, 1):   "state 1: cell (99, 0) is outside of the board of 16x8",
		strings.Replace(good, `"food": [[`, `"food": [[-1, 0], [`, 1):     "state 1: cell (-1, 0) is outside",
		strings.Replace(good, `"shape": [16, 8]`, `"shape": [0, 8]`, 1):   "state 1: cell",
		strings.Replace(good, `"shape": [16, 8]`, `"shape": [1e9, 1]`, 1): "state 1: ",
	} {
		err := ReadReplay(strings.NewReader(text), func(Frame) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	if err := ReadReplay(strings.NewReader(good), func(f Frame) error {
		if !f.State.AllowCamping || !strings.Contains(string(f.Text), "Infinity") {
			t.Error("camping is not allowed any more")
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
