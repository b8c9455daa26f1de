package cli

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"net"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// number is a whole number in base 10. urfave's own reads 010 as 8.
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

// NumberFlag is a flag that takes a whole number in base 10, not below least.
func NumberFlag(name string, value, least int, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Value: &number{value, least}, Usage: usage, DefaultText: strconv.Itoa(value)}
}

// Number returns the value of a NumberFlag.
func Number(c *cli.Context, name string) int { return c.Generic(name).(*number).n }

// ListenFlag is the flag `listen` for a port of ours.
func ListenFlag(port string, aliases ...string) cli.Flag {
	return &cli.StringFlag{
		Name: "listen", Aliases: aliases, Value: port, Usage: "`[HOST:]PORT` to listen on; without a host only this machine can connect",
	}
}

// Address completes the value of such a flag: who names no host means this machine alone.
func Address(text string) string {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return net.JoinHostPort("127.0.0.1", text)
	}
	return text
}

func timeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "budget", Usage: "`TIME` for each move: seconds, or 500ms, 2m (default: bots think by node counts)"},
		&cli.StringFlag{Name: "first-budget", Usage: "`TIME` for the first move (default: as for the others)"},
		&cli.StringFlag{Name: "clock", Usage: "`TIME` for the whole game of each player, with an increment: 10m or 10m+2s"},
	}
}

func control(c *cli.Context) (t timer.Control, err error) {
	if text := c.String("budget"); text != "" {
		if t.Move, err = timer.ParseDuration(text); err != nil {
			return t, Usagef("flag --budget: %w", err)
		}
	}
	if text := c.String("first-budget"); text != "" {
		if t.First, err = timer.ParseDuration(text); err != nil {
			return t, Usagef("flag --first-budget: %w", err)
		}
	}
	if text := c.String("clock"); text != "" {
		if t.Game, t.Increment, err = timer.ParseClock(text); err != nil {
			return t, Usagef("flag --clock: %w", err)
		}
	}
	return t, nil
}

func seedFlag() cli.Flag {
	return &cli.StringFlag{Name: "seed", Usage: "`NUMBER` that repeats a game: any decimal integer (default: drawn)"}
}

// optionFlags are the flags of what defines the game beside its start, for a verb that has other flags, too. An option with the
// name of one of those is called --game-NAME there.
func (g *Game[Q, A]) optionFlags(others []cli.Flag) (flags []cli.Flag) {
	for _, o := range g.Options {
		name := o.Name
		if flagNamed(others, name) != nil {
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

// setup reads what defines the game from the command line.
func (g *Game[Q, A]) setup(c *cli.Context) (s Setup, err error) {
	if s.Start, err = StartText(c); err != nil {
		return s, err
	}
	if s.Seed, err = seed(c); err != nil {
		return s, err
	}
	s.Options = Params{}
	for _, o := range g.Options {
		name := o.Name
		if flagNamed(c.Command.Flags, hidden(name)) != nil {
			name = hidden(name)
		}
		if o.Default == "false" {
			s.Options[o.Name] = strconv.FormatBool(c.Bool(name))
		} else {
			s.Options[o.Name] = c.String(name)
		}
	}
	_, err = g.Open(s)
	return s, setupError(err)
}

// setupError says which flag is to blame for a game that cannot be set up: an option, which its error names, or --start.
func setupError(err error) error {
	switch {
	case err == nil:
		return nil
	case strings.HasPrefix(err.Error(), "flag --"):
		return usageError{err}
	}
	return Usagef("flag --start: %w", err)
}

// fill adds the defaults of options that are not named.
func (g *Game[Q, A]) fill(options Params) Params {
	filled := Params{}
	for _, o := range g.Options {
		filled[o.Name] = o.Default
	}
	maps.Copy(filled, options)
	return filled
}

// key is what tells setups apart that are played from many seeds.
func (s Setup) key() string {
	if len(s.Options) == 0 {
		return s.Start
	}
	return fmt.Sprint(s.Start, s.Options) // fmt sorts the keys
}

var decimal = regexp.MustCompile(`^-?[0-9]{1,1000}$`)

// seed returns the seed of the command line, or draws one.
func seed(c *cli.Context) (string, error) {
	text := c.String("seed")
	switch {
	case !c.IsSet("seed"):
		return DrawSeed(), nil
	case !decimal.MatchString(text):
		return "", Usagef("flag --seed: %q: want a decimal integer", text)
	}
	return text, nil
}

// DrawSeed draws a seed for a game that names none.
func DrawSeed() string {
	var b [8]byte
	rand.Read(b[:])
	return strconv.FormatUint(binary.LittleEndian.Uint64(b[:])>>32, 10)
}

// DeriveSeed makes the seed of one game of many, itself a seed.
func DeriveSeed(seed string, words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", seed, words))
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 10)
}

// identify makes the id of a game from what defines it.
func identify(words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:6])
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
