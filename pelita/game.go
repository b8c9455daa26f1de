package pelita

// NewGame returns a game on a layout text, before its set-up.
func NewGame(layout string, o Options) (Position, error) {
	l, err := ParseLayout(layout)
	if err != nil {
		return Position{}, err
	}
	m, err := l.Maze()
	if err != nil {
		return Position{}, err
	}
	return NewPosition(l, m, o), nil
}

// TestGame is what SetupTestGame adds to a layout; the zero value adds nothing.
type TestGame struct {
	Version Version
	Red     bool // play red
	Round   int  // 0: None
	Score   [2]int
	Food    []Cell     // more pellets
	Bots    []Placed   // bots that are not where the layout has them
	Noisy   [Bots]bool // used for enemies only
	Random  Chance     // nil: the same numbers in every run
}

// SetupTestGame returns a bot, a or x, in a layout, for tests of bots. It is the original's setup_test_game. Package maze returns
// the texts of layouts by name and of random ones.
func SetupTestGame(layout string, o TestGame) (*Bot, error) {
	l, err := ParseLayoutWith(layout, Extra{Food: o.Food, Bots: o.Bots, Lax: o.Version == V270})
	if err != nil {
		return nil, err
	}
	m, err := l.Maze()
	if err != nil {
		return nil, err
	}
	p := NewPosition(l, m, Options{Version: o.Version, MaxRounds: MaxRounds})
	seat := Blue
	if o.Red {
		seat = Red
	}
	p.Round, p.Turn, p.Score = o.Round, int(seat), o.Score
	var seen [Bots]Sight
	for bot, noisy := range o.Noisy {
		seen[bot] = Sight{noisy, p.Bots[bot]}
	}
	var aged []Aged
	for _, c := range p.Food[seat].List() {
		if c.Distance(p.Bots[seat]) <= o.Version.Shadow() || c.Distance(p.Bots[seat+2]) <= o.Version.Shadow() {
			aged = append(aged, Aged{c, 1})
		}
	}
	p.SetAges(seat, aged)
	random := o.Random
	if random == nil {
		random = new(split)
	}
	v := p.ViewOf(seat, AskMove, &seen)
	v.Team.Name, v.Enemy.Name = seat.String(), seat.Other().String()
	var t Team
	t.Start(&v, random)
	return &t.bots[seat], nil
}

// split is SplitMix64 (Steele, Lea and Flood, 2014).
type split uint64

func (s *split) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *split) Below(n int) int         { return int(s.next() % uint64(n)) }
func (s *split) Below64(n uint64) uint64 { return s.next() % n }
func (s *split) Float64() float64        { return float64(s.next()>>11) / (1 << 53) }
