package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// ours makes players that are not in Python.
func ours(spec string) (Player, error) {
	switch spec {
	case "champion":
		return local{referee.Player("Champions", referee.BotFunc(eager))}, nil
	case "random":
		return referee.Player("Random Players", referee.BotFunc(anywhere)), nil
	case "broken":
		return referee.Player("Broken", broken{}), nil
	}
	return nil, errors.New("nobody")
}

// anywhere draws a legal cell.
func anywhere(b *pelita.Bot) pelita.Cell { return b.Legal[b.Random.Below(len(b.Legal))] }

// eager goes to the legal cell that is nearest to a pellet, walls not counted.
func eager(b *pelita.Bot) pelita.Cell {
	best, least := anywhere(b), 1<<30
	for _, c := range b.Legal {
		for _, f := range b.Enemy[0].Food {
			if d := c.Distance(f); d < least {
				best, least = c, d
			}
		}
	}
	b.Say("yum")
	return best
}

// local thinks in this process.
type local struct{ Player }

func (local) Local() {}

// broken fails in its first move.
type broken struct{}

func (broken) Move(context.Context, *pelita.Bot) (pelita.Cell, error) { panic("no idea") }

// A game with bundled teams at a server of ours is the game with the same teams here, in both versions.
func TestServerLendsOurs(t *testing.T) {
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run(version.String(), func(t *testing.T) {
			g := table{layout: small, version: version, rounds: 40, seed: "11"}
			one, _ := ours("champion")
			two, _ := ours("random")
			want := final(g.play(t, one, two))
			s := &Server{Version: version, Lend: ours, Options: Options{Python: "none"}}
			url, _ := serve(t, s)
			for _, spec := range []string{"random", "champion", "broken"} {
				if err := s.Add(t.Context(), spec, ""); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Add(t.Context(), "elsewhere", ""); err == nil || err.Error() != "nobody" {
				t.Errorf("a team that is not there is added: %v", err)
			}
			remote := func(path string) Player {
				p, err := NewRemote(url+path, Options{Budget: Budget{Time: time.Minute}})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { p.Close() })
				return p
			}
			if got := final(g.play(t, remote("/Champions"), remote("/Random_Players"))); got != want {
				t.Errorf("remote: %s\nhere:   %s", got, want)
			}
			if got := final(g.play(t, remote("/Champions"), remote("/Broken"))); !strings.Contains(got, "no idea") {
				t.Errorf("a team that fails: %s", got)
			}
		})
	}
}

// start is the message that announces a game on a small board.
const start = `{"__uuid__":"1","__action__":"set_initial","__data__":{"team_id":0,"game_state":{"team":%[1]s,"enemy":%[2]s,` +
	`"round":null,"bot_turn":null,"timeout_length":3,"max_rounds":9,"walls":%[3]s,"shape":%[4]s,"seed":7}}}`

const (
	blueSide = `{"team_index":0,"bot_positions":[[1,1],[1,2]],"food":[[2,2]],"shaded_food":[],"name":null}`
	redSide  = `{"team_index":1,"bot_positions":[[6,2],[5,2]],"is_noisy":[true,false],"food":[[5,1]],"shaded_food":[],"name":null}`
)

// rim returns the cells at the edge of a board, as JSON.
func rim(width, height int) string {
	var list []string
	for x := range width {
		for y := range height {
			if x == 0 || y == 0 || x == width-1 || y == height-1 {
				list = append(list, fmt.Sprintf("[%d,%d]", x, y))
			}
		}
	}
	return "[" + strings.Join(list, ",") + "]"
}

