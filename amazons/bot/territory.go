package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/amazons"
)

// layers are the squares that one side reaches with its first, second, third, ... move; layers[0] are those reached with one
// move. Squares beyond the last layer count as part of it.
type layers [12]amazons.Set

// queenLayers returns how far queens must move to reach each free square, Lieberum's D1 as sets, given what they reach with one
// move. The other free squares may be only those that they ever reach.
func queenLayers(first, free amazons.Set) (l layers) {
	for i, frontier := 0, first; !frontier.Empty(); i++ {
		at := min(i, len(l)-1)
		l[at] = l[at].Or(frontier)
		if free = free.Minus(frontier); free.Empty() {
			break
		}
		frontier = amazons.Slide(frontier, free)
	}
	return l
}

// kingLayers is the same with king's steps, D2, for queens on from. It also returns the squares of all layers: those that queens
// ever reach.
func kingLayers(from, free amazons.Set) (l layers, all amazons.Set) {
	for i, frontier := 0, from; ; i++ {
		frontier = frontier.Neighbours().And(free)
		if frontier.Empty() {
			return l, all
		}
		free, all = free.Minus(frontier), all.Or(frontier)
		at := min(i, len(l)-1)
		l[at] = l[at].Or(frontier)
	}
}

// queen is a queen and what she reaches with a move.
type queen struct {
	at    amazons.Square
	reach amazons.Set
}

// army has the queens of a side, in the order of their squares.
type army []queen

// space is where an army of up to eight queens needs no memory of its own.
type space [8]queen

// muster appends queens to a list.
func muster(list army, queens, free amazons.Set) army {
	for blocked := everywhere.Minus(free); !queens.Empty(); queens = queens.Rest() {
		list = append(list, queen{queens.First(), amazons.Reach(queens.First(), blocked)})
	}
	return list
}

// without appends the queens of a to a list, after a square was taken from the free ones.
func (a army) without(list army, square amazons.Square, free amazons.Set) army {
	for _, q := range a {
		if q.reach.Has(square) {
			q.reach = amazons.Reach(q.at, everywhere.Minus(free))
		}
		list = append(list, q)
	}
	return list
}

// with puts another queen into a.
func (a army) with(q queen) army {
	i := 0
	for i < len(a) && a[i].at < q.at {
		i++
	}
	return slices.Insert(a, i, q)
}

// sets returns the squares of the queens, and all that they reach with a move.
func (a army) sets() (at, reach amazons.Set) {
	for _, q := range a {
		at, reach = at.Or(amazons.SetOf(q.at)), reach.Or(q.reach)
	}
	return at, reach
}

// everywhere has all squares of the largest board.
var everywhere = amazons.Start().Free().Or(amazons.Start().Blocked())

// terms are Lieberum's measures of a position ("An evaluation function for the game of Amazons", 2005), seen by one seat;
// positive is good for it. In units of squares unless said otherwise.
type terms struct {
	t1 float64 // squares that own queens reach in fewer queen's moves, less those the opponent's do
	t2 float64 // the same in king's steps
	c1 float64 // 2 * sum of 2^-D1 over all squares, own less opponent's: rewards being much nearer
	c2 float64 // sum of the leads in king's steps (D2) over all squares, divided by 6; a D2 above 7 counts as 7
	w  float64 // squares that both can reach, each counted 2^-|difference of D1|: how open the position still is
	m  float64 // how much more the opponent's queens are hemmed in than the own
}

// firstMove is the value of a square that both reach equally soon, for the seat to move.
const firstMove = 0.2

// measure computes the terms of p as seen by the seat to move. A queen in mid-turn (moved, arrow not yet shot) is seen
// with her arrow still to come.
func measure(p amazons.Position) terms {
	return measureFor(p.Queens(p.Side()), p.Queens(p.Side().Other()), p.Free(), firstMove)
}

// measureFor takes the queens separately, so that a search can measure a turn whose arrow is not shot yet. tie is the value
// of a square that both reach equally soon, for the owner of mine.
func measureFor(mine, theirs, free amazons.Set, tie float64) terms {
	var one, other space
	return muster(one[:0], mine, free).measure(muster(other[:0], theirs, free), free, tie)
}

