package main

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/publish"
	workerverb "github.com/gridiron-games/gridiron/kernel/arena/contest/worker"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/flags"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// TestMain makes other programs of this one, by the name under which it is started: the league, a server of a cluster, and a game
// that is honest or crooked.
func TestMain(m *testing.M) {
	jail.Init()
	if text := os.Getenv("LEAGUE_TEST_PATIENCE"); text != "" {
		patience, _ = time.ParseDuration(text)
	}
	if text := os.Getenv("LEAGUE_TEST_CLOCK"); text != "" {
		jump, _ := time.ParseDuration(text)
		now = func() time.Time { return time.Now().Add(jump) }
	}
	switch name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"); name {
	case "league":
		main()
	case "member":
		if err := serveMember(os.Args[1:]); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	case "crooked": // a program that lies: nobody throws less than a six
		thrown = func(*rand.Rand) int { return 6 }
		cli.Main(dicePrograms())
	case "dice", "craps": // the same game under two names
		diceName = name
		cli.Main(dicePrograms())
	}
	flag.Parse()
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) // most of the time all wait for something
	os.Exit(m.Run())
}

func dicePrograms() *cli.Program {
	dices := &cli.Program{Game: diceGame(), Fronts: []cli.Front{publish.Tournament, page.Replay, workerverb.Front, verbs.Check}}
	return dices.With(flags.Wing)
}

// dice is a game of six plies: the larger sum wins.
type dice struct {
	sums   [2]int
	played int
}

func (d *dice) Ask() []turn.Question[int] {
	if d.played == 6 {
		return nil
	}
	return []turn.Question[int]{{Seat: d.played % 2}}
}

func (d *dice) Answer(answers []turn.Answer[int]) {
	d.sums[d.played%2] += answers[0].Value
	d.played++
}

func (d *dice) Result() turn.Result {
	r := turn.Result{Winner: turn.Draw, Reason: "sum", Detail: "the sums are equal", Plies: 6}
	if d.sums[0] != d.sums[1] {
		r.Winner, r.Detail = 0, "threw less"
		if d.sums[1] > d.sums[0] {
			r.Winner = 1
		}
	}
	return r
}

// thrower throws a die after some time.
type thrower struct {
	chance *rand.Rand
	pause  time.Duration
	says   int // letters with each throw, random, so that a record is long when compressed, too
}

func (p thrower) Answer(ctx context.Context, _ int) (int, string, error) {
	select {
	case <-time.After(p.pause):
	case <-ctx.Done():
		return 0, "", ctx.Err()
	}
	said := make([]byte, p.says)
	n := thrown(p.chance)
	for i := range said {
		said[i] = byte('a' + p.chance.IntN(26))
	}
	return n, string(said), nil
}

var thrown = func(chance *rand.Rand) int { return 1 + chance.IntN(6) }

// fatal ends the process.
type fatal struct{}

func (f fatal) Answer(ctx context.Context, q int) (int, string, error) {
	if debug.SetMaxStack(1 << 20); q < 0 {
		return q, "", nil
	}
	n, text, err := f.Answer(ctx, q+1)
	return n + 1, text, err
}

// diceBoard is what does not change in a picture.
var diceBoard = &scene.Board{
	W: 2, H: 1, Look: scene.Grid, Cell: "(x, y)", Unit: "Throw", Per: 2, Score: "Sum",
	Seats: []scene.Chair{{ID: "LEFT", Colour: "red"}, {ID: "RIGHT", Colour: "blue"}},
}

var diceName = "dice"

func diceGame() *match.Bound {
	type dealt = func(*rand.Rand) turn.Player[int, int]
	return match.Bind(&match.Game[int, int]{
		Name: diceName, Summary: "three throws each", Seats: []string{"left", "right"}, Defaults: []string{"throw", "throw"}, Round: 2,
		Codec: jsonl.Codec[int]{
			Game: diceName, Rules: "1", Kind: func(int) string { return "throw" }, View: func(int) any { return nil },
		},
		Open: func(match.Setup) (*match.Table[int, int], error) {
			d := &dice{}
			return &match.Table[int, int]{
				Referee: d, Layout: func() string { return "" }, Draw: func(*ascii.Canvas) {},
				Scene: func(*scene.Scene) scene.Scene {
					s := scene.Scene{Board: diceBoard, Sides: make(scene.Sides, 2), Turn: scene.Of(d.played % 2)}
					for seat, sum := range d.sums {
						s.Sides[seat].Score = scene.Number(sum)
					}
					return s
				},
			}, nil
		},
		Moves: func(int) []int { return []int{1, 2, 3, 4, 5, 6} },
		Notation: match.Notation[int, int]{
			Layout: "nothing", Example: "6", Parse: func(_ int, text string) (int, error) { return strconv.Atoi(text) },
			Text: func(_, a int) string { return strconv.Itoa(a) },
		},
		Bots: []match.Bot[int, int]{
			{
				Name: "throw", Summary: "throws", Params: []match.Param{
					{Name: "ms", Default: "0", Usage: "time that it takes"}, {Name: "says", Default: "0", Usage: "letters that it says"},
				},
				New: func(p match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
					ms, err1 := strconv.Atoi(p["ms"])
					says, err2 := strconv.Atoi(p["says"])
					return func(chance *rand.Rand) turn.Player[int, int] {
						return thrower{chance, time.Duration(ms) * time.Millisecond, says}
					}, errors.Join(err1, err2)
				},
			},
			{Name: "fatal", Summary: "ends the program", New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
				var deal dealt = func(*rand.Rand) turn.Player[int, int] { return fatal{} }
				return deal, nil
			}},
		},
	})
}
