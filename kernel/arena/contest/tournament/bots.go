package tournament

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// bots is what the teams of a tournament are.
type bots struct {
	mu    sync.Mutex                // guards what stands below it, while games are played
	known map[int]botfiles.Identity // by team; nil: Head.Bots is to be read
	watch botfiles.Watch
}

// botLine is a line of a journal: what a team is from then on.
type botLine struct {
	Type string `json:"type"` // "bot"
	Team int    `json:"team"`
	botfiles.Identity
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
		t.bots.known[w.Team] = t.bots.known[w.Team].Without(w.Files)
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
		t.bots.known = map[int]botfiles.Identity{}
		for team, id := range t.Head.Bots {
			t.bots.known[team] = id
		}
	}
}

// numbers returns the numbers of all teams.
func (t *Tournament) numbers() (list []int) {
	for team := range t.All() {
		list = append(list, team)
	}
	return list
}

// identify returns what a team is now.
func (t *Tournament) identify(team Team) (id botfiles.Identity) {
	if team.Spec == Human {
		return id
	}
	if id = botfiles.Identify(team.Spec); t.game.Bundled(team.Spec) {
		id.Version = record.Version()
	}
	return id
}

// identities returns what all teams are now.
func (t *Tournament) identities() (list []botfiles.Identity) {
	for _, team := range t.All() {
		list = append(list, t.identify(team))
	}
	return list
}

// noted returns what the teams are by the journal.
func (t *Tournament) noted() (list []botfiles.Identity) {
	t.learn()
	for team := range t.Head.Bots {
		list = append(list, t.bots.known[team])
	}
	return list
}

// Difference says what has changed: files of a team, or the program that bundles its bot.
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

// changed returns how a team differs from what it was; nil if it does not.
func (t *Tournament) changed(number int, team Team) *Difference {
	was := t.bots.known[number]
	c := &Difference{Team: team.Label}
	if !botfiles.SameVersion(was.Version, record.Version()) {
		c.Was = was.Version
	}
	if c.Files = append(was.Changed(), was.Grown(team.Spec)...); len(c.Files) == 0 && c.Was == "" {
		return nil
	}
	return c
}

// Same returns a *ChangedError if the bot of a team that still has games has changed. strange are teams whose bot is not in the
// journal, because an older program wrote it: their current bots count from now on.
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
func (t *Tournament) note(number int, team Team) (botfiles.Identity, error) {
	t.learn()
	id := t.identify(team)
	if id.Hash == "" && id.Version == "" {
		return id, nil
	}
	if t.bots.known[number] = id; id.Hash == "" || t.journal == nil {
		return id, nil
	}
	return id, t.journal.Append(botLine{"bot", number, id})
}

// look compares the files of teams with what they were. A program that has changed is a *ChangedError; another file was written
// by the bot while it played, and is no part of it any more. Before the tournament has begun, a program is what it is now.
func (t *Tournament) look(numbers []int) error {
	t.bots.mu.Lock()
	defer t.bots.mu.Unlock()
	t.learn()
	changed := &ChangedError{}
	teams := t.All()
	for _, number := range numbers {
		id, team := t.bots.known[number], teams[number]
		programs, wrote := t.bots.watch.Look(team.Spec, id)
		if len(wrote) > 0 {
			id = id.Without(wrote)
			if t.journal != nil {
				if err := t.journal.Append(wroteLine{"wrote", number, wrote}); err != nil {
					return err
				}
			}
		}
		switch {
		case len(programs) > 0 && t.journal != nil:
			changed.Differences = append(changed.Differences, Difference{Team: team.Label, Files: programs})
		case t.journal == nil:
			for _, path := range programs {
				id.Files[path] = botfiles.Sum(path)
			}
			if len(programs)+len(wrote) > 0 {
				id = id.Sealed(team.Spec)
			}
		}
		t.bots.known[number] = id
	}
	if len(changed.Differences) > 0 {
		return changed
	}
	return nil
}
