package reantics_test

import (
	"slices"
	"strings"
	"testing"

	. "github.com/gridiron-games/gridiron/reantics"
)

// laws checks what holds in every position, and returns the legal actions.
func laws(t *testing.T, p *Position) []Move {
	t.Helper()
	if again, err := ParsePosition(p.String()); err != nil || again != *p {
		t.Fatalf("%v\nis read back as\n%v\n%v", p, &again, err)
	}
	if again, err := Make(p.State()); err != nil || again != *p {
		t.Fatalf("%v\nis made again as\n%v\n%v", p, &again, err)
	}
	turned := *p
	turned.Turn()
	if turned.Turn(); turned != *p {
		t.Fatalf("%v\nturned twice is\n%v", p, &turned)
	}
	if p.Phase() != Playing {
		return nil
	}
	moves := p.AppendMoves(nil)
	for s := Blue; s <= Red; s++ {
		var cells Set
		for _, a := range p.AppendAnts(nil, s) {
			cells = cells.Or(SetOf(a.Cell))
		}
		if cells != p.Occupied(s) || cells.Len() != p.Count(s) || !p.Occupied(Blue).And(p.Occupied(Red)).Empty() {
			t.Fatalf("%v\nhas the ants of %v elsewhere", p, s)
		}
	}
	return moves
}

// listsAgree compares the lists of legal actions with one another and with Check.
func listsAgree(t *testing.T, p *Position, moves []Move) {
	t.Helper()
	legal := map[Move]bool{}
	for _, m := range moves {
		if legal[m] || p.Check(m) != Legal {
			t.Fatalf("%v\n%v is listed, twice %v, but %v", p, m, legal[m], p.Check(m))
		}
		legal[m] = true
	}
	listed := p.AppendListedMoves(nil)
	for _, m := range listed {
		if !legal[m] {
			t.Fatalf("%v\n%v is only in the original's list", p, m)
		}
	}
	slices.Sort(listed)
	if n := len(slices.Compact(listed)); n != len(moves) {
		t.Fatalf("%v\nthe original's list has %d different actions, ours %d", p, n, len(moves))
	}
	for i := range p.Count(p.Side()) {
		var ends, destinations Set
		from := p.Ant(p.Side(), i).Cell
		for _, m := range moves {
			if m.Kind() == MoveAnt && m.From() == from {
				ends = ends.Or(SetOf(m.To()))
			}
		}
		for _, m := range p.AppendDestinations(nil, i) {
			if !legal[m] || destinations.Has(m.To()) {
				t.Fatalf("%v\n%v leads to a destination, legal %v", p, m, legal[m])
			}
			destinations = destinations.Or(SetOf(m.To()))
		}
		if ends != destinations {
			t.Fatalf("%v\nthe ant on %v has other destinations", p, from)
		}
		everyPath(t, p, legal, Walk(from))
	}
	for c := range Cell(Cells) {
		for kind := Queen; kind <= Types; kind++ {
			if m := BuildAnt(c, kind); (p.Check(m) == Legal) != legal[m] {
				t.Fatalf("%v\nCheck(%v) = %v, listed %v", p, m, p.Check(m), legal[m])
			}
		}
	}
}

// everyPath compares Check with the list for every path that goes on from path by adjacent cells, cells off the board left out.
func everyPath(t *testing.T, p *Position, legal map[Move]bool, path Move) {
	t.Helper()
	if (p.Check(path) == Legal) != legal[path] {
		t.Fatalf("%v\nCheck(%v) = %v, listed %v", p, path, p.Check(path), legal[path])
	}
	if path.Len() == MaxPath {
		return
	}
	for _, q := range AppendAdjacent(nil, path.To()) {
		everyPath(t, p, legal, Walk(append(path.Path(nil), q)...))
	}
}

// bytesChance is a generator that mixes in the bytes again and again: any bytes give a game, and draws until a cell is free end.
type bytesChance struct {
	bytes []byte
	drawn int
	state uint64
}

func (b *bytesChance) Below(n int) int {
	b.state = b.state*6364136223846793005 + uint64(b.bytes[b.drawn%len(b.bytes)])*2 + 1
	b.drawn++
	return int((b.state >> 33) % uint64(n))
}

// FuzzGame plays any bytes as a legal game.
func FuzzGame(f *testing.F) {
	f.Add(false, []byte("any bytes are a placement and then a game of legal actions"))
	f.Add(true, []byte{0, 255, 7, 8, 200, 13, 99, 64, 32, 31, 30, 29, 28, 27, 26})
	f.Add(false, []byte(strings.Repeat("ants walk and ants talk", 20)))
	f.Fuzz(playBytes)
}

// playBytes plays any bytes as a legal game and checks the laws.
func playBytes(t *testing.T, original bool, game []byte) {
	if len(game) == 0 || len(game) > 300 {
		return
	}
	rules := Manual
	if original {
		rules = Original
	}
	p, draw := Start(rules), &bytesChance{bytes: game}
	for p.Phase() != Playing {
		cells := p.DrawPlacement(nil, draw)
		if rule := p.CheckPlacement(cells); rule != Legal {
			t.Fatalf("%v\n%v: %v", &p, cells, rule)
		}
		p.Place(cells[:1+draw.Below(len(cells))])
		laws(t, &p)
	}
	for i := range game {
		moves := laws(t, &p)
		if i%32 == 0 {
			listsAgree(t, &p, moves)
		}
		m := moves[draw.Below(len(moves))]
		before := p
		after := p.Play(m)
		if p != before {
			t.Fatalf("%v\n%v: Play has changed the position", &before, m)
		}
		if p.Step(m); p != after {
			t.Fatalf("%v\n%v: Play and Step differ", &before, m)
		}
		if targets := p.AppendTargets(nil); p.Attacker() != NoCell {
			laws(t, &p)
			c := targets[draw.Below(len(targets))]
			if rule := p.CheckAttack(c); rule != Legal {
				t.Fatalf("%v\nattack on %v: %v", &p, c, rule)
			}
			p.Attack(c)
		}
		if _, over := p.Outcome(); over {
			laws(t, &p)
			return
		}
	}
}

// FuzzText reads any text as an action and as a position: what is accepted is printed back.
func FuzzText(f *testing.F) {
	for _, text := range []string{"M2333", "B21W", "E", "U", whole, bare, field, started} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := ParseMove(text); err == nil && m.String() != text {
			t.Errorf("action %q is printed as %q", text, m)
		}
		if p, err := ParsePosition(text); err == nil {
			laws(t, &p)
		}
	})
}
