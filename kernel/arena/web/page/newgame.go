package page

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// setup holds what can be chosen for a new game, and the choices for this one.
type setup struct {
	Players []named `json:"players"` // players that can be chosen; others must be named on the command line
	Options []named `json:"options,omitempty"`
	Start   string  `json:"layout"` // what a start is, in a few words
	Now     choices `json:"now"`
}

// named is a player or an option with a short description.
type named struct {
	Name    string `json:"name"`
	Here    bool   `json:"here,omitempty"` // a player in the working directory
	Usage   string `json:"usage,omitempty"`
	Default string `json:"default,omitempty"`
	Elo     []int  `json:"elo,omitempty"`    // how strong a bot is, as in match.BotInfo
	Levels  int    `json:"levels,omitempty"` // that its parameter level has
	Level   string `json:"level,omitempty"`  // the usual one
}

// choices are the choices for a game.
type choices struct {
	Players []string          `json:"players"` // by seat
	Start   string            `json:"start"`   // "": the usual one
	Seed    string            `json:"seed"`    // "": one is drawn
	Options map[string]string `json:"options"`
	Clock   string            `json:"clock"` // of all players: 10s a move, or 5m+3s a game; "": the command line's budgets
	Names   []string          `json:"names"` // of people, by seat; "": none was given
}

// setup returns what a new game can be.
func (s *frontend) setup() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.choice()
}

// choice returns what setup returns. The caller holds s.mu.
func (s *frontend) choice() setup {
	info := &s.game.Info
	all := setup{Start: info.Layout, Now: s.now, Players: []named{{Name: human, Usage: "you, or somebody else at a page"}}}
	for _, b := range info.Bots {
		bot := named{Name: b.Name, Usage: b.Summary, Elo: b.Elo}
		for _, p := range b.Params {
			if p.Most > 0 {
				bot.Levels, bot.Level = p.Most, cmp.Or(p.Default, strconv.Itoa(p.Most))
			}
		}
		all.Players = append(all.Players, bot)
	}
	for _, o := range info.Options {
		usage := strings.ReplaceAll(o.Usage, "`", "")
		all.Options = append(all.Options, named{Name: o.Name, Usage: usage, Default: o.Default})
	}
	for _, f := range s.found {
		all.Players = append(all.Players, named{Name: f.Name, Here: true})
	}
	for _, spec := range s.named {
		if !slices.ContainsFunc(all.Players, func(n named) bool { return n.Name == spec }) {
			all.Players = append(all.Players, named{Name: spec})
		}
	}
	return all
}

// seatable returns an error for a player that a page may not start: pages may start only programs that the command line has named
// and those that were found.
func (s *frontend) seatable(spec string) error {
	name, _, _ := strings.Cut(spec, ":")
	bundled := slices.ContainsFunc(s.game.Bots, func(b match.BotInfo) bool { return b.Name == name })
	if s.files[spec] != "" {
		return s.gone(spec)
	}
	if spec != human && !bundled && !slices.Contains(s.named, spec) {
		return fmt.Errorf("player %.60q: want human or one of the bots", spec)
	}
	if bundled {
		p, err := s.game.Player(spec, match.Maker{})
		if err != nil {
			return err
		}
		p.Close()
	}
	return nil
}

// another starts another game: the same with another seed, or the given choices. The rest of the current entry is dropped; the
// entries after it follow the new game.
func (s *frontend) another(with []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := choices{Players: s.now.Players, Start: s.now.Start, Options: s.now.Options, Clock: s.now.Clock, Names: s.now.Names}
	if with != nil && string(with) != "null" {
		c = choices{}
		if err := json.Unmarshal(with, &c); err != nil {
			return errors.New("a new game: want a JSON object with players, start, seed, options, clock and names")
		}
	}
	info := &s.game.Info
	if len(c.Players) != len(info.Seats) {
		return fmt.Errorf("%d players: want %d", len(c.Players), len(info.Seats))
	}
	for _, spec := range c.Players {
		if err := s.seatable(spec); err != nil {
			return err
		}
	}
	wish := match.Setup{Start: c.Start, Seed: cmp.Or(c.Seed, seeds.Draw()), Options: match.Params{}}
	if !seeds.Valid(wish.Seed) {
		return fmt.Errorf("seed %.40q: want a whole number", wish.Seed)
	}
	maps.Copy(wish.Options, s.now.Options)
	for name, value := range c.Options {
		if !slices.ContainsFunc(info.Options, func(o match.Param) bool { return o.Name == name }) {
			return fmt.Errorf("option %.40q: there is no option with that name", name)
		}
		wish.Options[name] = value
	}
	for _, o := range info.Options {
		if o.Sparse && wish.Options[o.Name] == o.Default {
			delete(wish.Options, o.Name)
		}
	}
	if _, err := s.game.Position(wish, nil); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "flag --"))
	}
	clock, err := clockOf(c.Clock)
	if err != nil {
		return err
	}
	s.clock, s.nicks = chosenClock{c.Clock, clock}, c.Names[:min(len(c.Names), len(info.Seats))]
	s.series.insert(c.Players, wish)
	s.leave()
	return nil
}

// chosenClock is the clock of all players that a page has chosen.
type chosenClock struct {
	text    string
	control timer.Control
}

// clockOf reads a clock: a time and "a move", or a game clock.
func clockOf(text string) (c timer.Control, err error) {
	if each, ok := strings.CutSuffix(text, " a move"); ok {
		c.Move, err = timer.ParseDuration(each)
	} else if text != "" {
		c.Game, c.Increment, err = timer.ParseClock(text)
	}
	return c, err
}

