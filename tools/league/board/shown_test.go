package board

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// seen is a scene as a worker shows it, with all kinds of parts.
func seen(t testing.TB, group int) []byte {
	t.Helper()
	s := scene.Scene{
		Board: &scene.Board{
			W: 4, H: 3, Look: scene.Maze, Unit: "Turn", Cell: "(x, y)", Zones: []scene.Zone{{W: 2, H: 3, Seat: scene.Of(0)}},
			Seats: []scene.Chair{{ID: "LEFT", Colour: "red"}, {ID: "RIGHT", Colour: "blue"}},
		},
		Layers: map[string]scene.Layer{
			"food": {As: scene.Sprite, Cells: map[int]string{1: "pellet"}}, "walls": {As: scene.Stroke, Cells: map[int]string{5: "", 6: ""}},
			"trail": {As: scene.Ribbon, Seat: scene.Of(1), Cells: map[int]string{2: "LR"}},
			"land":  {As: scene.Region, Seat: scene.Of(1), Cells: map[int]string{3: "", 7: ""}},
		},
		Pieces: map[string]scene.Piece{"a": {At: 4, Seat: scene.Of(0), Tag: "7", Bar: scene.Bar{2, 5}, Title: hostile}},
		Marks:  []scene.Mark{{As: scene.Burst, Cells: []int{4}, Text: "words"}, {As: scene.Say, Piece: "a", Text: "words"}},
		Sides:  scene.Sides{{Score: scene.Number(3)}, {Score: scene.Pips(1, 2)}}, Turn: scene.Of(1), Group: group,
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sheetOf is a sheet with a symbol.
const sheetOf = `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="pellet"><circle r="9" class="marker"/></symbol></svg>`

// draws expects a picture that is XML and has neither scripts nor words.
func draws(t testing.TB, s *scene.Scene) string {
	t.Helper()
	var b strings.Builder
	if err := render.SVG(&b, s, render.Options{Mini: true}); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		if e, ok := token.(xml.StartElement); ok {
			known := []string{"svg", "rect", "defs", "g", "path", "circle", "use", "text", "clipPath"}
			if !slices.Contains(known, e.Name.Local) {
				t.Fatalf("element %s in %s", e.Name.Local, b.String())
			}
			for _, a := range e.Attr {
				if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || strings.HasPrefix(a.Name.Local, "on") {
					t.Fatalf("attribute %s=%q in %s", a.Name.Local, a.Value, b.String())
				}
			}
		}
	}
}

func TestReadScene(t *testing.T) {
	s, scores, err := readScene(seen(t, 12), sheetOf, 2)
	if err != nil || s.Group != 12 || s.Pieces["a"].Seat != scene.Of(0) || s.Layers["trail"].Seat != scene.Of(1) || s.Turn != scene.Of(1) {
		t.Fatalf("%+v, %v", s, err)
	}
	if !slices.Equal(scores, []string{"3", "1 of 2"}) {
		t.Errorf("scores %q", scores)
	}
	if picture := draws(t, s); !strings.Contains(picture, "marker") || strings.Contains(picture, "words") || strings.Contains(picture, "onerror") {
		t.Error(picture)
	}
	board := func(board, rest string) string { return `{"board":{` + board + `}` + rest + `}` }
	const good = `"w":2,"h":2,"seats":[{"colour":"red"},{"colour":"blue"}]`
	for _, tt := range []struct{ text, want string }{
		{``, "no scene"},
		{`[]`, "no scene"},
		{`null`, "without a board"},
		{`{}`, "without a board"},
		{board(`"w":0,"h":1`, ""), "without a board"},
		{board(`"w":-4,"h":-4`, ""), "without a board"},
		{board(`"w":101,"h":1`, ""), "without a board"},
		{board(`"w":1e99,"h":1`, ""), "no scene"},
		{board(`"w":2,"h":2`, ""), "0 seats: want 2"},
		{board(`"w":2,"h":2,"seats":[{"colour":"red"},{"colour":"url(x)"}]`, ""), "in the colour"},
		{board(good, `,"turn":255`), "seat 255"},
		{board(good, `,"turn":"0"`), "seat"},
		{board(good, `,"marks":[`+strings.TrimSuffix(strings.Repeat(`{},`, 201), ",")+`]`), "too many parts"},
		{board(good, `,"marks":["`+strings.Repeat("x", protocol.MaxScene)+`"]`), "want at most 65536"},
		{board(good, `,"pieces":{"a":{"at":-9223372036854775808,"lift":2000000000,"bar":[-5,2000000000]},"b":{"at":3,"dir":"X","carry":"no","aura":"<"}}`), ""},
		{board(good, `,"marks":[{"as":"reach","r":2000000000,"cells":[0]},{"as":"line","cells":[0,-1,99,1]},{"as":"ring","cells":[4]}]`), ""},
		{board(good, `,"layers":{"x":{"as":"stroke","cells":{"-1":"","3":"<>"}},"y":{"as":"region","cells":{"-7":"","0":"","9":""}},"z":{"as":"lines"}}`), ""},
		{board(`"zones":[{"x":-1,"y":2,"w":9223372036854775807,"h":1}],`+good, ""), ""},
		{board(good, `,"sides":{"0":{"score":"`+hostile+`"},"1":{"score":{"a":1}}}`), ""},
	} {
		s, _, err := readScene([]byte(tt.text), sheetOf, 2)
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%.80s: %v, want %q", tt.text, err, tt.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%.80s: %v", tt.text, err)
			continue
		}
		draws(t, s)
	}
	many := map[string]scene.Piece{}
	for i := range 2001 {
		many[fmt.Sprint(i)] = scene.Piece{}
	}
	text, err := json.Marshal(many)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := readScene([]byte(board(good, `,"pieces":`+string(text))), "", 2); err == nil {
		t.Error("2001 pieces are a scene")
	}
}

