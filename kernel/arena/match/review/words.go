package review

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/record"
)

// Slip is the smallest loss of value that makes a ply a turning point.
const Slip = 0.1

// Judged returns a record with the values that the judge gave.
func Judged(g *record.Game, points []Point) *record.Game {
	judged := *g
	judged.Answers = slices.Clone(g.Answers)
	for i := range judged.Answers {
		judged.Answers[i].Worth = nil
	}
	for _, p := range points {
		judged.Answers[p.Ply-1].Worth = p.Before
	}
	return &judged
}

// Turning returns the points that lost most, at most so many, in the order in which they were played.
func Turning(points []Point, most int) []Point {
	worst := slices.Clone(points)
	slices.SortStableFunc(worst, func(a, b Point) int { return -cmp.Compare(a.Lost(), b.Lost()) })
	worst = slices.DeleteFunc(worst[:min(most, len(worst))], func(p Point) bool { return p.Lost() < Slip })
	slices.SortFunc(worst, func(a, b Point) int { return a.Ply - b.Ply })
	return worst
}

// Sign marks a point in a list of moves by what it lost: "?!", "?" or "??"; "" below Slip.
func (p *Point) Sign() string {
	switch lost := p.Lost(); {
	case lost < Slip:
		return ""
	case lost < 2*Slip:
		return "?!"
	case lost < 3*Slip:
		return "?"
	}
	return "??"
}

// Phrase says what a point lost, after the name of its seat.
func (p *Point) Phrase() string {
	played := "gave no legal answer"
	if p.Played != "" {
		played = "played " + p.Played
	}
	text := fmt.Sprintf("%s, and its value fell from %s to %s", played, value(*p.Before, p.Exact), value(*p.After, p.AfterExact))
	if p.Would != p.Played {
		text += "; the judge would have played " + p.Would
	}
	return text
}

// value writes a value, and whether it is proven.
func value(value float64, exact bool) string {
	if exact {
		return fmt.Sprintf("%.2f (exact)", value)
	}
	return fmt.Sprintf("%.2f", value)
}