// A player of ours answers any message, or reports what is wrong with it.
func TestLentMessages(t *testing.T) {
	begin := fmt.Sprintf(start, blueSide, redSide, rim(8, 4), "[8,4]")
	move := strings.NewReplacer("set_initial", "get_move", `"bot_turn":null`, `"bot_turn":0`, `"team_id":0,`, "").Replace(begin)
	for _, tt := range []struct{ name, before, text, want string }{
		{"the start", "", begin, `{"__uuid__": "1", "__return__": "Champions"}`},
		{"the name", "", `{"__uuid__":"2","__action__":"team_name","__data__":{}}`, `{"__uuid__": "2", "__return__": "lent"}`},
		{"a move", begin, move, `{"__uuid__": "1", "__return__": {"move": [`},
		{"no game before the move", "", strings.Replace(move, `"walls"`, `"no"`, 1), `want set_initial before anything else`},
		{"no bot", begin, strings.Replace(move, `"bot_turn":0`, `"bot_turn":2`, 1), "bot_turn 2: want 0 or 1"},
		{"no team", begin, strings.Replace(move, `"team_index":1`, `"team_index":0`, 1), "team_index 0 and 0: want 0 and 1"},
		{"a bot in a wall", begin, strings.Replace(move, "[1,1]", "[0,1]", 1), "bot_positions (0, 1): no free cell of the board"},
		{"a pellet outside", begin, strings.Replace(move, "[[5,1]]", "[[5,99999]]", 1), "food (5, 99999): no free cell"},
		{"a large board", "", fmt.Sprintf(start, blueSide, redSide, "[]", "[4000000000,4000000000]"), "shape [4000000000 4000000000]: want"},
		{"an open board", "", fmt.Sprintf(start, blueSide, redSide, "[[0,0]]", "[8,4]"), "walls: want some all around the board"},
		{"a wall outside", "", fmt.Sprintf(start, blueSide, redSide, "[[9,0]]", "[8,4]"), "wall [9 0]: outside of the board"},
		{"no free cell", "", fmt.Sprintf(start, blueSide, redSide, rim(4, 3), "[4,3]"), "bot_positions (1, 2): no free cell"},
		{"no action", begin, `{"__uuid__":"1","__action__":"dance","__data__":{}}`, `unknown action`},
		{"the end", begin, `{"__uuid__":"1","__action__":"exit","__data__":{}}`, `"__return__": null`},
		{"no message", begin, `[]`, ""},
	} {
		player, _ := ours("champion")
		l := &lent{version: pelita.V251, name: "lent"}
		l.player.Player = player
		if tt.before != "" {
			if reply, over := l.answer(t.Context(), []byte(tt.before)); over || reply == nil {
				t.Fatalf("%s: before it: %s", tt.name, reply)
			}
		}
		reply, over := l.answer(t.Context(), []byte(tt.text))
		if !strings.Contains(string(reply), tt.want) || tt.want == "" && reply != nil {
			t.Errorf("%s: %s, want %s", tt.name, reply, tt.want)
		}
		if wantOver := strings.Contains(string(reply), "__error__") || tt.name == "the end"; over != wantOver {
			t.Errorf("%s: over %v, want %v", tt.name, over, wantOver)
		}
	}
}

// An administrator with the key receives the result of an order.
func TestOrders(t *testing.T) {
	s := &Server{Lend: ours, Options: Options{Python: "none"}}
	url, _ := serve(t, s)
	if err := s.Add(t.Context(), "champion", ""); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ team, want string }{{"random", "serving random as /Random_Players"}, {"elsewhere", "nobody"}} {
		lines, err := AddTeam(t.Context(), url, s.Key(), tt.team)
		if err != nil || len(lines) != 1 || lines[0] != tt.want {
			t.Errorf("%s is added: %q, %v, want %s", tt.team, lines, err, tt.want)
		}
	}
	lines, err := Statistics(t.Context(), strings.Replace(url, "pelita:", "tcp:", 1), s.Key())
	if want := "0 games are running|Champions has played 0 games|Random Players has played 0 games"; err != nil || strings.Join(lines, "|") != want {
		t.Errorf("%q, %v, want %s", lines, err, want)
	}
}

// FuzzLent reads what strangers send.
func FuzzLent(f *testing.F) {
	begin := fmt.Sprintf(start, blueSide, redSide, rim(8, 4), "[8,4]")
	f.Add(begin, strings.NewReplacer("set_initial", "get_move", `"bot_turn":null`, `"bot_turn":0`).Replace(begin))
	f.Fuzz(func(t *testing.T, one, two string) {
		player, _ := ours("champion")
		l := &lent{version: pelita.V270, name: "lent"}
		l.player.Player = player
		for _, text := range []string{one, two} {
			if reply, _ := l.answer(t.Context(), []byte(text)); reply != nil {
				if _, err := ParseReply(reply); err != nil {
					t.Errorf("%s: reply %s: %v", text, reply, err)
				}
			}
		}
	})
}

// A player that is started for one remote game plays it as in a local game; its name can be replaced, and its texts dropped.
func TestPlayRemote(t *testing.T) {
	gametest.Slow(t)
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run(version.String(), func(t *testing.T) {
			g := table{layout: small, version: version, rounds: 10, seed: "11"}
			one, _ := ours("champion")
			two, _ := ours("random")
			want := strings.Replace(final(g.play(t, one, two)), "Champions", "Others", 1)
			done := make(chan error, 1)
			remote := &Team{spec: "remote", options: Options{Budget: Budget{Time: time.Minute}}, launch: func(team *Team, v pelita.Version) (err error) {
				if team.socket, err = zmtp.ListenLine(zmtp.Pair, "127.0.0.1:0"); err != nil {
					return err
				}
				team.protocol = v
				player, _ := ours("champion")
				address := fmt.Sprintf("tcp://127.0.0.1:%d", team.socket.Addr().Port)
				go func() {
					done <- PlayRemote(context.Background(), player, address, Remote{Version: v, Name: "Others", Renamed: true, Silent: true})
				}()
				return nil
			}}
			random, _ := ours("random")
			if got := final(g.play(t, remote, random)); got != want {
				t.Errorf("remote: %s\nhere:   %s", got, want)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
	player, _ := ours("champion")
	if err := PlayRemote(t.Context(), player, "localhost:1", Remote{}); err == nil || !strings.Contains(err.Error(), "want tcp://HOST:PORT") {
		t.Errorf("an address of another form: %v", err)
	}
}
