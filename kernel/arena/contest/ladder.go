package contest

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/ladder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/settings"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// ladderVerb is the verb ladder.
func ladderVerb(app *cli.App) *urfave.Command {
	a := tournaments{App: app}
	return &urfave.Command{
		Name: "ladder", Usage: "rate bots that can be added, changed and removed while they play",
		UsageText: fmt.Sprintf("%[1]s ladder DIR\n\nA bot is a folder in DIR/bots that contains bot.py, bot.js, Bot.java, bot or bot.exe, or a line LABEL=PLAYER in DIR/bots.txt.\n"+
			"You can add, change and remove bots while the ladder runs: a changed bot is a new version with its own rating. A version\n"+
			"plays once it passes `%[1]s check`; DIR/checks says what is wrong with the others. Ctrl-C ends the ladder; the same\n"+
			"command continues it. Examples:\n\n  %[1]s ladder %[1]s-ladder --budget 1s\n  %[1]s ladder %[1]s-ladder --standings", a.Game.Name),
		Flags: a.OptionFlags(slices.Concat(cli.TimeFlags(), a.MakerFlags(proc.Auto), settings.AgreementFlags(), []urfave.Flag{
			cli.PatienceFlag(cli.ContestPatience),
			cli.SeedFlag(),
			&urfave.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout},
			settings.StartsFlag(),
			cli.NumberFlag("concurrency", max(1, runtime.NumCPU()/2), 1, "`NUMBER` of games at the same time"), settings.OversubscribeFlag(),
			cli.NumberFlag("games", 0, 0, "stop after `NUMBER` games; 0: never"),
			KeyFlag(),
			cli.NumberFlag("records", 1000, 0, "keep the latest `NUMBER` of records; 0: all"),
			&urfave.BoolFlag{Name: "standings", Usage: "print the table and play no games; the ladder may be running"},
			&urfave.BoolFlag{Name: "json", Usage: "print JSON Lines"},
			&urfave.BoolFlag{Name: "csv", Usage: "print the standings as CSV"},
			&urfave.BoolFlag{Name: "markdown", Usage: "print the standings as Markdown"},
		})),
		Action: a.ladder,
	}
}

func (a tournaments) ladder(c *urfave.Context) error {
	if c.NArg() != 1 {
		return cli.Usagef("ladder: want the folder of a ladder")
	}
	dir := c.Args().First()
	if c.Bool("standings") {
		t, _, err := Load(a.App, c)
		if err == nil && !t.IsLadder() {
			err = fmt.Errorf("%s: %w", dir, ladder.ErrNoLadder)
		}
		if err != nil {
			return err
		}
		return a.printTable(c, t)
	}
	l, err := a.openLadder(c, dir)
	if err != nil {
		return err
	}
	defer l.Close()
	l.Bad.Say("journal.jsonl", func(text string) { fmt.Fprintln(a.Err, text) })
	games, err := settings.Concurrency(a.App, c, l.First(), l.Budget)
	if err != nil {
		return err
	}
	var mu sync.Mutex // lines come from several goroutines
	say := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(a.Err, format+"\n", args...)
	}
	defer a.WatchClocks(c.Context, l.Budget, cli.AdviceGames, false)()
	err = l.Run(c.Context, ladder.Running{
		Maker: settings.Maker(a.App, c, games), Concurrency: games, Games: cli.Number(c, "games"), Records: cli.Number(c, "records"),
		Said:     func(line string) { say("%s", line) },
		Finished: func(line *record.Line) { say("game %d: %s", line.N, summary(line)) },
		Skipped:  func(s tournament.Skip) { say("%s", skipped(s)) },
		Note:     func(team, note string) { a.Log.Warn().Str("player", team).Msg(note) },
	})
	if err != nil && c.Context.Err() == nil {
		return cli.SetupError(err)
	}
	if err := a.printTable(c, l.Tournament); err != nil {
		return err
	}
	if err != nil {
		fmt.Fprintf(a.Err, "finished games are kept; go on with: %s\n", a.resumption(c, l.Tournament))
		return cli.ErrInterrupted
	}
	return nil
}

// openLadder begins or continues a ladder. Settings that were fixed when it began cannot be changed.
func (a tournaments) openLadder(c *urfave.Context, dir string) (*ladder.Ladder, error) {
	h := tournament.Head{}
	secret, err := ReadKey(c)
	if err != nil {
		return nil, err
	}
	if h.Budget, err = cli.Control(c); err != nil {
		return nil, err
	}
	h.Patience = cli.Patience(c)
	setup, err := settings.Setup(a.App, c)
	if err != nil {
		return nil, err
	}
	h.Start, h.Seed, h.Options = setup.Start, setup.Seed, setup.Options
	if h.Starts, err = settings.Starts(a.App, c, setup); err != nil {
		return nil, err
	}
	if _, err := a.Game.Position(h.Starts.Setup(setup, 0), nil); err != nil {
		return nil, cli.SetupError(err)
	}
	l, err := ladder.Open(dir, a.Game, h, cli.Number(c, "concurrency"), secret)
	var wrongKey *tournament.KeyError
	switch {
	case errors.Is(err, ladder.ErrNoLadder) || errors.Is(err, league.ErrLocked):
		return nil, err
	case errors.As(err, &wrongKey):
		return nil, KeyError(err)
	case err != nil:
		return nil, fmt.Errorf("ladder %s: %w", dir, err)
	}
	wrong := ""
	switch {
	case (c.IsSet("budget") || c.IsSet("first-budget") || c.IsSet("clock")) && l.Budget != h.Budget:
		wrong = "budget"
	case c.IsSet("patience") && l.Patience != h.Patience:
		wrong = "patience"
	case c.IsSet("seed") && l.Seed != h.Seed:
		wrong = "seed"
	case c.IsSet("start") && l.Start != h.Start:
		wrong = "start"
	case c.IsSet("starts") && !slices.Equal(l.Starts, h.Starts):
		wrong = "starts"
	}
	for name, value := range h.Options {
		if c.IsSet(name) && l.Options[name] != value {
			wrong = name
		}
	}
	if wrong != "" {
		l.Close()
		return nil, cli.Usagef("flag --%s: the ladder in %s was begun with another value; leave the flag out, or begin a ladder in another folder", wrong, dir)
	}
	return l, nil
}

// skipped says which game was given up.
func skipped(s tournament.Skip) string {
	teams := ""
	for i, team := range s.Teams {
		if i > 0 {
			teams += " against "
		}
		teams += team
	}
	return fmt.Sprintf("game %d, %s, is given up: %s", s.N, teams, died(s.Error, s.Words))
}

// died says why a game is given up.
func died(last, words string) string {
	return fmt.Sprintf("the process died during it again and again (%s; all of it is in %s)", last, words)
}
