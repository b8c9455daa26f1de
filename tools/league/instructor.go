package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

func (h *host) getCourse(v *visit) (any, error) {
	list, err := h.members(v.Context())
	if err != nil {
		return nil, err
	}
	r, err := h.rules(v.Context())
	if err != nil {
		return nil, err
	}
	teams := []map[string]any{}
	for _, m := range list {
		games, err := h.ofTeam(v.Context(), m.Team)
		if err != nil {
			return nil, err
		}
		teams = append(teams, map[string]any{
			"team": m.Team, "students": m.Students, "link": h.link(h.at, "/team", m.Team, m.Renewed), "games": games, "annulled": m.Annulled,
		})
	}
	zone, _ := now().Zone()
	games := []string{}
	for _, p := range h.plays {
		games = append(games, p.hello.Game)
	}
	return map[string]any{
		"games": games, "teams": teams, "deadline": moment(r.Deadline), "frozen": r.Frozen, "final": r.Final, "scheme": r.Scheme, "now": now(),
		"zone": zone, "private": r.Private, "paused": r.Paused, "limits": r.limits(), "flags": h.flags,
	}, nil
}

// postCourse changes the settings that a request names.
func (h *host) postCourse(v *visit) (any, error) {
	var q struct {
		Deadline                *string
		Frozen, Private, Paused *bool
		Limits                  *limits
	}
	if err := v.read(&q); err != nil {
		return nil, err
	}
	var deadline time.Time
	if q.Deadline != nil {
		var err error
		if deadline, err = readDeadline(*q.Deadline); err != nil {
			return nil, deny(http.StatusBadRequest, "field deadline: %v", err)
		}
	}
	if l := q.Limits; l != nil && (min(l.Uploads, l.Challenges) < 0 || max(l.Uploads, l.Challenges) > 10_000) {
		return nil, deny(http.StatusBadRequest, "field limits: want 0 to 10000 in an hour")
	}
	if _, err := h.rules(v.Context()); err != nil { // which notes a deadline that has passed
		return nil, err
	}
	r, err := h.alterRules(v.Context(), func(r *rules) error {
		if q.Deadline != nil {
			r.Deadline = deadline
		}
		if q.Frozen != nil {
			if r.Frozen = *q.Frozen; !r.Frozen && q.Deadline == nil && now().After(r.Deadline) {
				r.Deadline = time.Time{} // else it would freeze again at once
			}
		}
		if q.Private != nil {
			r.Private = *q.Private
		}
		if q.Paused != nil {
			r.Paused = *q.Paused
		}
		if q.Limits != nil {
			r.Limits = q.Limits
		}
		return nil
	})
	if err == nil && q.Paused != nil {
		err = h.pauseAll(v.Context(), r.Paused)
	}
	if err != nil {
		return nil, err
	}
	h.log("settings: deadline %v, frozen %v, paused %v, private %v, limits %+v", moment(r.Deadline), r.Frozen, r.Paused, r.Private, r.limits())
	return h.getCourse(v)
}

// pauseAll pauses the ladders and finals, or lets them go on.
func (h *host) pauseAll(ctx context.Context, paused bool) error {
	kv, err := h.KeyValue(ctx, leagues)
	for _, p := range h.plays {
		for _, name := range []string{p.name, h.finalLeague(p).name} {
			switch {
			case err != nil:
			case paused:
				_, err = kv.Put(ctx, pauseKey(name), nil)
			default:
				err = kv.Delete(ctx, pauseKey(name))
			}
		}
	}
	return err
}

// readDeadline reads a time in the zone of this machine; "": none.
func readDeadline(text string) (t time.Time, err error) {
	if text == "" {
		return t, nil
	}
	for _, form := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if t, err = time.ParseInLocation(form, text, time.Local); err == nil {
			return t, nil
		}
	}
	if t, err = time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	return t, fmt.Errorf("%.40q: want a time such as 2026-12-18T23:59", text)
}

