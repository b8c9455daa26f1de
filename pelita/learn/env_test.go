package learn

import (
	"math/big"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// hall has room enough for bots not to see each other.
const hall = `
########################
#a.. .  #  ..    . .. x#
# ## # .#  . #  #  # # #
#  . #  .   ..   . . . #
#b.. . ## .  . ##  .. y#
########################`

// TestEnvDecodes decodes observations and compares them with the views that they encode: a team sees its enemies on the cells on
// which the view shows them and nowhere else.
func TestEnvDecodes(t *testing.T) {
	noisy := 0
	for _, seed := range []int64{1, 2, 3, 4, 5, 6} {
		chance := pyrand.New(big.NewInt(seed))
		l, err := pelita.ParseLayout(hall)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Maze()
		if err != nil {
			t.Fatal(err)
		}
		o := referee.Options{Options: pelita.Options{Version: pelita.V251, MaxRounds: 40, ErrorLimit: 5}}
		r := referee.New(l, m, o, chance)
		for {
			questions := r.Ask()
			if len(questions) == 0 {
				break
			}
			answers := make([]turn.Answer[pelita.Move], len(questions))
			for k := range questions {
				v := &questions[k].Ask
				if legal := Env.Legal(v, nil, nil); len(legal) > 0 {
					noisy += decode(t, v, r.State())
					answers[k].Value, _ = Env.Act(v, []int16{legal[chance.Below(len(legal))]})
				}
			}
			r.Answer(answers)
		}
	}
	if noisy < 100 {
		t.Errorf("an enemy was shown elsewhere only %d times", noisy)
	}
}

// TestEnvFinal compares what a team sees of a game that is over with its last question: a distant enemy is not on the cell on
// which it is shown.
func TestEnvFinal(t *testing.T) {
	noisy := 0
	for seed := range int64(20) {
		chance := pyrand.New(big.NewInt(seed))
		l, err := pelita.ParseLayout(hall)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Maze()
		if err != nil {
			t.Fatal(err)
		}
		// In every other game, blue is disqualified in round 4 by one illegal move.
		limit := int(seed%2)*3 + 1
		o := referee.Options{Options: pelita.Options{Version: pelita.V251, MaxRounds: 6, ErrorLimit: limit}}
		r := referee.New(l, m, o, chance)
		var told [2]pelita.Side // the enemies as the last question to each team shows them
		for questions := r.Ask(); len(questions) > 0; questions = r.Ask() {
			v := questions[0].Ask
			told[questions[0].Seat] = v.Enemy
			var a turn.Answer[pelita.Move]
			legal := Env.Legal(&v, nil, nil)
			switch {
			case seed%2 == 0 && v.Round == 4 && len(legal) > 0:
				a.Value = pelita.MoveTo(pelita.Cell{})
			case len(legal) > 0:
				a.Value, _ = Env.Act(&v, []int16{legal[chance.Below(len(legal))]})
			}
			r.Answer([]turn.Answer[pelita.Move]{a})
		}
		for seat, want := range told {
			var v pelita.View
			Env.Final(r, seat, &v)
			if v.Enemy.Bots != want.Bots || v.Enemy.Noisy != want.Noisy || v.Enemy.Score != r.State().Score[1-seat] {
				t.Errorf("seed %d: %v sees %+v, was told %+v", seed, v.Team.Seat, v.Enemy, want)
			}
			for bot := range 2 {
				if v.Enemy.Bots[bot] != r.State().Bots[v.Enemy.Seat.Bot(bot)] {
					noisy++
				}
			}
		}
	}
	if noisy < 10 {
		t.Errorf("an enemy was shown elsewhere only %d times", noisy)
	}
}

// decode checks an observation and returns how many enemies it shows on other cells than their own.
func decode(t *testing.T, v *pelita.View, s *referee.State) (noisy int) {
	t.Helper()
	shape := Env.Shape(v)
	codes, list := make([]uint8, shape.Cells()), make([]int16, len(shape.Scalars))
	Env.See(v, nil, codes, list)
	number := func(name string) int {
		return int(list[slices.IndexFunc(shape.Scalars, func(s batch.Scalar) bool { return s.Name == name })])
	}
	seen := map[uint8][]pelita.Cell{}
	for i, code := range codes {
		c := pelita.Cell{X: i % shape.Codes[1], Y: i / shape.Codes[1]}
		for bit := uint8(1); bit > 0; bit *= 2 {
			if code&bit != 0 {
				seen[bit] = append(seen[bit], c)
			}
		}
		if (code&codeHome != 0) != (v.Maze.Side(c) == v.Team.Seat) {
			t.Fatalf("%v: whose half is wrong", c)
		}
	}
	mine := number("bot")
	for bit, want := range map[uint8][]pelita.Cell{
		codeWall: v.Maze.Walls(), codeOwnFood: v.Team.Food, codeEnemyFood: v.Enemy.Food, codeShaded: v.Team.Shaded,
		codeMover: {v.Team.Bots[mine]}, codeMate: {v.Team.Bots[1-mine]}, codeEnemy: v.Enemy.Bots[:],
	} {
		got, want := slices.Clone(seen[bit]), slices.Clone(want)
		pelita.SortCells(got)
		pelita.SortCells(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Fatalf("bit %d: cells %v, want %v", bit, got, want)
		}
	}
	at := func(prefix string) pelita.Cell { return pelita.Cell{X: number(prefix + "x"), Y: number(prefix + "y")} }
	for bot, prefix := range []string{"enemy_", "enemy2_"} {
		place := s.Bots[v.Enemy.Seat.Bot(bot)]
		if at(prefix) != v.Enemy.Bots[bot] || (number(prefix+"noisy") == 1) != v.Enemy.Noisy[bot] {
			t.Fatalf("enemy %d is seen at %v, the view shows it at %v", bot, at(prefix), v.Enemy.Bots[bot])
		}
		if at(prefix) != place {
			noisy++
		}
	}
	if at("") != v.Position() || v.Bot != mine || number("score") != v.Team.Score || number("round") != v.Round {
		t.Fatalf("it sees %v of %+v", list, v)
	}
	return noisy
}
