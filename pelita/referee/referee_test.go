package referee_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

const layout = `
	################
	# .. #   .  # y#
	# ..   ##.. # x#
	#  ###   ..  . #
	# .  ..   ###  #
	#a # ..##   .. #
	#b #  .   # .. #
	################`

func newGame(t testing.TB, o referee.Options) *referee.Referee {
	t.Helper()
	l, err := pelita.ParseLayout(layout)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Maze()
	if err != nil {
		t.Fatal(err)
	}
	return referee.New(l, m, o, pyrand.New(big.NewInt(5)))
}

func options(v pelita.Version, rounds int) referee.Options {
	o := referee.Options{Specs: [2]string{"one.py", "two.py"}}
	o.Version, o.MaxRounds, o.ErrorLimit = v, rounds, pelita.ErrorLimit
	return o
}

// asked is a player that logs the questions to its seat.
type asked struct {
	log  *[]string
	seat int
	// fault is returned at the n-th question of a kind, from 1.
	kind  pelita.Kind
	at    int
	fault *turn.Fault
	move  func(v pelita.View) pelita.Move
}

func (a *asked) Answer(_ context.Context, v pelita.View) (pelita.Move, string, error) {
	*a.log = append(*a.log, fmt.Sprintf("%d %v", a.seat, v.Kind))
	if v.Kind == a.kind && a.fault != nil {
		if a.at--; a.at <= 0 {
			return pelita.Move{}, "", a.fault
		}
	}
	if v.Kind == pelita.AskMove && a.move != nil {
		return a.move(v), "", nil
	}
	return pelita.MoveTo(v.Position()), fmt.Sprint("Team ", a.seat), nil
}

func run(t *testing.T, r *referee.Referee, change func(players [2]*asked)) string {
	t.Helper()
	var log []string
	players := [2]*asked{{log: &log, seat: 0}, {log: &log, seat: 1}}
	if change != nil {
		change(players)
	}
	play(t, r, players[0], players[1])
	return strings.Join(log, ", ")
}

func TestR4R13OrderOfQuestions(t *testing.T) {
	round := "0 move, 1 move, 0 move, 1 move"
	for _, tt := range []struct {
		version pelita.Version
		want    string
		updates int
	}{
		{pelita.V251, "0 start, 1 start, " + round + ", 0 end, 1 end", 6},
		{pelita.V270, "0 name, 1 name, 0 start, 1 start, " + round + ", 0 end, 1 end", 6},
	} {
		r := newGame(t, options(tt.version, 1))
		if diff := cmp.Diff(tt.want, run(t, r, nil)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.version, diff)
		}
		if s := r.State(); s.Names != [2]string{"Team 0", "Team 1"} || r.Updates() != tt.updates || r.Result().Winner != turn.Draw {
			t.Errorf("%v: names %q, %d updates, result %+v", tt.version, s.Names, r.Updates(), r.Result())
		}
	}
}

// The seeds of the teams for seed 5 are those that the original sends.
func TestR13SeedsOfTeams(t *testing.T) {
	r := newGame(t, options(pelita.V251, 1))
	run(t, r, nil)
	if got, want := [2]uint64{r.Seed(0), r.Seed(1)}, [2]uint64{4712128852136459333, 4594210616595436404}; got != want {
		t.Errorf("seeds %v, want %v", got, want)
	}
}

