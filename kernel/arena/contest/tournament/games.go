package tournament

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// shared has what many games of a league have in common, once: a ladder has hundreds of thousands of games.
type shared struct {
	texts map[string]*string
	seats map[[2]string][]record.Seat // by the names of two players
	none  map[string]int              // the score of a game that has none
}

// keep adds a finished game. The caller holds mu, or is alone.
func (t *Tournament) keep(line *record.Line) {
	once := func(text string) *string {
		known := t.shared.texts[text]
		if known == nil {
			known = new(text) // not the parameter's address: every call would allocate it
			t.shared.texts[text] = known
		}
		return known
	}
	for _, text := range []*string{&line.Type, &line.Reason, &line.Detail, &line.Jail} {
		*text = *once(*text)
	}
	if line.Winner != nil {
		line.Winner = once(*line.Winner)
	}
	if line.Score != nil && len(line.Score) == 0 {
		line.Score = t.shared.none
	}
	if len(line.Seats) == 2 {
		names := [2]string{line.Seats[0].Name, line.Seats[1].Name}
		if known := t.shared.seats[names]; slices.Equal(known, line.Seats) {
			line.Seats = known
		} else {
			t.shared.seats[names] = line.Seats
		}
	}
	t.lines[line.ID] = line
}

// team returns a team by its number.
func (t *Tournament) team(number int) (found Team) {
	late := number - len(t.Teams)
	if late < 0 {
		return t.Teams[number]
	}
	t.entries.Lock()
	defer t.entries.Unlock()
	for _, e := range t.events {
		if e.Type == plan.Add && e.Entry != nil {
			if late == 0 {
				return *e.Entry
			}
			late--
		}
	}
	return found
}

// Line returns the finished game of a pairing; nil if it was not played.
func (t *Tournament) Line(p league.Pairing) *record.Line {
	id := t.Job(p).ID
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lines[id]
}

// outcome returns the outcome of a pairing, if it was played.
func (t *Tournament) outcome(p league.Pairing) (league.Outcome, bool) {
	id := t.Job(p).ID
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, known := t.voids[id]; known {
		return league.Outcome{N: p.N, Winner: league.Void, Reason: v.Reason}, true
	}
	line := t.lines[id]
	if line == nil {
		return league.Outcome{}, false
	}
	return t.outcomeOf(p, line), true
}

func (t *Tournament) outcomeOf(p league.Pairing, line *record.Line) league.Outcome {
	return league.OutcomeOf(p.N, t.game.Seats, line)
}

// key distinguishes setups that are played with many seeds.
func (t *Tournament) key() string {
	if len(t.Options) == 0 {
		return t.Start
	}
	return fmt.Sprint(t.Start, t.Options) // fmt sorts the keys
}

// word makes one word from what defines a game: the id in older journals, and the text from which seeds are derived in all
// journals.
func word(words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:6])
}

// Job returns the game of a pairing. Both games of a pair have the same seed, so that neither team is luckier.
func (t *Tournament) Job(p league.Pairing) job.Job {
	j := job.Job{Game: t.Game, Rules: t.Rules, Options: t.Options, Patience: t.Patience}
	what := []any{t.Game, t.Rules, t.key(), t.Budget, p.Round}
	var inSeats, sorted []Team
	for _, i := range p.Teams {
		team := t.team(i)
		inSeats, sorted = append(inSeats, team), append(sorted, team)
		j.Seats = append(j.Seats, job.Team{Label: team.Label, Spec: team.Spec, Budget: t.budget(i, team)})
	}
	slices.SortStableFunc(sorted, func(a, b Team) int {
		if a.Label < b.Label {
			return -1
		}
		return 1
	})
	of := func(teams []Team) string {
		all := what
		for _, team := range teams {
			all = append(all, team)
		}
		return word(all...)
	}
	setup := t.Starts.Setup(match.Setup{Start: t.Start, Seed: seeds.Derive(t.Seed, of(sorted))}, p.Start)
	j.Start, j.Seed = setup.Start, setup.Seed
	if t.IDs == 2 {
		j.ID = j.Hash()
	} else {
		j.ID = of(inSeats)
	}
	return j
}
