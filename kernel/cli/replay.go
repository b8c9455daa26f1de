package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

func (a *App[Q, A]) replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "show a recorded game again, or verify it",
		UsageText: fmt.Sprintf("%[1]s replay FILE\n\nOn a terminal: space or n goes forwards, b backwards, a number and enter jumps, g and G go to the "+
			"beginning and the end, q quits.\nElsewhere every position is printed. Examples:\n\n  %[1]s replay game.jsonl --at 2\n  %[1]s replay game.jsonl --verify", a.Name),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "verify", Usage: "play it again by the rules and compare"},
			NumberFlag("at", -1, -1, "show the position after this `NUMBER` of plies; -1: all of them"),
			NumberFlag("game", 1, 1, "the `NUMBER` of the game in a file with several"),
		},
		Action: a.replayAction,
	}
}

func (a *App[Q, A]) replayAction(c *cli.Context) error {
	if c.NArg() != 1 {
		return Usagef("replay: want one file with a record")
	}
	path := c.Args().First()
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	games, err := record.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if c.Bool("verify") {
		for i := range games {
			if err := a.verify(&games[i]); err != nil {
				return fmt.Errorf("%s: game %d: %w", path, i+1, err)
			}
		}
		finished := 0
		for _, g := range games {
			if g.Result != nil {
				finished++
			}
		}
		_, err := fmt.Fprintf(a.out, "%s agrees with the rules (games: %d, finished: %d)\n", path, len(games), finished)
		return err
	}
	n := Number(c, "game")
	if n > len(games) {
		return Usagef("flag --game: %d, but %s holds %d games", n, path, len(games))
	}
	g := &games[n-1]
	at := Number(c, "at")
	switch {
	case at > len(g.Answers):
		return Usagef("flag --at: %d, but the game has %d plies", at, len(g.Answers))
	case at >= 0:
		return a.showAt(c, g, at)
	case a.in.terminal() != nil && isTerminal(a.out):
		return a.browse(c, g)
	}
	return a.showAll(c, g)
}

// showAll prints every position at which somebody is asked, and the last one.
func (a *App[Q, A]) showAll(c *cli.Context, g *record.Game) error {
	table, taken, err := a.replay(g, len(g.Answers), func(t *Table[Q, A], plies int) error {
		if err := a.show(c, t, g, plies); err != nil {
			return err
		}
		_, err := fmt.Fprintln(a.out)
		return err
	})
	if err != nil {
		return err
	}
	return a.show(c, table, g, taken)
}

// replay sets the game up and gives the referee the first n answers. It returns how many the referee took: fewer when
// the game was over before. before, if not nil, sees the table whenever there are answers to give.
func (a *App[Q, A]) replay(g *record.Game, n int, before func(t *Table[Q, A], plies int) error) (*Table[Q, A], int, error) {
	if err := a.mine(g); err != nil {
		return nil, 0, err
	}
	all, err := answersOf[A](g)
	if err != nil {
		return nil, 0, err
	}
	table, err := a.Open(Setup{g.Header.Start, g.Header.Seed, a.fill(g.Header.Options)})
	if err != nil {
		return nil, 0, fmt.Errorf("the start: %w", err)
	}
	for i := 0; i < n; {
		questions := table.Referee.Ask()
		if len(questions) == 0 || i+len(questions) > n {
			return table, i, nil
		}
		if before != nil {
			if err := before(table, i); err != nil {
				return table, i, err
			}
		}
		for k, q := range questions {
			if seat := g.Answers[i+k].Seat; seat != a.Seats[q.Seat] {
				return table, i, fmt.Errorf("line %d: an answer of %s, but %s is asked", g.Lines[i+k], seat, a.Seats[q.Seat])
			}
		}
		table.Referee.Answer(all[i : i+len(questions) : i+len(questions)])
		i += len(questions)
	}
	return table, n, nil
}

// mine returns an error for a record of another game.
func (a *App[Q, A]) mine(g *record.Game) error {
	if g.Header.Game != a.Name {
		return fmt.Errorf("a record of %q, not of %q", g.Header.Game, a.Name)
	}
	return nil
}

