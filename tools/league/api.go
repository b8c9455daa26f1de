package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/report"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

//go:embed pages
var pages embed.FS

// Limits of the interface.
const (
	uploadTime    = time.Minute // for one upload
	uploadsAtOnce = 4
	mostStreams   = 300 // of events, at the same time
	perGames      = 50  // of a list
)

// denial is an error with its HTTP status.
type denial struct {
	status int
	text   string
}

func (d denial) Error() string { return d.text }

func deny(status int, format string, args ...any) error {
	return denial{status, fmt.Sprintf(format, args...)}
}

// visit is a request of somebody whose token is valid.
type visit struct {
	*http.Request
	w    http.ResponseWriter
	team string // "": the instructor
}

// handler serves the pages of a course, its interface, and the board for everything else.
func (h *host) handler(shown http.Handler) http.Handler {
	mux := http.NewServeMux()
	on := func(pattern string, who func(team string) bool, do func(*visit) (any, error)) {
		h.patterns = append(h.patterns, pattern)
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { h.serve(w, r, who, do) })
	}
	isTeam := func(team string) bool { return team != "" }
	isInstructor := func(team string) bool { return team == "" }
	on("POST /api/bots", isTeam, h.postBot)
	on("GET /api/bots/{game}/{n}", isTeam, h.getBot)
	on("GET /api/checks/{id}", isTeam, h.getCheck)
	on("GET /api/team", isTeam, h.getTeam)
	on("POST /api/choose", isTeam, h.postChoose)
	on("POST /api/withdraw", isTeam, h.postWithdraw)
	on("GET /api/challenges", isTeam, h.getChallenges)
	on("POST /api/challenges", isTeam, h.postChallenge)
	on("GET /api/games", isTeam, h.getGames)
	on("GET /api/games/{league}/{id}", isTeam, h.getGame)
	on("GET /api/course", isInstructor, h.getCourse)
	on("POST /api/course", isInstructor, h.postCourse)
	on("POST /api/teams", isInstructor, h.postTeams)
	on("POST /api/teams/{team}/renew", isInstructor, h.postRenew)
	on("POST /api/teams/{team}/remove", isInstructor, h.postRemove)
	on("POST /api/teams/{team}/annul", isInstructor, h.postAnnul)
	on("GET /api/log", isInstructor, h.getLog)
	on("GET /api/teams.csv", isInstructor, h.getTeams)
	on("POST /api/final", isInstructor, h.postFinal)
	on("GET /api/grades.csv", isInstructor, h.getGrades)
	for _, name := range []string{"team", "course"} {
		mux.HandleFunc("GET /"+name, h.asset("text/html; charset=utf-8", name+".html"))
	}
	mux.HandleFunc("GET /course.js", h.asset("text/javascript; charset=utf-8", "course.js"))
	mux.HandleFunc("GET /course.css", h.asset("text/css; charset=utf-8", "course.css"))
	for pattern, show := range map[string]http.HandlerFunc{
		"GET /api/standings": h.getStandings, "GET /api/standings.csv": h.getStandings, "GET /api/starter/{game}/{language}": h.getStarter,
	} {
		h.patterns = append(h.patterns, pattern)
		mux.HandleFunc(pattern, show)
	}
	if written := h.playground(); written != nil {
		h.writes = true
		mux.Handle("GET /play/", written)
	}
	// A page that opens a game of a challenge has its token in the address, as those of the board have.
	mux.HandleFunc("GET /league/"+challenges+"/game/{id}", h.showChallenge)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if err := h.mayLook(r, r.URL.Query().Get("token")); err != nil && r.URL.Path != "/board.css" && r.URL.Path != "/board.js" {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		shown.ServeHTTP(w, r)
	})
	return web.Guard(h.hosts, mux)
}

