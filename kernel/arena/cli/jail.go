package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// MakerFlags are the flags of every verb that makes players; mode says whether programs are in a jail by default.
func (a *App) MakerFlags(mode string) []cli.Flag {
	if a.Jail == nil {
		return a.PlayerFlags
	}
	return slices.Concat(a.PlayerFlags, jailFlags(mode))
}

// jailFlags are the flags of a verb that starts programs, which may be a stranger's. mode is the default of --jail.
func jailFlags(mode string) []cli.Flag {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "jail", Value: mode, Usage: "keep programs in a jail: `WHEN` is off, auto (as far as the system can) or require"},
		&cli.StringFlag{Name: "jail-memory", Value: "2G", Usage: "`SIZE` of the memory of a program in a jail, with all that it starts"},
		&cli.StringFlag{Name: "jail-cpu", Usage: "processor `TIME` that it may use in each game, such as 5m (default: any)"},
		NumberFlag("jail-procs", proc.DefaultProcs, 1, "`NUMBER` of processes and threads that it may have at the same time"),
		&cli.StringFlag{Name: "jail-disk", Value: "256M", Usage: "`SIZE` of all that it may write"},
		&cli.GenericFlag{Name: "jail-read", Value: &paths{}, Usage: "`PATH` that it may read, apart from its own folder; may be repeated"},
		&cli.GenericFlag{Name: "jail-write", Value: &paths{}, Usage: "`PATH` that it may change for good; may be repeated"},
		&cli.StringFlag{Name: "jail-net", Value: proc.None, Usage: "`NETWORK` that it has: none, or loopback (one of its own)"},
		&cli.BoolFlag{Name: "jail-keep", Usage: "keep what it wrote to its own folder, if only one game at a time uses that folder"},
	}
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.StringFlag:
			f.Category = jailCategory
		case *cli.GenericFlag:
			f.Category = jailCategory
		case *cli.BoolFlag:
			f.Category = jailCategory
		}
	}
	return flags
}

const jailCategory = "JAIL (SECURITY.md)"

// paths is the value of a flag that may be repeated.
type paths struct{ list []string }

func (p *paths) Set(text string) error {
	p.list = append(p.list, text)
	return nil
}

func (p *paths) String() string { return strings.Join(p.list, " ") }

// readJail reads jailFlags: how programs are started. A verb without these flags starts programs without a jail.
func (a *App) readJail(c *cli.Context) (o proc.Options, err error) {
	if flagNamed(c.Command.Flags, "jail") == nil {
		return o, nil
	}
	p := proc.Policy{
		Mode: c.String("jail"), Net: c.String("jail-net"),
		Read: c.Generic("jail-read").(*paths).list, Write: c.Generic("jail-write").(*paths).list, Keep: c.Bool("jail-keep"), Procs: Number(c, "jail-procs"),
	}
	if p.Mode == proc.Off {
		for _, f := range jailFlags("")[1:] {
			if name := f.Names()[0]; c.IsSet(name) {
				return o, Usagef("flag --%s: there is no jail; want --jail auto or --jail require with it", name)
			}
		}
		return o, nil
	}
	for name, to := range map[string]*int64{"jail-memory": &p.Memory, "jail-disk": &p.Disk} {
		if *to, err = size(c.String(name)); err != nil {
			return o, Usagef("flag --%s: %w", name, err)
		}
	}
	if p.CPU, err = Duration(c, "jail-cpu"); err != nil {
		return o, err
	}
	if err := p.Check(); err != nil {
		return o, Usagef("flag --%w", err)
	}
	if p.Mode == proc.Require {
		if _, missing := a.Jail.Probe(); missing != nil {
			return o, fmt.Errorf("flag --jail: require: %w", missing)
		}
	}
	said := ""
	return proc.Options{Jail: p, Launcher: a.Jail, Said: func(level string) {
		a.saying.Lock()
		defer a.saying.Unlock()
		if level != said {
			said = level
			fmt.Fprintf(a.Err, "jail: %s\n", level)
		}
	}}, nil
}

// Hide hides files and folders from the programs that are started from now on. They must exist when a program is started.
func (a *App) Hide(paths ...string) { a.start.Jail.Hide = append(a.start.Jail.Hide, paths...) }

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

// JailArgs returns the jail's flags as they were given, to be passed on.
func JailArgs(c *cli.Context) (args []string) {
	for _, f := range jailFlags("") {
		name := f.Names()[0]
		if !c.IsSet(name) {
			continue
		}
		switch value := c.Generic(name).(type) {
		case *paths:
			for _, path := range value.list {
				args = append(args, "--"+name, path)
			}
		case *number:
			args = append(args, "--"+name, value.String())
		default:
			switch {
			case needsValue(f):
				args = append(args, "--"+name, c.String(name))
			case c.Bool(name):
				args = append(args, "--"+name)
			}
		}
	}
	return args
}
