package match_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// probe is a player with everything that a program has: it says what it was told, prints, and has used something.
type probe struct {
	taker
	told   turn.Game
	asked  int
	closed int
	ended  int
	opens  error         // what Open returns
	fails  error         // what Answer returns
	slow   time.Duration // for Open and each answer
	prints []string      // not yet read
	quiet  bool          // it has used nothing
}

func (p *probe) Open(_ context.Context, g turn.Game) error {
	time.Sleep(p.slow)
	p.told = g
	return p.opens
}

func (p *probe) Answer(ctx context.Context, left int) (int, string, error) {
	p.asked++
	p.prints = append(p.prints, fmt.Sprint("asked ", left))
	time.Sleep(p.slow)
	n, say, err := p.taker.Answer(ctx, left)
	return n, say, errors.Join(p.fails, err)
}

func (p *probe) End(*turn.Result) { p.ended++ }
func (p *probe) Close() error     { p.closed++; p.prints = append(p.prints, "closed"); return p.fails }

func (p *probe) Printed() string {
	text := strings.Join(p.prints, ", ")
	p.prints = nil
	return text
}
func (p *probe) Overflow() string { return "and more" }
func (p *probe) Stderr() string   { return "all of it" }
func (p *probe) Notes() []string  { return []string{"a blank line"} }
func (p *probe) Jailed() string   { return "strict" }
func (p *probe) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return ctx, func() {}
}
func (p *probe) Hello(context.Context)        { time.Sleep(p.slow) }
func (p *probe) Name() string                 { return "a probe\n" }
func (p *probe) Spent() (time.Duration, bool) { return 0, false }
func (p *probe) Seeded()                      {}
func (p *probe) Used() proc.Usage {
	if p.quiet {
		return proc.Usage{}
	}
	return proc.Usage{CPU: 3 * time.Second, Memory: 5}
}

// probed is nim with players "probe:NAME" of its own kind, and "NAME.probe".
func probed(players map[string]*probe, makers map[string]match.Maker) *match.Game[int, int] {
	game := heap("red", "blue")
	probing := func(name string, m match.Maker) (turn.Player[int, int], error) {
		p := players[name]
		if p == nil {
			return nil, errors.New("no such probe")
		}
		if makers != nil {
			makers[name] = m
		}
		return p, nil
	}
	game.Schemes = []match.Scheme[int, int]{
		{Match: func(spec string) bool { return strings.HasSuffix(spec, ".probe") }, Usage: "NAME.probe", New: probing},
		{Prefix: "probe:", Usage: "probe:NAME", New: probing},
	}
	return game
}

