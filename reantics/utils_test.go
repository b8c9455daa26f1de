package reantics_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/gridiron-games/gridiron/reantics"
)

// call is a call of a function of AIPlayerUtils.
type call struct {
	name string
	args []json.RawMessage
	want any
}

func (c *call) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&c.name, &c.args, &c.want})
}

// arg reads argument i into to.
func (c *call) arg(t *testing.T, i int, to any) {
	t.Helper()
	unmarshal(t, c.args[i], to)
}

func (c *call) cell(t *testing.T, i int) Cell {
	var xy []int
	c.arg(t, i, &xy)
	return CellAt(points([][]int{xy})[0])
}

func (c *call) int(t *testing.T, i int) (n int) {
	c.arg(t, i, &n)
	return n
}

func (c *call) bool(t *testing.T, i int) (b bool) {
	if i < len(c.args) {
		c.arg(t, i, &b)
	}
	return b
}

func pairs(cells []Cell) any {
	list := []any{}
	for _, c := range cells {
		list = append(list, []any{float64(c.X()), float64(c.Y())})
	}
	return list
}

func texts(moves []Move) any {
	list := []any{}
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}

func flag01(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func antFact(a Ant, s Seat) any {
	return []any{float64(s), string(a.Type.Letter()), float64(a.Cell.X()), float64(a.Cell.Y()), float64(a.Health), flag01(a.Carrying), flag01(a.Moved)}
}

var itemNumbers = map[Item]float64{Hill: -4, Tunnel: -3, Grass: -2, Food: -1}

func itemFact(c Construction) any {
	fact := []any{itemNumbers[c.Item], float64(c.Cell.X()), float64(c.Cell.Y())}
	if c.Item == Hill || c.Item == Tunnel {
		fact = append(fact, float64(c.Owner), float64(c.Health))
	}
	return fact
}

// list returns the result of a call of getAntList or getConstrList.
func (c *call) list(t *testing.T, v *View) any {
	owner, types, list := -1, []int{-4, -3, -2, -1, 0, 1, 2, 3, 4}, []any{}
	for i, to := range []any{&owner, &types}[:len(c.args)] {
		c.arg(t, i, to)
	}
	wanted := map[float64]bool{}
	for _, n := range types {
		wanted[float64(n)] = true
	}
	for s := Blue; s <= Red; s++ {
		if owner >= 0 && owner != int(s) {
			continue
		}
		if c.name == "getAntList" {
			var kinds []Type
			for k := range Type(Types) {
				if wanted[float64(k)] {
					kinds = append(kinds, k)
				}
			}
			for _, a := range v.Position.AppendAntsOf(nil, s, kinds...) {
				list = append(list, antFact(a, s))
			}
			continue
		}
		for _, b := range v.AppendConstructions(nil, s) {
			if wanted[itemNumbers[b.Item]] {
				list = append(list, itemFact(b))
			}
		}
	}
	if c.name == "getConstrList" && (owner < 0 || owner == 2) {
		for _, n := range v.AppendNeutral(nil) {
			if wanted[itemNumbers[n.Item]] {
				list = append(list, itemFact(n))
			}
		}
	}
	return list
}

// got returns the result of a call of our functions.
func (c *call) got(t *testing.T, v *View) any {
	p := &v.Position
	switch c.name {
	case "legalCoord":
		return c.cell(t, 0) != NoCell
	case "listAdjacent":
		return pairs(AppendAdjacent(nil, c.cell(t, 0)))
	case "listAttackable":
		return pairs(AppendAttackable(nil, c.cell(t, 0), c.int(t, 1)))
	case "listReachableAdjacent":
		return pairs(p.AppendReachable(nil, c.cell(t, 0), c.int(t, 1), c.bool(t, 2)))
	case "listAllMovementPaths":
		list := texts(p.AppendMovementPaths(nil, c.cell(t, 0), c.int(t, 1), c.bool(t, 2))).([]any)
		for i := range list {
			list[i] = list[i].(string)[1:]
		}
		return list
	case "stepsToReach":
		return float64(p.StepsToReach(c.cell(t, 0), c.cell(t, 1)))
	case "approxDist":
		return float64(Distance(c.cell(t, 0), c.cell(t, 1)))
	case "createPathToward":
		return pairs(p.PathToward(c.cell(t, 0), c.cell(t, 1), c.int(t, 2)))
	case "findPathRecursive":
		path, distance := p.FindPath(c.cell(t, 0), c.cell(t, 1), c.int(t, 2), c.bool(t, 3))
		return []any{pairs(path), float64(distance)}
	case "aStarSearchPath":
		if way, ok := p.AStarPath(c.cell(t, 0), c.cell(t, 1)); ok {
			return pairs(way)
		}
		return false
	case "isPathOkForQueen":
		var path [][]int
		c.arg(t, 0, &path)
		var cells []Cell
		for _, at := range points(path) {
			cells = append(cells, CellAt(at))
		}
		return QueenMayWalk(cells...)
	case "getAntList", "getConstrList":
		return c.list(t, v)
	case "getNextState", "getNextStateAdversarial":
		var r raw
		c.arg(t, 0, &r)
		next := p.NextState(r.Move())
		if c.name == "getNextStateAdversarial" {
			next = p.NextStateAdversarial(r.Move())
		}
		return stateFact(&next)
	}
	return c.rest(t, v)
}

func (c *call) rest(t *testing.T, v *View) any {
	p := &v.Position
	switch c.name {
	case "getConstrAt":
		at := c.cell(t, 0)
		list := v.AppendNeutral(v.AppendConstructions(v.AppendConstructions(nil, Blue), Red))
		for _, k := range list {
			if item, owner := p.ItemAt(at); k.Cell == at && k.Item == item && k.Owner == owner {
				return itemFact(k)
			}
		}
	case "getAntAt":
		if a, s, ok := p.AntAt(c.cell(t, 0)); ok {
			return antFact(a, s)
		}
	case "getWinner":
		if s, ok := p.Decided(); ok {
			return flag01(s == p.Side())
		}
	case "getCurrPlayerQueen":
		return antFact(p.Ant(p.Side(), p.QueenOf(p.Side())), p.Side())
	case "getCurrPlayerFood":
		list := []any{}
		for _, f := range p.HomeFood() {
			list = append(list, itemFact(Construction{Item: Food, Cell: f}))
		}
		return list
	case "getCurrPlayerInventory":
		return float64(p.Side())
	case "getEnemyInv":
		return float64(p.Side().Other())
	case "listAllBuildMoves":
		var list []Move
		for _, m := range p.AppendListedMoves(nil) {
			if m.Kind() == Build {
				list = append(list, m)
			}
		}
		return texts(list)
	case "asciiPrintState":
		return p.Ascii()
	default:
		t.Errorf("%s is not known here", c.name)
	}
	return nil
}

func stateFact(p *Position) any {
	words := strings.SplitN(compact(p), " ", 8)
	caps := []any{}
	for s := Blue; s <= Red; s++ {
		caps = append(caps, float64(p.HillHealth(s)), float64(p.TunnelHealth(s)))
	}
	return map[string]any{"t": float64(p.Side()), "f": []any{float64(p.Stock(Blue)), float64(p.Stock(Red))}, "caps": caps, "a": words[7], "b": nil}
}

func TestUtils(t *testing.T) {
	calls := 0
	facts(t, "utils.jsonl", func(line int, text []byte) {
		var f struct {
			St    fact
			Calls []call
		}
		unmarshal(t, text, &f)
		whole := f.St.position(t)
		v := whole.View()
		for _, c := range f.Calls {
			calls++
			if diff := cmp.Diff(c.want, c.got(t, &v)); diff != "" {
				t.Errorf("%d: %s%s: %s", line, c.name, fmt.Sprint(c.args), diff)
			}
		}
	})
	t.Logf("%d calls", calls)
}

func TestListedMoves(t *testing.T) {
	facts(t, "moves.jsonl", func(line int, text []byte) {
		var f struct {
			St   fact
			List string
		}
		unmarshal(t, text, &f)
		whole := f.St.position(t)
		v := whole.View()
		var got []string
		for _, m := range v.Position.AppendListedMoves(nil) {
			got = append(got, m.String())
		}
		if diff := cmp.Diff(strings.Fields(f.List), got); diff != "" {
			t.Errorf("%d: %s", line, diff)
		}
	})
}
