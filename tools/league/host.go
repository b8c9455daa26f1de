package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

func hostCommand() *cli.Command {
	return &cli.Command{
		Name: "host", Usage: "run a course: server, worker, ladder and pages in one program with one folder",
		UsageText: "league host --game GAME [--game GAME]... [--dir DIR] [-- FLAGS of `GAME tournament run`, such as --budget 1s]\n\n" +
			"Prints the address of the board for everybody, and that of the instructor's page, which makes a link for each team: teams submit\n" +
			"there, and every version that passes the check plays in the ladder. Ctrl-C or a crash loses nothing: the same command goes on. All is\n" +
			"in DIR: stop, copy it, start elsewhere. Other machines join with `league worker --creds DIR/keys/worker.json`, if --listen and\n" +
			"--host let them. Example:\n\n  league host --game tron --dir term -- --budget 1s",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "game", Usage: "`GAME` that the course plays; may be repeated"},
			&cli.StringFlag{Name: "dir", Value: "course", Usage: "`DIR` of the course: keys, bots, games, grades"},
			&cli.StringFlag{Name: "web", Value: "0.0.0.0:8080", Usage: "serve the pages at `[HOST:]PORT`; without a host only to this machine"},
			&cli.BoolFlag{Name: "private", DisableDefaultText: true, Usage: "show the board only to those with a link"},
			&cli.StringFlag{Name: "games", Usage: "`DIR` with the programs of the games (default: that of this program, or PATH)"},
			&cli.StringSliceFlag{Name: "bot", Usage: "bundled `BOT` that plays in the ladder; may be repeated (default: the first three of the game)"},
			&cli.IntFlag{Name: "slots", Value: max(1, runtime.NumCPU()/2), Usage: "`NUMBER` of games at the same time on this machine; 0: other machines play"},
			&cli.StringFlag{Name: "jail", Value: "require", Usage: "keep bots in a jail: `WHEN` is require, auto (as far as the system can) or off"},
			hostFlag(), listenFlag(),
		},
		Action: hostAction,
	}
}

// host is a running course.
type host struct {
	course
	dir      string
	at       string // the address of the pages
	hosts    []string
	plays    []*hosted
	uploads  chan struct{} // has room for the uploads that are read at the same time
	loud     io.Writer
	patterns []string     // of the interface's requests
	begin    chan *hosted // finals that are to be played
	private  bool         // the board is for those with a link
	flags    []string     // of the games' verb tournament run
}

