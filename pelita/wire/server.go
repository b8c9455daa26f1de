package wire

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

const (
	forwardTime = 5 * time.Second // how long a message may wait for a receiver
	reapTime    = 3 * time.Second // between checks for players whose game has gone away

	usualPatience = time.Minute
	introTime     = 10 * time.Second // how long a client may stay without a game, and a game may take to begin
	slowTime      = 10 * time.Second // how long a message may take to arrive
	crowd         = 64               // connections without a game
	mostRequest   = 16 << 10         // bytes of a message of a client without a game
	mostMessage   = 1 << 20          // bytes of a message of a game
	mostHeld      = 64 << 20         // bytes of messages that wait for players, in total; every game has an equal share
	mostWatched   = 8 << 20          // bytes of a game's messages that are shown; a game of 300 rounds has about 2 MB
)

// Server lends local teams to games on other machines: to our games, and to the original's in the version whose conversation the
// teams use.
type Server struct {
	Address        string // HOST:PORT; "" is port 41736 of all interfaces
	Advertise      string // HOST[:PORT] in the URLs that a scan gets; "": as the scanner wrote it
	MaxConnections int    // games at a time; 0 is 50
	// Patience is how long a silent game keeps its place when all places are taken; 0 is a minute. For a game that has not begun
	// it is at most 10 s. While no client waits for a place, it is ten times as long.
	Patience time.Duration
	Version  pelita.Version
	Options  Options
	// Tokens are the tokens of the games that may get a team, by pelita://HOST/TEAM?token=TOKEN; nil: every game may. Scans need
	// no token.
	Tokens admission.Tokens
	// Lend returns a new player for each game of a team that is not in Python. It is nil, or returns nil, for teams in Python.
	Lend  func(spec string) (Player, error)
	Notes func(text string) // gets a line for each event; may be nil
	// Watch returns the observer of a new game of a team. The observer receives the team's questions for moves, the end (AskEnd),
	// and nil when the game is gone; and the text, cleaned, that the team said with its answer to the question before. Calls for
	// one game come one after the other. Watch may be nil.
	Watch func(team string) func(v *pelita.View, said string)

	key      string
	router   *zmtp.Socket
	mu       sync.Mutex
	teams    []served
	sessions map[string]*session
	starts   starts
	played   map[string]int // games by the path of the team
	tasks    sync.WaitGroup
}

// served is a team of a server.
type served struct{ spec, name, path string }

// session is a game elsewhere that one of our teams plays.
type session struct {
	team *Team // nil: lent plays
	lent *lent
	path string
	in   chan []byte // from the game to the player
	end  context.CancelFunc

	eyes  *lent // reads the questions for watch
	watch func(*pelita.View, string)
	word  string // what the team said with its last answer
	seen  int    // bytes of the questions that watch got

	held  int       // bytes of messages that wait for the player; Server.mu guards this and the following fields
	loud  bool      // a note has said that it sends too much
	begun bool      // the game has sent a message
	host  string    // the host whose start it used
	said  int       // number of the team's messages to the game; only the game's goroutine uses it, without mu
	last  time.Time // time of the game's last message, at first of its start
}

func (s *Server) note(format string, args ...any) {
	if s.Notes != nil {
		s.Notes(fmt.Sprintf(format, args...))
	}
}

// Key is the secret that administrators must know, 12 digits. It exists after Listen.
func (s *Server) Key() string { return s.key }

// Addr returns the address at which the server listens. It exists after Listen.
func (s *Server) Addr() *net.TCPAddr { return s.router.Addr() }

// Listen opens the port.
func (s *Server) Listen() error {
	n, err := rand.Int(rand.Reader, big.NewInt(1e12))
	if err != nil {
		return err
	}
	s.key = fmt.Sprintf("%012d", n)
	s.sessions, s.played = map[string]*session{}, map[string]int{}
	if s.MaxConnections == 0 {
		s.MaxConnections = 50
	}
	s.starts = newStarts(s.MaxConnections)
	address := s.Address
	if address == "" {
		address = ":" + strconv.Itoa(Port)
	}
	if s.Patience == 0 {
		s.Patience = usualPatience
	}
	s.router, err = zmtp.ListenLimited(zmtp.Router, address, zmtp.Limits{
		Peers: s.MaxConnections + crowd, Idle: introTime, Slow: slowTime, Stranger: mostRequest, Message: mostMessage,
	})
	return err
}

// Teams returns the names of the teams by path.
func (s *Server) Teams() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := map[string]string{}
	for _, t := range s.teams {
		list[t.path] = t.name
	}
	return list
}

// Add adds a team. It is loaded once to find out its name, unless name gives that. A program without a name is called by its
// spec.
func (s *Server) Add(ctx context.Context, spec, name string) error {
	_, err := s.add(ctx, spec, name)
	return err
}

