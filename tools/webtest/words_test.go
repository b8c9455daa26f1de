package webtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// node is a node of the accessibility tree: what a screen reader is told.
type node struct {
	role, name string
	kids       []*node
}

// tree returns the accessibility tree of the page.
func (p *tab) tree() *node {
	p.Helper()
	type value struct {
		Value any `json:"value"`
	}
	var all struct {
		Nodes []struct {
			NodeID   string   `json:"nodeId"`
			Ignored  bool     `json:"ignored"`
			Role     *value   `json:"role"`
			Name     *value   `json:"name"`
			ChildIDs []string `json:"childIds"`
		} `json:"nodes"`
	}
	p.run(chromedp.ActionFunc(func(ctx context.Context) error { // chromedp's own types do not know all that a newer browser says
		return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &all)
	}))
	text := func(v *value) string {
		if v == nil {
			return ""
		}
		return fmt.Sprint(v.Value)
	}
	nodes := map[string]*node{}
	for _, n := range all.Nodes {
		nodes[n.NodeID] = &node{role: text(n.Role), name: text(n.Name)}
		if n.Ignored {
			nodes[n.NodeID].role = ""
		}
	}
	for _, n := range all.Nodes {
		for _, kid := range n.ChildIDs {
			if nodes[kid] != nil {
				nodes[n.NodeID].kids = append(nodes[n.NodeID].kids, nodes[kid])
			}
		}
	}
	return nodes[all.Nodes[0].NodeID]
}

// find returns the nodes with some roles, in order, without those inside of others.
func (n *node) find(roles ...string) (list []*node) {
	if slices.Contains(roles, n.role) {
		return []*node{n}
	}
	for _, kid := range n.kids {
		list = append(list, kid.find(roles...)...)
	}
	return list
}

// board returns what a screen reader says of the cells of the board, row by row, with the names of rows and columns.
func (n *node) board() (rows [][]string, left, top []string) {
	for _, table := range n.find("table") {
		if len(table.find("caption", "Caption")) == 0 && table.name != "The board, row by row" {
			continue
		}
		for _, row := range table.find("row") {
			var cells []string
			for _, cell := range row.find("cell", "gridcell") {
				cells = append(cells, cell.name)
			}
			if heads := row.find("columnheader"); len(heads) > 0 {
				for _, head := range heads {
					top = append(top, head.name)
				}
				continue
			}
			for _, head := range row.find("rowheader") {
				left = append(left, head.name)
			}
			rows = append(rows, cells)
		}
	}
	return rows, left, top
}

// glyphs return how the layout text of a game draws a cell, given what a screen reader says of it.
var glyphs = map[string]func(said string) string{
	"amazons": first("red queen", "R", "blue queen", "B", "removed", "x", "empty", "."),
	"tron": func(said string) string {
		if strings.Contains(said, "BLUE bike") && strings.Contains(said, "YELLOW bike") {
			return "*"
		}
		return first("BLUE bike", "B", "YELLOW bike", "Y", "area wall", "#", "BLUE wall", "b", "YELLOW wall", "y", "empty", ".")(said)
	},
	"pelita": first("wall", "#", "BLUE ghost a", "a", "BLUE pacman a", "a", "RED ghost x", "x", "RED pacman x", "x", "BLUE ghost b", "b",
		"BLUE pacman b", "b", "RED ghost y", "y", "RED pacman y", "y", "pellet", ".", "", " "),
	"sarena": func(said string) string {
		ground := first("arrow cell", "+", "plain cell", ".")(said)
		_, chips, _ := strings.Cut(said, "from below ")
		letters := strings.NewReplacer("yellow", "Y", "red", "R", "grey", "N", "/", "", ", ", "")
		return ground + letters.Replace(chips)
	},
	"reantics": func(said string) string {
		ground := first("grass", ";", "food", "%", "anthill", "^", "tunnel", "@", "", ".")(strings.ReplaceAll(said, "carries food", ""))
		ant := regexp.MustCompile(`(blue|red) (queen|worker|drone|soldier|ranged soldier), health`).FindStringSubmatch(said)
		if ant == nil {
			return ground
		}
		letter := strings.ToUpper(ant[2][:1])
		if ant[1] == "red" {
			letter = strings.ToLower(letter)
		}
		return strings.TrimPrefix(ground+letter, ".")
	},
}