// What a game of programs writes to its record, its result and its notes, and what the programs are told.
func TestWhatProgramsAreToldAndLeave(t *testing.T) {
	a, b := &probe{taker: 2}, &probe{taker: 1, quiet: true}
	makers := map[string]match.Maker{}
	game := match.Bind(probed(map[string]*probe{"a": a, "b.probe": b}, makers))
	var file bytes.Buffer
	var notes []string
	j := job.Job{ID: "g1", Start: "5", Seed: "7", Options: map[string]string{"twist": "yes"}, Patience: time.Minute, Seats: []job.Team{
		{Label: "anna", Spec: "probe:a", Budget: timer.Control{Move: time.Hour}},
		{Label: "ben", Spec: "b.probe", Budget: timer.Control{Move: 2 * time.Hour}},
	}}
	line, err := game.Play(t.Context(), j, match.Seating{Record: &file, Note: func(seat int, note string) { notes = append(notes, fmt.Sprint(seat, note)) }})
	if err != nil {
		t.Fatal(err)
	}
	games, err := record.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	g := games[0]
	if err := game.Verify(&g); err != nil {
		t.Error(err)
	}
	for seat, p := range []*probe{a, b} {
		want := turn.Game{
			ID: "g1", Seat: seat, Seats: []string{"red", "blue"}, Seed: "7", Apart: "g1", Options: map[string]string{"twist": "yes"}, View: 5,
			Budget: j.Seats[seat].Budget,
		}
		if diff := cmp.Diff(want, p.told); diff != "" {
			t.Errorf("%s is told (-want +got):\n%s", g.Header.Seats[seat].Name, diff)
		}
		if name := g.Header.Seats[seat].Seat; g.Header.Seeds[name] != p.told.Told() || len(g.Header.Seeds) != 2 {
			t.Errorf("recorded the seeds %v; %s was told %s", g.Header.Seeds, name, p.told.Told())
		}
		if p.closed != 1 || p.ended != 1 {
			t.Errorf("%s was closed %d times, told the end %d times: want once", g.Header.Seats[seat].Name, p.closed, p.ended)
		}
	}
	want := record.Header{
		Type: "header", Game: "nim", Rules: "3", Version: record.Version(), ID: "g1", Seed: "7", Start: "5", Options: map[string]string{"twist": "yes"},
		Seats:  []record.Seat{{Seat: "red", Name: "anna", Budget: "1h0m0s a move"}, {Seat: "blue", Name: "ben", Budget: "2h0m0s a move"}},
		Budget: "1h0m0s a move; 2h0m0s a move", Jail: "strict", Seeds: g.Header.Seeds,
	}
	if diff := cmp.Diff(want, g.Header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	outputs := []record.Output{
		{Type: "output", Seat: "red", Stderr: "asked 5", Ply: 1}, {Type: "output", Seat: "blue", Stderr: "asked 3", Ply: 2},
		{Type: "output", Seat: "red", Stderr: "asked 2", Ply: 3},
		{Type: "output", Seat: "red", Stderr: "closedand more", Notes: []string{"a blank line"}, Ply: 3},
		{Type: "output", Seat: "blue", Stderr: "closedand more", Notes: []string{"a blank line"}, Ply: 3},
	}
	if diff := cmp.Diff(outputs, g.Outputs); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]record.Used{{Seat: "red", CPU: 3000, Memory: 5}}, g.Result.Used); diff != "" {
		t.Errorf("used (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"0a blank line", "1a blank line",
	}, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if line.ID != "g1" || line.Seed != "7" || line.Jail != "strict" || line.Hash == "" || line.Hash != g.Result.Hash {
		t.Errorf("the line is %+v, the record has the hash %s", line, g.Result.Hash)
	}
	for name, m := range makers {
		if m.Start.Patience != time.Minute || m.Flag == nil || m.Flag("x") != "" || m.Notes == nil {
			t.Errorf("%s was made with %+v", name, m)
		}
	}
	j.Lone, j.Options, j.Seats[1].Budget = true, map[string]string{"twist": "no"}, j.Seats[0].Budget
	file.Reset()
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &file}); err != nil || a.told.Apart != "" || len(a.told.Options) != 0 {
		t.Errorf("%v; alone, without unusual options, red is told %+v", err, a.told)
	}
	if games, err := record.Read(&file); err != nil || games[0].Header.Budget != "1h0m0s a move" {
		t.Errorf("%v; two equal budgets are recorded as %q", err, games[0].Header.Budget)
	}
}

// failing is a writer of a record, or an observer, that fails.
type failing struct{ seen }

// quitter breaks a game off after an answer.
type quitter struct{ seen }

func (*quitter) Answered(*match.Snapshot) error { return turn.ErrQuit }

func (failing) Write([]byte) (int, error)           { return 0, io.ErrShortWrite }
func (f failing) Ended(shown *match.Snapshot) error { return io.ErrShortWrite }

