package reantics_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"

	. "github.com/gridiron-games/gridiron/reantics"
)

// The facts in testdata/corpus are an excerpt of the corpora; go test -corpus DIR reads all of a corpus.
var corpus = flag.String("corpus", filepath.Join("testdata", "corpus"), "directory of facts recorded from the original")

// facts calls use with every line of a file of the corpus.
func facts(t testing.TB, name string, use func(line int, text []byte)) {
	t.Helper()
	f, err := os.Open(filepath.Join(*corpus, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	n := 0
	for lines.Scan() {
		n++
		use(n, lines.Bytes())
	}
	if lines.Err() != nil || n == 0 {
		t.Fatalf("%s: %d lines, %v", name, n, lines.Err())
	}
}

func unmarshal(t testing.TB, text []byte, to ...any) {
	t.Helper()
	for _, to := range to {
		if err := json.Unmarshal(text, to); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// fact is a state as the corpora write it.
type fact struct {
	Ph int
	T  Seat
	F  [2]int
	B  [][5]any
	N  [][3]any
	A  [][7]any
}

func num(v any) int { return int(v.(float64)) }

func (f fact) position(t testing.TB) Position {
	t.Helper()
	s := State{Rules: Original, Phase: Phase(f.Ph), Side: f.T, Stock: f.F, Attacker: NoCell}
	for _, b := range f.B {
		list := &s.Tunnels
		if b[1] == "A" {
			list = &s.Hills
		}
		list[num(b[0])] = Building{At(num(b[2]), num(b[3])), num(b[4])}
	}
	for _, n := range f.N {
		list := &s.Food
		if n[0] == "G" {
			list = &s.Grass
		}
		*list = append(*list, At(num(n[1]), num(n[2])))
	}
	for _, a := range f.A {
		list := &s.Ants[num(a[0])]
		kind := Type(strings.Index("QWDSR", a[1].(string)))
		*list = append(*list, Ant{At(num(a[2]), num(a[3])), kind, int8(num(a[4])), num(a[5]) == 1, num(a[6]) == 1, 0})
	}
	p, err := Make(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// compact writes what the corpora write after a move.
func compact(p *Position) string {
	var ants []string
	for s := Blue; s <= Red; s++ {
		for _, a := range p.AppendAnts(nil, s) {
			flags := 0
			if a.Carrying {
				flags++
			}
			if a.Moved {
				flags += 2
			}
			ants = append(ants, fmt.Sprintf("%d%c%v%x%d", s, a.Type.Letter(), a.Cell, a.Health, flags))
		}
	}
	return fmt.Sprintf("%d %d %d [%d %d %d %d] %s", p.Side(), p.Stock(Blue), p.Stock(Red), p.HillHealth(Blue), p.TunnelHealth(Blue),
		p.HillHealth(Red), p.TunnelHealth(Red), strings.Join(ants, " "))
}

func digits(cells []Cell) string {
	text := ""
	for _, c := range cells {
		text += c.String()
	}
	return text
}

// act plays one action of a game and its attack, and returns the candidates.
func act(t *testing.T, p *Position, action, attack string) string {
	t.Helper()
	m, err := ParseMove(action)
	if err != nil {
		t.Fatal(err)
	}
	if rule := p.Check(m); rule != Legal {
		t.Fatalf("%v\n%v: %v", p, m, rule)
	}
	p.Step(m)
	targets := p.AppendTargets(nil)
	if p.Attacker() != NoCell {
		c := At(int(attack[0]-'0'), int(attack[1]-'0'))
		if rule := p.CheckAttack(c); rule != Legal {
			t.Fatalf("%v\nattack %v: %v", p, c, rule)
		}
		p.Attack(c)
	}
	return digits(targets)
}

func points(cells [][]int) []grid.Point {
	if cells == nil {
		return nil
	}
	list := []grid.Point{}
	for _, c := range cells {
		list = append(list, grid.Point{X: c[0], Y: c[1]})
	}
	return list
}

func TestGames(t *testing.T) {
	for _, name := range []string{"games.jsonl", "botgames.jsonl"} {
		var p Position
		var rejected bool
		facts(t, name, func(line int, text []byte) {
			if text[0] == '[' {
				var a [9]any
				unmarshal(t, text, &a)
				cand := act(t, &p, a[1].(string), a[3].(string))
				want := fmt.Sprintf("%v %v %v %v %v %v", a[2], a[4], a[5], a[6], a[7], a[8])
				if got := cand + " " + compact(&p); got != want {
					t.Fatalf("%s:%d: %s", name, line, cmp.Diff(want, got))
				}
				return
			}
			var r struct {
				K, Why string
				S      int
				Ph     int
				C      [][]int
				W      Seat
				MV     raw
				fact
			}
			if strings.Contains(string(text), `"k":"X"`) {
				unmarshal(t, text, &r)
			} else {
				unmarshal(t, text, &r, &r.fact)
			}
			switch r.K {
			case "G":
				p, rejected = Start(Original), false
			case "P":
				if int(p.Side()) != r.S || int(p.Phase()) != r.Ph || p.CheckPlacement(points(r.C)) != Legal {
					t.Fatalf("%s:%d: %v placed by %d: %v\n%v", name, line, r.C, r.S, p.CheckPlacement(points(r.C)), &p)
				}
				p.Place(points(r.C))
			case "S":
				if want := r.fact.position(t); p != want {
					t.Fatalf("%s:%d: %s", name, line, cmp.Diff(want.String(), p.String()))
				}
			case "X":
				rejected = true
				if rule := r.MV.check(&p); rule.String() != r.Why {
					t.Errorf("%s:%d: %v, want %s", name, line, rule, r.Why)
				}
			case "R":
				if o, _ := p.Outcome(); !rejected && (o.Winner != int(r.W) || o.Reason != r.Why) {
					t.Errorf("%s:%d: %+v, want %v by %s", name, line, o, r.W, r.Why)
				}
			}
		})
	}
}

// raw is an action as a bot answered it.
type raw struct{ *Raw }

func (r *raw) UnmarshalJSON(text []byte) error {
	var a []json.RawMessage
	if err := json.Unmarshal(text, &a); err != nil || a == nil {
		return err
	}
	r.Raw = &Raw{Build: NoBuild}
	var path [][]int
	for i, to := range []any{&r.Type, &path, &r.Build} {
		if err := json.Unmarshal(a[i], to); err != nil {
			return err
		}
	}
	r.Path = points(path)
	return nil
}

func (r raw) turned(s Seat) Raw {
	if s == Red {
		return r.Turned()
	}
	return *r.Raw
}

func (r raw) check(p *Position) Rule {
	if r.Raw == nil {
		return NoMove
	}
	return p.CheckRaw(r.turned(p.Side()))
}

func TestLegality(t *testing.T) {
	for _, name := range []string{"legality.jsonl", "transitions.jsonl"} {
		facts(t, name, func(line int, text []byte) {
			var f struct {
				St            fact
				MV            raw
				Out, Why, Sub string
				W             Seat
				Cand          [][]int
				Att           []int
				After         struct {
					T    int
					F    [2]int
					Caps [4]int
					A    string
				}
			}
			unmarshal(t, text, &f)
			p := f.St.position(t)
			side := p.Side()
			see := func(c Cell) Cell {
				if side == Red {
					return c.Turned()
				}
				return c
			}
			rule, end := f.MV.check(&p), Outcome{}
			if f.MV.Raw != nil {
				if typed := p.Check(f.MV.turned(side).Move()); rule == Legal && typed != Legal {
					t.Errorf("%s:%d: Check %v, CheckRaw %v", name, line, typed, rule)
				}
			}
			if rule == Legal {
				p.Step(f.MV.turned(side).Move())
				var cand [][]int
				for _, c := range p.AppendTargets(nil) {
					cand = append(cand, []int{see(c).X(), see(c).Y()})
				}
				if diff := cmp.Diff(f.Cand, cand); diff != "" {
					t.Errorf("%s:%d: targets %s", name, line, diff)
				}
				if p.Attacker() != NoCell {
					target := see(At(f.Att[0], f.Att[1]))
					if rule = p.CheckAttack(target); rule == Legal {
						p.Attack(target)
					}
				}
				end, _ = p.Outcome()
			}
			out := map[bool]string{true: "ok", false: "loss"}[rule == Legal]
			if f.Out == "crash" {
				f.Out = "loss" // D6
			}
			if end.Reason != "" {
				out = "win"
			}
			switch {
			case out != f.Out || out == "win" && end.Reason != f.Why:
				t.Errorf("%s:%d: %v %v by %v, want %v %v", name, line, out, rule, end.Reason, f.Out, f.Why)
			case out != "loss":
				want := fmt.Sprintf("%d %d %d %v %s", f.After.T, f.After.F[0], f.After.F[1], f.After.Caps, f.After.A)
				if got := compact(&p); got != want {
					t.Errorf("%s:%d: %s", name, line, cmp.Diff(want, got))
				}
			case rule < AttackOffBoard && (rule.String() != f.Why || f.Sub != "" && Label(rule) != f.Sub):
				t.Errorf("%s:%d: %v %v, want %s %s", name, line, rule, Label(rule), f.Why, f.Sub)
			}
		})
	}
}

func TestSetup(t *testing.T) {
	facts(t, "setup.jsonl", func(line int, text []byte) {
		var f struct {
			Cat, Out string
			Calls    []struct {
				S, Ph int
				Sees  [2]any
				Ret   json.RawMessage
			}
			St fact
		}
		unmarshal(t, text, &f)
		if f.Cat != "py-tuple-of-tuples" && strings.HasPrefix(f.Cat, "py-") {
			return // odd Python types are the host's
		}
		p, out := Start(Original), "ok"
		for _, call := range f.Calls {
			lists := []any{0.0, 0.0, float64(len(p.GrassList()) + len(p.FoodList()))}
			for s := Blue; s <= Red; s++ {
				for _, c := range []Cell{p.Hill(s), p.Tunnel(s)} {
					if c != NoCell {
						lists[s] = lists[s].(float64) + 1
					}
				}
			}
			if int(p.Side()) != call.S || int(p.Phase()) != call.Ph || !cmp.Equal(call.Sees[1], any(lists)) {
				t.Errorf("%d: asked %v in %v with %v, want %d in %d with %v", line, p.Side(), p.Phase(), lists, call.S, call.Ph, call.Sees)
			}
			var cells [][]int
			unmarshal(t, call.Ret, &cells)
			if p.CheckPlacement(points(cells)) != Legal {
				out = "loss"
				break
			}
			p.Place(points(cells))
		}
		if out != f.Out || out == "ok" && p != f.St.position(t) {
			t.Errorf("%d: %s, want %s:\n%v", line, out, f.Out, &p)
		}
	})
}

func TestViews(t *testing.T) {
	facts(t, "views.jsonl", func(line int, text []byte) {
		var f struct {
			St   fact
			View struct {
				T   int
				Inv [3]struct {
					Ants [][7]any
					Con  [][]int
				}
			}
		}
		unmarshal(t, text, &f)
		whole := f.St.position(t)
		v := whole.View()
		var got, want []string
		for s := Blue; s <= Red; s++ {
			for _, a := range v.Position.AppendAnts(nil, s) {
				got = append(got, fmt.Sprintf("%c%v", a.Type.Letter(), a.Cell))
			}
			for _, a := range f.View.Inv[s].Ants {
				want = append(want, fmt.Sprintf("%v%v%v", a[1], a[2], a[3]))
			}
		}
		for _, list := range [][]Cell{v.Position.GrassList(), v.Position.FoodList()} {
			got = append(got, digits(list))
		}
		neutral := ""
		for _, c := range f.View.Inv[2].Con {
			neutral += fmt.Sprintf("%d%d", c[1], c[2])
		}
		want = append(want, neutral[:36], neutral[36:])
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d: %s", line, diff)
		}
		for s := Blue; s <= Red; s++ {
			for _, c := range f.View.Inv[s].Con {
				item, owner := v.Position.ItemAt(At(c[1], c[2]))
				if owner != s || item != map[int]Item{-4: Hill, -3: Tunnel}[c[0]] {
					t.Errorf("%d: %v of %v on %v", line, item, owner, c)
				}
			}
		}
	})
}

func TestUndo(t *testing.T) {
	facts(t, "undo.jsonl", func(line int, text []byte) {
		var f struct {
			St    fact
			Steps [][10]any
		}
		unmarshal(t, text, &f)
		p := f.St.position(t)
		var kept []Position
		for i, s := range f.Steps {
			cand := ""
			switch action := s[1].(string); action[0] {
			case 'U':
				if len(kept) > 0 {
					p, kept = kept[len(kept)-1], kept[:len(kept)-1]
				}
			case 'E':
				kept = kept[:0]
				act(t, &p, action, "")
			default:
				clone := p
				clone.Scan()
				kept = append(kept, clone)
				cand = act(t, &p, action, s[3].(string))
			}
			want := fmt.Sprintf("%v %v %v %v %v %v %v", s[2], s[4], s[5], s[6], s[7], s[8], s[9])
			if got := fmt.Sprintf("%s %s %d", cand, compact(&p), len(kept)); got != want {
				t.Fatalf("%d, step %d: %s", line, i, cmp.Diff(want, got))
			}
		}
	})
}

func TestLegalActions(t *testing.T) {
	facts(t, "moves.jsonl", func(line int, text []byte) {
		var f struct {
			St   fact
			List string
		}
		unmarshal(t, text, &f)
		whole := f.St.position(t)
		v := whole.View()
		want, got := map[string]bool{}, map[string]bool{}
		for _, m := range strings.Fields(f.List) {
			want[m] = true
		}
		for _, m := range v.Position.AppendMoves(nil) {
			if got[m.String()] {
				t.Errorf("%d: %v twice", line, m)
			}
			got[m.String()] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d: %s", line, diff)
		}
	})
}

func TestText(t *testing.T) {
	facts(t, "text.jsonl", func(line int, text []byte) {
		var f struct {
			Fn, R string
			A     json.RawMessage
		}
		unmarshal(t, text, &f)
		got := ""
		switch f.Fn {
		case "moveTypeToStr", "antTypeToStr", "buildTypeToStr":
			var n int
			unmarshal(t, f.A, &n)
			got = map[string]func(int) string{"moveTypeToStr": ActionName, "antTypeToStr": AntName, "buildTypeToStr": BuildName}[f.Fn](n)
		case "Move.__str__":
			var r raw
			unmarshal(t, f.A, &r)
			got = r.String()
		case "truncateName":
			var a [2]any
			unmarshal(t, f.A, &a)
			got = TruncateName(a[0].(string), num(a[1]))
		case "scoreTable":
			var rows [][3]any
			unmarshal(t, f.A, &rows)
			var scores []Score
			for _, r := range rows {
				scores = append(scores, Score{r[0].(string), num(r[1]), num(r[2])})
			}
			got = ScoreTable(scores)
		}
		if got != f.R {
			t.Errorf("%d: %s", line, cmp.Diff(f.R, got))
		}
	})
}
