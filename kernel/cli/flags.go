package cli

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
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

func timeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "budget", Usage: "`TIME` for each move: seconds, or 500ms, 2m (default: bots think by node counts)"},
		&cli.StringFlag{Name: "clock", Usage: "`TIME` for the whole game of each player, with an increment: 10m or 10m+2s"},
	}
}

func control(c *cli.Context) (t timer.Control, err error) {
	if text := c.String("budget"); text != "" {
		if t.Move, err = timer.ParseDuration(text); err != nil {
			return t, Usagef("flag --budget: %w", err)
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

var decimal = regexp.MustCompile(`^-?[0-9]{1,1000}$`)

// seed returns the seed of the command line, or draws one.
func seed(c *cli.Context) (string, error) {
	text := c.String("seed")
	switch {
	case !c.IsSet("seed"):
		var b [8]byte
		rand.Read(b[:])
		return strconv.FormatUint(binary.LittleEndian.Uint64(b[:])>>32, 10), nil
	case !decimal.MatchString(text):
		return "", Usagef("flag --seed: %q: want a decimal integer", text)
	}
	return text, nil
}

// derive makes the seed of one game of many, itself a seed.
func derive(seed string, words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", seed, words))
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 10)
}

// identify makes the id of a game from what defines it.
func identify(words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:6])
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
