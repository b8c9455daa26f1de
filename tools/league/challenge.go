package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

// challenges is the league of the games that teams play against opponents of their choice. They count for nothing.
const challenges = "challenges"

// Limits on the challenges of a team for a game.
const (
	keptChallenges = 50 // the latest ones
	openChallenges = 3  // that are not over
)

// challenge is a pair of games against an opponent, one in each seat.
type challenge struct {
	N       int       `json:"n"` // from 1
	Against string    `json:"against"`
	At      time.Time `json:"at"`
	Jobs    []job.Job `json:"jobs"`
	Lines   []ending  `json:"lines"` // by job
}

// ending is how a game of a challenge ended.
type ending struct {
	Won    string `json:"won"` // by whom: us, them or nobody; "": it is not over
	Reason string `json:"reason,omitempty"`
	Plies  int    `json:"plies,omitempty"`
}

func (c *challenge) open() bool {
	return slices.ContainsFunc(c.Lines, func(e ending) bool { return e.Won == "" })
}

// challenged are the challenges of a team for a game, the latest last.
type challenged struct {
	List []challenge `json:"list"`
}

// challenged returns the challenges of a team, after change has changed them. Results that have arrived are noted. A game that
// neither waits nor has a result, because it was lost with the server, is handed out again.
func (h *host) challenged(ctx context.Context, p *hosted, team string, change func(*challenged) error) (challenged, error) {
	return alter(ctx, h.bus, courses, "challenges."+p.hello.Game+"."+team, challenged{}, func(all *challenged) error {
		for i := range all.List {
			if err := h.settleChallenge(ctx, p, &all.List[i]); err != nil {
				return err
			}
		}
		return change(all)
	})
}

func (h *host) settleChallenge(ctx context.Context, p *hosted, c *challenge) error {
	kept, err := h.Stream(ctx, results)
	if err != nil {
		return err
	}
	for i := range c.Lines {
		e, j := &c.Lines[i], &c.Jobs[i]
		if e.Won != "" {
			continue
		}
		m, err := kept.GetLastMsgForSubject(ctx, resultSubject(challenges, j.ID))
		switch {
		case absent(err):
			if err := h.handChallenge(ctx, j); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		}
		o, err := unpack(m.Data)
		if err != nil {
			return err
		}
		*e = ending{Won: "nobody", Reason: o.nobody()}
		if e.Reason != "" {
			continue
		}
		line, err := credible(j, p.hello.Seats, o)
		if err != nil {
			return err
		}
		e.Reason, e.Plies = line.Reason, line.Plies
		if line.Winner != nil {
			e.Won = "them"
			if slices.Index(p.hello.Seats, *line.Winner) == i { // in the i-th game the team has seat i
				e.Won = "us"
			}
		}
	}
	return nil
}

// handChallenge puts a game into the queue, unless it waits there.
func (h *host) handChallenge(ctx context.Context, j *job.Job) error {
	text, err := json.Marshal(task{League: challenges, Job: *j})
	if err == nil {
		_, err = h.JetStream.Publish(ctx, jobSubject(j.Game, j.Rules, normal, challenges, j.ID), text)
	}
	if isSecond(err) {
		return nil
	}
	return err
}

// opponents are the bots that a team may challenge: those of the game without parameters, which might have them think for ever,
// and those that the instructor has named.
func (h *host) opponents(p *hosted) []string {
	list := slices.Clone(p.hello.Bots)
	for _, bot := range h.bots {
		if spec := tournament.ParseTeam(bot).Spec; has(p, bot) && !slices.Contains(list, spec) {
			list = append(list, spec)
		}
	}
	return list
}

// opponent finds whom a team challenges: a bot, or TEAM or team:TEAM.
func (h *host) opponent(ctx context.Context, p *hosted, against string) (label, spec string, err error) {
	if slices.Contains(h.opponents(p), against) {
		return against, against, nil
	}
	team := strings.TrimPrefix(against, "team:")
	if isTeam(team) {
		s, err := h.submittedOf(ctx, team, p.hello.Game)
		if err != nil {
			return "", "", err
		}
		if v := s.active(); v != nil {
			return fmt.Sprintf("%s@%d", team, v.N), v.Word, nil
		}
	}
	return "", "", deny(http.StatusBadRequest, "field against: %.60q: want team:TEAM of a team whose bot plays, or %s",
		against, strings.Join(h.opponents(p), ", "))
}

