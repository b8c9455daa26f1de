package pelita

// Distances are the lengths of the shortest paths between all free cells of a maze. Making them takes a millisecond on a normal
// board, about 20 on the largest built-in one.
type Distances struct {
	maze   *Maze
	number []int32 // of a free cell, by index
	free   int
	steps  []uint16
}

// Unreachable is the distance between cells without a path between them.
const Unreachable = 1<<16 - 1

// NewDistances measures a maze.
func NewDistances(m *Maze) *Distances {
	d := &Distances{maze: m, number: make([]int32, m.Cells())}
	cells := make([]Cell, 0, m.Cells())
	for i := range m.Cells() {
		if c := m.At(i); m.Free(c) {
			d.number[i] = int32(len(cells))
			cells = append(cells, c)
		}
	}
	d.free = len(cells)
	d.steps = make([]uint16, d.free*d.free)
	queue := make([]Cell, 0, d.free)
	for n, from := range cells {
		row := d.steps[n*d.free : (n+1)*d.free]
		for i := range row {
			row[i] = Unreachable
		}
		row[n] = 0
		queue = append(queue[:0], from)
		for i := 0; i < len(queue); i++ {
			next := row[d.number[m.Index(queue[i])]] + 1
			for _, c := range m.Neighbours(queue[i]) {
				if at := &row[d.number[m.Index(c)]]; *at == Unreachable {
					*at = next
					queue = append(queue, c)
				}
			}
		}
	}
	return d
}

// Between returns the number of steps from one free cell to another, Unreachable if there is no path.
func (d *Distances) Between(a, b Cell) int {
	return int(d.steps[int(d.number[d.maze.Index(a)])*d.free+int(d.number[d.maze.Index(b)])])
}
