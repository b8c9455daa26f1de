package proc

import (
	"sync"
	"time"
)

// programs are those of this process that run.
type programs struct {
	mu    sync.Mutex
	list  map[*Program]bool
	over  bool          // none may run any more
	hurry chan struct{} // closed when Close no longer waits for programs
}

var all = programs{list: map[*Program]bool{}, hurry: make(chan struct{})}

// hurryUp tells Close to wait no longer.
var hurryUp = sync.OnceFunc(func() { close(all.hurry) })

func (a *programs) add(p *Program) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list[p] = true
	if a.over {
		go p.child.End()
	}
}

func (a *programs) remove(p *Program) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.list, p)
}

// end ends all programs, and all that is started meanwhile, because this process is about to exit without closing its players. It
// gives up after d.
func (a *programs) end(d time.Duration) {
	a.mu.Lock()
	a.over = true
	var ends sync.WaitGroup
	for p := range a.list {
		ends.Go(func() { p.child.End() })
	}
	a.mu.Unlock()
	over := make(chan struct{})
	go func() {
		ends.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-time.After(d):
	}
}
