package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// Schedule is a plan in progress: a league.Plan with events, games and standings. It is not safe for concurrent use.
type Schedule struct {
	rule     rule
	teams    []member
	pairings []league.Pairing // in the order of issue; N is the index plus 1
	outcomes []league.Outcome // by index
	known    []bool           // by index
	counted  int              // number of outcomes that the rule has seen
	handed   int              // number of pairings that Issue has passed on
	met      map[[2]int]int   // how often two teams have met in these seats
	pairs    int              // the highest number of a pair so far
	starts   int              // starts of the book that are used
	events   []Event          // that wait until enough outcomes have counted
	over     bool             // the rule will issue nothing more
	stopped  bool             // open games do not matter any more
}

// member is a team.
type member struct {
	forfeited bool
	annulled  bool   // its games count for nobody
	reason    string // of the forfeit
	away      bool   // from a ladder, for a while
}

// rule is the part in which plans differ. Rules depend only on outcomes that have counted and events that have happened.
type rule interface {
	// next issues what follows now. It is called at the start, whenever an outcome has counted, and after an event. It reports
	// whether nothing will follow, whatever the outcomes of the issued games.
	next(s *Schedule) (over bool)
	// add adds a team that comes late, the last one of s.teams. It is called only if admits returns nil.
	add(s *Schedule)
	// admits returns an error if no team can be added any more.
	admits(s *Schedule) error
}

func newSchedule(teams int, r rule) *Schedule {
	s := &Schedule{rule: r, teams: make([]member, teams), met: map[[2]int]int{}}
	s.over = r.next(s)
	return s
}

// Counted returns how many outcomes have counted, in the order of issue: an event that happens now happens after them.
func (s *Schedule) Counted() int { return s.counted }

// Teams returns the number of teams, those that came late included.
func (s *Schedule) Teams() int { return len(s.teams) }

// Issue implements league.Plan.
func (s *Schedule) Issue() (pairings []league.Pairing, finished bool) {
	for ; s.handed < len(s.pairings) && !s.stopped; s.handed++ {
		if !s.known[s.handed] {
			pairings = append(pairings, s.pairings[s.handed])
		}
	}
	return pairings, s.stopped || s.over && s.counted == len(s.pairings) && len(s.events) == 0
}

// Report implements league.Plan. If the winner is not a seat of the pairing, the game is void.
func (s *Schedule) Report(o league.Outcome) {
	if !s.Open(o.N) {
		return
	}
	if o.Winner < league.Void || o.Winner >= len(s.pairings[o.N-1].Teams) {
		o.Winner = league.Void
	}
	s.outcomes[o.N-1], s.known[o.N-1] = o, true
	s.advance()
}

// Open reports whether the plan waits for the outcome of a pairing.
func (s *Schedule) Open(n int) bool {
	return n >= 1 && n <= len(s.known) && !s.known[n-1] && !s.stopped
}

// advance counts outcomes, as far as they are known without a gap, and lets events happen at their places.
func (s *Schedule) advance() {
	for !s.stopped {
		for len(s.events) > 0 && s.events[0].After <= s.counted {
			e := s.events[0]
			s.events = s.events[1:]
			s.happen(e)
		}
		if s.counted == len(s.pairings) || !s.known[s.counted] {
			return
		}
		s.counted++
		s.over = s.rule.next(s)
	}
}

// Games returns the finished games in the order of issue, with byes and with games that were given away. Where a plan has
// stopped, games that it does not count are left out.
func (s *Schedule) Games() []league.Game {
	games := make([]league.Game, 0, len(s.pairings))
	for _, p := range s.pairings {
		if o, counts := s.Outcome(p.N); counts {
			games = append(games, p.Game(o))
		}
	}
	return games
}

// Outcome returns the outcome of a pairing, and whether its game is one of Games.
func (s *Schedule) Outcome(n int) (o league.Outcome, counts bool) {
	if n < 1 || n > len(s.known) || !s.known[n-1] || n > s.counted && s.stopped {
		return o, false
	}
	return s.outcomes[n-1], true
}

// Standings returns the table: by points, in a knockout or playoff by how far teams got, in a ladder by rating.
func (s *Schedule) Standings() []league.Standing {
	if r, ok := s.rule.(interface {
		standings(*Schedule) []league.Standing
	}); ok {
		return r.standings(s)
	}
	return league.Table(len(s.teams), s.Games())
}

// Out reports whether a team can have no further game, whatever the outcomes: it has lost in a knockout, or is not in the
// playoff.
func (s *Schedule) Out(team int) bool {
	r, ok := s.rule.(interface{ out(team int) bool })
	return ok && r.out(team)
}

