package referee_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

func parse(t testing.TB, text string) tron.Position {
	t.Helper()
	p, err := tron.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// script plays commands of which the last one is repeated.
type script struct {
	commands []string
	initial  int // times that Initialize was called
	seen     []tron.View
	err      error
}

func (s *script) Initialize(tron.View) { s.initial++ }

func (s *script) Decide(_ context.Context, v tron.View) (tron.Command, error) {
	s.seen = append(s.seen, v)
	if s.err != nil {
		return tron.Straight, s.err
	}
	c, err := tron.ParseCommand(s.commands[min(v.Position.Cycle(), len(s.commands)-1)])
	return c, err
}

func play(t *testing.T, p tron.Position, blue, yellow referee.Bot) *referee.Referee {
	t.Helper()
	r := referee.New(p)
	loop := turn.Loop[tron.View, referee.Order]{
		Referee: r, Players: []turn.Player[tron.View, referee.Order]{referee.Player(blue), referee.Player(yellow)},
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

const small = `
	#######
	#B....#
	#.....#
	#....Y#
	#######`

func TestGames(t *testing.T) {
	for _, tt := range []struct {
		name         string
		start        string
		blue, yellow []string
		want         turn.Result
	}{
		{"R7 one crashes on an area wall", small, []string{"-"}, []string{"-", "-", "-", "-", "U"}, turn.Result{
			Winner: 1, Reason: tron.OnAreaWall.String(), Plies: 10, Detail: "has -15 to 5, BLUE crashed on an area wall in cycle 4",
			Score: map[string]int{"blue": -15, "yellow": 5}}},
		{"R7 both crash on area walls", small, []string{"-"}, []string{"-"}, turn.Result{
			Winner: turn.Draw, Reason: tron.OnAreaWall.String(), Plies: 10,
			Detail: "-15 to -15, BLUE crashed on an area wall and YELLOW crashed on an area wall in cycle 4",
			Score:  map[string]int{"blue": -15, "yellow": -15}}},
		{"R6 into each other", `
			blue score=2
			#######
			#B...Y#
			#######`, []string{"-"}, []string{"-"}, turn.Result{
			Winner: 0, Reason: tron.IntoEachOther.String(), Plies: 4, Detail: "has 2 to 4, the bikes crashed into each other in cycle 1",
			Score: map[string]int{"blue": 4, "yellow": 2}}},
		{"R9 the last health, and a wall of the other side", `
			blue health=1
			#######
			#Byy..#
			#...Y.#
			#######`, []string{"-"}, []string{"-"}, turn.Result{
			Winner: 1, Reason: tron.OnEnemyWall.String(), Plies: 2, Detail: "has -59 to 1, BLUE crashed on a wall of YELLOW in cycle 0",
			Score: map[string]int{"blue": -59, "yellow": 1}}},
		{"R9 both at once, on different walls", `
			blue health=1
			yellow health=1 dir=right
			#######
			#Bb...#
			#.....#
			#.Yb..#
			#######`, []string{"-"}, []string{"-"}, turn.Result{
			Winner: 0, Reason: tron.Both, Plies: 2,
			Detail: "has -59 to -39, BLUE crashed on its own wall and YELLOW crashed on a wall of BLUE in cycle 0",
			Score:  map[string]int{"blue": -39, "yellow": -59}}},
		{"R10 the last cycle", "cycle=299/300\n" + small, []string{"-"}, []string{"-"}, turn.Result{
			Winner: turn.Draw, Reason: tron.Cycles, Plies: 2, Detail: "1 to 1, after all 300 cycles",
			Score: map[string]int{"blue": 1, "yellow": 1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			blue, yellow := &script{commands: tt.blue}, &script{commands: tt.yellow}
			r := play(t, parse(t, tt.start), blue, yellow)
			if diff := cmp.Diff(tt.want, r.Result()); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if blue.initial != 1 || yellow.initial != 1 {
				t.Errorf("Initialize was called %d and %d times, want once each", blue.initial, yellow.initial)
			}
			for s, seen := range [][]tron.View{blue.seen, yellow.seen} {
				for c, v := range seen {
					if v.Seat != tron.Seat(s) || v.Position.Cycle()-seen[0].Position.Cycle() != c {
						t.Errorf("%v was asked for cycle %d of %v at its question %d", tron.Seat(s), v.Position.Cycle(), v.Seat, c)
					}
				}
			}
		})
	}
}

// TestR12FaultsDriveOn has a seat fail in every way: its bike drives straight on, and the game goes on.
func TestR12FaultsDriveOn(t *testing.T) {
	for _, kind := range []turn.FaultKind{turn.Late, turn.Garbled, turn.Crashed, turn.Gone, turn.NeverStarted} {
		p := parse(t, small)
		want := p.Play([2]tron.Command{tron.Straight, tron.Turn(tron.Up)})
		r := referee.New(p)
		r.Ask()
		r.Answer([]turn.Answer[referee.Order]{
			{Value: referee.Order{Command: tron.Turn(tron.Down)}, Fault: turn.Faultf(kind, "why")},
			{Value: referee.Order{Command: tron.Turn(tron.Up)}},
		})
		if got := *r.Position(); got != want {
			t.Errorf("after %s:\n%vwant\n%v", kind, got, want)
		}
	}
	bad := &script{err: errors.New("no idea")}
	r := play(t, parse(t, small), bad, &script{commands: []string{"-", "-", "-", "-", "U"}})
	if r.Result().Winner != int(tron.Yellow) {
		t.Errorf("with a side that always fails: %+v", r.Result())
	}
}

func TestOrderJSON(t *testing.T) {
	for _, tt := range []struct{ text, want, again string }{
		{`{}`, "-", `{}`},
		{`{"turn":"left","breaker":true}`, "LA", `{"turn":"left","breaker":true}`},
		{`{"breaker":true,"turn":"Up"}`, "AU", `{"breaker":true,"turn":"up"}`},
		{`{"turn":null,"breaker":false,"mood":{"turn":"left"}}`, "-", `{}`},
		{`{"turn":"left","turn":"right"}`, "R", `{"turn":"right"}`},
		{`"DA"`, "DA", `{"turn":"down","breaker":true}`},
		{`{"turn":"back"}`, `turn "back": want up, right, down or left`, ""},
		{`{"turn":3}`, `turn 3: want up, right, down or left`, ""},
		{`{"breaker":"yes"}`, `breaker "yes": want true or false`, ""},
		{`{"direction":"up"}`, `move {"direction":"up"}: want {"turn":"left","breaker":true}, where both may be missing`, ""},
		{`[]`, `move []: want {"turn":"left","breaker":true}, where both may be missing`, ""},
		{`null`, `move null: want {"turn":"left","breaker":true}, where both may be missing`, ""},
		{`"X"`, `command "X": character 1: want U, R, D or L to turn, A for the wall breaker, or - alone`, ""},
	} {
		var o referee.Order
		err := o.UnmarshalJSON([]byte(tt.text))
		if got := o.String(); err != nil && err.Error() != tt.want || err == nil && got != tt.want {
			t.Errorf("%s reads as %s, %v, want %s", tt.text, got, err, tt.want)
			continue
		}
		if err != nil {
			continue
		}
		if again, err := json.Marshal(o); err != nil || string(again) != tt.again {
			t.Errorf("%s is written as %s, %v, want %s", tt.text, again, err, tt.again)
		}
	}
}

// FuzzOrder reads whatever a program answers.
func FuzzOrder(f *testing.F) {
	f.Add([]byte(`{"turn":"left","breaker":true}`))
	f.Add([]byte(`{"breaker":true,"turn":null}`))
	f.Add([]byte(`"LA"`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var o, again referee.Order
		if json.Unmarshal(text, &o) != nil {
			return
		}
		written, err := json.Marshal(o)
		if err == nil {
			err = json.Unmarshal(written, &again)
		}
		if err != nil || again != o {
			t.Fatalf("%s is %v, written as %s, which is %v, %v", text, o, written, again, err)
		}
	})
}

// straight never turns.
type straight struct{}

func (straight) Initialize(tron.View) {}
func (straight) Decide(context.Context, tron.View) (tron.Command, error) {
	return tron.Straight, nil
}

// corridor returns a board with a straight way of the given number of cells for each seat.
func corridor(t testing.TB, cells int) tron.Position {
	wall, free := strings.Repeat("#", cells+2), strings.Repeat(".", cells-1)
	return parse(t, wall+"\n#B"+free+"#\n"+wall+"\n#"+free+"Y#\n"+wall)
}

func TestNoAllocationInACycle(t *testing.T) {
	allocs := func(p tron.Position) float64 {
		return testing.AllocsPerRun(10, func() {
			r := referee.New(p)
			loop := turn.Loop[tron.View, referee.Order]{
				Referee: r, Players: []turn.Player[tron.View, referee.Order]{referee.Player(straight{}), referee.Player(straight{})},
			}
			if err := loop.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
		})
	}
	if short, long := allocs(corridor(t, 10)), allocs(corridor(t, 180)); long > short+20 { // the runtime allocates now and then
		t.Errorf("%v allocations in a game of 10 cycles, %v in one of 180: a cycle must not allocate", short, long)
	}
}

func BenchmarkReferee(b *testing.B) {
	p := corridor(b, 180)
	cycles := 0
	b.ReportAllocs()
	for b.Loop() {
		loop := turn.Loop[tron.View, referee.Order]{
			Referee: referee.New(p), Players: []turn.Player[tron.View, referee.Order]{referee.Player(straight{}), referee.Player(straight{})},
		}
		if err := loop.Run(context.Background()); err != nil {
			b.Fatal(err)
		}
		cycles += 180
	}
	b.ReportMetric(float64(cycles)/b.Elapsed().Seconds(), "cycles/s")
}

// TestResign: resigning ends the game before the cycle, whatever the other side answers (D9).
func TestResign(t *testing.T) {
	gone, resigned := turn.Answer[referee.Order]{Fault: turn.Faultf(turn.Gone, "")}, turn.Answer[referee.Order]{Fault: &turn.Fault{Kind: turn.Resigned}}
	for _, tt := range []struct {
		answers []turn.Answer[referee.Order]
		winner  int
		detail  string
	}{
		{[]turn.Answer[referee.Order]{resigned, {}}, 1, "resigned"},
		{[]turn.Answer[referee.Order]{gone, resigned}, 0, "resigned"},
		{[]turn.Answer[referee.Order]{resigned, resigned}, turn.Draw, "both resigned"},
	} {
		r := referee.New(parse(t, small))
		r.Answer(make([]turn.Answer[referee.Order], 2))
		before := *r.Position()
		r.Answer(tt.answers)
		got := r.Result()
		if len(r.Ask()) > 0 || *r.Position() != before || got.Winner != tt.winner || got.Reason != "resigned" || got.Detail != tt.detail || got.Plies != 4 {
			t.Errorf("%v: %+v, want the winner %d, %q and no more cycle", tt.answers, got, tt.winner, tt.detail)
		}
		r.Restart(&before)
		if len(r.Ask()) == 0 {
			t.Error("a new game is over before it begins")
		}
	}
}
