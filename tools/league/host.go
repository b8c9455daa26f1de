package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
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
			&cli.BoolFlag{Name: "private", DisableDefaultText: true, Usage: "show the board only to those with a link; the page of the course changes it, too"},
			&cli.StringFlag{Name: "tls", Usage: "serve the pages by HTTPS with `CERTIFICATE,KEY`, two files in PEM; the links tell which one if nobody has signed it"},
			&cli.StringFlag{Name: "games", Usage: "`DIR` with the programs of the games (default: that of this program, or PATH)"},
			&cli.StringSliceFlag{Name: "bot", Usage: "bundled `BOT` that plays in the ladder; may be repeated (default: the first three of the game)"},
			&cli.IntFlag{Name: "slots", Value: max(1, runtime.NumCPU()/2), Usage: "`NUMBER` of games at the same time on this machine; 0: other machines play"},
			&cli.StringFlag{Name: "jail", Value: "require", Usage: "run bots in a jail: `WHEN` is require, auto (as far as the system allows) or off"},
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
	board    *board.Board
	bots     []string      // bundled ones that play in the ladders
	uploads  chan struct{} // has room for the uploads that are read at the same time
	sending  sync.Map      // teams whose upload is being read
	streams  chan struct{} // has room for the streams of events
	writes   bool          // there is a playground
	loud     io.Writer
	patterns []string                  // of the interface's requests
	starting sync.Mutex                // held while a final is begun
	begin    chan *hosted              // finals that are to be played
	found    map[string]protocol.Hello // by the path of the program
	jail     []string                  // flags of the games' verb worker
	secure   *tls.Config               // of the pages; nil: plain HTTP
	flags    []string                  // of the games' verb tournament run
}

func (h *host) log(format string, args ...any) { fmt.Fprintf(h.loud, format+"\n", args...) }

// stamped writes lines with the time before them: to standard error and to the log of the course.
type stamped struct{ out, file io.Writer }

func (s stamped) Write(line []byte) (int, error) {
	line = append(time.Now().AppendFormat(nil, "2006-01-02 15:04:05 "), line...)
	s.file.Write(line) // on a full disk the server ends and says so
	return s.out.Write(line)
}

// hosted is a league of the course: the ladder of a game, or its final.
type hosted struct {
	hello protocol.Hello
	path  string // of the program
	name  string
	dir   string

	events chan func(*tournament.Live) error // asks the ladder while it is played; nil: it is a final

	table sync.Mutex // guards the next four
	size  int64      // of the journal when it was read
	kept  *league.Report
	made  time.Time // when it was made, and how long that took
	took  time.Duration

	mu       sync.Mutex        // guards what follows, and is held for a moment only
	starters map[string][]byte // archives of starter bots, by language
	mean     float64           // duration of a game in ms, of about the last hundred; 0: none has ended yet
}

// costs notes how long a game took.
func (p *hosted) costs(ms float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mean == 0 {
		p.mean = ms
	}
	p.mean += (ms - p.mean) / 100
}

func (p *hosted) bound() *match.Bound {
	return &match.Bound{Info: match.Info{Name: p.hello.Game, Rules: p.hello.Rules, Seats: p.hello.Seats}}
}

// tableShare is which part of the time the table of a ladder may take, so that nobody slows the ladder down by asking for it.
const tableShare = 20

// report returns the table. That of a ladder comes from what is in memory already, as the journal of a term is large; that of a
// final is read from its journal, which another goroutine writes.
func (p *hosted) report(ctx context.Context) (*league.Report, error) {
	p.table.Lock()
	defer p.table.Unlock()
	info, err := os.Stat(filepath.Join(p.dir, "journal.jsonl"))
	if err != nil {
		return nil, deny(http.StatusConflict, "league %s has not begun", p.name)
	}
	if p.kept != nil && (info.Size() == p.size || time.Since(p.made) < tableShare*p.took) {
		return p.kept, nil
	}
	if p.events == nil {
		t, err := tournament.Load(p.dir, p.bound())
		if err != nil {
			return nil, err
		}
		return t.Report()
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var table *league.Report
	var took time.Duration
	err = tournament.Change(ctx, p.events, func(l *tournament.Live) error {
		began := time.Now()
		table = l.Report()
		took = time.Since(began)
		return nil
	})
	if err != nil {
		return nil, deny(http.StatusServiceUnavailable, "league %s is being read: try again", p.name)
	}
	p.kept, p.size, p.made, p.took = table, info.Size(), time.Now(), took
	return table, nil
}

// gamePrograms finds the programs of --game: in --games, beside this program, or on PATH.
func gamePrograms(c *cli.Context, flags []string) (found map[string]protocol.Hello, list []*hosted, err error) {
	if len(c.StringSlice("game")) == 0 {
		return nil, nil, usagef("flag --game: want the game of the course, such as tron")
	}
	found = map[string]protocol.Hello{}
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
		list = append(list, &hosted{hello: p.hello, path: path, name: game, events: make(chan func(*tournament.Live) error)})
	}
	return found, list, nil
}

