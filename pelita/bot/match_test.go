package bot

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

var (
	matchPairs   = flag.String("match-pairs", "champion/random", "pairs of TestMatches, such as champion/halves,champion/all")
	matchGames   = flag.Int("match-games", 2, "games a pair in TestMatches; every board is played twice, colours exchanged")
	matchFirst   = flag.Int("match-first", 0, "number of the first game in TestMatches: board, colours and seeds follow from it")
	matchHeld    = flag.Bool("match-held-out", false, "play on the boards and seeds that tuning has never seen")
	matchBoards  = flag.String("match-boards", "", "kinds of boards to play on, indices of boardKinds such as 3,9; empty: all")
	matchBudget  = flag.Duration("match-budget", 0, "time an answer in TestMatches; 0: the bots' own counts")
	matchWorkers = flag.Int("match-workers", 1, "games played at the same time in TestMatches")
	matchShow    = flag.Bool("match-show", false, "name the games that the first team did not win")
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
	won, drawn, lost int
	points           float64
	score, kills     [2]int
	wrong            [2]int
	plies            int
	kinds            map[string][2]float64 // by kind of board: points, games
}

func (m *tally) add(o outcome) {
	switch m.points += o.points; o.points {
	case 1:
		m.won++
	case 0.5:
		m.drawn++
	default:
		m.lost++
	}
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

func (m *tally) games() int { return m.won + m.drawn + m.lost }

// percent returns the points in percent and half the width of their 95 % interval.
func (m *tally) percent() (points, plusMinus float64) {
	n := float64(m.games())
	p := m.points / n
	square := (float64(m.won) + float64(m.drawn)/4) / n
	return 100 * p, 196 * math.Sqrt(max(0, square-p*p)/n)
}

// String is a line of the table of README.md.
func (m *tally) String() string {
	p, pm := m.percent()
	n := float64(m.games())
	return fmt.Sprintf("%d-%d-%d | %.1f %% ±%.1f | %.1f : %.1f | %.2f : %.2f", m.won, m.drawn, m.lost, p, pm,
		float64(m.score[0])/n, float64(m.score[1])/n, float64(m.kills[0])/n, float64(m.kills[1])/n)
}

// playMatch plays games between two teams of the population.
func playMatch(t testing.TB, first, second string, games int) *tally {
	t.Helper()
	results := make([]outcome, games)
	var wait sync.WaitGroup
	for w := range *matchWorkers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for g := w; g < games; g += *matchWorkers {
				results[g] = playGame(t, *matchFirst+g, population[first](), population[second](), *matchBudget)
			}
		}()
	}
	wait.Wait()
	m := new(tally)
	for g, r := range results {
		m.add(r)
		if *matchShow && r.points < 1 {
			t.Logf("game %d on %v: %v, kills %v, %d plies", *matchFirst+g, r.kind, r.score, r.kills, r.plies)
		}
	}
	return m
}

// heading says when, of which commit and with how much time the games are.
func heading(t testing.TB) string {
	commit, err := exec.CommandContext(t.Context(), "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		commit = []byte("unknown")
	}
	pace, boards := "by counts", "boards of tuning"
	if *matchBudget > 0 {
		pace = matchBudget.String() + " an answer"
	}
	if *matchHeld {
		boards = "held-out boards"
	}
	return fmt.Sprintf("%s, commit %s, %s, %s", time.Now().Format(time.DateOnly), bytes.TrimSpace(commit), pace, boards)
}

// TestMatches measures; README.md has its figures.
func TestMatches(t *testing.T) {
	fmt.Println(heading(t))
	for pair := range strings.SplitSeq(*matchPairs, ",") {
		first, second, _ := strings.Cut(pair, "/")
		opponents := []string{second}
		if second == "all" {
			opponents = slices.DeleteFunc(slices.Sorted(maps.Keys(population)), func(name string) bool { return name == first })
		}
		for _, second := range opponents {
			if population[first] == nil || population[second] == nil {
				t.Fatalf("pair %q: want two of %v", pair, slices.Sorted(maps.Keys(population)))
			}
			began := time.Now()
			m := playMatch(t, first, second, *matchGames)
			took := time.Since(began)
			fmt.Printf("| %s | %s | %v |\n", first, second, m)
			t.Logf("%d games of %d rounds in %v, %v a move, late or illegal %v", m.games(), m.plies/pelita.Bots/m.games(),
				took.Round(time.Millisecond), (took / time.Duration(m.plies)).Round(time.Microsecond), m.wrong)
			for _, k := range slices.Sorted(maps.Keys(m.kinds)) {
				t.Logf("   %-24s %5.1f of %3.0f", k, m.kinds[k][0], m.kinds[k][1])
			}
		}
	}
}
