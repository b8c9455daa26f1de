package reantics

import (
	"fmt"
	"strings"
)

// ActionName returns the original's name of an action's number: MOVE_ANT, BUILD, END, and ??? for all others.
func ActionName(number int) string { return nameOf(number, "MOVE_ANT", "BUILD", "END") }

// AntName returns the original's name of an ant's number: QUEEN, WORKER, DRONE, SOLDIER, RANGED, and ??? for all others.
func AntName(number int) string {
	return nameOf(number, "QUEEN", "WORKER", "DRONE", "SOLDIER", "RANGED")
}

// BuildName returns the original's name of the thing built: TUNNEL for -3, and otherwise the name of the ant.
func BuildName(number int) string {
	if number == -3 {
		return "TUNNEL"
	}
	return AntName(number)
}

func nameOf(number int, names ...string) string {
	if number < 0 || number >= len(names) {
		return "???"
	}
	return names[number]
}

// String returns the text that the original prints for an action, such as <Move: BUILD WORKER [(0, 0)]>.
func (r Raw) String() string {
	build, path := "", ""
	if r.Type == int(Build)-1 {
		build = BuildName(r.Build)
	}
	if r.Path != nil {
		cells := make([]string, len(r.Path))
		for i, c := range r.Path {
			cells[i] = fmt.Sprintf("(%d, %d)", c.X, c.Y)
		}
		path = "[" + strings.Join(cells, ", ") + "]"
	}
	return fmt.Sprintf("<Move: %s %s %s>", ActionName(r.Type), build, path)
}

// TruncateName shortens a name of more than limit characters, limit at least 5, as the original does: its first limit-5
// characters, two dots, its last three. The original's limits are 24 in score tables, 30 in totals and 11 beside the board.
func TruncateName(name string, limit int) string {
	runes := []rune(name)
	if len(runes) <= limit {
		return name
	}
	return string(runes[:limit-5]) + ".." + string(runes[len(runes)-3:])
}

// Score is a row of a score table.
type Score struct {
	Name         string
	Wins, Losses int
}

// ScoreTable returns the original's table of a set of games, without a line feed at the end. Names are not shortened.
func ScoreTable(scores []Score) string {
	rows := [][3]string{{"Player", "Wins", "Losses"}, {"-------", "-------", "-------"}}
	for _, s := range scores {
		rows = append(rows, [3]string{s.Name, fmt.Sprint(s.Wins), fmt.Sprint(s.Losses)})
	}
	widths := [3]int{0, 2, 2} // beyond the longest cell
	for column := range widths {
		longest := 0
		for _, row := range rows {
			longest = max(longest, len([]rune(row[column])))
		}
		widths[column] += longest
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = fmt.Sprintf("%*s%*s%*s", widths[0], row[0], widths[1], row[1], widths[2], row[2])
	}
	return strings.Join(lines, "\n")
}
