package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

func (a *App[Q, A]) playCommand() *cli.Command {
	first, second := strings.ToUpper(a.Seats[0]), strings.ToUpper(a.Seats[1])
	return &cli.Command{
		Name: "play", Usage: "play a game on the screen",
		UsageText: fmt.Sprintf("%[1]s play [%[2]s] [%[3]s]\n\nPlayers are named as `%[1]s bots` lists them. Examples:\n\n"+
			"  %[1]s play human %[4]s\n  %[1]s play %[4]s %[5]s --seed 7 --quiet\n"+
			"  %[1]s play 'exec:python3 bot.py' %[5]s --budget 1s --record game.jsonl",
			a.Name, first, second, a.Bots[len(a.Bots)-1].Name, a.Bots[0].Name),
		Flags: append(timeFlags(), seedFlag(),
			&cli.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Layout},
			NumberFlag("games", 1, 1, "`NUMBER` of games; the seats swap every game"),
			&cli.StringFlag{Name: "record", Usage: "write the games to `FILE`, which must not exist"},
			&cli.BoolFlag{Name: "stepper", Usage: "wait for a key before each move"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON Lines: one line a game and a summary"},
			&cli.BoolFlag{Name: "quiet", Usage: "print the result only"},
		),
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
	match   match[Q, A]          // what all games have in common
	seed    string
	games   int
	path    string // of the record, "" without
	tally   *tally
	repeat  string // the line that says how to repeat the games
}

func (a *App[Q, A]) playAction(c *cli.Context) error {
	p := &playing[Q, A]{App: a, c: c, specs: a.Defaults, games: Number(c, "games"), path: c.String("record")}
	defer func() {
		for _, player := range p.players {
			closePlayer(player)
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
		p.match.recorder = record.NewRecorder[Q, A](file, a.Seats)
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
	if p.match.budget, err = control(c); err != nil {
		return err
	}
	if p.match.start, err = StartText(c); err != nil {
		return err
	}
	if _, err := p.Open(p.match.start); err != nil {
		return Usagef("flag --start: %w", err)
	}
	if p.seed, err = seed(c); err != nil {
		return err
	}
	p.repeat = fmt.Sprintf("repeat with: %s play %s --seed %s", p.Name, shellquote.Join(repeatArgs(c, p.specs)...), p.seed)
	p.tally = newTally(p.specs[:])
	hinter, err := p.Player(p.Bots[len(p.Bots)-1].Name)
	if err != nil {
		return err
	}
	console := &human[Q, A]{game: p.Game, in: p.in, out: p.out, hinter: hinter, undo: 2}
	if c.Bool("json") || c.Bool("quiet") {
		console.out = p.err // standard output is kept clean
	}
	if p.specs == [2]string{"human", "human"} {
		console.undo = 1
	}
	for i, spec := range p.specs {
		if p.players[i], err = p.player(spec, console); err != nil {
			return err
		}
		if _, remote := p.players[i].(turn.Observer[Q, A]); remote {
			console.undo = 0 // what a peer has heard cannot be taken back
		}
	}
	return nil
}

// game plays one game and prints it.
func (p *playing[Q, A]) game(n int) error {
	m := p.match
	m.seed = p.seed
	if p.games > 1 {
		m.seed = derive(p.seed, n)
	}
	swap := 1 - n%2 // the first argument sits first in odd games
	for seat := range 2 {
		m.players[seat], m.names[seat] = p.players[seat^swap], p.specs[seat^swap]
	}
	m.id = identify(p.Name, p.Codec.Rules, m.start, m.names, m.seed)
	screen := &screen[Q, A]{App: p.App, c: p.c, used: &used[Q, A]{}}
	m.watch = screen.watch
	table, result, err := p.play(p.c.Context, &m)
	if err != nil {
		return err
	}
	p.tally.add(m.names, result)
	if p.c.Bool("json") {
		err = p.printJSON(p.gameLine(n, &m, result, p.path))
	} else {
		if !p.c.Bool("quiet") {
			err = screen.show(table)
		}
		if err == nil {
			_, err = fmt.Fprintln(p.out, p.ResultLine(result, m.names))
		}
	}
	if err == nil && result.Winner != turn.Draw {
		p.lastWords(m.players[1-result.Winner], result, m.names[1-result.Winner])
	}
	return err
}

// brokenOff says what is left of games that did not come to their end.
func (p *playing[Q, A]) brokenOff(err error) error {
	if p.match.recorder != nil {
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
	if r := p.match.recorder; r != nil && r.Err() != nil {
		return fmt.Errorf("flag --record: the game went on, but its record is not whole: %w", r.Err())
	}
	fmt.Fprintln(p.err, p.repeat)
	return nil
}

// repeatArgs are the players and flags that decide the games.
func repeatArgs(c *cli.Context, specs [2]string) []string {
	args := specs[:]
	for _, name := range []string{"budget", "clock", "start"} {
		if c.IsSet(name) {
			args = append(args, "--"+name, c.String(name))
		}
	}
	if n := Number(c, "games"); n != 1 {
		args = append(args, "--games", fmt.Sprint(n))
	}
	return args
}

// lastWords shows the end of what a program wrote to standard error before it failed.
func (a *App[Q, A]) lastWords(p turn.Player[Q, A], r turn.Result, name string) {
	t, ok := p.(talker)
	if !ok || !slices.Contains(defaults, r.Reason) {
		return
	}
	lines := strings.Split(strings.TrimSpace(t.Stderr()), "\n")
	if lines[0] == "" {
		return
	}
	fmt.Fprintf(a.err, "standard error of %s ended with:\n", name)
	for _, line := range lines[max(0, len(lines)-10):] {
		fmt.Fprintf(a.err, "  %s\n", ascii.Clean(line, 200))
	}
}

// screen is the observer that shows a game to people, and waits for them when they step through it.
type screen[Q, A any] struct {
	*App[Q, A]
	c    *cli.Context
	used *used[Q, A]
	said []string // by the last answers
	free bool     // the stepper was told to let the game run
}

func (s *screen[Q, A]) watch(t *Table[Q, A]) []turn.Observer[Q, A] {
	return []turn.Observer[Q, A]{s.used, &watcher[Q, A]{s, t}}
}

type watcher[Q, A any] struct {
	*screen[Q, A]
	table *Table[Q, A]
}

func (w *watcher[Q, A]) Asked(ctx context.Context, questions []turn.Question[Q]) error {
	if !w.c.Bool("quiet") && !w.c.Bool("json") {
		if err := w.show(w.table); err != nil {
			return err
		}
	}
	if w.c.Bool("stepper") && !w.free {
		return w.step(ctx, questions)
	}
	return nil
}

func (w *watcher[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	w.said = w.said[:0]
	for i, answer := range answers {
		if say := ascii.Clean(answer.Say, 70); say != "" {
			w.said = append(w.said, fmt.Sprintf("%s: %s", strings.ToUpper(w.Seats[questions[i].Seat]), say))
		}
	}
	return nil
}

// show draws the table: in place on a terminal, below the last one elsewhere.
func (s *screen[Q, A]) show(t *Table[Q, A]) error {
	var c ascii.Canvas
	t.Draw(&c)
	for _, say := range s.said {
		c.Text(grid.Point{Y: c.Height()}, say, ascii.Plain)
	}
	if isTerminal(s.out) {
		c.Text(grid.Point{Y: c.Height()}, s.used.line(s.Seats), ascii.Dim)
		if _, err := io.WriteString(s.out, "\x1b[H\x1b[2J"); err != nil {
			return err
		}
		return c.Write(s.out, s.colour(s.c, s.out))
	}
	if err := c.Write(s.out, false); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// step waits for a key, or for a line when the input is no terminal. At the end of the input the game goes on by itself.
func (s *screen[Q, A]) step(ctx context.Context, questions []turn.Question[Q]) error {
	var seats []string
	for _, q := range questions {
		seats = append(seats, strings.ToUpper(s.Seats[q.Seat]))
	}
	key := "line"
	if s.in.terminal() != nil {
		key = "key"
	}
	fmt.Fprintf(s.err, "press a %s for the move of %s (c: let the game run, q: quit) ", key, strings.Join(seats, " and "))
	text, err := s.in.key(ctx)
	fmt.Fprintln(s.err)
	switch {
	case errors.Is(err, io.EOF):
		s.free = true
		return nil
	case err != nil:
		return err
	case text == "q" || text == "\x03" || text == "\x04":
		return turn.ErrQuit
	case text == "c":
		s.free = true
	}
	return nil
}
