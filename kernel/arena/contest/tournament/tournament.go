// Package tournament plays a league in a folder: a journal that survives a crash, a record of each game, and tables. It needs no
// terminal.
package tournament

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/book"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Head is the first line of a journal: everything that decides what is played.
type Head struct {
	Type    string         `json:"type"` // "tournament"
	Game    string         `json:"game"`
	Rules   string         `json:"rules"`
	Version string         `json:"version"`
	Seed    string         `json:"seed"`
	Rounds  int            `json:"rounds"` // pairs of games of every two teams, if there is no Plan
	Start   string         `json:"start"`
	Options match.Params   `json:"options,omitempty"`
	Budget  timer.Control  `json:"budget"`
	Teams   []Team         `json:"teams"`            // those at the beginning
	IDs     int            `json:"ids,omitempty"`    // 2: a game's id is that of its job; else that of older journals, which lacks the seed
	Plan    *plan.Settings `json:"plan,omitempty"`   // nil: round-robin
	Starts  book.Book      `json:"starts,omitempty"` // of the pairs; empty: Start
	// Odds are the budgets of teams that have others than Budget, by number.
	Odds   map[int]timer.Control `json:"odds,omitempty"`
	Human  *timer.Control        `json:"human,omitempty"`  // the budget of people; nil: they have no limit
	Strict bool                  `json:"strict,omitempty"` // a person's illegal turn is judged like a program's
	Key    string                `json:"key,omitempty"`    // identifies the secret of the journal's hashes; "": there is none

	// Patience is how long programs may take to start, and for an answer without a budget, as in job.Job. Older journals
	// have none.
	Patience time.Duration `json:"patience,omitempty"`

	Bots []botfiles.Identity `json:"bots,omitempty"` // what the teams were at the beginning; nil: an older program did not note it
}

// Team is a player with a name.
type Team struct {
	Label string `json:"label"` // its name in tables
	Spec  string `json:"spec"`  // the player
}

// Human is how people are named.
const Human = "human"

// People reports whether a player in the tournament is a person.
func (t *Tournament) People() bool {
	return slices.ContainsFunc(t.All(), func(team Team) bool { return team.Spec == Human })
}

// budget returns the budget of a team, by its number.
func (t *Tournament) budget(number int, team Team) timer.Control {
	odds, has := t.Odds[number]
	switch {
	case has:
		return odds
	case team.Spec != Human:
		return t.Budget
	case t.Human != nil:
		return *t.Human
	}
	return timer.Control{}
}

var labelled = regexp.MustCompile(`^([\pL\pM\pN_.-]+)=(.+)$`)

// ParseTeam reads PLAYER or LABEL=PLAYER. Without a label, the player's spec is the name.
func ParseTeam(text string) Team {
	if m := labelled.FindStringSubmatch(text); m != nil {
		return Team{Label: m[1], Spec: m[2]}
	}
	return Team{Label: text, Spec: text}
}

// Event is a line of a journal that changes the plan. A [Follower] needs all of them, in their order.
type Event struct {
	plan.Event
	Entry *Team  `json:"entry,omitempty"` // the team that comes late
	Hash  string `json:"hash,omitempty"`  // of the content of the new bot, in a ladder
}

// void is a line of a journal: a game that was not played to its end and counts for neither team.
type void struct {
	Type   string `json:"type"` // "void"
	ID     string `json:"id"`
	N      int    `json:"n"`
	Reason string `json:"reason"`
}

// Tournament is a league in a folder.
type Tournament struct {
	Head
	Dir  string
	Bad  league.Damages // lines of the journal that could not be read; their games are played again
	game *match.Bound

	deaths  folder.Deaths           // of processes, by the id of a game; nothing changes them while games are played
	again   map[string]int          // how often a game was replaced by another one with its id; nothing changes it then, either
	bots    bots                    // what the teams are
	mu      sync.Mutex              // guards what stands below it, while games are played
	lines   map[string]*record.Line // finished games by id
	shared  shared
	voids   map[string]void // games that count for neither team, by id
	entries sync.Mutex      // guards events; mu is never locked while it is held
	events  []Event
	journal *league.Journal // nil: the tournament is only read, or has not begun
	last    string          // the hash of the journal's last line when it was read
	lock    *folder.Lock
	secret  []byte
	made    bool // the folder was created for it
}

