package cli

import (
	"io"
	"runtime"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// seat makes the players.
func (p *playing) seat() error {
	console := &term.Person{Terminal: p.Terminal, To: p.Out, Example: p.Game.Example, Undo: 2}
	if p.c.Bool("json") || p.c.Bool("quiet") {
		console.To = p.Err // standard output is kept clean
	}
	if !slices.ContainsFunc(p.specs, func(spec string) bool { return spec != human }) {
		console.Undo = 1
	}
	if p.Cores = idle(p.specs); p.budgets[0].Processor {
		p.Cores = 0 // the time of all threads would count
	}
	m := p.Maker()
	m.Human = func() (*match.Player, error) {
		if p.frontend != nil {
			return p.frontend.Person(len(p.players)), nil
		}
		return p.Person(console), nil
	}
	if p.c.Bool("show-output") || slices.ContainsFunc(p.specs, p.Game.Prints) {
		p.outputs = &term.Outputs{To: p.Err}
		if p.Live() && term.IsTerminal(p.Err) && console.To == p.Out {
			p.outputs.To = nil
		}
	}
	var cores []int
	if p.budgets[0].Limited() && m.Start.Jail.Wanted() {
		cores = proc.Cores()
	}
	var person *match.Player // the same in all seats
	for i, spec := range p.specs {
		var outputs []io.Writer
		m.Start.Jail.CPUs = proc.Share(cores, i, len(p.specs))
		if p.outputs != nil {
			source := p.outputs.Source(p.Game.Titles)
			p.sources, outputs = append(p.sources, source), append(outputs, source)
		}
		if p.frontend != nil {
			outputs = append(outputs, p.frontend.Output(i))
		}
		if len(outputs) > 0 {
			m.Output = io.MultiWriter(outputs...)
		}
		if spec == human && person != nil && p.frontend == nil {
			p.players = append(p.players, person)
			continue
		}
		player, err := p.Game.Player(spec, m)
		if err != nil {
			return usageError{err}
		}
		if p.players = append(p.players, player); spec == human {
			person = player
		}
		if player.Remote {
			console.Undo = 0 // what a peer has received cannot be taken back
		}
	}
	p.meet()
	return nil
}

// call sets the names of the teams of a game to those that they give themselves. The game's id is computed from the players as
// they were named on the command line, unless --id gives it.
func (a *App) call(j *job.Job, players []*match.Player) {
	j.Game, j.Rules = a.Game.Name, a.Game.Rules
	j.ID, j.Lone = j.Hash(), true // so a bot draws the same wherever it lies and whoever plays against it
	if id := clean.Line(a.c.String("id"), clean.MaxDetail); id != "" {
		j.ID, j.Lone = id, id == j.ID
	}
	j.Seats = match.Called(j.Seats, players)
}

// Person makes the person at the keyboard a player.
func (a *App) Person(console *term.Person) *match.Player {
	if a.Human != nil {
		if player := a.Human(a, console); player != nil {
			return player
		}
	}
	return a.Game.Person(console, a.Strict())
}

// meet asks the players for their names.
func (p *playing) meet() {
	var teams []job.Team
	for i, spec := range p.specs {
		p.players[i].Meet(p.c.Context)
		teams = append(teams, job.Team{Label: spec, Spec: spec})
	}
	var names []string
	for _, team := range match.Called(teams, p.players) {
		names = append(names, team.Label)
	}
	p.tally = verdict.NewTally(names)
}

// leave closes the players.
func (p *playing) leave() {
	for _, player := range p.players {
		if failed := player.Close(); failed != nil && p.c.Bool("jail-keep") {
			p.Log.Warn().Str("player", player.Spec).Msg(failed.Error())
		}
	}
	p.players, p.sources = nil, nil
}

// idle returns how many processors each player that is not a person may use, at least one.
func idle(specs []string) int {
	programs := 0
	for _, spec := range specs {
		if spec != human {
			programs++
		}
	}
	return max(1, runtime.GOMAXPROCS(0)/max(1, programs))
}