// Whatever a worker shows is refused, or is drawn without harm.
func FuzzScene(f *testing.F) {
	f.Add(seen(f, 1))
	f.Add([]byte(`{"board":{"w":2,"h":2,"seats":[{"colour":"red"},{"colour":"blue"}]},"marks":[{"as":"line","cells":[0,1]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if s, _, err := readScene(text, sheetOf, 2); err == nil {
			draws(t, s)
		}
	})
}

// boardsOf are the boards of a league as a browser gets them.
func boardsOf(t *testing.T, b *Board, path string) (list []small, over bool) {
	t.Helper()
	code, text, header := get(t, b.Handler(), path)
	var answer struct {
		Boards []small
		Over   bool
	}
	if code != 200 || header.Get("Content-Type") != "application/json" || json.Unmarshal([]byte(text), &answer) != nil {
		t.Fatalf("%s: status %d: %s", path, code, text)
	}
	return answer.Boards, answer.Over
}

// While somebody views a league, its running games are small boards. Their number is limited, and their names are those of the
// plan.
func TestShow(t *testing.T) {
	b := New(Options{Open: true, Visitor: tokens, Sheets: map[string]string{"toy": sheetOf}})
	if err := b.Begin("cup", toy(), headOf(plan.RoundRobin, 10, "alice", hostile, "carol")); err != nil {
		t.Fatal(err)
	}
	pairings := b.contest("cup").follower.Schedule().Pairings()
	id := func(n int) string { return b.contest("cup").follower.Job(pairings[n-1]).ID }
	if list := b.Watched(time.Now()); len(list) != 0 {
		t.Errorf("nobody looks: %v", list)
	}
	if list, _ := boardsOf(t, b, "/league/cup/now"); len(list) != 0 {
		t.Errorf("nothing is played: %v", list)
	}
	if list := b.Watched(time.Now()); len(list) != 1 || list[0].League != "cup" || list[0].Game != "toy" {
		t.Errorf("somebody looks: %v", list)
	}
	if list := b.Watched(time.Now().Add(looks)); len(list) != 0 {
		t.Errorf("nobody looks any more: %v", list)
	}
	now := time.Now()
	show := func(worker string, slot int, id string, text []byte, most int) {
		now = now.Add(time.Millisecond)
		b.Show("cup", Position{Worker: worker, Slot: slot, ID: id, Ply: 3, Scene: text, At: now}, most)
	}
	show("one", 0, id(1), seen(t, 5), 2)
	show("one", 1, "a job that there is not", seen(t, 5), 2)
	show("one", 1, id(2), []byte(`{"board":{}}`), 2)
	show("one", -1, id(2), seen(t, 5), 2)
	b.Show("other", Position{Worker: "one", ID: id(2), Scene: seen(t, 5), At: now}, 2)
	list, over := boardsOf(t, b, "/league/cup/now?token=a")
	if len(list) != 1 || over || list[0].Game != 1 || list[0].Where != "turn 5" || list[0].Link != "/league/cup/game/1?token=a" ||
		!slices.Contains(list[0].Teams, hostile) || !slices.Equal(list[0].Seats, []string{"red", "blue"}) || !strings.Contains(list[0].SVG, "marker") {
		t.Errorf("%+v", list)
	}
	if dark, _ := boardsOf(t, b, "/league/cup/now?dark=1"); len(dark) != 1 || dark[0].SVG == list[0].SVG {
		t.Errorf("in the dark: %+v", dark)
	}
	for n := 2; n < 8; n++ { // its oldest games give way
		show("one", n, id(n), seen(t, n), 2)
	}
	if list, _ := boardsOf(t, b, "/league/cup/now"); len(list) != 2 || list[0].Game != 6 || list[1].Game != 7 {
		t.Errorf("a worker that may show two games shows %d: %+v", len(list), list)
	}
	for n := range 2 * MaxBoards {
		show(fmt.Sprint("w", n), 0, id(n+8), seen(t, n), 1)
	}
	if list, _ := boardsOf(t, b, "/league/cup/now"); len(list) != MaxBoards {
		t.Errorf("%d boards", len(list))
	}
	last := 2*MaxBoards + 7
	if list, over := boardsOf(t, b, fmt.Sprint("/league/cup/now?game=", last)); len(list) != 1 || list[0].Game != last || over {
		t.Errorf("game %d alone: %+v", last, list)
	}
	if list := b.Watched(time.Now()); len(list) != 1 || !slices.Equal(list[0].IDs, []string{id(last)}) {
		t.Errorf("somebody looks at game %d: %v", last, list)
	}
	code, text, _ := get(t, b.Handler(), fmt.Sprint("/league/cup/game/", last))
	if code != 200 || !strings.Contains(text, fmt.Sprintf(`data-from="/league/cup/now?game=%d"`, last)) {
		t.Errorf("the page of a game that is played: status %d: %s", code, text)
	}
	if code, _, _ := get(t, b.Handler(), "/league/cup/game/1"); code != 404 {
		t.Errorf("a game that nobody shows: status %d", code)
	}
	play(t, b, "cup", len(pairings), 60, better)
	b.refresh(time.Now())
	if _, over := boardsOf(t, b, fmt.Sprint("/league/cup/now?game=", last)); !over {
		t.Error("the game is not over")
	}
	if _, over := boardsOf(t, b, "/league/cup/now"); !over {
		t.Error("the league is not over")
	}
	now = now.Add(-2 * fresh)
	show("late", 0, id(1), seen(t, 1), 12)
	if list, _ := boardsOf(t, b, "/league/cup/now"); slices.ContainsFunc(list, func(s small) bool { return s.Key == "late.0" }) {
		t.Error("an old position is shown")
	}
	for path, want := range map[string]int{"/league/none/now": 404, "/league/cup/now?game=x": 400, "/league/cup/now?token=nobody": 403} {
		if code, text, _ := get(t, b.Handler(), path); code != want {
			t.Errorf("%s: status %d, want %d: %s", path, code, want, text)
		}
	}
}