// mayLook returns an error if a request may not see the board.
func (h *host) mayLook(r *http.Request, token string) error {
	set, err := h.rules(r.Context())
	if err == nil && set.Private {
		if _, known := h.who(r.Context(), token); !known {
			err = deny(http.StatusForbidden, "the board of this course is for those with a link: open it from your own page")
		}
	}
	return err
}

// asset serves a file of pages.
func (h *host) asset(kind, name string) http.HandlerFunc {
	text, err := pages.ReadFile("pages/" + name)
	if err != nil {
		panic("pages: " + err.Error()) // it is embedded
	}
	if name == "course.css" {
		text = append([]byte(report.Style()), text...)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		w.Write(text) // the client may be gone; nothing can be done
	}
}

// serve answers a request of the interface: JSON, or a file that do has written itself.
func (h *host) serve(w http.ResponseWriter, r *http.Request, who func(team string) bool, do func(*visit) (any, error)) {
	w.Header().Set("Cache-Control", "no-store")
	token, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	team, known := "", false
	if isBearer {
		team, known = h.who(r.Context(), token)
	}
	var err error
	var answer any
	switch {
	case !isBearer:
		err = deny(http.StatusUnauthorized, "header Authorization: want Bearer and the token, which is in your link behind #token=")
	case !known:
		err = deny(http.StatusForbidden, "this token is not valid: ask for a new link")
	case !who(team):
		err = deny(http.StatusForbidden, "this token is that of somebody else")
	default:
		answer, err = do(&visit{r, w, team})
	}
	if err != nil {
		fail(w, err)
		return
	}
	if answer != nil {
		answers(w, http.StatusOK, answer)
	}
}

// fail answers with an error.
func fail(w http.ResponseWriter, err error) {
	d := denial{http.StatusInternalServerError, err.Error()}
	errors.As(err, &d)
	answers(w, d.status, map[string]string{"error": clean.Line(d.text, clean.MaxDetail)})
}

func answers(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(text, '\n')) // the client may be gone; nothing can be done
}

// read reads a small JSON object.
func (v *visit) read(to any) error {
	in := json.NewDecoder(http.MaxBytesReader(v.w, v.Body, 1<<20))
	in.DisallowUnknownFields()
	if err := in.Decode(to); err != nil {
		return deny(http.StatusBadRequest, "the request is no JSON object as described: %v", err)
	}
	return nil
}

// game returns the ladder of the game that a request names, which may be left out if there is one only.
func (h *host) game(name string) (*hosted, error) {
	if name == "" && len(h.plays) == 1 {
		return h.plays[0], nil
	}
	var have []string
	for _, p := range h.plays {
		if have = append(have, p.hello.Game); p.hello.Game == name {
			return p, nil
		}
	}
	return nil, deny(http.StatusBadRequest, "field game: %.40q: want %s", name, strings.Join(have, " or "))
}

// submittedOf returns what a team has submitted for a game.
func (h *host) submittedOf(ctx context.Context, team, game string) (submitted, error) {
	return h.change(ctx, game, team, func(*submitted) error { return nil })
}

