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

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/compare"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/settings"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Exit codes of compare, in addition to those of all verbs.
const (
	exitNotBetter = 3
	exitUndecided = 4
)

// compareVerb is the verb compare.
func compareVerb(app *cli.App) *urfave.Command {
	a := comparing{app}
	return &urfave.Command{
		Name: "compare", Usage: "is the second bot better than the first?",
		UsageText: fmt.Sprintf("%[1]s compare OLD NEW [--dir DIR] | --dir DIR\n\nPlays pairs of games from the same start with the seats swapped until a "+
			"sequential test is sure, or the result is so clear that no test is needed. With --dir the games are kept, and --dir alone continues an "+
			"interrupted comparison. Exit status: 0 NEW is better, 3 it is not, 4 undecided. Example:\n\n"+
			"  %[1]s compare %[2]s %[3]s --elo1 400", a.Game.Name, a.Game.Bots[0].Name, a.Game.Strongest()),
		Flags: a.OptionFlags(slices.Concat(
			cli.TimeFlags(), a.MakerFlags(proc.Off), settings.TestFlags(), settings.AgreementFlags(), []urfave.Flag{
				cli.PatienceFlag(cli.ContestPatience),
				cli.SeedFlag(),
				cli.NumberFlag("pairs", 1000, 1, "largest `NUMBER` of pairs of games"),
				&urfave.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout},
				settings.StartsFlag(),
				cli.NumberFlag("opening", 2, 0, "`ROUNDS` of random moves before each pair, unless --starts or the seed makes the starts differ"),
				cli.NumberFlag("concurrency", runtime.GOMAXPROCS(0), 1, "`NUMBER` of games at the same time"), settings.OversubscribeFlag(),
				&urfave.StringFlag{
					Name: "dir", Usage: "`DIR` that keeps journal and records (default: records of NEW's worst losses only, in " + a.Game.Name + "-compare)",
				},
				cli.NumberFlag("losses", 5, 0, "`NUMBER` of such records"),
				&urfave.BoolFlag{Name: "json", Usage: "print the result as JSON"},
			})),
		Action: a.run,
	}
}

// clearly is how much the probability of a wrong verdict may grow because clear results end the comparison early.
const clearly = 0.001

// comparing is a run of the verb.
type comparing struct{ *cli.App }

// prepare reads the command line.
func (a comparing) prepare(c *urfave.Context) (v *compare.Comparison, err error) {
	v = &compare.Comparison{
		Game: a.Game, Opening: cli.Number(c, "opening"), Pairs: cli.Number(c, "pairs"), Losses: cli.Number(c, "losses"),
		Note:    func(team, note string) { a.Log.Warn().Str("player", team).Msg(note) },
		Skipped: func(s compare.Skip) { fmt.Fprintf(a.Err, "game %d is given up: %s\n", s.N, died(s.Error, s.Words)) },
	}
	switch {
	case c.NArg() == 0 && c.IsSet("dir"):
		err = a.reopen(c, v)
	case c.NArg() != 2:
		err = cli.Usagef("compare: want two players, OLD and NEW; --dir alone resumes the comparison in its folder")
	default:
		err = a.begin(c, v)
	}
	if err != nil {
		return nil, err
	}
	if v.Concurrency, err = settings.Concurrency(a.App, c, v.Setup, v.New.Budget); err != nil {
		v.Close()
	}
	v.Maker = settings.Maker(a.App, c, v.Concurrency)
	return v, err
}

// begin reads the settings of a new comparison.
func (a comparing) begin(c *urfave.Context, v *compare.Comparison) error {
	budget, err := cli.Control(c)
	if err != nil {
		return err
	}
	v.Patience = cli.Patience(c)
	if v.Setup, err = settings.Setup(a.App, c); err != nil {
		return err
	}
	for i, spec := range c.Args().Slice() {
		if spec == "human" {
			return cli.Usagef("player %q: a human cannot play here", spec)
		}
		team, err := parseTeam(a.Game, spec)
		if err != nil {
			return err
		}
		*[2]*job.Team{&v.Old, &v.New}[i] = job.Team{Label: team.Label, Spec: team.Spec, Budget: budget}
	}
	if v.Test, err = settings.ReadTest(c); err != nil {
		return err
	}
	v.Test.Clear = clearly
	if v.Book, err = settings.Starts(a.App, c, v.Setup); err != nil {
		return err
	}
	if compare.Exists(c.String("dir")) {
		return a.exists(c)
	}
	return nil
}