func (h *host) log(format string, args ...any) {
	fmt.Fprintf(h.loud, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

// hosted is a league of the course: the ladder of a game, or its final.
type hosted struct {
	hello job.Hello
	path  string // of the program
	name  string
	dir   string

	mu   sync.Mutex
	size int64 // of the journal when it was read
	kept *league.Report
}

// finale is what the bucket of the course has of a game's final.
type finale struct {
	Args   []string `json:"args"`
	Scheme string   `json:"scheme"`
	Most   int      `json:"most"` // games of a team with a bot, until its marks are sure
}

func (p *hosted) bound() *match.Bound {
	return &match.Bound{Info: match.Info{Name: p.hello.Game, Rules: p.hello.Rules, Seats: p.hello.Seats}}
}

// report reads the table from the journal, which another goroutine writes; a journal that has not grown is not read again.
func (p *hosted) report() (*league.Report, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	info, err := os.Stat(filepath.Join(p.dir, "journal.jsonl"))
	if err != nil {
		return nil, deny(http.StatusConflict, "league %s has not begun", p.name)
	}
	if p.kept != nil && info.Size() == p.size {
		return p.kept, nil
	}
	t, err := tournament.Load(p.dir, p.bound())
	if err != nil {
		return nil, err
	}
	if p.kept, err = t.Report(); err == nil {
		p.size = info.Size()
	}
	return p.kept, err
}

// gamePrograms finds the programs of --game: in --games, beside this program, or on PATH.
func gamePrograms(c *cli.Context, flags []string) (found map[string]job.Hello, list []*hosted, err error) {
	if len(c.StringSlice("game")) == 0 {
		return nil, nil, usagef("flag --game: want the game of the course, such as tron")
	}
	found = map[string]job.Hello{}
	for _, game := range c.StringSlice("game") {
		if !word.MatchString(game) || slices.ContainsFunc(list, func(p *hosted) bool { return p.hello.Game == game }) {
			return nil, nil, usagef("flag --game: %q: want the name of a game, once", game)
		}
		dirs := []string{c.String("games")}
		if dirs[0] == "" {
			own, err := os.Executable()
			if err == nil {
				dirs[0] = filepath.Dir(own)
			}
		}
		path, err := exec.LookPath(filepath.Join(dirs[0], game))
		if err != nil && c.String("games") == "" {
			path, err = exec.LookPath(game)
		}
		if err != nil {
			return nil, nil, usagef("flag --game: there is no program %s in %s or on PATH: want --games DIR", game, dirs[0])
		}
		p, err := start(c.Context, path, "", flags)
		if err != nil {
			return nil, nil, fmt.Errorf("%s worker %s: %w", path, strings.Join(flags, " "), err)
		}
		p.stop()
		if path, err = filepath.Abs(path); err != nil {
			return nil, nil, err
		}
		found[path] = p.hello
		list = append(list, &hosted{hello: p.hello, path: path, name: game})
	}
	return found, list, nil
}

func hostAction(c *cli.Context) (err error) {
	if mode := c.String("jail"); mode != "require" && mode != "auto" && mode != "off" {
		return usagef("flag --jail: %q: want require, auto or off", mode)
	}
	if c.Int("slots") < 0 {
		return usagef("flag --slots: %d: want 0 or more", c.Int("slots"))
	}
	jail := []string{"--jail", c.String("jail")}
	found, list, err := gamePrograms(c, jail)
	if err != nil {
		return err
	}
	hosts := c.StringSlice("host")
	h := &host{
		dir: c.String("dir"), hosts: hosts, plays: list, uploads: make(chan struct{}, uploadsAtOnce), begin: make(chan *hosted, len(list)),
		private: c.Bool("private"),
		loud:    admission.Lines(c.App.ErrWriter), flags: c.Args().Slice(),
	}
	for _, p := range list {
		p.dir = filepath.Join(h.dir, "leagues", p.name)
	}
	s, err := startServer(h.dir, hosts, c.String("listen"), 0)
	if err != nil {
		return err
	}
	defer s.stop()
	admin := filepath.Join(h.dir, "keys", "admin.json")
	if h.bus, err = dial(s.url(), admin, "host"); err != nil {
		return err
	}
	defer h.Close()
	h.secret = []byte(h.key.Seed)
	if _, err := h.CreateOrUpdateKeyValue(c.Context, jetstream.KeyValueConfig{Bucket: courses, Description: "teams and settings of a course"}); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(c.Context)
	defer cancel(nil)
	// What ends first ends all; an interruption is no failure.
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel(nil)
	part := func(what string, run func(context.Context) error) {
		all.Go(func() {
			if err := run(ctx); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("%s: %w", what, err))
			}
		})
	}
	part("the server", func(ctx context.Context) error { return s.serve(ctx, h.loud) })
	if c.Int("slots") > 0 {
		b, err := dial(s.url(), filepath.Join(h.dir, "keys", "worker.json"), "host-worker")
		if err != nil {
			return err
		}
		defer b.Close()
		defer all.Wait()
		defer cancel(nil)
		w := &worker{bus: b, name: "host", found: found, flags: jail, slots: c.Int("slots"), log: h.loud}
		part("the worker", w.run)
	}
	set := pageSettings{
		address: c.String("web"), public: !c.Bool("private"), hosts: hosts, programs: map[string]string{},
		visitor: func(token string) (board.Visitor, bool) {
			team, ok := h.who(ctx, token)
			return board.Visitor{Team: team, Admin: ok && team == ""}, ok
		},
		wrap: func(board http.Handler, at net.Addr) http.Handler {
			h.at = web.URL(at, "")
			if len(hosts) > 0 {
				_, port, _ := net.SplitHostPort(at.String())
				h.at = "http://" + net.JoinHostPort(hosts[0], port) + "/"
			}
			return h.handler(board)
		},
	}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		set.programs[found[path].Game] = path
	}
	_, stop, err := s.origin().page(ctx, set, h.loud)
	if err != nil {
		return err
	}
	defer stop()
	for _, p := range list {
		part("league "+p.name, func(ctx context.Context) error { return h.ladder(ctx, p, c.StringSlice("bot")) })
	}
	part("the finals", h.finals)
	if err := h.remember(); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "the board:  %s\nthe course: %s  (keep this one to yourself)\n", h.at, h.link(h.at, "/course", "", 0))
	<-ctx.Done()
	if c.Context.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// hostFile is the file in the folder of a course by which verbs on the same machine find the running host.
func hostFile(dir string) string { return filepath.Join(dir, "keys", "host.json") }

func (h *host) remember() error {
	text, err := json.Marshal(map[string]string{"at": h.at, "token": h.token("", 0)})
	if err != nil {
		return err
	}
	return writeWhole(hostFile(h.dir), append(text, '\n'))
}

