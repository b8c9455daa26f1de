package pelita_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

func TestR1Homes_R3Ghosts(t *testing.T) {
	s := board(t, pelita.V251, small, 'a')
	m := s.Maze
	if m.Side(at(3, 1)) != pelita.Blue || m.Side(at(4, 1)) != pelita.Red {
		t.Error("the border is not in the middle")
	}
	if diff := cmp.Diff([]pelita.Cell{at(1, 1), at(1, 2), at(2, 1), at(2, 2), at(3, 2)}, m.Home(pelita.Blue)); diff != "" {
		t.Errorf("home of blue (-want +got):\n%s", diff)
	}
	for bot := range pelita.Bots {
		if !s.IsGhost(bot) {
			t.Errorf("bot %c is no ghost at home", pelita.Letters[bot])
		}
	}
	s.Bots[0] = at(5, 1)
	if s.IsGhost(0) {
		t.Error("a is a ghost abroad")
	}
}

func TestR4Order(t *testing.T) {
	s := board(t, pelita.V251, small, 'a')
	s.Round, s.Turn = 0, -1
	var order []byte
	for range 9 {
		s.Advance()
		order = append(order, pelita.Letters[s.Turn])
	}
	if string(order) != "axbyaxbya" || s.Round != 3 {
		t.Errorf("order %s, round %d: want axbyaxbya and 3", order, s.Round)
	}
}

// The letters of the layout are elsewhere: respawn cells follow from the walls.
func TestR5RespawnCells(t *testing.T) {
	s := board(t, pelita.V251, `
		##########
		#   ab  ##
		# #    # #
		##  xy   #
		##########`, 'a')
	want := [4]pelita.Cell{at(2, 3), at(7, 1), at(1, 2), at(8, 2)}
	var got [4]pelita.Cell
	for bot := range got {
		got[bot] = s.Maze.Respawn(bot)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("respawn cells of a, x, b, y (-want +got):\n%s", diff)
	}
}

func TestR5NoRoomToRespawn(t *testing.T) {
	l, err := pelita.ParseLayout("######\n#ab###\n#xy###\n######")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Maze(); err != nil {
		t.Errorf("four free cells are enough: %v", err)
	}
	walls := append(l.Walls, at(1, 1), at(1, 2), at(2, 2))
	if _, err := pelita.NewMaze(l.Width, l.Height, walls); err == nil {
		t.Error("a maze with one free cell has respawn cells")
	}
}

func TestR6OrderOfMoves(t *testing.T) {
	s := board(t, pelita.V251, `
		##########
		#x       #
		#   a    #
		#b      y#
		##########`, 'a')
	engine := []pelita.Cell{at(4, 1), at(5, 2), at(3, 2), at(4, 3), at(4, 2)}
	if diff := cmp.Diff(engine, s.Maze.Legal(at(4, 2))); diff != "" {
		t.Errorf("order of the referee (-want +got):\n%s", diff)
	}
	player := []pelita.Cell{at(4, 2), at(3, 2), at(5, 2), at(4, 3), at(4, 1)}
	if diff := cmp.Diff(player, s.Maze.Options(at(4, 2))); diff != "" {
		t.Errorf("order of players (-want +got):\n%s", diff)
	}
	for _, m := range []pelita.Move{
		pelita.MoveTo(at(5, 3)), pelita.MoveTo(at(6, 2)), pelita.MoveTo(at(0, 0)), pelita.MoveTo(at(-1, 2)), {To: at(4, 1), Raw: `"ab"`},
	} {
		if s.Check(m) == pelita.Legal {
			t.Errorf("%v is legal for a bot on (4, 2)", m)
		}
	}
	for _, c := range player {
		if s.Check(pelita.MoveTo(c)) != pelita.Legal {
			t.Errorf("%v is illegal for a bot on (4, 2)", c)
		}
	}
}

