package ks_test

import (
	"bytes"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// start returns a start on a board of the given size with nothing but its border.
func start(t testing.TB, w, h int, first tron.Seat) tron.Position {
	t.Helper()
	m := tron.Map{Constants: tron.Standard, First: first}
	for y := range h {
		row := make([]bool, w)
		for x := range row {
			row[x] = x == 0 || y == 0 || x == w-1 || y == h-1
		}
		m.AreaWalls = append(m.AreaWalls, row)
	}
	m.Bikes = [2]tron.Start{
		{At: grid.Point{X: 1, Y: 1}, Direction: tron.Right},
		{At: grid.Point{X: w - 2, Y: h - 2}, Direction: tron.Left},
	}
	p, err := m.Start()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drive plays some cycles with turns along the border and the wall breaker on.
func drive(p tron.Position, cycles int) tron.Position {
	for range cycles {
		var commands [2]tron.Command
		for s := range tron.Seat(2) {
			b := p.Bike(s)
			if p.Cell(b.At.Add(b.Direction.Delta())) == tron.AreaWall {
				commands[s] = tron.Turn(b.Direction.Clockwise())
			}
			commands[s] = commands[s].ThenBreaker()
		}
		p.Step(commands)
	}
	return p
}

// AppendWorld writes the same bytes as Append with the schema.
func TestAppendWorld(t *testing.T) {
	for _, size := range []grid.Size{{W: 3, H: 3}, {W: 35, H: 21}, {W: 255, H: 4}, {W: 256, H: 4}, {W: 3, H: 341}} {
		for first := range tron.Seat(2) {
			p := start(t, size.W, size.H, first)
			for cycle := range 40 {
				want := ks.Encode("World", ks.World(&p))
				if got := ks.AppendWorld(nil, &p); !bytes.Equal(got, want) {
					t.Fatalf("%v, cycle %d: world\n  is %x\nwant %x", size, cycle, got, want)
				}
				frame := ks.Frame("RealtimeSnapshot", ks.Struct{
					"world_payload": string(want), "current_cycle": p.Cycle(), "cycle_duration": 0.5,
				})
				if got := ks.AppendSnapshot(nil, &p, 0.5); !bytes.Equal(got, frame) {
					t.Fatalf("%v, cycle %d: snapshot\n  is %x\nwant %x", size, cycle, got, frame)
				}
				p = drive(p, 1)
			}
		}
	}
}

func TestAppendWorldAllocatesNothing(t *testing.T) {
	p := drive(start(t, 35, 21, tron.Blue), 30)
	buffer := ks.AppendSnapshot(nil, &p, 0.5)
	if n := testing.AllocsPerRun(100, func() { buffer = ks.AppendSnapshot(buffer[:0], &p, 0.5) }); n != 0 {
		t.Errorf("%v allocations a snapshot, want none", n)
	}
	if len(buffer) != 1724 { // as the original's
		t.Errorf("a snapshot of a board of 35x21 has %d bytes, want 1724", len(buffer))
	}
}

func BenchmarkWorld(b *testing.B) {
	p := drive(start(b, 35, 21, tron.Blue), 30)
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer = ks.AppendWorld(buffer[:0], &p)
	}
}

// A client reads from a World the position that the server wrote, as long as nobody has crashed.
func TestReadWorld(t *testing.T) {
	for first := range tron.Seat(2) {
		for p := start(t, 12, 8, first); !p.Over(); p = drive(p, 1) {
			got, err := ks.ReadWorld(ks.AppendWorld(nil, &p), p.Cycle())
			if err != nil || got != p {
				t.Fatalf("%v reads again as\n%v%v", p, got, err)
			}
		}
	}
	p := start(t, 12, 8, tron.Blue)
	whole := ks.AppendWorld(nil, &p)
	for n := range whole {
		if _, err := ks.ReadWorld(whole[:n], 0); err == nil {
			t.Fatalf("the first %d of %d bytes read as a world", n, len(whole))
		}
	}
}

// FuzzWorld reads what a server may send: an error or a position that is written as it was read.
func FuzzWorld(f *testing.F) {
	p := start(f, 5, 4, tron.Yellow)
	f.Add(ks.AppendWorld(nil, &p), 0)
	p = drive(p, 3)
	f.Add(ks.AppendWorld(nil, &p), 3)
	f.Add([]byte{1, 0, 1, 0, 1, 0, 0}, 0)
	f.Fuzz(func(t *testing.T, data []byte, cycle int) {
		p, err := ks.ReadWorld(data, cycle)
		if err != nil {
			return
		}
		again, err := ks.ReadWorld(ks.AppendWorld(nil, &p), p.Cycle())
		if err != nil || again != p {
			t.Fatalf("%v reads again as\n%v%v", p, again, err)
		}
	})
}
