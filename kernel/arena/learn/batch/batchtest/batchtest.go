// Package batchtest tests how a game looks to programs that learn.
package batchtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Game is the game that is tested.
type Game[Q, A any] struct {
	*match.Game[Q, A]
	*batch.Spaces[Q, A]
	Setup match.Setup // of the games
	Games int         // to play; GRIDIRON_GAMES replaces it
	// Fewer says that some legal answers cannot be made of actions, for example one of several ways to the same cell.
	Fewer bool
}

// Spaces returns the test of a game with its usual start.
func Spaces[Q, A any](g *match.Game[Q, A], spaces *batch.Spaces[Q, A], games int) Game[Q, A] {
	return Game[Q, A]{Game: g, Spaces: spaces, Games: games, Setup: match.Setup{Seed: "0"}}
}

// Test plays random games in a batch and again through Play, and checks every question on the way.
func Test[Q, A any](t *testing.T, g Game[Q, A]) {
	if text := os.Getenv("GRIDIRON_GAMES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("GRIDIRON_GAMES=%s: want a number of games", text)
		}
		g.Games = n
	}
	g.meanings(t)
	const lanes = 7
	records := g.play(t, lanes)
	if others := g.play(t, 3); len(others) < len(records)/2 {
		t.Errorf("3 lanes play %d games", len(others))
	} else {
		for name, text := range others {
			if same, ok := records[name]; ok && !bytes.Equal(same, text) {
				t.Errorf("game %s depends on the number of games that are played at the same time", name)
			}
		}
	}
	for _, restart := range []batch.Restart{batch.RestartSame, batch.RestartNext} {
		g.shown(t, lanes, restart)
	}
	for name, text := range records {
		if err := g.again(t.Context(), text); err != nil {
			t.Fatalf("game %s: %v\n%s", name, err, text)
		}
	}
}

// shown compares what Step shows, which continues from the step before, with what Show computes from scratch, and with a batch
// without Next, Again and Copy.
func (g *Game[Q, A]) shown(t *testing.T, lanes int, restart batch.Restart) {
	t.Helper()
	var frames, others [2]*batch.Frame
	var batches [2]*batch.Batch
	for n := range batches {
		spaces := *g.Spaces
		if n == 1 {
			spaces.Next, spaces.Again, spaces.Copy = nil, nil, nil
		}
		b, err := batch.Of(g.Game, &spaces)(batch.Options{Games: lanes, Restart: restart, MaxSteps: 50}, g.Setup)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		for game := range lanes {
			s := g.Setup
			s.Seed = strconv.Itoa(2000 + game)
			if err := b.Reset(game, s); err != nil {
				t.Fatal(err)
			}
		}
		batches[n], frames[n], others[n] = b, frame(b, lanes), frame(b, lanes)
		frames[n].Final = map[batch.Restart]*batch.Frame{batch.RestartSame: frame(b, lanes)}[restart]
		b.Show(0, lanes, frames[n])
	}
	copies := frame(batches[0], lanes)
	for step := range 300 {
		if step%10 == 9 { // game 0 and 1 change places, and 2 becomes a copy of 0; without Copy they are played again
			from, to := []int{1, 0, 0}, []int{0, 1, 2}
			for n, b := range batches {
				if err := b.Clone(from, to); err != nil {
					t.Fatal(err)
				}
				b.Show(0, lanes, []*batch.Frame{frames[0], copies}[n])
			}
			for what, same := range map[string]bool{
				"codes": bytes.Equal(frames[0].Codes, copies.Codes), "scalars": slices.Equal(frames[0].Scalars, copies.Scalars),
				"mask": bytes.Equal(frames[0].Mask, copies.Mask), "samples": slices.Equal(frames[0].Sample, copies.Sample),
			} {
				if !same {
					t.Fatalf("restart %s, step %d: the %s of copies are not those of games that are played again", restart, step, what)
				}
			}
		}
		actions := slices.Clone(frames[0].Sample)
		if step%20 == 19 { // now and then an illegal action, to check what is shown after one
			actions[step%lanes] = -1
		}
		for n, b := range batches {
			copy(frames[n].Actions, actions)
			b.Step(0, lanes, frames[n])
			b.Show(0, lanes, others[n])
			for what, same := range map[string]bool{
				"codes":   bytes.Equal(frames[n].Codes, others[n].Codes),
				"scalars": slices.Equal(frames[n].Scalars, others[n].Scalars),
				"mask":    bytes.Equal(frames[n].Mask, others[n].Mask),
			} {
				if !same {
					t.Fatalf("restart %s, step %d, batch %d: the %s of the step are not those that are shown anew", restart, step, n, what)
				}
			}
		}
		if !bytes.Equal(frames[0].Codes, frames[1].Codes) {
			t.Fatalf("restart %s, step %d: the codes are not those without Next and Again", restart, step)
		}
		if one, two := frames[0].Final, frames[1].Final; one != nil && !alike(one, two) {
			t.Fatalf("restart %s, step %d: the ends of games are not those without Next and Again", restart, step)
		}
	}
}

