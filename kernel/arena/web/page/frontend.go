package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// human is how people are named.
const human = "human"

// usualPace is how long a ply is shown in a game whose frames are not shown for a time on a terminal.
const usualPace = 250 * time.Millisecond

// paceOf returns how long a page shows a ply, given how long a terminal does.
func paceOf(terminal time.Duration) time.Duration {
	if terminal == 0 {
		return usualPace
	}
	return terminal
}

// frontend shows the games of one run of `play`.
type frontend struct {
	game    *match.Bound
	strict  bool // people are judged like programs
	out     io.Writer
	errs    io.Writer
	warn    func(text string)
	server  *web.Server
	address func(seat int) string          // with the words to whom to give it; nil: there is one page
	stays   bool                           // it stays open after the last game
	write   func(s *Saved) ([]byte, error) // nil: settings are kept in no file
	file    string
	saved   *Saved                                // content of the file; nil: there was no file
	finds   []Find                                // how players are found in the folder
	games   int                                   // of the first run
	calm    func(context.Context) context.Context // see Local; nil: a thinking bot holds nobody up
	judge   judge.Judge                           // nil: nothing is reviewed
	swift   time.Duration                         // of a ply in games of bots, if those with people are slower; or 0
	slow    bool                                  // the pace is that of a game with people

	lessons *web.Learn

	frames  *web.Frames
	people  []int // seats
	teams   []job.Team
	first   bool // nothing of this game was shown yet
	at      int  // the frame on the page
	asked   []asked
	given   map[int]bool // seats whose address was printed
	remote  bool         // a network player has received the moves: nothing can be taken back
	sits    []int        // player by seat
	answers []int        // by seat: how many it gave, also those that were taken back
	record  recorded

	mu      sync.Mutex // guards the following fields: browsers call from their own goroutines
	now     choices
	series  *series
	clock   chosenClock
	nicks   []string          // their names, by seat
	left    bool              // leave was called for the current or the next game
	opening bool              // it is the first one after a person started the queue
	budget  time.Duration     // of programs, from the settings; 0: as on the command line
	named   []string          // players of all games that were ever named, which may be any
	found   []candidate       // players in the working directory
	files   map[string]string // specs by name of all players that were ever found
	typists map[int]*asking   // by seat
	printed map[int][]string
	partial map[int][]byte // by player: an incomplete line
	leaves  bool           // a person has ended the program
	wished  chan struct{}  // gets a value when there is a wish
	quit    context.CancelCauseFunc
}

// asked is a question that was put to people, for takebacks.
type asked struct{ seat, ply int }

// asking is a typist that waits for an answer.
type asking struct {
	prompt *match.Prompt
	parts  []string
	check  func(text string) error
	cancel context.CancelCauseFunc
	frame  int
}

// options are those of the server.
func (s *frontend) options(pace time.Duration) web.Options {
	o := web.Options{
		Can: []string{"hint", "why", "undo", "deal", "resign", "new", "kill", "queue"}, Control: s.control, Setup: s.setup,
		Files: s.asFiles(),
	}
	if pace > 0 {
		o.Speed = float64(time.Second) / float64(pace)
	}
	return o
}

// begin shows the next game on the page.
func (s *frontend) begin(ctx context.Context, j *job.Job, players []*match.Player, seats []int) context.Context {
	info := &s.game.Info
	s.people, s.remote, s.sits, s.first, s.at, s.asked, s.teams = nil, false, seats, true, 0, nil, j.Seats
	s.answers = make([]int, len(seats))
	for seat, p := range players {
		s.remote = s.remote || p.Remote
		if p.Person {
			s.people = append(s.people, seat)
		}
	}
	names := s.called()
	s.paces()
	s.frames = &web.Frames{Seats: info.Seats, Back: len(s.people) > 0, End: s.end}
	ctx, quit := context.WithCancelCause(ctx)
	s.mu.Lock()
	s.now = choices{Start: j.Start, Seed: j.Seed, Options: maps.Clone(j.Options), Clock: s.clock.text, Names: s.nicks}
	for _, team := range j.Seats {
		name := s.nameOf(team.Spec)
		if s.now.Players = append(s.now.Players, name); !slices.Contains(s.named, name) {
			s.named = append(s.named, name)
		}
	}
	s.typists, s.printed, s.partial, s.quit = map[int]*asking{}, map[int][]string{}, map[int][]byte{}, quit
	if s.left {
		quit(turn.ErrQuit)
	}
	of := s.queue(ctx, j)
	chosen := s.now.Players
	s.mu.Unlock()
	var sub []string
	for _, o := range info.Options {
		if value := j.Options[o.Name]; value != "" && value != o.Default {
			sub = append(sub, strings.TrimSuffix(o.Name+" "+value, " true"))
		}
	}
	if of != "" {
		sub = append(sub, of)
	}
	s.server.Begin(web.Game{
		Name: Title(info), Sub: strings.Join(sub, ", "), Seed: j.Seed, Players: names, Chosen: chosen, People: s.people,
		Learn: s.learns(),
	})
	if s.given == nil {
		s.given = map[int]bool{}
	}
	for _, seat := range s.people {
		if s.address != nil && !s.given[seat] {
			s.given[seat] = true
			fmt.Fprintf(s.errs, "%s: %s\n", info.Titles[seat], s.address(seat))
		}
	}
	return ctx
}

