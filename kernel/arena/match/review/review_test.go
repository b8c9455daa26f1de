package review_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/match/review"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// heap is a game of two seats, who take 1 to 3 in turn; the seat that takes the last one wins.
type heap struct {
	left, side int
	questions  [1]turn.Question[int]
}

func (h *heap) Ask() []turn.Question[int] {
	if h.left == 0 {
		return nil
	}
	h.questions[0] = turn.Question[int]{Seat: h.side, Ask: h.left}
	return h.questions[:]
}

func (h *heap) Answer(answers []turn.Answer[int]) {
	h.left -= answers[0].Value
	h.side = 1 - h.side
}

func (h *heap) Result() turn.Result { return turn.Result{Winner: 1 - h.side, Reason: "last"} }

// bot takes what its rule says; master knows that a multiple of four is lost.
type bot struct {
	take   func(left int) int
	last   int
	silent bool
}

func (b *bot) Answer(_ context.Context, left int) (int, string, error) {
	b.last = left
	return b.take(left), "", nil
}

func (b *bot) Worth() (float64, bool) { return min(1, float64(b.last%4)), !b.silent }

// Exact reports whether it sees the end: with four or less.
func (b *bot) Exact() bool { return b.last <= 4 }

func toy() *match.Game[int, int] {
	named := func(name string, silent bool, take func(left int) int) match.Bot[int, int] {
		return match.Bot[int, int]{Name: name, New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
			return func(*rand.Rand) turn.Player[int, int] { return &bot{take: take, silent: silent} }, nil
		}}
	}
	return &match.Game[int, int]{
		Name: "heap", Seats: []string{"first", "second"}, Round: 2,
		Codec: jsonl.Codec[int]{Game: "heap", Rules: "1", Kind: func(int) string { return "take" }, View: func(left int) any { return left }},
		Open: func(s match.Setup) (*match.Table[int, int], error) {
			text, side, _ := strings.Cut(s.Start, "/")
			left, err := strconv.Atoi(text)
			h := &heap{left: left, side: len(side)}
			layout := func() string { return fmt.Sprintf("%d/%s", h.left, strings.Repeat("x", h.side)) }
			return &match.Table[int, int]{Referee: h, Start: layout(), View: left, Layout: layout}, err
		},
		Moves:    func(left int) []int { return []int{1, 2, 3}[:min(3, left)] },
		Notation: match.Notation[int, int]{Text: func(_, n int) string { return strconv.Itoa(n) }},
		Bots: []match.Bot[int, int]{
			named("one", true, func(int) int { return 1 }), named("master", false, func(left int) int { return max(1, left%4) }),
		},
	}
}

func TestReview(t *testing.T) {
	types := toy()
	game := match.Bind(types)
	var written bytes.Buffer
	one := job.Team{Label: "one", Spec: "one"}
	if _, err := game.Play(t.Context(), job.Job{Start: "7/", Seed: "1", Seats: []job.Team{one, one}}, match.Seating{Record: &written}); err != nil {
		t.Fatal(err)
	}
	g, err := record.ReadGame(written.Bytes(), 1)
	if err != nil {
		t.Fatal(err)
	}
	r := review.Review{Game: &game.Info, Judge: judge.Of(types), Spec: "master"}
	points, err := r.Run(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	// 7 is won by taking 3; every 1 from 7, 6, 3 and 2 gives the game away, the last 1 wins it.
	var got strings.Builder
	for _, p := range points {
		fmt.Fprintf(&got, "%d %s %s/%s %g-%g %t-%t\n", p.Ply, p.Seat, p.Played, p.Would, *p.Before, *p.After, p.Exact, p.AfterExact)
	}
	want := `1 first 1/3 1-0 false-false
2 second 1/2 1-0 false-false
3 first 1/1 1-1 false-true
4 second 1/1 0-0 true-true
5 first 1/3 1-0 true-true
6 second 1/2 1-0 true-true
7 first 1/1 1-1 true-true
`
	if got.String() != want {
		t.Errorf("points\n%swant\n%s", got.String(), want)
	}
	r.Spec = "one"
	if _, err := r.Run(t.Context(), g); !errors.Is(err, review.ErrSilent) {
		t.Errorf("a judge without values: %v", err)
	}
}