func TestPlayFails(t *testing.T) {
	never := errors.New("never")
	a, b := &probe{taker: 2, opens: never}, &probe{taker: 1}
	game := match.Bind(probed(map[string]*probe{"a": a, "b": b}, nil))
	j := job.Job{Start: "5", Seats: []job.Team{{Label: "anna", Spec: "probe:a"}, {Label: "ben", Spec: "probe:b"}}}
	line, err := game.Play(t.Context(), j, match.Seating{})
	if err != nil || line.Reason != string(turn.NeverStarted) || *line.Winner != "blue" {
		t.Errorf("%+v, %v: want that red never started", line, err)
	}
	// blue never starts, and is never asked: the record says so, and is right.
	a.opens, a.taker, b.opens = nil, 3, never
	var file bytes.Buffer
	j.Start = "3"
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &file}); err != nil {
		t.Fatal(err)
	}
	games, err := record.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if g := &games[0]; len(g.Answers) != 1 || len(g.Result.Faults) != 1 || g.Result.Faults[0].Seat != "blue" || fmt.Sprint(g.Result.Default) != "[blue]" || game.Verify(g) != nil {
		t.Errorf("%+v, %+v, %v: want a sound record of a player that never started", games[0].Answers, games[0].Result, game.Verify(&games[0]))
	}
	if games[0].Result.Default = nil; game.Verify(&games[0]) != nil {
		t.Errorf("an older record: %v", game.Verify(&games[0]))
	}
	b.opens = nil
	var partial *record.PartialError
	if line, err := game.Play(t.Context(), j, match.Seating{Record: failing{}}); !errors.As(err, &partial) || !errors.Is(err, io.ErrShortWrite) || line == nil {
		t.Errorf("%+v, %v: want a game whose record is not complete", line, err)
	}
	if line, err := game.Play(t.Context(), j, match.Seating{Observers: []match.Observer{&failing{}}}); !errors.Is(err, io.ErrShortWrite) || line == nil {
		t.Errorf("%+v, %v: want the error of an observer at the end", line, err)
	}
	if line, err := game.Play(t.Context(), j, match.Seating{Observers: []match.Observer{&quitter{}}}); !errors.Is(err, turn.ErrQuit) || line != nil {
		t.Errorf("%+v, %v: want a game that an observer broke off", line, err)
	}
	closed := a.closed
	j.Seats[1].Spec = "probe:none"
	if line, err := game.Play(t.Context(), j, match.Seating{}); err == nil || line != nil || err.Error() != `player "probe:none": no such probe` || a.closed != closed+1 {
		t.Errorf("%+v, %v, red closed %d times: want no game, and red closed", line, err, a.closed-closed)
	}
	j.Seats[1].Spec, j.Start = "probe:b", "x"
	var setup *match.SetupError
	if line, err := game.Play(t.Context(), j, match.Seating{}); line != nil || !errors.As(err, &setup) || !errors.Is(err, setup.Err) || a.closed != closed+2 {
		t.Errorf("%+v, %v: want no game, and red closed", line, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j.Start = "3"
	if line, err := game.Play(ctx, j, match.Seating{}); line != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v: want a game that was broken off", line, err)
	}
}

// What Maker.Slow is told: who is waited for, and which answer.
func TestSlowIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &probe{taker: 3}, &probe{taker: 1, slow: 11 * time.Second}
		game := probed(map[string]*probe{"a": a, "b": b}, nil)
		bound := match.Bind(game)
		var lock sync.Mutex // Slow is called from other goroutines
		var told []string
		maker := match.Maker{Slow: func(w match.Wait) {
			lock.Lock()
			defer lock.Unlock()
			told = append(told, w.Who+": "+w.What)
		}}
		heard := func() []string { // since the last time
			lock.Lock()
			defer lock.Unlock()
			list := told
			told = nil
			return list
		}
		j := job.Job{Start: "5", Seats: []job.Team{{Label: "anna", Spec: "probe:a"}, {Label: "ben", Spec: "probe:b"}}}
		if _, err := bound.Play(t.Context(), j, match.Seating{Maker: maker}); err != nil {
			t.Fatal(err)
		}
		want := []string{"ben: its start (hello)", "ben: its answer to ply 2"}
		if diff := cmp.Diff(want, heard()); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		own, _ := withNames(game, 1)
		if _, err := match.Bind(own).Play(t.Context(), j, match.Seating{Maker: maker}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"ben: its start (hello)", "ben: its answer to ply 2", "ben: its answer to ply 4"}, heard()); diff != "" {
			t.Errorf("told in a game with names (-want +got):\n%s", diff)
		}
		p, err := bound.Player("probe:b", maker)
		if err != nil {
			t.Fatal(err)
		}
		attended := match.Attended[int, int](p)
		limited, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		b.opens = errors.New("never")
		if err := turn.Open(t.Context(), attended, turn.Game{}); !errors.Is(err, b.opens) {
			t.Errorf("%v: want the error of the player", err)
		}
		attended.Answer(limited, 3)
		if diff := cmp.Diff([]string{"probe:b: its start (hello)"}, heard()); diff != "" {
			t.Errorf("told before an answer without a limit (-want +got):\n%s", diff)
		}
		attended.Answer(t.Context(), 3)
		b.fails = errors.New("kept")
		if err := attended.(io.Closer).Close(); !errors.Is(err, b.fails) || !errors.Is(p.Close(), b.fails) {
			t.Errorf("%v: want the error of closing", err)
		}
		if diff := cmp.Diff([]string{"probe:b: its answer"}, heard()); diff != "" {
			t.Errorf("told without a game (-want +got):\n%s", diff)
		}
		b.opens, b.fails = nil, nil
		p.Meet(t.Context())
		bound.Try(t.Context(), match.Setup{}, p)
		b.slow = time.Second
		p = must(bound.Player("probe:b", maker))
		p.Meet(t.Context())
		bound.Try(t.Context(), match.Setup{}, p)
		time.Sleep(time.Hour)
		if diff := cmp.Diff([]string{"probe:b: its start (hello)", "probe:b: its start (hello)"}, heard()); diff != "" || p.Name() != "a probe" {
			t.Errorf("%q told before a game (-want +got):\n%s", p.Name(), diff)
		}
		if _, quick := match.Attended[int, int](must(bound.Player("probe:b", match.Maker{}))).(io.Closer); !quick {
			t.Error("a player of which nobody is told is wrapped")
		}
	})
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// named asks both seats for their names, together, before a game of nim: a question without a move.
type named struct {
	*nim
	names int
	told  []turn.Answer[int]
}

