package contest

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// newCourseVerb is the verb new-course: what an autograding service needs to run the verb grade.
func newCourseVerb(app *cli.App) *urfave.Command {
	a := founding{app}
	first := app.Game.Bots[0].Name
	return &urfave.Command{
		Name: "new-course", Usage: "write the files with which Gradescope or GitHub grades bots",
		UsageText: fmt.Sprintf("%[1]s new-course gradescope|github DIR\n\ngradescope also writes DIR.zip, which you upload as the autograder. github writes a repository to start "+
			"from, with\na workflow and the autograder.py of Classroom 50. Both contain this program and call `%[1]s grade`. Example:\n\n"+
			"  %[1]s new-course gradescope autograder --against %[2]s", app.Game.Name, first),
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "against", Usage: "bundled `BOTS` that a submission plays against, separated by commas", Value: first},
			untilSureFlags()[0],
			&urfave.StringFlag{Name: "main", Usage: "`FILE` of the submission that is the bot, such as my_team.py (default: the folder)"},
			&urfave.StringFlag{Name: "budget", Usage: "`TIME` for each move", Value: "5s"},
			cli.NumberFlag("pairs", 8, 1, "`NUMBER` of pairs of games with each bot"),
			&urfave.DurationFlag{Name: "within", Value: 8 * time.Minute, Usage: "stop after `TIME`: the games played until then decide; the service stops a run after ten minutes"},
			&urfave.StringFlag{Name: "program", Usage: "`FILE` of this program for Linux on x86-64 (default: the running one)"},
		},
		Action: a.run,
	}
}

// founding is a run of the verb.
type founding struct{ *cli.App }

// founded is a file of a course.
type founded struct {
	name    string
	content []byte
	runs    bool
}

func (a founding) run(c *urfave.Context) error {
	services := []string{"gradescope", "github"}
	if c.NArg() != 2 || !slices.Contains(services, c.Args().First()) {
		return cli.Usagef("new-course: want %s and a folder", strings.Join(services, " or "))
	}
	dir := filepath.Clean(c.Args().Get(1))
	words, err := a.words(c)
	if err != nil {
		return err
	}
	program, err := a.program(c)
	if err != nil {
		return err
	}
	list := a.github(words, program)
	if c.Args().First() == "gradescope" {
		list = a.gradescope(words, program)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("new-course: %s is not empty", dir)
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("new-course: %w", err)
	}
	for _, f := range list {
		path, mode := filepath.Join(dir, filepath.FromSlash(f.name)), os.FileMode(0o666)
		if f.runs {
			mode = 0o777
		}
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, f.content, mode)
		}
		if err != nil {
			return fmt.Errorf("new-course: %w", err)
		}
		fmt.Fprintln(a.Out, filepath.ToSlash(path))
	}
	if c.Args().First() == "gradescope" {
		if err := writeZip(dir+".zip", list); err != nil {
			return fmt.Errorf("new-course: %w", err)
		}
		fmt.Fprintln(a.Out, filepath.ToSlash(dir+".zip"))
	}
	return nil
}

// words returns the command line of grade for a shell, after the bot.
func (a founding) words(c *urfave.Context) (string, error) {
	args := []string{"--against", c.String("against"), "--budget", c.String("budget"), "--pairs", c.String("pairs"), "--within", c.Duration("within").String()}
	if _, err := cli.Control(c); err != nil {
		return "", err
	}
	for word := range strings.SplitSeq(c.String("against"), ",") {
		p, err := a.Player(tournament.ParseTeam(strings.TrimSpace(word)).Spec)
		if err != nil {
			return "", fmt.Errorf("flag --against: %w", err)
		}
		p.Close()
	}
	if c.IsSet("grades") {
		if _, err := readGrades(c); err != nil {
			return "", err
		}
		text := c.String("grades")
		if content, err := files.Read(text, files.MostText); err == nil {
			scheme, _ := league.ParseGrades(string(content)) // readGrades has read it
			var entries []string
			for _, g := range scheme {
				entries = append(entries, g.String())
			}
			text = strings.Join(entries, ",")
		}
		args = append(args, "--grades", text)
	}
	bot := "."
	if name := c.String("main"); name != "" {
		if !filepath.IsLocal(name) {
			return "", cli.Usagef("flag --main: %q: want a path inside of the submission", name)
		}
		bot = "./" + filepath.ToSlash(name)
	}
	return proc.Join(append([]string{"grade", bot}, args...)...), nil
}

