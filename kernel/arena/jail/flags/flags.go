// Package flags has the command line of jails: which flags there are, and what they make of the start of a program.
package flags

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

// Wing gives a program jails, and the flags for them.
func Wing(p *cli.Program) { p.Jail = &cli.Jail{Flags: flags, Read: read} }

// flags are the flags of a verb that starts programs, which may be a stranger's. mode is the default of --jail.
func flags(mode string) []urfave.Flag {
	list := []urfave.Flag{
		&urfave.StringFlag{Name: "jail", Value: mode, Usage: "run programs in a jail: `WHEN` is off, auto (as far as the system allows) or require"},
		&urfave.StringFlag{Name: "jail-memory", Value: "2G", Usage: "`SIZE` of the memory of a program and all that it starts"},
		&urfave.StringFlag{Name: "jail-cpu", Usage: "processor `TIME` that a program may use in each game, such as 5m (default: no limit)"},
		cli.NumberFlag("jail-procs", proc.DefaultProcs, 1, "`NUMBER` of processes and threads that a program may have at the same time"),
		&urfave.StringFlag{Name: "jail-disk", Value: "256M", Usage: "`SIZE` of everything that a program may write"},
		&urfave.GenericFlag{Name: "jail-read", Value: &paths{}, Usage: "`PATH` that programs may read, besides their own folders; may be repeated"},
		&urfave.GenericFlag{Name: "jail-write", Value: &paths{}, Usage: "`PATH` that programs may change, also after the game; may be repeated"},
		&urfave.StringFlag{Name: "jail-net", Value: proc.None, Usage: "`NETWORK` of a program: none, or loopback (a private one, without other machines)"},
		&urfave.BoolFlag{Name: "jail-keep", Usage: "keep what a program writes to its own folder; only if one game at a time uses that folder"},
	}
	for _, f := range list {
		switch f := f.(type) {
		case *urfave.StringFlag:
			f.Category = jailCategory
		case *urfave.GenericFlag:
			f.Category = jailCategory
		case *urfave.BoolFlag:
			f.Category = jailCategory
		}
	}
	return list
}

const jailCategory = "JAIL (SECURITY.md)"

// paths is the value of a flag that may be repeated.
type paths struct{ list []string }

func (p *paths) Set(text string) error {
	p.list = append(p.list, text)
	return nil
}

// Get returns the value for cli.Context.Value.
func (p *paths) Get() any { return p.list }

func (p *paths) String() string { return strings.Join(p.list, " ") }

// read reads the flags: how programs are started. A verb without these flags starts programs without a jail.
func read(a *cli.App, c *urfave.Context) (o proc.Options, err error) {
	if cli.FlagNamed(c.Command.Flags, "jail") == nil {
		return o, nil
	}
	p := proc.Policy{
		Mode: c.String("jail"), Net: c.String("jail-net"),
		Read: c.Generic("jail-read").(*paths).list, Write: c.Generic("jail-write").(*paths).list, Keep: c.Bool("jail-keep"), Procs: cli.Number(c, "jail-procs"),
	}
	if p.Mode == proc.Off {
		for _, f := range flags("")[1:] {
			if name := f.Names()[0]; c.IsSet(name) {
				return o, cli.Usagef("flag --%s: it is for jails: want --jail auto or --jail require, too", name)
			}
		}
		return o, nil
	}
	for name, to := range map[string]*int64{"jail-memory": &p.Memory, "jail-disk": &p.Disk} {
		if *to, err = size(c.String(name)); err != nil {
			return o, cli.Usagef("flag --%s: %w", name, err)
		}
	}
	if p.CPU, err = cli.Duration(c, "jail-cpu"); err != nil {
		return o, err
	}
	if err := jail.Valid(p); err != nil {
		return o, cli.Usagef("flag --%w", err)
	}
	if p.Mode == proc.Require {
		if _, missing := jail.Probe(); missing != nil {
			return o, fmt.Errorf("flag --jail: require: %w", missing)
		}
	}
	var mu sync.Mutex
	said := ""
	return proc.Options{Jail: p, Launcher: jail.Launcher{}, Said: func(level string) {
		mu.Lock()
		defer mu.Unlock()
		if level != said {
			said = level
			a.Say("jail: " + level)
		}
	}}, nil
}

// size reads a number of bytes such as 512M.
func size(text string) (int64, error) {
	const least, units = 1 << 20, "KMGT"
	digits, unit := text, int64(1)
	if n := len(text); n > 0 {
		if i := strings.IndexByte(units, text[n-1]&^0x20); i >= 0 {
			digits, unit = text[:n-1], 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > (1<<62)/unit || n*unit < least {
		return 0, fmt.Errorf("%q: want a size, at least 1M, such as 512M or 2G", text)
	}
	return n * unit, nil
}