func (h *host) postTeams(v *visit) (any, error) {
	text, err := io.ReadAll(http.MaxBytesReader(v.w, v.Body, 4<<20))
	if err != nil {
		return nil, deny(http.StatusRequestEntityTooLarge, "the roster: %v", err)
	}
	list, err := h.enroll(v.Context(), text)
	if err != nil {
		return nil, deny(http.StatusBadRequest, "%v", err)
	}
	h.log("%s enrolled", plural(len(list), "team"))
	var b bytes.Buffer
	err = h.links(&b, h.at, list)
	return map[string]any{"teams": len(list), "links": b.String()}, err
}

func (h *host) postRenew(v *visit) (any, error) {
	m, err := h.member(v.Context(), v.PathValue("team"))
	if err != nil || m.Removed {
		return nil, deny(http.StatusNotFound, "no team is called %.60q", v.PathValue("team"))
	}
	m, err = alter(v.Context(), h.bus, courses, "member."+m.Team, m, func(m *enrolled) error {
		m.Renewed++
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.log("team %s has a new link", m.Team)
	return map[string]string{"link": h.link(h.at, "/team", m.Team, m.Renewed)}, nil
}

func (h *host) getTeams(v *visit) (any, error) {
	list, err := h.members(v.Context())
	if err != nil {
		return nil, err
	}
	v.w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="links.csv"`)
	return nil, h.links(v.w, h.at, list)
}

func (h *host) postRemove(v *visit) (any, error) {
	team := v.PathValue("team")
	if _, err := h.member(v.Context(), team); err != nil {
		return nil, deny(http.StatusNotFound, "no team is called %.60q", team)
	}
	_, err := alter(v.Context(), h.bus, courses, "member."+team, enrolled{}, func(m *enrolled) error {
		m.Removed = true
		m.Renewed++ // its link stays void if it comes back
		return nil
	})
	for _, p := range h.plays {
		if err == nil {
			_, err = h.change(v.Context(), p.hello.Game, team, func(s *submitted) error {
				s.Withdrawn = true
				return nil
			})
		}
	}
	if err != nil {
		return nil, err
	}
	h.log("team %s is removed", team)
	return h.getCourse(v)
}

func (h *host) postAnnul(v *visit) (any, error) {
	q := struct{ Reason string }{}
	if err := v.read(&q); err != nil {
		return nil, err
	}
	reason := clean.Line(strings.TrimSpace(q.Reason), clean.MaxDetail)
	if reason == "" {
		return nil, deny(http.StatusBadRequest, "field reason: want a line that says why")
	}
	m, err := h.member(v.Context(), v.PathValue("team"))
	if err != nil || m.Removed {
		return nil, deny(http.StatusNotFound, "no team is called %.60q", v.PathValue("team"))
	}
	_, err = alter(v.Context(), h.bus, courses, "member."+m.Team, m, func(m *enrolled) error {
		m.Annulled = reason
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.log("the games of team %s count for nobody: %s", m.Team, reason)
	return h.getCourse(v)
}

// annulled returns the teams whose games do not count, with the reasons.
func (c *course) annulled(ctx context.Context) (map[string]string, error) {
	list, err := c.members(ctx)
	why := map[string]string{}
	for _, m := range list {
		if m.Annulled != "" {
			why[m.Team] = m.Annulled
		}
	}
	return why, err
}

// Limits on the log of a course, in bytes.
const (
	maxLog   = 4 << 20 // of the file when the host starts
	shownLog = 64 << 10
)

// openLog opens the file of everything that happened, without what is too old.
func openLog(dir string) (*os.File, error) {
	path := filepath.Join(dir, "log.txt")
	if text, err := os.ReadFile(path); err == nil && len(text) > maxLog {
		_, text, _ = bytes.Cut(text[len(text)-maxLog/4:], []byte("\n"))
		if err := writeWhole(path, text); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
}

// getLog answers with the end of the log, the latest line first.
func (h *host) getLog(*visit) (any, error) {
	f, err := os.Open(filepath.Join(h.dir, "log.txt"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := max(0, info.Size()-shownLog)
	text, err := io.ReadAll(io.NewSectionReader(f, from, shownLog))
	if from > 0 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Reverse(lines)
	return map[string]any{"lines": lines}, err
}