// program reads the program of the game that the service runs.
func (a founding) program(c *urfave.Context) ([]byte, error) {
	path := c.String("program")
	if path == "" {
		own, err := os.Executable()
		if err != nil {
			return nil, err
		}
		path = own
	}
	content, err := files.ReadOf(path, 1<<30)
	if err != nil {
		return nil, cli.Usagef("flag --program: %w", err)
	}
	f, err := elf.NewFile(bytes.NewReader(content))
	if err != nil || f.Machine != elf.EM_X86_64 {
		return nil, cli.Usagef("flag --program: %s is not a program for Linux on x86-64: want that of a release, or one built with GOOS=linux GOARCH=amd64 go build", path)
	}
	if slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		fmt.Fprintf(a.Err, "%s needs the C library of this system: CGO_ENABLED=0 go build makes one that runs everywhere\n", path)
	}
	return content, nil
}

// gradescope returns the files of the archive that Gradescope unpacks in /autograder/source. AUTOGRADER is another root, for
// rehearsals.
func (a founding) gradescope(words string, program []byte) []founded {
	setup := `#!/bin/bash
# Gradescope runs this once, when it builds the machine. Install here what bots need.
set -e
command -v python3 >/dev/null || { apt-get update && apt-get install -y --no-install-recommends python3; }
`
	run := fmt.Sprintf(`#!/bin/bash
# Gradescope runs this for each submission.
root=${AUTOGRADER:-/autograder}
cd "$root/submission" || exit 1
exec "$root/source/%s" %s --results "$root/results/results.json"
`, a.Game.Name, words)
	return []founded{{"setup.sh", []byte(setup), true}, {"run_autograder", []byte(run), true}, {a.Game.Name, program, true}}
}

// github returns the files of a repository that grades itself.
func (a founding) github(words string, program []byte) []founded {
	flow := fmt.Sprintf(`# Plays the bot of this repository and shows its grade. A student can change this file: take
# the grades that count from a run of your own copy.
name: grade
on: [push, workflow_dispatch]
permissions: {contents: read}
jobs:
  grade:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - run: |
          ./grade/%s %s --classroom50 result.json --github
      - uses: actions/upload-artifact@v4
        if: always()
        with: {name: grade, path: result.json}
`, a.Game.Name, words)
	python := fmt.Sprintf(`# The autograder of Classroom 50: it runs in the student's checkout and writes result.json. It takes
# the program from its own folder, where a student cannot change it, or else from the checkout.
import os, subprocess, sys
own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "grade", %[1]q)
program = own if os.path.exists(own) else os.path.join("grade", %[1]q)
sys.exit(subprocess.call([program] + %[2]s + ["--classroom50", "result.json", "--github"]))
`, a.Game.Name, pythonList(words))
	return []founded{
		{".github/workflows/grade.yml", []byte(flow), false}, {"autograder.py", []byte(python), false}, {"grade/" + a.Game.Name, program, true},
	}
}

// pythonList is a command line as a list of Python.
func pythonList(words string) string {
	list, _ := proc.Split(words) // proc.Join has made it
	for i := range list {
		list[i] = fmt.Sprintf("%q", list[i])
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// writeZip writes an archive whose programs may be executed.
func writeZip(path string, list []founded) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range list {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		h.SetMode(0o644)
		if f.runs {
			h.SetMode(0o755)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(f.content)
		}
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}
