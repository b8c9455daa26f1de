package jail

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
)

// Usage returns what the program and all processes that it started have used. While the program runs, this comes from the control
// groups and includes a few milliseconds and MiB of the jail itself; what they do not know, process 1 counts.
func (j *Jail) Usage() proc.Usage {
	j.asked.Lock() // End waits
	defer j.asked.Unlock()
	j.mu.Lock()
	closed, u := j.closed, j.usage
	j.mu.Unlock()
	if closed {
		return u
	}
	u.CPU, u.Memory = j.group.Usage()
	// If the program is frozen, process 1 is, too, and does not answer.
	if u.CPU > 0 && u.Memory > 0 || j.group.Freezes() || j.line.Send(sandbox.Order{Count: true}) != nil {
		return u
	}
	select {
	case counted := <-j.counted:
		if u.CPU == 0 {
			u.CPU = counted.CPU
		}
		u.Memory = max(u.Memory, counted.Memory)
	case <-j.died:
	}
	return u
}

// Spent returns the processor time that the program and all processes that it started have used so far, as counted by a control
// group; ok is false where there is no group, and after End.
func (j *Jail) Spent() (spent time.Duration, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return 0, false
	}
	spent = j.group.Spent()
	return spent, spent > 0
}

// Renew allows the program the policy's processor time from now on, for another game.
func (j *Jail) Renew() {
	spent, _ := j.Spent()
	j.mu.Lock()
	j.earlier = spent
	j.mu.Unlock()
	j.line.Send(sandbox.Order{Renew: true}) // refused if it has ended
}

// watch ends the program when it has used its processor time. Process 1 watches, too, but does not see the time of processes
// that have ended and for which nobody waited.
func (j *Jail) watch() {
	tick := time.NewTicker(sandbox.LookForTime)
	defer tick.Stop()
	for {
		select {
		case <-j.died:
			return
		case <-tick.C:
		}
		spent, _ := j.Spent()
		j.mu.Lock()
		spent -= j.earlier
		j.mu.Unlock()
		if spent > j.policy.CPU {
			j.line.Send(sandbox.Order{Stop: sandbox.OverCPU(int64(j.policy.CPU / time.Second))})
			return
		}
	}
}
