package tournament

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
)

// Node is a place in the bracket: a team, a match between two places, or a bye, through which one place advances without a match.
// Exactly one of Match and Bye is set, unless the node is a team.
type Node struct {
	Team  string // its id; "" is an empty place (version 2.7.0), or a node that is not a team
	Match *[2]*Node
	Bye   *Node

	Winner string // of a match that was played
}

// Bracket seeds the knockout from the ranking, best first. With a bonus match the last team waits for the winner.
func Bracket(v pelita.Version, ranking []string, bonus bool) *Node {
	if len(ranking) == 0 {
		return nil
	}
	bonus = bonus && len(ranking) > 1
	rest := ranking
	if bonus {
		rest = ranking[:len(ranking)-1]
	}
	tree := foldNew(rest)
	if v == pelita.V251 {
		tree = foldOld(rest)
	}
	if bonus {
		last := &Node{Team: ranking[len(ranking)-1]}
		for range tree.depth() {
			last = &Node{Bye: last}
		}
		tree = &Node{Match: &[2]*Node{tree, last}}
	}
	return tree
}

// foldOld pairs the best with the worst, and then neighbours until one is left.
func foldOld(ranking []string) *Node {
	var nodes []*Node
	even := len(ranking) - len(ranking)%2
	for i := range even / 2 {
		nodes = append(nodes, &Node{Team: ranking[i]}, &Node{Team: ranking[even-1-i]})
	}
	for _, odd := range ranking[even:] {
		nodes = append(nodes, &Node{Team: odd})
	}
	for len(nodes) > 1 {
		var next []*Node
		for pair := range slices.Chunk(nodes, 2) {
			if len(pair) == 1 {
				next = append(next, &Node{Bye: pair[0]})
			} else {
				next = append(next, &Node{Match: &[2]*Node{pair[0], pair[1]}})
			}
		}
		nodes = next
	}
	return nodes[0]
}

// foldNew halves the list: the first and last of each four go to the upper half, the others to the lower. Empty places fill the
// bracket up.
func foldNew(list []string) *Node {
	if len(list) == 1 {
		return &Node{Team: list[0]}
	}
	list = slices.Clone(list)
	list = append(list, make([]string, len(list)-1<<(bits.Len(uint(len(list)))-1))...)
	var halves [2][]string
	for i, team := range list {
		half := 0
		if i%4 == 1 || i%4 == 2 {
			half = 1
		}
		halves[half] = append(halves[half], team)
	}
	top, bottom := foldNew(halves[0]), foldNew(halves[1])
	switch {
	case bottom.empty():
		return &Node{Bye: top}
	case top.empty():
		return &Node{Bye: bottom}
	}
	return &Node{Match: &[2]*Node{top, bottom}}
}

func (n *Node) empty() bool { return n.Match == nil && n.Bye == nil && n.Team == "" }

func (n *Node) depth() int {
	switch {
	case n.Match != nil:
		return 1 + n.Match[0].depth()
	case n.Bye != nil:
		return 1 + n.Bye.depth()
	}
	return 0
}

// children returns the places that lead to this one.
func (n *Node) children() []*Node {
	switch {
	case n.Match != nil:
		return n.Match[:]
	case n.Bye != nil:
		return []*Node{n.Bye}
	}
	return nil
}

// Levels returns the bracket level by level, the teams first: the order in which matches are played.
func (n *Node) Levels() (levels [][]*Node) {
	for level := []*Node{n}; len(level) > 0; {
		levels = append(levels, level)
		var below []*Node
		for _, node := range level {
			below = append(below, node.children()...)
		}
		level = below
	}
	slices.Reverse(levels)
	return levels
}

// Who returns the team at this place, "" if it is not known yet or there is none.
func (n *Node) Who() string {
	switch {
	case n.Match != nil:
		return n.Winner
	case n.Bye != nil:
		return n.Bye.Who()
	}
	return n.Team
}

// Draw draws the bracket; name returns the name of a team's id. marks are printed around the name in the match just, if that is
// not nil: for example, the codes that make a terminal write in bold.
func (n *Node) Draw(name func(id string) string, just *Node, marks [2]string) string {
	levels := n.Levels()
	if len(levels) < 2 {
		return ""
	}
	d := &drawing{name: name, just: just, marks: marks, row: map[*Node]int{}}
	d.leaves(levels[0])
	for i, level := range levels[1:] {
		d.level(level, i == len(levels)-2)
	}
	var text strings.Builder
	for _, line := range d.rows {
		text.WriteString(strings.Join(line, ""))
		text.WriteByte('\n')
	}
	return text.String()
}

// drawing is a bracket being drawn: a block of columns for each level, and a row for each leaf and between leaves.
type drawing struct {
	name  func(string) string
	just  *Node
	marks [2]string
	rows  [][]string // characters
	row   map[*Node]int
	at    int // column where the next block begins
}

func (d *drawing) label(n *Node) string {
	id := n.Who()
	if id == "" {
		return "???"
	}
	return d.name(id)
}

func (d *drawing) put(row, column int, text string) {
	for _, r := range text {
		d.rows[row][column] = string(r)
		column++
	}
}

// widen adds blank columns.
func (d *drawing) widen(columns int) {
	for i := range d.rows {
		d.rows[i] = append(d.rows[i], slices.Repeat([]string{" "}, columns)...)
	}
}

func runes(text string) int { return len([]rune(text)) }

func (d *drawing) leaves(nodes []*Node) {
	longest := 0
	names := make([]string, len(nodes))
	for i, n := range nodes {
		if names[i] = "None"; n.Team != "" {
			names[i] = d.name(n.Team)
		}
		longest = max(longest, runes(names[i]))
	}
	d.rows = make([][]string, 2*len(nodes)-1)
	d.widen(longest + 2)
	for i, n := range nodes {
		d.row[n] = 2 * i
		d.put(2*i, 0, " "+names[i]+" "+strings.Repeat("─", longest-runes(names[i])))
	}
	d.at = longest + 2
}

// level draws one level of matches and byes.
func (d *drawing) level(nodes []*Node, last bool) {
	longest, width := 0, 1
	for _, n := range nodes {
		if n.Match != nil {
			longest = max(longest, runes(d.label(n)))
			width = longest + 4
		}
	}
	if last {
		width = longest + 7
	}
	d.widen(width)
	for _, n := range nodes {
		if n.Bye != nil {
			d.row[n] = d.row[n.Bye]
			d.put(d.row[n], d.at, strings.Repeat("─", width))
			continue
		}
		p, q := d.row[n.Match[0]], d.row[n.Match[1]]
		for row := p + 1; row < q; row++ {
			d.put(row, d.at, "│")
		}
		d.put(p, d.at, "┐")
		d.put(q, d.at, "┘")
		middle := (p + q) / 2
		d.row[n] = middle
		d.match(n, middle, width, last)
	}
	d.at += width
}

func (d *drawing) match(n *Node, row, width int, last bool) {
	label := d.label(n)
	first := d.at + 3 // of the name
	if last {
		line := strings.Repeat("━", runes(label)+2)
		d.put(row-1, d.at+3, "┏"+line+"┓")
		d.put(row, d.at, "├──┨ "+label+" ┃")
		d.put(row+1, d.at+3, "┗"+line+"┛")
		first = d.at + 5
	} else {
		d.put(row, d.at, "├─ "+label+" "+strings.Repeat("─", width-4-runes(label)))
	}
	if n == d.just {
		end := first + runes(label) - 1
		d.rows[row][first] = d.marks[0] + d.rows[row][first]
		d.rows[row][end] += d.marks[1]
	}
}