func (h *host) postBot(v *visit) (any, error) {
	r, err := h.rules(v.Context())
	if err != nil {
		return nil, err
	}
	if r.Frozen {
		return nil, deny(http.StatusForbidden, "submissions are frozen%s", since(r))
	}
	if _, sends := h.sending.LoadOrStore(v.team, true); sends { // so that one team cannot take all places
		return nil, deny(http.StatusTooManyRequests, "another upload of team %s has not ended: try again", v.team)
	}
	defer h.sending.Delete(v.team)
	select {
	case h.uploads <- struct{}{}:
		defer func() { <-h.uploads }()
	case <-time.After(uploadTime / 2):
		return nil, deny(http.StatusServiceUnavailable, "too many uploads at the same time: try again")
	case <-v.Context().Done():
		return nil, v.Context().Err()
	}
	u, err := h.receive(v)
	if err != nil {
		return nil, err
	}
	p, err := h.game(u.game)
	if err != nil {
		return nil, err
	}
	game := p.hello.Game
	text, hash, err := u.files.pack()
	if err != nil {
		return nil, err
	}
	if n := h.MaxPayload(); int64(len(text)) > n {
		return nil, deny(http.StatusRequestEntityTooLarge, "field bot: it has %d bytes compressed, the limit is %d", len(text), n)
	}
	s, err := h.submittedOf(v.Context(), v.team, game)
	if err != nil {
		return nil, err
	}
	word := u.files.word("bots/"+hash, u.main, check.Mains())
	if last := s.last(); last != nil && last.Hash == hash && !s.Withdrawn && last.Word == word {
		return h.version(&s, last), nil // the same content again is no new version
	}
	recent := 0
	for i := range s.Versions {
		if age := now().Sub(s.Versions[i].At); age < time.Hour && age > -time.Hour {
			recent++
		}
	}
	if most := r.limits().Uploads; recent >= most {
		return nil, deny(http.StatusTooManyRequests, "%d versions in an hour are the limit: try again later", most)
	}
	if r, err = h.rules(v.Context()); err != nil || r.Frozen { // to receive it took a while
		return nil, cmp.Or(err, deny(http.StatusForbidden, "submissions are frozen%s", since(r)))
	}
	s, err = h.submit(v.Context(), game, v.team, u.main, text)
	if err != nil {
		return nil, deny(http.StatusConflict, "%v", err)
	}
	h.log("team %s submits version %d for %s", v.team, s.last().N, game)
	answers(v.w, http.StatusAccepted, h.version(&s, s.last()))
	return nil, nil
}

// receive reads an upload.
func (h *host) receive(v *visit) (u upload, err error) {
	// A slow client must not hold a place for ever.
	http.NewResponseController(v.w).SetReadDeadline(time.Now().Add(uploadTime))
	v.Body = http.MaxBytesReader(v.w, v.Body, maxUpload+1<<20)
	form, err := v.MultipartReader()
	if err != nil {
		return u, deny(http.StatusBadRequest, "want a form (multipart/form-data) with the field bot: %v", err)
	}
	u, err = readUpload(form)
	var long *http.MaxBytesError
	switch {
	case errors.Is(err, errTooLarge) || errors.As(err, &long):
		err = deny(http.StatusRequestEntityTooLarge, "%v", errTooLarge)
	case err != nil:
		err = deny(http.StatusBadRequest, "%v", err)
	}
	return u, err
}

func since(r rules) string {
	if r.Deadline.IsZero() {
		return ""
	}
	return ": the deadline was " + r.Deadline.Format("2006-01-02 15:04 MST")
}

// version is what the interface says of a version.
func (h *host) version(s *submitted, v *version) map[string]any {
	return map[string]any{
		"version": v.N, "game": s.Game, "check": "/api/checks/" + s.checkID(v), "state": v.State, "report": v.Report, "at": v.At, "size": v.Size,
		"plays": s.active() == v,
	}
}

func (h *host) getBot(v *visit) (any, error) {
	p, err := h.game(v.PathValue("game"))
	if err != nil {
		return nil, err
	}
	game := p.hello.Game
	s, err := h.submittedOf(v.Context(), v.team, game)
	if err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(v.PathValue("n"))
	at := slices.IndexFunc(s.Versions, func(v version) bool { return v.N == n })
	if at < 0 {
		return nil, deny(http.StatusNotFound, "team %s has no version %.20q", v.team, v.PathValue("n"))
	}
	files, err := h.load(v.Context(), s.Versions[at].Hash)
	if err != nil {
		return nil, err
	}
	text, _, err := files.pack()
	if err != nil {
		return nil, err
	}
	v.w.Header().Set("Content-Type", "application/gzip")
	v.w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s-%d.tar.gz"`, game, v.team, n))
	v.w.Write(text) // the client may be gone; nothing can be done
	return nil, nil
}

