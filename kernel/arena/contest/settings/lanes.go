package settings

import (
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// lanes assigns the processors of this machine to this many games that are played at the same time, so that no game takes time
// from another; see [match.Maker]. With more games than processors, no game gets processors of its own.
func lanes(games int) func() (cores []int, back func()) {
	var mu sync.Mutex
	var free [][]int
	all := proc.Cores()
	for i := 0; i < games && games <= len(all); i++ {
		free = append(free, all[i*len(all)/games:(i+1)*len(all)/games])
	}
	return func() (cores []int, back func()) {
		mu.Lock()
		defer mu.Unlock()
		if len(free) == 0 {
			return nil, func() {}
		}
		last := len(free) - 1
		cores, free = free[last], free[:last]
		return cores, func() {
			mu.Lock()
			defer mu.Unlock()
			free = append(free, cores)
		}
	}
}