func (n *named) Ask() []turn.Question[int] {
	if n.names > 0 {
		return []turn.Question[int]{{Seat: 0, Ask: 0}, {Seat: 1, Ask: -1}}
	}
	return n.nim.Ask()
}

func (n *named) Answer(answers []turn.Answer[int]) {
	if n.names > 0 {
		n.names, n.told = n.names-1, append([]turn.Answer[int](nil), answers...)
		return
	}
	n.nim.Answer(answers)
}

// withNames has a game ask for names first, that many times, and returns the answers to that.
func withNames(game *match.Game[int, int], rounds int) (*match.Game[int, int], func() []turn.Answer[int]) {
	var last *named
	open := game.Open
	game.Open = func(s match.Setup) (*match.Table[int, int], error) {
		table, err := open(s)
		if err == nil {
			last = &named{nim: table.Referee.(*nim), names: rounds}
			table.Referee = last
		}
		return table, err
	}
	return game, func() []turn.Answer[int] { return last.told }
}

// Try asks a player for what comes before the first move, and nothing more.
func TestTry(t *testing.T) {
	a := &probe{taker: 2}
	own, told := withNames(probed(map[string]*probe{"a": a}, nil), 2)
	game := match.Bind(own)
	p := must(game.Player("probe:a", match.Maker{}))
	if err := game.Try(t.Context(), match.Setup{Start: "4", Seed: "9"}, p); err != nil || a.asked != 2 || a.ended != 1 || len(told()) != 2 || told()[1].Value != 0 {
		t.Errorf("%v, asked %d times, ended %d times: want two questions for the name", err, a.asked, a.ended)
	}
	want := turn.Game{ID: "try", Seats: []string{"red", "blue"}, Seed: "9", View: 4}
	if diff := cmp.Diff(want, a.told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	a.fails = errors.New("no name")
	if err := game.Try(t.Context(), match.Setup{}, p); !errors.Is(err, a.fails) {
		t.Errorf("%v: want the error of the answer", err)
	}
	a.opens = errors.New("never")
	if err := game.Try(t.Context(), match.Setup{}, p); !errors.Is(err, a.opens) {
		t.Errorf("%v: want the error of the start", err)
	}
	if err := game.Try(t.Context(), match.Setup{Start: "x"}, p); err == nil || !strings.Contains(err.Error(), "want a number above 0") {
		t.Errorf("%v: want the error of the start", err)
	}
}

// Position answers questions that want no move by itself.
func TestPositionSkipsNames(t *testing.T) {
	own, _ := withNames(heap("red", "blue"), 1)
	game := match.Bind(own)
	for _, tt := range []struct {
		moves []string
		want  string
	}{
		{nil, "10 after 0 plies, asked [0]"}, {[]string{"3", "2"}, "5 after 2 plies, asked [0]"}, {[]string{"3"}, "7 after 1 plies, asked [1]"},
		{[]string{"3", "3", "3", "1"}, "0 after 4 plies, asked []"},
		{[]string{"3", "3", "3", "1", "1"}, `move "1": the game is already over`},
		{[]string{"3", "9"}, "want 1 to 3"},
	} {
		s, err := game.Position(match.Setup{}, tt.moves)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprintf("%s after %d plies, asked %v", s.Text(), s.Ply, s.Asked)
		}
		if got != tt.want || (s == nil) != (err != nil) {
			t.Errorf("%v: %s, want %s", tt.moves, got, tt.want)
		}
	}
}

