//go:build !playground && (!lean || analysis)

package main

import (
	"context"
	_ "embed" // the driver of the original
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	verb "github.com/gridiron-games/gridiron/kernel/arena/cli/original"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

// compareOriginal plays in the original program and here.
var compareOriginal = verb.Compare(verb.Program{
	Where: "DIR", Players: "[AI.py AI.py...]", Example: "ReAntics --games 20 --seed 7",
	Usage: "DIR is the folder of the original's program: Game.py is in it, or in its folder src. Every two of the AIs\n" +
		"meet (default: all in its folder AI). The original plays without its windows. Here the same AIs play with\n" +
		"the same random numbers; every answer, and every position that an AI is shown, is compared.",
	Flags: func() []urfave.Flag {
		return []urfave.Flag{
			&urfave.StringFlag{Name: "python", Value: "python3", Usage: "`COMMAND` that runs the original and the AIs"},
			cli.NumberFlag("cap", 200, 1, "compare at most this many `TURNS` of a game"),
		}
	},
	Open: func(_ context.Context, c *urfave.Context) (verb.Played, error) { return openOriginal(c) },
})

//go:embed original.py
var originalDriver string

// original is the original program.
type original struct {
	source string   // the folder of Game.py
	dir    string   // folders for files that both programs write, with copies of the AIs
	files  []string // of the AIs, by name
	python string
	cap    int
}

// modules are files of the original that its AIs and the driver need.
var modules = []string{
	"Game.py", "Constants.py", "GameState.py", "Inventory.py", "Building.py", "Construction.py", "Location.py", "Ant.py", "Move.py",
	"Player.py", "AIPlayerUtils.py",
}

// openOriginal checks the folder of the original program and copies the AIs.
func openOriginal(c *urfave.Context) (*original, error) {
	where := c.Args().First()
	o := &original{source: where, python: c.String("python"), cap: cli.Number(c, "cap")}
	if _, err := os.Stat(filepath.Join(where, "src", "Game.py")); err == nil {
		o.source = filepath.Join(where, "src")
	}
	for _, name := range modules {
		if _, err := os.Stat(filepath.Join(o.source, name)); err != nil {
			return nil, fmt.Errorf("compare-original: %s is not the folder of the original: there is no %s in it, nor in its folder src", where, name)
		}
	}
	var err error
	if o.source, err = filepath.Abs(o.source); err != nil {
		return nil, err
	}
	ais := c.Args().Tail()
	if len(ais) == 0 {
		if ais, err = filepath.Glob(filepath.Join(o.source, "AI", "*.py")); err != nil {
			return nil, err
		}
	}
	if len(ais) < 2 {
		return nil, cli.Usagef("compare-original: %d AIs, want at least 2 behind the folder, or in its folder AI", len(ais))
	}
	if o.dir, err = os.MkdirTemp("", "reantics-original-*"); err != nil {
		return nil, err
	}
	for _, ai := range ais {
		if err = o.copy(ai); err != nil {
			o.Close()
			return nil, cli.Usagef("compare-original: %w", err)
		}
	}
	return o, nil
}

// Working directories, so that neither program sees what the other one's AIs write.
const (
	theirs = "theirs"
	ours   = "ours"
)

// copy copies an AI for both programs.
func (o *original) copy(file string) error {
	text, err := files.ReadOf(file, files.MostText)
	if err != nil {
		return err
	}
	name := filepath.Base(file)
	if slices.Contains(o.files, name) {
		return fmt.Errorf("two AIs have the file name %s: rename one", name)
	}
	o.files = append(o.files, name)
	for _, side := range []string{theirs, ours} {
		folder := filepath.Join(o.dir, side, "AI")
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Name implements verb.Played.
func (o *original) Name() string { return "the original" }

// Close removes the copies.
func (o *original) Close() error { return os.RemoveAll(o.dir) }

// heard is a message of the driver about the original's game.
type heard struct {
	K        string // found, begin, place, move, attack, end, over or crash
	Seat     int
	Won      bool
	Answer   any
	Position string
	Targets  [][2]int
	What     string
}

// Play implements verb.Played.
func (o *original) Play(ctx context.Context, n int, seed string) (a verb.Agreement, err error) {
	first := (n - 1) % len(o.files)
	second := (first + 1 + (n-1)/len(o.files)%(len(o.files)-1)) % len(o.files)
	files := []string{o.files[first], o.files[second]}
	a.Players = []string{strings.TrimSuffix(files[0], ".py"), strings.TrimSuffix(files[1], ".py")}
	words, err := proc.Split(o.python)
	if err != nil {
		return a, err
	}
	folder := filepath.Join(o.dir, theirs)
	words = append(words, "-B", "-c", originalDriver, o.source, folder, files[0], files[1])
	words = append(words, begins(0, seed).Told(), begins(1, seed).Told())
	program, err := proc.StartWith(words, proc.Options{Env: []string{"PYTHONHASHSEED=0"}})
	if err != nil {
		return a, err
	}
	defer program.Close(time.Second)
	g := &compared{original: o, program: program, agreement: &a}
	g.referee = referee.New(reantics.Start(reantics.Original), referee.Options{Cap: o.cap})
	defer g.close()
	return a, g.play(ctx, files, seed)
}

// begins returns what the player of a seat is told.
func begins(seat int, seed string) turn.Game {
	return turn.Game{ID: "original", Seat: seat, Seats: []string{"0", "1"}, Seed: seed}
}

// compared is a game that both programs play.
type compared struct {
	*original
	program   *proc.Program
	agreement *verb.Agreement
	referee   *referee.Referee
	players   [2]*wire.Python
}

func (g *compared) close() {
	for _, p := range g.players {
		if p != nil {
			p.Close()
		}
	}
}

// silence is how long the original may be silent.
const silence = time.Minute

// next returns the next message of the original.
func (g *compared) next(ctx context.Context) (t heard, err error) {
	select {
	case line := <-g.program.Lines:
		if line.Err != nil {
			return t, fmt.Errorf("the original ended (%s): %s", g.program.Status(), lastLine(g.program.Stderr()))
		}
		return t, json.Unmarshal(line.Text, &t)
	case <-time.After(silence):
		return t, fmt.Errorf("the original says nothing for %v: its Game.py may be of another version", silence)
	case <-ctx.Done():
		return t, ctx.Err()
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return clean.Line(lines[len(lines)-1], 200)
}

// play plays to the end, or to the first difference.
func (g *compared) play(ctx context.Context, files []string, seed string) error {
	for _, want := range []string{"found", "begin"} {
		t, err := g.next(ctx)
		switch {
		case err != nil:
			return err
		case t.K == "crash" && want == "found":
			return fmt.Errorf("cannot load Game.py of the original: %s", clean.Line(t.What, 200))
		case t.K == "crash":
			return fmt.Errorf("the original cannot load the AIs: %s", clean.Line(t.What, 200))
		}
	}
	for seat, file := range files {
		p := &wire.Python{File: filepath.Join(g.dir, ours, "AI", file), Interpreter: g.python}
		g.players[seat] = p
		if err := p.Open(ctx, begins(seat, seed)); err != nil {
			return fmt.Errorf("the AI %s here: %w", file, err)
		}
	}
	for ply := 1; ; ply++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		more, err := g.ply(ctx)
		if err != nil || !more {
			return err
		}
		if g.agreement.What != "" {
			g.agreement.Ply = ply
			return nil
		}
		g.agreement.Turns++
	}
}

// ply compares one answer. more says that the game continues.
func (g *compared) ply(ctx context.Context) (more bool, err error) {
	questions := g.referee.Ask()
	if len(questions) == 0 {
		return false, g.end(ctx)
	}
	t, err := g.next(ctx)
	if err != nil {
		return false, err
	}
	q := questions[0]
	position := position(g.referee.Position())
	answer := turn.Answer[reantics.Answer]{}
	var failed error
	answer.Value, _, failed = g.players[q.Seat].Answer(ctx, q.Ask)
	if failed != nil {
		fault, ok := errors.AsType[*turn.Fault](failed)
		if !ok {
			return false, failed
		}
		answer.Fault = fault
	}
	kind := map[reantics.Ask]string{reantics.AskMove: "move", reantics.AskAttack: "attack"}[q.Ask.Position.Asks()]
	if kind == "" {
		kind = "place"
	}
	switch {
	case t.K == "crash" && answer.Fault != nil: // D6: an answer that stops the original program loses the game here
	case t.K == "end" || t.K == "over" || t.K == "crash":
		g.differ("the game goes on", "it is over "+clean.Line(t.What, 100))
	case t.K != kind || t.Seat != q.Seat:
		g.differ(fmt.Sprintf("seat %d is asked for %s", q.Seat, kind), fmt.Sprintf("seat %d for %s", t.Seat, t.K))
	case t.Position != "" && t.Position != position:
		g.differ(position, t.Position)
	case kind == "attack" && fmt.Sprint(t.Targets) != fmt.Sprint(cells(q.Ask.Targets)):
		g.differ(fmt.Sprintf("the targets are %v", cells(q.Ask.Targets)), fmt.Sprint(t.Targets))
	case answer.Fault != nil: // the game is over; end compares the winners
	default:
		if list, ok := t.Answer.([]any); ok && kind == "place" { // both programs ignore surplus cells
			t.Answer = list[:min(len(list), max(1, len(answer.Value.Cells)))]
		}
		want, _ := json.Marshal(t.Answer) // it was made by json
		if got := answered(kind, answer.Value); got != string(want) {
			g.differ(fmt.Sprintf("seat %d answers %s", q.Seat, got), string(want))
		}
	}
	g.referee.Answer([]turn.Answer[reantics.Answer]{answer})
	return true, nil
}

// end compares the winners.
func (g *compared) end(ctx context.Context) error {
	result := g.referee.Result()
	for _, p := range g.players {
		p.End(&result)
	}
	if result.Reason == referee.Cap {
		return nil
	}
	winner := turn.Draw
	for {
		t, err := g.next(ctx)
		if err != nil {
			return err
		}
		switch t.K {
		case "end":
			if t.Won {
				winner = t.Seat
			}
			continue
		case "crash":
			return nil // see ply
		case "over":
			if winner != result.Winner {
				g.differ(fmt.Sprintf("seat %d wins", result.Winner), fmt.Sprintf("seat %d", winner))
			}
		default:
			g.differ("the game is over: "+result.Detail, fmt.Sprintf("seat %d is asked for %s", t.Seat, t.K))
		}
		if g.agreement.What != "" {
			g.agreement.Ply = g.agreement.Turns + 1
		}
		return nil
	}
}

// differ records a difference.
func (g *compared) differ(here, original string) {
	g.agreement.What = fmt.Sprintf("%s, in the original %s", here, original)
}

// answered writes an answer as the driver does.
func answered(kind string, a reantics.Answer) string {
	var v any
	raw, ok := a.Action()
	switch {
	case kind == "place":
		v = points(a.Cells)
	case kind == "attack" && a.Target != nil:
		v = [2]int{a.Target.X, a.Target.Y}
	case kind == "move" && ok:
		move := [3]any{raw.Type, nil, nil}
		if raw.Path != nil {
			move[1] = points(raw.Path)
		}
		if raw.Type == 1 && raw.Build != reantics.NoBuild {
			move[2] = raw.Build
		}
		v = move
	}
	text, _ := json.Marshal(v) // numbers
	return string(text)
}

// points converts cells to JSON's form.
func points(list []grid.Point) (cells [][2]int) {
	for _, p := range list {
		cells = append(cells, [2]int{p.X, p.Y})
	}
	return cells
}

// cells converts cells of the board to JSON's form.
func cells(list []reantics.Cell) (all [][2]int) {
	for _, c := range list {
		p := c.Point()
		all = append(all, [2]int{p.X, p.Y})
	}
	return all
}

// position writes a position as the driver does.
func position(p *reantics.Position) string {
	var ants, things []string
	for s := reantics.Blue; s <= reantics.Red; s++ {
		for i := range p.Count(s) {
			a, flags := p.Ant(s, i), 0
			if a.Carrying {
				flags = 1
			}
			if a.Moved {
				flags |= 2
			}
			ants = append(ants, fmt.Sprintf("%d%c%v%x%d", s, "QWDSR"[a.Type], a.Cell, a.Health, flags))
		}
		things = append(things, fmt.Sprintf("%dA%v/%d", s, p.Hill(s), p.HillHealth(s)))
		things = append(things, fmt.Sprintf("%dT%v/%d", s, p.Tunnel(s), p.TunnelHealth(s)))
	}
	for _, c := range p.GrassList() {
		things = append(things, fmt.Sprintf("G%v", c))
	}
	for _, c := range p.FoodList() {
		things = append(things, fmt.Sprintf("F%v", c))
	}
	slices.Sort(ants)
	slices.Sort(things)
	return fmt.Sprintf("turn %d food %d %d ants %s things %s",
		p.Side(), p.Stock(0), p.Stock(1), strings.Join(ants, " "), strings.Join(things, " "))
}
