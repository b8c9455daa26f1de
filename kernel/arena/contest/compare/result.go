package compare

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Verdict is the outcome of a comparison.
type Verdict string

// The verdicts.
const (
	Better    Verdict = "better"
	NotBetter Verdict = "not better"
	Undecided Verdict = "undecided"
)

// Result is the state of a comparison.
type Result struct {
	New, Old  string
	Counts    rating.Pentanomial // of New, over the pairs of games that count
	Played    int                // games, without the repeated ones
	Repeated  int                // games in which the same happened as in an earlier one: they are no evidence
	Faults    map[string]int     // games that New lost by default, by reason
	OldFaults map[string]int
	Estimate  rating.Estimate
	Test      rating.SPRT
	State     rating.State
	Verdict   Verdict
	Stale     bool   // the players repeat their games: more of them would show nothing new
	Losses    []Loss // of New, the worst first: by default, then the shortest
	Skipped   []Skip // games that were given up; they count for neither bot

	keep int // losses
}

// Loss is a game that New lost.
type Loss struct {
	Line   *record.Line
	Seat   string // New's
	Reason string // the game's own, or that of a default
	Record []byte // nil: it can no longer be read
	Path   string // of the record in the folder of the comparison; "": nothing is kept
	// Turned is the ply, from 1, at which New began to think that it was losing: from there on, its values were below one half.
	// 0: it gave no values, or its last one was not below one half.
	Turned       int
	Before, From float64 // the values before that ply and at it; Before is NaN if it was the first
}

func newResult(c *Comparison) *Result {
	r := &Result{
		New: c.New.Label, Old: c.Old.Label, Faults: map[string]int{}, OldFaults: map[string]int{}, Test: c.Test, keep: c.Losses,
	}
	r.settle(c.Test, false)
	return r
}

// add adds a game that counts.
func (r *Result) add(seats []string, o league.Outcome, g *game) {
	r.Played++
	seat := 1 - o.N%2 // New sits first in the first game of a pair
	if o.Default && o.Winner != seat {
		r.Faults[o.Reason]++
	}
	if o.Default && o.Winner != 1-seat {
		r.OldFaults[o.Reason]++
	}
	if o.Winner != 1-seat {
		return
	}
	loss := Loss{Line: g.line, Seat: seats[seat], Reason: g.line.Reason, Record: g.record, Path: g.path}
	if o.Default {
		loss.Reason = o.Reason
	}
	r.Losses = append(r.Losses, loss)
	slices.SortStableFunc(r.Losses, func(a, b Loss) int {
		return cmp.Or(-cmp.Compare(fault(a), fault(b)), cmp.Compare(a.Line.Plies, b.Line.Plies))
	})
	r.Losses = r.Losses[:min(len(r.Losses), r.keep)]
}

// read reads the losses that are left.
func (r *Result) read() {
	for i := range r.Losses {
		l := &r.Losses[i]
		if l.Record == nil && l.Path != "" {
			l.Record, _ = files.ReadOf(l.Path, files.MostGames)
		}
		l.turned()
	}
}

// settle computes what follows from the counts.
func (r *Result) settle(test rating.SPRT, stale bool) {
	r.Estimate, r.State, r.Stale = rating.EstimateOf(r.Counts), test.State(r.Counts), stale
	switch r.State.Verdict {
	case rating.Upper:
		r.Verdict = Better
	case rating.Lower:
		r.Verdict = NotBetter
	default:
		r.Verdict = Undecided
	}
}

// fault is 1 for a game that was lost by default.
func fault(l Loss) int {
	if turn.IsFault(l.Reason) {
		return 1
	}
	return 0
}

// turned finds where the value turned.
func (l *Loss) turned() {
	games, err := record.Read(bytes.NewReader(l.Record))
	if err != nil || len(games) == 0 {
		return // we wrote it ourselves: it can be read, unless somebody has changed it
	}
	last := math.NaN()
	for _, a := range games[0].Answers {
		if a.Seat != l.Seat || a.Worth == nil {
			continue
		}
		switch value := *a.Worth; {
		case value >= 0.5:
			l.Turned = 0
		case l.Turned == 0:
			l.Turned, l.Before, l.From = a.Ply, last, value
		}
		last = *a.Worth
	}
}

