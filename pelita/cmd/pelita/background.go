//go:build !playground

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// played is the outcome of a game of `background`. Values by team are in the order of the command line.
type played struct {
	Game   int        `json:"game"`
	Seed   string     `json:"seed"`
	Layout string     `json:"layout"`
	Blue   string     `json:"blue"`
	Red    string     `json:"red"`
	Winner string     `json:"winner"` // blue, red or ""
	Reason string     `json:"reason"`
	Rounds int        `json:"rounds"`
	Score  [2]int     `json:"score"` // blue, red; so the others
	Errors [2]int     `json:"errors"`
	Kills  [2]int     `json:"kills"`
	Deaths [2]int     `json:"deaths"`
	Time   [2]float64 `json:"seconds"`
}

var playedColumns = []string{
	"game", "seed", "layout", "blue", "red", "winner", "reason", "rounds", "blue_score", "red_score", "blue_errors", "red_errors",
	"blue_kills", "red_kills", "blue_deaths", "red_deaths", "blue_seconds", "red_seconds",
}

func (p *played) row() []string {
	row := []string{strconv.Itoa(p.Game), p.Seed, p.Layout, p.Blue, p.Red, p.Winner, p.Reason, strconv.Itoa(p.Rounds)}
	for _, pair := range [][2]int{p.Score, p.Errors, p.Kills, p.Deaths} {
		row = append(row, strconv.Itoa(pair[0]), strconv.Itoa(pair[1]))
	}
	return append(row, fmt.Sprintf("%.6f", p.Time[0]), fmt.Sprintf("%.6f", p.Time[1]))
}

// background plays many games and counts the results.
func background(c *urfave.Context, a *cli.App) error {
	if c.NArg() != 2 {
		return cli.Usagef("background: %d teams: want two", c.NArg())
	}
	b := &backgrounds{c: c, app: a, specs: [2]string(c.Args().Slice()), seed: c.String("seed"), options: match.Params{}}
	if !c.IsSet("seed") {
		b.seed = seeds.Draw()
	}
	for _, o := range options {
		if b.options[o.Name] = c.String(o.Name); o.Default == "false" {
			b.options[o.Name] = strconv.FormatBool(c.Bool(o.Name))
		}
	}
	if text := c.String("budget"); text != "" {
		move, err := timer.ParseDuration(text)
		if err != nil {
			return cli.Usagef("flag --budget: %w", err)
		}
		b.budget.Move = move
	}
	noted(c, c.App.ErrWriter)
	return b.run()
}

type backgrounds struct {
	c       *urfave.Context
	app     *cli.App
	specs   [2]string
	seed    string
	options match.Params
	budget  timer.Control
	total   tally
}

// tally sums over games, by team of the command line.
type tally struct {
	games, draws int
	wins         [2]int
	score        [2]int
	errors       [2]int
	kills        [2]int
	deaths       [2]int
	seconds      [2]float64
}

func (b *backgrounds) run() error {
	table := csv.NewWriter(b.c.App.Writer)
	if b.c.Bool("csv") {
		table.Write(playedColumns)
	}
	began := time.Now()
	for n := 1; n <= cli.Number(b.c, "games"); n++ {
		p, err := b.play(n)
		if err != nil {
			return err
		}
		switch {
		case b.c.Bool("csv"):
			table.Write(p.row())
			table.Flush()
			err = table.Error()
		case b.c.Bool("json"):
			err = json.NewEncoder(b.c.App.Writer).Encode(p)
		}
		if err != nil {
			return err
		}
	}
	if !b.c.Bool("csv") && !b.c.Bool("json") {
		if err := b.summary(time.Since(began)); err != nil {
			return err
		}
	}
	if !b.c.IsSet("seed") {
		fmt.Fprintf(b.c.App.ErrWriter, "repeat with: --seed %s\n", b.seed)
	}
	return nil
}

// play plays the n-th game. Its seed is derived from the seed of the run, and can repeat the game alone.
func (b *backgrounds) play(n int) (*played, error) {
	seed := seeds.Derive(b.seed, n)
	if cli.Number(b.c, "games") == 1 {
		seed = b.seed
	}
	swap := 0
	if b.c.Bool("swap") {
		swap = 1 - n%2
	}
	specs := [2]string{b.specs[swap], b.specs[1-swap]}
	r, err := newReferee(match.Setup{Seed: seed, Options: b.options}, [2]string{}, specs)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	loop := turn.Loop[pelita.View, pelita.Move]{
		Game:    turn.Game{ID: strconv.Itoa(n), Seats: referee.Seats, Seed: seed, Budget: b.budget},
		Referee: r,
		Timed:   true,
	}
	var players []*match.Player
	for _, spec := range specs {
		p, err := b.app.Player(spec)
		if err != nil {
			return nil, err
		}
		defer p.Close()
		players = append(players, p)
		loop.Players = append(loop.Players, match.Inner[pelita.View, pelita.Move](p))
	}
	loop.Waits = func(seat int, opening bool) (over func()) {
		return players[seat].Wait(match.Wait{What: waited(opening)})
	}
	if err := loop.Run(b.c.Context); err != nil {
		return nil, err
	}
	return b.count(n, seed, specs, swap, r), nil
}

func (b *backgrounds) count(n int, seed string, specs [2]string, swap int, r *referee.Referee) *played {
	s, result := r.State(), r.Result()
	p := &played{
		Game: n, Seed: seed, Layout: s.Layout, Blue: specs[0], Red: specs[1],
		Reason: result.Reason, Rounds: s.Round, Score: s.Score, Time: s.Time,
	}
	t := &b.total
	t.games++
	if result.Winner == turn.Draw {
		t.draws++
	} else {
		p.Winner = pelita.Teams[result.Winner]
		t.wins[result.Winner^swap]++
	}
	for team := range 2 {
		p.Errors[team] = s.Errors[team]
		p.Kills[team], p.Deaths[team] = s.Kills[team]+s.Kills[team+2], s.Deaths[team]+s.Deaths[team+2]
		side := team ^ swap
		t.score[side] += p.Score[team]
		t.errors[side] += p.Errors[team]
		t.kills[side] += p.Kills[team]
		t.deaths[side] += p.Deaths[team]
		t.seconds[side] += p.Time[team]
	}
	return p
}

// summary prints a line for each team: its wins, and averages per game.
func (b *backgrounds) summary(took time.Duration) error {
	t, w := &b.total, &term.Kept{To: b.c.App.Writer}
	fmt.Fprintf(w, "%d games, %d draws\n", t.games, t.draws)
	fmt.Fprintf(w, "%-24s %5s %8s %8s %8s %8s %8s\n", "team", "wins", "win %", "score", "kills", "deaths", "errors")
	each := func(n int) float64 { return float64(n) / float64(t.games) }
	for team, spec := range b.specs {
		fmt.Fprintf(w, "%-24s %5d %8.1f %8.2f %8.2f %8.2f %8.2f\n", spec, t.wins[team], 100*each(t.wins[team]),
			each(t.score[team]), each(t.kills[team]), each(t.deaths[team]), each(t.errors[team]))
	}
	fmt.Fprintf(b.c.App.ErrWriter, "%v\n", took.Round(time.Millisecond))
	return w.Err()
}
