package amazons

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// perftList is perft by its definition: list, play every turn, go on, and take it back.
func perftList(p *Position, depth int, buffers [][]Move) uint64 {
	moves := p.AppendMoves(buffers[0][:0])
	buffers[0] = moves
	side, queens, removed := p.side, p.queens[p.side], p.removed
	var total uint64
	for _, m := range moves {
		p.Make(m)
		if depth == 1 {
			total++
		} else {
			total += perftList(p, depth-1, buffers[1:])
		}
		p.side, p.queens[side], p.removed = side, queens, removed
	}
	return total
}

// perftWalk sets and clears every leaf in place on a board, without a list.
func perftWalk(b *board, side Seat, depth int) uint64 {
	var total uint64
	before, own := b.blocked, b.queens[side]
	for queens := own; !queens.Empty(); queens = queens.Rest() {
		from := queens.First()
		vacated := before.Minus(single[from])
		for landings := Reach(from, before); !landings.Empty(); landings = landings.Rest() {
			to := landings.First()
			targets := b.arrow.Shots(to, vacated)
			landed := vacated.Or(single[to])
			b.queens[side] = own.Minus(single[from]).Or(single[to])
			b.blocked = landed
			for lo := targets.lo; lo != 0; lo &= lo - 1 {
				b.blocked.lo = landed.lo | lo&-lo
				if depth == 1 {
					total++
				} else {
					total += perftWalk(b, side.Other(), depth-1)
				}
			}
			b.blocked.lo = landed.lo
			for hi := targets.hi; hi != 0; hi &= hi - 1 {
				b.blocked.hi = landed.hi | hi&-hi
				if depth == 1 {
					total++
				} else {
					total += perftWalk(b, side.Other(), depth-1)
				}
			}
		}
	}
	b.blocked, b.queens[side] = before, own
	return total
}

func perftBuffers(depth int) [][]Move {
	buffers := make([][]Move, depth)
	for i := range buffers {
		buffers[i] = make([]Move, 0, 4900)
	}
	return buffers
}

func TestPerftThreeWays(t *testing.T) {
	p := Start()
	if got := Perft(p, 2); got != 4307152 {
		t.Errorf("Perft(start, 2) = %d, want 4307152", got)
	}
	if got := perftList(&p, 2, perftBuffers(2)); got != 4307152 {
		t.Errorf("perft 2 of the start by lists = %d, want 4307152", got)
	}
	b := newBoard(p)
	if got := perftWalk(&b, p.side, 2); got != 4307152 {
		t.Errorf("perft 2 of the start by walking in place = %d, want 4307152", got)
	}
}

// TestPerftOfLimitedArrows compares all ways to count with the definition (R13), including the one that remembers positions.
func TestPerftOfLimitedArrows(t *testing.T) {
	for _, text := range []string{"1BB1/4/4/1RR1 r range=1", "1BB1/4/4/1RR1 r range=2", "1B1B1/x4/5/3xR/1R3 b range=3"} {
		p, err := ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 3; depth++ {
			want := perftList(&p, depth, perftBuffers(depth))
			b := newBoard(p)
			if got, walked := Perft(p, depth), perftWalk(&b, p.side, depth); got != want || walked != want {
				t.Errorf("%s: perft %d = %d, walked %d, want %d", text, depth, got, walked, want)
			}
		}
		memo := make([]counted, 1<<10)
		if got, want := perftMemo(p, 3, memo), Perft(p, 3); got != want {
			t.Errorf("%s: perft 3 with remembered positions = %d, want %d", text, got, want)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	p := Start()
	report := func(b *testing.B, nodes uint64) {
		b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "turns/s")
	}
	b.Run("by=list/depth=2", func(b *testing.B) {
		b.ReportAllocs()
		buffers := perftBuffers(2)
		var nodes uint64
		for b.Loop() {
			nodes += perftList(&p, 2, buffers)
		}
		report(b, nodes)
	})
	b.Run("by=walk/depth=2", func(b *testing.B) {
		b.ReportAllocs()
		walker := newBoard(p)
		var nodes uint64
		for b.Loop() {
			nodes += perftWalk(&walker, p.side, 2)
		}
		report(b, nodes)
	})
	for depth := 2; depth <= 3; depth++ {
		b.Run(fmt.Sprintf("by=count/depth=%d", depth), func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += Perft(p, depth)
			}
			report(b, nodes)
		})
	}
}

func BenchmarkAppendMoves(b *testing.B) {
	p := Start()
	moves := make([]Move, 0, 4900)
	b.ReportAllocs()
	var n int
	for b.Loop() {
		moves = p.AppendMoves(moves[:0])
		n += len(moves)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "turns/s")
}

// Facts that five independent counters agree on; testdata/perft.txt says which.
func TestPerftFacts(t *testing.T) {
	content, err := os.ReadFile("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, counts, _ := strings.Cut(strings.TrimSpace(line), ";")
		p, err := ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		for i, count := range strings.Fields(counts) {
			want, err := strconv.ParseUint(count, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if testing.Short() && want > 2_000_000 {
				continue
			}
			if got := Perft(p, i+1); got != want {
				t.Errorf("%s: perft %d = %d, want %d", text, i+1, got, want)
			}
			if want < 200_000 {
				if got := perftList(&p, i+1, perftBuffers(i+1)); got != want {
					t.Errorf("%s: perft %d by lists = %d, want %d", text, i+1, got, want)
				}
			}
		}
	}
}