func (s *Server) add(ctx context.Context, spec, name string) (team served, err error) {
	if name == "" {
		p, python, err := s.player(spec)
		if err != nil {
			return team, err
		}
		defer turn.Close(p)
		if python != nil {
			_, name, err = p.Answer(ctx, pelita.View{Kind: pelita.AskName, Version: s.Version, Bot: -1})
		} else if name, err = NameOf(ctx, p, s.Version); errors.Is(err, errNoName) {
			name, err = clean.Line(spec, maxName), nil
		}
		if err != nil {
			return team, fmt.Errorf("team %q: %w", spec, err)
		}
	}
	team = served{spec, name, "/" + url.PathEscape(strings.ReplaceAll(name, " ", "_"))}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.teams = append(s.teams, team)
	s.note("serving %s as %s", team.spec, team.path)
	return team, nil
}

// player makes the player of a team; python is the same player if it is in Python.
func (s *Server) player(spec string) (p Player, python *Team, err error) {
	if s.Lend != nil {
		if p, err := s.Lend(spec); err != nil || p != nil {
			return p, nil, err
		}
	}
	if python, err = NewTeam(spec, s.Options); err != nil {
		return nil, nil, err
	}
	return python, python, nil
}

// Serve plays until ctx ends, and then ends all players.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		s.tasks.Wait()
		s.router.Close(time.Second)
	}()
	for {
		m, err := s.router.Receive(ctx)
		if err != nil {
			return context.Cause(ctx)
		}
		body := m.Parts[len(m.Parts)-1]
		if game := s.heard(m.From); game == nil {
			s.welcome(ctx, m.From, body)
		} else if !s.hold(game, body) {
			s.once(game, "a game sends more than its player takes")
		}
	}
}

// request is the first message of a client.
type request struct {
	Request string `json:"REQUEST"`
	Scan    string `json:"SCAN"`
	Status  string `json:"STATUS"`
	Team    string `json:"TEAM"`
	Key     string `json:"key"`
	Spec    string `json:"team_spec"`
}

// welcome answers the first message of a client.
func (s *Server) welcome(ctx context.Context, from string, body []byte) {
	var r request
	err := json.Unmarshal(body, &r)
	switch {
	case err == nil && r.Request != "" && !s.allowed(r.Request):
		s.note("refused a game without a token")
		s.router.Reply(from, []byte("NOCONN"))
	case err == nil && r.Request != "":
		s.open(ctx, from, r.Request)
	case err == nil && r.Scan != "":
		s.router.Reply(from, s.list(r.Scan))
	case err == nil && (r.Status != "" || r.Team != ""):
		s.administer(ctx, from, r)
	default:
		s.note("dropped an invalid message: %.60q", body)
	}
}

// allowed reports whether a URL has a valid token, if tokens are wanted.
func (s *Server) allowed(wanted string) bool {
	if s.Tokens == nil {
		return true
	}
	u, err := url.Parse(wanted)
	if err != nil {
		return false
	}
	_, ok := s.Tokens.Team(u.Query().Get("token"))
	return ok
}

func (s *Server) tell(ctx context.Context, to string, body []byte) {
	ctx, cancel := context.WithTimeout(ctx, forwardTime)
	defer cancel()
	if err := s.router.SendTo(ctx, to, body); err != nil && !errors.Is(err, zmtp.ErrGone) { // a client that is gone needs none
		s.note("an answer was not delivered: %v", err)
	}
}

// list returns the teams by URL, for a scan of this URL.
func (s *Server) list(scanned string) []byte {
	host := s.Advertise
	if host == "" {
		if u, err := url.Parse(scanned); err == nil {
			host = u.Host
		}
	}
	host = strings.TrimSuffix(host, ":"+strconv.Itoa(Port))
	teams := map[string]string{}
	s.mu.Lock()
	for _, t := range s.teams {
		teams[Scheme+host+t.path] = t.name
	}
	s.mu.Unlock()
	body, err := json.Marshal(teams)
	if err != nil {
		panic(err) // strings only
	}
	return body
}

