package league

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// Standing is a team's place in the table.
type Standing struct {
	Team  int
	Place int // from 1; equal teams share one

	Played   int // games, without byes
	Wins     int
	Draws    int
	Losses   int
	Defaults int            // losses by default
	Reasons  map[string]int // losses by default, by reason; nil if there are none
	Faults   int            // of the team, also in games that it did not lose
	Byes     int            // points without a game
	Points   float64        // 1 for a win or a bye, 0.5 for a draw

	// Direct is the points made against teams with equal points, if all of these met equally often; else 0.
	Direct float64
	// Buchholz is the sum over all games of the points of the opponent, in a Swiss tournament; else 0. A bye counts as a game
	// with an opponent that has as many points as the team itself.
	Buchholz float64
	// Sonneborn is the sum over all games of the points made in the game times the points of the opponent (Sonneborn-Berger).
	Sonneborn float64

	Share  rating.Interval // of the points that could be made in games, by Wilson; zero if Played is 0
	Rating rating.Rated    // by Bradley and Terry, over all games that were played
}

// Tiebreak says how teams with equal points are ordered.
const Tiebreak = "equal points: direct encounter if all of them met equally often, then Sonneborn-Berger, then wins, then a shared place"

// SwissTiebreak is Tiebreak in a Swiss tournament, where teams have different opponents.
const SwissTiebreak = "equal points: direct encounter if all of them met equally often, then Buchholz (the points of the opponents), then Sonneborn-Berger, " +
	"then wins, then a shared place"

// Table returns the standings, best first: by points, then as Tiebreak says. Teams that share a place stand in the order of
// entry.
func Table(teams int, games []Game) []Standing { return tabulate(teams, games, false) }

// SwissTable is Table with SwissTiebreak.
func SwissTable(teams int, games []Game) []Standing { return tabulate(teams, games, true) }

func tabulate(teams int, games []Game, isSwiss bool) []Standing {
	table := make([]Standing, teams)
	for i := range table {
		table[i].Team = i
	}
	for i := range games {
		count(table, &games[i])
	}
	ratings := rating.BradleyTerry(teams, Meetings(games))
	for i := range table {
		s := &table[i]
		s.Rating = ratings[i]
		if s.Played > 0 {
			s.Share = rating.Wilson(s.Points-float64(s.Byes), float64(s.Played))
		}
	}
	breakTies(table, games)
	if isSwiss {
		buchholz(table, games)
	}
	slices.SortStableFunc(table, func(a, b Standing) int { return -compare(&a, &b) })
	for i := range table {
		table[i].Place = i + 1
		if i > 0 && compare(&table[i], &table[i-1]) == 0 {
			table[i].Place = table[i-1].Place
		}
	}
	return table
}

// compare is positive if a is before b.
func compare(a, b *Standing) int {
	return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(a.Direct, b.Direct),
		cmp.Compare(a.Buchholz, b.Buchholz),
		cmp.Compare(a.Sonneborn, b.Sonneborn), cmp.Compare(a.Wins, b.Wins))
}

// count adds a game to the teams that played it.
func count(table []Standing, g *Game) {
	if g.Winner == Void {
		return
	}
	for seat, team := range g.Teams {
		s := &table[team]
		s.Points += g.points(seat)
		if len(g.Teams) == 1 {
			s.Byes++
			continue
		}
		s.Played++
		if seat < len(g.Faults) {
			s.Faults += g.Faults[seat]
		}
		switch g.Winner {
		case Draw:
			s.Draws++
		case seat:
			s.Wins++
		default:
			s.Losses++
			if g.Default {
				s.Defaults++
				if s.Reasons == nil {
					s.Reasons = map[string]int{}
				}
				s.Reasons[word(g.Reason)]++
			}
		}
	}
}

// word is the reason of a default without the words of the judge.
func word(reason string) string {
	reason, _, _ = strings.Cut(reason, ":")
	return cmp.Or(reason, "default")
}

// breakTies computes the values by which teams with equal points are compared. The table is in the order of entry.
func breakTies(table []Standing, games []Game) {
	type two [2]int
	met := map[two]int{}
	group := map[float64][]int{}
	for i := range table {
		group[table[i].Points] = append(group[table[i].Points], i)
	}
	direct := make([]float64, len(table))
	for i := range games {
		g := &games[i]
		if g.Winner == Void {
			continue
		}
		for seat, team := range g.Teams {
			for other, opponent := range g.Teams {
				if seat == other {
					continue
				}
				points := g.points(seat)
				table[team].Sonneborn += points * table[opponent].Points / float64(len(g.Teams)-1)
				if table[team].Points == table[opponent].Points {
					direct[team] += points / float64(len(g.Teams)-1)
					met[two{team, opponent}]++
				}
			}
		}
	}
	for _, teams := range group {
		games, equally := 0, len(teams) > 1
		for i, a := range teams {
			for _, b := range teams[:i] {
				if games == 0 {
					games = met[two{a, b}]
				}
				equally = equally && games > 0 && met[two{a, b}] == games
			}
		}
		for _, team := range teams {
			if equally {
				table[team].Direct = direct[team]
			}
		}
	}
}

