package league

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// Grade gives points to a team that beats another team.
type Grade struct {
	Team   string
	Points float64
	Share  float64 // of the games' points that is needed to beat it; 0: more than half
}

// ParseGrades reads a scheme of entries BOT=POINTS and BOT=POINTS@SHARE%. A team beats the bot with more than half of the points
// of their games, or with at least SHARE % of them. Commas or line ends separate entries; # begins a remark. The error names the
// entry.
func ParseGrades(text string) (scheme []Grade, err error) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for entry := range strings.SplitSeq(line, ",") {
			entry = strings.TrimSpace(entry)
			if entry == "" {
				continue
			}
			at := strings.LastIndex(entry, "=") // the name of a team may have one
			g := Grade{}
			if at > 0 {
				g.Team = strings.TrimSpace(entry[:at])
			}
			points, share, isShared := strings.Cut(entry[at+1:], "@")
			g.Points, err = strconv.ParseFloat(strings.TrimSpace(points), 64)
			ok := err == nil && at > 0 && g.Points > 0 && g.Points < 1e9
			if isShared && ok {
				percent, isPercent := strings.CutSuffix(strings.TrimSpace(share), "%")
				g.Share, err = strconv.ParseFloat(percent, 64)
				g.Share /= 100
				ok = isPercent && err == nil && g.Share > 0 && g.Share <= 1
			}
			if !ok {
				return nil, fmt.Errorf("entry %q: want BOT=POINTS or BOT=POINTS@SHARE%%, such as random=4 or random=4@75%%", entry)
			}
			if slices.ContainsFunc(scheme, func(other Grade) bool { return other.Team == g.Team && other.Share == g.Share }) {
				return nil, fmt.Errorf("entry %q: there is another one for %s", entry, g.Team)
			}
			scheme = append(scheme, g)
		}
	}
	if len(scheme) == 0 {
		return nil, fmt.Errorf("it is empty: want BOT=POINTS, such as random=4")
	}
	return scheme, nil
}

// beaten reports whether the points of the games are enough.
func (g Grade) beaten(c Cell) bool {
	if c.Games == 0 {
		return false
	}
	share := c.Points / float64(c.Games)
	if g.Share > 0 {
		return share >= g.Share-1e-12 // 4.4 % of 125 is 5.5, but not in binary
	}
	return share > 0.5
}

// words name a column.
func (g Grade) words() string {
	if g.Share > 0 {
		return fmt.Sprintf("%s at %.12g %%", g.Team, 100*g.Share)
	}
	return g.Team
}

// border is the share of the points from which on a bot is beaten.
func (g Grade) border() float64 { return cmp.Or(g.Share, 0.5) }

// sure returns how likely a team would get the same points for a bot in endless games. Pairs of games are the observations, and
// games if there is no whole pair. A share of everything cannot be exceeded: there it is how likely the team would not fall below
// half a game of 100.
func (r *Report) sure(g Grade, team, bot int) float64 {
	for i := range r.played {
		if o := &r.played[i]; IsForfeit(o.Reason) && slices.Contains(o.Teams, team) && slices.Contains(o.Teams, bot) {
			return 1 // a judge decided
		}
	}
	cell := r.cross[team][bot]
	var counts rating.Counts = rating.Trinomial{
		Wins: strings.Count(cell.Marks, "1"), Draws: strings.Count(cell.Marks, "="),
		Losses: strings.Count(cell.Marks, "0") + strings.Count(cell.Marks, "-"),
	}
	if pairs := Pairs(r.played, team, bot); pairs.Pairs() > 0 {
		counts = pairs
	}
	above := rating.Above(counts, min(g.border(), 0.995))
	if g.beaten(cell) {
		return above
	}
	return 1 - above
}

// Mark is what a team gets for the games with a bot of a scheme.
type Mark struct {
	Grade
	Cell Cell
	Got  float64 // 0 or all the points
	Sure float64 // how likely it would be the same in endless games
}

func (r *Report) mark(g Grade, team, bot int) Mark {
	m := Mark{Grade: g, Cell: r.cross[team][bot], Sure: r.sure(g, team, bot)}
	if g.beaten(m.Cell) {
		m.Got = g.Points
	}
	return m
}

// Marks returns what a team gets by a scheme, an entry each. The error names a bot or a team that is none.
func (r *Report) Marks(scheme []Grade, team string) (list []Mark, err error) {
	bots, _, err := r.bots(append(scheme[:len(scheme):len(scheme)], Grade{Team: team}))
	if err != nil {
		return nil, err
	}
	for i, g := range scheme {
		list = append(list, r.mark(g, bots[len(scheme)], bots[i]))
	}
	return list, nil
}

// bots returns the numbers of the bots of a scheme, and those of the teams that get grades, in the order of their names. The
// error names a bot that is no team.
func (r *Report) bots(scheme []Grade) (bots, teams []int, err error) {
	for _, g := range scheme {
		bot := slices.Index(r.names, g.Team)
		if bot < 0 {
			return nil, nil, fmt.Errorf("no team is called %q; the teams are %s", g.Team, strings.Join(r.names, ", "))
		}
		bots = append(bots, bot)
	}
	for i := range r.names {
		if !slices.Contains(bots, i) {
			teams = append(teams, i)
		}
	}
	slices.SortFunc(teams, func(a, b int) int { return strings.Compare(r.names[a], r.names[b]) })
	return bots, teams, nil
}

// String is the entry of a scheme, as ParseGrades reads it.
func (g Grade) String() string {
	text := fmt.Sprintf("%s=%.12g", g.Team, g.Points)
	if g.Share > 0 {
		text += fmt.Sprintf("@%.12g%%", 100*g.Share)
	}
	return text
}

// Title says in words what the points are for.
func (g Grade) Title() string { return "beats " + g.words() }

// Grades writes the grades of all teams by a scheme as CSV, in the order of their names: for each entry the games with that bot
// and the points for them, then the sum of the points, its maximum, and how sure the least sure of the points are. The bots of
// the scheme have no rows. The error names a bot that is not among the teams.
func (r *Report) Grades(w io.Writer, scheme []Grade) error {
	bots, teams, err := r.bots(scheme)
	if err != nil {
		return err
	}
	head, of := []string{"team"}, 0.0
	for _, g := range scheme {
		head = append(head, "games against "+g.words(), "points for "+g.words())
		of += g.Points
	}
	out := csv.NewWriter(w)
	out.Write(append(head, "grade", "of", "sure"))
	for _, team := range teams {
		row, sum, sure := []string{cell(r.names[team])}, 0.0, 1.0
		for i, g := range scheme {
			m := r.mark(g, team, bots[i])
			sum += m.Got
			sure = min(sure, m.Sure)
			row = append(row, m.Cell.words(), digits(m.Got))
		}
		out.Write(append(row, digits(sum), digits(of), fmt.Sprintf("%.0f %%", math.Floor(100*sure))))
	}
	out.Flush()
	return out.Error()
}

// Unsure returns the meetings of teams and bots of a scheme, by numbers, whose points are not as sure as wanted, with the number
// of games they have.
func (r *Report) Unsure(scheme []Grade, want float64) (list []Meeting, err error) {
	bots, teams, err := r.bots(scheme)
	if err != nil {
		return nil, err
	}
	for _, team := range teams {
		for i, g := range scheme {
			m := Meeting{team, bots[i], r.cross[team][bots[i]].Games}
			if r.sure(g, team, bots[i]) < want && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list, nil
}

// Meeting is two teams, by number, and how many games they have played.
type Meeting struct{ Team, Other, Games int }