// exists is the error for a folder that is not free.
func (a comparing) exists(c *urfave.Context) error {
	return cli.Usagef("flag --dir: %s already contains a journal; continue it with `%s`, or name another folder", c.String("dir"), a.resumption(c))
}

// reopen continues the comparison in --dir.
func (a comparing) reopen(c *urfave.Context, v *compare.Comparison) error {
	may := []string{"dir", "pairs", "concurrency", "oversubscribe", "losses", "json", "log-level", "no-color", "help"}
	for _, f := range a.MakerFlags(proc.Off) {
		may = append(may, f.Names()...)
	}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && !slices.Contains(may, name) {
			return cli.Usagef("flag --%s: the comparison in %s continues with the flags with which it was begun: leave this one out", name, c.String("dir"))
		}
	}
	bad, err := v.Resume(c.String("dir"))
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return cli.Usagef("flag --dir: %s contains no comparison; give OLD and NEW to begin one", c.String("dir"))
		}
		return fmt.Errorf("flag --dir: %w", err)
	}
	bad.Say("journal.jsonl", func(text string) { fmt.Fprintln(a.Err, text) })
	if c.IsSet("pairs") && cli.Number(c, "pairs") != v.Pairs {
		err = v.More(cli.Number(c, "pairs"))
	}
	if err != nil {
		v.Close()
	}
	return err
}

// resumption returns the command line that continues the comparison in --dir.
func (a comparing) resumption(c *urfave.Context) string {
	words := []string{a.Game.Name, "compare", "--dir", c.String("dir")}
	return proc.Join(append(words, cli.Given(c, a.MakerFlags(""))...)...)
}

