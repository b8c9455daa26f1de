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

// What a bot saw before is forgotten. Five steps are near enough to see, for the bots of both teams.
func TestR10WhoIsSeen(t *testing.T) {
	for _, tt := range []struct {
		bot   int
		draws []int
		want  [pelita.Bots]bool
	}{
		{0, []int{0}, [4]bool{3: true}}, {1, []int{0}, [4]bool{2: true}}, {2, []int{0, 0}, [4]bool{1: true, 3: true}}, {3, []int{0, 0}, [4]bool{0: true, 2: true}},
	} {
		s := board(t, pelita.V251, wideOpen, 'a', place("a", 8, 1), place("x", 9, 5), place("b", 1, 5), place("y", 16, 5))
		seen := [pelita.Bots]pelita.Sight{{Noisy: true}, {Noisy: true}, {Noisy: true}, {Noisy: true}}
		s.Look(tt.bot, &draws{t: t, list: tt.draws}, &seen)
		var got [pelita.Bots]bool
		for bot := range got {
			got[bot] = seen[bot].Noisy
		}
		if got != tt.want {
			t.Errorf("bot %c: noisy bots %v, want %v", pelita.Letters[tt.bot], got, tt.want)
		}
	}
}

// A turn begins with the ages of the team's pellets, and the game is running from the first.
func TestR4Begin(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a', place("a", 1, 2))
	s.Round, s.Turn = 0, -1
	s.SetAges(pelita.Blue, []pelita.Aged{{Cell: at(1, 1), Age: 30}})
	if moved := s.Begin(&draws{t: t, list: []int{0}}); s.Phase != pelita.Running || len(moved) != 1 || moved[0] != at(1, 1) {
		t.Errorf("phase %d, relocated %v: want a running game and (1, 1)", s.Phase, moved)
	}
}

// Whatever bot fails: it is no longer shown as killed after its turn, and the game ends as after any other turn.
func TestR12TurnsThatEnd(t *testing.T) {
	fresh := func(v pelita.Version) *pelita.Position {
		s := board(t, v, small, 'a')
		s.Killed[0] = true
		return s
	}
	s := fresh(pelita.V251)
	if s.Step(pelita.MoveTo(at(2, 1)), &draws{t: t}); s.Killed[0] {
		t.Error("killed since its last move, after a legal move")
	}
	s = fresh(pelita.V251)
	if s.Late(&draws{t: t, list: []int{0}}); s.Killed[0] {
		t.Error("killed since its last move, after a random move")
	}
	s = fresh(pelita.V270)
	if _, moved := s.Late(&draws{t: t}); moved || s.Phase != pelita.Finished {
		t.Errorf("2.7.0: moved %v, phase %d after a late answer: want a finished game", moved, s.Phase)
	}
	s = board(t, pelita.V251, small, 'y')
	s.Round = 300
	if s.Late(&draws{t: t, list: []int{0}}); s.Phase != pelita.Finished || !s.Judge(false) {
		t.Errorf("phase %d after a random move in the last turn: want a finished game, which stays finished", s.Phase)
	}
	s = board(t, pelita.V251, small, 'a')
	s.Round, s.Turn, s.Fatal[pelita.Red] = 0, -1, true
	if s.Judge(false); s.Phase != pelita.Finished {
		t.Errorf("2.5.1: phase %d after a failure in the set-up: want finished", s.Phase)
	}
}

// In each turn the sets are copied, which changes the order of the pellets after some were eaten.
func TestR14SetsAreCopied(t *testing.T) {
	for _, seat := range []pelita.Seat{pelita.Blue, pelita.Red} {
		s := board(t, pelita.V251, "##############\n#a.... .....y#\n#......x....b#\n##############", 'a')
		var want pelita.Set
		for _, c := range s.Food[seat].Sorted() {
			want.Add(c)
		}
		if slices.IsSortedFunc(want.Append(nil), pelita.Cell.Compare) {
			t.Fatal("the pellets are in the order of the cells: the test does not see which order counts")
		}
		sorted := s.Food[seat].Sorted()
		if !slices.IsSortedFunc(sorted, pelita.Cell.Compare) {
			t.Errorf("sorted pellets %v", sorted)
		}
		for _, c := range sorted[4:] {
			s.Turn = int(seat.Other())
			s.Move(c)
			want = want.Clone()
			want.Remove(c)
		}
		before := want.Append(nil)
		if want.Recopy(); slices.Equal(before, want.Append(nil)) {
			t.Fatal("a copy has the same order: the test does not see it")
		}
		s.Relocate(pelita.Blue, &draws{t: t})
		if diff := cmp.Diff(want.Append(nil), s.Food[seat].List()); diff != "" {
			t.Errorf("pellets of %v (-want +got):\n%s", seat, diff)
		}
	}
}