// signature is equal for games of the same players in the same seats in which the same happened, whatever their seeds.
func signature(teams []int, written []byte) (string, error) {
	games, err := record.Read(bytes.NewReader(written))
	if err != nil {
		return "", err
	}
	g := games[0]
	sum := sha256.New()
	fmt.Fprintf(sum, "%v %q %q\n", teams, g.Header.Start, g.Header.Options)
	for _, a := range g.Answers {
		fmt.Fprintf(sum, "%s %s %s\n", a.Seat, a.Move, a.Fault)
	}
	if g.Result == nil {
		return "", errors.New("a record without a result")
	}
	fmt.Fprintln(sum, g.Result.Reason, g.Result.Score)
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Sentence says the result in plain words.
func (r *Result) Sentence() string {
	games := fmt.Sprintf("%d games", 2*r.Counts.Pairs())
	elo := fmt.Sprintf("%s, %s", Elo(r.Estimate), games)
	worse := r.Estimate.Elo.High < 0 || r.Estimate.Score == 0
	switch {
	case r.Verdict == Better && r.Test.Elo0 < 0:
		return fmt.Sprintf("NEW is not %g Elo worse: %s", -r.Test.Elo0, elo)
	case r.Verdict == Better:
		return "NEW is better: " + elo
	case r.Verdict == NotBetter && worse:
		return "NEW is worse: " + elo
	case r.Verdict == NotBetter:
		return fmt.Sprintf("no difference larger than %g Elo: %s", r.Test.Elo1, elo)
	case r.Stale:
		return fmt.Sprintf("undecided after %s (%s): the players repeat their games; --starts or --opening makes others", games, Elo(r.Estimate))
	}
	return fmt.Sprintf("undecided after %s: %s", games, Elo(r.Estimate))
}

// SoFar says in plain words how a comparison stands that is not decided yet: "41 won, 12 lost so far: almost surely better, about
// 80 more pairs for 95 %". It is "" if the comparison is decided, or nothing is known.
func (r *Result) SoFar() string {
	g, p := r.Counts.Games(), r.Estimate.Superiority
	if r.Verdict != Undecided || r.Counts.Pairs() == 0 {
		return ""
	}
	words := "worse"
	if p > 0.5 {
		words = "better"
	}
	switch sure := max(p, 1-p); {
	case sure > 0.99:
		words = "almost surely " + words
	case sure > 0.9:
		words = "probably " + words
	case sure > 0.65:
		words = "perhaps " + words
	default:
		words = "no difference yet"
	}
	text := fmt.Sprintf("%d won, %d lost so far: %s", g.Wins, g.Losses, words)
	to := r.State.Upper
	if r.State.LLR < 0 {
		to = r.State.Lower
	}
	// The logarithm grows with the pairs, if they go on as before.
	if more := float64(r.Counts.Pairs()) * (to/r.State.LLR - 1); r.Counts.Pairs() >= 4 && more > 0 && more < 1e5 {
		scale := math.Pow(10, math.Floor(math.Log10(max(1, more))))
		text += fmt.Sprintf(", about %.0f more pairs for %.0f %%", math.Ceil(more/scale)*scale, 100*(1-r.Test.Alpha))
	}
	return text
}

// Elo is an estimate in words: "+38 Elo (21 to 55)".
func Elo(e rating.Estimate) string {
	switch {
	case e.Observations == 0:
		return "nothing is known"
	case e.Score == 1:
		return "it won every game"
	case e.Score == 0:
		return "it lost every game"
	}
	return fmt.Sprintf("%+.0f Elo (%s to %s)", e.Elo.Value+0, bound(e.Elo.Low), bound(e.Elo.High))
}

// bound formats an end of an interval.
func bound(elo float64) string {
	if math.IsInf(elo, 0) {
		return map[bool]string{true: "any more", false: "any less"}[elo > 0]
	}
	return fmt.Sprintf("%.0f", math.Round(elo)+0)
}