// try starts both players, and makes the folder of a new comparison.
func (a comparing) try(c *urfave.Context, v *compare.Comparison) error {
	if c.NArg() == 0 {
		if err := v.Same(); err != nil {
			return fmt.Errorf("%w: want OLD, NEW and another --dir for a new comparison", err)
		}
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
	if c.NArg() == 0 || !c.IsSet("dir") {
		return nil
	}
	err := v.Keep(c.String("dir"))
	switch {
	case errors.Is(err, compare.ErrExists):
		return a.exists(c)
	case err != nil:
		return fmt.Errorf("flag --dir: %w", err)
	}
	return nil
}

func (a comparing) run(c *urfave.Context) error {
	v, err := a.prepare(c)
	if err != nil {
		return err
	}
	defer v.Close()
	stands, over, err := v.Progress(c.Context)
	if err != nil {
		return cli.SetupError(err)
	}
	if over {
		return a.say(c, v, stands, nil)
	}
	if err := a.try(c, v); err != nil {
		return err
	}
	progress := Progress{W: a.Err, Terminal: term.IsTerminal(a.Err), Total: 2 * v.Pairs}
	known := stands.Played + stands.Repeated + len(stands.Skipped)
	progress.Skip(known)
	v.Finished = func(line *record.Line, r *compare.Result) {
		if r.Played+r.Repeated+len(r.Skipped) > known {
			progress.Step(strings.TrimSuffix(fmt.Sprintf("%s; %s, LLR %.2f (%.2f to %.2f); %s", summary(line), compare.Elo(r.Estimate),
				r.State.LLR, r.State.Lower, r.State.Upper, r.SoFar()), "; "))
		}
	}
	stop := a.WatchClocks(c.Context, v.New.Budget, cli.AdviceGames, false)
	r, err := v.Run(c.Context)
	stop()
	progress.Break()
	if r == nil {
		return cli.SetupError(err)
	}
	return a.say(c, v, r, err)
}

// say prints the result. The error is what ended the comparison early, or nil.
func (a comparing) say(c *urfave.Context, v *compare.Comparison, r *compare.Result, err error) error {
	paths, failed := a.keep(c, r)
	if c.Bool("json") {
		failed = errors.Join(failed, a.PrintJSON(report(r, v.Setup.Seed, paths)))
	} else {
		failed = errors.Join(failed, a.print(r, paths))
	}
	fmt.Fprintf(a.Err, "the seed was %s\n", v.Setup.Seed)
	if err != nil && c.IsSet("dir") {
		fmt.Fprintf(a.Err, "finished games are kept; go on with: %s\n", a.resumption(c))
	}
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

// keep writes the records of the worst losses, unless they are kept anyway, and returns their paths: "" for a record that is
// gone.
func (a comparing) keep(c *urfave.Context, r *compare.Result) (paths []string, err error) {
	dir := a.Game.Name + "-compare"
	for _, l := range r.Losses {
		path := l.Path
		switch {
		case path != "" && l.Record == nil:
			path = ""
		case path == "":
			path = filepath.Join(dir, "loss-"+l.Line.ID+".jsonl")
			if err = os.MkdirAll(dir, 0o777); err == nil {
				err = os.WriteFile(path, l.Record, 0o666)
			}
			if err != nil {
				return paths, fmt.Errorf("the record of a loss: %w", err)
			}
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
	if n := len(r.Skipped); n > 0 {
		fmt.Fprintf(&b, "given up  %d games, which count for nobody: the process died during them again and again\n", n)
	}
	for _, f := range []struct {
		who   string
		games map[string]int
	}{{"NEW", r.Faults}, {"OLD", r.OldFaults}} {
		for _, reason := range slices.Sorted(maps.Keys(f.games)) {
			fmt.Fprintf(&b, "default   %s lost %d games by default: %s\n", f.who, f.games[reason], reason)
		}
	}
	interval := ", 95 % interval"
	if math.IsInf(r.Estimate.Elo.Value, 0) || r.Estimate.Observations == 0 {
		interval = "" // none is printed
	}
	fmt.Fprintf(&b, "Elo       %s%s\n", compare.Elo(r.Estimate), interval)
	fmt.Fprintf(&b, "LOS       %.1f %%\n", 100*r.Estimate.Superiority)
	fmt.Fprintf(&b, "LLR       %.2f (%.2f to %.2f) for %g against %g Elo\n", r.State.LLR, r.State.Lower, r.State.Upper, r.Test.Elo1, r.Test.Elo0)
	if r.State.Clear {
		fmt.Fprintf(&b, "clear     chance would bring about such a result less than once in %.0f times: no more games are needed\n", 1/clearly)
	}
	if words := r.SoFar(); words != "" {
		fmt.Fprintf(&b, "so far    %s\n", strings.Replace(words, " so far", "", 1))
	}
	for i, l := range r.Losses {
		if i == 0 {
			fmt.Fprintf(&b, "NEW's worst losses:\n")
		}
		fmt.Fprintf(&b, "  game %d as %s: %s after %d plies", l.Line.N, a.Game.Title(l.Seat), l.Reason, l.Line.Plies)
		switch {
		case l.Turned > 0 && math.IsNaN(l.Before):
			fmt.Fprintf(&b, "; its value was below 0.5 from ply %d on (%.2f)", l.Turned, l.From)
		case l.Turned > 0:
			fmt.Fprintf(&b, "; its value turned at ply %d (%.2f to %.2f)", l.Turned, l.Before, l.From)
		}
		if i < len(paths) && paths[i] != "" {
			fmt.Fprintf(&b, ": %s", paths[i])
		}
		b.WriteByte('\n')
	}
	b.WriteString(r.Sentence() + "\n")
	_, err := a.Out.Write([]byte(b.String()))
	return err
}

// finite is a number in JSON; NaN and infinity become null.
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
	Turned *int   `json:"turned"` // the ply after which its value stayed below one half
	Record string `json:"record"`
}

// report is the result in JSON.
func report(r *compare.Result, seed string, paths []string) any {
	losses, skips := []loss{}, append([]compare.Skip{}, r.Skipped...)
	for i, l := range r.Losses {
		o := loss{N: l.Line.N, Seat: l.Seat, Reason: l.Reason, Detail: l.Line.Detail, Plies: l.Line.Plies}
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
		"test": r.Test, "worst": losses, "skipped": skips,
	}
}