// newHost reads the command line.
func newHost(c *cli.Context) (h *host, err error) {
	if mode := c.String("jail"); mode != "require" && mode != "auto" && mode != "off" {
		return nil, usagef("flag --jail: %q: want require, auto or off", mode)
	}
	if c.Int("slots") < 0 {
		return nil, usagef("flag --slots: %d: want 0 or more", c.Int("slots"))
	}
	// The games of a term stay in memory, on a machine that is to play: garbage beside them costs more than to collect it early.
	debug.SetGCPercent(20)
	h = &host{
		dir: c.String("dir"), hosts: c.StringSlice("host"),
		flags: c.Args().Slice(), jail: []string{"--jail", c.String("jail")}, uploads: make(chan struct{}, uploadsAtOnce),
		bots: c.StringSlice("bot"), streams: make(chan struct{}, mostStreams),
	}
	if h.found, h.plays, err = gamePrograms(c, h.jail); err != nil {
		return nil, err
	}
	for _, bot := range h.bots {
		if !slices.ContainsFunc(h.plays, func(p *hosted) bool { return has(p, bot) }) {
			return nil, usagef("flag --bot: %q: no game of the course has such a bot", bot)
		}
	}
	if text := c.String("tls"); text != "" {
		file, key, _ := strings.Cut(text, ",")
		pair, err := tls.LoadX509KeyPair(file, key)
		if err != nil {
			return nil, usagef("flag --tls: %q: want CERTIFICATE,KEY, two files in PEM: %w", text, err)
		}
		h.secure = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
		if !isTrusted(&pair) {
			h.pin = fingerprint(pair.Leaf.Raw)
		}
	}
	h.begin = make(chan *hosted, len(h.plays))
	for _, p := range h.plays {
		p.dir = filepath.Join(h.dir, "leagues", p.name)
	}
	return h, nil
}

// isTrusted reports whether this system knows who has signed a certificate.
func isTrusted(pair *tls.Certificate) bool {
	between := x509.NewCertPool()
	for _, der := range pair.Certificate[1:] {
		if c, err := x509.ParseCertificate(der); err == nil {
			between.AddCert(c)
		}
	}
	_, err := pair.Leaf.Verify(x509.VerifyOptions{Intermediates: between})
	return err == nil
}

func hostAction(c *cli.Context) (err error) {
	h, err := newHost(c)
	if err != nil {
		return err
	}
	s, err := startServer(h.dir, h.hosts, c.String("listen"), 0)
	if err != nil {
		return err
	}
	defer s.stop()
	file, err := openLog(h.dir)
	if err != nil {
		return err
	}
	defer file.Close()
	h.loud = web.Lines(stamped{c.App.ErrWriter, file})
	if h.bus, err = dial(s.url(), filepath.Join(h.dir, "keys", "admin.json"), "host"); err != nil {
		return err
	}
	defer h.Close()
	h.secret = []byte(h.key.Seed)
	bucket := jetstream.KeyValueConfig{Bucket: courses, Description: "teams and settings of a course"}
	if _, err := h.CreateOrUpdateKeyValue(c.Context, bucket); err != nil {
		return err
	}
	b, err := dial(s.url(), filepath.Join(h.dir, "keys", "worker.json"), "host-worker")
	if err != nil {
		return err
	}
	defer b.Close()
	ctx, cancel := context.WithCancelCause(c.Context)
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel(nil)
	part := func(what string, run func(context.Context) error) { // what ends first ends all; an interruption is no failure
		all.Go(func() {
			if err := run(ctx); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("%s: %w", what, err))
			}
		})
	}
	part("the server", func(ctx context.Context) error { return s.serve(ctx, h.loud) })
	if c.Int("slots") > 0 {
		w := &worker{bus: b, name: "host", found: h.found, flags: h.jail, slots: c.Int("slots"), log: h.loud}
		part("the worker", w.run)
	}
	_, stop, err := s.origin().page(ctx, h.pages(ctx, c.String("web")), h.loud)
	if err != nil {
		return err
	}
	defer stop()
	for _, p := range h.plays {
		part("league "+p.name, func(ctx context.Context) error { return h.ladder(ctx, p) })
	}
	part("the finals", h.finals)
	if c.IsSet("private") {
		if _, err := h.alterRules(ctx, func(r *rules) error { r.Private = c.Bool("private"); return nil }); err != nil {
			return err
		}
	}
	if err := h.remember(); err != nil {
		return err
	}
	h.greet(c.App.Writer)
	<-ctx.Done()
	if c.Context.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// greet says where the course is.
