//go:build !lean || (contest && web)

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	origin "github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/verify"
	kernel "github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// cupHead is the first line of the journal of a cup: the settings that decide what is played.
type cupHead struct {
	Type    string     `json:"type"` // "cup"
	Game    string     `json:"game"`
	Rules   string     `json:"rules"`
	Version string     `json:"version"`
	Seed    string     `json:"seed"`
	Rounds  int        `json:"rounds"` // of a game
	Size    string     `json:"size"`
	Bonus   bool       `json:"bonusmatch"`
	Teams   []cupEntry `json:"teams"`
	Key     string     `json:"key,omitempty"` // identifies the secret of the hashes; "": there is none

	asked bool // the command line gives the rounds; otherwise a continued cup keeps its own
}

// cupEntry is a team. In a line after the first one, it replaces a team from then on.
type cupEntry struct {
	Type string           `json:"type,omitempty"` // "team" in a line of its own
	ID   string           `json:"id"`
	Spec string           `json:"spec"`
	Bot  *origin.Identity `json:"bot,omitempty"` // what it was; nil: an older program did not note it
}

// cupGame is a line of the journal: a finished game.
type cupGame struct {
	Type   string    `json:"type,omitempty"` // "game"; "" in journals of older programs
	Name   string    `json:"name"`           // round1-match01, round2-match03-repeat2; older programs called the first line seed
	Teams  [2]string `json:"teams"`
	Seed   string    `json:"seed"`
	Winner string    `json:"winner"` // "" is a draw
	Score  [2]int    `json:"score"`
	Reason string    `json:"reason"`
	Jail   string    `json:"jail,omitempty"`   // how the teams were confined
	Replay string    `json:"replay,omitempty"` // the file, relative to the folder of the journal; "": not kept
	Hash   string    `json:"hash,omitempty"`   // SHA-256 of the replay
}

// cupJournal has the finished games, and the file that holds them.
type cupJournal struct {
	head  cupHead
	path  string
	list  []cupGame
	games map[string]cupGame // the games by name
	file  *league.Journal    // nil: read only
	close func()
}

// cupPath returns the path of a cup's journal: in its folder, or the file of --state.
func cupPath(name string) string {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return name
	}
	return filepath.Join(name, "journal.jsonl")
}

// isCup reports whether a folder, or a file, has the journal of a cup.
func isCup(name string) bool {
	content, err := files.Read(cupPath(name), files.MostGames)
	if err != nil {
		return false
	}
	first, _, whole := bytes.Cut(content, []byte("\n"))
	return whole && (&cupJournal{}).readHead(first) == nil
}

var errNoCup = errors.New("want the journal of a cup; states of the original's program cannot be read")

// readHead reads the first line.
func (j *cupJournal) readHead(line []byte) error {
	var old cupGame
	switch err := json.Unmarshal(line, &j.head); {
	case err == nil && j.head.Type == "cup" && j.head.Game == "pelita":
		return nil
	case json.Unmarshal(line, &old) == nil && old.Type == "" && old.Name == "seed": // older programs wrote no more than the seed
		j.head = cupHead{Seed: old.Seed}
		return nil
	}
	return errNoCup
}

// read reads another line.
func (j *cupJournal) read(line []byte) error {
	var e cupEntry
	var g cupGame
	if err := json.Unmarshal(line, &g); err != nil {
		return err
	}
	switch {
	case g.Type == "team":
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		if i := slices.IndexFunc(j.head.Teams, func(t cupEntry) bool { return t.ID == e.ID }); i >= 0 {
			j.head.Teams[i].Spec, j.head.Teams[i].Bot = e.Spec, e.Bot
		}
	case (g.Type == "game" || g.Type == "") && g.Name != "":
		j.games[g.Name] = g
		j.list = append(j.list, g)
	}
	return nil
}

