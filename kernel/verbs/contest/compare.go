package contest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/compare"
	"github.com/gridiron-games/gridiron/kernel/jail"
	"github.com/gridiron-games/gridiron/kernel/job"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/term"
)

// Exit codes of compare, beside those of all verbs.
const (
	exitNotBetter = 3
	exitUndecided = 4
)

// Compare is the verb compare.
func Compare(app *cli.App) *urfave.Command {
	a := comparing{app}
	return &urfave.Command{
		Name: "compare", Usage: "is the second bot better than the first?",
		UsageText: fmt.Sprintf("%[1]s compare OLD NEW\n\nPlays pairs of games from the same start with the seats swapped until a sequential test is sure,\n"+
			"or the result is so clear that no test is needed.\n"+
			"Exit status: 0 NEW is better, 3 it is not, 4 undecided. Example:\n\n  %[1]s compare %[2]s %[3]s --elo1 400", a.Game.Name, a.Game.Bots[0].Name, a.Game.Strongest()),
		Flags: a.OptionFlags(slices.Concat(cli.TimeFlags(), a.MakerFlags(jail.Off), testFlags(), []urfave.Flag{
			cli.SeedFlag(),
			cli.NumberFlag("pairs", 1000, 1, "`NUMBER` of pairs of games at most"),
			&urfave.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout},
			startsFlag(),
			cli.NumberFlag("opening", 2, 0, "`ROUNDS` of random moves before each pair, where neither --starts nor the seed makes starts differ"),
			cli.NumberFlag("concurrency", runtime.GOMAXPROCS(0), 1, "`NUMBER` of games at the same time"), oversubscribeFlag(),
			&urfave.StringFlag{Name: "dir", Value: a.Game.Name + "-compare", Usage: "`DIR` for the records of NEW's worst losses"},
			cli.NumberFlag("losses", 5, 0, "`NUMBER` of such records"),
			&urfave.BoolFlag{Name: "json", Usage: "print the result as JSON"},
		})),
		Action: a.run,
	}
}

// clearly is the share of wrong verdicts that ending early where a result is clear may add.
const clearly = 0.001

// comparing is a run of the verb.
type comparing struct{ *cli.App }

// prepare reads the command line.
func (a comparing) prepare(c *urfave.Context) (*compare.Comparison, error) {
	if c.NArg() != 2 {
		return nil, cli.Usagef("compare: want two players, OLD and NEW")
	}
	budget, err := cli.Control(c)
	if err != nil {
		return nil, err
	}
	setup, err := a.Setup(c)
	if err != nil {
		return nil, err
	}
	v := &compare.Comparison{
		Game: a.Game, Setup: setup, Opening: cli.Number(c, "opening"), Pairs: cli.Number(c, "pairs"),
		Losses: cli.Number(c, "losses"),
		Note:   func(team, note string) { a.Log.Warn().Str("player", team).Msg(note) },
	}
	for i, spec := range c.Args().Slice() {
		if spec == "human" {
			return nil, cli.Usagef("player %q: a human cannot play here", spec)
		}
		team, err := parseTeam(a.Game, spec)
		if err != nil {
			return nil, err
		}
		*[2]*job.Team{&v.Old, &v.New}[i] = job.Team{Label: team.Label, Spec: team.Spec, Budget: budget}
	}
	if v.Test, err = readTest(c); err != nil {
		return nil, err
	}
	v.Test.Clear = clearly
	if v.Book, err = starts(a.App, c, setup); err != nil {
		return nil, err
	}
	v.Concurrency, err = concurrency(a.App, c, setup, budget)
	v.Maker = maker(a.App, c, v.Concurrency)
	return v, err
}

func (a comparing) run(c *urfave.Context) error {
	v, err := a.prepare(c)
	if err != nil {
		return err
	}
	var setup *match.SetupError
	switch err := v.Try(c.Context); {
	case errors.As(err, &setup):
		return cli.SetupError(err)
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case err != nil:
		return cli.Usagef("%w", err)
	}
	progress := term.Progress{W: a.Err, Terminal: term.IsTerminal(a.Err), Total: 2 * v.Pairs}
	v.Finished = func(line *record.Line, r *compare.Result) {
		progress.Step(fmt.Sprintf("%s; %s, LLR %.2f (%.2f to %.2f)", summary(line), compare.Elo(r.Estimate), r.State.LLR, r.State.Lower, r.State.Upper))
	}
	stop := a.WatchClocks(c.Context, v.New.Budget, cli.AdviceGames, false)
	r, err := v.Run(c.Context)
	stop()
	progress.Break()
	if r == nil {
		return cli.SetupError(err)
	}
	paths, failed := a.keep(c, r)
	if c.Bool("json") {
		failed = errors.Join(failed, a.PrintJSON(report(r, v.Setup.Seed, paths)))
	} else {
		failed = errors.Join(failed, a.print(r, paths))
	}
	fmt.Fprintf(a.Err, "the seed was %s\n", v.Setup.Seed)
	switch {
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case err != nil:
		return cli.SetupError(err)
	case failed != nil:
		return failed
	case r.Verdict == compare.NotBetter:
		return urfave.Exit("", exitNotBetter)
	case r.Verdict == compare.Undecided:
		return urfave.Exit("", exitUndecided)
	}
	return nil
}