func TestR12Faults(t *testing.T) {
	late := turn.Faultf(turn.Late, "no answer within 3s")
	gone := turn.Faultf(turn.Gone, "it closed its output")
	crashed := turn.Faultf(turn.Crashed, "RuntimeError: lost my way")
	silent := turn.Faultf(turn.Crashed, "AssertionError:")
	broken := turn.Faultf(turn.NeverStarted, "SyntaxError: it's broken")
	mute := turn.Faultf(turn.NeverStarted, "no hello within 1m0s; does it flush what it prints?")
	garbled := turn.Faultf(turn.Garbled, "a line that is none")
	for _, tt := range []struct {
		version pelita.Version
		kind    pelita.Kind
		fault   *turn.Fault
		want    referee.Failure
		name    string
		end     string // what is asked in the end
		reason  string
	}{
		{pelita.V251, pelita.AskStart, late, referee.Failure{Type: "PlayerTimeout"}, "%%%error%%%", "0 end", "late"},
		{pelita.V251, pelita.AskStart, gone, referee.Failure{Type: "PlayerDisconnected"}, "%%%error%%%", "0 end", "gone"},
		{pelita.V251, pelita.AskStart, broken, referee.Failure{
			Type: "PlayerDisconnected", Description: `("it's broken", 'SyntaxError')`, Line: "PlayerDisconnected (it's broken): SyntaxError",
		}, "%%%it's broken%%%", "0 end", "never-started"},
		{pelita.V251, pelita.AskStart, mute, referee.Failure{Type: "PlayerTimeout"}, "%%%error%%%", "0 end", "never-started"},
		{pelita.V270, pelita.AskName, mute, referee.Failure{
			Type: "Timeout", Description: "Team 'two.py' did not start (timeout).", Line: "Team 'two.py' did not start (timeout).",
		}, "", "0 end", "never-started"},
		{pelita.V251, pelita.AskMove, gone, referee.Failure{Type: "PlayerDisconnected", Round: 1}, "Team 1", "0 end", "gone"},
		{pelita.V251, pelita.AskMove, crashed, referee.Failure{
			Type: "FatalException", Description: "Exception in client (RuntimeError): lost my way", Round: 1,
		}, "Team 1", "0 end", "crashed"},
		{pelita.V251, pelita.AskMove, silent, referee.Failure{
			Type: "FatalException", Description: "Exception in client (AssertionError): ", Round: 1,
		}, "Team 1", "0 end", "crashed"},
		{pelita.V251, pelita.AskMove, garbled, referee.Failure{
			Type: "FatalException", Description: "Exception in client (Garbled): a line that is none", Round: 1,
		}, "Team 1", "0 end", "garbled"},
		{pelita.V270, pelita.AskName, late, referee.Failure{
			Type: "Timeout", Description: "Team 'two.py' did not start (timeout).", Line: "Team 'two.py' did not start (timeout).",
		}, "", "0 end, 1 end", "late"},
		{pelita.V270, pelita.AskName, broken, referee.Failure{
			Type: "RemotePlayerFailure", Description: "SyntaxError: it's broken", Line: "RemotePlayerFailure (SyntaxError): it's broken",
		}, "", "0 end", "never-started"},
		{pelita.V270, pelita.AskStart, late, referee.Failure{Type: "timeout", Description: "Timeout in set initial"}, "Team 1", "0 end, 1 end", "late"},
		{pelita.V270, pelita.AskMove, late, referee.Failure{Type: "TimeoutError", Description: "Timeout error", Round: 1}, "Team 1", "0 end, 1 end", "late"},
		{pelita.V270, pelita.AskMove, gone, referee.Failure{Type: "Send error", Description: "Remote team unavailable", Round: 1}, "Team 1", "0 end", "gone"},
		{pelita.V270, pelita.AskMove, crashed, referee.Failure{Type: "RuntimeError", Description: "lost my way", Round: 1}, "Team 1", "0 end", "crashed"},
		{pelita.V270, pelita.AskMove, silent, referee.Failure{Type: "AssertionError", Round: 1}, "Team 1", "0 end", "crashed"},
	} {
		t.Run(fmt.Sprintf("%v %v %s", tt.version, tt.kind, tt.fault.Kind), func(t *testing.T) {
			r := newGame(t, options(tt.version, 2))
			log := run(t, r, func(players [2]*asked) {
				players[1].kind, players[1].fault = tt.kind, tt.fault
			})
			tt.want.Turn = 1
			s := r.State()
			if diff := cmp.Diff([]referee.Failure{tt.want}, s.Failures[pelita.Red]); diff != "" {
				t.Errorf("fatal errors (-want +got):\n%s", diff)
			}
			if s.Names[1] != tt.name {
				t.Errorf("name %q, want %q", s.Names[1], tt.name)
			}
			if !strings.HasSuffix(log, tt.end) || strings.HasSuffix(tt.end, "0 end") && strings.Contains(log, "1 end") {
				t.Errorf("asked %s: want it to end with %s", log, tt.end)
			}
			if result := r.Result(); result.Winner != int(pelita.Blue) || result.Reason != tt.reason {
				t.Errorf("result %+v: want blue to win by %s", result, tt.reason)
			}
		})
	}
}

