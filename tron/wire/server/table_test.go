package server_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/client"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// director plays a script at a table: a line a step, and what was sent goes into the log.
type director struct {
	t     *testing.T
	table *server.Table
	log   []string
}

func newDirector(t *testing.T, change func(*server.Config)) *director {
	config := server.Usual()
	change(config)
	d := &director{t: t, table: server.NewTable(config, board(t, 8, 6, 3))}
	d.table.Send = func(to server.Client, frame []byte) { d.hear(string(rune(to)), frame) }
	return d
}

// hear logs a message in a few words.
func (d *director) hear(who string, frame []byte) {
	class, v, err := ks.Message(frame[4:])
	if err != nil {
		d.t.Fatal(err)
	}
	what := class
	switch class {
	case "ClientJoined":
		what = "refused"
		if v["joined"] == true {
			what = fmt.Sprint("joined ", v["side_name"])
		}
	case "AgentJoined":
		what = fmt.Sprintf("%v is %v %v", v["team_nickname"], v["side_name"], v["agent_name"])
	case "AgentLeft":
		what = fmt.Sprintf("%v %v left", v["side_name"], v["agent_name"])
	case "StartGame":
		what = fmt.Sprintf("start at %v", v["start_time"])
	case "RealtimeSnapshot":
		cycle := v["current_cycle"].(int64)
		p, err := ks.ReadWorld([]byte(v["world_payload"].(string)), int(cycle))
		if err != nil {
			d.t.Fatal(err)
		}
		what = fmt.Sprintf("cycle %d", cycle)
		for s := range tron.Seat(2) {
			b := p.Bike(s)
			what += fmt.Sprintf(" %v", b.Direction)
			if b.Cooldown > 0 {
				what += "!"
			}
		}
	case "EndGame":
		what = fmt.Sprintf("won by %v", v["winner_sidename"])
	}
	d.log = append(d.log, who+" "+what)
}

// say makes a client send a frame: join TEAM [NAME], token TOKEN, URDLA CYCLE [TIMES], leave.
func (d *director) say(who server.Client, words []string) {
	var frames [][]byte
	switch words[0] {
	case "join", "token":
		name := "0"
		if len(words) > 2 {
			name = words[2]
		}
		frame := ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": words[1], "agent_name": name})
		if words[0] == "token" {
			frame = ks.Frame("JoinOnlineGame", ks.Struct{"token": words[1], "agent_name": name})
		}
		frames = append(frames, frame)
	case "leave":
		d.table.Leave(who)
	default:
		c, err := tron.ParseCommand(words[0])
		if err != nil {
			d.t.Fatal(err)
		}
		cycle, _ := strconv.Atoi(words[1])
		times := 1
		if len(words) > 2 {
			times, _ = strconv.Atoi(words[2])
		}
		for range times {
			frames = append(frames, client.AppendCommand(nil, c, cycle))
		}
	}
	for _, frame := range frames {
		in := bytes.NewReader(frame)
		for body, err := ks.ReadFrame(in, ks.MaxCommand); err == nil; body, err = ks.ReadFrame(in, ks.MaxCommand) {
			d.table.Receive(who, body, time.Unix(1000, 500))
		}
	}
}

func (d *director) play(script string) {
	for line := range strings.SplitSeq(script, ";") {
		words := strings.Fields(line)
		switch words[0] {
		case "begin":
			d.table.Begin()
		case "cycle":
			d.table.Cycle()
		default:
			d.say(server.Client(words[0][0]), words[1:])
		}
	}
}