// A person answers a question for a name without being asked. What it is asked has the question, the legal answers, a check and
// the menu.
func TestPrompt(t *testing.T) {
	own, told := withNames(heap("red", "blue"), 1)
	own.Menu = func(left int, parts []string) scene.Menu { return scene.Menu{Steps: []string{fmt.Sprint(left, parts)}} }
	if cause := errors.New("why"); !errors.Is(&match.IllegalError{Err: cause}, cause) {
		t.Error("the error of an answer that breaks a rule hides which rule that is")
	}
	game := match.Bind(own)
	var prompts []string
	quit := errors.New("quit")
	person := game.Person(typing(func(ctx context.Context, p *match.Prompt) (string, error) {
		hint, err := p.Hint(ctx)
		if p.Say("1") != "" || p.Why(nil, []int{1}) != nil {
			t.Error("a game that says nothing about answers says something")
		}
		own.Notation.Say = func(left, n int) string { return fmt.Sprintf("take %d of %d", n, left) }
		own.Why = func(left int, parts []string, cells []int) error { return fmt.Errorf("%d %v %v", left, parts, cells) }
		if why := p.Why([]string{"x"}, []int{7}); p.Say("1") != fmt.Sprintf("take 1 of %v", p.Ask) || p.Say("x") != "" ||
			why == nil || why.Error() != fmt.Sprintf("%v [x] [7]", p.Ask) {
			t.Errorf("an answer is said as %q, a wrong one as %q; a cell cannot be clicked because %v", p.Say("1"), p.Say("x"), why)
		}
		own.Notation.Say, own.Why = nil, nil
		prompts = append(prompts, fmt.Sprintf("%v %v %v %v %v %v", p.Ask, p.Legal(), p.Check("9"), p.Check("1"), p.Menu([]string{"x"}).Steps[0], err == nil && hint != ""))
		if len(prompts) == 2 {
			return "", quit
		}
		return "1", nil
	}), false)
	if !person.Person || person.Spec != "human" || person.Remote {
		t.Errorf("the person is %+v", person)
	}
	j := job.Job{Start: "3", Seed: "1", Seats: []job.Team{{Spec: "human"}, {Spec: "one"}}}
	idle := &idler{}
	_, err := game.Play(t.Context(), j, match.Seating{Players: []*match.Player{person, nil}, Observers: []match.Observer{idle}})
	if err != nil && !errors.Is(err, quit) {
		t.Fatal(err)
	}
	want := []string{"3 [1 2 3] want 1 to 3 <nil> 3 [x] true", "1 [1] want 1 to 3 <nil> 1 [x] true"}
	if diff := cmp.Diff(want, prompts); diff != "" || told()[0].Say != "human" {
		t.Errorf("named %q, prompts (-want +got):\n%s", told()[0].Say, diff)
	}
	if fmt.Sprint(idle.idle) != "[true false false false]" {
		t.Errorf("idle %v: want only the question for names", idle.idle)
	}
}

type typing func(context.Context, *match.Prompt) (string, error)

func (f typing) Type(ctx context.Context, p *match.Prompt) (string, error) { return f(ctx, p) }

// idler notes which positions ask for no move.
type idler struct {
	seen
	idle []bool
}

func (i *idler) Asked(_ context.Context, s *match.Snapshot) error {
	i.idle = append(i.idle, s.Idle())
	return nil
}

// backer takes plies back once, at a ply, and notes the answers of which it is told the time.
type backer struct {
	seen
	at, plies int
	asked     []int
	none      int // how often there was nothing to take back
}

func (b *backer) Asked(_ context.Context, s *match.Snapshot) error {
	b.asked = append(b.asked, s.Ply)
	if s.Ply == b.at {
		b.at = -1
		return turn.Takeback{Plies: b.plies, None: func() { b.none++ }}
	}
	return nil
}

