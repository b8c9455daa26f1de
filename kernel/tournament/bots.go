package tournament

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/league/plan"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/source"
)

// bots is what the teams of a tournament are.
type bots struct {
	mu     sync.Mutex
	known  map[int]source.Identity // by team; nil: Head.Bots is to be read
	stamps map[string]string       // of files, when they were last read
}

// botLine is a line of a journal: what a team is from then on.
type botLine struct {
	Type string `json:"type"` // "bot"
	Team int    `json:"team"`
	source.Identity
}

// wroteLine is a line of a journal: files that a team's bot wrote while it played, which are not a part of it any more.
type wroteLine struct {
	Type  string   `json:"type"` // "wrote"
	Team  int      `json:"team"`
	Files []string `json:"files"`
}

// readBot reads a line about bots, and reports whether it is one.
func (t *Tournament) readBot(kind string, text []byte) (isOf bool, err error) {
	t.learn()
	switch kind {
	case "bot":
		var b botLine
		err = json.Unmarshal(text, &b)
		t.bots.known[b.Team] = b.Identity
	case "wrote":
		var w wroteLine
		err = json.Unmarshal(text, &w)
		t.wrote(w)
	case "rerun":
		var r rerunLine
		if err = json.Unmarshal(text, &r); err == nil {
			t.rerun(&r)
		}
	default:
		return false, nil
	}
	return true, err
}

// learn reads what the teams were at the beginning.
func (t *Tournament) learn() {
	if t.bots.known == nil {
		t.bots.known, t.bots.stamps = map[int]source.Identity{}, map[string]string{}
		for team, id := range t.Head.Bots {
			t.bots.known[team] = id
		}
	}
}

// wrote takes files out of what a team is.
func (t *Tournament) wrote(w wroteLine) {
	id := t.bots.known[w.Team]
	id.Files = maps.Clone(id.Files)
	for _, path := range w.Files {
		delete(id.Files, path)
	}
	t.bots.known[w.Team] = id
}

// numbers returns the numbers of all teams.
func (t *Tournament) numbers() (list []int) {
	for team := range t.All() {
		list = append(list, team)
	}
	return list
}

// identify returns what a team is now.
func (t *Tournament) identify(team Team) (id source.Identity, err error) {
	if team.Spec == Human {
		return id, nil
	}
	if id, err = source.Identify(team.Spec); err != nil {
		return id, fmt.Errorf("team %s: %w", team.Label, err)
	}
	if t.game.Bundled(team.Spec) {
		id.Version = record.Version()
	}
	return id, nil
}

