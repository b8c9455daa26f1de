//go:build !lean || (contest && web)

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	origin "github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/tournament"
)

// cup is a tournament of the original's kind. All draws follow from its seed and the results: a cup that continues draws
// everything again and plays only games that the journal lacks.
type cup struct {
	app         *cli.App
	config      *cupConfig
	version     pelita.Version
	dir         string
	concurrency int
	python      string
	standIn     string
	state       string // the file of the journal; "": in dir
	load        bool   // the file may already exist
	noTimeout   bool
	noLog       bool // dir exists only during the tournament
	dry         bool // nothing is played

	secret []byte // for the hashes of the journal; nil: none

	out     io.Writer
	journal *cupJournal
	past    *past      // if set, nothing is played: the finished games are followed
	mu      sync.Mutex // guards journal and out
	chance  *pyrand.Rand
}

func (t *cup) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	fmt.Fprintln(t.out, text)
	if !t.config.speak {
		return
	}
	if err := speak(t.config.speaker, text); err != nil {
		t.config.speak = false // do not try again
		fmt.Fprintf(t.app.Err, "speaker: %v; the rest is only printed\n", err)
	}
}

// speak makes a command read a text aloud, as the original does: the text is in a file, whose name is the last argument.
func speak(command, text string) error {
	words, err := proc.Split(command)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "pelita-say-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = fmt.Fprintln(file, strings.TrimSpace(text))
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return exec.Command(words[0], append(words[1:], file.Name())...).Run()
}

// wait waits for ENTER, if that is asked for. It does not wait after the end of the input.
func (t *cup) wait(ctx context.Context) error {
	if !t.config.interactive {
		return nil
	}
	fmt.Fprint(t.app.Out, "--- press ENTER to continue ---")
	_, err := t.app.Line(ctx)
	if errors.Is(err, io.EOF) {
		t.config.interactive, err = false, nil
	}
	fmt.Fprintln(t.app.Out)
	return err
}