// Whole rounds are taken back, at most all of them, so that the same seat is asked again; single plies if a single ply is meant.
func TestHowManyPliesAreTakenBack(t *testing.T) {
	for _, tt := range []struct {
		at, plies int
		want      string
	}{
		{4, 2, "[0 1 2 3 4 2 3 4]"}, {3, 2, "[0 1 2 3 1 2 3 4]"}, {3, 4, "[0 1 2 3 1 2 3 4]"}, {3, 1, "[0 1 2 3 2 3 4]"}, {3, 9, "[0 1 2 3 0 1 2 3 4]"},
		{0, 2, "[0 0 1 2 3 4]"},
	} {
		game, o := match.Bind(heap("red", "blue")), &backer{at: tt.at, plies: tt.plies}
		var b bytes.Buffer
		j := job.Job{Start: "5", Seats: []job.Team{{Spec: "one"}, {Spec: "one"}}}
		if _, err := game.Play(t.Context(), j, match.Seating{Record: &b, Observers: []match.Observer{o}}); err != nil {
			t.Fatal(err)
		}
		games, err := record.Read(&b)
		if err == nil {
			err = game.Verify(&games[0])
		}
		if got := fmt.Sprint(o.asked); got != tt.want || err != nil || (o.none == 1) != (tt.at == 0) {
			t.Errorf("%d taken back at %d: asked at %s, %v, told %d times that there was nothing; want %s", tt.plies, tt.at, got, err, o.none, tt.want)
		}
	}
}

// Everything that is known of a game without playing it.
func TestInfo(t *testing.T) {
	own := probed(nil, nil)
	own.Summary, own.Titles, own.Hidden, own.Defaults, own.Round = "sticks", []string{"Red", "Blue"}, true, []string{"one", "three"}, 2
	own.Notation.Layout, own.Bots = "a number", own.Bots[:2]
	if seated := match.Bind(own).Seated; !slices.Equal(seated, own.Defaults) {
		t.Errorf("on a page %v are seated, want the usual players", seated)
	}
	own.Seated, own.Schemes[0].Starts, own.Checks.Probes = []string{"human", "three"}, []string{"5"}, []string{"7"}
	game := match.Bind(own)
	for spec, want := range map[string][]string{"a.probe": {"5"}, "probe:a": {"", "", "7"}, "one": {"", "", "7"}} {
		if got := game.Starts(spec); !slices.Equal(got, want) {
			t.Errorf("%s is tried out from the starts %q, want %q", spec, got, want)
		}
	}
	want := match.Info{
		Name: "nim", Summary: "sticks", Rules: "3", Seats: []string{"red", "blue"}, Titles: []string{"Red", "Blue"}, Defaults: []string{"one", "three"},
		Seated: []string{"human", "three"}, Round: 2, Hidden: true, Options: []match.Param{{Name: "twist", Default: "no"}}, Bots: []match.BotInfo{{Name: "one"}, {Name: "three"}},
		Layout: "a number", Example: "2", Schemes: []match.SchemeInfo{{Usage: "NAME.probe", Starts: []string{"5"}}, {Prefix: "probe:", Usage: "probe:NAME"}},
		Formats: []match.FormatInfo{
			{Name: "record", Summary: "games recorded by play --record and by tournaments", Reads: true, Writes: true},
			{Name: "layout", Summary: "a position, as --start takes it", Reads: true, Writes: true},
		},
	}
	got := game.Info
	for i := range got.Schemes {
		got.Schemes[i].Match = nil
	}
	for i := range got.Formats {
		got.Formats[i].Is = nil
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("info (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"human", "exec:", "one", "three", "probe:"}, game.PlayerNames()); diff != "" {
		t.Errorf("names of players (-want +got):\n%s", diff)
	}
	if !game.Bundled("three:x=1") || game.Bundled("probe:three") || game.Title("blue") != "Blue" || game.Title("green") != "green" || game.Strongest() != "three" {
		t.Errorf("three is bundled: %v; the title of blue is %s", game.Bundled("three:x=1"), game.Title("blue"))
	}
}

// A file that a program runs is no player; the error says how it is started.
func TestPlayersThatAreFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile(filepath.Join(".", "mine.py"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	own := probed(nil, nil)
	own.Bots[0].New = func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
		return nil, errors.New("want another number")
	}
	game := match.Bind(own)
	for spec, want := range map[string]string{
		"mine.py":    `unknown player "mine.py"; a program is named as exec:COMMAND: `,
		"their.py":   `unknown player "their.py": `,
		"none.probe": `player "none.probe": no such probe`,
		"one":        `player "one": want another number`,
	} {
		if p, err := game.Player(spec, match.Maker{}); p != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %s", spec, p, err, want)
		}
	}
}

