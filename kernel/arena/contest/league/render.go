package league

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Report is a table with its crosstable, to be printed. All forms have the same columns.
type Report struct {
	Remarks []string // what else is to be said below the table

	names     []string
	standings []Standing
	cross     [][]Cell
	order     string
	games     int
	played    []Game
}

// NewReport makes a report of standings, in their order, and of the games they count. names are those of the teams by number;
// order says in words how the places came about: Tiebreak for a Table.
func NewReport(names []string, standings []Standing, games []Game, order string) *Report {
	shown := make([]string, len(names)) // a folder of a stranger may hold any text
	for i, name := range names {
		shown[i] = clean.Line(name, clean.MaxDetail)
	}
	r := &Report{names: shown, standings: standings, cross: Crosstable(len(names), games), order: order, played: games}
	for _, g := range games {
		if len(g.Teams) > 1 && g.Winner != Void {
			r.games++
		}
	}
	return r
}

// column is a column of the table: one in text, one or more values in data.
type column struct {
	head   string // "" is no heading
	text   func(r *Report, s *Standing) string
	shown  func(r *Report) bool // whether the column is worth its place in text; nil if it always is
	fields []field
}

// field is a value of a row: its name in CSV and its key in JSON.
type field struct {
	name, key string
	value     func(r *Report, s *Standing) any // nil if there is none
}

func whole(name, key string, value func(*Standing) int) field {
	return field{name, key, func(_ *Report, s *Standing) any { return value(s) }}
}

// decimal is a number that is rounded to the given number of decimal places: more would be noise.
func decimal(name string, digits int, has func(*Standing) bool, value func(*Standing) float64) field {
	scale := math.Pow10(digits)
	return field{name, name, func(_ *Report, s *Standing) any {
		if !has(s) {
			return nil
		}
		return math.Round(value(s)*scale)/scale + 0
	}}
}

// number is a column of whole numbers.
func number(head, key string, value func(*Standing) int) column {
	return column{
		head: head, text: func(_ *Report, s *Standing) string { return strconv.Itoa(value(s)) },
		fields: []field{whole(head, key, value)},
	}
}

func always(*Standing) bool    { return true }
func played(s *Standing) bool  { return s.Played > 0 }
func isRated(s *Standing) bool { return s.Rating.Played }

// anybody returns a function that reports whether does holds for any standing.
func anybody(does func(*Standing) bool) func(*Report) bool {
	return func(r *Report) bool {
		return slices.ContainsFunc(r.standings, func(s Standing) bool { return does(&s) })
	}
}

// columns returns the columns of a report in their order, without the crosstable.
func (r *Report) columns() []column {
	place := number("place", "place", func(s *Standing) int { return s.Place })
	place.head = ""
	byes := number("byes", "byes", func(s *Standing) int { return s.Byes })
	byes.shown = anybody(func(s *Standing) bool { return s.Byes > 0 })
	buchholz := column{head: "Buchholz", text: func(_ *Report, s *Standing) string { return digits(s.Buchholz) }, shown: (*Report).tied}
	if r.order == SwissTiebreak {
		buchholz.fields = []field{decimal("buchholz", 4, always, func(s *Standing) float64 { return s.Buchholz })}
	} else {
		buchholz.shown = func(*Report) bool { return false }
	}
	name := func(r *Report, s *Standing) string { return r.names[s.Team] }
	return []column{
		place,
		{head: "team", text: name, fields: []field{{"team", "name", func(r *Report, s *Standing) any { return name(r, s) }}}},
		number("played", "played", func(s *Standing) int { return s.Played }),
		number("won", "wins", func(s *Standing) int { return s.Wins }),
		number("drawn", "draws", func(s *Standing) int { return s.Draws }),
		number("lost", "losses", func(s *Standing) int { return s.Losses }),
		number("defaults", "defaults", func(s *Standing) int { return s.Defaults }),
		number("faults", "faults", func(s *Standing) int { return s.Faults }),
		{
			head: "points", text: func(_ *Report, s *Standing) string { return digits(s.Points) },
			fields: []field{decimal("points", 4, always, func(s *Standing) float64 { return s.Points })},
		},
		byes,
		{
			head: "reasons", text: reasons, shown: anybody(func(s *Standing) bool { return s.Defaults > 0 }),
			fields: []field{{"reasons", "reasons", func(_ *Report, s *Standing) any { return maps.Collect(maps.All(s.Reasons)) }}},
		},
		{head: "score", text: share, fields: []field{
			decimal("score", 4, played, func(s *Standing) float64 { return s.Share.Value }),
			decimal("score_low", 4, played, func(s *Standing) float64 { return s.Share.Low }),
			decimal("score_high", 4, played, func(s *Standing) float64 { return s.Share.High }),
		}},
		{head: "Elo", text: elo, fields: []field{
			decimal("elo", 1, isRated, func(s *Standing) float64 { return s.Rating.Elo.Value }),
			decimal("elo_low", 1, isRated, func(s *Standing) float64 { return s.Rating.Elo.Low }),
			decimal("elo_high", 1, isRated, func(s *Standing) float64 { return s.Rating.Elo.High }),
			{"elo_bounded", "elo_bounded", func(_ *Report, s *Standing) any { return s.Rating.Bounded }},
		}},
		{
			head: "direct", text: func(_ *Report, s *Standing) string { return digits(s.Direct) },
			shown:  (*Report).tied,
			fields: []field{decimal("direct", 4, always, func(s *Standing) float64 { return s.Direct })},
		},
		buchholz,
		{
			head: "S-B", text: func(_ *Report, s *Standing) string { return digits(s.Sonneborn) },
			shown:  (*Report).tied,
			fields: []field{decimal("sonneborn", 4, always, func(s *Standing) float64 { return s.Sonneborn })},
		},
	}
}

