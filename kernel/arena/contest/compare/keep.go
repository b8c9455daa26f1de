package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/book"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// head is the first line of a journal: everything that decides what is played.
type head struct {
	Type     string               `json:"type"` // "comparison"
	Game     string               `json:"game"`
	Rules    string               `json:"rules"`
	Version  string               `json:"version"`
	Seed     string               `json:"seed"`
	Start    string               `json:"start"`
	Options  match.Params         `json:"options,omitempty"`
	New      job.Team             `json:"new"`
	Old      job.Team             `json:"old"`
	Hashes   [2]string            `json:"hashes,omitzero"` // of the content of New and Old, in the journals of older programs
	Bots     [2]botfiles.Identity `json:"bots,omitzero"`   // what New and Old are; empty in those
	Starts   book.Book            `json:"starts,omitempty"`
	Opening  int                  `json:"opening"`
	Patience time.Duration        `json:"patience,omitempty"`
	Pairs    int                  `json:"pairs"`
	Test     rating.SPRT          `json:"test"`
}

// gameLine is the line of a finished game.
type gameLine struct {
	*record.Line
	Print string `json:"print"`          // equal for games in which the same happened
	Hash  string `json:"hash,omitempty"` // of the record
}

// otherLine is the line of a game that was given up, of a new maximum number of pairs, or of files that a bot wrote while it
// played, which are not a part of it any more.
type otherLine struct {
	Type  string `json:"type"` // "void", "pairs", "wrote"
	N     int    `json:"n,omitempty"`
	Error string `json:"error,omitempty"` // last words of the process
	Words string `json:"words,omitempty"` // the file with all of them
	Pairs int    `json:"pairs,omitempty"`

	Bot   int      `json:"bot,omitempty"` // 0: New, 1: Old
	Files []string `json:"files,omitempty"`
}

// Skip is a game that was given up because the process died each time it was played.
type Skip struct {
	N     int    `json:"n"`
	Error string `json:"error"` // the last words of the process
	Words string `json:"words"` // the file with all of them, in the folder of the comparison
}

// kept is a comparison that is kept in a folder: finished games stay, whatever happens to the process, and Run continues from
// them.
type kept struct {
	dir     string
	lock    *folder.Lock
	journal *league.Journal
	deaths  folder.Deaths // by number of the game, as a text; nothing changes them while games are played
	watch   *folder.Watch
	hashes  [2]string // of the head; "" before Resume

	bots  [2]botfiles.Identity
	files sync.Mutex // guards bots and seen, while games are played
	seen  botfiles.Watch

	// What earlier processes played, by number of the game.
	games map[int]*game
	skips map[int]Skip
}

func newKept(dir string) *kept {
	return &kept{dir: dir, deaths: folder.Deaths{}, games: map[int]*game{}, skips: map[int]Skip{}}
}

func journalPath(dir string) string { return filepath.Join(dir, "journal.jsonl") }

// hide hides the comparison's folder from its programs: journal and records have the seeds of games.
func (c *Comparison) hide(dir string) {
	c.Maker.Start.Jail.Hide = []string{dir, journalPath(dir), league.BadPath(journalPath(dir)), filepath.Join(dir, "games")}
}

// Exists reports whether a folder holds a journal.
func Exists(dir string) bool {
	_, err := os.Stat(journalPath(dir))
	return dir != "" && err == nil
}

// ErrExists is the error of Keep for a folder that already holds a journal.
var ErrExists = errors.New("the folder already contains a comparison")

// Keep makes a folder for a comparison that is about to begin, and keeps other processes out of it until Close. The error may be
// ErrExists or a league.ErrLocked.
func (c *Comparison) Keep(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "games"), 0o777); err != nil {
		return err
	}
	lock, err := folder.Enter(dir)
	if err != nil {
		return err
	}
	k := newKept(dir)
	if k.lock = lock; Exists(dir) {
		err = ErrExists
	}
	c.hide(dir)
	k.bots = c.bots()
	if err == nil {
		k.journal, err = league.CreateJournal(journalPath(dir), head{
			Type: "comparison", Game: c.Game.Name, Rules: c.Game.Rules, Version: record.Version(),
			Seed: c.Setup.Seed, Start: c.Setup.Start, Options: c.Setup.Options, New: c.New, Old: c.Old, Bots: k.bots,
			Starts: c.Book, Opening: c.Opening, Pairs: c.Pairs, Test: c.Test, Patience: c.Patience,
		}, nil)
	}
	if err != nil {
		lock.Leave()
		return err
	}
	c.kept = k
	return nil
}