// answersOf reads the answers of a record.
func answersOf[A any](g *record.Game) ([]turn.Answer[A], error) {
	answers := make([]turn.Answer[A], len(g.Answers))
	for i, from := range g.Answers {
		to := &answers[i]
		if from.Fault != "" {
			to.Fault = &turn.Fault{Kind: from.Fault, Detail: from.Detail}
		} else if err := json.Unmarshal(from.Move, &to.Value); err != nil {
			return nil, fmt.Errorf("line %d: %w", g.Lines[i], err)
		}
		to.Say, to.Took = from.Say, time.Duration(from.Ms*float64(time.Millisecond))
	}
	return answers, nil
}

// verify plays the game again and says what differs first.
func (a *App[Q, A]) verify(g *record.Game) error {
	table, taken, err := a.replay(g, len(g.Answers), nil)
	if err != nil {
		return err
	}
	if taken < len(g.Answers) {
		return fmt.Errorf("line %d: an answer after the end of the game", g.Lines[taken])
	}
	over := len(table.Referee.Ask()) == 0
	switch {
	case g.Result == nil && over:
		return fmt.Errorf("line %d: the game is over, but its result is missing", g.Last)
	case g.Result == nil:
		return nil
	case !over:
		return fmt.Errorf("line %d: a result, but the game goes on", g.Last)
	}
	want := record.ResultOf(table.Referee.Result(), a.Seats)
	if !cmp.Equal(want, *g.Result) {
		got, _ := json.Marshal(g.Result)
		rules, _ := json.Marshal(want)
		return fmt.Errorf("line %d: the result is %s, by the rules it is %s", g.Last, got, rules)
	}
	return nil
}

func (a *App[Q, A]) showAt(c *cli.Context, g *record.Game, at int) error {
	table, taken, err := a.replay(g, at, nil)
	if err != nil {
		return err
	}
	return a.show(c, table, g, taken)
}

// show draws a table after some plies of a game, with what was said last, and the result after the last one.
func (a *App[Q, A]) show(c *cli.Context, table *Table[Q, A], g *record.Game, plies int) error {
	var canvas ascii.Canvas
	table.Draw(&canvas)
	if err := canvas.Write(a.out, a.colour(c, a.out)); err != nil {
		return err
	}
	if plies > 0 && g.Answers[plies-1].Say != "" {
		fmt.Fprintf(a.out, "%s: %s\n", strings.ToUpper(g.Answers[plies-1].Seat), ascii.Clean(g.Answers[plies-1].Say, 70))
	}
	if plies < len(g.Answers) {
		return nil
	}
	line := "the game was interrupted here"
	if g.Result != nil && len(table.Referee.Ask()) == 0 {
		line = a.ResultLine(table.Referee.Result(), [2]string{g.Header.Seats[0].Name, g.Header.Seats[1].Name})
	}
	_, err := fmt.Fprintln(a.out, line)
	return err
}

// browse steps through a game on a terminal.
func (a *App[Q, A]) browse(c *cli.Context, g *record.Game) error {
	var frames []int // the plies at which there is something to see
	_, taken, err := a.replay(g, len(g.Answers), func(_ *Table[Q, A], plies int) error {
		frames = append(frames, plies)
		return nil
	})
	if err != nil {
		return err
	}
	frames = append(frames, taken)
	last := len(frames) - 1
	at, digits := 0, ""
	for {
		fmt.Fprint(a.out, "\x1b[H\x1b[2J")
		if err := a.showAt(c, g, frames[at]); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "ply %d of %d (n: next, b: back, NUMBER enter: jump, g/G: first/last, q: quit) %s", frames[at], taken, digits)
		key, err := a.in.key(c.Context)
		if err != nil {
			fmt.Fprintln(a.out)
			return err
		}
		switch {
		case key >= "0" && key <= "9":
			digits += key
			continue
		case key == "\r" || key == "\n":
			if n, err := strconv.Atoi(digits); err == nil {
				at, _ = slices.BinarySearch(frames[:last], n)
			} else {
				at = min(at+1, last)
			}
		case key == " " || key == "n" || key == keyRight:
			at = min(at+1, last)
		case key == "b" || key == "p" || key == "\x7f" || key == keyLeft:
			at = max(at-1, 0)
		case key == "g":
			at = 0
		case key == "G":
			at = last
		case quits(key):
			fmt.Fprintln(a.out)
			return nil
		}
		digits = ""
	}
}
