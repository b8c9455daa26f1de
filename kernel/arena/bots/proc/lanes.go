package proc

import "sync"

// Lanes assigns the processors of this machine to games that are played at the same time, so that no game takes time from
// another.
type Lanes struct {
	mu   sync.Mutex
	free [][]int
}

// NewLanes returns lanes for this many games at a time. With more games than processors, no game gets processors of its own.
func NewLanes(games int) *Lanes {
	l := &Lanes{}
	cores := Cores()
	for i := 0; i < games && games <= len(cores); i++ {
		l.free = append(l.free, cores[i*len(cores)/games:(i+1)*len(cores)/games])
	}
	return l
}

// Take returns the processors for a game, and a function that gives them back. cores is nil, which means any, when none are left.
func (l *Lanes) Take() (cores []int, back func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.free) == 0 {
		return nil, func() {}
	}
	last := len(l.free) - 1
	cores, l.free = l.free[last], l.free[:last]
	return cores, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.free = append(l.free, cores)
	}
}

// Share returns the processors of one seat of a game: its own share of cores, or, where there are too few, one that seats share.
func Share(cores []int, seat, seats int) []int {
	if len(cores) == 0 {
		return nil
	}
	first := seat * len(cores) / seats
	return cores[first:max(first+1, (seat+1)*len(cores)/seats)]
}
