package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

// checkOf returns the version that a check is about.
func (h *host) checkOf(v *visit) (*submitted, *version, error) {
	for _, p := range h.plays {
		s, err := h.submittedOf(v.Context(), v.team, p.hello.Game)
		if err != nil {
			return nil, nil, err
		}
		for i := range s.Versions {
			if s.checkID(&s.Versions[i]) == v.PathValue("id") {
				return &s, &s.Versions[i], nil
			}
		}
	}
	return nil, nil, deny(http.StatusNotFound, "team %s has no check %.60q", v.team, v.PathValue("id"))
}

// getCheck answers with a version, or, if the request wants events, with an event whenever it changes, until the check is over.
func (h *host) getCheck(v *visit) (any, error) {
	s, n, err := h.checkOf(v)
	if err != nil || v.Header.Get("Accept") != "text/event-stream" {
		if err != nil {
			return nil, err
		}
		return h.checked(v.Context(), s, n), nil
	}
	select {
	case h.streams <- struct{}{}:
		defer func() { <-h.streams }()
	default:
		return nil, deny(http.StatusServiceUnavailable, "too many checks are followed at the same time: ask without events")
	}
	v.w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(v.w)
	for last := ""; ; {
		text, err := json.Marshal(h.checked(v.Context(), s, n))
		if err == nil && string(text) != last {
			last = string(text)
			if _, err = fmt.Fprintf(v.w, "data: %s\n\n", text); err == nil {
				err = out.Flush()
			}
		}
		if err != nil || n.State != waits {
			return nil, nil // what was sent cannot be taken back; the page asks again
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-v.Context().Done():
			return nil, nil
		}
		if s, n, err = h.checkOf(v); err != nil {
			return nil, nil
		}
	}
}

// checked is version, and for a check that is not over whether a worker plays it, and how many wait or are played before it.
func (h *host) checked(ctx context.Context, s *submitted, n *version) map[string]any {
	shown := h.version(s, n)
	if n.State != waits {
		return shown
	}
	queue, err := h.Stream(ctx, jobs)
	if err != nil {
		return shown
	}
	at := slices.IndexFunc(h.plays, func(p *hosted) bool { return p.hello.Game == s.Game })
	rules := h.plays[at].hello.Rules
	m, err := queue.GetLastMsgForSubject(ctx, jobSubject(s.Game, rules, high, checks, s.checkID(n)))
	if err != nil {
		return shown // it is over in a moment
	}
	if c, err := h.Consumer(ctx, jobs, consumerName(s.Game, rules, high)); err == nil {
		shown["runs"] = c.CachedInfo().Delivered.Stream >= m.Sequence
	}
	return shown
}

func (h *host) getChallenges(v *visit) (any, error) {
	list, err := h.challengesOf(v.Context(), v.team)
	return map[string]any{"challenges": list}, err
}

// getGames lists the games that count, of all versions of the team.
func (h *host) getGames(v *visit) (any, error) {
	from, _ := strconv.Atoi(v.URL.Query().Get("from"))
	list := []board.Game{}
	for _, p := range h.plays {
		if game := v.URL.Query().Get("game"); game == "" || game == p.hello.Game {
			for _, name := range []string{h.finalLeague(p).name, p.name} {
				list = append(list, h.board.Games(name, v.team, max(0, from), perGames)...)
			}
		}
	}
	return map[string]any{"games": list}, nil
}

// getGame answers with the record of a game, without what the opponent printed.
func (h *host) getGame(v *visit) (any, error) {
	name, id := v.PathValue("league"), v.PathValue("id")
	var text []byte
	var err error
	if name == challenges {
		_, text, err = h.challengeRecord(v.Context(), v.team, id)
	} else {
		n, _ := strconv.Atoi(id)
		text, err = h.board.Record(v.Context(), name, n, board.Visitor{Team: v.team})
	}
	if err != nil {
		return nil, deny(http.StatusNotFound, "%v", err)
	}
	v.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	v.w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name+"-"+id+".jsonl"))
	v.w.Write(text) // the client may be gone; nothing can be done
	return nil, nil
}

// showChallenge shows a game of a challenge to the team whose token the address has.
func (h *host) showChallenge(w http.ResponseWriter, r *http.Request) {
	team, known := h.who(r.Context(), r.URL.Query().Get("token"))
	err := deny(http.StatusForbidden, "this token is not valid: open the game from your own page")
	if id := r.PathValue("id"); known && team != "" {
		err = h.board.Replay(w, r, challenges+" "+team+" "+id, func() (string, []byte, error) {
			p, text, err := h.challengeRecord(r.Context(), team, id)
			if err != nil {
				return "", nil, err
			}
			return p.hello.Game, text, nil
		})
	}
	if err != nil {
		d := denial{http.StatusInternalServerError, err.Error()}
		errors.As(err, &d)
		http.Error(w, d.text, d.status)
	}
}

// getStarter answers everybody with the starter bot of a game in a language, as `GAME new-bot` writes it.
func (h *host) getStarter(w http.ResponseWriter, r *http.Request) {
	p, err := h.game(r.PathValue("game"))
	var text []byte
	if err == nil {
		text, err = p.starter(r.Context(), r.PathValue("language"))
	}
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/gzip")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", p.hello.Game+"-starter.tar.gz"))
	w.Write(text) // the client may be gone; nothing can be done
}

// starter returns an archive of the starter bot in a language. One that was made is kept.
func (p *hosted) starter(ctx context.Context, language string) ([]byte, error) {
	if !word.MatchString(language) {
		return nil, deny(http.StatusNotFound, "language %.40q: want one such as python", language)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if text := p.starters[language]; text != nil {
		return text, nil
	}
	dir, err := os.MkdirTemp("", "league-starter-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out, err := exec.CommandContext(ctx, p.path, "new-bot", language, filepath.Join(dir, "bot")).CombinedOutput()
	if err != nil {
		line, _, _ := strings.Cut(string(out), "\n")
		return nil, deny(http.StatusNotFound, "%s", clean.Line(line, clean.MaxDetail))
	}
	files, err := readBundle(filepath.Join(dir, "bot"))
	if err != nil {
		return nil, err
	}
	text, _, err := files.pack()
	if p.starters == nil {
		p.starters = map[string][]byte{}
	}
	p.starters[language] = text
	return text, err
}