// Resume opens the folder of a comparison to go on with it, and keeps other processes out of the folder until Close. It fills in
// the fields that Keep wrote. Lines of the journal that cannot be read or were changed are put aside and returned.
func (c *Comparison) Resume(dir string) (bad league.Damages, err error) {
	if _, err := os.Stat(journalPath(dir)); err != nil {
		return bad, err
	}
	k := newKept(dir)
	if k.lock, err = folder.Enter(dir); err != nil {
		return bad, err
	}
	defer func() {
		if err != nil {
			k.lock.Leave()
		}
	}()
	var h head // read first: the journal of something else is not repaired
	if err := league.ReadJournal(journalPath(dir), &h, func([]byte) error { return nil }); err != nil {
		return bad, err
	}
	switch {
	case h.Type != "comparison" || h.Game != c.Game.Name:
		return bad, fmt.Errorf("%s: line 1: want the first line of a comparison of %s", journalPath(dir), c.Game.Name)
	case h.Rules != c.Game.Rules:
		return bad, fmt.Errorf("%s was begun with version %s of the rules, this program plays version %s", dir, h.Rules, c.Game.Rules)
	}
	if bad, err = league.RepairJournal(journalPath(dir), nil); err != nil {
		return bad, err
	}
	c.New, c.Old, c.Book, c.Opening, c.Pairs, c.Test = h.New, h.Old, h.Starts, h.Opening, h.Pairs, h.Test
	c.Patience = h.Patience
	c.Setup = match.Setup{Start: h.Start, Seed: h.Seed, Options: h.Options}
	c.hide(dir)
	c.kept, k.hashes, k.bots = k, h.Hashes, h.Bots
	if err := league.ReadJournal(journalPath(dir), &h, c.read); err != nil {
		return bad, err
	}
	if k.journal, err = league.OpenJournal(journalPath(dir), nil); err != nil {
		return bad, err
	}
	return bad, k.deaths.Autopsy(dir, func(d folder.Death) error { return k.journal.Append(d) })
}

// More sets a new maximum number of pairs, also for processes that resume later.
func (c *Comparison) More(pairs int) error {
	if c.Pairs = pairs; c.kept == nil {
		return nil
	}
	return c.kept.journal.Append(otherLine{Type: "pairs", Pairs: pairs})
}

// hashes returns the hashes of the content of New and Old.
func (c *Comparison) hashes() (h [2]string, err error) {
	for i, team := range []job.Team{c.New, c.Old} {
		if h[i], err = (botfiles.Source{Spec: team.Spec}).Hash(); err != nil {
			return h, err
		}
	}
	return h, nil
}

// bots returns what New and Old are.
func (c *Comparison) bots() (list [2]botfiles.Identity) {
	for i, team := range []job.Team{c.New, c.Old} {
		if list[i] = botfiles.Identify(team.Spec); c.Game.Bundled(team.Spec) {
			list[i].Version = record.Version()
		}
	}
	return list
}

