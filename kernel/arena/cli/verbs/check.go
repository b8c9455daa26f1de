package verbs

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Check is the verb check, with forms for programs and a table of many players.
func Check(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "check", Usage: "test a bot and say what it does wrong",
		UsageText: fmt.Sprintf("%[1]s check PLAYER|DIR...\n\nStarts the program once, plays several games from both seats, and ends it. For a folder, "+
			"it checks the bot\nin it: %[3]s. If you name several players, it checks one after the other and prints a table. Example:\n\n"+
			"  %[1]s check %[2]s", a.Game.Name, a.Example(""), strings.Join(check.Mains(), ", ")),
		Flags: slices.Concat([]urfave.Flag{
			&urfave.StringFlag{Name: "budget", Usage: "`TIME` for each move", Value: "5s"},
			&urfave.BoolFlag{Name: "budget-cpu", Usage: "count it as processor time (Linux only)"},
			cli.PatienceFlag(0),
			&urfave.BoolFlag{Name: "verbose", Usage: "show every line of the conversation"},
		}, a.MakerFlags(proc.Off), []urfave.Flag{
			&urfave.BoolFlag{Name: "json", Usage: "print a JSON line for each player"},
			&urfave.BoolFlag{Name: "junit", Usage: "print JUnit XML, for programs that show test results"},
		}),
		Action: func(c *urfave.Context) error {
			if c.Bool("json") && c.Bool("junit") {
				return cli.Usagef("check: want --json or --junit, not both")
			}
			if c.Bool("json") || c.Bool("junit") || c.NArg() > 1 || check.IsFolder(c.Args().First()) {
				return checkAll(a, c)
			}
			return checkOne(a, c)
		},
	}
}

// Options are those of the game that the verb has as flags.
func Options(a *cli.App, c *urfave.Context) match.Params {
	p := match.Params{}
	for _, o := range a.Game.Options {
		if value := c.String(o.Name); value != "" {
			p[o.Name] = value
		}
	}
	return p
}

// checkOne checks the player of the command line.
func checkOne(a *cli.App, c *urfave.Context) error {
	if c.NArg() != 1 {
		return cli.Usagef("check: want one player")
	}
	spec := c.Args().First()
	budget, err := cli.Control(c)
	if err != nil {
		return err
	}
	stderr := "" // of the program, as of the last finding
	checking := check.Checking{Maker: a.Maker(), Budget: budget, Options: Options(a, c), Found: func(f check.Finding) {
		Found(a.Out, f)
		stderr = f.Stderr
	}}
	if a.Game.Prints(spec) {
		checking.Maker.Output = a.Err
	}
	if c.Bool("verbose") {
		checking.Line = func(line string) { fmt.Fprintln(a.Out, line) }
	}
	wrong, err := check.Player(c.Context, a.Game, spec, checking)
	switch {
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case err != nil:
		return cli.Usagef("%w", err)
	case wrong > 0:
		if checking.Maker.Output == nil { // it was not shown as it came
			a.LastWords(stderr, spec)
		}
		return fmt.Errorf("check %s: %d wrong", spec, wrong)
	}
	_, err = fmt.Fprintf(a.Out, "%s plays by the rules\n", spec)
	return err
}

// Found prints a finding.
func Found(w io.Writer, f check.Finding) {
	if f.OK {
		fmt.Fprintf(w, "ok    %s\n", f.What)
		return
	}
	fmt.Fprintf(w, "WRONG %s: %v\n", f.What, f.Error)
	if f.Asked != "" || f.Answered != "" {
		fmt.Fprintf(w, "      asked:    %s\n      answered: %s\n", f.Asked, f.Answered)
	}
}

// checked is the result of checking one player.
type checked struct {
	Type     string          `json:"type"` // "check"
	Player   string          `json:"player"`
	Team     string          `json:"team"` // its name in a tournament
	OK       bool            `json:"ok"`
	Wrong    int             `json:"wrong"`
	Findings []check.Finding `json:"findings"`
}

// checkAll checks all players of the command line. It fails if one of them has an error.
func checkAll(a *cli.App, c *urfave.Context) error {
	if c.NArg() == 0 {
		return cli.Usagef("check: want a player or a folder")
	}
	budget, err := cli.Control(c)
	if err != nil {
		return err
	}
	forms := c.Bool("json") || c.Bool("junit")
	var list []*checked
	failed := 0
	for _, arg := range c.Args().Slice() {
		r := &checked{Type: "check", Player: arg, Team: check.Name(arg), Findings: []check.Finding{}}
		checking := check.Checking{Maker: a.Maker(), Budget: budget, Options: Options(a, c), Found: func(f check.Finding) {
			if !f.OK && !forms { // the table has room for the beginning of the first one only
				Found(a.Err, f)
			}
			r.Findings = append(r.Findings, f)
		}}
		if c.Bool("verbose") { // standard output is for the table, or for a program
			checking.Line = func(line string) { fmt.Fprintln(a.Err, line) }
		}
		spec, err := check.Spec(a.Game, arg)
		if err == nil {
			r.Wrong, err = check.Player(c.Context, a.Game, spec, checking)
		}
		if c.Context.Err() != nil {
			return cli.ErrInterrupted
		}
		if err != nil { // there is no such player
			r.Wrong++
			r.Findings = append(r.Findings, check.Finding{What: "the player", Error: err.Error()})
		}
		list = append(list, r)
		if r.OK = r.Wrong == 0; !r.OK {
			failed++
			if !forms {
				a.LastWords(r.Findings[len(r.Findings)-1].Stderr, arg)
			}
		}
		fmt.Fprintf(a.Err, "%s: %d wrong\n", arg, r.Wrong)
	}
	if err := printChecked(a, c, list); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("check: %d of %d players do something wrong", failed, len(list))
	}
	return nil
}

// printChecked prints the results in the form that the flags choose.
func printChecked(a *cli.App, c *urfave.Context, list []*checked) error {
	switch {
	case c.Bool("json"):
		for _, r := range list {
			if err := a.PrintJSON(r); err != nil {
				return err
			}
		}
		return nil
	case c.Bool("junit"):
		return printJUnit(a, list)
	}
	table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "player\tright\twrong\tfirst")
	for _, r := range list {
		first := ""
		for _, f := range r.Findings {
			if !f.OK {
				first = clean.Line(f.What+": "+f.Error, 100)
				break
			}
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\n", r.Player, len(r.Findings)-r.Wrong, r.Wrong, first)
	}
	return table.Flush()
}

// The elements of JUnit reports that common readers understand.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Stderr  string        `xml:"system-err,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func printJUnit(a *cli.App, list []*checked) error {
	var all junitSuites
	for _, r := range list {
		suite := junitSuite{Name: r.Player, Tests: len(r.Findings), Failures: r.Wrong}
		for _, f := range r.Findings {
			one := junitCase{Class: a.Game.Name + "." + r.Player, Name: f.What}
			if !f.OK {
				one.Failure = &junitFailure{f.Error, strings.TrimSpace("asked: " + f.Asked + "\nanswered: " + f.Answered)}
				one.Stderr = f.Stderr
			}
			suite.Cases = append(suite.Cases, one)
		}
		all.Suites = append(all.Suites, suite)
	}
	content, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = a.Out.Write([]byte(xml.Header + string(content) + "\n"))
	return err
}