// identities returns what all teams are now.
func (t *Tournament) identities() (list []source.Identity, err error) {
	for _, team := range t.All() {
		id, err := t.identify(team)
		if err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, nil
}

// noted returns what the teams are by the journal.
func (t *Tournament) noted() (list []source.Identity) {
	t.learn()
	for team := range t.Head.Bots {
		list = append(list, t.bots.known[team])
	}
	return list
}

// Difference is what is another thing than it was: files of a team, or the program that bundles its bot.
type Difference struct {
	Team  string
	Files []string
	Was   string // the version of the program; "" if it is the same
}

// ChangedError is the error of a tournament that would go on with other bots than it began with.
type ChangedError struct{ Differences []Difference }

func (e *ChangedError) Error() string {
	var parts []string
	for _, c := range e.Differences {
		switch {
		case c.Was != "":
			parts = append(parts, fmt.Sprintf("team %s is the bundled bot of version %s, and this program is version %s", c.Team, c.Was, record.Version()))
		case len(c.Files) > 3:
			parts = append(parts, fmt.Sprintf("team %s has changed since its games were played (%s and %d more files)",
				c.Team, strings.Join(c.Files[:3], ", "), len(c.Files)-3))
		default:
			parts = append(parts, fmt.Sprintf("team %s has changed since its games were played (%s)", c.Team, strings.Join(c.Files, ", ")))
		}
	}
	return strings.Join(parts, "; ")
}

// Teams returns the teams that have changed.
func (e *ChangedError) Teams() (labels []string) {
	for _, c := range e.Differences {
		labels = append(labels, c.Team)
	}
	return labels
}

// development is the version of a program that does not know its own.
const development = "(devel)"

// changed returns how a team differs from what it was; nil if it does not.
func (t *Tournament) changed(number int, team Team) *Difference {
	was := t.bots.known[number]
	c := &Difference{Team: team.Label}
	if now := record.Version(); was.Version != "" && was.Version != now && was.Version != development && now != development {
		c.Was = was.Version
	}
	if c.Files = was.Changed(); len(c.Files) == 0 && c.Was == "" {
		return nil
	}
	return c
}

// Same returns a *ChangedError if a team that still has games is another bot than it was. strange are teams of which the journal
// of an older program does not say what they were: they are what they are now.
func (t *Tournament) Same() (strange []string, err error) {
	s, err := t.Schedule()
	if err != nil {
		return nil, err
	}
	if err := t.same(s, nil); err != nil {
		return nil, err
	}
	for number, team := range t.All() {
		if _, known := t.bots.known[number]; known || !t.plays(s, number) {
			continue
		}
		id, err := t.note(number, team)
		if err != nil {
			return nil, err
		}
		if id.Hash != "" {
			strange = append(strange, team.Label)
		}
	}
	return strange, nil
}

// same compares the teams that still have games with what they were, but for some.
func (t *Tournament) same(s *plan.Schedule, but []int) error {
	t.learn()
	changed := &ChangedError{}
	for number, team := range t.All() {
		if slices.Contains(but, number) || !t.plays(s, number) {
			continue
		}
		if c := t.changed(number, team); c != nil {
			changed.Differences = append(changed.Differences, *c)
		}
	}
	if len(changed.Differences) > 0 {
		return changed
	}
	return nil
}

// note writes to the journal what a team is now, if it has files.
func (t *Tournament) note(number int, team Team) (source.Identity, error) {
	t.learn()
	id, err := t.identify(team)
	if err != nil || id.Hash == "" && id.Version == "" {
		return id, err
	}
	if t.bots.known[number] = id; id.Hash == "" || t.journal == nil {
		return id, nil
	}
	return id, t.journal.Append(botLine{"bot", number, id})
}

// stamp is the same as long as nobody writes to a file.
func stamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode())
}

// look compares the files of teams with what they were when they were last read. A program that has changed is a *ChangedError;
// another file was written by the bot while it played, and is no part of it any more. Before the tournament has begun there is
// nothing to compare a program with: it is what it is now.
func (t *Tournament) look(numbers []int) error {
	t.bots.mu.Lock()
	defer t.bots.mu.Unlock()
	t.learn()
	changed := &ChangedError{}
	teams := t.All()
	for _, number := range numbers {
		id, team := t.bots.known[number], teams[number]
		var programs, wrote []string
		for path, was := range id.Files {
			now := stamp(path)
			if now == t.bots.stamps[path] {
				continue
			}
			t.bots.stamps[path] = now
			switch {
			case source.Sum(path) == was:
			case source.IsProgram(team.Spec, path):
				programs = append(programs, path)
			default:
				wrote = append(wrote, path)
			}
		}
		slices.Sort(wrote)
		slices.Sort(programs)
		if err := t.put(number, team, wrote, programs); err != nil {
			return err
		}
		if len(programs) > 0 && t.journal != nil {
			for _, path := range programs {
				delete(t.bots.stamps, path) // the next look finds it, too
			}
			changed.Differences = append(changed.Differences, Difference{Team: team.Label, Files: programs})
		}
	}
	if len(changed.Differences) > 0 {
		return changed
	}
	return nil
}

// put notes what look has found.
func (t *Tournament) put(number int, team Team, wrote, programs []string) error {
	if w := (wroteLine{"wrote", number, wrote}); len(wrote) > 0 {
		if t.wrote(w); t.journal != nil {
			return t.journal.Append(w)
		}
	}
	if id := t.bots.known[number]; t.journal == nil && len(wrote)+len(programs) > 0 {
		for _, path := range programs {
			id.Files[path] = source.Sum(path)
		}
		t.bots.known[number] = id.Sealed(team.Spec)
	}
	return nil
}
