package match

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// ResultLine is the last line of a game: "RED (champion) wins: BLUE (random) is stuck".
func (i *Info) ResultLine(line *record.Line) string {
	if line.Winner == nil || !turn.IsFault(line.Reason) || slices.Contains(line.Default, *line.Winner) {
		if absent := verdict.Unstarted(line); len(absent) > 0 {
			return i.unplayed(line, absent)
		}
	}
	if line.Winner == nil {
		return "Draw: " + line.Detail
	}
	winner, others := "", []string{}
	for _, s := range line.Seats {
		who := fmt.Sprintf("%s (%s)", i.Title(s.Seat), s.Name)
		if s.Seat == *line.Winner {
			winner = who
		} else {
			others = append(others, who)
		}
	}
	return fmt.Sprintf("%s wins: %s %s", winner, strings.Join(others, ", "), line.Detail)
}

// unplayed is the last line of a game in which not everybody started: "YELLOW (random) wins: BLUE (exec:./bot) never started".
func (i *Info) unplayed(line *record.Line, absent []record.Fault) string {
	winner, v, causes := "Nobody", verdict.Of(line), []string{}
	for _, s := range line.Seats {
		who := fmt.Sprintf("%s (%s)", i.Title(s.Seat), s.Name)
		if s.Seat == v.Winner {
			winner = who
		}
		for _, f := range absent {
			if f.Seat == s.Seat {
				causes = append(causes, who+" "+f.Detail)
			}
		}
	}
	return fmt.Sprintf("%s wins: %s", winner, strings.Join(causes, "; "))
}