func (h *host) postChallenge(v *visit) (any, error) {
	var q struct{ Game, Against string }
	if err := v.read(&q); err != nil {
		return nil, err
	}
	p, err := h.game(q.Game)
	if err != nil {
		return nil, err
	}
	r, err := h.rules(v.Context())
	if err != nil {
		return nil, err
	}
	label, spec, err := h.opponent(v.Context(), p, q.Against)
	if err != nil {
		return nil, err
	}
	s, err := h.submittedOf(v.Context(), v.team, p.hello.Game)
	if err != nil {
		return nil, err
	}
	mine := s.active()
	if mine == nil {
		return nil, deny(http.StatusConflict, "team %s has no version of %s that passed the check", v.team, p.hello.Game)
	}
	head, err := readHead(p.dir)
	if err != nil {
		return nil, deny(http.StatusConflict, "league %s has not begun: try again", p.name)
	}
	us := job.Team{Label: fmt.Sprintf("%s@%d", v.team, mine.N), Spec: mine.Word, Budget: head.Budget}
	them := job.Team{Label: label, Spec: spec, Budget: head.Budget}
	if them.Label == us.Label {
		them.Label += "-too"
	}
	all, err := h.challenged(v.Context(), p, v.team, func(all *challenged) error {
		n, err := all.next(r.limits().Challenges)
		if err != nil {
			return err
		}
		c := challenge{N: n, Against: label, At: now().UTC(), Lines: make([]ending, 2)}
		seed := strconv.FormatUint(rand.Uint64N(1<<53), 10)
		for seat := range c.Lines {
			seats := []job.Team{us, them}
			if seat == 1 {
				seats = []job.Team{them, us}
			}
			c.Jobs = append(c.Jobs, job.Job{
				ID: fmt.Sprintf("%s-%s-%d-%d", p.hello.Game, v.team, n, seat+1), Game: p.hello.Game, Rules: p.hello.Rules, Start: head.Start,
				Seed: seed, Options: head.Options, Seats: seats, Patience: head.Patience,
			})
		}
		all.List = append(all.List, c)
		all.List = all.List[max(0, len(all.List)-keptChallenges):]
		return nil
	})
	if err != nil {
		return nil, err
	}
	c := &all.List[len(all.List)-1]
	for i := range c.Jobs {
		if err := h.handChallenge(v.Context(), &c.Jobs[i]); err != nil {
			return nil, err
		}
	}
	h.log("team %s challenges %s in %s", v.team, label, p.hello.Game)
	answers(v.w, http.StatusAccepted, c.shown())
	return nil, nil
}

// next returns the number of the next challenge. The error says why there may be none yet; most is how many there may be in an
// hour.
func (a *challenged) next(most int) (n int, err error) {
	n = 1
	recent, open := 0, 0
	for i := range a.List {
		c := &a.List[i]
		n = c.N + 1
		if age := now().Sub(c.At); age < time.Hour && age > -time.Hour {
			recent++
		}
		if c.open() {
			open++
		}
	}
	switch {
	case recent >= most:
		err = deny(http.StatusTooManyRequests, "%d challenges in an hour are the limit: try again later", most)
	case open >= openChallenges:
		err = deny(http.StatusTooManyRequests, "%d challenges are still being played: wait until one is over", open)
	}
	return n, err
}

// shown is what the interface says of a challenge.
func (c *challenge) shown() map[string]any {
	games := []map[string]any{}
	for i, e := range c.Lines {
		games = append(games, map[string]any{"id": c.Jobs[i].ID, "seat": i, "won": e.Won, "reason": e.Reason, "plies": e.Plies})
	}
	return map[string]any{"n": c.N, "game": c.Jobs[0].Game, "against": c.Against, "at": c.At, "games": games}
}

// challengesOf are the challenges of a team, the latest first.
func (h *host) challengesOf(ctx context.Context, team string) (list []map[string]any, err error) {
	list = []map[string]any{}
	for _, p := range h.plays {
		all, err := h.challenged(ctx, p, team, func(*challenged) error { return nil })
		if err != nil {
			return nil, err
		}
		for i := range slices.Backward(all.List) {
			list = append(list, all.List[i].shown())
		}
	}
	return list, nil
}

// challengeRecord returns the record of a game of a team's challenge, without what the opponent printed.
func (h *host) challengeRecord(ctx context.Context, team, id string) (p *hosted, text []byte, err error) {
	for _, p := range h.plays {
		all, err := h.challenged(ctx, p, team, func(*challenged) error { return nil })
		if err != nil {
			return nil, nil, err
		}
		for _, c := range all.List {
			for seat := range c.Jobs {
				if c.Jobs[seat].ID != id || c.Lines[seat].Won == "" {
					continue
				}
				text, err := h.recordOf(ctx, challenges, &c.Jobs[seat], p.hello.Seats)
				if err == nil {
					text, err = board.Redact(text, p.hello.Seats[seat:seat+1])
				}
				return p, text, err
			}
		}
	}
	return nil, nil, deny(http.StatusNotFound, "team %s has no finished game %.60q", team, id)
}
