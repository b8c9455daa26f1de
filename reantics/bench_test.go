package reantics_test

import (
	"encoding/json"
	"strings"
	"testing"

	. "github.com/gridiron-games/gridiron/reantics"
)

// recorded is a game: where play begins, and its actions with the targets of their attacks.
type recorded struct {
	start   Position
	actions []recordedAction
}

type recordedAction struct {
	move   Move
	target Cell
}

// recordedGames reads the games of the corpus.
func recordedGames(t testing.TB) (games []recorded) {
	t.Helper()
	for _, name := range []string{"games.jsonl", "botgames.jsonl"} {
		facts(t, name, func(_ int, text []byte) {
			if strings.Contains(string(text), `"k":"S"`) {
				var f fact
				unmarshal(t, text, &f)
				games = append(games, recorded{start: f.position(t)})
			}
			if text[0] != '[' {
				return
			}
			var a [4]json.RawMessage
			unmarshal(t, text, &a)
			action := recordedAction{target: NoCell}
			unmarshal(t, a[1], &action.move)
			if len(a[3]) > 2 {
				action.target = At(int(a[3][1]-'0'), int(a[3][2]-'0'))
			}
			game := &games[len(games)-1]
			game.actions = append(game.actions, action)
		})
	}
	return games
}

// replay plays a recorded game with every check, and returns whether it was legal.
func replay(g *recorded) bool {
	p := g.start
	for _, a := range g.actions {
		if p.Check(a.move) != Legal {
			return false
		}
		p.Step(a.move)
		if p.Attacker() != NoCell {
			if p.CheckAttack(a.target) != Legal {
				return false
			}
			p.Attack(a.target)
		}
		if _, over := p.Outcome(); over {
			break
		}
	}
	return true
}

func TestNoAllocations(t *testing.T) {
	games := recordedGames(t)
	if n := testing.AllocsPerRun(3, func() {
		for i := range games {
			if !replay(&games[i]) {
				t.Fatal("a recorded game is illegal")
			}
		}
	}); n > 10 { // the runtime allocates now and then; these games have thousands of actions
		t.Errorf("%v allocations to replay %d games, want none", n, len(games))
	}
	p := games[0].start
	moves := make([]Move, 0, MaxMoves)
	if n := testing.AllocsPerRun(3, func() {
		moves = p.AppendListedMoves(p.AppendMoves(moves[:0]))
	}); n != 0 {
		t.Errorf("%v allocations to list the moves of a turn, want none", n)
	}
}

func BenchmarkReplay(b *testing.B) {
	games := recordedGames(b)
	actions := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range games {
			replay(&games[i])
			actions += len(games[i].actions)
		}
	}
	b.ReportMetric(float64(actions)/b.Elapsed().Seconds(), "actions/s")
}

func BenchmarkAppendMoves(b *testing.B) {
	benchmarkMoves(b, (*Position).AppendMoves)
}

func BenchmarkAppendListedMoves(b *testing.B) {
	benchmarkMoves(b, (*Position).AppendListedMoves)
}

// benchmarkMoves lists the actions at every step of the recorded games.
func benchmarkMoves(b *testing.B, list func(*Position, []Move) []Move) {
	var positions []Position
	for _, g := range recordedGames(b) {
		p := g.start
		for _, a := range g.actions {
			positions = append(positions, p)
			p.Step(a.move)
			if p.Attacker() != NoCell {
				p.Attack(a.target)
			}
		}
	}
	moves := make([]Move, 0, MaxMoves)
	calls, listed := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range positions {
			moves = list(&positions[i], moves[:0])
			listed += len(moves)
		}
		calls += len(positions)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
	b.ReportMetric(float64(listed)/float64(calls), "moves/call")
}
