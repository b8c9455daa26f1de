package verbs

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Replay is the verb replay.
func Replay(app *cli.App) *urfave.Command {
	a := replays{app}
	return &urfave.Command{
		Name: "replay", Usage: "show a recorded game again, or verify it",
		UsageText: fmt.Sprintf("%[1]s replay FILE\n\nFILE is a record, or another file that `convert --help` lists.\nOn a terminal: space or n goes "+
			"forwards, b backwards, a number and enter jumps to that ply, g and G go to the beginning and the end, q quits.\n"+
			"Elsewhere every position is printed. Examples:\n\n  %[1]s replay game.jsonl --at 2\n  %[1]s replay game.jsonl --verify", a.Game.Name),
		Flags: append(TapeFlags(),
			&urfave.BoolFlag{Name: "verify", Usage: "play it again by the rules and compare"},
			cli.NumberFlag("at", -1, -1, "show the position after this `NUMBER` of plies; -1: all of them"),
		),
		Action: a.replay,
	}
}

func (a replays) replay(c *urfave.Context) error {
	f, err := ReadSource(a.App, c)
	if err != nil {
		return err
	}
	if c.Bool("verify") {
		return a.verify(f)
	}
	t, err := f.Tape(cli.Number(c, "game"))
	if err != nil {
		return err
	}
	at := cli.Number(c, "at")
	switch {
	case at > t.Plies:
		return cli.Usagef("flag --at: %d, but the game has %d plies", at, t.Plies)
	case at >= 0:
		return a.showAt(t, at)
	case a.Interactive():
		return a.browse(c, t)
	}
	// Every position at which a seat is asked, and the last position.
	return t.Show(t.Plies, func(shown *match.Snapshot) error {
		if err := a.showReplayed(t, shown, shown.Ply); err != nil || shown.Last {
			return err
		}
		_, err := fmt.Fprintln(a.Out)
		return err
	})
}

// replays is a run of the verb.
type replays struct{ *cli.App }

// TapeFlags are the flags of verbs that show a game from a file.
func TapeFlags() []urfave.Flag {
	return []urfave.Flag{
		cli.NumberFlag("game", 1, 1, "the `NUMBER` of the game in a file with several"),
		&urfave.StringFlag{Name: "from", Usage: "`FORMAT` of the file, see `convert --help` (default: recognised by its content)"},
	}
}

// Source is a file that holds games, in any format of the game.
type Source struct {
	Path   string
	format string
	text   []byte
	game   *match.Bound
}

// ReadSource reads the file that a verb is given and finds out its format; the verb must have TapeFlags.
func ReadSource(a *cli.App, c *urfave.Context) (*Source, error) {
	if c.NArg() != 1 {
		return nil, cli.Usagef("%s: want one file with a game", c.Command.Name)
	}
	f := &Source{Path: c.Args().First(), format: c.String("from"), game: a.Game}
	var err error
	if f.text, err = files.Read(f.Path, files.MostGames); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(f.text)) == 0 {
		return nil, fmt.Errorf("%s is empty: want a game", f.Path)
	}
	known := playback.Formats(a.Game)
	list := strings.Join(known, ", ")
	switch {
	case f.format != "" && !slices.Contains(known, f.format):
		return nil, cli.Usagef("flag --from: %q: want %s", f.format, list)
	case f.format != "":
	case bytes.HasPrefix(f.text, []byte("{\"type\":")): // also a record without its first line, so that the error says so
		f.format = match.RecordFormat
	default:
		f.format = playback.Recognize(a.Game, f.text)
	}
	if f.format == "" {
		return nil, fmt.Errorf("%s: this does not look like a game; if it is one, give --from FORMAT: %s", f.Path, list)
	}
	return f, nil
}

// Tape reads the n-th game of the file, from 1, to show it.
func (f *Source) Tape(n int) (*playback.Playback, error) {
	t, err := playback.Read(f.game, f.format, f.text, n)
	return t, f.failed(err)
}

