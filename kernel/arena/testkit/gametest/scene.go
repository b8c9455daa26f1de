package gametest

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Scenes tests the scenes of one game, from its start on: the picture of the last one, with the given overlays, is the golden
// file; patches lead from each to the next; sprites and seats exist; nothing lies outside of the board. With -update the golden
// file is written, and always the dark picture, to the folder GRIDIRON_PICTURES if that is set: look at both.
func Scenes(t *testing.T, golden string, scenes []scene.Scene, names []string, show ...string) {
	t.Helper()
	for i := range scenes {
		if err := whole(&scenes[i]); err != nil {
			t.Errorf("scene %d: %v", i, err)
		}
		if i == 0 {
			continue
		}
		got := apply(plain(t, scenes[i-1]), plain(t, render.Patch(&scenes[i-1], &scenes[i])))
		if want := plain(t, scenes[i]); !reflect.DeepEqual(got, want) {
			t.Errorf("scene %d: the patch leads to\n%v, want\n%v", i, got, want)
		}
		if same := render.Patch(&scenes[i], &scenes[i]); len(same) != 0 {
			t.Errorf("scene %d: the patch to itself is %v", i, same)
		}
	}
	for _, dark := range []bool{false, true} {
		var b bytes.Buffer
		err := render.SVG(&b, &scenes[len(scenes)-1], render.Options{Dark: dark, Names: names, Show: show, Title: golden})
		if err != nil {
			t.Fatal(err)
		}
		if err := wellFormed(b.Bytes()); err != nil {
			t.Errorf("the picture: %v", err)
		}
		file := filepath.Join("testdata", golden+".svg")
		if dark {
			file = filepath.Join(t.TempDir(), golden+"-dark.svg")
			if dir := os.Getenv("GRIDIRON_PICTURES"); dir != "" {
				file = filepath.Join(dir, golden+"-dark.svg")
			}
		}
		if dark || Updates() {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		} else {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("the picture is not %s; go test -update writes it anew: look at it", file)
			}
		}
	}
}

var reference = regexp.MustCompile(`var\(--|href="[^#]|<(?:script|image|style)`)