// loadCup reads a journal without changing it.
func loadCup(path string) (*cupJournal, error) {
	j := &cupJournal{path: path, games: map[string]cupGame{}}
	content, err := files.Read(path, files.MostGames)
	if err != nil {
		return nil, err
	}
	n := 0
	for number, line := range league.Lines(content) {
		if n = number; n == 1 {
			err = j.readHead(line)
		} else {
			err = j.read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
	if n == 0 {
		return nil, fmt.Errorf("%s: line 1: %w", path, errNoCup)
	}
	return j, nil
}

// openCup begins a journal, or opens that of the same cup to continue it, and locks out other processes. notes are oddities that
// it found.
func openCup(path string, want cupHead, secret []byte) (j *cupJournal, notes []string, err error) {
	lock := filepath.Join(filepath.Dir(path), "lock")
	if filepath.Base(path) != "journal.jsonl" { // a state file, in a folder that is not ours
		lock = path + ".lock"
	}
	held, err := folder.Take(lock)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	defer func() {
		if err != nil {
			held.Leave()
		}
	}()
	want.Type, want.Game, want.Version, want.Key = "cup", "pelita", record.Version(), kernel.KeyID(secret)
	if info, err := os.Stat(path); err == nil && info.Size() == 0 { // an older program was interrupted before its first line
		os.Remove(path)
	}
	var began *league.Journal
	if !exists(path) {
		if want.Seed == "" {
			want.Seed = seeds.Draw()
		}
		if began, err = league.CreateJournal(path, want, secret); err != nil {
			return nil, nil, err
		}
		began.Close()
	} else if notes, err = repairCup(path, secret); err != nil {
		return nil, nil, err
	}
	if j, err = loadCup(path); err != nil {
		return nil, nil, err
	}
	if j.file, err = league.OpenJournal(path, secret); err != nil {
		return nil, nil, err
	}
	j.close = func() {
		j.file.Close()
		held.Leave()
	}
	changed, err := j.match(want)
	if err != nil {
		j.file.Close()
		return nil, nil, err
	}
	return j, append(notes, changed...), nil
}

// repairCup moves damaged lines of a journal to another file: their games are played again.
func repairCup(path string, secret []byte) (notes []string, err error) {
	content, err := files.Read(path, files.MostGames)
	if err != nil {
		return nil, err
	}
	first, _, _ := bytes.Cut(content, []byte("\n"))
	j := &cupJournal{}
	if err := j.readHead(first); err != nil {
		return nil, fmt.Errorf("%s: line 1: %w", path, err)
	}
	if err := (&kernel.Head{Key: j.head.Key}).CheckSecret(secret); err != nil {
		return nil, err
	}
	bad, err := league.RepairJournal(path, secret)
	bad.Say(path, func(text string) { notes = append(notes, text+"; its game is played again") })
	return notes, err
}

// match checks a journal against the configuration that continues it: it must be the same cup, but the teams' files may have
// moved.
func (j *cupJournal) match(want cupHead) (notes []string, err error) {
	if j.head.Type == "" { // of an older program, which wrote only the seed
		return nil, nil
	}
	if want.Rounds != j.head.Rounds && !want.asked {
		notes = append(notes, fmt.Sprintf("games have %d rounds, as when the cup was begun", j.head.Rounds))
		want.Rounds = j.head.Rounds
	}
	ids := func(teams []cupEntry) (list []string) {
		for _, t := range teams {
			list = append(list, t.ID)
		}
		return list
	}
	for _, part := range []struct {
		what     string
		was, now any
	}{
		{"version of the rules", j.head.Rules, want.Rules}, {"rounds", j.head.Rounds, want.Rounds}, {"size", j.head.Size, want.Size},
		{"bonusmatch", j.head.Bonus, want.Bonus}, {"teams", ids(j.head.Teams), ids(want.Teams)}, {"seed", j.head.Seed, want.Seed},
	} {
		if part.what == "seed" && part.now == "" {
			continue // the seed is to be drawn: the journal has it
		}
		if was, now := fmt.Sprint(part.was), fmt.Sprint(part.now); was != now {
			return nil, fmt.Errorf("%s: the cup was begun with %s %s, but the configuration has %s: want the configuration with which it was begun",
				j.path, part.what, was, now)
		}
	}
	for i, team := range want.Teams {
		if was := j.head.Teams[i].Spec; was != team.Spec {
			notes = append(notes, fmt.Sprintf("team %s was %s and is %s from now on", team.ID, was, team.Spec))
			team.Type = "team"
			if err := j.file.Append(team); err != nil {
				return nil, err
			}
		}
	}
	return notes, nil
}

// add writes a game to the journal before anything else happens.
func (j *cupJournal) add(g cupGame) error {
	g.Type = "game"
	if j.head.Type == "" {
		g.Type = "" // as in the lines before
	}
	if err := j.file.Append(g); err != nil {
		return err
	}
	j.games[g.Name] = g
	j.list = append(j.list, g)
	return nil
}

// settle makes sure that a replay and its name are on the disk, and returns its hash.
func settle(replay string) (hash string, err error) {
	file, err := os.OpenFile(replay, os.O_RDWR, 0) // some systems flush only files that are open for writing
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	dir := filepath.Dir(replay)
	err = errors.Join(err, file.Sync(), file.Close(), league.SyncDir(dir), league.SyncDir(filepath.Dir(dir)))
	return hex.EncodeToString(sum.Sum(nil)), err
}

// verifyCup checks a journal against the hashes of its lines and the replays of its games.
func verifyCup(a *cli.App, path string, secret []byte, hash string) (*verify.Verdict, error) {
	content, err := files.Read(path, files.MostGames)
	if err != nil {
		return nil, err
	}
	j := &cupJournal{path: path, games: map[string]cupGame{}}
	bare := 0 // games without a replay
	v, err := verify.Lines(path, content, secret, hash, func(line []byte) error {
		if err := j.readHead(line); err != nil {
			return fmt.Errorf("%s: line 1: %w", path, err)
		}
		return (&kernel.Head{Key: j.head.Key}).CheckSecret(secret)
	}, func(_ int, line []byte, _ bool) error {
		before := len(j.list)
		if err := j.read(line); err != nil || len(j.list) == before {
			return err
		}
		g := j.list[before]
		if slices.ContainsFunc(j.list[:before], func(o cupGame) bool { return o.Name == g.Name }) {
			return fmt.Errorf("game %s is in an earlier line already", g.Name)
		}
		if g.Replay == "" {
			bare++
			return nil
		}
		if err := j.compare(g); err != nil {
			return fmt.Errorf("game %s: %w", g.Name, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if v.Games = len(j.list); bare > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%d of %d games have no replay to hold against the journal", bare, v.Games))
	}
	if len(v.Wrong) == 0 && j.head.Type != "" {
		v.Wrong = j.follow(a).wrong
	}
	return v, nil
}

// compare checks a game against its replay.
func (j *cupJournal) compare(g cupGame) error {
	name := filepath.FromSlash(g.Replay)
	if !filepath.IsLocal(name) {
		return fmt.Errorf("its replay %q is not in the folder of the journal", g.Replay)
	}
	text, err := files.ReadOf(filepath.Join(filepath.Dir(j.path), name), files.MostGames)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if is := hex.EncodeToString(sum[:]); is != g.Hash {
		return fmt.Errorf("%s has the hash %.12s..., but the journal says %.12s...: the file was changed or replaced", name, is, g.Hash)
	}
	var end struct {
		Score  [2]int `json:"score"`
		Over   bool   `json:"gameover"`
		Winner *int   `json:"whowins"` // 2: a draw
	}
	err = wire.ReadReplay(bytes.NewReader(text), func(f wire.Frame) error { return json.Unmarshal(f.Text, &end) })
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	winner := ""
	if end.Winner != nil && *end.Winner >= 0 && *end.Winner < len(g.Teams) {
		winner = g.Teams[*end.Winner]
	}
	if !end.Over || end.Score != g.Score || winner != g.Winner {
		return fmt.Errorf("the journal says %d:%d and winner %q, %s says %d:%d and winner %q (over: %v)",
			g.Score[0], g.Score[1], g.Winner, name, end.Score[0], end.Score[1], winner, end.Over)
	}
	return nil
}

// past is the part of a cup that has been played.
type past struct {
	met    map[string]bool // games of the draw that were played
	open   int             // the number of games that were not; in a knockout only the next one is known
	winner string          // "" until the cup is decided
	wrong  []string
}

var errOpen = errors.New("it was not played")

// pass counts a game as played, or not.
func (p *past) pass(name string, done bool) error {
	if p.met[name] = done; done {
		return nil
	}
	p.open++
	if strings.HasPrefix(name, "round1-") { // the other games of the round do not depend on it
		return nil
	}
	return errOpen
}

// follow draws a cup again and looks up its games in the journal.
func (j *cupJournal) follow(a *cli.App) *past {
	p := &past{met: map[string]bool{}}
	version, _ := pelita.ParseVersion(j.head.Rules)
	c := &cupConfig{bonus: j.head.Bonus}
	for _, team := range j.head.Teams {
		c.teams = append(c.teams, cupTeam{id: team.ID, spec: team.Spec, name: team.ID})
	}
	t := &cup{app: a, config: c, version: version, concurrency: 1, out: io.Discard, journal: j, past: p}
	var err error
	if t.chance, err = pyrand.Parse(j.head.Seed); err == nil {
		var ranking []string
		ranking, err = t.firstRound(context.Background())
		if err == nil && p.open == 0 {
			p.winner, err = t.knockout(context.Background(), ranking)
		}
	}
	if err != nil && !errors.Is(err, errOpen) {
		p.wrong = append(p.wrong, err.Error())
	}
	for _, g := range j.list {
		if !p.met[g.Name] && len(p.wrong) == 0 {
			p.wrong = append(p.wrong, fmt.Sprintf("game %s is not one that the seed and results of this cup draw", g.Name))
		}
	}
	return p
}

// cupAction does the work of a verb of tournaments for a cup.
func cupAction(a *cli.App, c *urfave.Context, name string) error {
	path := cupPath(name)
	if c.Command.Name == "verify" {
		return contest.Verify(a, c, func(_ string, secret []byte, hash string) (*verify.Verdict, error) {
			return verifyCup(a, path, secret, hash)
		})
	}
	if c.NArg() != 1 || !slices.Contains([]string{"report", "standings", "status"}, c.Command.Name) {
		return cli.Usagef("tournament %s: %s contains a cup; `pelita cup CONFIG --dir DIR` continues it, and report, standings, status and verify read it",
			c.Command.Name, name)
	}
	j, err := loadCup(path)
	if err == nil {
		_, err = contest.Trust(a, c, name, path, j.head.Key)
	}
	if err != nil {
		return err
	}
	if c.Command.Name == "report" {
		return reportCup(a, c, name, j)
	}
	p := &past{}
	if j.head.Type != "" { // older programs did not write the teams
		p = j.follow(a)
	}
	if c.Command.Name == "status" {
		state := ", there are more to play"
		switch {
		case p.winner != "":
			state = "; the winner is " + p.winner
		case j.head.Type == "":
			state = ""
		}
		_, err = fmt.Fprintf(a.Out, "%d games played%s\n", len(j.list), state)
		return err
	}
	return cupStandings(a, c, j, p.winner)
}

// cupStandings prints the table of all games, and the winner of the cup.
func cupStandings(a *cli.App, c *urfave.Context, j *cupJournal, winner string) error {
	if c.IsSet("grades") {
		return cli.Usagef("flag --grades: a cup has no grades; leave it out")
	}
	t := newCupReport(a, j)
	var games []league.Game
	for _, g := range j.list {
		games = append(games, t.game(g))
	}
	r := league.NewReport(t.labels(), league.Table(len(t.ids), games), games, league.Tiebreak)
	for _, form := range []string{"json", "csv", "markdown"} {
		if c.Bool(form) {
			return errors.Join(r.Write(a.Out, form), contest.PrintHash(a, c, j.last()))
		}
	}
	err := r.Text(a.Out)
	if winner != "" {
		fmt.Fprintf(a.Out, "\nThe games of the knockout count, too; it decided that %s wins the cup.\n", t.label(winner))
	}
	return errors.Join(err, contest.PrintHash(a, c, j.last()))
}

// last returns the hash of the last line of the journal; "" if it has none or cannot be read.
func (j *cupJournal) last() string {
	hash, _ := league.LastHash(j.path)
	return hash
}
