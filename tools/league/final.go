package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// finale is what the bucket of the course has of a game's final.
type finale struct {
	Args   []string `json:"args"`
	Scheme string   `json:"scheme"`
	Most   int      `json:"most"` // games of a team with a bot, until its marks are sure
}

// finalOf returns the final of a game; nil: it has none.
func (h *host) finalOf(ctx context.Context, game string) (*finale, error) {
	kv, err := h.bucket(ctx)
	if err != nil {
		return nil, err
	}
	entry, err := kv.Get(ctx, "final."+game)
	if absent(err) {
		return nil, nil
	}
	f := &finale{}
	if err == nil {
		err = json.Unmarshal(entry.Value(), f)
	}
	return f, err
}

// finalLeague is the league of a game's final.
func (h *host) finalLeague(p *hosted) *hosted {
	name := "final-" + p.name
	return &hosted{hello: p.hello, path: p.path, name: name, dir: filepath.Join(h.dir, "leagues", name)}
}

// finals plays the finals that have begun, also before a restart.
func (h *host) finals(ctx context.Context) error {
	var all sync.WaitGroup
	defer all.Wait()
	play := func(p *hosted) error {
		f, err := h.finalOf(ctx, p.hello.Game)
		if err != nil || f == nil {
			return err
		}
		all.Go(func() {
			if err := h.final(ctx, p, f); err != nil && ctx.Err() == nil {
				h.log("the final of %s: %v", p.hello.Game, err)
			}
		})
		return nil
	}
	for _, p := range h.plays {
		if err := play(h.finalLeague(p)); err != nil {
			return err
		}
	}
	for {
		select {
		case p := <-h.begin:
			if err := play(p); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// final plays the final of a game until its marks are sure.
func (h *host) final(ctx context.Context, p *hosted, f *finale) error {
	scheme, err := league.ParseGrades(f.Scheme)
	if err != nil {
		return err
	}
	l := h.handing(p)
	defer l.audit.stop()
	return l.host(ctx, p, normal, f.Args, func(t *tournament.Tournament) error {
		for said := false; ; {
			if err := h.annulIn(ctx, t); err != nil {
				return err
			}
			part, stop := context.WithCancel(ctx)
			watched := make(chan struct{})
			go func() { // a team whose games are annulled meanwhile interrupts
				defer close(watched)
				for part.Err() == nil {
					select {
					case <-time.After(lookSubmitted):
					case <-part.Done():
					}
					if list, err := h.toAnnul(part, t); err == nil && len(list) > 0 {
						stop()
					}
				}
			}()
			err := l.play(part, t, 16)
			more := 0
			if err == nil {
				more, err = t.PlayOn(scheme, 0.95, f.Most)
			}
			if err == nil && more == 0 {
				if !said {
					h.log("the final of %s is played: the marks are on the page of the course", p.hello.Game)
				}
				said = true
				<-watched
			}
			isOver := part.Err() != nil // then the error is that of part
			stop()
			<-watched
			switch {
			case ctx.Err() != nil || err != nil && !isOver:
				return err
			case more > 0:
				h.log("the final of %s: %d more games for marks that are not sure", p.hello.Game, more)
			}
		}
	})
}

// toAnnul returns the teams of a final whose games are to be annulled, with the reasons.
func (h *host) toAnnul(ctx context.Context, t *tournament.Tournament) (map[string]string, error) {
	list, err := h.annulled(ctx)
	done := t.Annulled()
	maps.DeleteFunc(list, func(team, _ string) bool {
		isTeam := func(other tournament.Team) bool { return other.Label == team }
		return slices.Contains(done, team) || !slices.ContainsFunc(t.Teams, isTeam)
	})
	return list, err
}

func (h *host) annulIn(ctx context.Context, t *tournament.Tournament) error {
	list, err := h.toAnnul(ctx, t)
	for team, why := range list {
		if err == nil {
			err = t.Annul(team, why)
		}
	}
	return err
}

// estimate is how long so many games of a game take about, on all workers that play it; 0: it is not known yet.
func (h *host) estimate(ctx context.Context, p *hosted, games int) (time.Duration, error) {
	list, err := h.present(ctx)
	slots := 0
	for _, w := range list {
		if slices.ContainsFunc(w.Games, func(g protocol.Hello) bool { return g.Game == p.hello.Game }) {
			slots += w.Slots
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Duration(p.mean * float64(games) / float64(max(1, slots)) * float64(time.Millisecond)).Round(time.Second), err
}

// postFinal freezes the submissions and begins the final of a game: the last versions that passed the check against bots that are
// worth points.
func (h *host) postFinal(v *visit) (any, error) {
	q := struct {
		Game, Scheme string
		Pairs, Most  int
		Dry          bool // only say how many games it would be
	}{Pairs: 8, Most: 64}
	if err := v.read(&q); err != nil {
		return nil, err
	}
	p, err := h.game(q.Game)
	if err != nil {
		return nil, err
	}
	game := p.hello.Game
	scheme, err := league.ParseGrades(q.Scheme)
	if err != nil {
		return nil, deny(http.StatusBadRequest, "field scheme: %v", err)
	}
	if q.Pairs < 1 || q.Pairs > 1000 || q.Most < 0 || q.Most > 10_000 {
		return nil, deny(http.StatusBadRequest, "field pairs %d, most %d: want 1 to 1000 pairs and at most 10000 games", q.Pairs, q.Most)
	}
	var bots []string
	for _, g := range scheme {
		kind, _, _ := strings.Cut(g.Team, ":")
		if !slices.Contains(p.hello.Bots, kind) {
			return nil, deny(http.StatusBadRequest, "field scheme: %s has no bot %.40q: want %s", game, g.Team, strings.Join(p.hello.Bots, ", "))
		}
		if !slices.Contains(bots, g.Team) {
			bots = append(bots, g.Team)
		}
	}
	h.starting.Lock() // two requests at once are one final
	defer h.starting.Unlock()
	known, err := h.finalOf(v.Context(), game)
	if err != nil {
		return nil, err
	}
	if known != nil {
		return nil, deny(http.StatusConflict, "the final of %s has begun already", game)
	}
	players, err := h.finalists(v.Context(), game, !q.Dry)
	if err == nil && !q.Dry {
		players, err = h.freezeFor(v.Context(), game, q.Scheme)
	}
	if err != nil {
		return nil, err
	}
	games := 2 * q.Pairs * len(bots) * len(players)
	takes, err := h.estimate(v.Context(), p, games)
	answer := map[string]any{"teams": len(players), "games": games, "seconds": takes.Seconds()}
	if err != nil || q.Dry {
		return answer, err
	}
	args := slices.Concat(bots, players, h.flags, []string{"--plan", "gauntlet", "--firsts", strconv.Itoa(len(bots)), "--pairs", strconv.Itoa(q.Pairs)})
	if err := h.put(v.Context(), "final."+game, finale{args, q.Scheme, q.Most}); err != nil {
		return nil, err
	}
	h.log("the final of %s begins: %s, %d games, about %v", game, plural(len(players), "team"), games, takes)
	h.begin <- h.finalLeague(p)
	return answer, nil
}

// finalists are the players of a final. A version that is being checked was submitted in time, so that a final which begins waits
// for it.
func (h *host) finalists(ctx context.Context, game string, begins bool) (list []string, err error) {
	all, err := h.submissions(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if v := s.last(); begins && s.Game == game && !s.Withdrawn && v != nil && v.State == waits {
			return nil, deny(http.StatusConflict, "version %d of team %s is being checked: begin the final of %s after that", v.N, s.Team, game)
		}
	}
	list, err = h.players(ctx, game, nil, true)
	if err == nil && len(list) == 0 {
		err = deny(http.StatusConflict, "no team has a version of %s that passed the check", game)
	}
	return list, err
}

// freezeFor freezes the submissions for a final and returns its players. An error leaves the course as it was.
func (h *host) freezeFor(ctx context.Context, game, scheme string) (players []string, err error) {
	var before rules
	_, err = h.alterRules(ctx, func(r *rules) error {
		before = *r
		r.Frozen, r.Final, r.Scheme = true, true, scheme
		return nil
	})
	if err != nil {
		return nil, err
	}
	if players, err = h.finalists(ctx, game, true); err == nil { // nobody submits any more
		return players, nil
	}
	_, undone := h.alterRules(ctx, func(r *rules) error {
		r.Frozen, r.Final, r.Scheme = before.Frozen, before.Final, before.Scheme
		return nil
	})
	return nil, errors.Join(err, undone)
}

// getGrades answers with the grades of the final as CSV: the columns of the roster, so that the gradebook knows them.
func (h *host) getGrades(v *visit) (any, error) {
	p, err := h.game(v.URL.Query().Get("game"))
	if err != nil {
		return nil, err
	}
	game := p.hello.Game
	f, err := h.finalOf(v.Context(), game)
	if err == nil && f == nil {
		err = deny(http.StatusConflict, "the final of %s has not begun", game)
	}
	if err != nil {
		return nil, err
	}
	scheme, err := league.ParseGrades(f.Scheme)
	if err != nil {
		return nil, err
	}
	report, err := h.finalLeague(p).report(v.Context())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if v.URL.Query().Get("form") == "plain" {
		err = report.Grades(&b, scheme)
	} else {
		err = h.gradebook(v.Context(), &b, report, scheme, v.URL.Query().Get("title"), game)
	}
	if err != nil {
		return nil, err
	}
	v.w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="grades.csv"`)
	v.w.Write(b.Bytes()) // the client may be gone; nothing can be done
	return nil, nil
}

func (h *host) gradebook(
	ctx context.Context, out io.Writer, report *league.Report, scheme []league.Grade, title, game string,
) error {
	list, err := h.members(ctx)
	if err != nil {
		return err
	}
	r, err := h.rules(ctx)
	if err != nil {
		return err
	}
	grades, of := map[string][2]string{}, 0.0
	for _, g := range scheme {
		of += g.Points
	}
	number := func(x float64) string { return strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64) }
	for _, m := range list {
		marks, err := report.Marks(scheme, m.Team)
		if err != nil {
			continue // the team had no bot: its cell stays as it is
		}
		sum, sure, words := 0.0, 1.0, []string{}
		for _, k := range marks {
			sum, sure = sum+k.Got, min(sure, k.Sure)
			words = append(words, fmt.Sprintf("%s: %s of %d", k.Grade.Team, number(k.Cell.Points), k.Cell.Games))
		}
		words = append(words, fmt.Sprintf("sure %.0f %%", math.Floor(100*sure)))
		if m.Annulled != "" {
			words = append(words, "annulled: "+m.Annulled)
		}
		grades[m.Team] = [2]string{number(sum), strings.Join(words, "; ")}
	}
	if title = clean.Line(title, 100); title == "" {
		title = game
	}
	return gradeRows(out, r.Head, list, title, grades, number(of))
}

// grade adds a column of the roster's rows to a table of grades.
func gradeRows(out io.Writer, head []string, list []enrolled, title string, grades map[string][2]string, of string) error {
	w := csv.NewWriter(out)
	isCanvas := len(head) > 1 && strings.HasPrefix(head[0], "Student") && head[1] == "ID"
	columns := len(head)
	if isCanvas { // the identity columns end with Section
		columns = slices.IndexFunc(head, func(cell string) bool { return strings.Contains(cell, "Section") }) + 1
	}
	if columns == 0 {
		columns = min(len(head), 5)
	}
	if len(head) == 0 {
		head, columns = []string{"team"}, 1
	}
	titles := append(slices.Clone(head[:columns]), title)
	if !isCanvas {
		titles = append(titles, title+" feedback")
	}
	w.Write(titles)
	if isCanvas {
		w.Write(append(append([]string{"    Points Possible"}, make([]string, columns-1)...), of))
	}
	for _, m := range list {
		g, graded := grades[m.Team]
		if !graded {
			continue // a row without a grade would take away one that is there
		}
		rows := m.Rows
		if len(rows) == 0 {
			rows = [][]string{{m.Team}}
		}
		for _, row := range rows {
			cells := append(slices.Clone(row[:min(columns, len(row))]), make([]string, max(0, columns-len(row)))...)
			cells = append(cells, g[0])
			if !isCanvas {
				cells = append(cells, g[1])
			}
			w.Write(cells)
		}
	}
	w.Flush()
	return w.Error()
}
