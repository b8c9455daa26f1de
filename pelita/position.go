package pelita

import "slices"

// Version is a version of the original whose rules are played.
type Version uint8

// The versions.
const (
	V251 Version = iota // 2.5.1, the default
	V270                // 2.7.0
)

// String returns the original's version, such as 2.5.1.
func (v Version) String() string {
	if v == V270 {
		return "2.7.0"
	}
	return "2.5.1"
}

// ParseVersion reads a version: 2.5, 2.5.1, 2.7 or 2.7.0.
func ParseVersion(text string) (Version, bool) {
	switch text {
	case "2.5", "2.5.1":
		return V251, true
	case "2.7", "2.7.0":
		return V270, true
	}
	return V251, false
}

// Shadow returns how many steps the shadow of a ghost reaches (R11).
func (v Version) Shadow() int {
	if v == V270 {
		return 2
	}
	return 1
}

// Numbers of the rules, the same in both versions.
const (
	KillPoints    = 5
	SightDistance = 5
	NoiseRadius   = 5
	MaxFoodAge    = 30
	MaxRounds     = 300 // unless the game says otherwise
	ErrorLimit    = 5   // unless the game says otherwise
)

// Phase is where a game is.
type Phase uint8

// The phases. Version 2.5 has no Failed: there a team that fails during the set-up has lost.
const (
	Init Phase = iota
	Running
	Finished
	Failed // version 2.7: it never began
)

// Winners beside Blue and Red.
const (
	Draw   = 2
	Nobody = -1 // nobody has won yet, or the game never began
)

// Options are what a game is played by beside its layout.
type Options struct {
	Version      Version
	MaxRounds    int // 0: the game is over before the first round
	ErrorLimit   int // version 2.5: a team with that many errors is disqualified; 0: never
	AllowCamping bool
}

// State is a whole game between two turns, everything that the rules and viewers know. It is changed in place; Clone makes an
// independent one.
type State struct {
	Options
	Maze   *Maze
	Layout string // name of the layout, for people

	Phase  Phase
	Round  int // from 1; 0 before the first turn (None in Python)
	Turn   int // number of the bot that moves or has just moved; -1 before the first turn
	Last   int // number of the bot that moved last; -1 before the first move
	Winner int // Blue, Red, Draw or Nobody

	Bots   [Bots]Cell
	Food   [2]Pellets // by the team whose home they are in
	Score  [2]int
	Kills  [Bots]int
	Deaths [Bots]int
	Killed [Bots]bool // since its last move

	Errors [2][]Mistake
	Fatal  [2][]Failure

	Names     [2]string // "": not known
	Infos     [2]string // what is shown beside the names
	Time      [2]float64
	Noisy     [Bots]Sight // of the enemies of the bot that was asked last
	Requested [Bots]Request
	Say       [Bots]string
	Overlays  [Bots][]Paint

	ages     [2]ages
	inShadow [2][]Cell // the cells of ages as they were shown last
	list     []Cell    // memory for lists that are shown
	news     []Cell    // memory of Age
}

// Sight is how an enemy was shown to the bot that was asked last.
type Sight struct {
	Noisy bool
	Cell  Cell // if Noisy
}

// Request is the last move that a bot asked for.
type Request struct {
	Known bool // it was asked at all
	From  Cell
	Move  Move
	None  bool // no move came back
	OK    bool // it was carried out
}

// Mistake is an error that does not end the game at once: a late answer or an illegal move in version 2.5.
type Mistake struct {
	Round, Turn int
	Late        bool
	Move        Move // the illegal one, unless Late
	From        Cell // where the bot stood
	Moved       bool // a random move was made in its place, unless the error was one too many
	To          Cell // where that led
}

// Failure ends the game: a fatal error. Its type and description are those of the original.
type Failure struct {
	Type, Description string
	Turn              int    // bot that was asked; the team during the set-up
	Round             int    // 0 during the set-up
	Line              string // what the original prints of it, if that is not Type: Description
}

// NewState returns the game before its set-up. The layout must have all four bots.
func NewState(l *Layout, m *Maze, o Options) *State {
	s := &State{Options: o, Maze: m, Turn: -1, Last: -1, Winner: Nobody, Bots: l.Bots}
	for team := range s.Food {
		s.Food[team].has = make([]bool, m.Cells())
	}
	for _, c := range l.Food {
		p := &s.Food[m.Side(c)]
		p.set.Add(c)
		p.has[m.Index(c)] = true
	}
	for team := range s.Food {
		s.Food[team].list = s.listing(&s.Food[team].set)
	}
	return s
}

// Pellets are the pellets in a team's home.
type Pellets struct {
	set  Set
	has  []bool // by index of the cell
	list []Cell // in the order of the set; never changed, only replaced
}

// Len returns the number of pellets.
func (p *Pellets) Len() int { return len(p.list) }

// List returns the pellets in the order of the original's set. The list stays as it is when the game goes on.
func (p *Pellets) List() []Cell { return p.list }

// Sorted returns the pellets ascending.
func (p *Pellets) Sorted() []Cell {
	cells := slices.Clone(p.list)
	SortCells(cells)
	return cells
}

// listing returns the cells of a set as a list that nobody changes, out of a larger piece of memory.
func (s *State) listing(set *Set) []Cell {
	n := s.room(set.Len())
	s.list = set.Append(s.list)
	return s.list[n:len(s.list):len(s.list)]
}