// Record reads the n-th game of the file, from 1, as a record.
func (f *Source) Record(n int) (*record.Game, error) {
	t, err := f.Tape(n)
	if err == nil && t.Record == nil {
		err = fmt.Errorf("%s: a file in the format %s holds positions without answers: it can only be shown", f.Path, f.format)
	}
	if err != nil {
		return nil, err
	}
	return t.Record, nil
}

// failed adds the file's name to an error. Asking for a game that the file does not hold is an error of the command line.
func (f *Source) failed(err error) error {
	if err == nil {
		return nil
	}
	return rangeError(fmt.Errorf("%s: %w", f.Path, err))
}

// verify plays games again and checks them by the rules.
func (a replays) verify(f *Source) error {
	var games []record.Game
	if f.format == match.RecordFormat {
		var err error
		if games, err = record.Read(bytes.NewReader(f.text)); err != nil {
			return f.failed(err)
		}
	} else {
		g, err := f.Record(1)
		if err != nil {
			return err
		}
		games = append(games, *g)
	}
	finished := 0
	for i := range games {
		if err := a.Game.Verify(&games[i]); err != nil {
			return fmt.Errorf("%s: game %d: %w", f.Path, i+1, err)
		}
		if games[i].Result != nil {
			finished++
		}
	}
	_, err := fmt.Fprintf(a.Out, "%s agrees with the rules (games: %d, finished: %d)\n", f.Path, len(games), finished)
	return err
}

// showAt shows the position after at plies, or the last one before it if at is in the middle of a round.
func (a replays) showAt(t *playback.Playback, at int) error {
	return t.Show(at, func(shown *match.Snapshot) error {
		if !shown.Last {
			return nil
		}
		return a.showReplayed(t, shown, at)
	})
}

// showReplayed draws a position of a game from a file, with the words, faults and outputs that came with the answers that led to
// it, up to a ply that may be in the middle of the next round. After the last position it shows the result.
func (a replays) showReplayed(t *playback.Playback, shown *match.Snapshot, upto int) error {
	if err := a.Draw(shown.Draw); err != nil {
		return err
	}
	g := t.Record
	if g != nil {
		for ply := max(1, shown.Ply-len(shown.Replies)+1); ply <= upto; ply++ {
			a.showAnswer(g, ply)
		}
	}
	if shown.Ply < t.Plies {
		return nil
	}
	line := "the game was interrupted here"
	if shown.Result != nil && (g == nil || g.Result != nil) {
		line = a.Game.ResultLine(shown.Result.Line(a.Game.Seats, t.Names))
	}
	_, err := fmt.Fprintln(a.Out, line)
	return err
}

// showAnswer shows what came with an answer, besides the move.
func (a replays) showAnswer(g *record.Game, ply int) {
	answer := &g.Answers[ply-1]
	seat := a.Game.Title(answer.Seat)
	if answer.Say != "" {
		fmt.Fprintf(a.Out, "%s: %s\n", seat, clean.Line(answer.Say, 70))
	}
	if answer.Fault != "" {
		f := turn.Fault{Kind: answer.Fault, Detail: answer.Detail}
		fmt.Fprintf(a.Out, "%s %s\n", seat, f.Phrase())
	} else if g.Result != nil && ply < len(g.Answers) {
		for _, f := range g.Result.Faults { // what the referee faulted
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

// showOutput shows what a program wrote, as play --show-output does.
func (a replays) showOutput(o *record.Output) {
	for line := range strings.Lines(o.Stderr) {
		fmt.Fprintf(a.Out, "[%s %d] %s\n", a.Game.Title(o.Seat), o.Ply, clean.Say(strings.TrimRight(line, "\r\n")))
	}
	for _, note := range o.Notes {
		fmt.Fprintf(a.Out, "[%s %d] %s\n", a.Game.Title(o.Seat), o.Ply, clean.Line(note, 200))
	}
}

// browse steps through a game on a terminal.
func (a replays) browse(c *urfave.Context, t *playback.Playback) error {
	var frames []int // the plies to stop at
	err := t.Show(t.Plies, func(shown *match.Snapshot) error {
		frames = append(frames, shown.Ply)
		return nil
	})
	if err != nil {
		return err
	}
	return a.Browse(c.Context, frames, func(ply int) error { return a.showAt(t, ply) })
}