// gameLine is the line of a finished game in the journal.
type gameLine struct {
	*record.Line
	Hash string `json:"hash,omitempty"` // of the record
}

func newTournament(dir string, game *match.Bound) *Tournament {
	return &Tournament{
		Dir: dir, game: game, lines: map[string]*record.Line{}, voids: map[string]void{}, deaths: folder.Deaths{},
		again: map[string]int{}, shared: shared{map[string]*string{}, map[[2]string][]record.Seat{}, map[string]int{}},
	}
}

func path(dir string) string { return filepath.Join(dir, "journal.jsonl") }

// Path returns the file of the journal.
func (t *Tournament) Path() string { return path(t.Dir) }

// Exists reports whether a folder holds a tournament.
func Exists(dir string) bool {
	_, err := os.Stat(path(dir))
	return err == nil
}

// ErrExists is the error of a folder that already holds a tournament.
var ErrExists = errors.New("the folder already contains a tournament")

// Prepare makes a folder for a tournament and keeps other processes out of it. There is no journal before Begin; Close before
// Begin leaves nothing behind. The secret, which may be nil, is the key of the journal's hashes.
func Prepare(dir string, game *match.Bound, h Head, secret []byte) (*Tournament, error) {
	t := newTournament(dir, game)
	t.Head, t.secret = h, secret
	t.Type, t.Game, t.Rules, t.Version, t.IDs, t.Key = "tournament", game.Name, game.Rules, record.Version(), 2, KeyID(secret)
	if Exists(dir) {
		return nil, ErrExists
	}
	if _, err := t.Schedule(); err != nil {
		return nil, &PlanError{err}
	}
	_, err := os.Stat(dir)
	t.made = errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(filepath.Join(dir, "games"), 0o777); err != nil {
		return nil, err
	}
	if t.lock, err = folder.Enter(dir); err != nil {
		return nil, err
	}
	t.Bots = t.identities()
	if Exists(dir) { // another process was faster
		t.made = false
		t.Close()
		return nil, ErrExists
	}
	return t, nil
}

// KeyID returns the Key of a Head: it distinguishes a secret from others and reveals nothing else about it.
func KeyID(secret []byte) string {
	if len(secret) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("the key of a tournament"))
	return fmt.Sprintf("%x", mac.Sum(nil)[:8])
}

// KeyError is the error of a journal that is read with another key than it was written with.
type KeyError struct{ Text string }

func (e *KeyError) Error() string { return e.Text }

// CheckSecret returns a *KeyError if the secret is not the one of the journal.
func (h *Head) CheckSecret(secret []byte) error {
	switch {
	case h.Key == KeyID(secret):
		return nil
	case h.Key == "":
		return &KeyError{"the tournament was begun without a key"}
	case len(secret) == 0:
		return &KeyError{"the tournament was begun with a key: want the file of that key"}
	}
	return &KeyError{"the tournament was begun with another key"}
}

// PlanError is the error of settings that do not make a plan.
type PlanError struct{ Err error }

func (e *PlanError) Error() string { return e.Err.Error() }
func (e *PlanError) Unwrap() error { return e.Err }