// open starts a player for a game.
func (s *Server) open(ctx context.Context, from, wanted string) {
	host := s.router.Host(from)
	if host == "" { // the client has already left: start no program
		return
	}
	s.mu.Lock()
	team, ok := s.choose(wanted)
	full := ok && len(s.sessions) >= s.MaxConnections && !s.makeRoom()
	granted, first := true, false
	if ok && !full {
		granted, first = s.starts.take(host, time.Now())
	}
	s.mu.Unlock()
	switch {
	case !ok:
		s.router.Reply(from, []byte("NOTEAM"))
		return
	case full:
		s.note("refused a game: %d are running", s.MaxConnections)
		s.router.Reply(from, []byte("NOCONN"))
		return
	case !granted:
		if first {
			s.note("refused a game of %s: too many were begun and not played", host)
		}
		s.router.Reply(from, []byte("NOCONN"))
		return
	}
	game, hello, err := s.sit(team)
	if err != nil {
		s.note("team %s: %v", team.spec, err)
		s.router.Reply(from, []byte("NOTEAM"))
		return
	}
	if s.Watch != nil {
		game.watch = s.Watch(team.name)
	}
	inner, end := context.WithCancel(ctx)
	game.end, game.last, game.host = end, time.Now(), host
	s.router.Keep(from, true)
	s.mu.Lock()
	s.sessions[from] = game
	s.played[team.path]++
	s.mu.Unlock()
	if hello != nil {
		s.router.Reply(from, hello)
	}
	s.tasks.Go(func() {
		defer end()
		if game.lent != nil {
			s.play(inner, from, game)
			turn.Close(game.lent.player.Player)
		} else {
			s.relay(inner, from, game)
			game.team.stop(exitTime)
		}
		if game.watch != nil {
			game.watch(nil, "")
		}
		s.mu.Lock()
		if s.sessions[from] == game {
			delete(s.sessions, from)
		}
		s.mu.Unlock()
		s.router.Keep(from, false)
		s.note("a game of %s is over", team.name)
	})
}

// sit makes a team ready for a game. hello is the first message to the game; nil: the team sends it.
func (s *Server) sit(team served) (game *session, hello []byte, err error) {
	p, python, err := s.player(team.spec)
	if err != nil {
		return nil, nil, err
	}
	game = &session{team: python, path: team.path, in: make(chan []byte, 16), last: time.Now()}
	old := s.Version == pelita.V251
	if python == nil {
		game.lent = &lent{player: turn.Wrapped[pelita.View, pelita.Move]{Player: p}, version: s.Version, name: team.name}
		hello = game.lent.greeting()
	} else {
		python.relayed = true
		if err := python.Launch(s.Version); err != nil {
			return nil, nil, err
		}
		old = python.protocol == pelita.V251
	}
	game.eyes = &lent{version: pelita.V270}
	if old {
		game.eyes.version, hello = pelita.V251, []byte("OK")
	}
	return game, hello, nil
}

// play lets one of our players answer the messages of a game until the game is over or gone.
func (s *Server) play(ctx context.Context, from string, game *session) {
	look := time.NewTicker(reapTime)
	defer look.Stop()
	for {
		select {
		case body := <-game.in:
			s.release(game, body)
			reply, over := game.lent.answer(ctx, body)
			if reply != nil {
				s.tell(ctx, from, reply)
				s.answered(game)
			}
			game.look(body)
			game.hear(reply)
			if over {
				return
			}
		case <-look.C:
			if s.gone(from, game) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// withoutToken returns a URL without its token, for notes.
func withoutToken(wanted string) string {
	before, _, _ := strings.Cut(wanted, "?")
	return before
}

// choose returns the team that a URL names, or otherwise the first. The caller holds s.mu.
func (s *Server) choose(wanted string) (served, bool) {
	if len(s.teams) == 0 {
		s.note("no team for %.100q", withoutToken(wanted))
		return served{}, false
	}
	if u, err := url.Parse(wanted); err == nil {
		if i := slices.IndexFunc(s.teams, func(t served) bool { return t.path == u.EscapedPath() }); i >= 0 {
			return s.teams[i], true
		}
	}
	s.note("no team has the name in %.100q: %s plays", withoutToken(wanted), s.teams[0].name)
	return s.teams[0], true
}

// relay passes messages between a game and its player until one of them is gone.
func (s *Server) relay(ctx context.Context, from string, game *session) {
	player := game.team.socket
	look := time.NewTicker(reapTime)
	defer look.Stop()
	exited := game.team.program.Exited()
	for {
		select {
		case m := <-player.Messages():
			s.tell(ctx, from, m.Parts[len(m.Parts)-1])
			s.answered(game)
			game.hear(m.Parts[len(m.Parts)-1])
		case body := <-game.in:
			limit, cancel := context.WithTimeout(ctx, forwardTime)
			err := player.Send(limit, body)
			cancel()
			s.release(game, body)
			if err != nil {
				s.note("a message did not reach its player: %v", err)
			}
			game.look(body)
		case <-exited:
			for { // its last messages
				select {
				case m := <-player.Messages():
					s.tell(ctx, from, m.Parts[len(m.Parts)-1])
					continue
				case <-time.After(patience):
				}
				return
			}
		case <-look.C:
			if s.gone(from, game) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
