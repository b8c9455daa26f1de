// Package settings has the flags of verbs that play many games: plan, starts, tests, number of games at the same time.
package settings

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/book"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// StartsFlag names a book of starts.
func StartsFlag() urfave.Flag {
	return &urfave.StringFlag{
		Name: "starts", Usage: "`FILE` with the starts of the pairs: layouts, positions or seeds, one per line, or blocks with empty lines between them",
	}
}

// OversubscribeFlag lets games with clocks share processors.
func OversubscribeFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "oversubscribe", Usage: "play more games with clocks at the same time than there are processors for"}
}

// AgreementFlags end games early on whose outcome the players agree.
func AgreementFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{
			Name:  match.Resign,
			Usage: "`PLIES@PERCENT%`, such as 6@95%: end a game when, for 6 answers in a row, one player's value is at least 95 % and all others' at most 5 % (default: never)",
		},
		&urfave.StringFlag{Name: match.Draw, Usage: "`PLIES@PERCENT%`, such as 20@2%: end a game as drawn when, for 20 answers in a row, all players' values are within 2 % of 50 % (default: never)"},
	}
}

// Setup reads what defines the games from the command line, with [AgreementFlags].
func Setup(a *cli.App, c *urfave.Context) (match.Setup, error) {
	s, err := a.Setup(c)
	for _, f := range AgreementFlags() {
		if name := f.Names()[0]; err == nil && c.String(name) != "" {
			s.Options[name] = c.String(name)
		}
	}
	return s, err
}

// TestFlags are the flags of a sequential test.
func TestFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "elo0", Value: "0", Usage: "`ELO` difference of a NEW that is not better"},
		&urfave.StringFlag{Name: "elo1", Value: "20", Usage: "`ELO` difference of a NEW that is better"},
		&urfave.StringFlag{Name: "alpha", Value: "0.05", Usage: "`SHARE` of wrong verdicts if NEW is not better"},
		&urfave.StringFlag{Name: "beta", Value: "0.05", Usage: "`SHARE` of wrong verdicts if NEW is better"},
	}
}

// ReadTest reads [TestFlags].
func ReadTest(c *urfave.Context) (t rating.SPRT, err error) {
	for name, to := range map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1, "alpha": &t.Alpha, "beta": &t.Beta} {
		if *to, err = strconv.ParseFloat(c.String(name), 64); err != nil {
			return t, cli.Usagef("flag --%s: %q: want a number", name, c.String(name))
		}
	}
	if err := t.Check(); err != nil {
		return t, cli.Usagef("%s: %w", c.Command.Name, err)
	}
	return t, nil
}

// planNames are the plans of a tournament. A ladder has a verb of its own.
func planNames() []string {
	return slices.DeleteFunc(plan.Names(), func(name string) bool { return name == plan.Ladder })
}

// PlanFlags are the flags that choose what a tournament plays.
func PlanFlags() []urfave.Flag {
	return append([]urfave.Flag{
		&urfave.StringFlag{Name: "plan", Value: plan.RoundRobin, Usage: "`PLAN`: " + strings.Join(planNames(), ", ")},
		cli.NumberFlag("pairs", 1, 1, "`NUMBER` of pairs of games in each meeting, one game in each seat (sprt: the largest number, default 1000)"),
		cli.NumberFlag("rounds", 1, 1, "`NUMBER` of rounds of swiss (default: until at most one team can have won all games); else the same as --pairs"),
		cli.NumberFlag("firsts", 1, 1, "the first `NUMBER` of teams run the gauntlet"),
		cli.NumberFlag("playoff", 0, 0, "the best `NUMBER` of teams play a knockout after the plan"),
		&urfave.BoolFlag{Name: "third", Usage: "in a knockout or playoff, the losers of the semi-finals play for third place"},
		cli.NumberFlag("ahead", 8, 1, "`NUMBER` of pairs that sprt begins before it knows the results of earlier pairs"),
	}, TestFlags()...)
}

