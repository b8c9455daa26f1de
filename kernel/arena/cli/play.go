package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"

	"github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Play is the verb play.
func Play(a *App) *cli.Command {
	var seats []string
	for _, title := range a.Game.Titles {
		seats = append(seats, "["+title+"]")
	}
	return &cli.Command{
		Name: "play", Usage: "play a game on the screen",
		UsageText: fmt.Sprintf("%[1]s play %[2]s\n\nPlayers are named as `%[1]s bots` lists them. Examples:\n\n"+
			"  %[1]s play human %[3]s\n  %[1]s play %[3]s %[4]s --seed 7 --quiet\n"+
			"  %[1]s play %[5]s %[4]s --budget 1s --record game.jsonl",
			a.Game.Name, strings.Join(seats, " "), a.Game.Strongest(), a.Game.Bots[0].Name, a.Example("")),
		Flags: a.OptionFlags(slices.Concat(
			TimeFlags(), []cli.Flag{PatienceFlag(0)}, HumanFlags(), a.pageFlags(), a.PlayFlags, a.MakerFlags(proc.Off),
			[]cli.Flag{
				SeedFlag(),
				&cli.StringFlag{Name: "id", Usage: "with the --seed of a game of a contest: the `ID` of that game, from its record, so that programs get the same seeds as there"},
				&cli.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout},
				NumberFlag("games", 1, 1, "`NUMBER` of games; the seats swap every game"),
				&cli.StringFlag{Name: "record", Usage: "write the games to `FILE`, which must not exist"},
				&cli.BoolFlag{Name: "stepper", Usage: "wait for a key before each move"},
				&cli.StringFlag{Name: "pace", Usage: "shortest `TIME` for which each frame is shown (default on a terminal: " + a.Pace.String() + ")"},
				&cli.BoolFlag{Name: "show-output", Usage: "show what programs write to standard error while they play, with seat and ply"},
				&cli.BoolFlag{Name: "json", Usage: "print JSON Lines: one line per game and a summary"},
				&cli.BoolFlag{Name: "quiet", Usage: "print only the result"},
			},
		)),
		Action: a.play,
	}
}

// StartText returns the layout that --start names: the content of a file, or the text itself.
func StartText(c *cli.Context) (string, error) {
	text := c.String("start")
	if text == "" {
		return "", nil
	}
	content, err := files.Read(text, match.MaxStart)
	switch {
	case errors.Is(err, files.ErrTooLarge):
	case err == nil:
		if strings.TrimSpace(clean.Text(content)) == "" {
			return "", Usagef("flag --start: file %s is empty", text)
		}
		return clean.Text(content), nil
	case strings.ContainsAny(text, " \n") || errors.Is(err, os.ErrNotExist) && !fileName.MatchString(text):
		return text, nil
	}
	return "", Usagef("flag --start: %w", err)
}

// fileName matches texts that are meant as the name of a file, whether it exists or not.
var fileName = regexp.MustCompile(`\.[a-z]{1,7}[0-9]?$`)

// playing is one run of `play`: some games between the same players.
type playing struct {
	*App
	c        *cli.Context
	specs    []string // by argument
	players  []*match.Player
	setup    match.Setup
	budgets  [2]timer.Control // of programs, of people
	pace     time.Duration
	games    int
	path     string // of the record; "" without a record
	file     *os.File
	kept     faulty               // games without --record in which something went wrong
	outputs  *term.Outputs        // nil without --show-output
	sources  []*term.Source       // by player
	torn     *record.PartialError // why the record is incomplete; nil if it is not
	tally    *verdict.Tally
	repeat   string        // the line that says how to repeat the games
	start    string        // a value for --start
	before   int           // games of runs before this one
	shift    int           // by how many seats the players had moved on before this run
	moved    int           // and during this run
	still    bool          // the players did not change seats before every game: the page asked for that
	hurried  bool          // a bot was stopped before its counts ended, so that a person does not wait
	whole    bool          // the last game came to its end
	limit    time.Duration // of each answer of a program, as set on the page; 0: as on the command line
	clock    timer.Control // of all players, as chosen on the page; without a limit: the budgets
	frontend *Frontend     // nil: there is no page
}

func (a *App) play(c *cli.Context) (err error) {
	p := &playing{
		App: a, c: c, specs: slices.Clone(a.Game.Defaults), games: Number(c, "games"), path: c.String("record"), start: c.String("start"),
	}
	defer func() {
		p.leave()
		p.file.Close() // nil: an error
		p.kept.close()
		if p.frontend != nil {
			p.frontend.Close()
		}
	}()
	if err := p.prepare(); err != nil {
		return err
	}
	for {
		absent, err := p.run()
		if err != nil {
			return err
		}
		if p.frontend == nil {
			return absent
		}
		wish := p.frontend.Next(c.Context)
		if wish == nil {
			return absent
		}
		if err := p.again(wish); err != nil {
			return err
		}
	}
}