func TestTable(t *testing.T) {
	const both = "A join north; B join south; begin; "
	const joined = "A joined Blue, A north is Blue 0, B joined Yellow, A south is Yellow 0, B south is Yellow 0, A start at 1002, B start at 1002, " +
		"A cycle 0 Right Left, B cycle 0 Right Left, "
	for _, tt := range []struct {
		name   string
		change func(*server.Config)
		script string
		want   string
	}{
		{name: "a game", script: both + "A DA 0; cycle; cycle; cycle; A D 3", want: joined +
			"A cycle 1 Down! Left, B cycle 1 Down! Left, A cycle 2 Down! Left, B cycle 2 Down! Left, A cycle 3 Down! Left, B cycle 3 Down! Left, " +
			"A won by <nil>, B won by <nil>"},
		{name: "who may join", script: "A join north 1; A token a-b; A join north; A join north; B token x; C join south; D join west",
			want: "A refused, A refused, A joined Blue, A north is Blue 0, B refused, C joined Yellow, A south is Yellow 0, C south is Yellow 0, " +
				"A start at 1002, C start at 1002, D refused"},
		{name: "one nickname twice", script: "A join north; B join north", want: "A joined Blue, A north is Blue 0, B joined Yellow, " +
			"A north is Yellow 0, B north is Yellow 0, A start at 1002, B start at 1002"},
		{name: "one nickname twice, not allowed", change: func(c *server.Config) { c.AllowDuplicates = false },
			script: "A join north; B join north; B join south", want: "A joined Blue, A north is Blue 0, B refused, B joined Yellow, " +
				"A south is Yellow 0, B south is Yellow 0, A start at 1002, B start at 1002"},
		{name: "one nickname on both seats, and a second team", change: func(c *server.Config) {
			c.Sides = []server.Seat{{Seat: tron.Blue, Players: []string{"0", "1"}}, {Seat: tron.Yellow, Players: []string{"0", "1"}}}
		},
			script: "A join north; B join north; C join south 1; D join west 1", want: "A joined Blue, A north is Blue 0, B joined Yellow, " +
				"A north is Yellow 0, B north is Yellow 0, C joined Yellow, A south is Yellow 1, B south is Yellow 1, C south is Yellow 1, D refused"},
		{name: "named teams", change: func(c *server.Config) {
			c.AllowedTeams = map[string]tron.Seat{"x": tron.Yellow, "y": tron.Yellow, "z": tron.Blue}
		},
			script: "A join north; A join x; B join y; B join z", want: "A refused, A joined Yellow, A x is Yellow 0, B refused, B joined Blue, " +
				"B z is Blue 0, A z is Blue 0, B start at 1002, A start at 1002"},
		{name: "tokens", change: func(c *server.Config) { c.Offline = false }, script: "A join north; A token a-b-c; A token a-1; B token b-1",
			want: "A refused, A refused, A joined Blue, A a.nickname is Blue 0, B joined Yellow, A b.nickname is Yellow 0, B b.nickname is Yellow 0, " +
				"A start at 1002, B start at 1002"},
		{name: "who leaves before the start frees its place", script: "A join north; A leave; B join south; C join west",
			want: "A joined Blue, A north is Blue 0, B joined Blue, B south is Blue 0, C joined Yellow, B west is Yellow 0, C west is Yellow 0, " +
				"B start at 1002, C start at 1002"},
		{name: "or keeps it, as on the original", change: func(c *server.Config) { c.KeepSlots = true },
			script: "A join north; A leave; B join south; begin; cycle", want: "A joined Blue, A north is Blue 0, B joined Yellow, " +
				"B south is Yellow 0, B start at 1002, B cycle 0 Right Left, B cycle 1 Right Left"},
		{name: "who leaves later drives on", script: both + "B leave; cycle; A leave; cycle", want: joined +
			"A Yellow 0 left, A cycle 1 Right Left"},
		{name: "commands of other cycles", script: both + "A D 1; cycle; A D 0; cycle", want: joined +
			"A cycle 1 Right Left, B cycle 1 Right Left, A cycle 2 Right Left, B cycle 2 Right Left"},
		{name: "commands before the start count, but do nothing", script: "A join north; B join south; A D 0 99; begin; A L 0; A D 0; cycle",
			want: joined + "A cycle 1 Right Left, B cycle 1 Right Left"},
		{name: "a hundred commands a cycle", script: both + "A D 0 99; A L 0; A D 0; cycle; A D 1; cycle", want: joined +
			"A cycle 1 Right Left, B cycle 1 Right Left, A cycle 2 Down Left, B cycle 2 Down Left"},
		{name: "two hundred end it", script: both + "A D 0 100; B U 0 100; B D 1", want: joined + "A cycle 1 Down Up, B cycle 1 Down Up"},
		{name: "turbo", change: func(c *server.Config) { c.Turbo = true }, script: both + "A D 0; A A 0; B U 0; B A 0", want: joined +
			"A cycle 1 Down! Up, B cycle 1 Down! Up"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.change == nil {
				tt.change = func(*server.Config) {}
			}
			d := newDirector(t, tt.change)
			d.play(tt.script)
			if diff := cmp.Diff(strings.Split(tt.want, ", "), d.log); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLast: whoever shows a table shows the commands of the last cycle, with spectators and without.
func TestLast(t *testing.T) {
	for _, watched := range []bool{false, true} {
		d := newDirector(t, func(*server.Config) {})
		if watched {
			d.table.Watch = func([]byte) {}
		}
		d.play("A join north; B join south; begin; A DA 0; cycle")
		if got := d.table.Last()[tron.Blue].String(); got != "DA" {
			t.Errorf("watched %v: Blue's last command is %q, want DA", watched, got)
		}
	}
}

// FuzzTable sends whatever strangers may send: the table does not panic, and sends only valid messages.
func FuzzTable(f *testing.F) {
	f.Add(ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": "a", "agent_name": "0"})[4:], []byte("AB"))
	f.Add(client.AppendCommand(nil, tron.Turn(tron.Down), 0)[4:], []byte("A0C1"))
	f.Fuzz(func(t *testing.T, body, order []byte) {
		d := newDirector(t, func(*server.Config) {})
		d.play("A join north")
		for _, who := range order {
			switch who {
			case '0':
				d.play("B join south; begin")
			case '1':
				d.table.Cycle()
			case '2':
				d.table.Leave('A')
			default:
				d.table.Receive(server.Client(who), body, time.Unix(0, 0))
			}
		}
	})
}

// TestParseConfig reads the configuration of the original.
func TestParseConfig(t *testing.T) {
	c, err := server.ParseConfig([]byte(`{
		"general": {"game_name": "Trön", "": "a comment", "": "another", "offline_mode": true, "command_files": ["app/ks/commands"],
			"allowed_teams": {"": "a comment", "café": "Yellow"}, "match_id": "0"},
		"net": {"host": "::1", "port": 5005, "keyfile": "k.pem", "certfile": "c.pem"},
		"gui": {"port": 6001, "save_replay": true, "replay_dir": "replays", "replay_filename": null, "cycle_duration": 0.25,
			"side_colors": {"Yellow": "#FFFF00", "": "", "Blue": "#00FFFF"}},
		"sides": {"Yellow": ["0", "1"], "": "a comment", "Blue": ["0"]},
		"game_handler": {"start_time": "2017-11-08 00:50", "start_waiting_time": 2, "cycle_duration": 0.1, "max_agent_commands": 7, "map_path": "maps/Test.json"}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	want := server.Usual()
	want.GameName = "Tr\xf6n"
	want.AllowedTeams = map[string]tron.Seat{"caf\xe9": tron.Yellow}
	want.Address, want.KeyFile, want.CertFile = "[::1]:5005", "k.pem", "c.pem"
	want.Gallery, want.SaveReplay, want.ReplayDir, want.SceneCycle = "127.0.0.1:6001", true, "replays", 0.25
	want.Colours = ks.Map{{Key: "Yellow", Value: "#FFFF00"}, {Key: "Blue", Value: "#00FFFF"}}
	want.Sides = []server.Seat{{Seat: tron.Yellow, Players: []string{"0", "1"}}, {Seat: tron.Blue, Players: []string{"0"}}}
	want.StartTime = time.Date(2017, 11, 8, 0, 50, 0, 0, time.UTC)
	want.StartWaiting, want.CycleDuration, want.FirstCycle = 2*time.Second, 100*time.Millisecond, 100*time.Millisecond
	want.MaxClientCommands, want.MapPath = 7, "maps/Test.json"
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, tt := range []struct{ text, want string }{
		{`[]`, "cannot unmarshal"},
		{`{"sides": {"Blue": ["0"], "Blue": ["0"]}}`, "once each"},
		{`{"sides": {"Blue": ["0"], "Green": ["0"]}}`, `sides: "Green" ["0"]: want Blue and Yellow`},
		{`{"sides": {"Blue": ["0"], "Yellow": []}}`, `sides: "Yellow" []: want Blue and Yellow`},
		{`{"general": {"allowed_teams": {"x": "Red"}}}`, `general.allowed_teams: "Red": want Blue or Yellow`},
		{`{"gui": {"cycle_duration": 0}}`, "gui.cycle_duration: 0: want more than zero"},
		{`{"gui": {"side_colors": {"Blue": 7}}}`, "gui.side_colors: 7: want a colour"},
		{`{"game_handler": {"cycle_duration": -1}}`, "game_handler.cycle_duration: -1: want seconds"},
		{`{"game_handler": {"start_time": "7000-01-01 00:00"}}`, `game_handler.start_time: "7000-01-01 00:00": want a time`},
	} {
		if _, err := server.ParseConfig([]byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseConfig(%s): %v, want %q", tt.text, err, tt.want)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"sides": {"Blue": ["0"], "Yellow": ["0"]}, "game_handler": {"start_time": "2017-11-08 00:50"}}`))
	f.Add([]byte(`{"net": {"host": "a:b", "port": -1}, "gui": {"side_colors": {"Blue": "#00FFFF"}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := server.ParseConfig(text)
		if err != nil {
			return
		}
		table := server.NewTable(c, board(t, 8, 6, 3))
		table.Send = func(server.Client, []byte) {}
		table.Watch = func([]byte) {}
		table.Open()
		for who, team := range []string{"a", "b"} {
			frame := ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": team, "agent_name": "0"})
			table.Receive(server.Client(who), frame[4:], time.Unix(0, 0))
		}
	})
}

// TestClock plays a game with a clock of the test's own: cycles begin when they should, also when the machine sleeps.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := server.Usual()
		s := &server.Server{Config: config, Start: board(t, 8, 6, 4), Games: 1, Tables: 1}
		var at []string
		began := time.Now()
		s.Clocked(t, func(what string) { at = append(at, fmt.Sprintf("%s %v", what, time.Since(began))) })
		want := []string{"start 2s", "cycle 1 5s", "cycle 2 5.5s", "cycle 3 6s", "cycle 4 6.5s"}
		if diff := cmp.Diff(want, at); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestClockSetBack: the cycles of a game follow a clock that nobody can set back, from its start on.
func TestClockSetBack(t *testing.T) {
	s := &server.Server{Config: server.Usual(), Start: board(t, 8, 6, 4)}
	if due := s.Due(t).String(); !strings.Contains(due, " m=") { // so the time package shows a time of such a clock
		t.Errorf("the game is due at %s", due)
	}
}
