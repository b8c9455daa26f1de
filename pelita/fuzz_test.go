package pelita_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

// bytesChance is a Chance that draws the bytes of a fuzzer's input, and then zeros.
type bytesChance []byte

func (b *bytesChance) Below(n int) int {
	if len(*b) == 0 {
		return 0
	}
	first := (*b)[0]
	*b = (*b)[1:]
	return int(first) % n
}

func (b *bytesChance) Below64(n uint64) uint64 { return uint64(b.Below(int(min(n, 256)))) }
func (b *bytesChance) Float64() float64        { return float64(b.Below(256)) / 256 }

// checkGame plays a game whose choices are the bytes of any text. After each turn, the laws of a position must hold.
func checkGame(t *testing.T, version pelita.Version, text []byte) {
	layouts := []string{small, wideOpen, "########\n#ab....#\n#....yx#\n########"}
	chance := bytesChance(text)
	s := board(t, version, layouts[chance.Below(len(layouts))], 'a')
	s.Round, s.Turn, s.MaxRounds = 0, -1, 40
	for s.Phase < pelita.Finished && len(chance) > 0 {
		s.Begin(&chance)
		checkPosition(t, s)
		before, left := *s, slices.Clone(chance)
		copied := before
		from := s.Bots[s.Turn]
		switch kind := chance.Below(20); kind {
		case 0:
			s.Late(&chance)
		case 1:
			s.Step(pelita.MoveTo(from.Add(at(2, 0))), &chance)
		default:
			options := s.Maze.Options(from)
			s.Step(pelita.MoveTo(options[chance.Below(len(options))]), &chance)
		}
		checkPosition(t, s)
		checkCopy(t, &before, &copied, left)
		if s.Phase == pelita.Running && s.Bots[s.Turn].Distance(from) > 1 && !s.Killed[s.Turn] {
			t.Fatalf("bot %c went from %v to %v", pelita.Letters[s.Turn], from, s.Bots[s.Turn])
		}
	}
}

// checkCopy continues a copy of p for some turns with moves other than those of the game. p must stay equal to same, and what it
// shows must not change.
func checkCopy(t *testing.T, p, same *pelita.Position, chance bytesChance) {
	t.Helper()
	image, ages := fmt.Sprint(p, p.AllFood(), p.Food), [2][]pelita.Aged{p.Ages(pelita.Blue), p.Ages(pelita.Red)}
	q := p.Play(p.AppendMoves(nil)[0], &chance)
	for range 3 {
		if q.Phase == pelita.Running {
			q.Begin(&chance)
			q.Late(&chance)
		}
	}
	if !p.Equal(same) || p.Equal(&q) {
		t.Fatal("a copy has changed with the game, or the game has not changed")
	}
	if again := fmt.Sprint(p, p.AllFood(), p.Food); again != image {
		t.Fatalf("a copy has changed with the game: from %s to %s", image, again)
	}
	if diff := cmp.Diff(ages, [2][]pelita.Aged{p.Ages(pelita.Blue), p.Ages(pelita.Red)}); diff != "" {
		t.Fatalf("the ages of a copy have changed with the game (-then +now):\n%s", diff)
	}
}

func checkPosition(t *testing.T, s *pelita.Position) {
	t.Helper()
	m, from := s.Maze, s.Bots[s.Turn]
	// Check is the definition of a legal move; the tables must say the same.
	var legal []pelita.Cell
	for i := range m.Cells() {
		if s.Check(pelita.MoveTo(m.At(i))) == pelita.Legal {
			legal = append(legal, m.At(i))
		}
	}
	for _, table := range [][]pelita.Cell{m.Legal(from), m.Options(from)} {
		sorted := slices.Clone(table)
		pelita.SortCells(sorted)
		if diff := cmp.Diff(legal, sorted); diff != "" {
			t.Fatalf("legal moves from %v (-by Check +by table):\n%s", from, diff)
		}
	}
	kills, deaths := 0, 0
	var points [2]int
	for bot, c := range s.Bots {
		if !m.Free(c) {
			t.Fatalf("bot %c is on %v", pelita.Letters[bot], c)
		}
		kills, deaths = kills+s.Kills[bot], deaths+s.Deaths[bot]
		points[bot%2] += s.Eaten[bot] + pelita.KillPoints*s.Kills[bot]
	}
	if points != s.Score {
		t.Fatalf("score %v, but %v by what the bots have eaten and killed", s.Score, points)
	}
	if kills != deaths {
		t.Fatalf("%d kills, %d deaths", kills, deaths)
	}
	for seat := range pelita.Seat(2) {
		list := s.Food[seat].Sorted()
		if len(slices.Compact(slices.Clone(list))) != len(list) || len(list) != s.Food[seat].Len() {
			t.Fatalf("pellets %v", list)
		}
		for _, c := range list {
			if !m.Free(c) || m.Side(c) != seat {
				t.Fatalf("a pellet of the %v team is on %v", seat, c)
			}
		}
	}
	l, err := pelita.ParseLayoutWith(s.String(), pelita.Extra{Lax: true})
	if err != nil || !cmp.Equal(l.Walls, m.Walls()) {
		t.Fatalf("the board is not read back: %v\n%s", err, s)
	}
}

func TestR13GameLaws(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		text := make([]byte, 300)
		for j := range text {
			text[j] = byte(chance.Uint32())
		}
		checkGame(t, pelita.Version(i%2), text)
	}
}

func FuzzGame(f *testing.F) {
	f.Add(uint8(0), []byte("\x00abcdefghijklmnop"))
	f.Add(uint8(1), []byte("\x02\xff\x13\x07 eat, kill, die"))
	f.Fuzz(func(t *testing.T, version uint8, text []byte) { checkGame(t, pelita.Version(version%2), text) })
}