// room makes room for a list of that many cells and returns where it begins in s.list.
func (s *State) room(cells int) int {
	if cap(s.list)-len(s.list) < cells {
		s.list = make([]Cell, 0, max(1024, cells))
	}
	return len(s.list)
}

// AllFood returns all pellets in the order of the original's union of both sets, which is what viewers are sent.
func (s *State) AllFood() []Cell {
	both := s.Food[Blue].set.Union(&s.Food[Red].set)
	return both.Append(make([]Cell, 0, both.Len()))
}

// String draws the board as a layout text, bots where they really are.
func (s *State) String() string {
	return draw(s.Maze.w, s.Maze.h, s.Maze.walls, s.Bots[:], s.Food[Blue].list, s.Food[Red].list)
}

// Clone returns an independent copy.
func (s *State) Clone() *State {
	c := *s
	for team := range c.Food {
		c.Food[team].set = c.Food[team].set.Clone()
		c.Food[team].has = slices.Clone(c.Food[team].has)
		c.ages[team] = slices.Clone(c.ages[team])
		c.Errors[team] = slices.Clone(c.Errors[team])
		c.Fatal[team] = slices.Clone(c.Fatal[team])
	}
	c.list, c.news = nil, nil
	return &c
}

// Fades reports whether a pellet of a team will be relocated within three rounds if its ghost stays (R11).
func (s *State) Fades(team int, c Cell) bool {
	const soon = 6 // turns of the team
	old := func(a Aged) bool { return a.Cell == c && a.Age+soon > MaxFoodAge }
	return !s.AllowCamping && slices.ContainsFunc(s.ages[team], old)
}

// InShadow reports whether a cell lies in the shadow of a ghost of a team (R11).
func (s *State) InShadow(team int, c Cell) bool {
	for bot := team; bot < Bots; bot += 2 {
		if s.IsGhost(bot) && c.Distance(s.Bots[bot]) <= s.Version.Shadow() {
			return true
		}
	}
	return false
}

// Aged is a pellet in the shadow of a ghost and for how many turns of its team it has been there.
type Aged struct {
	Cell Cell
	Age  int
}

// ages are a team's pellets in the shadow, in the order in which they got there.
type ages []Aged

// Ages returns a team's pellets in the shadow, in the order in which they got there. It is valid until the next turn.
func (s *State) Ages(team int) []Aged { return s.ages[team] }

// SetAges sets the ages of a team's pellets, for games that come from a file.
func (s *State) SetAges(team int, aged []Aged) { s.ages[team] = slices.Clone(aged) }

// Error returns what a team did wrong in this turn, nil if nothing.
func (s *State) Error(team int) *Mistake {
	if n := len(s.Errors[team]); n > 0 && s.Errors[team][n-1].Round == s.Round && s.Errors[team][n-1].Turn == s.Turn {
		return &s.Errors[team][n-1]
	}
	return nil
}

// ViewOf returns what a team is asked now: AskMove for the bot State.Turn/2, the other kinds for the team. Enemies are where the
// last Look of the team has put them. The seed is not filled in.
func (s *State) ViewOf(team int, kind Kind) (v View) {
	s.FillView(&v, team, kind)
	return v
}

// FillView is ViewOf into a view that is there already.
func (s *State) FillView(v *View, team int, kind Kind) {
	v.Kind, v.Version, v.Maze, v.Seed = kind, s.Version, s.Maze, 0
	v.Round, v.MaxRounds, v.Setup, v.Bot = s.Round, s.MaxRounds, s.Round == 0, -1
	if kind == AskMove {
		v.Bot = s.Turn / 2
	}
	s.fillSide(&v.Team, team)
	s.fillSide(&v.Enemy, 1-team)
	v.Team.Errors, v.Enemy.Errors = len(s.Errors[team]), 0
	v.Team.Shaded, v.Enemy.Shaded = nil, nil
	if len(s.ages[team]) > 0 {
		v.Team.Shaded = s.shaded(team)
	}
	v.Team.Noisy = [2]bool{}
	for bot := range v.Enemy.Bots {
		sight := &s.Noisy[2*bot+1-team]
		if v.Enemy.Noisy[bot] = sight.Noisy; sight.Noisy {
			v.Enemy.Bots[bot] = sight.Cell
		}
	}
}

func (s *State) fillSide(side *Side, team int) {
	side.Index = team
	for bot := range 2 {
		i := 2*bot + team
		side.Bots[bot], side.Kills[bot], side.Deaths[bot], side.Killed[bot] = s.Bots[i], s.Kills[i], s.Deaths[i], s.Killed[i]
	}
	side.Score, side.Food, side.Name, side.Time = s.Score[team], s.Food[team].list, s.Names[team], s.Time[team]
}

// shaded returns the cells of a team's ages as a list that nobody changes: the last one if it is still right.
func (s *State) shaded(team int) []Cell {
	aged, last := s.ages[team], s.inShadow[team]
	if len(last) == len(aged) {
		same := true
		for i, a := range aged {
			same = same && last[i] == a.Cell
		}
		if same {
			return last
		}
	}
	n := s.room(len(aged))
	for _, a := range aged {
		s.list = append(s.list, a.Cell)
	}
	s.inShadow[team] = s.list[n:len(s.list):len(s.list)]
	return s.inShadow[team]
}
