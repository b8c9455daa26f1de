package scene

import (
	"cmp"
	"slices"
	"strconv"
)

// Follow gives the pieces of a new scene their ids: a piece keeps the id that it had in the scene before, which may be nil. A
// piece on the cell of an earlier piece of its kind is that piece; the others are matched with the remaining earlier pieces of
// their kind, the nearest first. So a game in which one piece moves at a time, or back again, need not track its pieces. The kind
// is the sprite and the seat.
func Follow(before *Scene, width int, pieces []Piece) map[string]Piece {
	type kind struct {
		sprite string
		seat   Seat
	}
	of := func(p Piece) kind { return kind{p.Sprite, p.Seat} }
	was, counts := map[string]Piece{}, map[kind]int{}
	if before != nil {
		was = before.Pieces
	}
	named, taken := make(map[string]Piece, len(pieces)), make([]bool, len(pieces))
	ids := make([]string, 0, len(was))
	for id, p := range was {
		ids = append(ids, id)
		counts[of(p)]++
	}
	slices.Sort(ids)
	give := func(id string, i int) { named[id], taken[i] = pieces[i], true }
	for _, id := range ids {
		for i, p := range pieces {
			if _, done := named[id]; !done && !taken[i] && of(p) == of(was[id]) && p.At == was[id].At {
				give(id, i)
			}
		}
	}
	type pair struct {
		id          string
		piece, away int
	}
	var pairs []pair
	for _, id := range ids {
		if _, done := named[id]; done {
			continue
		}
		for i, p := range pieces {
			if !taken[i] && of(p) == of(was[id]) {
				pairs = append(pairs, pair{id, i, distance(p.At, was[id].At, max(width, 1))})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.away, b.away) })
	for _, p := range pairs {
		if _, done := named[p.id]; !done && !taken[p.piece] {
			give(p.id, p.piece)
		}
	}
	for i, p := range pieces {
		if !taken[i] {
			id := free(named, was, p, counts[of(p)])
			counts[of(p)]++
			give(id, i)
		}
	}
	return named
}

// free returns an id that neither scene has.
func free(named, was map[string]Piece, p Piece, n int) string {
	for {
		n++
		id := p.Sprite + strconv.Itoa(p.Seat.Index()) + "." + strconv.Itoa(n)
		_, now := named[id]
		_, then := was[id]
		if !now && !then {
			return id
		}
	}
}

func distance(a, b, width int) int {
	x, y := a%width-b%width, a/width-b/width
	return max(x, -x) + max(y, -y)
}
