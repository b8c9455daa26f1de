package league

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
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

// Grades writes the grades of all teams by a scheme as CSV, in the order of their names: for each entry the games with that bot
// and the points for them, then the sum of the points and its maximum. The bots of the scheme have no rows. The error names a bot
// that is no team.
func (r *Report) Grades(w io.Writer, scheme []Grade) error {
	head, of := []string{"team"}, 0.0
	graded := map[int]bool{}
	for i := range r.names {
		graded[i] = true
	}
	bots := make([]int, len(scheme))
	for i, g := range scheme {
		if bots[i] = slices.Index(r.names, g.Team); bots[i] < 0 {
			return fmt.Errorf("no team is called %q; the teams are %s", g.Team, strings.Join(r.names, ", "))
		}
		graded[bots[i]] = false
		head = append(head, "games against "+g.words(), "points for "+g.words())
		of += g.Points
	}
	var teams []int
	for i := range r.names {
		if graded[i] {
			teams = append(teams, i)
		}
	}
	slices.SortFunc(teams, func(a, b int) int { return strings.Compare(r.names[a], r.names[b]) })
	out := csv.NewWriter(w)
	out.Write(append(head, "grade", "of"))
	for _, team := range teams {
		row, sum := []string{cell(r.names[team])}, 0.0
		for i, g := range scheme {
			cell, points := r.cross[team][bots[i]], 0.0
			if g.beaten(cell) {
				points = g.Points
			}
			sum += points
			row = append(row, cell.words(), digits(points))
		}
		out.Write(append(row, digits(sum), digits(of)))
	}
	out.Flush()
	return out.Error()
}
