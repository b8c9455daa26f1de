//go:build !lean || web

package main

import (
	"cmp"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/tables"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// watching shows the games of a server on a page.
type watching struct {
	tables *tables.Tables
	games  atomic.Int64
}

// game returns the observer of a new game of a team.
func (w *watching) game(team string) func(*pelita.View, string) {
	g := &watched{tables: w.tables, number: int(w.games.Add(1)), team: team}
	return g.see
}

// watched is a game that is shown as a team sees it.
type watched struct {
	tables *tables.Tables
	number int
	team   string

	table  *tables.Table // nil before the first question for a move, with which the names are known
	was    *pelita.View
	before *scene.Scene
	ply    int
}

// see shows a question to the team, and what the team said with its last answer. v is nil when the game has ended.
func (g *watched) see(v *pelita.View, said string) {
	if v == nil {
		g.table.Leave()
		return
	}
	if g.table == nil {
		names := make([]string, 2)
		names[v.Team.Seat] = cmp.Or(v.Team.Name, g.team)
		names[v.Enemy.Seat] = cmp.Or(v.Enemy.Name, v.Enemy.Seat.String())
		g.table = g.tables.Table(g.number, names)
	}
	now := view.Seen(g.before, g.was, v, said)
	shown := web.Snapshot{Ply: g.ply, Scene: func() scene.Scene { return now }, Used: make([]time.Duration, 2)}
	for _, side := range []*pelita.Side{&v.Team, &v.Enemy} {
		shown.Used[side.Seat] = time.Duration(min(max(side.Time, 0), 1e9) * float64(time.Second))
	}
	shown.Said = []web.Said{{Seat: int(v.Team.Seat), Text: said}}
	if g.was != nil && v.Team.Errors > g.was.Team.Errors {
		shown.Faults = []web.Fault{{Seat: int(v.Team.Seat), Text: fmt.Sprintf("error %d: an answer was late or illegal", v.Team.Errors)}}
	}
	if v.Kind == pelita.AskEnd {
		shown.Result = ending(v)
	}
	g.table.Show(shown)
	g.was, g.before, g.ply = v, &now, g.ply+1
}

// ending describes how a game ended. A team is not informed which team was disqualified; then the text names none.
func ending(v *pelita.View) *web.Result {
	sides := [2]*pelita.Side{&v.Team, &v.Enemy}
	if v.Team.Seat == pelita.Red {
		sides[0], sides[1] = sides[1], sides[0]
	}
	r := &web.Result{Winner: turn.Draw}
	score := fmt.Sprintf("%d:%d, round %d", sides[pelita.Blue].Score, sides[pelita.Red].Score, v.Round)
	switch d := sides[pelita.Blue].Score - sides[pelita.Red].Score; {
	case v.Round < v.MaxRounds && len(v.Team.Food) > 0 && len(v.Enemy.Food) > 0:
		r.Text = "ended before its time, " + score
		return r
	case d == 0:
		r.Text = "draw, " + score
		return r
	case d > 0:
		r.Winner = int(pelita.Blue)
	default:
		r.Winner = int(pelita.Red)
	}
	r.Text = fmt.Sprintf("%s (%s) wins %s", pelita.Teams[r.Winner], sides[r.Winner].Name, score)
	return r
}
