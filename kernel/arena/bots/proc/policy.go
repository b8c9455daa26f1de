package proc

import "time"

// Modes of a policy.
const (
	Off     = "off"     // no jail; the same as ""
	Auto    = "auto"    // as much of a jail as the system allows
	Require = "require" // a complete jail or an error
)

// Networks of a policy. No program ever reaches a network of the machine.
const (
	None     = "none"     // "" too
	Loopback = "loopback" // one of its own, for a server that the program itself starts
)

// The defaults of a Policy's fields.
const (
	DefaultMemory = 2 << 30
	DefaultProcs  = 256
	DefaultDisk   = 256 << 20
)

// Policy is what a program may do. It is plain data.
type Policy struct {
	Mode   string        `json:"mode"`
	Memory int64         `json:"memory,omitempty"` // bytes, of all its processes together; 0 is DefaultMemory
	CPU    time.Duration `json:"cpu,omitempty"`    // processor time of all its processes together, in each game, whole seconds; 0 is unlimited
	Procs  int           `json:"procs,omitempty"`  // processes and threads at the same time; 0 is DefaultProcs
	Disk   int64         `json:"disk,omitempty"`   // bytes that it may write, all its files together; 0 is DefaultDisk
	Read   []string      `json:"read,omitempty"`   // files and folders outside its own folder that it may read
	Write  []string      `json:"write,omitempty"`  // files and folders that it may change permanently; Disk does not limit these
	Hide   []string      `json:"hide,omitempty"`   // files and folders in what it may read that it does not see; they must exist
	Net    string        `json:"net,omitempty"`
	CPUs   []int         `json:"cpus,omitempty"` // numbers of the processors that it may run on; empty is all
	Keep   bool          `json:"keep,omitempty"` // when it is closed, its changes to its folder are written back
}

// Wanted reports whether the policy asks for a jail.
func (p *Policy) Wanted() bool { return p.Mode == Auto || p.Mode == Require }

// Usage is what a program and all processes that it started have used. Zero is unknown.
type Usage struct {
	CPU    time.Duration `json:"cpu"`
	Memory int64         `json:"memory"` // bytes, the most at any time
}

// Share returns the processors of one seat of a game: its own share of cores, or, where there are too few, one that seats share.
func Share(cores []int, seat, seats int) []int {
	if len(cores) == 0 {
		return nil
	}
	first := seat * len(cores) / seats
	return cores[first:max(first+1, (seat+1)*len(cores)/seats)]
}
