package pelita_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

// look returns the question to blue after bot a has looked for its enemies.
func look(s *pelita.Position, chance pelita.Chance) pelita.View {
	var seen [pelita.Bots]pelita.Sight
	s.Look(0, chance, &seen)
	return s.ViewOf(pelita.Blue, pelita.AskMove, &seen)
}

func TestR10Noise(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a', place("x", 8, 5), place("y", 16, 5))
	// x is 4 steps away; y may be on 25 cells, of which the last is drawn.
	shown := shownFor(s.Maze, at(16, 5))
	v := look(s, &draws{t: t, list: []int{len(shown) - 1}})
	if v.Enemy.Noisy != [2]bool{false, true} || v.Enemy.Bots != [2]pelita.Cell{at(8, 5), shown[len(shown)-1]} {
		t.Errorf("enemies %v, noisy %v: want x seen, y on %v", v.Enemy.Bots, v.Enemy.Noisy, shown[len(shown)-1])
	}
	for _, c := range shown {
		if c.Distance(at(16, 5)) > pelita.NoiseRadius || !s.Maze.Free(c) {
			t.Errorf("%v is shown for (16, 5)", c)
		}
	}
	if !cmp.Equal(shown[len(shown)-1], at(16, 5)) {
		t.Errorf("the cells end with %v, want that of the bot, ascending", shown[len(shown)-1])
	}
}

// shownFor returns the cells at which a bot on c may be shown.
func shownFor(m *pelita.Maze, c pelita.Cell) (cells []pelita.Cell) {
	for _, i := range m.Shown(c) {
		cells = append(cells, m.At(int(i)))
	}
	return cells
}

// A bot that is walled in is shown on its own cell, without a draw, and as certain.
func TestR10OneCell(t *testing.T) {
	s := board(t, pelita.V251, `
		################################
		#a ################# ######## y#
		#b ########################## x#
		################################`, 'a', place("x", 20, 1), place("y", 20, 1))
	if v := look(s, &draws{t: t}); v.Enemy.Noisy != [2]bool{} || v.Enemy.Bots[0] != at(20, 1) {
		t.Errorf("enemies on %v, noisy %v", v.Enemy.Bots, v.Enemy.Noisy)
	}
}