// digits is a number as people write it: a million has digits, too.
func digits(v float64) string { return fmt.Sprintf("%.12g", v) }

// share is the 95 % interval of the points in percent.
func share(_ *Report, s *Standing) string {
	if s.Played == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f-%.0f %%", 100*s.Share.Low, 100*s.Share.High)
}

// elo is the rating with its 95 % interval; a star marks a bounded one.
func elo(_ *Report, s *Standing) string {
	if !s.Rating.Played {
		return ""
	}
	star := ""
	if s.Rating.Bounded {
		star = "*"
	}
	e := s.Rating.Elo
	whole := func(v float64) float64 { return math.Round(v) + 0 } // avoids -0
	return fmt.Sprintf("%.0f%s (%.0f to %.0f)", whole(e.Value), star, whole(e.Low), whole(e.High))
}

// reasons lists the defaults, the most frequent first.
func reasons(_ *Report, s *Standing) string {
	words := slices.Sorted(maps.Keys(s.Reasons))
	slices.SortStableFunc(words, func(a, b string) int { return s.Reasons[b] - s.Reasons[a] })
	for i, w := range words {
		words[i] = fmt.Sprintf("%s %d", w, s.Reasons[w])
	}
	return strings.Join(words, ", ")
}

// text returns the cell as one field: a mark a game, or the points of the games if there are more than ten.
func (c Cell) text() string {
	switch {
	case c.Games == 0:
		return "."
	case c.Games > 10:
		return fmt.Sprintf("%s/%d", digits(c.Points), c.Games)
	}
	return c.Marks
}

// widest is the largest number of teams whose crosstable is shown in text.
const widest = 30

// Columns returns the table as text without the crosstable, by row and column: what Rows and web pages show.
func (r *Report) Columns() (head []string, rows [][]string) {
	rows = make([][]string, len(r.standings))
	for _, c := range r.columns() {
		if c.shown != nil && !c.shown(r) {
			continue
		}
		head = append(head, c.head)
		for i := range r.standings {
			rows[i] = append(rows[i], c.text(r, &r.standings[i]))
		}
	}
	return head, rows
}

// Rows returns the table as text, by row and column: what Text and Markdown show.
func (r *Report) Rows() (head []string, rows [][]string) {
	head, rows = r.Columns()
	if len(r.standings) > widest {
		return head, rows
	}
	for k := range r.standings {
		head = append(head, strconv.Itoa(k+1))
		for i, s := range r.standings {
			rows[i] = append(rows[i], r.cross[s.Team][r.standings[k].Team].text())
		}
	}
	return head, rows
}

// tied reports whether tie-breaks had to decide.
func (r *Report) tied() bool {
	for i := 1; i < len(r.standings); i++ {
		if r.standings[i].Points == r.standings[i-1].Points && r.standings[i].Played > 0 {
			return true
		}
	}
	return false
}