// measure computes the terms for the owner of a against b.
func (a army) measure(b army, free amazons.Set, tie float64) (t terms) {
	mine, myFirst := a.sets()
	theirs, theirFirst := b.sets()
	king, myPart := kingLayers(mine, free)
	otherKing, theirPart := kingLayers(theirs, free)
	my, their := queenLayers(myFirst, myPart), queenLayers(theirFirst, theirPart)
	var iReached, theyReached amazons.Set
	weight := 1.0
	for d := range my {
		if my[d].Empty() && their[d].Empty() {
			break
		}
		iReached, theyReached = iReached.Or(my[d]), theyReached.Or(their[d])
		t.t1 += lead(my[d], their[d], iReached, theyReached, tie)
		t.c1 += float64(weight * float64(my[d].Len()-their[d].Len()))
		weight /= 2
	}
	t.w = openness(&my, &their)

	var iStepped, theyStepped amazons.Set
	for d := range king {
		if king[d].Empty() && otherKing[d].Empty() && d >= 6 {
			break
		}
		iStepped, theyStepped = iStepped.Or(king[d]), theyStepped.Or(otherKing[d])
		t.t2 += lead(king[d], otherKing[d], iStepped, theyStepped, tie)
		if d < 6 {
			t.c2 += float64(iStepped.Len()-theyStepped.Len()) / 6
		}
	}
	if t.w > 0 {
		contested := myPart.And(theirPart)
		t.m = b.hemmed(contested) - a.hemmed(contested)
	}
	return t
}

// lead is the contribution of one layer to t1 or t2: the squares of it that the other side has not reached yet, own minus
// opponent's, and the tie for those that both reach with it. The reached squares include the layer.
func lead(mine, theirs, iReached, theyReached amazons.Set, tie float64) float64 {
	return float64(mine.Minus(theyReached).Len()-theirs.Minus(iReached).Len()) + float64(tie*float64(mine.And(theirs).Len()))
}

func openness(my, their *layers) (w float64) {
	for i := range my {
		if my[i].Empty() {
			break
		}
		for j := range their {
			if their[j].Empty() {
				break
			}
			weight := 1.0 / float64(int(1)<<max(i-j, j-i))
			w += float64(weight * float64(my[i].And(their[j]).Len()))
		}
	}
	return w
}

// hemmed sums over the queens how little each can move in contested country: a queen in the open adds almost nothing, one
// walled in adds 1.
func (a army) hemmed(contested amazons.Set) (sum float64) {
	for _, q := range a {
		far := q.reach.And(contested)
		near := far.And(amazons.Range(1).Within(q.at))
		alpha := float64(near.Len()) + float64(0.25*float64(far.Minus(near).Len()))
		sum += 1 / (1 + alpha)
	}
	return sum
}

// weights blend the terms into one value in squares. Each weight is linear in w, from open (w at least wOpen) to divided
// (w = 0: no square can be reached by both).
type weights struct{ open, divided terms }

// wOpen is the w from which the weights are those of the open game; the start has 70.
const wOpen = 60

func (k *weights) value(t terms) float64 {
	phase := min(1, t.w/wOpen)
	blend := func(open, divided float64) float64 { return divided + float64(phase*(open-divided)) }
	return float64(blend(k.open.t1, k.divided.t1)*t.t1) +
		float64(blend(k.open.t2, k.divided.t2)*t.t2) +
		float64(blend(k.open.c1, k.divided.c1)*t.c1) +
		float64(blend(k.open.c2, k.divided.c2)*t.c2) +
		float64(blend(k.open.m, k.divided.m)*t.m)
}

// lieberum are the weights of all bots that use all of Lieberum's terms. README.md says how they were tuned.
var lieberum = weights{
	open:    terms{t1: 0.15, t2: 0.40, c1: 0.25, c2: 1.00, m: 12},
	divided: terms{t1: 1.00, t2: 0.20, c1: 0.20, c2: 0.30, m: 2},
}
