package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

func (a *App[Q, A]) playCommand() *cli.Command {
	first, second := strings.ToUpper(a.Seats[0]), strings.ToUpper(a.Seats[1])
	return &cli.Command{
		Name: "play", Usage: "play a game on the screen",
		UsageText: fmt.Sprintf("%[1]s play [%[2]s] [%[3]s]\n\nPlayers are named as `%[1]s bots` lists them. Examples:\n\n"+
			"  %[1]s play human %[4]s\n  %[1]s play %[4]s %[5]s --seed 7 --quiet\n"+
			"  %[1]s play %[6]s %[5]s --budget 1s --record game.jsonl",
			a.Name, first, second, a.Bots[len(a.Bots)-1].Name, a.Bots[0].Name, a.program("")),
		Flags: a.optionFlags(slices.Concat(timeFlags(), a.PlayFlags, a.PlayerFlags, []cli.Flag{
			seedFlag(),
			&cli.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Layout},
			NumberFlag("games", 1, 1, "`NUMBER` of games; the seats swap every game"),
			&cli.StringFlag{Name: "record", Usage: "write the games to `FILE`, which must not exist"},
			&cli.BoolFlag{Name: "stepper", Usage: "wait for a key before each move"},
			&cli.StringFlag{Name: "pace", Usage: "`TIME` that each frame stands at least (default on a terminal: " + a.Pace.String() + ")"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON Lines: one line a game and a summary"},
			&cli.BoolFlag{Name: "quiet", Usage: "print the result only"},
		})),
		Action: a.playAction,
	}
}

// StartText returns the layout that --start names: the content of a file, or the text itself.
func StartText(c *cli.Context) (string, error) {
	text := c.String("start")
	if text == "" {
		return "", nil
	}
	content, err := os.ReadFile(text)
	switch {
	case err == nil:
		if strings.TrimSpace(string(content)) == "" {
			return "", Usagef("flag --start: file %s is empty", text)
		}
		return string(content), nil
	case errors.Is(err, os.ErrNotExist) || strings.ContainsAny(text, "\n") || strings.Contains(text, " "):
		return text, nil
	}
	return "", Usagef("flag --start: %w", err)
}

// playing is one run of `play`: some games between two players.
type playing[Q, A any] struct {
	*App[Q, A]
	c       *cli.Context
	specs   [2]string            // by argument
	players [2]turn.Player[Q, A] // by argument
	match   Match[Q, A]          // what all games have in common
	setup   Setup
	pace    time.Duration
	games   int
	path    string // of the record, "" without
	tally   *tally
	repeat  string // the line that says how to repeat the games
}

