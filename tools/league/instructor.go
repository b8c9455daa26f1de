package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"
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
		teams = append(teams, map[string]any{"team": m.Team, "students": m.Students, "link": h.link(h.at, "/team", m.Team, m.Renewed), "games": games})
	}
	zone, _ := time.Now().Zone()
	games := []string{}
	for _, p := range h.plays {
		games = append(games, p.hello.Game)
	}
	return map[string]any{
		"games": games, "teams": teams, "deadline": moment(r.Deadline), "frozen": r.Frozen, "final": r.Final, "scheme": r.Scheme, "now": time.Now(), "zone": zone,
	}, nil
}

func (h *host) postCourse(v *visit) (any, error) {
	var q struct {
		Deadline *string
		Frozen   *bool
	}
	if err := v.read(&q); err != nil {
		return nil, err
	}
	r, err := h.rules(v.Context())
	if err != nil {
		return nil, err
	}
	if q.Deadline != nil {
		if r.Deadline, err = readDeadline(*q.Deadline); err != nil {
			return nil, deny(http.StatusBadRequest, "field deadline: %v", err)
		}
	}
	if q.Frozen != nil {
		if r.Frozen = *q.Frozen; !r.Frozen && q.Deadline == nil && time.Now().After(r.Deadline) {
			r.Deadline = time.Time{} // else it would freeze again at once
		}
	}
	if err := h.put(v.Context(), "rules", r); err != nil {
		return nil, err
	}
	h.log("deadline %v, frozen %v", r.Deadline.Format(time.RFC3339), r.Frozen)
	return h.getCourse(v)
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
	if err != nil {
		return nil, deny(http.StatusNotFound, "no team is called %.60q", v.PathValue("team"))
	}
	m.Renewed++
	if err := h.put(v.Context(), "member."+m.Team, m); err != nil {
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