func TestR9End(t *testing.T) {
	const blue, red, draw = int(pelita.Blue), int(pelita.Red), -1
	for _, tt := range []struct {
		name   string
		change func(*pelita.Position)
		last   bool
		over   bool
		winner int
		reason string
	}{
		{"goes on", func(*pelita.Position) {}, true, false, 0, ""},
		{"fatal error", func(s *pelita.Position) { s.Fatal[pelita.Blue] = true }, false, true, red, "fatal"},
		{"fatal errors of both", func(s *pelita.Position) { s.Fatal = [2]bool{true, true} }, false, true, draw, "fatal"},
		{"fatal before errors", func(s *pelita.Position) { s.Fatal[pelita.Red] = true; s.Errors[pelita.Blue] = 5 }, false, true, blue, "fatal"},
		{"four errors", func(s *pelita.Position) { s.Errors[pelita.Blue] = 4 }, true, false, 0, ""},
		{"five errors", func(s *pelita.Position) { s.Errors[pelita.Blue] = 5 }, false, true, red, "errors"},
		{"five errors of both", func(s *pelita.Position) { s.Errors = [2]int{5, 5} }, false, true, draw, "errors"},
		{"five errors without a limit", func(s *pelita.Position) { s.Errors[pelita.Blue] = 5; s.ErrorLimit = 0 }, true, false, 0, ""},
		{"errors do not look at the score", func(s *pelita.Position) { s.Errors[pelita.Blue] = 5; s.Score[pelita.Blue] = 9 }, false, true, red, "errors"},
		{"last turn", func(s *pelita.Position) { s.Round, s.Turn, s.Score[pelita.Red] = 300, 3, 1 }, true, true, red, "rounds"},
		{"last turn, a draw", func(s *pelita.Position) { s.Round, s.Turn = 300, 3 }, true, true, draw, "rounds"},
		{"last turn, but not after a move", func(s *pelita.Position) { s.Round, s.Turn = 300, 3 }, false, false, 0, ""},
		{"last but one", func(s *pelita.Position) { s.Round, s.Turn = 300, 2 }, true, false, 0, ""},
		{"no rounds", func(s *pelita.Position) { s.Round, s.Turn, s.MaxRounds = 0, -1, 0 }, true, true, draw, "rounds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := board(t, pelita.V251, small, 'a')
			tt.change(s)
			over := s.Judge(tt.last)
			want := pelita.Outcome{}
			if tt.over {
				want = pelita.Outcome{Winner: tt.winner, Reason: tt.reason, Score: s.Score}
			}
			if got, ended := s.Outcome(); over != tt.over || ended != over || got != want {
				t.Errorf("over %v, outcome %+v: want %v, %+v", over, got, tt.over, want)
			}
		})
	}
	t.Run("the last pellet ends it, and does not decide it", func(t *testing.T) {
		s := board(t, pelita.V251, "########\n#  #a. #\n#b.  xy#\n########", 'a')
		s.Score[pelita.Red] = 7
		s.Step(pelita.MoveTo(at(5, 1)), &draws{t: t})
		want := pelita.Outcome{Winner: int(pelita.Red), Reason: pelita.ReasonFood, Score: [2]int{1, 7}}
		if got, _ := s.Outcome(); s.Phase != pelita.Finished || got != want {
			t.Errorf("phase %d, outcome %+v: want finished, %+v", s.Phase, got, want)
		}
	})
	t.Run("2.7.0 fails before the first turn", func(t *testing.T) {
		s := board(t, pelita.V270, small, 'a')
		s.Round, s.Turn = 0, -1
		s.Fatal[pelita.Blue] = true
		want := pelita.Outcome{Winner: int(pelita.Red), Reason: pelita.ReasonFatal} // D1: the original says nobody
		if got, over := s.Outcome(); over || got.Reason != "" {
			t.Errorf("outcome %+v before anybody judged", got)
		}
		if over := s.Judge(true); !over || s.Phase != pelita.Failed {
			t.Errorf("phase %d: want failed", s.Phase)
		}
		if got, over := s.Outcome(); !over || got != want {
			t.Errorf("outcome %+v, want %+v", got, want)
		}
	})
}

const wideOpen = `
	##################
	#.      a        #
	#                #
	#                #
	#b     .        y#
	#              .x#
	##################`
