package wire

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

func TestNativeView(t *testing.T) {
	s := newState(t, "########\n#a # . #\n#b.  xy#\n########\n", pelita.Options{MaxRounds: 300, ErrorLimit: 5})
	s.Round, s.Turn, s.Names[1] = 1, 2, "Others"
	got, err := json.MarshalIndent(Codec.View(s.ViewOf(pelita.Blue, pelita.AskMove)), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	flat := func(text []byte) (v any) {
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return v
	}
	want := `{
 "position": "########\n#a # . #\n#b.  xy#\n########\n", "rules": "2.5.1", "shape": [8, 4], "bot": "b", "turn": 1, "is_blue": true,
 "round": 1, "max_rounds": 300,
 "team": {"team_name": null, "positions": [[1, 1], [1, 2]], "is_noisy": [false, false], "was_killed": [false, false], "kills": [0, 0],
  "deaths": [0, 0], "score": 0, "error_count": 0, "team_time": 0, "food": [[2, 2]], "shaded_food": [], "initial_positions": [[1, 1], [1, 2]]},
 "enemy": {"team_name": "Others", "positions": [[5, 2], [6, 2]], "is_noisy": [false, false], "was_killed": [false, false], "kills": [0, 0],
  "deaths": [0, 0], "score": 0, "error_count": 0, "team_time": 0, "food": [[5, 1]], "shaded_food": [], "initial_positions": [[6, 2], [6, 1]]},
 "legal_positions": [[1, 2], [2, 2], [1, 1]]
}`
	if diff := cmp.Diff(flat([]byte(want)), flat(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	v := s.ViewOf(pelita.Blue, pelita.AskStart)
	if start := Codec.View(v).(View); start.Bot != "a" || start.Turn != 0 || Codec.Kind(v) != "" {
		t.Errorf("the start: %+v", start)
	}
}

// Numbers and texts on the wire are Python's.
func TestPythonNumbers(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", 1: "1.0", 0.5: "0.5", 1e16: "1e+16", 123456789.25: "123456789.25", 0.0001: "0.0001", 0.00001: "1e-05", -2: "-2.0",
	} {
		if got := string(appendFloat(nil, f)); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
	for text, want := range map[string]string{
		"a\"\\\n\t\r\b\f\x01\x7f": `"a\"\\\n\t\r\b\f\u0001\u007f"`, "é€😀": `"\u00e9\u20ac\ud83d\ude00"`,
	} {
		if got := string(appendString(nil, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, tt := range []struct {
		budget  Budget
		version pelita.Version
		want    string
	}{
		{DefaultBudget, pelita.V251, "3"}, {Budget{}, pelita.V251, "null"}, {Budget{}, pelita.V270, "3600"},
		{Budget{Time: DefaultBudget.Time, Given: true}, pelita.V251, "3.0"},
	} {
		if got := string(tt.budget.append(nil, tt.version)); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.budget, got, tt.want)
		}
	}
}