// Begin writes the journal's first line.
func (t *Tournament) Begin() (err error) {
	if t.made {
		if err := league.SyncDir(filepath.Dir(filepath.Clean(t.Dir))); err != nil && !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	if err := t.look(t.numbers()); err != nil {
		return err
	}
	t.Bots = t.noted()
	t.journal, err = league.CreateJournal(path(t.Dir), t.Head, t.secret)
	for _, e := range t.events { // those that happened before
		if err == nil {
			err = t.journal.Append(e)
		}
	}
	return err
}

// Load reads a tournament that is not to be continued.
func Load(dir string, game *match.Bound) (*Tournament, error) {
	t := newTournament(dir, game)
	err := league.ReadJournal(path(dir), &t.Head, t.read)
	if err == nil {
		t.last, err = league.LastHash(path(dir))
	}
	if err == nil && (t.Type != "tournament" || t.Game != game.Name) {
		err = fmt.Errorf("%s: line 1: want the first line of a tournament of %s", path(dir), game.Name)
	}
	return t, err
}

// Resume opens a tournament to continue it, and keeps other processes out of it. Lines of the journal that cannot be read or were
// changed are moved to another file, and their games are played again. The secret must be that of Prepare, or the error is a
// *KeyError.
func Resume(dir string, game *match.Bound, secret []byte) (*Tournament, error) {
	if !Exists(dir) {
		return Load(dir, game) // which says what is wrong
	}
	lock, err := folder.Enter(dir)
	if err != nil {
		return nil, err
	}
	var head Head
	err = league.ReadJournal(path(dir), &head, func([]byte) error { return nil })
	if err == nil {
		err = head.CheckSecret(secret)
	}
	if err == nil {
		err = plan.CheckTeams(path(dir), len(head.Teams), secret)
	}
	var bad league.Damages
	if err == nil {
		bad, err = league.RepairJournal(path(dir), secret)
	}
	var t *Tournament
	if err == nil {
		t, err = Load(dir, game)
	}
	if err == nil && t.Rules != game.Rules {
		err = fmt.Errorf("%s was begun with version %s of the rules, this program plays version %s", dir, t.Rules, game.Rules)
	}
	if err == nil {
		for _, line := range t.lines {
			line.Hash = "" // only Verify needs it, which loads the journal itself
		}
		t.lock, t.Bad, t.secret = lock, bad, secret
		t.journal, err = league.OpenJournal(path(dir), secret)
	}
	if err == nil {
		err = t.deaths.Autopsy(dir, func(d folder.Death) error { return t.journal.Append(d) })
	}
	if err != nil {
		lock.Leave()
		return nil, err
	}
	return t, nil
}

// Close lets other processes use the folder. It removes a folder that was made for a tournament that never began.
func (t *Tournament) Close() {
	if t.journal != nil {
		t.journal.Close()
	}
	t.lock.Leave()
	if t.made && !Exists(t.Dir) {
		for _, name := range []string{"games", "lock", "."} {
			os.Remove(filepath.Join(t.Dir, name)) // only if it is empty
		}
	}
}

// Last returns the hash of the journal's last line, which depends on all lines before it; "" for a journal of an older program.
func (t *Tournament) Last() string {
	if t.journal != nil {
		return t.journal.Last()
	}
	return t.last
}

// read adds a line of the journal after the head.
func (t *Tournament) read(text []byte) error {
	line := gameLine{Line: &record.Line{}}
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	switch line.Type {
	case "game":
		line.Line.Wash()
		line.Line.Hash = line.Hash
		t.keep(line.Line)
		return nil
	case "repair":
		return nil
	case "void":
		var v void
		err := json.Unmarshal(text, &v)
		t.voids[v.ID] = v
		return err
	case "died":
		var d folder.Death
		err := json.Unmarshal(text, &d)
		t.deaths.Add(d)
		return err
	}
	if isOf, err := t.readBot(line.Type, text); isOf || err != nil {
		return err
	}
	var e Event
	if err := json.Unmarshal(text, &e); err != nil {
		return err
	}
	t.events = append(t.events, e)
	if e.Type == plan.Add && e.Hash != "" { // a version of a ladder's bot
		t.bots.known[e.Team] = botfiles.Identity{Hash: e.Hash}
	}
	return nil
}

// settings returns the settings of the plan.
func (t *Tournament) settings() plan.Settings {
	if t.Plan != nil {
		return *t.Plan
	}
	return plan.Settings{Plan: plan.RoundRobin, Pairs: t.Rounds}
}

// fresh returns the plan as it is before the first game, with its events.
func (t *Tournament) fresh() (*plan.Schedule, error) {
	s, err := plan.New(len(t.Teams), t.settings())
	if err != nil {
		return nil, err
	}
	for _, e := range t.events {
		s.Apply(e.Event)
	}
	return s, nil
}

// Schedule returns the plan after the games that have been played.
func (t *Tournament) Schedule() (*plan.Schedule, error) {
	s, err := t.fresh()
	if err != nil {
		return nil, err
	}
	for {
		pairings, _ := s.Issue()
		if len(pairings) == 0 {
			return s, nil
		}
		for _, p := range pairings {
			if o, known := t.outcome(p); known {
				s.Report(o)
			}
		}
	}
}

// All returns the teams by number, including those that came late.
func (t *Tournament) All() []Team {
	t.entries.Lock()
	defer t.entries.Unlock()
	teams := slices.Clone(t.Teams)
	for _, e := range t.events {
		if e.Type == plan.Add && e.Entry != nil {
			teams = append(teams, *e.Entry)
		}
	}
	return teams
}