func wellFormed(picture []byte) error {
	if found := reference.Find(picture); found != nil {
		return fmt.Errorf("%q in a picture that must not need anything else", found)
	}
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// whole returns an error if a scene has what its board lacks, or lacks what the board wants.
func whole(s *scene.Scene) error {
	has := func(sprite string) bool {
		return sprite == "" || strings.Contains(s.Board.Sheet+render.Emblems(), `<symbol id="`+sprite+`"`)
	}
	inside := func(cell int) bool { return cell >= 0 && cell < s.Board.W*s.Board.H }
	for name, l := range s.Layers {
		if l.Cells == nil {
			return fmt.Errorf("layer %s has no cells, want an empty map", name)
		}
		for c, value := range l.Cells {
			if !inside(c) || l.As == scene.Sprite && !has(value) {
				return fmt.Errorf("layer %s: %q on cell %d", name, value, c)
			}
		}
	}
	for id, p := range s.Pieces {
		nameless := p.Title == "" && p.Lift == 0 && p.Tag != ""
		if !inside(p.At) || !has(p.Sprite) || !has(p.Carry) || p.Aura != "" && !has("aura-"+p.Aura) || nameless {
			return fmt.Errorf("piece %s: %+v", id, p)
		}
	}
	for _, m := range s.Marks {
		for _, c := range m.Cells {
			if !inside(c) {
				return fmt.Errorf("mark %+v", m)
			}
		}
		if _, ok := s.Pieces[m.Piece]; m.As == scene.Say && !ok {
			return fmt.Errorf("mark %+v: no such piece", m)
		}
	}
	if len(s.Sides) != len(s.Board.Seats) {
		return fmt.Errorf("%d sides of %d seats", len(s.Sides), len(s.Board.Seats))
	}
	for _, side := range s.Sides {
		for _, row := range s.Board.Rows {
			if _, ok := side.Rows[row.ID]; !ok {
				return fmt.Errorf("no %q in %v", row.ID, side.Rows)
			}
		}
	}
	return nil
}

// plain returns a value as it is read from its JSON.
func plain(t *testing.T, v any) (p any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// apply applies a merge patch (RFC 7396).
func apply(target, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object := map[string]any{}
	if old, ok := target.(map[string]any); ok {
		for key, v := range old {
			object[key] = v
		}
	}
	for key, change := range changes {
		if change == nil {
			delete(object, key)
		} else {
			object[key] = apply(object[key], change)
		}
	}
	return object
}

// Clicks plays a game of two people who answer by clicks, up to the given number of plies: each choice that they are offered is
// taken as an answer or as a part of one and said in words, clicks that are not possible are explained, a position has a scene
// that is whole, and cells to click are on the board.
func Clicks(t *testing.T, game *match.Bound, s match.Setup, plies int) {
	t.Helper()
	c := &clicker{T: t, most: plies}
	person := game.Person(c, false)
	j := job.Job{Start: s.Start, Seed: s.Seed, Options: s.Options}
	seating := match.Seating{Observers: []match.Observer{c}}
	for _, seat := range game.Seats {
		j.Seats = append(j.Seats, job.Team{Label: seat, Spec: "human"})
		seating.Players = append(seating.Players, person)
	}
	if _, err := game.Play(t.Context(), j, seating); err != nil && !errors.Is(err, turn.ErrQuit) {
		t.Fatal(err)
	}
	if c.clicks < 2 || c.scenes < 2 {
		t.Errorf("%d choices were made and %d scenes drawn", c.clicks, c.scenes)
	}
}

// clicker chooses from menus and checks all positions.
type clicker struct {
	*testing.T
	most, clicks, scenes int
	now                  *scene.Scene
}

func (c *clicker) Type(_ context.Context, p *match.Prompt) (string, error) {
	if p.Wrong != nil {
		return "", fmt.Errorf("the choice is refused: %w", p.Wrong)
	}
	if p.Menu == nil {
		return "", errors.New("there is no menu")
	}
	var parts []string
	for {
		m := p.Menu(parts)
		if len(m.Choices) == 0 || len(m.Steps) == 0 || len(m.Done) != len(parts) {
			return "", fmt.Errorf("after %q: %d choices, %d steps, %d cells are done", parts, len(m.Choices), len(m.Steps), len(m.Done))
		}
		for _, choice := range m.Choices {
			for _, cell := range choice.Cells {
				if cell < 0 || cell >= c.now.Board.W*c.now.Board.H {
					return "", fmt.Errorf("choice %q has the cell %d", choice.Text, cell)
				}
			}
		}
		if err := c.explained(p, parts, &m); err != nil {
			return "", err
		}
		c.clicks++
		legal := slices.DeleteFunc(slices.Clone(m.Choices), func(c scene.Choice) bool { return c.Off != "" })
		parts = append(parts, legal[c.clicks*7919%len(legal)].Text)
		if !m.Part {
			answer := strings.Join(parts, " ")
			if p.Say(answer) == "" {
				return "", fmt.Errorf("nothing says in words what to do for %q", answer)
			}
			return answer, nil
		}
	}
}

// explained returns an error unless a person is told, with the number of a rule, why a click is not possible: the first one, and
// the one that follows the first cell of some choice.
func (c *clicker) explained(p *match.Prompt, parts []string, m *scene.Menu) error {
	begun := []int{}
	for range 2 {
		var next []int
		for _, choice := range m.Choices {
			if n := len(begun); len(choice.Cells) > n && slices.Equal(choice.Cells[:n], begun) {
				next = append(next, choice.Cells[n])
			}
		}
		if len(next) == 0 {
			return nil
		}
		for cell := range c.now.Board.W * c.now.Board.H {
			if slices.Contains(next, cell) || slices.Contains(begun, cell) {
				continue
			}
			why := p.Why(parts, append(begun[:len(begun):len(begun)], cell))
			if why == nil || !strings.Contains(why.Error(), "(R") {
				return fmt.Errorf("cell %d after %v cannot be clicked, and the reason is %v", cell, begun, why)
			}
		}
		begun = append(begun, next[c.clicks%len(next)])
	}
	return nil
}

func (c *clicker) Asked(_ context.Context, s *match.Snapshot) error {
	if s.Ply >= c.most {
		return turn.ErrQuit
	}
	return c.look(s)
}

func (c *clicker) Answered(s *match.Snapshot) error {
	for _, r := range s.Replies {
		if f := r.Fault; f != nil {
			return fmt.Errorf("ply %d: %s", s.Ply, f.Phrase())
		}
	}
	return nil
}

func (c *clicker) Ended(s *match.Snapshot) error { return c.look(s) }

func (c *clicker) look(s *match.Snapshot) error {
	now := s.Scene(c.now)
	c.now, c.scenes = &now, c.scenes+1
	return whole(&now)
}