func (h *host) postWithdraw(v *visit) (any, error) {
	var q struct{ Game string }
	if err := v.read(&q); err != nil {
		return nil, err
	}
	p, err := h.game(q.Game)
	if err != nil {
		return nil, err
	}
	game := p.hello.Game
	if r, err := h.rules(v.Context()); err != nil || r.Frozen {
		return nil, errors.Join(err, deny(http.StatusForbidden, "submissions are frozen%s", since(r)))
	}
	s, err := h.change(v.Context(), game, v.team, func(s *submitted) error {
		if len(s.Versions) == 0 {
			return deny(http.StatusConflict, "team %s has submitted nothing for %s", v.team, game)
		}
		s.Withdrawn = true
		return nil
	})
	if err == nil {
		h.log("team %s withdraws from %s", v.team, game)
	}
	return s, err
}

// postChoose has an older version play, until a later one passes the check.
func (h *host) postChoose(v *visit) (any, error) {
	var q struct {
		Game    string
		Version int
	}
	if err := v.read(&q); err != nil {
		return nil, err
	}
	p, err := h.game(q.Game)
	if err != nil {
		return nil, err
	}
	if r, err := h.rules(v.Context()); err != nil || r.Frozen {
		return nil, errors.Join(err, deny(http.StatusForbidden, "submissions are frozen%s", since(r)))
	}
	s, err := h.change(v.Context(), p.hello.Game, v.team, func(s *submitted) error {
		if !slices.ContainsFunc(s.Versions, func(v version) bool { return v.N == q.Version && v.State == right }) {
			return deny(http.StatusConflict, "field version: %d: team %s has no such version of %s that passed the check", q.Version, v.team, p.hello.Game)
		}
		s.Withdrawn, s.Chosen, s.Since = false, q.Version, s.last().N
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.log("team %s chooses version %d for %s", v.team, q.Version, p.hello.Game)
	return h.version(&s, s.active()), nil
}

// ofTeam is what a team has in each game.
func (h *host) ofTeam(ctx context.Context, team string) (games []map[string]any, err error) {
	for _, p := range h.plays {
		s, err := h.submittedOf(ctx, team, p.hello.Game)
		if err != nil {
			return nil, err
		}
		versions := []map[string]any{}
		for i := range slices.Backward(s.Versions) {
			versions = append(versions, h.version(&s, &s.Versions[i]))
		}
		games = append(games, map[string]any{
			"game": p.hello.Game, "league": p.name, "withdrawn": s.Withdrawn, "versions": versions, "opponents": h.opponents(p),
		})
	}
	return games, nil
}

func (h *host) getTeam(v *visit) (any, error) {
	m, err := h.member(v.Context(), v.team)
	if err != nil {
		return nil, err
	}
	r, err := h.rules(v.Context())
	if err != nil {
		return nil, err
	}
	games, err := h.ofTeam(v.Context(), v.team)
	return map[string]any{
		"team": m.Team, "students": m.Students, "games": games, "playground": h.writes, "deadline": moment(r.Deadline), "frozen": r.Frozen, "now": now(),
		"limits": map[string]any{
			"bytes": maxUpload, "files": maxFiles, "uploads_an_hour": r.limits().Uploads, "challenges_an_hour": r.limits().Challenges,
		},
	}, err
}

// moment is a time for JSON; nil: there is none.
func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}

// getStandings answers everybody who may see the board.
func (h *host) getStandings(w http.ResponseWriter, r *http.Request) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	err := h.mayLook(r, token)
	var p *hosted
	if err == nil {
		p, err = h.game(r.URL.Query().Get("game"))
	}
	if err != nil {
		fail(w, err)
		return
	}
	form := "json"
	if strings.HasSuffix(r.URL.Path, ".csv") {
		form = "csv"
	}
	var b bytes.Buffer
	report, err := p.report(r.Context())
	if err == nil {
		err = report.Write(&b, form)
	}
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", map[string]string{"json": "application/json", "csv": "text/csv; charset=utf-8"}[form])
	w.Write(b.Bytes()) // the client may be gone; nothing can be done
}
