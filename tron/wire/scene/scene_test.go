package scene_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
)

func parse(t testing.TB, text string) tron.Position {
	t.Helper()
	p, err := tron.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// game plays letters of commands, a word a cycle and seat: "R- -A".
func game(t testing.TB, start, blue, yellow string) *scene.Game {
	t.Helper()
	g := &scene.Game{Start: parse(t, start), Names: [2]string{"n\xf8rth", "south"}, StartTime: 1510102200}
	yellows := strings.Fields(yellow)
	for i, word := range strings.Fields(blue) {
		var commands [2]tron.Command
		for s, text := range []string{word, yellows[i]} {
			c, err := tron.ParseCommand(text)
			if err != nil {
				t.Fatal(err)
			}
			commands[s] = c
		}
		g.Commands = append(g.Commands, commands)
	}
	return g
}

const small = `
	#######
	#B....#
	#.....#
	#....Y#
	#######`

// games are such that every action is drawn.
func games(t testing.TB) map[string]*scene.Game {
	return map[string]*scene.Game{
		"both crash on area walls": game(t, small, "- - - - -", "- - - - -"),
		"broken off":               game(t, small, "- D A", "- U -"),
		"head on":                  game(t, small, "D D R", "- - -"),
		"breaker and walls": game(t, "cycle=0/40 health=2 breaker=5/2 wall=3 crash=-7/-8/-9\n"+small,
			"A D L U R D L U R D L U", "- - - U R D L U R D L U"),
		"switched on again while it runs": game(t, "cycle=0/40 health=2 breaker=2/4 wall=3 crash=-7/-8/-9\n"+small,
			"A D A U RA D L UA", "- - - UA R DA L U"),
		"over before it ends": game(t, "cycle=0/40 health=2 breaker=2/4 wall=3 crash=-7/-8/-9\n"+small,
			"A D L U R D L U", "- - - U R D L U"),
		"on all the time":      game(t, "cycle=0/40 health=9 breaker=1/3\n"+small, "A DA LA UA RA", "A UA RA DA LA"),
		"no cooldown":          game(t, "cycle=0/40 health=9 breaker=0/3\n"+small, "A DA LA UA RA", "A UA RA DA LA"),
		"blue crashes at once": game(t, "wall=3\nblue dir=left\n"+small, "-", "-"),
		"yellow first":         game(t, "yellow dir=left\nblue dir=right\n"+small, "- D - L", "- U - R"),
	}
}

func join(frames [][]byte) []byte { return bytes.Join(frames, nil) }

// A file reads as the game it was written from, or as one that is drawn the same.
func TestRead(t *testing.T) {
	for name, g := range games(t) {
		t.Run(name, func(t *testing.T) {
			file := join(g.Frames())
			got, err := scene.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if again := join(got.Frames()); !bytes.Equal(again, file) {
				t.Errorf("it is written again as another file, of\n%v", got.Start)
			}
			if got.Names != g.Names || got.StartTime != g.StartTime || got.Config.GameName != "Tron" {
				t.Errorf("it reads as a game of %q at %d", got.Names, got.StartTime)
			}
		})
	}
}

func TestReadFindsConstants(t *testing.T) {
	g := games(t)["breaker and walls"]
	got, err := scene.Read(join(g.Frames()))
	if err != nil {
		t.Fatal(err)
	}
	want := g.Start.Constants()
	p := g.Start
	for _, commands := range g.Commands {
		p.Step(commands)
	}
	if p.Bike(tron.Blue).Crash == tron.NoCrash && p.Bike(tron.Yellow).Crash == tron.NoCrash {
		t.Fatalf("nobody crashes in\n%v", p)
	}
	want.AreaWallCrash, want.OwnWallCrash, want.EnemyWallCrash = 0, 0, 0
	c := got.Start.Constants()
	for s := range tron.Seat(2) { // the score of a crash that did not happen cannot be known
		switch p.Bike(s).Crash {
		case tron.OnAreaWall:
			want.AreaWallCrash = g.Start.Constants().AreaWallCrash
		case tron.OnOwnWall:
			want.OwnWallCrash = g.Start.Constants().OwnWallCrash
		case tron.OnEnemyWall:
			want.EnemyWallCrash = g.Start.Constants().EnemyWallCrash
		}
	}
	for _, known := range []struct{ want, got *int }{
		{&want.AreaWallCrash, &c.AreaWallCrash}, {&want.OwnWallCrash, &c.OwnWallCrash}, {&want.EnemyWallCrash, &c.EnemyWallCrash},
	} {
		if *known.want == 0 {
			*known.got = 0
		}
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("constants (-want +got):\n%s", diff)
	}
}

func TestReadRefuses(t *testing.T) {
	file := join(games(t)["head on"].Frames())
	turned := bytes.Replace(file, []byte("BlueWall"), []byte("BlueHall"), 1)
	for _, tt := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "no scene"},
		{"cut short", file[:len(file)-3], "unexpected EOF"},
		{"no .cr file", []byte("{\"type\":\"header\"}\n"), "frame 1, byte 0: "},
		{"without its beginning", ks.Frame("StartGame", ks.Struct{"start_time": 1}), "no scene"},
		{"another drawing", turned, "scene 1 differs from what the rules give for the commands before it"},
	} {
		if _, err := scene.Read(tt.file); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestHalf checks where bikes crash: in the middle of a cell, or at its edge where a wall reaches that far.
func TestHalf(t *testing.T) {
	for _, tt := range []struct {
		name         string
		start        string
		blue, yellow string
		want         [2]bool
	}{
		{"area walls", small, "- - - - -", "- - - - -", [2]bool{true, true}},
		{"one cell", small, "D D R", "- - -", [2]bool{true, true}},
		{"places exchanged", "\n#####\n#BY.#\n#####", "-", "-", [2]bool{}},
		{"a wall that was there before the game", "blue health=1\n#####\n#By.#\n#..Y#\n#####", "-", "-", [2]bool{true, false}},
	} {
		g := game(t, tt.start, tt.blue, tt.yellow)
		p := g.Start
		s, _ := scene.Open(&p, g.Names, 0.5)
		for _, commands := range g.Commands {
			s.Cycle(&p, p.Explain(commands, nil))
		}
		if got := [2]bool{s.Half(tron.Blue), s.Half(tron.Yellow)}; got != tt.want {
			t.Errorf("%s: half %v, want %v", tt.name, got, tt.want)
		}
	}
}

// FuzzRead reads whatever somebody may call a .cr file.
func FuzzRead(f *testing.F) {
	for _, g := range games(f) {
		f.Add(join(g.Frames()))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		g, err := scene.Read(file)
		if err == nil && len(g.Frames()) == 0 {
			t.Error("a game without frames")
		}
	})
}
