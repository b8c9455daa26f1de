package bot

import (
	"flag"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

var (
	matchHeld   = matches.HeldOut
	matchBudget = matches.Budget
	matchShow   = matches.Show
	matchBoards = flag.String("match-boards", "", "kinds of boards to play on, indices of boardKinds such as 3,9; empty: all")
)

// boardKind is where match games are played: a size of one version.
type boardKind struct {
	version    pelita.Version
	size       string
	deadEnds   bool
	heldOutOff int // number of the first layout that tuning does not see
}

var boardKinds = []boardKind{
	{pelita.V251, "normal", false, 500},
	{pelita.V270, "normal", true, 500},
	{pelita.V251, "normal", true, 500},
	{pelita.V251, "small", false, 50},
	{pelita.V270, "small", true, 500},
	{pelita.V251, "big", false, 50},
	{pelita.V251, "small", true, 50},
	{pelita.V270, "big", true, 500},
	{pelita.V251, "big", true, 50},
	{pelita.V270, "tiny", true, 500},
}

// text returns the n-th layout of a kind.
func (k boardKind) text(n int) (string, error) {
	if k.version == pelita.V270 {
		size, err := maze.ParseSize(k.size)
		if err != nil {
			return "", err
		}
		return maze.Generate(size, pyrand.New(big.NewInt(int64(n))))
	}
	prefix := ""
	if k.deadEnds {
		prefix = "dead_ends_"
	}
	return maze.Named(fmt.Sprintf("%s%s_%03d", prefix, k.size, n))
}

func (k boardKind) String() string {
	if k.deadEnds && k.version == pelita.V251 {
		return k.version.String() + " " + k.size + " dead ends"
	}
	return k.version.String() + " " + k.size
}

// playGame plays one game of a match and returns the points of both teams, the first one's first, and what went wrong.
func playGame(t testing.TB, game int, first, second referee.Bot, budget time.Duration) (r outcome) {
	board := game / 2
	kinds := boardKinds
	if *matchBoards != "" {
		kinds = nil
		for index := range strings.SplitSeq(*matchBoards, ",") {
			i, err := strconv.Atoi(index)
			if err != nil || i < 0 || i >= len(boardKinds) {
				t.Fatalf("-match-boards %q: want indices from 0 to %d, such as 3,9", *matchBoards, len(boardKinds)-1)
			}
			kinds = append(kinds, boardKinds[i])
		}
	}
	k, n := kinds[board%len(kinds)], board/len(kinds)
	seed := int64(game)
	if *matchHeld {
		n += k.heldOutOff
		seed += 1 << 20
	}
	text, err := k.text(n)
	if err != nil {
		t.Error(err)
		return r
	}
	l, err := pelita.ParseLayout(text)
	if err != nil {
		t.Error(err)
		return r
	}
	m, err := l.Maze()
	if err != nil {
		t.Error(err)
		return r
	}
	o := referee.Options{}
	o.Version, o.MaxRounds, o.ErrorLimit = k.version, pelita.MaxRounds, pelita.ErrorLimit
	ref := referee.New(l, m, o, pyrand.New(big.NewInt(seed)))
	players := []turn.Player[pelita.View, pelita.Move]{bundled(first), bundled(second)}
	side := game % 2 // of the first team
	if side == int(pelita.Red) {
		slices.Reverse(players)
	}
	loop := turn.Loop[pelita.View, pelita.Move]{
		Game:    turn.Game{Seats: referee.Seats, Seed: "1", Budget: timer.Control{Move: budget}},
		Referee: ref, Players: players,
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Error(err)
		return r
	}
	result := ref.Result()
	r.kind = k
	r.score = [2]int{result.Score[referee.Seats[side]], result.Score[referee.Seats[1-side]]}
	for i, team := range []int{side, 1 - side} {
		wrongs := ref.Wrongs(team)
		if r.wrong[i] = len(wrongs); *matchShow && len(wrongs) > 0 {
			t.Logf("game %d on %v, team %d: %v", game, k, i+1, wrongs)
		}
		for bot := team; bot < pelita.Bots; bot += 2 {
			r.kills[i] += ref.State().Kills[bot]
		}
	}
	if result.Reason != referee.Food && result.Reason != referee.Rounds {
		t.Errorf("game %d ends by %s: %s", game, result.Reason, result.Detail)
	}
	r.plies = result.Plies
	switch result.Winner {
	case side:
		r.points = 1
	case turn.Draw:
		r.points = 0.5
	}
	return r
}

// inProcess is a player that the loop waits for when the machine held up this process, as bundled teams are in `pelita play`.
type inProcess struct {
	turn.Player[pelita.View, pelita.Move]
}

func (inProcess) Local() {}

func bundled(b referee.Bot) turn.Player[pelita.View, pelita.Move] {
	return inProcess{referee.Player("team", b)}
}

// outcome is how a game ended, the first team's numbers first.
type outcome struct {
	kind   boardKind
	points float64
	score  [2]int
	kills  [2]int
	wrong  [2]int // late answers and illegal moves
	plies  int
}

// tally is some games.
type tally struct {
	games, plies int
	score, kills [2]int
	wrong        [2]int
	kinds        map[string][2]float64 // by kind of board: points, games
}

func (m *tally) add(o outcome) {
	m.games++
	for i := range 2 {
		m.score[i] += o.score[i]
		m.kills[i] += o.kills[i]
		m.wrong[i] += o.wrong[i]
	}
	m.plies += o.plies
	if m.kinds == nil {
		m.kinds = map[string][2]float64{}
	}
	k := m.kinds[o.kind.String()]
	m.kinds[o.kind.String()] = [2]float64{k[0] + o.points, k[1] + 1}
}

// TestMatches measures; README.md has its figures.
func TestMatches(t *testing.T) {
	control := "by counts"
	if *matchBoards != "" {
		control += ", boards " + *matchBoards
	}
	matches.Run(t, matches.Field[outcome]{
		Names: slices.Collect(maps.Keys(population)), Control: control,
		Play: func(first, second string, game int) (float64, outcome) {
			o := playGame(t, game, population[first](), population[second](), *matchBudget)
			if *matchShow && o.points < 1 {
				t.Logf("game %d on %v: %v, kills %v, %d plies", game, o.kind, o.score, o.kills, o.plies)
			}
			return o.points, o
		},
		Tell: func(details []outcome) {
			m := new(tally)
			for _, o := range details {
				m.add(o)
			}
			n := float64(m.games)
			t.Logf("score %.1f : %.1f, kills %.2f : %.2f, %d rounds, late or illegal %v", float64(m.score[0])/n, float64(m.score[1])/n,
				float64(m.kills[0])/n, float64(m.kills[1])/n, m.plies/pelita.Bots/m.games, m.wrong)
			for _, k := range slices.Sorted(maps.Keys(m.kinds)) {
				t.Logf("   %-24s %5.1f of %3.0f", k, m.kinds[k][0], m.kinds[k][1])
			}
		},
	})
}