// run plays the games. absent is the error of a program that never started.
func (p *playing) run() (absent, err error) {
	defer p.WatchClocks(p.c.Context, p.budgets[0], adviceGame, p.Live())()
	for n := 1; n <= p.games; n++ {
		var err error
		if n > 1 {
			err = p.change()
		}
		if err == nil {
			err = p.game(n)
		}
		if errors.Is(err, match.ErrSkipped) {
			continue
		}
		if missing, ok := errors.AsType[*absentError](err); ok {
			return missing, p.finish()
		}
		if err != nil {
			return nil, p.brokenOff(n, err)
		}
	}
	return nil, p.finish()
}

// begin sets the line that says how to repeat the games.
func (p *playing) begin() {
	p.repeat = fmt.Sprintf("repeat with: %s play %s --seed %s", p.Game.Name, shellquote.Join(p.repeatArgs()...), p.setup.Seed)
}

// prepare reads the command line and makes the players.
func (p *playing) prepare() (err error) {
	c := p.c
	if c.NArg() > len(p.specs) {
		return Usagef("play: argument %q: want at most %d players", c.Args().Get(len(p.specs)), len(p.specs))
	}
	if c.NArg() == 0 && p.Page != nil && c.IsSet("web") {
		p.specs = slices.Clone(p.Game.Seated)
	}
	for i, word := range c.Args().Slice() {
		if p.specs[i], err = check.Spec(p.Game, word); err != nil {
			return Usagef("player %q: %w", word, err)
		}
	}
	if c.IsSet("id") && p.games > 1 {
		return Usagef("flag --id: it names one game: leave out --games")
	}
	if p.BeforePlay != nil {
		if err := p.BeforePlay(c); err != nil {
			return err
		}
	}
	if p.budgets[0], err = Control(c); err != nil {
		return err
	}
	if p.budgets[1], err = HumanControl(c); err != nil {
		return err
	}
	if p.setup, err = p.App.Setup(c); err != nil {
		return err
	}
	if p.pace, err = p.readPace(); err != nil {
		return err
	}
	p.begin()
	if p.Page != nil {
		if p.frontend, err = p.Page.Open(p.App, c); err != nil {
			return err
		}
	}
	if p.path == "" {
		return p.seat()
	}
	// A program in whose folder the record lies must not see it: it has the seed.
	if p.file, err = os.OpenFile(p.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
		return fmt.Errorf("flag --record: %w", err)
	}
	p.Hide(p.path)
	if err = p.seat(); err != nil {
		p.file.Close()
		os.Remove(p.path)
	}
	return err
}

// Strict reports whether a person's illegal turn is judged like a program's.
func (a *App) Strict() bool { return a.strict || a.c != nil && a.c.Bool("strict") }

// JudgePeople makes Strict return true, as if --strict had been given.
func (a *App) JudgePeople() { a.strict = true }

// human is the spec of a person.
const human = "human"

// Maker returns what is needed to make players for the verb that runs.
func (a *App) Maker() match.Maker {
	return match.Maker{
		Start: a.start, Slow: a.Slow, Notes: a.Err, Cores: a.Cores, Flag: func(name string) string { return a.c.String(name) },
		Trace: func(spec string, toBot bool, line []byte) {
			direction := "<"
			if toBot {
				direction = ">"
			}
			a.Log.Trace().Str("player", spec).Msg(direction + " " + string(line))
		},
	}
}

// Player makes the player that a spec names, except a human. The error is a usage error.
func (a *App) Player(spec string) (*match.Player, error) {
	p, err := a.Game.Player(spec, a.Maker())
	if err != nil {
		return nil, usageError{err}
	}
	return p, nil
}

// readPace returns how long a frame stays on the screen.
func (p *playing) readPace() (time.Duration, error) {
	text := p.c.String("pace")
	switch {
	case text == "" && p.Interactive():
		return p.Pace, nil
	case text == "" || text == "0":
		return 0, nil
	}
	return Duration(p.c, "pace")
}

