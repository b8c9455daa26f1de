package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
)

// pelitaRandomRecord is what Python's generator draws from a seed; each field begins with a new generator.
type pelitaRandomRecord struct {
	Seed           string     `json:"seed"`
	U32            []uint32   `json:"u32"`
	Random         []string   `json:"random"`
	Bits           [][2]any   `json:"bits"`
	RandintMaxsize []string   `json:"randint_maxsize"`
	Randint        [][3]int64 `json:"randint"`
	Choice         [][2]int   `json:"choice_n"`
	Shuffle20      []int      `json:"shuffle20"`
	Shuffle7       [2][]int   `json:"shuffle7_5"`
	Sample         [][3]any   `json:"sample"`
	Mixed          [][]any    `json:"mixed"`
	Late           []uint32   `json:"u32_after_2000"`
}

func pelitaRandom(r pelitaRandomRecord, _ options, report func(outcome)) {
	o := outcome{id: "seed " + r.Seed, kind: "random", want: asJSON(r)}
	defer func() { report(o) }()
	first, err := pyrand.Parse(r.Seed)
	if err != nil {
		o.got = err.Error()
		return
	}
	o.got = asJSON(drawAgain(r, func() *pyrand.Rand { fresh := *first; return &fresh }))
}

// drawAgain repeats the draws of a record.
func drawAgain(r pelitaRandomRecord, fresh func() *pyrand.Rand) pelitaRandomRecord {
	got := pelitaRandomRecord{Seed: r.Seed}
	g := fresh()
	for range r.U32 {
		got.U32 = append(got.U32, g.Uint32())
	}
	g = fresh()
	for range r.Random {
		got.Random = append(got.Random, pythonFloat(g.Float64()))
	}
	g = fresh()
	for _, b := range r.Bits {
		got.Bits = append(got.Bits, [2]any{b[0], g.BigBits(int(b[0].(float64))).String()})
	}
	g = fresh()
	for range r.RandintMaxsize {
		got.RandintMaxsize = append(got.RandintMaxsize, fmt.Sprint(g.Below64(1<<63)))
	}
	g = fresh()
	for _, d := range r.Randint {
		got.Randint = append(got.Randint, [3]int64{d[0], d[1], d[0] + int64(g.Below64(uint64(d[1]-d[0]+1)))})
	}
	g = fresh()
	for _, c := range r.Choice {
		got.Choice = append(got.Choice, [2]int{c[0], g.Below(c[0])})
	}
	shuffled := func(g *pyrand.Rand, n int) []int {
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		g.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	}
	got.Shuffle20 = shuffled(fresh(), 20)
	g = fresh()
	got.Shuffle7 = [2][]int{shuffled(g, 7), shuffled(g, 5)}
	g = fresh()
	for _, s := range r.Sample {
		got.Sample = append(got.Sample, [3]any{s[0], s[1], g.Sample(int(s[0].(float64)), int(s[1].(float64)))})
	}
	g = fresh()
	for _, m := range r.Mixed {
		got.Mixed = append(got.Mixed, drawMixed(g, m))
	}
	g = fresh()
	for range 2000 {
		g.Uint32()
	}
	for range r.Late {
		got.Late = append(got.Late, g.Uint32())
	}
	return got
}

func drawMixed(g *pyrand.Rand, m []any) []any {
	again := append([]any(nil), m...)
	last := len(again) - 1
	switch m[0] {
	case "random":
		again[last] = pythonFloat(g.Float64())
	case "choice":
		again[last] = g.Below(int(m[1].(float64)))
	case "randint":
		again[last] = fmt.Sprint(g.Below64(1 << 63))
	case "getrandbits":
		bits := g.BigBits(int(m[1].(float64)))
		if again[last] = bits.String(); bits.IsInt64() && bits.Int64() < 1<<53 {
			again[last] = bits.Int64()
		}
	default:
		again[last] = "what is " + fmt.Sprint(m[0])
	}
	return again
}

// pythonFloat writes a number as Python's repr does.
func pythonFloat(f float64) string {
	if f != 0 && f < 1e-4 {
		mantissa := strconv.FormatFloat(f, 'e', -1, 64)
		return mantissa
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if new(big.Float).SetFloat64(f).IsInt() {
		text += ".0"
	}
	return text
}

type pelitaHashOfTuple struct {
	Tuple pelitaCell `json:"tuple"`
	Hash  string     `json:"hash"`
}

func pelitaTupleHash(r pelitaHashOfTuple, _ options, report func(outcome)) {
	got := pelitaHashOfTuple{r.Tuple, fmt.Sprint(int64(pelita.HashCell(r.Tuple.cell())))}
	report(outcome{id: fmt.Sprint(r.Tuple), kind: "hash", want: asJSON(r), got: asJSON(got)})
}

// pelitaSetRecord has operations on a set, and the orders of its cells between them.
type pelitaSetRecord struct {
	Ops   [][]any              `json:"ops"`
	Snap  [][2]json.RawMessage `json:"snap"`
	Adds  []pelitaCell         `json:"union_with_adds,omitempty"`
	Union []pelitaCell         `json:"union,omitempty"`
}

func pelitaSetOrder(r pelitaSetRecord, _ options, report func(outcome)) {
	got := pelitaSetRecord{Ops: r.Ops, Adds: r.Adds}
	var set pelita.Set
	next := 0
	snap := func(n int) {
		for next < len(r.Snap) && string(r.Snap[next][0]) == strconv.Itoa(n) {
			order := json.RawMessage(asJSON(pelitaCells(set.Append(nil))))
			got.Snap = append(got.Snap, [2]json.RawMessage{r.Snap[next][0], order})
			next++
		}
	}
	snap(0)
	for i, op := range r.Ops {
		var c pelita.Cell
		if len(op) == 3 {
			c = pelita.Cell{X: int(op[1].(float64)), Y: int(op[2].(float64))}
		}
		switch op[0] {
		case "a":
			set.Add(c)
		case "r":
			set.Remove(c)
		case "c":
			set.Recopy()
		}
		snap(i + 1)
	}
	if r.Adds != nil || r.Union != nil {
		var other pelita.Set
		for _, c := range r.Adds {
			other.Add(c.cell())
		}
		both := set.Union(&other)
		got.Union = pelitaCells(both.Append(nil))
	}
	report(outcome{id: fmt.Sprintf("%d operations", len(r.Ops)), kind: "set", want: asJSON(r), got: asJSON(got)})
}
