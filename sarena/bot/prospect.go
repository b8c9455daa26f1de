package bot

import "github.com/gridiron-games/gridiron/sarena"

// prospect computes the outlook after a turn without playing the turn. Parts that all turns of a position share are computed
// once, and so are those that all turns of a pile share.
type prospect struct {
	now            surroundings
	occupied       sarena.Set
	unknown        sarena.Set              // occupied cells whose aspect has not been looked up yet
	aspects        [sarena.MaxCells]uint16 // of the other ones
	joined, turned int                     // shares of the full board after a turn of either kind

	from   uint8
	pile   heap
	exit   uint16                   // one in the place of exits if the pile leaves an arrow cell
	gone   twofold                  // the outlook without the pile
	beside [sarena.MaxCells]twofold // by cell beside the pile: how much the outlook there changes when the pile leaves
}

// look prepares for the turns of a position.
func (x *prospect) look(f *field) {
	x.now = f.surroundings()
	x.occupied = f.all &^ x.now.empty
	x.unknown = x.occupied
	x.joined, x.turned = f.share(1), f.share(0)
}

// learn computes the aspects of the given cells that are still unknown.
func (x *prospect) learn(f *field, cells sarena.Set) {
	for rest := cells & x.unknown; rest != 0; rest = rest.Rest() {
		c := uint8(rest.First() & 63)
		x.aspects[c] = f.aspect(c, f.heaps[c], &x.now)
	}
	x.unknown &^= cells
}

// leave removes a pile, for the turns of that pile.
func (x *prospect) leave(f *field, from uint8) {
	from &= 63
	x.learn(f, f.beside[from]|1<<from)
	x.from, x.pile = from, f.heaps[from]
	x.exit = f.ground[from] >> (groundShift - exitsShift)
	x.gone = f.outlook - worth[x.aspects[from]&(worths-1)]
	for rest := f.beside[from] & x.occupied; rest != 0; rest = rest.Rest() {
		c := uint8(rest.First() & 63)
		h, a := f.heaps[c], x.aspects[c]
		x.beside[c] = worth[(a+x.exit-joins(x.pile, h))&(worths-1)] - worth[a&(worths-1)] - f.edge(from, c, x.pile, h)
		x.gone += x.beside[c]
	}
}

// after returns the outlook, for Yellow, with the pile on another cell, and the tempo at that time.
func (x *prospect) after(f *field, to uint8) (outlook, pace int) {
	to &= 63
	near := f.beside[to] &^ (1 << x.from)
	x.learn(f, near)
	under := f.heaps[to]
	made := result(x.pile, under)
	v, share, filled := x.gone, x.turned, uint16(1)<<exitsShift
	if under != 0 {
		v -= x.beside[to] + worth[x.aspects[to]&(worths-1)] + f.edge(x.from, to, x.pile, under)
		share, filled = x.joined, 0
	}
	exits := popcount(near&x.now.exits)<<exitsShift + x.exit
	joiners := popcount(near&x.now.joiners[made>>4&7]) << joinersShift
	v += worth[(uint16(made&heapShape)|joiners+exits|f.ground[to])&(worths-1)]
	for rest := near & x.occupied; rest != 0; rest = rest.Rest() {
		c := uint8(rest.First() & 63)
		h, a := f.heaps[c], x.aspects[c]
		v += worth[(a-filled-joins(under, h)+joins(made, h))&(worths-1)] - worth[a&(worths-1)] +
			f.edge(to, c, made, h) - f.edge(to, c, under, h)
	}
	return v.at(share), tempo.at(share)
}

// value returns the value of a turn for the side to move by the outlook after it.
func (x *prospect) value(f *field, to uint8) int {
	v, pace := x.after(f, to)
	if f.red {
		v = -v
	}
	return v - pace
}

// joins is one in the place of joiners if two heaps could join, else 0.
func joins(h, g heap) uint16 {
	if n := h.height(); n > 0 && n+g.height() <= sarena.Height {
		return 1 << joinersShift
	}
	return 0
}