// Order says in words how the places of Standings came about.
func (s *Schedule) Order() string {
	switch s.rule.(type) {
	case *knockout:
		return "places: how far a team got in the knockout; teams that lost in the same round share one"
	case *double:
		return "places: how far a team got before its second loss; teams that lost in the same round share one"
	case *ladder:
		return "places: by rating; teams that have left come after those that play"
	case *swiss:
		return league.SwissTiebreak
	case *playoff:
		return "places: how far a team got in the playoff, then the points before it; " + league.Tiebreak
	}
	return league.Tiebreak
}

// Expected returns how many games there will be in all if no match is level and no test ends early: the length of a progress bar.
// A ladder has no end; its number is that of the games issued.
func (s *Schedule) Expected() int {
	games := 0
	for i, p := range s.pairings {
		unplayed := s.known[i] && league.IsForfeit(s.outcomes[i].Reason) || !s.known[i] && s.stopped
		if len(p.Teams) > 1 && !unplayed {
			games++
		}
	}
	if r, ok := s.rule.(interface{ left(*Schedule) int }); ok && !s.stopped {
		games += r.left(s)
	}
	return games
}

// Issued returns how many pairings were issued so far.
func (s *Schedule) Issued() int { return len(s.pairings) }

// Pairings returns the pairings issued so far, also those of games that were given away, and byes, which have a single team.
func (s *Schedule) Pairings() []league.Pairing { return slices.Clone(s.pairings) }

// Pairing returns the pairing with a number, from 1, which must have been issued.
func (s *Schedule) Pairing(n int) league.Pairing { return s.pairings[n-1] }

// issue issues a game. A game of a team that has forfeited is decided at once.
func (s *Schedule) issue(stage string, pair, start int, teams ...int) {
	p := league.Pairing{N: len(s.pairings) + 1, Teams: teams, Round: 1, Pair: pair, Start: start, Stage: stage}
	if len(teams) == 2 {
		s.met[[2]int(teams)]++
		p.Round = s.met[[2]int(teams)]
	}
	s.pairings = append(s.pairings, p)
	s.outcomes = append(s.outcomes, league.Outcome{})
	s.known = append(s.known, false)
	s.pairs, s.starts = max(s.pairs, pair), max(s.starts, start+1)
	if len(teams) == 1 {
		s.outcomes[p.N-1], s.known[p.N-1] = league.Outcome{N: p.N}, true // its only seat has won
	}
	s.giveAway(p)
}

// issuePair issues both games of a pair; a has the first seat in the first game.
func (s *Schedule) issuePair(stage string, start, a, b int) {
	pair := s.pairs + 1
	s.issue(stage, pair, start, a, b)
	s.issue(stage, pair, start, b, a)
}

// giveAway decides a game if one of its teams has forfeited.
func (s *Schedule) giveAway(p league.Pairing) {
	o := league.Outcome{N: p.N, Winner: league.Nobody, Default: true}
	left, annulled := 0, false
	for seat, team := range p.Teams {
		if m := s.teams[team]; m.forfeited {
			o.Reason = m.reason
			annulled = annulled || m.annulled
		} else {
			o.Winner = seat
			left++
		}
	}
	switch {
	case annulled:
		o.Winner = league.Void
	case left == len(p.Teams) || len(p.Teams) < 2:
		return
	}
	s.outcomes[p.N-1], s.known[p.N-1] = o, true
}

// meetings returns how many games two teams have against each other.
func (s *Schedule) meetings(a, b int) int { return s.met[[2]int{a, b}] + s.met[[2]int{b, a}] }

// The types of events.
const (
	Add     = "add"     // a team comes late
	Forfeit = "forfeit" // the judge gives the open and later games of a team away
	Leave   = "leave"   // a team leaves a ladder, and its games stay
	Return  = "return"  // and comes back
	More    = "more"    // two teams meet once more than planned
)

// Event is something that happens to a league besides outcomes. It is a line of the journal, so that it happens at the same place
// when the league is resumed.
type Event struct {
	Type   string `json:"type"`
	Team   int    `json:"team"`             // its number; for Add the next free one
	Other  int    `json:"other,omitempty"`  // the second team of More
	Reason string `json:"reason,omitempty"` // of a forfeit, in the words of the judge
	After  int    `json:"after"`            // the number of outcomes that count before it
	Played []int  `json:"played,omitempty"` // later pairings that had an outcome already, which a forfeit leaves alone
	Annul  bool   `json:"annul,omitempty"`  // a forfeit leaves no game alone: all of the team's games count for nobody
}