// handing makes what hands out the games of a league.
func (h *host) handing(p *hosted) *handing {
	l := &handing{bus: h.bus, name: p.name, hello: p.hello, log: h.loud, stuck: 30 * time.Minute}
	l.audit = newAudit(0, p.path)
	return l
}

// ladder plays the ladder of a game until ctx is done.
func (h *host) ladder(ctx context.Context, p *hosted, bots []string) error {
	l := h.handing(p)
	defer l.audit.stop()
	if err := h.letClimb(ctx, p.name, climbing{All: true}); err != nil {
		return err
	}
	if len(bots) == 0 {
		bots = p.hello.Bots[:min(3, len(p.hello.Bots))]
	}
	args := slices.Concat(bots, h.flags, []string{"--plan", "ladder", "--ahead", "16"})
	return l.host(ctx, p, low, args, func(t *tournament.Tournament) error {
		r := &restful{t: t}
		if err := r.count(); err != nil {
			return err
		}
		l.pace, l.took = r.wait, r.took
		return l.play(ctx, t, 16)
	})
}

// A ladder rests when every team in it has played enough games: more of them would fill the disk and say nothing new.
const (
	enoughGames = 200
	rest        = 10 * time.Second // between two games of a ladder that rests
)

// restful lets a ladder rest.
type restful struct {
	t *tournament.Tournament

	mu    sync.Mutex
	games map[string]int // by team
	next  time.Time      // when the next game may begin while it rests
}

// count counts the games that have been played.
func (r *restful) count() error {
	s, err := r.t.Schedule()
	if err != nil {
		return err
	}
	r.games = map[string]int{}
	teams := r.t.All()
	for _, g := range s.Games() {
		for _, team := range g.Teams {
			r.games[teams[team].Label]++
		}
	}
	return nil
}

// took counts a game.
func (r *restful) took(line *record.Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range line.Seats {
		r.games[s.Name]++
	}
}

// rests reports whether every team has played enough games, and if so, how long to wait for the next one.
func (r *restful) rests() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.t.Teams {
		if r.games[t.Label] < enoughGames {
			return 0
		}
	}
	for _, e := range r.t.Entries() {
		if !e.Away && r.games[e.Label] < enoughGames {
			return 0
		}
	}
	now := time.Now()
	if wait := r.next.Sub(now); wait > 0 && wait <= rest { // the clock may have jumped
		return wait
	}
	r.next = now.Add(rest)
	return 0
}