func (a *App[Q, A]) playAction(c *cli.Context) error {
	p := &playing[Q, A]{App: a, c: c, specs: a.Defaults, games: Number(c, "games"), path: c.String("record")}
	defer func() {
		for _, player := range p.players {
			turn.Close(player)
		}
	}()
	if err := p.prepare(); err != nil {
		return err
	}
	if p.path != "" {
		file, err := os.OpenFile(p.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil {
			return fmt.Errorf("flag --record: %w", err)
		}
		defer file.Close()
		p.match.Recorder = record.NewRecorder[Q, A](file, a.Seats)
	}
	for n := 1; n <= p.games; n++ {
		if err := p.game(n); err != nil {
			return p.brokenOff(err)
		}
	}
	return p.finish()
}

// prepare reads the command line and makes the players.
func (p *playing[Q, A]) prepare() (err error) {
	c := p.c
	if c.NArg() > 2 {
		return Usagef("play: argument %q: want at most two players", c.Args().Get(2))
	}
	copy(p.specs[:], c.Args().Slice())
	if p.BeforePlay != nil {
		if err := p.BeforePlay(c); err != nil {
			return err
		}
	}
	if p.match.Budget, err = control(c); err != nil {
		return err
	}
	if p.setup, err = p.Game.setup(c); err != nil {
		return err
	}
	if p.pace, err = p.readPace(); err != nil {
		return err
	}
	p.repeat = fmt.Sprintf("repeat with: %s play %s --seed %s", p.Name, shellquote.Join(p.repeatArgs()...), p.setup.Seed)
	p.tally = newTally(p.specs[:])
	console, person, err := p.console()
	if err != nil {
		return err
	}
	for i, spec := range p.specs {
		if p.players[i], err = p.player(spec, person); err != nil {
			return err
		}
		if _, remote := p.players[i].(turn.Observer[Q, A]); remote {
			console.undo = 0 // what a peer has heard cannot be taken back
		}
	}
	return nil
}

// console returns the human who types lines, and whoever sits at the keyboard in this game.
func (p *playing[Q, A]) console() (*human[Q, A], turn.Player[Q, A], error) {
	hinter, err := p.Player(p.Bots[len(p.Bots)-1].Name)
	if err != nil {
		return nil, nil, err
	}
	console := &human[Q, A]{game: p.Game, in: p.in, out: p.out, hinter: hinter, undo: 2}
	if p.c.Bool("json") || p.c.Bool("quiet") {
		console.out = p.err // standard output is kept clean
	}
	if p.specs == [2]string{"human", "human"} {
		console.undo = 1
	}
	if p.Human != nil {
		return console, p.Human(p.App), nil
	}
	return console, console, nil
}

// readPace returns how long a frame stands.
func (p *playing[Q, A]) readPace() (time.Duration, error) {
	text := p.c.String("pace")
	switch {
	case text == "" && p.Terminal():
		return p.Pace, nil
	case text == "" || text == "0":
		return 0, nil
	}
	pace, err := timer.ParseDuration(text)
	if err != nil {
		return 0, Usagef("flag --pace: %w", err)
	}
	return pace, nil
}

// game plays one game and prints it.
func (p *playing[Q, A]) game(n int) error {
	m := p.match
	m.Setup = p.setup
	if p.games > 1 {
		m.Seed = DeriveSeed(p.setup.Seed, n)
	}
	swap := 1 - n%2 // the first argument sits first in odd games
	for seat := range 2 {
		m.Players[seat], m.Names[seat] = p.players[seat^swap], p.specs[seat^swap]
	}
	screen := &screen[Q, A]{
		App: p.App, c: p.c, used: &used[Q, A]{}, keys: p.Terminal() && !slices.Contains(p.specs[:], "human"),
		pacer: Pacer{Pace: p.pace, Paused: p.c.Bool("stepper"), Round: p.Round},
	}
	m.Watch = screen.watch
	table, result, err := p.Play(p.c.Context, &m)
	if err != nil {
		return err
	}
	p.tally.add(m.Names, result)
	if p.c.Bool("json") {
		err = p.printJSON(p.gameLine(n, &m, result, p.path))
	} else {
		if !p.c.Bool("quiet") {
			err = screen.show(table)
		}
		if err == nil {
			_, err = fmt.Fprintln(p.out, p.ResultLine(result, m.Names))
		}
	}
	if err == nil {
		p.explain(table, &m, result)
	}
	return err
}

// explain says on standard error what went wrong with players beside losing, also where the game went on after it.
func (p *playing[Q, A]) explain(table *Table[Q, A], m *Match[Q, A], result turn.Result) {
	for seat, name := range m.Names {
		failed := result.Winner == 1-seat && turn.IsFault(result.Reason)
		if table.Wrongs != nil && !failed {
			if wrongs := table.Wrongs(seat); len(wrongs) > 0 {
				failed = true
				fmt.Fprintf(p.err, "%s (%s) went wrong %d times, first: %s\n",
					strings.ToUpper(p.Seats[seat]), name, len(wrongs), ascii.Clean(wrongs[0], 200))
			}
		}
		if failed {
			p.lastWords(m.Players[seat], name)
		}
	}
}

// brokenOff says what is left of games that did not come to their end.
func (p *playing[Q, A]) brokenOff(err error) error {
	if p.match.Recorder != nil {
		fmt.Fprintf(p.err, "the record of the game so far is in %s\n", p.path)
	}
	fmt.Fprintln(p.err, p.repeat)
	switch {
	case errors.Is(err, turn.ErrQuit):
		return nil
	case p.c.Context.Err() != nil:
		return errInterrupted
	}
	return err
}

// finish prints what is to be said after all games.
func (p *playing[Q, A]) finish() (err error) {
	switch {
	case p.c.Bool("json"):
		err = p.printJSON(p.tally.summary())
	case p.games > 1:
		_, err = fmt.Fprintln(p.out, p.tally)
	}
	if err != nil {
		return err
	}
	if r := p.match.Recorder; r != nil && r.Err() != nil {
		return fmt.Errorf("flag --record: the game went on, but its record is not whole: %w", r.Err())
	}
	fmt.Fprintln(p.err, p.repeat)
	return nil
}

// repeatArgs are the players and flags that decide the games.
func (p *playing[Q, A]) repeatArgs() []string {
	args := slices.Clone(p.specs[:])
	flags := slices.Concat(timeFlags(), []cli.Flag{&cli.StringFlag{Name: "start"}}, p.PlayFlags, p.PlayerFlags)
	for _, f := range flags {
		name := f.Names()[0]
		if !p.c.IsSet(name) {
			continue
		}
		if args = append(args, "--"+name); needsValue(f) {
			args = append(args, fmt.Sprint(p.c.Value(name)))
		}
	}
	for _, o := range p.Options {
		switch value := p.setup.Options[o.Name]; {
		case value == o.Default:
		case o.Default == "false":
			args = append(args, "--"+o.Name)
		default:
			args = append(args, "--"+o.Name, value)
		}
	}
	if n := Number(p.c, "games"); n != 1 {
		args = append(args, "--games", fmt.Sprint(n))
	}
	return args
}

// lastWords shows the end of what a program wrote to standard error before it failed.
func (a *App[Q, A]) lastWords(p turn.Player[Q, A], name string) {
	t, ok := p.(talker)
	if !ok {
		return
	}
	lines := strings.Split(strings.TrimSpace(t.Stderr()), "\n")
	if lines[0] == "" {
		return
	}
	fmt.Fprintf(a.err, "standard error of %s ended with:\n", name)
	for _, line := range lines[max(0, len(lines)-10):] {
		indent := len(line) - len(strings.TrimLeft(line, " \t")) // Python's ^^^ point at something
		fmt.Fprintf(a.err, "  %*s%s\n", min(indent, 40), "", ascii.Clean(line, 200))
	}
}