var errNoGame = errors.New("no game is played now")

// order is a change of the queue by a person at the page.
type order struct {
	Add      *entry    `json:"add"`
	Remove   int       `json:"remove"` // id of an entry; 0: none
	Up       int       `json:"up"`
	Clear    bool      `json:"clear"`
	Start    bool      `json:"start"`
	Restart  bool      `json:"restart"` // from its first game
	Reload   bool      `json:"reload"`  // players are made anew before the next game
	Save     bool      `json:"save"`
	Settings *Settings `json:"settings"`
}

// order carries out the change. The reply to reload is the players that can be chosen now.
func (s *frontend) order(text []byte) (reply any, err error) {
	var o order
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, errors.New("the queue: want a JSON object with add, remove, up, clear, start, restart, reload, save or settings")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.beside()
	q := s.series
	if q == nil {
		return nil, errNoGame
	}
	switch {
	case o.Add != nil:
		for _, spec := range o.Add.Players[:min(len(o.Add.Players), maxPlayers)] {
			if err := s.seatable(spec); err != nil {
				return nil, err
			}
		}
		return nil, q.add(o.Add, match.Setup{Start: s.now.Start, Options: maps.Clone(s.now.Options)})
	case o.Settings != nil:
		return nil, s.set(*o.Settings)
	case o.Remove != 0:
		if q.remove(o.Remove) {
			s.leave()
		}
	case o.Up != 0:
		q.up(o.Up)
	case o.Clear:
		q.clear()
	case o.Save:
		return nil, s.save()
	case o.Reload:
		q.Anew = true
		s.look()
		q.everybody = s.everybody()
		return s.choice(), nil
	case o.Restart:
		q.again()
		s.leave()
	case o.Start && q.Idle:
		if q.todo() < 0 {
			q.again()
		}
		q.Idle = len(q.Entries) == 0
		s.opening = true
		s.leave()
	}
	return nil, nil
}

// set changes the settings.
func (s *frontend) set(wanted Settings) error {
	s.budget = 0
	if wanted.Budget != "" {
		var err error
		if s.budget, err = timer.ParseDuration(wanted.Budget); err != nil {
			return err
		}
	}
	s.series.Settings = wanted
	return nil
}

// queue adds the next game and returns its place in the series. The caller holds s.mu.
func (s *frontend) queue(ctx context.Context, j *job.Job) string {
	if ctx.Err() != nil { // something else was chosen
		return ""
	}
	if s.series == nil {
		first := match.Setup{Start: j.Start, Seed: j.Seed, Options: maps.Clone(j.Options)}
		s.series = newSeries(s.now.Players, s.games, first, s.everybody())
		s.series.Saves = s.write != nil
		if err := s.restore(match.Setup{Start: j.Start, Options: maps.Clone(j.Options)}); err != nil {
			s.warn(fmt.Sprintf("not all of the settings are used: %v", err))
		}
	}
	s.series.begun(s.now.Players)
	if s.opening && s.series.Settings.PauseStart {
		s.server.Pause()
	}
	s.opening = false
	if t := s.series.now; t != nil && s.series.Settings.Verbose {
		fmt.Fprintf(s.out, "%s %d, %s %d, drawn %d\n", t.Players[0], t.Wins[0], t.Players[1], t.Wins[1], t.Drawn)
	}
	s.beside()
	if e := s.series.current; e != nil && e.Of > 1 {
		return fmt.Sprintf("game %d of %d", e.Done, e.Of)
	}
	return ""
}

// beside shows the series on the page. The caller holds s.mu.
func (s *frontend) beside() {
	if s.series != nil {
		s.server.Beside(s.series)
	}
}

// change delays the next game of the same run as people want, and returns how to play it.
func (s *frontend) change(ctx context.Context) (swap, anew bool, err error) {
	wait, quit := context.WithCancelCause(ctx)
	defer quit(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quit = quit
	if s.series.over {
		s.mu.Unlock()
		s.server.Between(wait)
		s.mu.Lock()
	}
	if wait.Err() != nil {
		return false, false, context.Cause(wait)
	}
	anew, s.series.Anew = s.series.Anew, false
	return s.series.Settings.Alternate, anew, nil
}

// nextGame is a game that people want to play.
type nextGame struct {
	Players []string
	Setup   match.Setup
	Anew    bool
	Budget  time.Duration
	Clock   timer.Control
}

// next waits for the next game of the queue.
func (s *frontend) next(ctx context.Context) *nextGame {
	wait, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.series == nil {
		return nil
	}
	s.quit = stop
	if !s.leaves && s.series.over && s.series.waits() {
		s.mu.Unlock()
		s.server.Between(wait) // a wish that came meanwhile is next
		s.mu.Lock()
	}
	s.series.stopped()
	for !s.leaves {
		s.left = false
		players, wanted, ok := s.series.next()
		if err := s.gone(players...); err != nil {
			s.warn(fmt.Sprintf("its games are taken out of the queue: %v", err))
			s.series.drop()
			continue
		}
		if ok {
			next := &nextGame{s.specs(players), wanted, s.series.Anew, s.budget, s.clock.control}
			s.series.Anew = false
			return next
		}
		if !s.stays {
			return nil
		}
		s.beside()
		s.mu.Unlock()
		select {
		case <-s.wished:
		case <-ctx.Done():
		}
		s.mu.Lock()
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}