func TestR11Relocation(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a', place("a", 1, 2), place("b", 6, 4))
	quiet := &draws{t: t}
	for age := 1; age <= pelita.MaxFoodAge; age++ {
		s.Age(pelita.Blue)
		if moved := s.Relocate(pelita.Blue, quiet); moved != nil {
			t.Fatalf("%v were relocated at the age of %d", moved, age)
		}
		if got := s.Ages(pelita.Blue); len(got) != 2 || got[0].Age != age {
			t.Fatalf("ages %v in turn %d", got, age)
		}
	}
	s.Age(pelita.Blue)
	// The first target is the lowest cell of the home that nobody is near.
	moved := s.Relocate(pelita.Blue, &draws{t: t, list: []int{0, 0}})
	if diff := cmp.Diff([]pelita.Cell{at(1, 1), at(7, 4)}, moved); diff != "" {
		t.Errorf("relocated (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]pelita.Cell{at(1, 4), at(1, 5)}, s.Food[pelita.Blue].Sorted()); diff != "" {
		t.Errorf("pellets of blue (-want +got):\n%s", diff)
	}
	if got := s.Ages(pelita.Blue); len(got) != 0 {
		t.Errorf("ages %v after the relocation", got)
	}
}

func TestR11AgesAreForgottenAndKept(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a', place("a", 1, 2))
	s.Age(pelita.Blue)
	s.Bots[0] = at(4, 2)
	s.Age(pelita.Blue)
	if got := s.Ages(pelita.Blue); len(got) != 0 {
		t.Errorf("ages %v without a ghost", got)
	}
	s.Bots[0] = at(1, 2)
	s.Age(pelita.Blue)
	s.Turn = 1
	s.Move(at(1, 1)) // x eats the pellet in the shadow
	s.Age(pelita.Blue)
	if got := s.Ages(pelita.Blue); len(got) != 1 || got[0] != (pelita.Aged{Cell: at(1, 1), Age: 1}) {
		t.Errorf("ages %v: want the eaten pellet with its last age", got)
	}
	if diff := cmp.Diff([]pelita.Cell{at(1, 1)}, s.ViewOf(pelita.Blue, pelita.AskMove, &[4]pelita.Sight{}).Team.Shaded); diff != "" {
		t.Errorf("shaded pellets (-want +got):\n%s", diff)
	}
}

// A position keeps some ages in an array and others in a list: copies are independent in both.
func TestR11ManyAges(t *testing.T) {
	s := board(t, pelita.V270, wideOpen, 'a', place("a", 1, 2))
	var eaten []pelita.Aged
	for _, c := range s.Maze.Home(pelita.Blue) {
		if !slices.Contains(s.Food[pelita.Blue].List(), c) {
			eaten = append(eaten, pelita.Aged{Cell: c, Age: len(eaten) % 9})
		}
	}
	s.SetAges(pelita.Blue, append(eaten, pelita.Aged{Cell: at(1, 1), Age: 30}))
	before, same := *s, *s
	if !before.Equal(&same) || len(eaten) < 33 {
		t.Fatalf("a copy is another position, or %d ages are too few", len(eaten))
	}
	s.Age(pelita.Blue)
	if want := append(slices.Clone(eaten), pelita.Aged{Cell: at(1, 1), Age: 31}); !slices.Equal(want, s.Ages(pelita.Blue)) {
		t.Errorf("ages %v, want %v", s.Ages(pelita.Blue), want)
	}
	moved := s.Relocate(pelita.Blue, &draws{t: t, list: []int{0}})
	if diff := cmp.Diff([]pelita.Cell{at(1, 1)}, moved); diff != "" || !slices.Equal(eaten, s.Ages(pelita.Blue)) {
		t.Errorf("relocated (-want +got):\n%sages %v", diff, s.Ages(pelita.Blue))
	}
	if !before.Equal(&same) || before.Equal(s) || before.Ages(pelita.Blue)[len(eaten)].Age != 30 {
		t.Error("a copy has changed with the game")
	}
	shaded := s.AppendShaded(nil, pelita.Blue)
	for i, a := range eaten {
		if shaded[i] != a.Cell {
			t.Fatalf("shaded pellet %d is %v, want %v", i, shaded[i], a.Cell)
		}
	}
}

func TestR11ShadowReaches(t *testing.T) {
	for _, tt := range []struct {
		version pelita.Version
		from    pelita.Cell
		in      bool
	}{
		{pelita.V251, at(2, 1), true}, {pelita.V251, at(3, 1), false}, {pelita.V251, at(2, 2), false},
		{pelita.V270, at(3, 1), true}, {pelita.V270, at(2, 2), true}, {pelita.V270, at(3, 2), false},
	} {
		s := board(t, tt.version, wideOpen, 'a', place("a", tt.from.X, tt.from.Y))
		s.Age(pelita.Blue)
		if in := len(s.Ages(pelita.Blue)) == 1; in != tt.in {
			t.Errorf("%v: pellet (1, 1) in the shadow of %v: %v, want %v", tt.version, tt.from, in, tt.in)
		}
	}
	s := board(t, pelita.V251, wideOpen, 'a', place("x", 7, 3))
	s.Age(pelita.Blue)
	if len(s.Ages(pelita.Blue)) != 0 {
		t.Error("a pacman of the enemy darkens")
	}
}

func TestR11Camping(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a', place("a", 1, 2))
	s.AllowCamping = true
	for range 40 {
		s.Age(pelita.Blue)
		s.Relocate(pelita.Blue, &draws{t: t})
	}
	if got := s.Ages(pelita.Blue); len(got) != 1 || got[0].Age != 40 {
		t.Errorf("ages %v: want 40 turns", got)
	}
}

func TestR12Failure(t *testing.T) {
	winner := func(s *pelita.Position) int {
		o, over := s.Outcome()
		if !over {
			t.Error("the game goes on")
		}
		return o.Winner
	}
	t.Run("2.5.1: an illegal move is an error and a random move", func(t *testing.T) {
		s := board(t, pelita.V251, small, 'a')
		s.Killed[0] = true
		to, moved := s.Step(pelita.MoveTo(at(5, 1)), &draws{t: t, list: []int{0}}) // north is a wall: east is first
		if s.Bots[0] != at(2, 1) || s.Errors != [2]int{1, 0} || to != at(2, 1) || !moved || s.Killed[0] {
			t.Errorf("bot on %v, put on %v (%v), errors %v", s.Bots[0], to, moved, s.Errors)
		}
	})
	t.Run("2.5.1: a late answer is an error and a random move", func(t *testing.T) {
		s := board(t, pelita.V251, small, 'a')
		to, moved := s.Late(&draws{t: t, list: []int{1}})
		if s.Bots[0] != at(1, 2) || s.Errors != [2]int{1, 0} || to != at(1, 2) || !moved {
			t.Errorf("bot on %v, put on %v (%v), errors %v", s.Bots[0], to, moved, s.Errors)
		}
	})
	t.Run("2.5.1: the fifth error disqualifies before the bot moves", func(t *testing.T) {
		s := board(t, pelita.V251, small, 'a')
		s.Errors[pelita.Blue] = 4
		s.Killed[0] = true
		_, moved := s.Late(&draws{t: t})
		if winner(s) != int(pelita.Red) || moved || s.Bots[0] != at(1, 1) || !s.Killed[0] {
			t.Errorf("moved %v, bot on %v, killed %v: want false, (1, 1) and true", moved, s.Bots[0], s.Killed[0])
		}
	})
	t.Run("2.7.0: an illegal move is fatal", func(t *testing.T) {
		s := board(t, pelita.V270, small, 'a')
		_, moved := s.Step(pelita.MoveTo(at(9, 9)), &draws{t: t})
		if winner(s) != int(pelita.Red) || moved || s.Bots[0] != at(1, 1) || s.Fatal != [2]bool{true, false} {
			t.Errorf("fatal errors %v, bot on %v", s.Fatal, s.Bots[0])
		}
	})
	t.Run("2.7.0: a late answer is fatal", func(t *testing.T) {
		s := board(t, pelita.V270, small, 'x')
		s.Late(&draws{t: t})
		if winner(s) != int(pelita.Blue) || s.Fatal != [2]bool{false, true} {
			t.Errorf("fatal errors %v", s.Fatal)
		}
	})
	t.Run("an exception is fatal", func(t *testing.T) {
		s := board(t, pelita.V251, small, 'x')
		s.Fail()
		if winner(s) != int(pelita.Blue) || s.Fatal != [2]bool{false, true} {
			t.Errorf("fatal errors %v", s.Fatal)
		}
	})
}

// Each rule that Check returns has a name, and a text with its number in RULES.md.
func TestR6Rules(t *testing.T) {
	s := board(t, pelita.V251, small, 'a')
	for _, tt := range []struct {
		move pelita.Move
		want pelita.Rule
		name string
		text string
	}{
		{pelita.MoveTo(at(2, 1)), pelita.Legal, "legal", "the move is legal"},
		{pelita.Move{To: at(2, 1), Raw: `"ab"`}, pelita.NoCell, "no_cell", "a move is a cell, two integers (R6)"},
		{pelita.MoveTo(at(1, -1)), pelita.OffBoard, "off_board", "the cell is not on this board (R6)"},
		{pelita.MoveTo(at(1, 0)), pelita.OntoWall, "onto_wall", "the cell is a wall (R6)"},
		{pelita.MoveTo(at(2, 2)), pelita.TooFar, "too_far", "a bot goes one step up, down, left or right, or stays (R6)"},
	} {
		if got := s.Check(tt.move); got != tt.want || got.String() != tt.name || got.Error() != tt.text {
			t.Errorf("%v breaks %v: %s", tt.move, got, got.Error())
		}
	}
	var legal []pelita.Cell
	for _, m := range s.AppendMoves(nil) {
		legal = append(legal, m.To)
	}
	if diff := cmp.Diff([]pelita.Cell{at(2, 1), at(1, 2), at(1, 1)}, legal); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
}

// In the first turn only the noise is drawn, first for the enemy with the lower number.
func TestR13Draws(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a', place("x", 16, 5), place("y", 16, 4))
	s.Round, s.Turn = 0, -1
	d := &draws{t: t, list: []int{0, 1}}
	s.Begin(d)
	v := look(s, d)
	want := [2]pelita.Cell{shownFor(s.Maze, at(16, 5))[0], shownFor(s.Maze, at(16, 4))[1]}
	if len(d.list) != 0 || v.Enemy.Bots != want {
		t.Errorf("enemies %v with %d draws left, want %v", v.Enemy.Bots, len(d.list), want)
	}
}

func TestR14PelletsComeInTheOrderOfTheSet(t *testing.T) {
	s := board(t, pelita.V251, "########\n#a #.. #\n#b. .xy#\n########", 'a')
	var set pelita.Set
	for _, c := range s.Food[pelita.Red].Sorted() {
		set.Add(c)
	}
	if diff := cmp.Diff(set.Append(nil), s.Food[pelita.Red].List()); diff != "" {
		t.Errorf("pellets (-want +got):\n%s", diff)
	}
	before := s.Food[pelita.Red].List()
	kept := append([]pelita.Cell(nil), before...)
	s.Turn = 0
	s.Bots[0] = at(3, 2)
	s.Step(pelita.MoveTo(at(4, 2)), &draws{t: t})
	s.Relocate(pelita.Red, &draws{t: t})
	if diff := cmp.Diff(kept, before); diff != "" {
		t.Errorf("a list that was shown has changed (-then +now):\n%s", diff)
	}
}