// wait waits until a game may begin.
func (r *restful) wait(ctx context.Context) error {
	for {
		wait := r.rests()
		if wait == 0 {
			return nil
		}
		select {
		case <-time.After(min(wait, time.Second)): // a team may come
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// host plays a league in its folder, which is made at the first start.
func (l *handing) host(ctx context.Context, p *hosted, priority string, args []string, play func(*tournament.Tournament) error) error {
	if err := os.MkdirAll(filepath.Dir(p.dir), 0o777); err != nil {
		return err
	}
	if err := l.prepare(ctx, p.path, p.dir, args); err != nil {
		return err
	}
	if err := l.settings(ctx, priority); err != nil {
		return err
	}
	t, err := tournament.Resume(p.dir, l.bound(), nil)
	if err != nil {
		return err
	}
	defer t.Close()
	return play(t)
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
		for {
			if err := l.play(ctx, t, 16); err != nil {
				return err
			}
			more, err := t.PlayOn(scheme, 0.95, f.Most)
			if err != nil {
				return err
			}
			if more == 0 {
				h.log("the final of %s is played: the marks are on the page of the course", p.hello.Game)
				return nil
			}
			h.log("the final of %s: %d more games for marks that are not sure", p.hello.Game, more)
		}
	})
}

// postFinal freezes the submissions and begins the final of a game: the last versions that passed the check against bots that are
// worth points.
func (h *host) postFinal(v *visit) (any, error) {
	q := struct {
		Game, Scheme string
		Pairs, Most  int
	}{Pairs: 8, Most: 64}
	if err := v.read(&q); err != nil {
		return nil, err
	}
	game, err := h.game(q.Game)
	if err != nil {
		return nil, err
	}
	p := h.plays[slices.IndexFunc(h.plays, func(p *hosted) bool { return p.hello.Game == game })]
	scheme, err := league.ParseGrades(q.Scheme)
	if err != nil {
		return nil, deny(http.StatusBadRequest, "field scheme: %v", err)
	}
	if q.Pairs < 1 || q.Pairs > 1000 || q.Most < 0 || q.Most > 10_000 {
		return nil, deny(http.StatusBadRequest, "field pairs %d, most %d: want 1 to 1000 pairs and at most 10000 games", q.Pairs, q.Most)
	}
	known, err := h.finalOf(v.Context(), game)
	if err != nil {
		return nil, err
	}
	if known != nil {
		return nil, deny(http.StatusConflict, "the final of %s has begun already", game)
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
	r, err := h.rules(v.Context())
	if err == nil {
		r.Frozen, r.Final, r.Scheme = true, true, q.Scheme
		err = h.put(v.Context(), "rules", r)
	}
	if err != nil {
		return nil, err
	}
	players, err := h.players(v.Context(), game, nil, true)
	if err != nil {
		return nil, err
	}
	if len(players) == 0 {
		return nil, deny(http.StatusConflict, "no team has a version of %s that passed the check", game)
	}
	args := slices.Concat(bots, players, h.flags, []string{"--plan", "gauntlet", "--firsts", strconv.Itoa(len(bots)), "--pairs", strconv.Itoa(q.Pairs)})
	if err := h.put(v.Context(), "final."+game, finale{args, q.Scheme, q.Most}); err != nil {
		return nil, err
	}
	h.log("the final of %s begins: %s", game, plural(len(players), "team"))
	h.begin <- h.finalLeague(p)
	return map[string]any{"teams": len(players), "games": 2 * q.Pairs * len(bots) * len(players)}, nil
}

// getGrades answers with the grades of the final as CSV: the columns of the roster, so that the gradebook knows them.
func (h *host) getGrades(v *visit) (any, error) {
	game, err := h.game(v.URL.Query().Get("game"))
	if err != nil {
		return nil, err
	}
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
	p := h.plays[slices.IndexFunc(h.plays, func(p *hosted) bool { return p.hello.Game == game })]
	report, err := h.finalLeague(p).report()
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

func (h *host) gradebook(ctx context.Context, out io.Writer, report *league.Report, scheme []league.Grade, title, game string) error {
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
		grades[m.Team] = [2]string{number(sum), strings.Join(words, "; ")}
	}
	if title = clean.Line(title, 100); title == "" {
		title = game
	}
	return gradeRows(out, r.Head, list, title, grades, number(of))
}

func teamsCommand() *cli.Command {
	return &cli.Command{
		Name: "teams", Usage: "add teams to the course that `league host` runs, and print a link for each as CSV",
		UsageText: "league teams --dir DIR [TEAM...] [--roster FILE]\n\nFILE is what Canvas, Moodle, Gradescope or Classroom export, or has lines TEAM,STUDENT,STUDENT. Existing teams keep their links.\n" +
			"Without teams all links are printed. Example:\n\n  league teams --dir term alice bob",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "dir", Value: "course", Usage: "`DIR` of the course"},
			&cli.StringFlag{Name: "roster", Usage: "read the teams from `FILE`"},
		},
		Action: func(c *cli.Context) error {
			text, err := os.ReadFile(hostFile(c.String("dir")))
			var running struct{ At, Token string }
			if err == nil {
				err = json.Unmarshal(text, &running)
			}
			if err != nil {
				return usagef("flag --dir: %s is not the folder of a course: want that of `league host`", c.String("dir"))
			}
			roster := []byte(strings.Join(c.Args().Slice(), "\n"))
			if file := c.String("roster"); file != "" {
				if c.NArg() > 0 {
					return usagef("flag --roster: want teams or a roster, not both")
				}
				if roster, err = os.ReadFile(file); err != nil {
					return usagef("flag --roster: %w", err)
				}
			}
			var answer struct{ Links string }
			if len(roster) == 0 {
				var out []byte
				out, err = asks(c.Context, http.MethodGet, running.At, "api/teams.csv", running.Token, "", nil)
				answer.Links = string(out)
			} else {
				var out []byte
				out, err = asks(c.Context, http.MethodPost, running.At, "api/teams", running.Token, "text/csv", roster)
				if err == nil {
					err = json.Unmarshal(out, &answer)
				}
			}
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.App.Writer, answer.Links)
			return err
		},
	}
}

// asks sends a request to a host and returns its answer. The error is what the host says.
func asks(ctx context.Context, method, at, path, token, kind string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(at, "/")+"/"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("the host does not answer: %w; is `league host` running?", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<20))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 {
		var refused struct{ Error string }
		if json.Unmarshal(text, &refused) == nil && refused.Error != "" {
			return nil, errors.New(clean.Line(refused.Error, clean.MaxDetail))
		}
		return nil, fmt.Errorf("%s: %s", answer.Status, clean.Line(string(text), clean.MaxDetail))
	}
	return text, nil
}
