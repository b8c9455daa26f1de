package turn_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// ending is count with another result.
type ending struct {
	count
	result turn.Result
}

func (e *ending) Result() turn.Result { return e.result }

// forgiving is a referee that counts by itself.
type forgiving struct{ ending }

func (*forgiving) Wrongs(seat int) turn.Tally {
	return turn.Tally{{Kind: turn.Illegal, Count: seat + 3}}
}

func fault(kind turn.FaultKind, detail string) turn.Answer[int] {
	return turn.Answer[int]{Fault: turn.Faultf(kind, "%s", detail)}
}

// TestCounted counts the plies and the faults of each seat; the fault that ended the game counts even if nobody made it by an answer.
func TestCounted(t *testing.T) {
	late := turn.Result{Winner: 1, Reason: "late", Detail: "was late at last"}
	for _, tt := range []struct {
		name    string
		game    turn.Referee[int, int]
		answers []turn.Answer[int]
		plies   int
		want    []turn.Tally
	}{
		{"no fault", &ending{count: count{limit: 4}}, make([]turn.Answer[int], 4), 4, []turn.Tally{nil, nil}},
		{
			"by seat, kind and ply", &ending{count: count{limit: 6}},
			[]turn.Answer[int]{{}, fault(turn.Late, "a"), fault(turn.Late, "b"), fault(turn.Garbled, "c"), {}, fault(turn.Late, "d\nmore")},
			6, []turn.Tally{
				{{Kind: turn.Late, Count: 1, First: 3, Detail: "was late (b)", Last: "was late (b)"}},
				{
					{Kind: turn.Late, Count: 2, First: 2, Detail: "was late (a)", Last: "was late (d)"},
					{Kind: turn.Garbled, Count: 1, First: 4, Detail: "garbled its answer (c)", Last: "garbled its answer (c)"},
				},
			},
		},
		{
			"both seats at once", &ending{count: count{together: true, limit: 4}},
			[]turn.Answer[int]{{}, {}, fault(turn.Gone, ""), fault(turn.Crashed, "")},
			4, []turn.Tally{
				{{Kind: turn.Gone, Count: 1, First: 3, Detail: "is gone", Last: "is gone"}},
				{{Kind: turn.Crashed, Count: 1, First: 4, Detail: "crashed", Last: "crashed"}},
			},
		},
		{
			"the fault that ended it", &ending{count{limit: 3}, late}, make([]turn.Answer[int], 3), 3,
			[]turn.Tally{{{Kind: turn.Late, Count: 1, First: 3, Detail: late.Detail, Last: late.Detail}}, nil},
		},
		{
			"the fault of the other seat", &ending{count{limit: 2}, turn.Result{Winner: 0, Reason: "gone", Detail: "left"}}, make([]turn.Answer[int], 2), 2,
			[]turn.Tally{nil, {{Kind: turn.Gone, Count: 1, First: 2, Detail: "left", Last: "left"}}},
		},
		{
			"the fault that ended it was counted", &ending{count{limit: 1}, late}, []turn.Answer[int]{fault(turn.Late, "")}, 1,
			[]turn.Tally{{{Kind: turn.Late, Count: 1, First: 1, Detail: "was late", Last: "was late"}}, nil},
		},
		{
			"another fault was counted", &ending{count{limit: 1}, late}, []turn.Answer[int]{fault(turn.Gone, "")}, 1,
			[]turn.Tally{{
				{Kind: turn.Gone, Count: 1, First: 1, Detail: "is gone", Last: "is gone"},
				{Kind: turn.Late, Count: 1, First: 1, Detail: late.Detail, Last: late.Detail},
			}, nil},
		},
		{"no fault ended it", &ending{count{limit: 1}, turn.Result{Winner: 1, Reason: "cap"}}, make([]turn.Answer[int], 1), 1, []turn.Tally{nil, nil}},
		{"nobody won", &ending{count{limit: 1}, turn.Result{Winner: turn.Draw, Reason: "late"}}, make([]turn.Answer[int], 1), 1, []turn.Tally{nil, nil}},
		{
			"the referee counts", &forgiving{ending{count{limit: 1}, turn.Result{Winner: 1}}}, []turn.Answer[int]{fault(turn.Late, "")}, 1,
			[]turn.Tally{{{Kind: turn.Illegal, Count: 3}}, {{Kind: turn.Illegal, Count: 4}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := turn.Count(tt.game, 2)
			if taken, err := turn.Walk(c, tt.answers, nil); taken != len(tt.answers) || err != nil {
				t.Fatalf("%d answers were taken, %v", taken, err)
			}
			result, wrongs := c.Judge()
			if diff := cmp.Diff(tt.want, wrongs); diff != "" || c.Plies != tt.plies || len(c.Ask()) > 0 {
				t.Errorf("%d plies, want %d; wrongs (-want +got):\n%s", c.Plies, tt.plies, diff)
			}
			if diff := cmp.Diff(tt.game.Result(), result); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
	three := turn.Count[int, int](&ending{count{limit: 1}, turn.Result{Winner: 1, Reason: "late"}}, 3)
	if _, wrongs := three.Judge(); len(wrongs) != 3 || wrongs[0] != nil || wrongs[2] != nil {
		t.Errorf("wrongs of three seats are %v: who lost is not known", wrongs)
	}
}

// TestWalk gives answers by rounds, and stops where the game or the answers end.
func TestWalk(t *testing.T) {
	for _, tt := range []struct{ limit, answers, want int }{{4, 4, 4}, {4, 6, 4}, {4, 3, 2}, {4, 0, 0}, {0, 2, 0}} {
		game := &count{together: true, limit: tt.limit, got: make([]string, 0, 8)}
		rounds := 0
		taken, err := turn.Walk(game, make([]turn.Answer[int], tt.answers), func(q []turn.Question[int], a []turn.Answer[int]) error {
			if rounds++; len(q) != 2 || len(a) != 2 || cap(a) != 2 || q[0].Ask != game.plies {
				t.Errorf("round %d has the questions %v and %d answers", rounds, q, len(a))
			}
			return nil
		})
		if taken != tt.want || err != nil || rounds != tt.want/2 || game.plies != tt.want {
			t.Errorf("%+v: took %d in %d rounds, %v", tt, taken, rounds, err)
		}
	}
	stop := errors.New("stop")
	game := &count{together: true, limit: 4, got: make([]string, 0, 8)}
	taken, err := turn.Walk(game, make([]turn.Answer[int], 4), func([]turn.Question[int], []turn.Answer[int]) error {
		if game.plies > 0 {
			return stop
		}
		return nil
	})
	if taken != 2 || !errors.Is(err, stop) || game.plies != 2 {
		t.Errorf("took %d, %v, want 2 and the error of the second round", taken, err)
	}
}

func TestFaults(t *testing.T) {
	for kind, want := range map[turn.FaultKind]string{
		turn.Late: "was late", turn.Garbled: "garbled its answer", turn.Crashed: "crashed", turn.Gone: "is gone",
		turn.NeverStarted: "never started", turn.Illegal: "illegal",
	} {
		short, long := turn.Faultf(kind, ""), turn.Faultf(kind, "no answer within %d s\nat all", 3)
		if got := fmt.Sprintf("%s, %s, %v, %v", short.Phrase(), long.Phrase(), short, long); got !=
			fmt.Sprintf("%s, %s (no answer within 3 s), %s, %s: no answer within 3 s\nat all", want, want, kind, kind) {
			t.Errorf("%s: %s", kind, got)
		}
		if !turn.IsFault(string(kind)) {
			t.Errorf("%s is no fault", kind)
		}
	}
	if turn.IsFault("stuck") || turn.IsFault("") {
		t.Error("an end by the rules is a fault")
	}
	if got := (turn.Takeback{Plies: 2}).Error(); got != "take back 2 plies" {
		t.Error(got)
	}
}

// TestAny draws each legal answer, and nothing where none is wanted.
func TestAny(t *testing.T) {
	p := &turn.Any[int, int]{Moves: func(n int) []int { return []int{5, 6, 7}[:n] }, Chance: rand.New(rand.NewPCG(1, 2))}
	seen := map[int]int{}
	for range 100 {
		value, say, err := p.Answer(t.Context(), 3)
		if seen[value]++; say != "" || err != nil {
			t.Fatal(say, err)
		}
	}
	if len(seen) != 3 || seen[5] == 0 || seen[6] == 0 || seen[7] == 0 {
		t.Errorf("drew %v of 5, 6 and 7", seen)
	}
	if value, _, err := p.Answer(t.Context(), 1); value != 5 || err != nil {
		t.Errorf("drew %d, %v, want the only answer, 5", value, err)
	}
	if value, _, err := p.Answer(t.Context(), 0); value != 0 || err != nil {
		t.Errorf("drew %d, %v of nothing", value, err)
	}
}