// Stamp gives a new event its place among the outcomes. The error says why the event is not possible. The caller writes it to the
// journal and then calls Apply.
func (s *Schedule) Stamp(e Event) (Event, error) {
	if e.Type == Add {
		e.Team = len(s.teams)
	}
	_, isLadder := s.rule.(*ladder)
	switch {
	case len(s.events) > 0:
		return e, fmt.Errorf("%s: earlier events still wait for the results of games; continue the league first", e.Type)
	case e.Type == Add:
		if err := s.rule.admits(s); err != nil {
			return e, err
		}
	case e.Team < 0 || e.Team >= len(s.teams):
		return e, fmt.Errorf("%s: team %d: want 0 to %d", e.Type, e.Team, len(s.teams)-1)
	case e.Type == Forfeit && s.teams[e.Team].forfeited && (s.teams[e.Team].annulled || !e.Annul):
		return e, fmt.Errorf("%s: team %d has forfeited already", e.Type, e.Team)
	case e.Type == Forfeit && e.Annul:
		if err := s.annuls(); err != nil {
			return e, err
		}
	case e.Type == Forfeit:
	case e.Type == More:
		if err := s.meetsMore(e); err != nil {
			return e, err
		}
	case e.Type != Leave && e.Type != Return:
		return e, fmt.Errorf("event %q: want %s, %s, %s, %s or %s", e.Type, Add, Forfeit, Leave, Return, More)
	case !isLadder:
		return e, fmt.Errorf("%s: only teams of a ladder leave and return", e.Type)
	}
	e.After, e.Played = s.counted, nil
	for i := s.counted; i < len(s.pairings); i++ {
		played := s.known[i] && !league.IsForfeit(s.outcomes[i].Reason)
		if e.Type == Forfeit && played && slices.Contains(s.pairings[i].Teams, e.Team) {
			e.Played = append(e.Played, i+1)
		}
	}
	return e, nil
}

// annuls returns an error if pairings or places depend on games that would count for nobody.
func (s *Schedule) annuls() error {
	switch r := s.rule.(type) {
	case *playoff:
		_, isKnockout := r.main.(*knockout)
		_, isDouble := r.main.(*double)
		if !isKnockout && !isDouble && r.final == nil {
			return nil
		}
	case *roundRobin, *gauntlet, *swiss, *ladder:
		return nil
	}
	return errors.New("games that were played cannot be annulled here, because their results decided who plays on; leave annul out to forfeit only the open games")
}

// meetsMore returns an error if two teams cannot meet more often.
func (s *Schedule) meetsMore(e Event) error {
	switch s.rule.(type) {
	case *roundRobin, *gauntlet:
	default:
		return fmt.Errorf("%s: games can be added only to the plans round-robin and gauntlet", e.Type)
	}
	switch {
	case e.Other < 0 || e.Other >= len(s.teams) || e.Other == e.Team:
		return fmt.Errorf("%s: team %d against %d: want two of %d teams", e.Type, e.Team, e.Other, len(s.teams))
	case s.teams[e.Team].forfeited || s.teams[e.Other].forfeited:
		return fmt.Errorf("%s: team %d or %d has forfeited", e.Type, e.Team, e.Other)
	case len(s.pairings) >= maxGames:
		return fmt.Errorf("%s: there are %d games", e.Type, len(s.pairings))
	}
	return nil
}

// Waits reports whether there are events that wait for outcomes.
func (s *Schedule) Waits() bool { return len(s.events) > 0 }

// Apply lets an event happen, now or as soon as enough outcomes have counted. When a league is resumed, its events are applied in
// the order of the journal, before the first outcome is reported.
func (s *Schedule) Apply(e Event) {
	s.events = append(s.events, e)
	s.advance()
}

// happen lets an event happen. An unknown team, or one that the rule does not admit, is ignored.
func (s *Schedule) happen(e Event) {
	if e.Type == Add {
		if s.rule.admits(s) == nil {
			s.teams = append(s.teams, member{})
			s.rule.add(s)
			s.over = s.rule.next(s)
		}
		return
	}
	if e.Team < 0 || e.Team >= len(s.teams) {
		return
	}
	m := &s.teams[e.Team]
	switch e.Type {
	case More:
		if s.meetsMore(e) == nil {
			s.issuePair("", s.meetings(e.Team, e.Other)/2, e.Team, e.Other)
		}
	case Leave, Return:
		m.away = e.Type == Leave
	case Forfeit:
		m.forfeited, m.annulled, m.reason = true, m.annulled || e.Annul, league.Forfeit
		if e.Reason != "" {
			m.reason += ": " + e.Reason
		}
		for _, p := range s.pairings {
			isOpen := p.N > s.counted && !slices.Contains(e.Played, p.N)
			if slices.Contains(p.Teams, e.Team) && (isOpen || e.Annul) {
				s.giveAway(p)
			}
		}
	}
	s.over = s.rule.next(s)
}