// first returns what belongs to the first word that is said.
func first(words ...string) func(string) string {
	return func(said string) string {
		for i := 0; i < len(words); i += 2 {
			if strings.Contains(said, words[i]) {
				return words[i+1]
			}
		}
		return "?"
	}
}

// layout returns the cells of a position as its text draws them, row by row.
func layout(game, text string, width, height int) (rows [][]string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	switch game {
	case "amazons":
		lines = lines[1 : 1+height]
	case "tron":
		lines = lines[len(lines)-height:]
	case "sarena":
		lines = lines[len(lines)-height:]
	case "reantics":
		lines = lines[2 : 2+height]
	}
	for _, line := range lines {
		var row []string
		switch game {
		case "amazons":
			row = strings.Fields(line)[1:]
		case "sarena":
			row = strings.Fields(line)
		case "reantics":
			for x := range width {
				row = append(row, strings.TrimSpace((line + strings.Repeat(" ", 3*width))[2+3*x:][:3]))
			}
		default:
			row = strings.Split(line, "")
		}
		rows = append(rows, row)
	}
	return rows
}

// The board in words says all that the layout text says: it is rebuilt from what a screen reader is told, for positions of all games.
func TestBoardInWords(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			needsBrowser(t)
			m, r := kind.make(t), web.NewReplay(web.Game{Name: kind.name, Players: []string{"one", "two"}})
			var before *scene.Scene
			var texts []string
			for ply := 0; ply < 90; ply++ {
				snap := m.snapshot(ply, &before)
				r.Add(snap)
				texts = append(texts, snap.Text())
				if snap.Result != nil {
					break
				}
				if err := m.play(m.bots(snap.Asked)); err != nil {
					t.Fatal(err)
				}
			}
			file := filepath.Join(t.TempDir(), "game.html")
			f, err := os.Create(file)
			if err == nil {
				err = web.HTML(f, r)
			}
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
			p := open(t, "file://"+filepath.ToSlash(file), 1280, 800)
			p.wait(`window.gridiron?.record?.length > 5`)
			eval[any](p, `document.getElementById('words').open = true`)
			for _, ply := range []int{0, len(texts) / 2, len(texts) - 1} {
				eval[any](p, fmt.Sprintf(`(gridiron.go(%d, {still: true, force: true}), 0)`, ply))
				p.wait(`document.querySelectorAll('#wordlist td').length > 3`)
				rows, left, top := p.tree().board()
				want := layout(kind.name, texts[ply], before.Board.W, before.Board.H)
				if len(rows) != before.Board.H || len(left) != before.Board.H || len(top) != before.Board.W {
					t.Fatalf("%d rows with %d names and %d names of columns, want %d and %d", len(rows), len(left), len(top), before.Board.H, before.Board.W)
				}
				for y, row := range rows {
					for x, said := range row {
						if got := glyphs[kind.name](said); got != want[y][x] {
							t.Errorf("ply %d: row %s, column %s: %q is %q, want %q", ply, left[y], top[x], said, got, want[y][x])
						}
					}
				}
			}
			spoken := eval[string](p, `document.querySelector('#wordlist p').textContent`)
			if strings.ContainsAny(spoken, "←→↑↓⚡↻•×–·") {
				t.Errorf("the last move is spoken as %q, want words", spoken)
			}
			t.Log(spoken)
			var moves []*node
			for _, list := range p.tree().find("list") {
				if list.name == "Move list" {
					moves = list.find("button")
				}
			}
			if len(moves) < 5 {
				t.Fatalf("a screen reader finds %d moves", len(moves))
			}
			for _, move := range moves {
				if strings.ContainsAny(move.name, "←→↑↓⚡↻•×–·()") || !slices.ContainsFunc(before.Board.Seats, func(c scene.Chair) bool { return strings.HasPrefix(move.name, c.ID+" ") }) {
					t.Errorf("a move of the list is spoken as %q, want a player and words", move.name)
				}
			}
		})
	}
}