// Any draws legal answers only, the same from the same seed.
func TestAny(t *testing.T) {
	game := match.Bind(heap("red", "blue"))
	play := func(seed uint64) string {
		var moves []string
		o := &seen{}
		j := job.Job{Start: "40", Seats: []job.Team{{}, {}}}
		players := []*match.Player{game.Any(seed), game.Any(seed + 1)}
		if line, err := game.Play(t.Context(), j, match.Seating{Players: players, Observers: []match.Observer{o}}); err != nil || line.Reason != "last" {
			t.Errorf("%+v, %v: want a game to the end", line, err)
		}
		return strings.Join(append(moves, o.lines...), "\n")
	}
	if first := play(1); first != play(1) || first == play(2) {
		t.Error("a seed does not decide what is drawn")
	}
}

// A person may take answers back, with nobody watching.
func TestAPersonTakesBack(t *testing.T) {
	game := match.Bind(heap("red", "blue"))
	var asked []any
	person := game.Person(typing(func(_ context.Context, p *match.Prompt) (string, error) {
		if asked = append(asked, p.Ask); len(asked) == 3 {
			return "", turn.Takeback{Plies: 2}
		}
		return "1", nil
	}), false)
	j := job.Job{Start: "5", Seats: []job.Team{{Spec: "human"}, {Spec: "one"}}}
	line, err := game.Play(t.Context(), j, match.Seating{Players: []*match.Player{person, nil}})
	if err != nil || fmt.Sprint(asked) != "[5 3 1 3 1]" || line.Plies != 5 {
		t.Errorf("asked with %v left, %+v, %v: want 5 3 1, and 3 1 again", asked, line, err)
	}
}

// What observers see of the time that seats have used goes on after a takeback.
func TestUsedIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &probe{taker: 1, slow: time.Second}, &probe{taker: 1, slow: time.Minute}
		game := match.Bind(probed(map[string]*probe{"a": a, "b": b}, nil))
		o := &timed{backer: backer{at: 2, plies: 2}}
		j := job.Job{Start: "3", Seats: []job.Team{{Spec: "probe:a"}, {Spec: "probe:b"}}}
		if _, err := game.Play(t.Context(), j, match.Seating{Observers: []match.Observer{o}}); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(o.used), "[[1s 0s] [1s 1m0s] [2s 1m0s] [2s 2m0s] [3s 2m0s]]"; got != want {
			t.Errorf("used %s, want %s", got, want)
		}
	})
}

// timed notes the times that it is shown.
type timed struct {
	backer
	used []string
}

func (o *timed) Answered(s *match.Snapshot) error {
	o.used = append(o.used, fmt.Sprint(s.Used))
	return nil
}

// forgiver is a referee that forgives.
type forgiver struct{ *nim }

func (forgiver) Wrongs(seat int) turn.Tally { return turn.Tally{{Kind: turn.Late, Count: 1 + seat}} }

// A snapshot shows the scene and what was forgiven, if there is any.
func TestSnapshotOfATable(t *testing.T) {
	own := heap("red", "blue")
	if s := must(match.Bind(own).Position(match.Setup{}, nil)); s.Scene != nil || s.Wrongs != nil {
		t.Error("a game without scenes that forgives nothing shows both")
	}
	open := own.Open
	own.Open = func(s match.Setup) (*match.Table[int, int], error) {
		table := must(open(s))
		table.Referee = forgiver{table.Referee.(*nim)}
		table.Scene = func(*scene.Scene) scene.Scene { return scene.Scene{} }
		return table, nil
	}
	if s := must(match.Bind(own).Position(match.Setup{}, nil)); s.Scene == nil || s.Wrongs == nil || s.Wrongs(1)[0].Count != 2 {
		t.Error("a game with scenes that forgives does not show both")
	}
	watching := struct {
		taker
		turn.Observer[int, int]
	}{}
	if !match.Seat("x", turn.Player[int, int](watching)).Remote || match.Seat("x", turn.Player[int, int](taker(1))).Remote {
		t.Error("a player is remote if it observes the game")
	}
}

