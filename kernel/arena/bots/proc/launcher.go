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

// launcher returns the launcher of the options, or one that says that there is none.
func (o *Options) launcher() Launcher {
	if o.Launcher == nil {
		return nowhere{}
	}
	return o.Launcher
}

// nowhere is the launcher of a program that links no jail.
type nowhere struct{}

var errNowhere = errors.New("jail: this program was built without jails (kernel/arena/jail)")

func (nowhere) Probe() (string, error)         { return none, errNowhere }
func (nowhere) Check([]string, *Options) error { return errNowhere }
func (nowhere) Launch([]string, *Options, []*os.File) (Child, string, error) {
	return nil, none, errNowhere
}