// run plays the tournament, or what is left of it.
func (t *cup) run(ctx context.Context) (err error) {
	t.out = t.app.Out
	if t.dry {
		return t.rehearse(ctx)
	}
	if t.state != "" && !t.load && exists(t.state) {
		return urfave.Exit(fmt.Sprintf("Found state file in %s. Restore with --load-state. Aborting.", t.state), 255)
	}
	if err := t.storeDir(); err != nil {
		return err
	}
	if t.noLog {
		defer os.RemoveAll(t.dir)
	}
	journal, notes, err := openCup(cmp.Or(t.state, filepath.Join(t.dir, "journal.jsonl")), t.head(), t.secret)
	if err != nil {
		return err
	}
	defer journal.close()
	strange, err := journal.same(t.app, t.head())
	if err != nil {
		return err
	}
	for _, note := range append(notes, strange...) {
		fmt.Fprintln(t.app.Err, clean.Line(note, 500))
	}
	t.app.Hide(t.dir, journal.path) // they have the seeds of games
	t.journal, t.config.seed = journal, journal.head.Seed
	if journal.head.Rounds > 0 {
		t.config.rounds = journal.head.Rounds
	}
	log, err := os.OpenFile(filepath.Join(t.dir, "tournament.out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	t.out = io.MultiWriter(t.app.Out, log)
	if err := t.begin(ctx); err != nil {
		return err
	}
	ranking, err := t.firstRound(ctx)
	if err != nil {
		return err
	}
	winner, err := t.knockout(ctx, ranking)
	if err != nil {
		return err
	}
	t.say("The winner is %s.\n%s!", t.name(winner), t.config.farewell)
	return nil
}

// begin introduces the tournament and its teams.
func (t *cup) begin(ctx context.Context) (err error) {
	c := t.config
	if t.chance, err = pyrand.Parse(c.seed); err != nil {
		return cli.Usagef("%w", err)
	}
	t.say("%s %s, this is the tournament in %s, %s. %d teams:", c.greeting, c.host, c.location, c.date, len(c.teams))
	return t.learnNames(ctx)
}

// rehearse loads the teams and says what would be played; the pairs of the knockout depend on the results.
func (t *cup) rehearse(ctx context.Context) error {
	if t.config.seed == "" {
		t.config.seed = seeds.Draw()
	}
	if err := t.begin(ctx); err != nil {
		return err
	}
	fixtures := t.fixtures()
	t.say("\nRound 1: everybody against everybody, %d games", len(fixtures))
	for _, f := range fixtures {
		t.say("%s: %s against %s, seed %d", f.name, t.name(f.teams[pelita.Blue]), t.name(f.teams[pelita.Red]), f.seed)
	}
	t.say("Nothing was played.")
	return nil
}

// head returns the settings that decide what is played.
func (t *cup) head() cupHead {
	c := t.config
	h := cupHead{Rules: t.version.String(), Seed: c.seed, Rounds: c.rounds, asked: c.asked, Size: c.size, Bonus: c.bonus}
	for _, team := range c.teams {
		bot := origin.Identify(team.spec)
		if t.app.Game.Bundled(team.spec) {
			bot.Version = record.Version()
		}
		h.Teams = append(h.Teams, cupEntry{ID: team.id, Spec: team.spec, Bot: &bot})
	}
	return h
}

// learnNames starts each team once.
func (t *cup) learnNames(ctx context.Context) error {
	for i := range t.config.teams {
		team := &t.config.teams[i]
		d := t.dropped(io.Discard, map[string]string{"seed": "0"})
		if err := d.read(); err != nil {
			return err
		}
		name, err := d.nameOf(ctx, team.spec)
		if err != nil {
			name = clean.Line(filepath.Base(team.spec), 20) + " (absent)"
		}
		team.name = name
		t.say("  %-8s %-26s %s", team.id, name, strings.Join(team.members, ", "))
		if err != nil {
			fmt.Fprintf(t.out, "           it cannot play: %v\n", err)
		}
	}
	return nil
}

// dropped prepares a run of the original's main command with these options and teams.
func (t *cup) dropped(out io.Writer, options map[string]string, teams ...string) *dropped {
	options["python"], options["stand-in"] = t.python, t.standIn
	if t.noTimeout {
		options[noTimeout] = ""
	}
	g := &given{values: options, teams: teams}
	return &dropped{app: t.app, given: g, version: t.version, out: out, err: out, forgiving: true, noLimit: t.noTimeout}
}

func (t *cup) team(id string) *cupTeam {
	i := slices.IndexFunc(t.config.teams, func(team cupTeam) bool { return team.id == id })
	return &t.config.teams[i]
}

func (t *cup) name(id string) string { return t.team(id).name }

// fixture is a game to play.
type fixture struct {
	name  string
	teams tournament.Pair
	seed  uint64
}

// fixtures draws the games of the first round.
func (t *cup) fixtures() (list []fixture) {
	plan := tournament.Plan(t.ids(), t.chance)
	slices.Reverse(plan) // matches are taken from the end
	for i, pair := range plan {
		list = append(list, fixture{fmt.Sprintf("round1-match%02d", i+1), pair, tournament.GameSeed(t.chance)})
	}
	return list
}

func (t *cup) ids() (list []string) {
	for _, team := range t.config.teams {
		list = append(list, team.id)
	}
	return list
}

// firstRound plays all teams against each other and returns the ranking.
func (t *cup) firstRound(ctx context.Context) ([]string, error) {
	fixtures := t.fixtures()
	t.say("\nRound 1: everybody against everybody, %d games", len(fixtures))
	list := &league.List{}
	for i := range fixtures {
		list.Pairings = append(list.Pairings, league.Pairing{N: i + 1})
	}
	play := func(ctx context.Context, p league.Pairing) (league.Outcome, error) {
		_, err := t.game(ctx, fixtures[p.N-1])
		return league.Outcome{}, err
	}
	runner := league.Runner{Plan: list, Concurrency: t.concurrency, Play: play}
	if err := runner.Run(ctx); err != nil {
		return nil, err
	}
	var played []tournament.Played
	for _, f := range fixtures {
		played = append(played, tournament.Played{Match: f.teams, Winner: t.journal.games[f.name].Winner})
	}
	points := tournament.Points(played)
	ranking := tournament.Ranking(t.ids(), points)
	t.say("\nRanking:")
	for i, id := range ranking {
		t.say("%3d. %-26s %3d", i+1, t.name(id), points[id])
	}
	return ranking, nil
}

// bold is the escape codes that begin and end bold text.
var bold = [2]string{term.Look(ascii.Bold), term.Look(ascii.Plain)}

// attempts are the games of a knockout match before a draw decides.
const attempts = 3

// knockout plays the bracket and returns the winner.
func (t *cup) knockout(ctx context.Context, ranking []string) (string, error) {
	tree := tournament.Bracket(t.version, ranking, t.config.bonus)
	t.say("\nRound 2: knockout")
	fmt.Fprintf(t.out, "\n%s\n", tree.Draw(t.name, nil, bold))
	match := 0
	for _, level := range tree.Levels() {
		for _, n := range level {
			if n.Match == nil {
				continue
			}
			match++
			pair := tournament.Pair{n.Match[0].Who(), n.Match[1].Who()}
			switch {
			case pair[1] == "": // an empty place
				n.Winner = pair[0]
			case pair[0] == "":
				n.Winner = pair[1]
			default:
				winner, err := t.decide(ctx, match, pair)
				if err != nil {
					return "", err
				}
				n.Winner = winner
			}
			just := n
			if !t.app.Colour(t.app.Out) {
				just = nil
			}
			fmt.Fprintf(t.out, "\n%s\n", tree.Draw(t.name, just, bold))
		}
	}
	return tree.Who(), nil
}

// decide plays up to three games until a team wins, and otherwise draws the winner at random.
func (t *cup) decide(ctx context.Context, match int, pair tournament.Pair) (string, error) {
	for attempt := 1; attempt <= attempts; attempt++ {
		f := fixture{name: fmt.Sprintf("round2-match%02d", match), teams: pair}
		if attempt > 1 {
			f.name += fmt.Sprintf("-repeat%d", attempt)
		}
		t.chance.Shuffle(2, func(i, j int) { f.teams[i], f.teams[j] = f.teams[j], f.teams[i] })
		f.seed = tournament.GameSeed(t.chance)
		g, err := t.game(ctx, f)
		if err != nil || g.Winner != "" {
			return g.Winner, err
		}
	}
	winner := pair[t.chance.Below(2)]
	t.say("three draws: the lot falls on %s", t.name(winner))
	return winner, nil
}

// announce says which game comes next, if it is shown. Other games run at the same time; of those, only the results are printed.
func (t *cup) announce(ctx context.Context, f fixture, blue, red *cupTeam) error {
	if t.config.interactive || t.config.viewer != "null" {
		t.say("\n%s: %s (group %s) against %s (group %s)", f.name, blue.name, blue.id, red.name, red.id)
	}
	return t.wait(ctx)
}

// game plays a game, unless the journal has it.
func (t *cup) game(ctx context.Context, f fixture) (cupGame, error) {
	t.mu.Lock()
	g, done := t.journal.games[f.name]
	t.mu.Unlock()
	seed := strconv.FormatUint(f.seed, 10)
	switch {
	case done && g.Teams != f.teams:
		return g, fmt.Errorf("%s was played by %s and %s, but the configuration says %s and %s: the journal belongs to another tournament",
			f.name, g.Teams[0], g.Teams[1], f.teams[0], f.teams[1])
	case done && g.Seed != seed:
		return g, fmt.Errorf("%s was played with seed %s, but the configuration gives %s: the journal belongs to another tournament", f.name, g.Seed, seed)
	case t.past != nil:
		return g, t.past.pass(f.name, done)
	case done:
		return g, nil
	}
	blue, red := t.team(f.teams[pelita.Blue]), t.team(f.teams[pelita.Red])
	if err := t.announce(ctx, f, blue, red); err != nil {
		return g, err
	}
	dir := filepath.Join(t.dir, f.name+time.Now().Format("-20060102-150405"))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return g, err
	}
	out, err := os.Create(filepath.Join(dir, "main.out"))
	if err != nil {
		return g, err
	}
	defer out.Close()
	d := t.dropped(out, map[string]string{
		t.config.viewer: "", "seed": seed, "rounds": strconv.Itoa(t.config.rounds), "size": t.config.size,
		"append-blue": "group " + blue.id, "append-red": "group " + red.id, "write-replay": filepath.Join(dir, "replay"), "store-output": dir,
	}, blue.spec, red.spec)
	d.err = t.app.Err
	r, err := d.game(ctx)
	if err != nil {
		return g, err
	}
	result, s := r.Result(), r.State()
	g = cupGame{Name: f.name, Teams: f.teams, Seed: seed, Score: s.Score, Reason: result.Reason}
	outcome := fmt.Sprintf("%s and %s had a draw", blue.name, red.name)
	if result.Winner != turn.Draw {
		g.Winner = f.teams[result.Winner]
		outcome = fmt.Sprintf("%s won over %s", t.name(g.Winner), t.name(f.teams[1-result.Winner]))
	}
	if slices.ContainsFunc([]string{blue.spec, red.spec}, isProgram) {
		start := t.app.Maker().Start
		g.Jail = start.Level(nil)
	}
	if !t.noLog {
		if err := t.keepReplay(&g, filepath.Join(dir, "replay")); err != nil {
			return g, err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.say("%s: %s (%d:%d)", f.name, outcome, s.Score[pelita.Blue], s.Score[pelita.Red])
	return g, t.journal.add(g)
}

// keepReplay puts a replay on the disk before the journal names it. The journal gets its path if that is near the journal.
func (t *cup) keepReplay(g *cupGame, replay string) (err error) {
	if g.Hash, err = settle(replay); err != nil {
		return err
	}
	dir, err := filepath.Abs(filepath.Dir(t.journal.path))
	if err == nil {
		replay, err = filepath.Abs(replay)
	}
	if err != nil {
		return err
	}
	name, err := filepath.Rel(dir, replay)
	if err != nil || !filepath.IsLocal(name) {
		g.Hash = "" // it could not be found again
		return nil
	}
	g.Replay = filepath.ToSlash(name)
	return nil
}
