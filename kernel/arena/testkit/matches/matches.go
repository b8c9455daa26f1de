// Package matches plays the games by which bots are measured. Every game has them as TestMatches of its bots, with the same
// flags:
//
//	go test ./GAME/bot -run TestMatches -v -match-pairs champion/random,champion/all -match-games 20
//
// Games 2k and 2k+1 are a pair: they have the same start with the seats swapped.
package matches

import (
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// The flags that the games read themselves.
var (
	Budget  = flag.Duration("match-budget", 0, "time for each answer in TestMatches; 0: the bots' own counts")
	Nodes   = flag.Int("match-nodes", 0, "how much the champion of TestMatches searches without a budget; 0: the game's usual number")
	HeldOut = flag.Bool("match-held-out", false, "play TestMatches with starts and seeds that tuning has never seen")
	Show    = flag.Bool("match-show", false, "name the games of TestMatches that the first bot did not win")
)

var (
	pairs   = flag.String("match-pairs", "champion/random", "pairs of TestMatches, such as champion/greedy,champion/all")
	games   = flag.Int("match-games", 2, "games of each pair in TestMatches; every start is played twice, seats swapped")
	first   = flag.Int("match-first", 0, "number of the first game in TestMatches: start, seats and seeds follow from it")
	workers = flag.Int("match-workers", 1, "games played at the same time in TestMatches")
	file    = flag.String("match-json", "", "add a line to `FILE` for each game of TestMatches; games in it are not played again")
)

// Field says who plays in TestMatches of a game, and how. D is what Play returns in addition to the points.
type Field[D any] struct {
	Names   []string // of all who may play
	Control string   // how much they think without -match-budget, and whatever else changes the games
	// Play plays a game and returns the points of the first: 1, 0.5 or 0. It is called by several goroutines.
	Play func(first, second string, game int) (points float64, detail D)
	Tell func(details []D) // prints more about the games of a pair that this run played; may be nil
}

// Run plays what the flags say, and prints a row of a table for each pair.
func Run[D any](t *testing.T, f Field[D]) {
	t.Helper()
	if *workers < 1 || *games < 1 || *first < 0 {
		t.Fatalf("-match-workers %d, -match-games %d, -match-first %d: want at least 1, 1 and 0", *workers, *games, *first)
	}
	list, err := Pairs(*pairs, f.Names)
	if err != nil {
		t.Fatalf("-match-pairs: %v", err)
	}
	journal, known, err := Open(*file)
	if err != nil {
		t.Fatalf("-match-json: %v", err)
	}
	defer journal.Close()
	commit, err := exec.CommandContext(t.Context(), "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		commit = []byte("unknown")
	}
	fmt.Printf("%s, commit %s, %s\n", time.Now().Format(time.DateOnly), strings.TrimSpace(string(commit)), f.control())
	for _, pair := range list {
		began := time.Now()
		tally, details, err := f.play(t, journal, known, pair)
		if err != nil {
			t.Fatalf("-match-json: %v", err)
		}
		fmt.Printf("| %s | %s | %v |\n", pair[0], pair[1], tally)
		if len(details) > 0 && f.Tell != nil {
			t.Logf("%s against %s: %d games in %v", pair[0], pair[1], len(details), time.Since(began).Round(time.Millisecond))
			f.Tell(details)
		}
	}
}

// control returns the control of the games that the flags describe.
func (f Field[D]) control() string {
	text := f.Control
	if *Budget > 0 {
		text = fmt.Sprintf("%s, -match-budget %v", text, *Budget)
	}
	if *HeldOut {
		text += ", held out"
	}
	return text
}

// play plays the games of a pair that are not known, until the test ends.
func (f Field[D]) play(t *testing.T, journal *Journal, known []Line, pair [2]string) (*Tally, []D, error) {
	tally := &Tally{}
	for _, line := range known {
		wanted := line.Control == f.control() && line.Game >= *first && line.Game < *first+*games
		if wanted && line.First == pair[0] && line.Second == pair[1] {
			tally.Add(line.Game, line.Points)
		}
	}
	var (
		wait    sync.WaitGroup
		lock    sync.Mutex
		failed  error
		details = map[int]D{}
		places  = make(chan struct{}, *workers)
	)
	var missing []int
	for game := *first; game < *first+*games; game++ {
		if !tally.Has(game) {
			missing = append(missing, game)
		}
	}
	for _, game := range missing {
		places <- struct{}{}
		if t.Context().Err() != nil {
			break
		}
		wait.Go(func() {
			defer func() { <-places }()
			points, detail := f.Play(pair[0], pair[1], game)
			if t.Failed() { // a game in which something went wrong is no evidence
				return
			}
			lock.Lock()
			defer lock.Unlock()
			tally.Add(game, points)
			details[game] = detail
			if *Show && points < 1 {
				t.Logf("game %d: %s has %g points against %s", game, pair[0], points, pair[1])
			}
			if err := journal.Add(Line{pair[0], pair[1], game, f.control(), points}); err != nil {
				failed = err
			}
		})
	}
	wait.Wait()
	var list []D
	for game := *first; game < *first+*games; game++ {
		if d, played := details[game]; played {
			list = append(list, d)
		}
	}
	return tally, list, failed
}

// Pairs reads a list such as "champion/greedy,champion/all".
func Pairs(text string, names []string) (list [][2]string, err error) {
	names = slices.Sorted(slices.Values(names))
	for word := range strings.SplitSeq(text, ",") {
		one, two, _ := strings.Cut(word, "/")
		switch {
		case two == "all" && slices.Contains(names, one):
			for _, name := range names {
				if name != one {
					list = append(list, [2]string{one, name})
				}
			}
		case slices.Contains(names, one) && slices.Contains(names, two):
			list = append(list, [2]string{one, two})
		default:
			return nil, fmt.Errorf("pair %q: want two of %s, such as %s/%s; or %[3]s/all", word, strings.Join(names, ", "), names[0], names[len(names)-1])
		}
	}
	return list, nil
}

// Tally are the points of a bot in games against another one.
type Tally struct{ points map[int]float64 }

// Has reports whether a game counts already.
func (t *Tally) Has(game int) bool {
	_, ok := t.points[game]
	return ok
}

// Add counts a game.
func (t *Tally) Add(game int, points float64) {
	if t.points == nil {
		t.points = map[int]float64{}
	}
	t.points[game] = points
}

// Pairs returns the results of the pairs of which both games were played.
func (t *Tally) Pairs() (p rating.Pentanomial) {
	for game, points := range t.points {
		if other, ok := t.points[game+1]; ok && game%2 == 0 {
			p.Add(points+other, points == 0.5)
		}
	}
	return p
}

// String is the cells of a table: wins, draws and losses; points in percent with the interval; pairs.
func (t *Tally) String() string {
	p := t.Pairs()
	games, share := p.Games(), p.Share()
	return fmt.Sprintf("%d-%d-%d | %.1f %% (%.1f to %.1f) | %d",
		games.Wins, games.Draws, games.Losses, 100*share.Value, 100*share.Low, 100*share.High, p.Pairs())
}