// A late answer in version 2.5.1 is an error; the fifth disqualifies.
func TestR12Disqualified(t *testing.T) {
	r := newGame(t, options(pelita.V251, 9))
	run(t, r, func(players [2]*asked) {
		players[0].kind, players[0].fault = pelita.AskMove, turn.Faultf(turn.Late, "asleep")
	})
	result := r.Result()
	want := turn.Result{
		Winner: int(pelita.Red), Reason: string(turn.Late), Detail: "made 5 errors", Plies: 9, Score: map[string]int{"blue": 0, "red": 0, "eaten_a": 0, "eaten_b": 0, "eaten_x": 0, "eaten_y": 0},
	}
	if diff := cmp.Diff(want, result); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	if wrongs := r.Wrongs(0); len(wrongs) != 1 || wrongs[0].Count != 5 || wrongs[0].Kind != turn.Late {
		t.Errorf("wrongs %+v", wrongs)
	}
}

func TestR12Illegal270(t *testing.T) {
	r := newGame(t, options(pelita.V270, 9))
	log := run(t, r, func(players [2]*asked) {
		players[0].move = func(pelita.View) pelita.Move { return pelita.MoveTo(pelita.Cell{X: 9, Y: 9}) }
	})
	if result := r.Result(); result.Winner != int(pelita.Red) || result.Reason != referee.Illegal || !strings.HasSuffix(log, "0 move, 0 end, 1 end") {
		t.Errorf("result %+v after %s", result, log)
	}
}

func TestResultOfTheScore(t *testing.T) {
	r := newGame(t, options(pelita.V251, 300))
	eat := referee.Player("Eaters", referee.BotFunc(func(b *pelita.Bot) pelita.Cell {
		return b.Legal[b.Random.Below(len(b.Legal))]
	}))
	result := play(t, r, eat, stub{})
	s := r.State()
	if s.Score[0] == 0 && s.Score[1] == 0 || result.Plies < 100 {
		t.Errorf("nothing happened: %+v", result)
	}
	if want := fmt.Sprintf("%d:%d after %d rounds", s.Score[0], s.Score[1], s.Round); !strings.Contains(result.Detail, want) {
		t.Errorf("detail %q, want %q in it", result.Detail, want)
	}
	if s.Names[0] != "Eaters" {
		t.Errorf("names %q", s.Names)
	}
}

func TestABotThatPanicsIsAnException(t *testing.T) {
	r := newGame(t, options(pelita.V251, 3))
	bad := referee.Player("Bad", referee.BotFunc(func(b *pelita.Bot) pelita.Cell { return b.Legal[99] }))
	if result := play(t, r, bad, stub{}); result.Winner != int(pelita.Red) || result.Reason != "crashed" {
		t.Errorf("result %+v", result)
	}
	if f := r.State().Failures[pelita.Blue]; len(f) != 1 || !strings.HasPrefix(f[0].Description, "Exception in client (panic): runtime error: index out of range") {
		t.Errorf("fatal errors %+v", f)
	}
	broken := referee.Player("Bad", failing{})
	r = newGame(t, options(pelita.V270, 3))
	play(t, r, stub{}, broken)
	if f := r.State().Failures[pelita.Red]; len(f) != 1 || f[0].Type != "Crashed" || f[0].Description != "no idea" {
		t.Errorf("fatal errors %+v", f)
	}
}

type failing struct{}

func (failing) Move(context.Context, *pelita.Bot) (pelita.Cell, error) {
	return pelita.Cell{}, errors.New("no idea")
}

// A view that a late player still holds does not change when the game goes on.
func TestViewsAreKept(t *testing.T) {
	r := newGame(t, options(pelita.V251, 300))
	var kept []pelita.View
	var texts []string
	text := func(v pelita.View) string { return fmt.Sprint(v.Team, v.Enemy, v.Round, v.Bot) }
	eat := func(v pelita.View) pelita.Move {
		kept, texts = append(kept, v), append(texts, text(v))
		legal := v.Legal()
		return pelita.MoveTo(legal[len(kept)*7%len(legal)])
	}
	run(t, r, func(players [2]*asked) { players[0].move, players[1].move = eat, eat })
	for i, v := range kept {
		if text(v) != texts[i] {
			t.Fatalf("view %d was %s, is %s", i, texts[i], text(v))
		}
	}
}