// keep writes the records of the worst losses and returns where they are.
func (a comparing) keep(c *urfave.Context, r *compare.Result) (paths []string, err error) {
	if len(r.Losses) == 0 {
		return nil, nil
	}
	dir := c.String("dir")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("flag --dir: %w", err)
	}
	for _, l := range r.Losses {
		path := filepath.Join(dir, "loss-"+l.Line.ID+".jsonl")
		if err := os.WriteFile(path, l.Record, 0o666); err != nil {
			return paths, fmt.Errorf("flag --dir: %w", err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// print writes the result for people; its last line is the verdict.
func (a comparing) print(r *compare.Result, paths []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "NEW %s against OLD %s\n", r.New, r.Old)
	g, p := r.Counts.Games(), r.Counts
	fmt.Fprintf(&b, "games     %d won, %d drawn, %d lost, in %d pairs\n", g.Wins, g.Draws, g.Losses, p.Pairs())
	fmt.Fprintf(&b, "pairs     0 points %d, 0.5 %d, 1 %d, 1.5 %d, 2 %d\n", p.LL, p.LD, p.WL+p.DD, p.WD, p.WW)
	if r.Repeated > 0 {
		fmt.Fprintf(&b, "repeated  %d games went as earlier ones and are no evidence\n", r.Repeated)
	}
	for _, f := range []struct {
		who   string
		games map[string]int
	}{{"NEW", r.Faults}, {"OLD", r.OldFaults}} {
		for _, reason := range slices.Sorted(maps.Keys(f.games)) {
			fmt.Fprintf(&b, "default   %s lost %d games by default: %s\n", f.who, f.games[reason], reason)
		}
	}
	fmt.Fprintf(&b, "Elo       %s, 95 %% interval\n", compare.Elo(r.Estimate))
	fmt.Fprintf(&b, "LOS       %.1f %%\n", 100*r.Estimate.Superiority)
	fmt.Fprintf(&b, "LLR       %.2f (%.2f to %.2f) for %g against %g Elo\n", r.State.LLR, r.State.Lower, r.State.Upper, r.Test.Elo1, r.Test.Elo0)
	if r.State.Clear {
		fmt.Fprintf(&b, "clear     chance would bring about such a result less than once in %.0f times: no more games are needed\n", 1/clearly)
	}
	for i, l := range r.Losses {
		if i == 0 {
			fmt.Fprintf(&b, "NEW's worst losses:\n")
		}
		fmt.Fprintf(&b, "  game %d as %s: %s after %d plies", l.Line.N, a.Game.Title(l.Seat), l.Line.Reason, l.Line.Plies)
		switch {
		case l.Turned > 0 && math.IsNaN(l.Before):
			fmt.Fprintf(&b, "; its value was below 0.5 from ply %d on (%.2f)", l.Turned, l.From)
		case l.Turned > 0:
			fmt.Fprintf(&b, "; its value turned at ply %d (%.2f to %.2f)", l.Turned, l.Before, l.From)
		}
		if i < len(paths) {
			fmt.Fprintf(&b, ": %s", paths[i])
		}
		b.WriteByte('\n')
	}
	b.WriteString(r.Sentence() + "\n")
	_, err := a.Out.Write([]byte(b.String()))
	return err
}

// finite is a number of JSON, null if it is none.
type finite float64

// MarshalJSON implements json.Marshaler.
func (f finite) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// loss is one of the worst losses in JSON.
type loss struct {
	N      int    `json:"n"`
	Seat   string `json:"seat"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	Plies  int    `json:"plies"`
	Turned *int   `json:"turned"` // the ply with which its value fell below one half for good
	Record string `json:"record"`
}

// report is the result in JSON.
func report(r *compare.Result, seed string, paths []string) any {
	losses := []loss{}
	for i, l := range r.Losses {
		o := loss{N: l.Line.N, Seat: l.Seat, Reason: l.Line.Reason, Detail: l.Line.Detail, Plies: l.Line.Plies}
		if l.Turned > 0 {
			o.Turned = &l.Turned
		}
		if i < len(paths) {
			o.Record = paths[i]
		}
		losses = append(losses, o)
	}
	g, p, e := r.Counts.Games(), r.Counts, r.Estimate
	return map[string]any{
		"type": "comparison", "new": r.New, "old": r.Old, "seed": seed, "verdict": string(r.Verdict), "sentence": r.Sentence(),
		"games": 2 * p.Pairs(), "wins": g.Wins, "draws": g.Draws, "losses": g.Losses, "repeated": r.Repeated,
		"pairs":  map[string]int{"ll": p.LL, "ld": p.LD, "wl": p.WL, "dd": p.DD, "wd": p.WD, "ww": p.WW},
		"faults": map[string]any{"new": r.Faults, "old": r.OldFaults},
		"score":  finite(e.Score), "elo": finite(e.Elo.Value), "elo_low": finite(e.Elo.Low), "elo_high": finite(e.Elo.High),
		"nelo": finite(e.Normalized.Value), "los": finite(e.Superiority),
		"clear": r.State.Clear, "llr": finite(r.State.LLR), "llr_low": finite(r.State.Lower), "llr_high": finite(r.State.Upper),
		"test": r.Test, "worst": losses,
	}
}