// Same returns an error if a bot has changed since the resumed comparison began: the games would be those of two different bots.
func (c *Comparison) Same() error {
	k := c.kept
	old := k.hashes != [2]string{}
	now, err := k.hashes, error(nil)
	if old {
		now, err = c.hashes()
	}
	for i, team := range []job.Team{c.New, c.Old} {
		if k.hashes[i] != now[i] {
			err = c.changed(team, nil)
		}
		if files := append(k.bots[i].Changed(), k.bots[i].Grown(team.Spec)...); len(files) > 0 {
			err = c.changed(team, files)
		}
		if was := k.bots[i].Version; !botfiles.SameVersion(was, record.Version()) {
			err = fmt.Errorf("%s is the bundled bot of version %s, and this program is version %s", team.Label, was, record.Version())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Comparison) changed(team job.Team, files []string) error {
	what := ""
	if len(files) > 0 {
		what = " (" + strings.Join(files[:min(3, len(files))], ", ") + ")"
	}
	return fmt.Errorf("%s has changed%s since the comparison in %s began: its games were played by another version", team.Label, what, c.kept.dir)
}

// look returns an error if a program has changed while games were played. Other files that have were written by the bot.
func (c *Comparison) look() error {
	k := c.kept
	k.files.Lock()
	defer k.files.Unlock()
	for i, team := range []job.Team{c.New, c.Old} {
		programs, wrote := k.seen.Look(team.Spec, k.bots[i])
		if len(wrote) > 0 {
			k.bots[i] = k.bots[i].Without(wrote)
			if err := k.journal.Append(otherLine{Type: "wrote", Bot: i, Files: wrote}); err != nil {
				return err
			}
		}
		if len(programs) > 0 {
			return c.changed(team, programs)
		}
	}
	return nil
}

// Close lets other processes use the folder of Keep or Resume.
func (c *Comparison) Close() {
	if c.kept != nil {
		c.kept.journal.Close()
		c.kept.lock.Leave()
		c.kept = nil
	}
}

// read reads a line of the journal after the head.
func (c *Comparison) read(text []byte) error {
	k := c.kept
	line := gameLine{Line: &record.Line{}}
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	switch line.Type {
	case "game":
		g := &game{line: line.Line, print: line.Print}
		if line.Record == nil || line.N < 1 || line.Winner != nil && !slices.Contains(c.Game.Seats, *line.Winner) {
			return fmt.Errorf("game %d: want a number from 1, a record and a winner of %v", line.N, c.Game.Seats)
		}
		g.path = filepath.Join(k.dir, "games", filepath.Base(*line.Record))
		k.games[line.N] = g
		return nil
	case "died":
		var d folder.Death
		err := json.Unmarshal(text, &d)
		k.deaths.Add(d)
		return err
	}
	var other otherLine
	if err := json.Unmarshal(text, &other); err != nil {
		return err
	}
	switch {
	case other.Type == "void":
		k.skips[other.N] = Skip{other.N, other.Error, other.Words}
	case other.Type == "wrote" && other.Bot >= 0 && other.Bot < len(k.bots):
		k.bots[other.Bot] = k.bots[other.Bot].Without(other.Files)
	case other.Type == "pairs" && other.Pairs > 0:
		c.Pairs = other.Pairs
	}
	return nil
}

// known returns the outcome of a game that an earlier process played or gave up.
func (r *run) known(p league.Pairing) (o league.Outcome, ok bool) {
	if r.kept == nil {
		return o, false
	}
	if skip, given := r.kept.skips[p.N]; given {
		return r.given(skip), true
	}
	g := r.kept.games[p.N]
	if g == nil {
		return o, false
	}
	r.mu.Lock()
	r.games[p.N] = g
	r.mu.Unlock()
	return r.outcome(g.line), true
}

// given returns the outcome of a game that was given up.
func (r *run) given(s Skip) league.Outcome {
	r.mu.Lock()
	r.games[s.N] = &game{skip: &s}
	r.mu.Unlock()
	return league.Outcome{N: s.N, Winner: league.Void, Reason: "the process died during it: " + s.Error}
}

// keep plays a game and writes its result to the folder. A game in which the process died too often is given up.
func (r *run) keep(ctx context.Context, p league.Pairing) (o league.Outcome, err error) {
	k, id := r.kept, strconv.Itoa(p.N)
	if died := k.deaths.Last(id); died != nil {
		s := Skip{p.N, died.Error, died.Words}
		if err := k.journal.Append(otherLine{Type: "void", N: s.N, Error: s.Error, Words: s.Words}); err != nil {
			return o, err
		}
		return r.given(s), nil
	}
	defer k.watch.Wait(id)()
	if err := k.watch.Begin(id); err != nil {
		return o, err
	}
	defer k.watch.End(id)
	g, err := r.game(ctx, p)
	if changed := r.look(); changed != nil {
		err = changed
	}
	if err != nil {
		return o, err
	}
	name := filepath.Join("games", fmt.Sprintf("%04d-%s.jsonl", p.N, g.line.ID))
	g.path = filepath.Join(k.dir, name)
	if err := save(g.path, g.record); err != nil {
		return o, err
	}
	g.record, g.line.Record = nil, &name
	if err := k.journal.Append(gameLine{g.line, g.print, g.line.Hash}); err != nil {
		return o, err
	}
	r.mu.Lock()
	r.games[p.N] = g
	r.mu.Unlock()
	return r.outcome(g.line), nil
}

// save writes a file that is on the disk when save returns.
func save(path string, content []byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close(), league.SyncDir(filepath.Dir(path)))
}
