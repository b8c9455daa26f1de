package board

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/report"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

//go:embed board.css board.js board.html
var files embed.FS

// perPage is how many games a page of a list has.
const perPage = 100

// request is a request for a page, with the visitor that its token identifies.
type request struct {
	http.ResponseWriter
	*http.Request
	visitor Visitor
	token   string
}

// Handler returns the pages. Requests that name another host, or come from a page of another origin, are refused.
func (b *Board) Handler() http.Handler {
	mux := http.NewServeMux()
	on := func(pattern string, show func(*request) error) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { b.serve(w, r, show) })
	}
	on("GET /{$}", b.first)
	on("GET /league/{league}/{$}", b.league)
	on("GET /league/{league}/games", b.games)
	on("GET /league/{league}/now", b.now)
	on("GET /league/{league}/game/{n}", b.game)
	style := report.Style() + file("board.css")
	mux.HandleFunc("GET /board.css", asset("text/css; charset=utf-8", style))
	mux.HandleFunc("GET /board.js", asset("text/javascript; charset=utf-8", file("board.js")))
	return web.Guard(b.options.Hosts, mux)
}

func file(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("board: " + err.Error()) // it is embedded
	}
	return string(text)
}

func asset(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		io.WriteString(w, text) // the client may be gone; nothing can be done
	}
}

// refusal is an error with the HTTP status that the browser gets.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

func missing(format string, args ...any) error {
	return refusal{http.StatusNotFound, fmt.Sprintf(format, args...)}
}

// serve shows a page to a visitor who may see it, and an error to others.
func (b *Board) serve(w http.ResponseWriter, r *http.Request, show func(*request) error) {
	q := &request{ResponseWriter: w, Request: r, token: r.URL.Query().Get("token")}
	known := false
	if q.token != "" && b.options.Visitor != nil {
		q.visitor, known = b.options.Visitor(q.token)
	}
	w.Header().Set("Cache-Control", "no-store")
	var err error
	switch {
	case q.token != "" && !known:
		err = refusal{http.StatusForbidden, "this token is not valid: `league page` makes one from a key of this server"}
	case !known && !b.options.Open:
		err = refusal{http.StatusForbidden, "this address needs a token: `league page` makes one from a key of this server"}
	default:
		err = show(q)
	}
	if err == nil {
		return
	}
	status := http.StatusInternalServerError
	var refused refusal
	if errors.As(err, &refused) {
		status = refused.status
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, err) // the client may be gone; nothing can be done
}

// data is what every page is made from.
type data struct {
	Title string
	token string
	View  any
}

// To returns the address of another page, with the visitor's token.
func (d data) To(parts ...any) string {
	var b strings.Builder
	for _, part := range parts {
		fmt.Fprint(&b, part)
	}
	link := b.String()
	if d.token == "" {
		return link
	}
	sign := "?"
	if strings.Contains(link, "?") {
		sign = "&"
	}
	return link + sign + "token=" + url.QueryEscape(d.token)
}

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"clock":   func(at time.Time) string { return at.Local().Format("2 Jan 15:04:05") },
	"rate":    func(v float64) string { return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") },
	"percent": percent,
	"sum":     func(a, b int) int { return a + b },
	"part": func(d data, name string, seats []string, games []sight, replays, own bool) part {
		return part{d, name, seats, games, replays, own}
	},
}).Parse(file("board.html")))

// part is what a list of games is made from.
type part struct {
	D            data
	Name         string
	Seats        []string
	Games        []sight
	Replays, Own bool
}

func percent(some, whole int) string {
	if whole <= 0 {
		return "0"
	}
	return strconv.FormatFloat(100*min(1, float64(some)/float64(whole)), 'f', 1, 64)
}

// fill makes a page.
func fill(name string, d data) ([]byte, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, name, d)
	return b.Bytes(), err
}