// A note says once for each seat that its budget of processor time was wall time, also if answers were taken back.
func TestNotesOfWallTime(t *testing.T) {
	game := match.Bind(probed(map[string]*probe{"a": {taker: 1}, "b": {taker: 1}}, nil))
	counted := timer.Control{Move: time.Hour, Processor: true}
	j := job.Job{Start: "5", Seats: []job.Team{{Spec: "probe:a", Budget: counted}, {Spec: "probe:b", Budget: counted}}}
	var notes []string
	_, err := game.Play(t.Context(), j, match.Seating{
		Observers: []match.Observer{&backer{at: 3, plies: 1}}, Note: func(seat int, note string) { notes = append(notes, fmt.Sprint(seat, " ", note)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	const wall = " its processor time could not be measured, so its budget was wall time"
	if diff := cmp.Diff([]string{"0" + wall, "1" + wall, "0 a blank line", "1 a blank line"}, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// A game with clocks whose programs are in jails has processors of its own, which it gives back.
func TestProcessorsOfAGame(t *testing.T) {
	limited := timer.Control{Move: time.Hour}
	back := 0
	all := func() ([]int, func()) { return proc.Cores(), func() { back++ } }
	for _, tt := range []struct {
		name   string
		mode   string
		budget timer.Control
		lanes  func() ([]int, func())
		want   bool
	}{
		{"a jail and a clock", proc.Require, limited, all, true}, {"no clock", proc.Require, timer.Control{}, all, false},
		{"no jail", proc.Off, limited, all, false}, {"no lanes", proc.Require, limited, nil, false},
	} {
		makers := map[string]match.Maker{}
		game := match.Bind(probed(map[string]*probe{"a": {taker: 1}, "b": {taker: 1}}, makers))
		j := job.Job{Start: "3", Seats: []job.Team{{Spec: "probe:a"}, {Spec: "probe:b", Budget: tt.budget}}}
		maker := match.Maker{Lanes: tt.lanes, Start: proc.Options{Jail: proc.Policy{Mode: tt.mode}}}
		for range 2 {
			clear(makers)
			if _, err := game.Play(t.Context(), j, match.Seating{Maker: maker}); err != nil {
				t.Fatal(err)
			}
			for name, m := range makers {
				if (len(m.Start.Jail.CPUs) > 0) != tt.want {
					t.Errorf("%s: %s has the processors %v", tt.name, name, m.Start.Jail.CPUs)
				}
			}
		}
		if given := map[bool]int{true: 2}[tt.want]; back != given {
			t.Errorf("%s: they were given back %d times, want %d", tt.name, back, given)
		}
		back = 0
	}
	p := must(match.Bind(heap("red", "blue")).Player("exec:none", match.Maker{Start: proc.Options{Patience: time.Hour}}))
	if got := match.Inner[int, int](p).(*jsonl.Bot[int, int]).Options.Patience; got != time.Hour {
		t.Errorf("a program is started with the patience %v, want an hour", got)
	}
}

// Without a bot that can be asked, a hint is an error.
func TestHintFails(t *testing.T) {
	never := errors.New("never")
	for _, deal := range []func(match.Params) (func(*rand.Rand) turn.Player[int, int], error){
		func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) { return nil, never },
		func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
			return func(*rand.Rand) turn.Player[int, int] { return &probe{fails: never} }, nil
		},
	} {
		own := heap("red", "blue")
		own.Bots[len(own.Bots)-1].New = deal
		game := match.Bind(own)
		person := game.Person(typing(func(ctx context.Context, p *match.Prompt) (string, error) { return p.Hint(ctx) }), false)
		line, err := game.Play(t.Context(), job.Job{Seats: []job.Team{{}, {Spec: "one"}}}, match.Seating{Players: []*match.Player{person, nil}})
		if err != nil || line.Reason != string(turn.Crashed) || len(line.Faults) != 1 || !strings.Contains(line.Faults[0].Detail, "never") {
			t.Errorf("%+v, %v: want the error of the hint", line, err)
		}
	}
}