// learns returns how the game is played, which is the same in all games.
func (s *frontend) learns() *web.Learn {
	if s.lessons == nil {
		s.lessons = Learn(s.game)
	}
	return s.lessons
}

// Title returns the name of a kind of game on pages.
func Title(info *match.Info) string {
	if name, _, _ := strings.Cut(info.Summary, ":"); strings.EqualFold(name, info.Name) {
		return name
	}
	return strings.ToUpper(info.Name[:1]) + info.Name[1:]
}

// end returns in words how a game ended.
func (s *frontend) end(r *record.Result) string {
	names := s.called()
	for i, name := range names {
		names[i] = clean.Line(name, maxCalled)
	}
	return s.game.ResultLine(r.Line(s.game.Seats, names))
}

// Asked shows the position, waits for people before the first move, and then for the pace that people chose.
func (s *frontend) Asked(ctx context.Context, shown *match.Snapshot) error {
	s.show(shown)
	if s.first {
		s.first = false
		if err := s.server.Arrived(ctx, s.people); err != nil {
			return context.Cause(ctx)
		}
	}
	people := 0
	for _, seat := range shown.Asked {
		if slices.Contains(s.people, seat) {
			people++
			s.asked = slices.DeleteFunc(s.asked, func(a asked) bool {
				return a.ply > shown.Ply || a == asked{seat, shown.Ply} // taken back
			})
			if !shown.Idle() { // such an answer cannot be taken back, because nobody gave it
				s.asked = append(s.asked, asked{seat, shown.Ply})
			}
		}
	}
	if people == len(shown.Asked) || shown.Idle() { // people may look as long as they think
		return nil
	}
	if err := s.server.Wait(ctx); err != nil {
		return context.Cause(ctx)
	}
	return nil
}

// Answered does nothing: the answers are shown with the position that they led to.
func (s *frontend) Answered(*match.Snapshot) error { return nil }

// Ended shows the last position, and counts the game.
func (s *frontend) Ended(shown *match.Snapshot) error {
	s.show(shown)
	winner := -1
	if w := shown.Result.Winner; w != nil {
		winner = slices.Index(s.game.Seats, *w)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.series.ended(winner, turn.IsFault(shown.Result.Reason))
	s.beside()
	return nil
}

func (s *frontend) show(shown *match.Snapshot) {
	next := s.frames.Next(shown)
	s.mu.Lock()
	for seat, player := range s.sits {
		for _, line := range s.printed[player] {
			next.Said = append(next.Said, web.Said{Seat: seat, Text: line, Error: true})
		}
	}
	clear(s.printed)
	s.mu.Unlock()
	next.Left = s.remaining(shown)
	s.at = next.Ply
	s.server.Show(next)
}

// person makes a player of a person at the page.
func (s *frontend) person(player int) *match.Player {
	return s.game.Person(&typist{s, player}, s.strict)
}

// typist is a person at the page.
type typist struct {
	*frontend
	player int
}

// Type asks the page for the parts of an answer until it is complete.
func (t *typist) Type(ctx context.Context, p *match.Prompt) (string, error) {
	seat := slices.Index(t.sits, t.player)
	q := &asking{prompt: p, frame: t.at}
	defer t.wait(seat, nil)
	deal := false // place the remaining items at random
	for {
		var menu scene.Menu
		if p.Menu != nil {
			menu = p.Menu(q.parts)
		}
		if deal = deal || menu.Part && len(q.parts) == 0 && t.deals(); deal {
			return drawn(p, q.parts), nil
		}
		asked, cancel := context.WithCancelCause(ctx)
		q.cancel = cancel
		q.check = func(text string) error {
			if menu.Has(text) {
				return nil
			}
			if len(q.parts) > 0 {
				return fmt.Errorf("%.40q: want one of the highlighted cells", text)
			}
			return p.Check(text)
		}
		t.wait(seat, q)
		check := func(_ int, text string) error { return q.check(text) }
		text, err := t.server.Ask(asked, seat, web.Snapshot{
			Ply: q.frame, Legal: func(int) []web.Choice { return menu.Choices }, Check: check, Part: menu.Part,
			Steps: menu.Steps, Done: menu.Done,
		})
		listed := menu.Has(text)
		t.wait(seat, nil)
		cause := context.Cause(asked)
		cancel(nil)
		switch {
		case errors.Is(cause, errPart):
			q.parts = q.parts[:len(q.parts)-1]
		case errors.Is(cause, errDeal):
			deal = true
		case err != nil:
			return "", cause
		case listed && menu.Part:
			q.parts = append(q.parts, text)
		case listed:
			return strings.Join(append(q.parts, text), " "), nil
		default: // all parts were typed at once
			return text, nil
		}
	}
}

// wait sets the question that the person of a seat sees; nil: none. It must not be changed while it is shown.
func (s *frontend) wait(seat int, q *asking) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.typists, seat); q != nil {
		s.typists[seat] = q
	}
}

