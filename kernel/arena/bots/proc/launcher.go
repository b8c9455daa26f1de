package proc

import (
	"errors"
	"os"
)

// Launcher starts programs in jails. Package kernel/arena/jail has one; only main names it, so that a program without jails does
// not link them.
type Launcher interface {
	// Probe says how much of a jail works on this system, "none" if nothing does; the error says what a complete one lacks.
	Probe() (level string, missing error)
	// Check returns why this program cannot have a jail, although others may; nil if it can.
	Check(words []string, o *Options) error
	// Launch starts a program in a jail. files are its descriptors, standard input first.
	Launch(words []string, o *Options, files []*os.File) (c Child, level string, err error)
}

// unfit returns why a program cannot have the jail that is wanted. If the jail is required, only starting it tells that.
func (o *Options) unfit(words []string) error {
	switch {
	case o.Launcher == nil:
		return errors.New("jail: this program was built without jails (kernel/arena/jail)")
	case o.Jail.Mode == Auto:
		return o.Launcher.Check(words, o)
	}
	return nil
}
