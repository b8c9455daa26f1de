package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

func TestBoardFile(t *testing.T) {
	p := parsePosition(t, ".NYRN +/.RR .YN")
	data := AppendBoard(nil, p)
	want := "\x80\x02](](](J\x03\x00\x00\x00](J\x02\x00\x00\x00J\x01\x00\x00\x00e](J\xff\xff\xff\xffJ\x02\x00\x00\x00e"
	if !strings.HasPrefix(string(data), want) || data[len(data)-1] != '.' {
		t.Errorf("%q, want it to begin with %q", data, want)
	}
	if again, err := ParseBoard(data); err != nil || again != p {
		t.Errorf("read again: %v, %v", again, err)
	}
	tuples := "((I4\n(I0\nI0\nt(I0\nI0\nt(I0\nI0\nt(I0\nI0\ntttt."
	if _, err := ParseBoard([]byte(tuples)); err == nil {
		t.Error("a pile in the place of a cell is read")
	}
	tuples = "(((I4\n(I1\nI-1\nt(I0\nI0\nt(I0\nI0\nt(I0\nI0\nttttt."
	if again, err := ParseBoard([]byte(strings.Replace(tuples, "ttttt.", "tttt.", 1))); err != nil || again.String() != "+YR" {
		t.Errorf("tuples: %v, %v", again, err)
	}
}

// TestBoardFileRefuses names what is wrong and where.
func TestBoardFileRefuses(t *testing.T) {
	cell := func(kind int, chips ...[]int) *python.List {
		l := &python.List{Items: []python.Value{int64(kind)}}
		for _, c := range chips {
			l.Items = append(l.Items, python.Ints(c...))
		}
		for len(l.Items) < 5 {
			l.Items = append(l.Items, python.Ints(0, 0))
		}
		return l
	}
	list := func(items ...python.Value) *python.List { return &python.List{Items: items} }
	row := func(n int) *python.List {
		l := list()
		for range n {
			l.Items = append(l.Items, cell(4))
		}
		return l
	}
	for _, tt := range []struct {
		name   string
		matrix python.Value
		want   string
	}{
		{"no list", int64(1), "the board is an int: want a list of rows"},
		{"no rows", list(), "the board is a list"},
		{"no cells", list(list()), "a board of 1 rows and 0 columns"},
		{"too many cells", list(row(65)), "want 1 to 64 cells"},
		{"no row", list(row(1), "x"), "row 1 is a str"},
		{"a longer row", list(row(1), row(2)), "row 1 has 2 cells: want 1 as in row 0"},
		{"a kind of cell", list(list(cell(5))), "cell (0, 0): its kind is 5: want 3 (plain) or 4 (arrows)"},
		{"four slots", list(list(list(int64(3), python.Ints(0, 0)))), "cell (0, 0): want its kind and 4 chips"},
		{"a gap", list(list(cell(3, []int{0, 0}, []int{1, 1}))), "cell (0, 0): chip 1 lies above an empty place"},
		{"half a chip", list(list(cell(3, []int{0, 1}))), "cell (0, 0): chip 0: half a chip"},
		{"another colour", list(list(cell(3, []int{3, 1}))), "chip 0: a face is 3: want 1, -1, 2 or 0"},
		{"three sides", list(list(cell(3, []int{1, 1, 1}))), "chip 0: want [lower, upper]"},
	} {
		if _, err := ParseBoard(python.AppendPickle(nil, tt.matrix)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := ParseBoard([]byte("cos\nsystem\n(Vid\ntR.")); err == nil || !strings.Contains(err.Error(), "byte 0, opcode 0x63 (GLOBAL)") {
		t.Errorf("a command: %v", err)
	}
}

func sampleTrace(t testing.TB) Trace {
	left := 9.25
	return Trace{
		Left: [2]*float64{&left, nil}, Start: parsePosition(t, small), Score: -1, Reason: "because",
		Turns: []TimedTurn{{Move: sarena.Move{I1: 0, J1: 0, I2: 0, J2: 1}, Seconds: 0.5}, {Move: sarena.Move{I1: 1, J1: 0, I2: 0, J2: 0}, Tuple: true}},
	}
}

func TestTrace(t *testing.T) {
	want := sampleTrace(t)
	data := AppendTrace(nil, want)
	got, err := ParseTrace(data)
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b sarena.Position) bool { return a == b })); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if begin := "\x80\x02c__main__\nTrace\n)\x81}(X\x0b\x00\x00\x00time_limits](G\x40\x22\x80"; !strings.HasPrefix(string(data), begin) {
		t.Errorf("%q, want it to begin with %q", data, begin)
	}
}

func TestTraceRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(state *python.Dict)
		want string
	}{
		{"no score", func(s *python.Dict) { s.Keys[4] = "scores" }, "no attribute score"},
		{"a board", func(s *python.Dict) { s.Values[1] = nil }, "initial_board: the board is None"},
		{"another height", func(s *python.Dict) { s.Values[2] = int64(5) }, "max_height is 5: want 4"},
		{"one limit", func(s *python.Dict) { s.Values[0] = python.Ints(1) }, "time_limits: want two"},
		{"a limit in words", func(s *python.Dict) { s.Values[0] = python.Tuple{"a", nil} }, "time_limits: a str"},
		{"no actions", func(s *python.Dict) { s.Values[3] = "x" }, "actions are a str"},
		{"an action alone", func(s *python.Dict) { s.Values[3] = &python.List{Items: []python.Value{python.Ints(0, 0, 0, 1)}} }, "action 1: want an action and its seconds"},
		{"three numbers", func(s *python.Dict) {
			s.Values[3] = &python.List{Items: []python.Value{python.Tuple{python.Ints(0, 0, 1), 0.0}}}
		}, "action 1: want four integers"},
		{"no time", func(s *python.Dict) {
			s.Values[3] = &python.List{Items: []python.Value{python.Tuple{python.Ints(0, 0, 0, 1), nil}}}
		}, "action 1: its time is None"},
		{"half a score", func(s *python.Dict) { s.Values[4] = 0.5 }, "score is 0.5"},
		{"a reason that is none", func(s *python.Dict) { s.Values[5] = nil }, "reason is None"},
	} {
		v, err := python.Unpickle(AppendTrace(nil, sampleTrace(t)), traceClass)
		if err != nil {
			t.Fatal(err)
		}
		tt.make(v.(*python.Object).State.(*python.Dict))
		if _, err := ParseTrace(python.AppendPickle(nil, v)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	for data, want := range map[string]string{"N.": "the file holds None", "c__main__\nTrace\n)\x81.": "no attributes", "c__main__\nOther\n)\x81.": "opcode 0x63"} {
		if _, err := ParseTrace([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", data, err, want)
		}
	}
}

// FuzzFiles: what is read as a board or a trace is written and read again as the same.
func FuzzFiles(f *testing.F) {
	f.Add(AppendBoard(nil, parsePosition(f, small)))
	f.Add(AppendTrace(nil, sampleTrace(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := ParseBoard(data); err == nil {
			if again, err := ParseBoard(AppendBoard(nil, p)); err != nil || again != p {
				t.Errorf("board %v: %v, %v", p, again, err)
			}
		}
		if trace, err := ParseTrace(data); err == nil {
			first := AppendTrace(nil, trace)
			again, err := ParseTrace(first)
			if err != nil || string(AppendTrace(nil, again)) != string(first) {
				t.Errorf("trace %+v: %v", trace, err)
			}
		}
	})
}

// TestActionOf is R14.
func TestActionOf(t *testing.T) {
	for _, tt := range []struct {
		value python.Value
		want  string
	}{
		{python.Ints(0, 0, 0, 1), "0001"},
		{python.Tuple{int64(2), int64(3), true, false}, "2310"},
		{python.Ints(-1, 0, 10, 1), "-1,0,10,1"},
		{python.Ints(0, 0, 1), ""},
		{python.Tuple{0.0, int64(0), int64(0), int64(1)}, ""},
		{"0001", ""},
		{nil, ""},
	} {
		m, ok := ActionOf(tt.value)
		if ok != (tt.want != "") || ok && m.String() != tt.want {
			t.Errorf("%s: %v, %v, want %q", python.Repr(tt.value), m, ok, tt.want)
		}
	}
}

// TestView shows a bot of another language the board as R15 does.
func TestView(t *testing.T) {
	p := parsePosition(t, "+YN .NR r")
	v := sarena.View{Position: p, Step: 2, Turns: 1, Last: sarena.Move{I1: 0, J1: 1, I2: 0, J2: 0}}
	got, err := json.Marshal(Codec.View(v))
	want := `{"position":"+YN .NR r","side":"red","step":2,"turns":1,"last":"0100",` +
		`"percepts":[[[4,[-1,2],[0,0],[0,0],[0,0]],[3,[2,1],[0,0],[0,0],[0,0]]]]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if got, err := json.Marshal(v.Moves()); string(got) != `["0001","0100"]` {
		t.Errorf("legal: %s, %v", got, err)
	}
}
