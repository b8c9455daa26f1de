package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// number is a whole number in base 10. urfave's own type reads 010 as 8.
type number struct{ n, least int }

func (v *number) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < v.least {
		return fmt.Errorf("%q: want a whole number, at least %d", text, v.least)
	}
	v.n = n
	return nil
}

func (v *number) String() string { return strconv.Itoa(v.n) }

// Get returns the value for cli.Context.Value.
func (v *number) Get() any { return v.n }

// NumberFlag is a flag that takes a whole number in base 10 that is not below least.
func NumberFlag(name string, value, least int, usage string, aliases ...string) cli.Flag {
	n := &number{value, least}
	return &cli.GenericFlag{Name: name, Aliases: aliases, Value: n, Usage: usage, DefaultText: strconv.Itoa(value)}
}

// Number returns the value of a NumberFlag.
func Number(c *cli.Context, name string) int { return c.Generic(name).(*number).n }

// ListenFlag is the flag --listen for a port of this program.
func ListenFlag(port string, aliases ...string) cli.Flag {
	return &cli.StringFlag{
		Name: "listen", Aliases: aliases, Value: port, Usage: "`[HOST:]PORT` to listen on; without a host only this machine can connect",
	}
}

// address is the value of a flag that takes the next word only if that word is an address.
type address struct{ text string }

func (v *address) Set(text string) error {
	if text != "" && !IsAddress(text) {
		return fmt.Errorf("%q: want [HOST:]PORT", text)
	}
	v.text = text
	return nil
}

func (v *address) String() string { return v.text }

var addresses = regexp.MustCompile(`^(\S*:)?[0-9]+$`)

// IsAddress reports whether a word is [HOST:]PORT.
func IsAddress(word string) bool { return addresses.MatchString(word) }

// AddressFlag is a flag that may be given without a value: it takes the next word only if that word is [HOST:]PORT.
func AddressFlag(name, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Value: &address{}, Usage: usage}
}

// TakesAddress reports whether a flag is an AddressFlag.
func TakesAddress(f cli.Flag) bool {
	g, ok := f.(*cli.GenericFlag)
	if !ok {
		return false
	}
	_, ok = g.Value.(*address)
	return ok
}

func TimeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "budget", Usage: "`TIME` of a program for each move: seconds, or 500ms, 2m (default: bots think by node counts)"},
		&cli.StringFlag{Name: "first-budget", Usage: "`TIME` for the first move (default: as for the others)"},
		&cli.StringFlag{Name: "clock", Usage: "`TIME` of each program for the whole game, with an increment: 10m or 10m+2s"},
		&cli.BoolFlag{Name: "budget-cpu", Usage: "count these times as processor time (bundled bots and programs that we start, Linux only)"},
	}
}

// busy measures whether the machine is too busy for clocks. Tests replace it.
var busy = cpu.Busy

// WatchClocks warns when the machine is too busy for clocks: at once or, if hold is true, when the returned function is called.
// The caller must call it. advice says what helps, apart from more processor time.
func (a *App) WatchClocks(ctx context.Context, budget timer.Control, advice string, hold bool) (stop func()) {
	if !budget.Limited() || budget.Processor {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	warnings := make(chan string, 1)
	go func() {
		defer close(warnings)
		if cpu.Measurable {
			advice += ", or count processor time (--budget-cpu)"
		}
		busy(ctx, func(sentence string) {
			if sentence += "; " + advice; hold {
				warnings <- sentence
				return
			}
			a.Log.Warn().Msg(sentence)
		})
	}()
	return func() {
		cancel()
		for sentence := range warnings {
			a.Log.Warn().Msg(sentence)
		}
	}
}

// AdviceGames says what helps when games are played at the same time on a busy machine.
const AdviceGames = "play fewer games at the same time (--concurrency)"

// adviceGame says what helps when a single game is played.
const adviceGame = "end other programs or give more time"

// HumanFlags are the flags about people.
func HumanFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "human-budget", Usage: "`TIME` of a person for each move (default: no limit)"},
		&cli.StringFlag{Name: "human-clock", Usage: "`TIME` of a person for the whole game, with an increment (default: no limit)"},
		&cli.BoolFlag{Name: "strict", Usage: "judge a person's illegal turn like a program's (default: ask the person again)"},
	}
}

// Control reads the budgets of programs.
func Control(c *cli.Context) (t timer.Control, err error) {
	if t, err = times(c, "budget", "clock"); err != nil {
		return t, err
	}
	if t.First, err = Duration(c, "first-budget"); err != nil {
		return t, err
	}
	t.Processor = c.Bool("budget-cpu")
	switch {
	case t.Processor && !t.Limited():
		return t, Usagef("flag --budget-cpu: want --budget, --first-budget or --clock with it")
	case t.Processor && !cpu.Measurable:
		return t, Usagef("flag --budget-cpu: processor time cannot be measured on this system, only on Linux")
	}
	return t, nil
}

