package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/view"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

type (
	player  = turn.Player[reantics.View, reantics.Answer]
	bundled = match.Bot[reantics.View, reantics.Answer]
	scheme  = match.Scheme[reantics.View, reantics.Answer]
	dealer  = func(*rand.Rand) player // makes a bundled bot for one game
	table   = match.Table[reantics.View, reantics.Answer]

	format     = match.Format[reantics.View, reantics.Answer]
	transcript = match.Transcript[reantics.View, reantics.Answer]
)

// framePace is how long a person can look at an action of the opponent.
const framePace = 300 * time.Millisecond

// game connects the rooms.
func game() *match.Game[reantics.View, reantics.Answer] {
	return &match.Game[reantics.View, reantics.Answer]{
		Name:     "reantics",
		Summary:  "ReAntics: ants gather food, build and fight; queen, anthill or 11 food decide",
		Seats:    referee.Seats,
		Titles:   []string{"BLUE", "RED"},
		Defaults: []string{"human", "champion"},
		Elo:      elo,
		Codec:    wire.Codec,
		Open:     open,
		Options: []match.Param{
			{Name: "rules", Usage: "`TABLE` to play by: manual (default) or original"},
			{Name: "cap", Default: strconv.Itoa(referee.DefaultCap), Usage: "`TURNS` after which a game is a draw; 0: no limit"},
			{Name: "undo", Default: "false", Usage: "actions can be taken back until the end of the turn (always for people)"},
		},
		Round:   2,
		Horizon: 100, // an answer is an action, not a turn
		Moves:   func(v reantics.View) []reantics.Answer { return v.Moves() },
		Menu:    view.Menu,
		Why:     view.Why,
		Bots:    bots(),
		Schemes: schemes(),
		Notation: match.Notation[reantics.View, reantics.Answer]{
			Layout:  "a position as `reantics moves --text` prints it",
			Example: "M2333",
			Parse:   parse,
			Say:     view.Say,
			Text:    func(_ reantics.View, a reantics.Answer) string { return text(a) },
			Formats: formats(),
		},
		Manual: match.Manual{HowTo: view.HowTo, Rules: reantics.RulesText},
		Checks: match.Checks{Probes: probes, Templates: wire.Templates, Bench: bench},
	}
}

// capOf reads the number of turns after which a game is a draw.
func capOf(s match.Setup) (int, error) {
	turns, err := strconv.Atoi(s.Options["cap"])
	if err != nil || turns < 0 {
		return 0, fmt.Errorf("flag --cap: %q: want a whole number of turns, at least 0", s.Options["cap"])
	}
	return turns, nil
}

// open sets up a game from a position.
func open(s match.Setup) (*table, error) {
	p, err := startOf(s)
	if err != nil {
		return nil, err
	}
	turns, err := capOf(s)
	if err != nil {
		return nil, err
	}
	r := referee.New(p, referee.Options{Cap: turns, Undo: s.Options["undo"] == "true"})
	start := ""
	if strings.TrimSpace(s.Start) != "" {
		start = p.String()
	}
	return &table{
		Referee: r,
		Start:   start,
		View:    wire.Codec.View(p.View()),
		Draw:    func(c *ascii.Canvas) { draw(c, r) },
		Layout:  func() string { return r.Position().String() },
		Scene: func(before *scene.Scene) scene.Scene {
			last, plies := r.Last()
			if plies == 0 {
				return view.Scene(before, r.Position(), nil, 0)
			}
			return view.Scene(before, r.Position(), &last, r.Turns())
		},
	}, nil
}

func startOf(s match.Setup) (reantics.Position, error) {
	rules := reantics.Manual
	switch name := s.Options["rules"]; name {
	case "original":
		rules = reantics.Original
	case "", "manual":
	default:
		return reantics.Position{}, fmt.Errorf("flag --rules: %q: want manual or original", name)
	}
	if strings.TrimSpace(s.Start) == "" {
		return reantics.Start(rules), nil
	}
	p, err := reantics.ParsePosition(s.Start)
	if err == nil && s.Options["rules"] != "" && p.Rules() != rules {
		return p, fmt.Errorf("flag --rules: %v, but the position is played by the rules %v", rules, p.Rules())
	}
	return p, err
}

