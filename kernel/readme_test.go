package kernel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/notation"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// A row of pellets. Each side in turn eats one to three of them; whoever eats the last one wins.
var row, seats = grid.Size{W: 12, H: 1}, []string{"blue", "red"}

type rule = notation.Code[rules] // an index of Rules, and an error
type rules struct{}

func (rules) Rules() []notation.Rule {
	return []notation.Rule{{Name: "legal"}, {Name: "amount", Number: "R1", Says: "eat one to three pellets"}}
}

type referee struct {
	left, plies int
	failed      error
}

func (r *referee) Ask() []turn.Question[int] { // a player is told how many pellets are left
	if r.left == 0 || r.failed != nil {
		return nil
	}
	return []turn.Question[int]{{Seat: r.plies % 2, Ask: r.left}}
}

func (r *referee) Answer(answers []turn.Answer[int]) {
	r.plies++
	switch a := answers[0]; {
	case a.Fault != nil:
		r.failed = a.Fault
	case a.Value < 1 || a.Value > min(3, r.left):
		r.failed = rule(1)
	default:
		r.left -= a.Value
	}
}

func (r *referee) Result() turn.Result {
	if r.failed != nil { // the side that answered last has lost
		return turn.Result{Winner: r.plies % 2, Reason: string(turn.Illegal), Detail: r.failed.Error(), Plies: r.plies}
	}
	return turn.Result{Winner: (r.plies + 1) % 2, Reason: "last", Plies: r.plies}
}

// champion leaves a multiple of four whenever it can.
type champion struct{}

func (champion) Answer(_ context.Context, left int) (int, string, error) {
	return max(1, left%4), "", nil
}

// guesser draws as a program in Python would that began with the same seed.
type guesser struct{ *pyrand.Rand }

func (g guesser) Answer(_ context.Context, left int) (int, string, error) {
	return 1 + g.Below(min(3, left)), clean.Say("I am only guessing."), nil
}

// draw returns the row for a terminal, and as data for a page or a picture.
func (r *referee) draw() (*ascii.Canvas, *scene.Scene) {
	text, pellets := new(ascii.Canvas), map[int]string{}
	for x := range r.left {
		text.Put(grid.Point{X: x}, '.', ascii.Yellow)
		pellets[x] = "yellow"
	}
	chairs := []scene.Chair{{ID: "BLUE", Colour: "blue"}, {ID: "RED", Colour: "red"}}
	board := &scene.Board{W: row.W, H: row.H, Look: scene.Grid, Cell: "x", Flip: scene.NoFlip, Seats: chairs}
	ground := map[string]scene.Layer{"pellets": {As: scene.Fill, Cells: pellets}}
	return text, &scene.Scene{Board: board, Layers: ground, Sides: make(scene.Sides, 2), Turn: scene.Of(r.plies % 2)}
}

// keeper writes the answers of a game into its record.
type keeper struct {
	*record.Recorder
	plies int
}

func (*keeper) Asked(context.Context, []turn.Question[int]) error { return nil }

func (k *keeper) Answered(asked []turn.Question[int], answers []turn.Answer[int]) error {
	k.plies++
	move, _ := json.Marshal(answers[0].Value)
	k.Answer(record.Answer{Ply: k.plies, Seat: seats[asked[0].Seat], Move: move, Say: answers[0].Say})
	return k.Err()
}

// play plays one game, of which it writes the record.
func play(ctx context.Context, seed string, to io.Writer) (turn.Result, error) {
	chance, err := pyrand.Parse(seed)
	if err != nil {
		return turn.Result{}, err
	}
	k, r := &keeper{Recorder: record.NewRecorder(to)}, &referee{left: row.W}
	players := []record.Seat{{Seat: "blue", Name: "guesser"}, {Seat: "red", Name: "champion"}}
	k.Begin(record.Header{Game: "pellets", Seed: seed, Seats: players})
	loop := turn.Loop[int, int]{
		Game:    turn.Game{Seats: seats, Seed: seed, Budget: timer.Control{Move: time.Second}},
		Referee: r, Players: []turn.Player[int, int]{guesser{chance}, champion{}}, Observers: []turn.Observer[int, int]{k},
	}
	if err := loop.Run(ctx); err != nil {
		return turn.Result{}, err
	}
	k.End(record.ResultOf(r.Result(), seats))
	return r.Result(), k.Err()
}

// Example plays the game of README.md and reads its record again.
func Example() {
	thread := cpu.This()
	path := filepath.Join(os.TempDir(), "pellets-"+seeds.Draw()+".jsonl")
	defer os.Remove(path)
	file, err := os.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := play(context.Background(), "7", file)
	fmt.Println(seats[result.Winner], result.Reason, err, file.Close())

	text, err := files.ReadOf(path, files.MostText)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := record.ReadGame(text, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(game.Answers), game.Sound())
	r := &referee{left: row.W}
	for _, a := range game.Answers {
		canvas, board := r.draw()
		canvas.Write(os.Stdout, func(ascii.Style) string { return "" })
		if seen := len(board.Layers["pellets"].Cells); seen != r.left {
			fmt.Println(seen, "pellets, want", r.left)
		}
		var eat int
		json.Unmarshal(a.Move, &eat)
		r.Answer([]turn.Answer[int]{{Value: eat}})
	}
	r.Answer([]turn.Answer[int]{{Value: 4}})
	fmt.Println(r.failed)
	spent, ok := thread.Spent()
	fmt.Println(!ok || spent > 0)
	// Output:
	// red last <nil> <nil>
	// 6 <nil>
	// ............
	// ..........
	// ........
	// .......
	// ....
	// ..
	// eat one to three pellets (R1)
	// true
}

// TestReadme compares the game of README.md with the one that Example plays, and its list of packages with the folders.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(page), "```go\n")
	code, _, ended := strings.Cut(code, "```\n")
	if !ended || !strings.Contains(string(source), "\n"+code+"\n// Example ") {
		t.Error("the game in README.md is not that of readme_test.go")
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "arena" && !strings.Contains(string(page), "| `"+e.Name()+"` |") {
			t.Errorf("README.md has no line for %s", e.Name())
		}
	}
}