// HumanControl reads the budgets of people. --first-budget applies to people only with --human-budget.
func HumanControl(c *cli.Context) (t timer.Control, err error) {
	if t, err = times(c, "human-budget", "human-clock"); err == nil && t.Move > 0 {
		t.First, err = Duration(c, "first-budget")
	}
	return t, err
}

func times(c *cli.Context, budget, clock string) (t timer.Control, err error) {
	if t.Move, err = Duration(c, budget); err != nil {
		return t, err
	}
	if text := c.String(clock); text != "" {
		if t.Game, t.Increment, err = timer.ParseClock(text); err != nil {
			return t, Usagef("flag --%s: %w", clock, err)
		}
	}
	return t, nil
}

// Duration reads a flag that takes a duration; 0 if the flag is not given.
func Duration(c *cli.Context, name string) (time.Duration, error) {
	text := c.String(name)
	if text == "" {
		return 0, nil
	}
	d, err := timer.ParseDuration(text)
	if err != nil {
		return 0, Usagef("flag --%s: %w", name, err)
	}
	return d, nil
}

func SeedFlag() cli.Flag {
	return &cli.StringFlag{Name: "seed", Usage: "`NUMBER` that repeats a game: any decimal integer (default: a random one, which is best for contests: programs can guess small numbers)"}
}

// OptionFlags are the flags for what defines the game apart from its start, for a verb that also has the flags others. An option
// with the name of one of those is called --game-NAME there.
func (a *App) OptionFlags(others []cli.Flag) (flags []cli.Flag) {
	for _, o := range a.Game.Options {
		name := o.Name
		if FlagNamed(others, name) != nil {
			name = hidden(name)
		}
		if o.Default == "false" {
			flags = append(flags, &cli.BoolFlag{Name: name, Usage: o.Usage})
		} else {
			flags = append(flags, &cli.StringFlag{Name: name, Usage: o.Usage, Value: o.Default})
		}
	}
	return append(flags, others...)
}

func hidden(name string) string { return "game-" + name }

// Setup reads what defines the game from the command line.
func (a *App) Setup(c *cli.Context) (s match.Setup, err error) {
	if s.Start, err = StartText(c); err != nil {
		return s, err
	}
	if s.Seed, err = readSeed(c); err != nil {
		return s, err
	}
	s.Options = match.Params{}
	for _, o := range a.Game.Options {
		name := o.Name
		if FlagNamed(c.Command.Flags, hidden(name)) != nil {
			name = hidden(name)
		}
		value := c.String(name)
		if o.Default == "false" {
			value = strconv.FormatBool(c.Bool(name))
		}
		if !o.Sparse || value != o.Default {
			s.Options[o.Name] = value
		}
	}
	return s, nil
}

// SetupError turns the error of a game that cannot be set up into a usage error that names what is wrong: an option, or --start.
// Other errors are returned unchanged.
func SetupError(err error) error {
	var setup *match.SetupError
	switch {
	case !errors.As(err, &setup):
		return err
	case strings.HasPrefix(setup.Error(), "flag --"):
		return usageError{setup}
	}
	return Usagef("flag --start: %w", setup)
}

// readSeed returns the seed given on the command line, or draws one.
func readSeed(c *cli.Context) (string, error) {
	text := c.String("seed")
	switch {
	case text == "" && !c.IsSet("seed"):
		return seeds.Draw(), nil
	case !seeds.Valid(text):
		return "", Usagef("flag --seed: %q: want a decimal integer", text)
	}
	return text, nil
}

// MakerFlags are the flags of every verb that makes players; mode says whether programs are in a jail by default.
func (a *App) MakerFlags(mode string) []cli.Flag {
	if a.Jail == nil {
		return a.PlayerFlags
	}
	return slices.Concat(a.PlayerFlags, a.Jail.Flags(mode))
}

// Hide hides files and folders from the programs that are started from now on. They must exist when a program is started.
func (a *App) Hide(paths ...string) { a.start.Jail.Hide = append(a.start.Jail.Hide, paths...) }

// Given returns flags as they were given, to be passed on.
func Given(c *cli.Context, flags []cli.Flag) (args []string) {
	for _, f := range flags {
		name := f.Names()[0]
		switch value := c.Value(name).(type) {
		case bool:
			if value {
				args = append(args, "--"+name)
			}
		case []string: // it may be repeated
			for _, one := range value {
				args = append(args, "--"+name, one)
			}
		default:
			if c.IsSet(name) {
				args = append(args, "--"+name, fmt.Sprint(value))
			}
		}
	}
	return args
}