// ReadPlan reads [PlanFlags]: the settings of the plan and the number of pairs. set is nil for a plain round-robin.
func ReadPlan(c *urfave.Context) (set *plan.Settings, rounds int, err error) {
	set = &plan.Settings{Plan: c.String("plan"), Pairs: cli.Number(c, "pairs"), Playoff: cli.Number(c, "playoff"), Third: c.Bool("third")}
	isSwiss, isSPRT, isLadder := set.Plan == plan.Swiss, set.Plan == plan.SPRT, set.Plan == plan.Ladder
	switch {
	case isLadder && c.Bool("prepare"): // a ladder that another program plays
	case !slices.Contains(planNames(), set.Plan):
		return nil, 0, cli.Usagef("flag --plan: %q: want %s", set.Plan, strings.Join(planNames(), ", "))
	case c.IsSet("rounds") && isSwiss:
		set.Rounds = cli.Number(c, "rounds")
	case c.IsSet("rounds") && c.IsSet("pairs"):
		return nil, 0, cli.Usagef("flag --rounds: it means the same as --pairs for this plan; give only one of them")
	case c.IsSet("rounds"):
		set.Pairs = cli.Number(c, "rounds")
	}
	if c.IsSet("firsts") {
		set.Firsts = cli.Number(c, "firsts")
	}
	if c.IsSet("ahead") {
		if !isSPRT && !isLadder {
			return nil, 0, cli.Usagef("flag --ahead: only --plan sprt begins games before it knows the results of others")
		}
		set.Ahead = cli.Number(c, "ahead")
	}
	for _, f := range TestFlags() {
		if name := f.Names()[0]; c.IsSet(name) && !isSPRT {
			return nil, 0, cli.Usagef("flag --%s: only --plan sprt has a test", name)
		}
	}
	if isSPRT {
		test, err := ReadTest(c)
		if err != nil {
			return nil, 0, err
		}
		if set.Test = &test; !c.IsSet("pairs") && !c.IsSet("rounds") {
			set.Pairs = 0
		}
	}
	if plain := (plan.Settings{Plan: plan.RoundRobin, Pairs: set.Pairs}); *set == plain {
		return nil, set.Pairs, nil
	}
	return set, set.Pairs, nil
}

// Starts reads the book of --starts.
func Starts(a *cli.App, c *urfave.Context, setup match.Setup) (book.Book, error) {
	path := c.String("starts")
	if path == "" {
		return nil, nil
	}
	content, err := files.Read(path, files.MostText)
	if err != nil {
		return nil, cli.Usagef("flag --starts: %w", err)
	}
	list, err := book.Parse(a.Game, clean.Text(content), setup)
	if err != nil {
		return nil, cli.Usagef("flag --starts: %s: %w", path, err)
	}
	return list, nil
}

// Concurrency reads how many games are played at the same time. A game with clocks gets a processor for every seat that thinks at
// the same time, unless its budgets are processor time.
func Concurrency(a *cli.App, c *urfave.Context, setup match.Setup, budget timer.Control) (int, error) {
	n := cli.Number(c, "concurrency")
	if c.Bool("jail-keep") {
		if n > 1 && c.IsSet("concurrency") {
			return 0, cli.Usagef("flag --jail-keep: %d games at the same time would overwrite what programs keep; want --concurrency 1", n)
		}
		n = 1
	}
	if !budget.Limited() || budget.Processor || c.Bool("oversubscribe") {
		return n, nil
	}
	shown, err := a.Game.Position(setup, nil)
	if err != nil {
		return 0, cli.SetupError(err)
	}
	cores := runtime.GOMAXPROCS(0)
	most := max(1, cores/max(1, len(shown.Asked)))
	if n > most && c.IsSet("concurrency") {
		return 0, cli.Usagef("flag --concurrency: %d games with clocks on %d processors: want at most %d, or --oversubscribe", n, cores, most)
	}
	return min(n, most), nil
}

// Maker makes players for this many games at the same time. Each game gets processors of its own if programs in jails have
// clocks.
func Maker(a *cli.App, c *urfave.Context, games int) match.Maker {
	m := a.Maker()
	if !c.Bool("oversubscribe") {
		m.Lanes = lanes(games)
	}
	return m
}