// draw shows the position and what led to it.
func draw(c *ascii.Canvas, r *referee.Referee) {
	p := r.Position()
	event, plies := r.Last()
	marks := view.Marks{}
	if plies > 0 {
		for _, cell := range event.Cells {
			marks.Chosen = marks.Chosen.Or(reantics.SetOf(cell))
		}
		if event.Move.Kind() == reantics.MoveAnt || event.Move.Kind() == reantics.Build {
			marks.Chosen = reantics.SetOf(event.Move.To())
		}
	}
	view.Draw(c, p, fmt.Sprintf("turn %d, %s%s", r.Turns()+1, told(event, plies), waits(p)), marks)
}

// told describes the last event.
func told(e referee.Event, plies int) string {
	if plies == 0 {
		return ""
	}
	seat := strings.ToUpper(e.Seat.String())
	switch e.Ask {
	case reantics.AskMove:
		if e.Move == reantics.EndTurn {
			return seat + " ended its turn: "
		}
		return fmt.Sprintf("%s %v: ", seat, e.Move)
	case reantics.AskAttack:
		return fmt.Sprintf("%s attacked %v: ", seat, e.Target)
	}
	return seat + " has placed: "
}

// waits says whose answer the game waits for.
func waits(p *reantics.Position) string {
	return strings.ToUpper(p.Side().String()) + [...]string{" to place", " to place food", " to move", " to attack"}[p.Asks()]
}

// parse reads an answer that a person typed: an action as records write it, a cell to attack, or cells to place on.
func parse(v reantics.View, text string) (a reantics.Answer, err error) {
	if v.Position.Asks() == reantics.AskMove {
		if a.Move, err = reantics.ParseMove(strings.ToUpper(strings.TrimSpace(text))); err != nil {
			return a, err
		}
		if rule := v.Position.Check(a.Move); rule != reantics.Legal {
			return a, &match.IllegalError{Err: fmt.Errorf("%v: %w", a.Move, rule)}
		}
		return a, nil
	}
	cells, err := readCells(text)
	switch {
	case err != nil:
		return a, err
	case v.Position.Asks() == reantics.AskAttack:
		if len(cells) != 1 || !slices.Contains(v.Targets, cells[0]) {
			return a, fmt.Errorf("%q: want one of %v", text, v.Targets)
		}
		at := cells[0].Point()
		a.Target = &at
	default:
		a.Cells = reantics.Points([]grid.Point{}, cells...)
	}
	return a, nil
}

// readCells reads cells of two digits, with anything but digits between them.
func readCells(text string) (cells []reantics.Cell, err error) {
	var digits []int
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits = append(digits, int(r-'0'))
		case !strings.ContainsRune(" ,;()[]-", r):
			return nil, fmt.Errorf("%q: want cells of two digits, column and row, such as 23", text)
		}
	}
	if len(digits) == 0 || len(digits)%2 != 0 {
		return nil, fmt.Errorf("%q: want cells of two digits, column and row, such as 23", text)
	}
	for i := 0; i < len(digits); i += 2 {
		cells = append(cells, reantics.At(digits[i], digits[i+1]))
	}
	return cells, nil
}

// text writes an answer as parse reads it.
func text(a reantics.Answer) string {
	switch {
	case a.Move != 0:
		return a.Move.String()
	case a.Target != nil:
		return reantics.CellAt(*a.Target).String()
	}
	var cells []string
	for _, at := range a.Cells {
		cells = append(cells, reantics.CellAt(at).String())
	}
	return strings.Join(cells, " ")
}

// formats returns the other notations.
func formats() []format {
	return []format{{
		Name: "ascii", Summary: "a position as the original's asciiPrintState prints it",
		Write: func(t *transcript) ([]byte, error) {
			return []byte(t.End.Referee.(*referee.Referee).Position().Ascii()), nil
		},
	}}
}