func (h *host) greet(out io.Writer) {
	fmt.Fprintf(out, "the board:  %s\nthe course: %s  (keep this one to yourself)\n", h.at, h.link(h.at, "/course", "", 0))
	if h.pin != "" {
		fmt.Fprintf(out, "the certificate is signed by nobody that this system knows: browsers warn; they should show SHA-256 %s\n", h.pin)
	}
}

// pages are the settings of the pages at an address.
func (h *host) pages(ctx context.Context, address string) pageSettings {
	set := pageSettings{
		address: address, public: true, hosts: h.hosts, programs: map[string]string{},
		visitor: func(token string) (board.Visitor, bool) {
			team, ok := h.who(ctx, token)
			return board.Visitor{Team: team, Admin: ok && team == ""}, ok
		},
		wrap: func(b *board.Board, at net.Addr) http.Handler {
			h.at = web.URL(at, "")
			if len(h.hosts) > 0 {
				_, port, _ := net.SplitHostPort(at.String())
				h.at = "http://" + net.JoinHostPort(h.hosts[0], port) + "/"
			}
			if h.secure != nil {
				h.at = strings.Replace(h.at, "http:", "https:", 1)
			}
			h.board = b
			return h.handler(b.Handler())
		},
		secure: h.secure,
	}
	for path, hello := range h.found {
		set.programs[hello.Game] = path
	}
	return set
}

// hostFile is the file in the folder of a course by which verbs on the same machine find the running host.
func hostFile(dir string) string { return filepath.Join(dir, "keys", "host.json") }

func (h *host) remember() error {
	text, err := json.Marshal(door{h.at, h.token("", 0), h.pin})
	if err != nil {
		return err
	}
	return writeWhole(hostFile(h.dir), append(text, '\n'))
}

// handing makes what hands out the games of a league.
func (h *host) handing(p *hosted) *handing {
	l := &handing{bus: h.bus, name: p.name, hello: p.hello, log: h.loud, stuck: 30 * time.Minute}
	l.audit = newAudit(0, p.path)
	l.annulled, l.every = h.annulled, time.Minute
	if ladder, err := h.game(p.hello.Game); err == nil {
		l.cost = ladder.costs
	}
	return l
}

// ladder plays the ladder of a game until ctx is done.
func (h *host) ladder(ctx context.Context, p *hosted) error {
	l := h.handing(p)
	defer l.audit.stop()
	if err := h.letClimb(ctx, p.name, climbing{All: true}); err != nil {
		return err
	}
	args := slices.Concat(h.botsOf(p), h.flags, []string{"--plan", "ladder", "--ahead", "16"})
	return l.host(ctx, p, low, args, func(t *tournament.Tournament) error {
		r := &restful{t: t, games: t.Played()}
		l.pace, l.took, l.events = r.wait, r.took, p.events
		return l.play(ctx, t, 16)
	})
}

// botsOf returns the bundled bots in the ladder of a game: those of --bot that the game has.
func (h *host) botsOf(p *hosted) (list []string) {
	for _, bot := range h.bots {
		if has(p, bot) {
			list = append(list, bot)
		}
	}
	if len(h.bots) == 0 {
		list = p.hello.Bots[:min(3, len(p.hello.Bots))]
	}
	return list
}

// has reports whether a team is a bundled bot of a game.
func has(p *hosted, team string) bool {
	kind, _, _ := strings.Cut(tournament.ParseTeam(team).Spec, ":")
	return slices.Contains(p.hello.Bots, kind)
}

// host plays a league in its folder, which is made at the first start.
func (l *handing) host(
	ctx context.Context, p *hosted, priority string, args []string, play func(*tournament.Tournament) error,
) error {
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