// frame returns the arrays of a batch.
func frame(b *batch.Batch, games int) *batch.Frame {
	n := games * b.Slots
	return &batch.Frame{
		Actions: make([]int16, n), Sample: make([]int16, n), Scalars: make([]int16, n*len(b.Shape.Scalars)),
		Codes: make([]uint8, n*b.Shape.Cells()), Mask: make([]uint8, n*b.Shape.Actions),
		Reward:     make([]float32, games*len(b.Seats)),
		Terminated: make([]uint8, games), Truncated: make([]uint8, games), ToPlay: make([]uint8, games),
		Errors: make([]uint8, games),
	}
}

// play plays games in a batch and returns their records by the seeds.
func (g *Game[Q, A]) play(t *testing.T, lanes int) map[string][]byte {
	t.Helper()
	files := map[string]*bytes.Buffer{}
	b, err := batch.Of(g.Game, g.Spaces)(batch.Options{
		Games: lanes, Restart: batch.RestartNext,
		Record: func(game, episode int) (io.Writer, error) {
			file := &bytes.Buffer{}
			files[fmt.Sprint(game, "/", episode)] = file
			return file, nil
		},
	}, g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for game := range lanes {
		s := g.Setup
		s.Seed = strconv.Itoa(1000 + game)
		if err := b.Reset(game, s); err != nil {
			t.Fatal(err)
		}
	}
	f := frame(b, lanes)
	b.Show(0, lanes, f)
	done, total := map[string][]byte{}, g.Games
	episodes := make([]int, lanes)
	for len(done) < total {
		copy(f.Actions, f.Sample)
		b.Step(0, lanes, f)
		for game := range lanes {
			if f.Errors[game] != batch.StepDone {
				t.Fatalf("game %d: error %d: %v", game, f.Errors[game], b.Why(game))
			}
			if f.Terminated[game] == 0 {
				continue
			}
			name := fmt.Sprint(game, "/", episodes[game])
			done[name] = files[name].Bytes()
			episodes[game]++
			g.checkEnd(t, f, game, len(b.Seats), done[name])
		}
	}
	return done
}

// checkEnd compares the rewards with the record.
func (g *Game[Q, A]) checkEnd(t *testing.T, f *batch.Frame, game, seats int, text []byte) {
	t.Helper()
	games, err := record.Read(bytes.NewReader(text))
	if err != nil || len(games) != 1 || games[0].Result == nil {
		t.Fatalf("a record that cannot be read: %v\n%s", err, text)
	}
	for seat := range seats {
		want := float32(0)
		if winner := games[0].Result.Winner; winner != nil {
			if want = -1; *winner == g.Seats[seat] {
				want = 1
			}
		}
		if got := f.Reward[game*seats+seat]; got != want {
			t.Errorf("the reward of seat %d is %v, want %v: %+v", seat, got, want, games[0].Result)
		}
	}
}

// times matches what differs between two records of the same game.
var times = regexp.MustCompile(`"ms":[0-9.e+-]+|"name":"[^"]*"|"(?:id|hash)":"[^"]*"`)

// again plays the answers of a record through Play and compares the records.
func (g *Game[Q, A]) again(ctx context.Context, text []byte) error {
	games, err := record.Read(bytes.NewReader(text))
	if err != nil {
		return err
	}
	b := match.Bind(g.Game)
	h := games[0].Header
	j := job.Job{Start: h.Start, Seed: h.Seed, Options: h.Options, Seats: make([]job.Team, len(g.Seats))}
	var s match.Seating
	for _, name := range g.Seats {
		p := &replayer[Q, A]{game: g}
		for _, a := range games[0].Answers {
			if a.Seat == name {
				p.answers = append(p.answers, a)
			}
		}
		s.Players = append(s.Players, match.Seat(name, turn.Player[Q, A](p)))
	}
	var out bytes.Buffer
	s.Record = &out
	if _, err := b.Play(ctx, j, s); err != nil {
		return err
	}
	got, want := times.ReplaceAll(out.Bytes(), nil), times.ReplaceAll(text, nil)
	if !bytes.Equal(got, want) {
		return fmt.Errorf("another record than that of Play:\n%s", got)
	}
	return nil
}

// replayer gives the answers of a record, and checks the questions.
type replayer[Q, A any] struct {
	game    *Game[Q, A]
	answers []record.Answer
}

func (p *replayer[Q, A]) Answer(_ context.Context, q Q) (a A, say string, err error) {
	if len(p.answers) == 0 {
		return a, "", turn.Faultf(turn.Gone, "no answer is left")
	}
	if a, err = decode[A](p.answers[0]); err != nil {
		return a, "", err
	}
	p.answers = p.answers[1:]
	if err := p.game.reads(&q, p.game.Path(&q, a, nil)); err != nil {
		return a, "", err
	}
	return a, "", p.game.check(q, a)
}

// reads compares what is seen of a question with what is seen of its view, after all actions of its answer.
func (g *Game[Q, A]) reads(q *Q, path []int16) error {
	if g.Codec.Kind(*q) == "" || len(path) == 0 {
		return nil
	}
	view, err := json.Marshal(g.Codec.View(*q))
	if err != nil {
		return err
	}
	read, err := g.Codec.Read(view)
	if err != nil {
		return fmt.Errorf("view %s: %w", view, err)
	}
	shape := g.Shape(q)
	look := func(q *Q, made []int16) (codes []uint8, numbers, legal []int16) {
		codes, numbers = make([]uint8, shape.Cells()), make([]int16, len(shape.Scalars))
		g.See(q, made, codes, numbers)
		return codes, numbers, g.Legal(q, made, nil)
	}
	for n := range path {
		codes, numbers, legal := look(q, path[:n])
		if err := bounded(&shape, codes, numbers); err != nil {
			return fmt.Errorf("view %s after %v: %w", view, path[:n], err)
		}
		codes2, numbers2, legal2 := look(&read, path[:n])
		if !slices.Equal(codes, codes2) || !slices.Equal(numbers, numbers2) || !slices.Equal(legal, legal2) {
			return fmt.Errorf("view %s after %v shows %v %v %v, want %v %v %v", view, path[:n], codes2, numbers2, legal2, codes, numbers, legal)
		}
		if _, done := g.Act(q, path[:n+1]); done {
			break
		}
	}
	return nil
}

// bounded makes sure that all is within the bounds of the shape.
func bounded(s *batch.Shape, codes []uint8, numbers []int16) error {
	for i, code := range codes {
		if most := s.Largest[i*len(s.Largest)/len(codes)]; int(code) > most {
			return fmt.Errorf("code %d is %d, want at most %d", i, code, most)
		}
	}
	for i, n := range numbers {
		if b := s.Scalars[i]; int(n) < b.Low || int(n) > b.High {
			return fmt.Errorf("%s is %d, want %d to %d", b.Name, n, b.Low, b.High)
		}
	}
	return nil
}

// check compares the actions of a question with its legal answers.
func (g *Game[Q, A]) check(q Q, played A) error {
	moves, sp := g.Moves(q), g.Spaces
	if first := sp.Legal(&q, nil, nil); (len(first) == 0) != (len(moves) == 0) {
		return fmt.Errorf("%d first actions, but %d legal answers", len(first), len(moves))
	}
	if len(moves) == 0 {
		return nil
	}
	count := len(moves) > 200 // then only the answer that was played is checked
	if count {
		moves = moves[:0]
	}
	for _, m := range append(moves, played) {
		if err := g.follow(q, m); err != nil {
			return err
		}
	}
	if n := g.count(q, nil); !count && !g.Fewer && n != len(moves) {
		return fmt.Errorf("actions make %d answers, %d are legal", n, len(moves))
	}
	return nil
}

// follow makes an answer from its actions and checks each of them.
func (g *Game[Q, A]) follow(q Q, m A) error {
	path, want := g.Path(&q, m, nil), g.Notation.Text(q, m)
	for n := range path {
		if !slices.Contains(g.Legal(&q, path[:n], nil), path[n]) {
			if g.Fewer {
				return nil
			}
			return fmt.Errorf("%s: action %d of %v is not legal", want, n+1, path)
		}
		made, done := g.Act(&q, path[:n+1])
		if done != (n == len(path)-1) && (done || !g.Fewer) {
			return fmt.Errorf("%s: actions %v are complete after %d", want, path, n+1)
		}
		if got := g.Notation.Text(q, made); done && got != want && !g.Fewer {
			return fmt.Errorf("%s: actions %v make %s", want, path, got)
		}
	}
	return nil
}

// count counts the answers that actions can make.
func (g *Game[Q, A]) count(q Q, made []int16) (n int) {
	if g.Fewer {
		return 0
	}
	for _, action := range g.Legal(&q, made, nil) {
		made := append(slices.Clone(made), action)
		if _, done := g.Act(&q, made); done {
			n++
		} else {
			n += g.count(q, made)
		}
	}
	return n
}

// NoAllocation steps games in progress and checks that this allocates no memory.
func NoAllocation[Q, A any](t *testing.T, g Game[Q, A]) {
	if testing.Short() {
		t.Skip("counts allocations, to which the race detector adds its own: run without -short")
	}
	const games, steps = 4, 3
	many, err := batch.Of(g.Game, g.Spaces)(batch.Options{Games: games, Restart: batch.RestartOff}, g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer many.Close()
	f := frame(many, games)
	n := testing.AllocsPerRun(20, func() {
		for game := range games {
			if err := many.Restore(game, batch.State{Seed: "1"}); err != nil {
				t.Fatal(err)
			}
		}
		many.Show(0, games, f)
	})
	with := testing.AllocsPerRun(20, func() {
		for game := range games {
			if err := many.Restore(game, batch.State{Seed: "1"}); err != nil {
				t.Fatal(err)
			}
		}
		many.Show(0, games, f)
		for range steps {
			copy(f.Actions, f.Sample)
			many.Step(0, games, f)
		}
	})
	if with > n+2 { // lists grow once
		t.Errorf("%d steps of %d games take memory %v times", steps, games, with-n)
	}
}

// Bench measures one action of a stepped seat in this process, without Python: of many games in a batch (Env), and of games that
// the referee plays alone, one after the other, with random legal actions (Referee).
func Bench[Q, A any](b *testing.B, g Game[Q, A], games int) {
	b.Run("Env", func(b *testing.B) { g.benchBatch(b, games) })
	b.Run("Referee", g.benchReferee)
}

func (g *Game[Q, A]) benchBatch(b *testing.B, games int) {
	many, err := batch.Of(g.Game, g.Spaces)(batch.Options{Games: games, Restart: batch.RestartSame}, g.Setup)
	if err != nil {
		b.Fatal(err)
	}
	defer many.Close()
	for game := range games {
		s := g.Setup
		s.Seed = strconv.Itoa(game)
		if err := many.Reset(game, s); err != nil {
			b.Fatal(err)
		}
	}
	f := frame(many, games)
	many.Show(0, games, f)
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; n += games * many.Slots {
		copy(f.Actions, f.Sample)
		many.Step(0, games, f)
	}
}

func (g *Game[Q, A]) benchReferee(b *testing.B) {
	typed := &match.Typed[Q, A]{Game: g.Game}
	chance := rand.New(rand.NewPCG(1, 1))
	var legal, made []int16
	var answers []turn.Answer[A]
	for n, game := 0, 0; n < b.N; game++ {
		s := g.Setup
		s.Seed = strconv.Itoa(game)
		table, err := typed.SetUp(s)
		if err != nil {
			b.Fatal(err)
		}
		for n < b.N {
			questions := table.Referee.Ask()
			if len(questions) == 0 {
				break
			}
			answers = append(answers[:0], make([]turn.Answer[A], len(questions))...)
			for k := range questions {
				q, done := &questions[k].Ask, false
				for made = made[:0]; !done; n++ {
					if legal = g.Legal(q, made, legal[:0]); len(legal) == 0 {
						break
					}
					made = append(made, legal[chance.IntN(len(legal))])
					answers[k].Value, done = g.Act(q, made)
				}
			}
			table.Referee.Answer(answers)
		}
	}
}