// Each part of a position counts when two are compared.
func TestEqualPositions(t *testing.T) {
	other := board(t, pelita.V251, small, 'a').Maze
	ages := func(s *pelita.Position, n, age int) {
		list := make([]pelita.Aged, n)
		for i := range list {
			list[i] = pelita.Aged{Cell: at(1, 1), Age: age}
		}
		s.SetAges(pelita.Red, list)
	}
	for name, change := range map[string]func(s *pelita.Position){
		"options": func(s *pelita.Position) { s.ErrorLimit++ },
		"maze":    func(s *pelita.Position) { s.Maze = other },
		"phase":   func(s *pelita.Position) { s.Phase++ },
		"round":   func(s *pelita.Position) { s.Round++ },
		"turn":    func(s *pelita.Position) { s.Turn++ },
		"bots":    func(s *pelita.Position) { s.Bots[3] = at(1, 1) },
		"score":   func(s *pelita.Position) { s.Score[1]++ },
		"kills":   func(s *pelita.Position) { s.Kills[3]++ },
		"deaths":  func(s *pelita.Position) { s.Deaths[3]++ },
		"killed":  func(s *pelita.Position) { s.Killed[3] = true },
		"errors":  func(s *pelita.Position) { s.Errors[1]++ },
		"fatal":   func(s *pelita.Position) { s.Fatal[1] = true },
		"pellets": func(s *pelita.Position) {
			s.Move(at(5, 1))
			s.Bots, s.Score = board(t, pelita.V251, small, 'a').Bots, [2]int{}
		},
		"ages":         func(s *pelita.Position) { ages(s, 40, 2); s.SetAges(pelita.Blue, nil) },
		"an early age": func(s *pelita.Position) { list := s.Ages(pelita.Red); list[0].Age++; s.SetAges(pelita.Red, list) },
		"a late age":   func(s *pelita.Position) { list := s.Ages(pelita.Red); list[39].Age++; s.SetAges(pelita.Red, list) },
		"fewer ages":   func(s *pelita.Position) { ages(s, 3, 1) },
	} {
		s := board(t, pelita.V251, small, 'a')
		ages(s, 40, 1)
		same, changed := *s, *s
		if change(&changed); s.Equal(&changed) || changed.Equal(s) || !s.Equal(&same) {
			t.Errorf("%s: two positions are not compared in it", name)
		}
	}
}

// A view is filled in again for each question, and nothing of the last one stays.
func TestFillViewAgain(t *testing.T) {
	s := board(t, pelita.V251, small, 'a')
	s.Errors = [2]int{1, 2}
	v := s.ViewOf(pelita.Blue, pelita.AskMove, &[4]pelita.Sight{1: {Noisy: true, Cell: at(6, 1)}})
	if want := [4]pelita.Cell{at(1, 1), at(6, 1), at(1, 2), at(6, 2)}; v.Bots() != want || v.Enemy.Noisy != [2]bool{true, false} {
		t.Errorf("bots %v, noisy %v: want %v, the first", v.Bots(), v.Enemy.Noisy, want)
	}
	if v.Team.Errors != 1 || v.Enemy.Errors != 0 || v.Setup {
		t.Errorf("errors %d and %d, set-up %v: want 1 and, of the enemy, 0, in a game that has begun", v.Team.Errors, v.Enemy.Errors, v.Setup)
	}
	s.Round = 0
	s.FillView(&v, pelita.Red, pelita.AskStart, &[4]pelita.Sight{})
	if v.Enemy.Noisy != [2]bool{} || v.Bots() != s.Bots || !v.Setup || v.Bot != -1 {
		t.Errorf("bots %v, noisy %v, set-up %v, bot %d: want what is true, before the game", v.Bots(), v.Enemy.Noisy, v.Setup, v.Bot)
	}
}
