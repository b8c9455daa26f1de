package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Replay is the verb replay.
func Replay(a *App) *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "show a recorded game again, or verify it",
		UsageText: fmt.Sprintf("%[1]s replay FILE\n\nOn a terminal: space or n goes forwards, b backwards, a number and enter jumps, g and G go to the "+
			"beginning and the end, q quits.\nElsewhere every position is printed. Examples:\n\n  %[1]s replay game.jsonl --at 2\n  %[1]s replay game.jsonl --verify", a.Game.Name),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "verify", Usage: "play it again by the rules and compare"},
			NumberFlag("at", -1, -1, "show the position after this `NUMBER` of plies; -1: all of them"),
			NumberFlag("game", 1, 1, "the `NUMBER` of the game in a file with several"),
		},
		Action: a.replay,
	}
}

func (a *App) replay(c *cli.Context) error {
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
		return a.verify(path, games)
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
		return a.showAt(g, at)
	case a.Interactive():
		return a.browse(c, g)
	}
	// Every position at which somebody is asked, and the last one.
	return a.Game.Replay(g, func(shown *match.Snapshot) error {
		if err := a.showReplayed(g, shown, shown.Ply); err != nil || shown.Last {
			return err
		}
		_, err := fmt.Fprintln(a.Out)
		return err
	})
}

// verify plays games again by the rules.
func (a *App) verify(path string, games []record.Game) error {
	finished := 0
	for i := range games {
		if err := a.Game.Verify(&games[i]); err != nil {
			return fmt.Errorf("%s: game %d: %w", path, i+1, err)
		}
		if games[i].Result != nil {
			finished++
		}
	}
	_, err := fmt.Fprintf(a.Out, "%s agrees with the rules (games: %d, finished: %d)\n", path, len(games), finished)
	return err
}

// showAt shows the position after at plies, or the last one before it if a round is not whole there.
func (a *App) showAt(g *record.Game, at int) error {
	part := *g
	if part.Answers = g.Answers[:at]; at < len(g.Answers) {
		part.Result = nil
	}
	return a.Game.Replay(&part, func(shown *match.Snapshot) error {
		if !shown.Last {
			return nil
		}
		return a.showReplayed(g, shown, at)
	})
}

// showReplayed draws a position of a recorded game, what was said, went wrong and was written beside the answers that led to it,
// up to a ply that may be in the middle of the next round, and the result after the last one.
func (a *App) showReplayed(g *record.Game, shown *match.Snapshot, upto int) error {
	if err := a.Draw(shown.Draw); err != nil {
		return err
	}
	for ply := max(1, shown.Ply-len(shown.Replies)+1); ply <= upto; ply++ {
		a.showAnswer(g, ply)
	}
	if shown.Ply < len(g.Answers) {
		return nil
	}
	line := "the game was interrupted here"
	if g.Result != nil && shown.Result != nil {
		r := shown.Result
		line = a.ResultLine(&record.Line{Seats: g.Header.Seats, Winner: r.Winner, Reason: r.Reason, Detail: r.Detail})
	}
	_, err := fmt.Fprintln(a.Out, line)
	return err
}

// showAnswer shows what came with an answer beside the move.
func (a *App) showAnswer(g *record.Game, ply int) {
	answer := &g.Answers[ply-1]
	seat := a.Game.Title(answer.Seat)
	if answer.Say != "" {
		fmt.Fprintf(a.Out, "%s: %s\n", seat, clean.Line(answer.Say, 70))
	}
	if answer.Fault != "" {
		f := turn.Fault{Kind: answer.Fault, Detail: answer.Detail}
		fmt.Fprintf(a.Out, "%s %s\n", seat, f.Phrase())
	} else if g.Result != nil && ply < len(g.Answers) {
		for _, f := range g.Result.Faults { // what the referee found wrong
			if f.First == ply && f.Seat == answer.Seat {
				fmt.Fprintf(a.Out, "%s: %s\n", seat, clean.Line(f.Detail, 200))
			}
		}
	}
	for _, o := range g.Outputs {
		if o.Ply == ply || o.Ply == 0 && ply == 1 {
			a.showOutput(&o)
		}
	}
}

// showOutput shows what a program wrote beside its answers, as play --show-output does.
func (a *App) showOutput(o *record.Output) {
	for line := range strings.Lines(o.Stderr) {
		fmt.Fprintf(a.Out, "[%s %d] %s\n", a.Game.Title(o.Seat), o.Ply, clean.Say(strings.TrimRight(line, "\r\n")))
	}
	for _, note := range o.Notes {
		fmt.Fprintf(a.Out, "[%s %d] %s\n", a.Game.Title(o.Seat), o.Ply, clean.Line(note, 200))
	}
}

// browse steps through a game on a terminal.
func (a *App) browse(c *cli.Context, g *record.Game) error {
	var frames []int // the plies at which there is something to see
	err := a.Game.Replay(g, func(shown *match.Snapshot) error {
		frames = append(frames, shown.Ply)
		return nil
	})
	if err != nil {
		return err
	}
	return a.Browse(c.Context, frames, func(ply int) error { return a.showAt(g, ply) })
}
