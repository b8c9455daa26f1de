package bot

import (
	"math/rand/v2"
	"sync/atomic"

	"github.com/gridiron-games/gridiron/tron"
)

// table remembers positions that were searched. Several searches may share one: an entry is two words that are read and written
// without a lock, and a torn pair does not fit together (the first word is the key xor the second).
type table [tableSize][2]atomic.Uint64

// tableSize is a power of two.
const tableSize = 1 << 16

// entry is what is known of a position.
type entry struct {
	value int32
	depth uint8
	bound uint8 // of value
	best  ride
}

// Bounds of a value. The zero value says that there is no entry.
const (
	lower = 1 + iota
	exact
	upper
)

func (t *table) look(key uint64) (e entry) {
	slot := &t[key%tableSize]
	data := slot[1].Load()
	if slot[0].Load()^data != key {
		return e
	}
	return entry{int32(uint32(data)), uint8(data >> 32), uint8(data >> 40), ride(data >> 48)}
}

func (t *table) store(key uint64, e entry) {
	data := uint64(uint32(e.value)) | uint64(e.depth)<<32 | uint64(e.bound)<<40 | uint64(e.best)<<48
	slot := &t[key%tableSize]
	slot[0].Store(key ^ data)
	slot[1].Store(data)
}

// Random numbers for the hash of an arena: of a cell with what is in it, of a cell with a seat's bike that drives in a direction.
var cellKeys, headKeys = func() (cells [tron.MaxCells][4]uint64, heads [tron.MaxCells][2][tron.Directions]uint64) {
	chance := rand.New(rand.NewPCG(21, 35))
	for i := range cells {
		for c := tron.AreaWall; c <= tron.YellowWall; c++ {
			cells[i][c] = chance.Uint64()
		}
		for s := range heads[i] {
			for d := range heads[i][s] {
				heads[i][s][d] = chance.Uint64()
			}
		}
	}
	return cells, heads
}()

// key mixes everything that the future depends on, but the number of the cycle: in one search it goes with the depth.
func (a *arena) key() uint64 {
	h := a.walls
	for s := range a.riders {
		r := &a.riders[s]
		h ^= headKeys[r.at][s][r.direction]
		h = (h ^ uint64(uint32(r.health))<<40 ^ uint64(uint32(r.cooldown))<<20 ^ uint64(uint32(r.remaining))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return (h ^ uint64(uint32(a.lead))) * 0xd1342543de82ef95
}
