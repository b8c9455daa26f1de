package proc

// PidOf returns the number of a program's process.
func PidOf(p *Program) int { return p.child.(interface{ Pid() int }).Pid() }