var (
	errPart = errors.New("a part was taken back")
	errDeal = errors.New("the rest is drawn")
)

// drawn completes an answer at random, after the parts that were chosen.
func drawn(p *match.Prompt, parts []string) string {
	for {
		menu := p.Menu(parts)
		legal := slices.DeleteFunc(slices.Clone(menu.Choices), func(c scene.Choice) bool { return c.Off != "" })
		parts = append(parts, legal[rand.IntN(len(legal))].Text)
		if !menu.Part {
			return strings.Join(parts, " ")
		}
	}
}

// deals reports whether the items that people place before a game are random.
func (s *frontend) deals() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.series.Settings.Deal
}

// control carries out a command of a person at the page.
func (s *frontend) control(c web.Control) (any, error) {
	switch c.Do {
	case "new":
		return "", s.another(c.With)
	case "queue":
		return s.order(c.With)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.Do == "quit" {
		s.leaves = true
		s.leave()
		return "", nil
	}
	if c.Do == "kill" {
		if s.series == nil || s.series.now == nil {
			return "", errNoGame
		}
		s.quit(match.ErrSkipped)
		return "", nil
	}
	q := s.typists[c.Seat]
	if q == nil {
		return "", errors.New("nobody is asked now")
	}
	switch c.Do {
	case "hint":
		return s.hint(q)
	case "why":
		return q.why(c.With), nil
	case "resign":
		q.cancel(&turn.Fault{Kind: turn.Resigned})
	case "deal":
		q.cancel(errDeal)
	case "undo":
		return s.undo(c.Seat, q), nil
	}
	return "", nil
}

// patience is how long a hint may take.
const patience = 20 * time.Second

// hint is the text of an answer, or of the next part of one, and what to do in words.
type hint struct {
	Text string `json:"text"`
	Say  string `json:"say"`
}

func (s *frontend) hint(q *asking) (h hint, err error) {
	parts := q.parts
	s.mu.Unlock() // it may take long
	defer s.mu.Lock()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer time.AfterFunc(patience, cancel).Stop() // no deadline: with one, bots use all of it, and much memory
	if s.calm != nil {
		ctx = s.calm(ctx)
	}
	if h.Text, err = q.prompt.Hint(ctx); err != nil {
		return h, err
	}
	if q.prompt.Say != nil {
		h.Say = q.prompt.Say(h.Text)
	}
	if q.prompt.Menu == nil {
		return h, nil
	}
	menu := q.prompt.Menu(parts)
	if menu.Has(h.Text) && !menu.Part && len(parts) == 0 {
		return h, nil
	}
	for _, part := range strings.Fields(h.Text) { // parts of an answer that is being put together
		if menu.Has(part) {
			return hint{part, strings.Join(menu.Steps, ", ")}, nil
		}
	}
	return h, nil
}

// undo takes back the last answer of the person of a seat, and says why if it cannot.
func (s *frontend) undo(seat int, q *asking) string {
	if len(q.parts) > 0 {
		q.cancel(errPart)
		return ""
	}
	if s.remote {
		return "the other player has already received your answer: it cannot be taken back"
	}
	// s.asked does not change while a person is asked.
	now := -1
	for i := len(s.asked) - 1; i >= 0; i-- {
		switch {
		case s.asked[i].seat != seat:
		case now < 0:
			now = s.asked[i].ply
		case s.asked[i].ply < now:
			q.cancel(turn.Takeback{Plies: now - s.asked[i].ply})
			return ""
		}
	}
	return "there is nothing to take back yet"
}

// leave ends the current game and wakes those who wait for the next wish. The caller holds s.mu.
func (s *frontend) leave() {
	s.left = true
	if s.quit != nil {
		s.quit(turn.ErrQuit)
	}
	select {
	case s.wished <- struct{}{}:
	default:
	}
}
