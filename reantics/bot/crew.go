package bot

import (
	"sync/atomic"
	"time"
)

// crew are searchers that judge turns at the same time. Only the first looks at the clock.
type crew struct {
	first  *searcher
	others []*searcher
}

func newCrew(first *searcher, w *watch, threads int) *crew {
	c := &crew{first: first}
	for range threads - 1 {
		c.others = append(c.others, &searcher{w: first.w, ground: first.ground, over: w.ended.Load})
	}
	return c
}

// judge returns the values of turns after the answers to them; known is false for turns for which there was no time.
func (c *crew) judge(turns []sprout, width int) (values []int, known []bool) {
	values, known = make([]int, len(turns)), make([]bool, len(turns))
	var next atomic.Int64
	work := func(s *searcher) {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(turns) || s.over() {
				return
			}
			values[i] = s.answered(&turns[i].p, width)
			known[i] = !s.over()
		}
	}
	done := make(chan int, len(c.others))
	for _, s := range c.others {
		go func() {
			before := s.measured
			work(s)
			done <- s.measured - before
		}()
	}
	work(c.first)
	clock := time.NewTicker(time.Millisecond)
	defer clock.Stop()
	for waits := len(c.others); waits > 0; {
		select {
		case n := <-done:
			c.first.measured += n
			waits--
		case <-clock.C: // no other thread looks at the clock
			c.first.over()
		}
	}
	return values, known
}
