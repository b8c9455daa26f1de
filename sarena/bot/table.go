package bot

import "sync/atomic"

// table remembers positions that were searched; newer ones replace older ones. Several searches may share one: an entry is two
// words that are read and written without a lock, and a torn pair does not fit together (the first is the key xor the second).
type table [][2]atomic.Uint64

func newTable(bits int) table { return make(table, 1<<bits) }

// entry is what is known about a position.
type entry struct {
	value int32
	depth int8
	bound int8 // 0: value is exact, -1: it is at most value, +1: at least
	best  turn // in the image that the key belongs to
}

func (t table) look(key uint64) (e entry, ok bool) {
	slot := &t[key>>32&uint64(len(t)-1)]
	data := slot[1].Load()
	if slot[0].Load()^data != key {
		return e, false
	}
	return entry{int32(uint32(data)), int8(data >> 32), int8(data >> 40), turn(data >> 48)}, true
}

func (t table) store(key uint64, e entry) {
	data := uint64(uint32(e.value)) | uint64(uint8(e.depth))<<32 | uint64(uint8(e.bound))<<40 | uint64(e.best)<<48
	slot := &t[key>>32&uint64(len(t)-1)]
	slot[0].Store(key ^ data)
	slot[1].Store(data)
}

// forget empties the table. No search may use it meanwhile.
func (t table) forget() {
	for i := range t {
		t[i][0].Store(0)
		t[i][1].Store(0)
	}
}
