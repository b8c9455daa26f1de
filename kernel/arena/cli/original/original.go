// Package original has the verb compare-original, which plays games in the original program and here and compares them turn by
// turn.
package original

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// Program is the original program of a game.
type Program struct {
	Where   string // the argument that names it: "PYTHON", "DIR"
	Usage   string // what the argument may be, and what is compared, for the help
	Example string // the arguments of an example
	Players string // name of the arguments after it, for the help; "" if there are none
	Flags   func() []urfave.Flag
	// Open finds the program that the arguments name. The error says in one line what is expected.
	Open func(ctx context.Context, c *urfave.Context) (Played, error)
}

// Played is an original program that can play games, alongside ours.
type Played interface {
	Name() string // the program that was found, with its version
	// Play plays the n-th game, from 1, in both programs and compares them turn by turn.
	Play(ctx context.Context, n int, seed string) (Agreement, error)
	Close() error
}

// Agreement is the result of comparing one game.
type Agreement struct {
	Players []string `json:"players"`
	Turns   int      `json:"turns"`                // number of turns that were compared and are the same
	Ply     int      `json:"ply,omitempty"`        // the first difference, from 1
	What    string   `json:"difference,omitempty"` // what differs there; "" if nothing differs
}

// agreed is the line for a game, in JSON.
type agreed struct {
	Type string `json:"type"`
	N    int    `json:"n"`
	Seed string `json:"seed"`
	Agreement
}

// Compare is the verb compare-original: it plays games in the original and here and says whether they are the same.
func Compare(o Program) cli.Front {
	return func(a *cli.App) *urfave.Command {
		arguments := strings.TrimSpace(o.Where + " " + o.Players)
		return &urfave.Command{
			Name: "compare-original", Usage: "play the same games in the original and here, and compare them turn by turn",
			UsageText: fmt.Sprintf("%[1]s compare-original %[2]s\n\n%[3]s\nExit status: 0 all turns agree, 1 something differs. Example:\n\n"+
				"  %[1]s compare-original %[4]s", a.Game.Name, arguments, o.Usage, o.Example),
			Flags: append([]urfave.Flag{
				cli.NumberFlag("games", 10, 1, "`NUMBER` of games"), cli.SeedFlag(),
				&urfave.BoolFlag{Name: "json", Usage: "print JSON Lines: one line per game and a summary"},
			}, o.Flags()...),
			Action: func(c *urfave.Context) error { return o.run(a, c) },
		}
	}
}

// run plays the games. It fails if a game cannot be played or if games differ.
func (o *Program) run(a *cli.App, c *urfave.Context) error {
	if c.NArg() == 0 {
		return cli.Usagef("compare-original: want %s", o.Where)
	}
	seed := c.String("seed")
	switch {
	case seed == "":
		seed = seeds.Draw()
	case !seeds.Valid(seed):
		return cli.Usagef("flag --seed: %q: want a decimal integer", seed)
	}
	played, err := o.Open(c.Context, c)
	if err != nil {
		return err
	}
	defer played.Close()
	maker := a.Maker()
	turns, differ, games := 0, 0, cli.Number(c, "games")
	for n := 1; n <= games; n++ {
		line := agreed{Type: "game", N: n, Seed: seeds.Derive(seed, "original", n)}
		over := maker.Await(match.Wait{Who: played.Name(), What: fmt.Sprintf("game %d", n)})
		line.Agreement, err = played.Play(c.Context, n, line.Seed)
		if over(); err != nil {
			if c.Context.Err() != nil {
				return cli.ErrInterrupted
			}
			return fmt.Errorf("game %d (%s, seed %s): %w", n, strings.Join(line.Players, " - "), line.Seed, err)
		}
		if turns += line.Turns; line.What != "" {
			differ++
		}
		if c.Bool("json") {
			err = a.PrintJSON(line)
		} else {
			_, err = fmt.Fprintln(a.Out, line)
		}
		if err != nil {
			return err
		}
	}
	if c.Bool("json") {
		err = a.PrintJSON(struct {
			Type     string `json:"type"`
			Original string `json:"original"`
			Games    int    `json:"games"`
			Turns    int    `json:"turns"`
			Differ   int    `json:"differ"`
		}{"summary", played.Name(), games, turns, differ})
	} else {
		verdict := "all agree"
		if differ > 0 {
			verdict = fmt.Sprintf("%d games differ", differ)
		}
		_, err = fmt.Fprintf(a.Out, "%s: %d games, %d turns compared: %s\n", played.Name(), games, turns, verdict)
	}
	fmt.Fprintf(a.Err, "the seed was %s\n", seed)
	if err == nil && differ > 0 {
		return urfave.Exit("", 1)
	}
	return err
}

// String returns the line for a game, for people.
func (a agreed) String() string {
	line := fmt.Sprintf("game %d: %s, seed %s: %d turns agree", a.N, strings.Join(a.Players, " - "), a.Seed, a.Turns)
	if a.What != "" {
		line += fmt.Sprintf("; ply %d differs: %s", a.Ply, a.What)
	}
	return line
}