// game plays one game and prints it.
func (p *playing) game(n int) error {
	j := job.Job{Start: p.setup.Start, Seed: p.setup.Seed, Options: p.setup.Options}
	if p.games > 1 {
		j.Seed = seeds.Derive(p.setup.Seed, n)
	}
	quiet, asJSON := p.c.Bool("quiet"), p.c.Bool("json")
	screen := &term.Screen{
		Terminal: p.Terminal, Seats: p.Game.Titles, Hidden: quiet || asJSON,
		Keys:  p.Interactive() && !slices.Contains(p.specs, human),
		Pacer: term.Pacer{Pace: p.pace, Paused: p.c.Bool("stepper"), Round: p.Game.Round}, StopAt: p.Stop(p.c),
	}
	seating := match.Seating{Observers: []match.Observer{screen}}
	if p.frontend != nil {
		seating.Observers[0] = p.frontend
	}
	if p.outputs != nil {
		screen.Output, seating.Observers = p.outputs, append([]match.Observer{p.outputs}, seating.Observers...)
	}
	var memory bytes.Buffer
	seating.Record = p.recorder(&memory)
	var seats []int
	p.whole = false
	for seat := range p.specs {
		i := (seat + p.moved + p.shift) % len(p.specs) // the first argument sits first in odd games
		seats = append(seats, i)
		player := p.players[i]
		j.Seats = append(j.Seats, job.Team{Label: p.specs[i], Spec: p.specs[i], Budget: p.budget(player)})
		seating.Players = append(seating.Players, player)
		screen.People = append(screen.People, player.Person)
		if p.outputs != nil {
			p.sources[i].SetSeat(seat)
		}
	}
	p.call(&j, seating.Players)
	ctx := p.c.Context
	if p.frontend != nil {
		ctx = p.frontend.Begin(ctx, &j, seating.Players, seats)
	}
	line, err := p.match(ctx, j, seating)
	if err != nil && !errors.As(err, &p.torn) {
		return err
	}
	p.whole = true
	for _, player := range seating.Players {
		p.hurried = p.hurried || !player.Repeatable()
	}
	p.tally.Add(line)
	if asJSON {
		if line.N = p.before + n; p.file != nil {
			line.Record = &p.path
		}
		err = p.PrintJSON(line)
	} else {
		_, err = fmt.Fprintln(p.Out, p.Game.ResultLine(line))
	}
	if err != nil {
		return err
	}
	record, number := p.path, p.before+n
	if p.file == nil && len(line.Faults) > 0 {
		if record, number, err = p.kept.add(p.Game.Name, memory.Bytes()); err != nil {
			p.Log.Warn().Err(err).Msg("the record of a game in which something went wrong cannot be kept")
		}
	}
	return p.explain(line, seating.Players, record, number)
}

// recorder returns where the next game is recorded: in the file, or in memory; on the page, too. nil: the file is damaged.
func (p *playing) recorder(memory *bytes.Buffer) (to io.Writer) {
	switch {
	case p.file == nil:
		to = memory
	case p.torn == nil:
		to = p.file
	}
	if p.frontend != nil {
		to = p.frontend.Record(to)
	}
	return to
}

// match plays a job and logs what was unusual about its players, and how it ended.
func (a *App) match(ctx context.Context, j job.Job, s match.Seating) (*record.Line, error) {
	s.Note = func(seat int, note string) {
		a.Log.Warn().Str("player", j.Seats[seat].Label).Msg(note)
	}
	line, err := a.Game.Play(ctx, j, s)
	if line == nil {
		a.Log.Info().Str("seed", j.Seed).Err(err).Msg("broken off")
		return nil, SetupError(err)
	}
	a.Log.Info().Str("game", line.ID).Str("seed", line.Seed).Str("reason", line.Reason).Int("plies", line.Plies).Msg(a.Game.ResultLine(line))
	return line, err
}

// brokenOff reports that game n did not come to its end.
func (p *playing) brokenOff(n int, err error) error {
	var usage usageError
	if errors.As(err, &usage) { // the game did not begin
		if p.file != nil && n == 1 {
			os.Remove(p.path)
		}
		return err
	}
	if p.file != nil {
		fmt.Fprintf(p.Err, "the record of the game so far is in %s\n", p.path)
	}
	fmt.Fprintln(p.Err, p.repeat)
	switch {
	case errors.Is(err, turn.ErrQuit):
		return nil
	case p.c.Context.Err() != nil:
		return ErrInterrupted
	}
	return err
}

// finish prints the summary after all games.
func (p *playing) finish() (err error) {
	switch {
	case p.c.Bool("json"):
		err = p.PrintJSON(p.tally.Summary())
	case p.games > 1:
		_, err = fmt.Fprintln(p.Out, p.tally)
	}
	if err != nil {
		return err
	}
	if p.torn != nil {
		return fmt.Errorf("flag --record: %w", p.torn)
	}
	if p.still {
		fmt.Fprintln(p.Err, "the page did not swap the seats before every game; the command in the next line swaps them")
	}
	if p.hurried {
		fmt.Fprintln(p.Err, "a bot was stopped because it kept a person waiting; the bots of the command in the next line may answer differently")
	}
	fmt.Fprintln(p.Err, p.repeat)
	return nil
}

// PrintJSON writes one line of JSON to standard output.
func (a *App) PrintJSON(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = a.Out.Write(append(line, '\n'))
	return err
}