// send sends a page, or only a status if the browser has it already.
func (q *request) send(tag, kind string, text []byte) {
	h := q.ResponseWriter.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", tag)
	if q.Request.Header.Get("If-None-Match") == tag {
		q.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", kind)
	q.ResponseWriter.Write(text) // the client may be gone; nothing can be done
}

// page is the content type of pages.
const page = "text/html; charset=utf-8"

// first shows the leagues and the workers.
func (b *Board) first(q *request) error {
	b.mu.Lock()
	f := b.front
	b.mu.Unlock()
	text, err := f.page(q.token, func() ([]byte, error) { return fill("front", data{"Leagues", q.token, f}) })
	if err == nil {
		q.send(fmt.Sprintf("%q", fmt.Sprint("f", f.version)), page, text)
	}
	return err
}

// called returns the league that an address names.
func (b *Board) called(q *request) (*contest, error) {
	c := b.contest(q.PathValue("league"))
	if c == nil {
		return nil, missing("no league is called %.60q", q.PathValue("league"))
	}
	return c, nil
}

// own is what went wrong with a team whose output the visitor may see.
type own struct {
	Team  string
	Wrong []wrong
}

// league shows the table of a league.
func (b *Board) league(q *request) error {
	c, err := b.called(q)
	if err != nil {
		return err
	}
	c.mu.Lock()
	v := c.view
	c.mu.Unlock()
	text, err := v.page(q.token, func() ([]byte, error) {
		teams := c.named()
		latest, _ := c.list(q.visitor, filter{a: -1, b: -1}, 0, maxLatest)
		var mine []own
		for i, list := range v.wrongs {
			if len(list) > 0 && q.visitor.sees(teams[i].owner) {
				backward := slices.Clone(list)
				slices.Reverse(backward)
				mine = append(mine, own{teams[i].shown, backward})
			}
		}
		return fill("league", data{v.Name, q.token, struct {
			*view
			Seats   []string
			Latest  []sight
			Own     []own
			Replays bool
		}{v, c.game.Seats, latest, mine, b.replays.can()}})
	})
	if err == nil {
		q.send(fmt.Sprintf("%q", fmt.Sprint("l", v.version)), page, text)
	}
	return err
}

// number reads a number, from 0 to most, from the query of an address; -1: there is none.
func number(q *request, name string, most int) (int, error) {
	text := q.URL.Query().Get(name)
	if text == "" {
		return -1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, refusal{http.StatusBadRequest, fmt.Sprintf("%s %.40q: want a number from 0 to %d", name, text, most)}
	}
	return n, nil
}

// games shows a list of finished games.
func (b *Board) games(q *request) error {
	c, err := b.called(q)
	if err != nil {
		return err
	}
	last := len(c.named()) - 1
	one, err1 := number(q, "a", last)
	two, err2 := number(q, "b", last)
	at, err3 := number(q, "page", 1e6)
	if err := errors.Join(err1, err2, err3); err != nil {
		return refusal{http.StatusBadRequest, err.Error()}
	}
	at = max(at, 1)
	f := filter{a: one, b: two, defaults: q.URL.Query().Get("defaults") != ""}
	list, all := c.list(q.visitor, f, (at-1)*perPage, perPage)
	v := struct {
		Name            string
		Which           string
		Seats           []string
		Games           []sight
		All, Page, Last int
		Query           template.URL
		Replays, Own    bool
	}{
		Name: c.name, Which: c.which(f), Seats: c.game.Seats, Games: list,
		All: all, Page: at, Last: max(1, (all+perPage-1)/perPage),
		Query: template.URL(query(f)), Replays: b.replays.can(), Own: q.visitor != Visitor{},
	}
	text, err := fill("games", data{v.Name + ": games", q.token, v})
	if err == nil {
		q.ResponseWriter.Header().Set("Content-Type", page)
		q.ResponseWriter.Write(text) // the client may be gone; nothing can be done
	}
	return err
}

// which says in words which games a filter selects.
func (c *contest) which(f filter) string {
	what, teams := "games", c.named()
	if f.defaults {
		what = "games that were lost by default"
	}
	switch {
	case f.a >= 0 && f.b >= 0:
		return teams[f.a].shown + " and " + teams[f.b].shown + ": " + what
	case f.a >= 0 || f.b >= 0:
		return teams[max(f.a, f.b)].shown + ": " + what
	}
	return what
}

// query writes a filter as the part of an address before the number of the page.
func query(f filter) string {
	values := url.Values{}
	if f.a >= 0 {
		values.Set("a", strconv.Itoa(f.a))
	}
	if f.b >= 0 {
		values.Set("b", strconv.Itoa(f.b))
	}
	if f.defaults {
		values.Set("defaults", "1")
	}
	if len(values) == 0 {
		return ""
	}
	return values.Encode() + "&"
}

// game shows the replay of a finished game, or a running game.
func (b *Board) game(q *request) error {
	c, err := b.called(q)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(q.PathValue("n"))
	if err != nil {
		return missing("no game has the number %.40q", q.PathValue("n"))
	}
	g, ok := c.find(n)
	if !ok {
		if shown, err := b.alone(q, c, n); shown || err != nil {
			return err
		}
	}
	switch {
	case !ok:
		return missing("game %d is not played yet, or there is none", n)
	case !b.replays.can() || b.options.Record == nil:
		return missing("this server shows no replays: it was started without --games")
	}
	seats := c.seats(q.visitor, &g)
	key := fmt.Sprintf("%s %s %d %q", c.name, g.id, g.at.UnixNano(), seats)
	return b.Replay(q.ResponseWriter, q.Request, key, func() (kind string, record []byte, err error) {
		record, err = b.Record(q.Context(), c.name, n, q.visitor)
		return c.head.Game, record, err
	})
}