// buchholz adds up the points of opponents (as B. Buchholz proposed in 1932). The table is in the order of entry.
func buchholz(table []Standing, games []Game) {
	for i := range games {
		g := &games[i]
		for seat, team := range g.Teams {
			switch {
			case g.Winner == Void:
			case len(g.Teams) == 1:
				table[team].Buchholz += table[team].Points
			default:
				for other, opponent := range g.Teams {
					if other != seat {
						table[team].Buchholz += table[opponent].Points
					}
				}
			}
		}
	}
}

// Meetings returns the results that ratings are computed from: games of a pair together, others alone. Games that the judge gave
// away say nothing about how good a team is and are left out. A game of more than two teams counts as one of its winner with each
// other team.
func Meetings(games []Game) (list []rating.Meeting) {
	list = make([]rating.Meeting, 0, len(games)/2+1)
	at := map[int]int{} // of games whose pair is not whole, by pair
	for i := range games {
		g := &games[i]
		if g.Winner == Void || g.Winner == Nobody || IsForfeit(g.Reason) {
			continue
		}
		for seat, a := range g.Teams {
			for other := seat + 1; other < len(g.Teams); other++ {
				if len(g.Teams) > 2 && g.Winner != Draw && g.Winner != seat && g.Winner != other {
					continue
				}
				m := rating.Meeting{A: a, B: g.Teams[other], Points: 0.5, Games: 1}
				switch g.Winner {
				case seat:
					m.Points = 1
				case other:
					m.Points = 0
				}
				k, known := at[g.Pair]
				if known && len(g.Teams) == 2 && list[k].A == m.B && list[k].B == m.A {
					list[k].Points += 1 - m.Points
					list[k].Games++
					delete(at, g.Pair)
					continue
				}
				at[g.Pair] = len(list)
				if g.Pair == 0 {
					delete(at, 0)
				}
				list = append(list, m)
			}
		}
	}
	return list
}

// Pairs returns the results of team a in its whole pairs of games with team b. A pair with a void game is left out.
func Pairs(games []Game, a, b int) (counts rating.Pentanomial) {
	type half struct {
		points float64
		drawn  bool
	}
	first := map[int]half{}
	for i := range games {
		g := &games[i]
		seat := slices.Index(g.Teams, a)
		if g.Pair == 0 || len(g.Teams) != 2 || seat < 0 || g.Teams[1-seat] != b || g.Winner == Void {
			continue
		}
		game := half{g.points(seat), g.Winner == Draw}
		if g.Winner == Nobody { // neither was better
			game = half{0.5, true}
		}
		h, second := first[g.Pair]
		if !second {
			first[g.Pair] = game
			continue
		}
		counts.Add(h.points+game.points, h.drawn)
	}
	return counts
}

// Cell is the result of a team against another.
type Cell struct {
	Games  int
	Points float64
	Marks  string // a mark a game: 1 won, = drawn, 0 lost, - lost by default
}

// Crosstable returns the cells by team and opponent.
func Crosstable(teams int, games []Game) [][]Cell {
	cross := make([][]Cell, teams)
	for i := range cross {
		cross[i] = make([]Cell, teams)
	}
	marks := make([][]byte, teams*teams) // by cell: a string that grows by a byte a game is copied each time
	for i := range games {
		g := &games[i]
		if g.Winner == Void {
			continue
		}
		for seat, team := range g.Teams {
			mark := byte('0')
			switch {
			case g.Winner == Draw:
				mark = '='
			case g.Winner == seat:
				mark = '1'
			case g.Default:
				mark = '-'
			}
			for other, opponent := range g.Teams {
				if other != seat {
					c := &cross[team][opponent]
					c.Games++
					c.Points += g.points(seat)
					marks[team*teams+opponent] = append(marks[team*teams+opponent], mark)
				}
			}
		}
	}
	for i := range marks {
		cross[i/teams][i%teams].Marks = string(marks[i])
	}
	return cross
}
