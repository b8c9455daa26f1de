package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// hostile is text that would do harm if it were not escaped.
const hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\u202e\x1b[2J"

func cupOf() Report {
	return Report{
		Game: "Toy", Title: "cup " + hostile, Sub: "2 rounds", Seats: []scene.Chair{{ID: "RED", Colour: "red"}, {ID: "BLUE", Colour: "blue"}}, Total: 8,
		Head: []string{"", "team", "points", "score", "defaults"}, Notes: []string{hostile},
		Teams: []Team{
			{
				Name: "one", Spec: "alpha:level=2", Cells: []string{"1", "one", "2.5", "40-90 %", "0"},
				Share: .833, Low: .4, High: .9, Rating: 120, Error: 80,
			},
			{
				Name: hostile, Spec: hostile, Cells: []string{"2", hostile, hostile, "10-60 %", "2"}, Low: .1, High: .6, Rating: -120, Error: 80,
				Wrong: []Wrong{{1, "crashed: " + hostile, "game1.html"}, {0, hostile, "javascript:alert(1)"}},
			},
			{Name: "three"},
		},
		Played: []Played{
			{Number: 1, Teams: []int{0, 1}, Winner: 0, Ended: "crashed", Default: true, Plies: 3, Link: "game1.html"},
			{Number: 2, Teams: []int{1, 0}, Winner: 1, Ended: hostile, Plies: 30, Link: "javascript:alert(1)"},
			{Number: 3, Teams: []int{0, 2}, Winner: -1, Ended: "full", Plies: 9},
			{Number: 4, Teams: []int{2, 1}, Winner: 1, Ended: "line", Plies: 9},
			{Number: 5, Teams: []int{0, 7}}, // of no team: dropped
		},
	}
}

func TestReport(t *testing.T) {
	var b bytes.Buffer
	if err := cupOf().HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		`<b>4</b> of 8 games`, `2 : 0<span class="pipz"><i class="w"></i><i class="w"></i>`, `0 : 2<span class="pipz"><i class="x"></i><i class="l"></i>`,
		`½ : ½`, `href="#games-1-2"`, `id="games-1-2"`, `href="game1.html"`, "<td>2.5</td><td>40-90 %<svg", `<td class="df">2</td>`, `x="83.3"`, "120 ±80", `<a href="game1.html">game 1</a>: crashed`, "&lt;img src=x onerror=alert(1)&gt;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the report", want)
		}
	}
	page = strings.Replace(page, `<script type="module">`+script, "", 1) // our own, which the policy names
	for _, wrong := range []string{"<img", "<script", "javascript:", "\u202e", "\x1b"} {
		if strings.Contains(page, wrong) {
			t.Errorf("%q in the report", wrong)
		}
	}
	b.Reset()
	r := cupOf()
	now := scene.Scene{Board: &scene.Board{W: 2, H: 2, Unit: "Turn"}, Group: 3}
	r.Token, r.Running = "a+b", []Running{{Number: 5, Teams: []int{0, 1}, Scene: &now, Link: "table/5/"}, {Teams: []int{7, 7}, Scene: &now}}
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`href="table/5/#token=a%2Bb"`, `href="game1.html?token=a%2Bb"`, "turn 3"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in the report of those who have a token", want)
		}
	}
	if err := (Report{}).HTML(io.Discard); err != nil {
		t.Errorf("a report without games: %v", err)
	}
}

func TestHalf(t *testing.T) {
	for points, want := range map[float64]string{0: "0", .5: "½", 1: "1", 2.5: "2½"} {
		if got := half(points); got != want {
			t.Errorf("half(%g) = %q, want %q", points, got, want)
		}
	}
}
