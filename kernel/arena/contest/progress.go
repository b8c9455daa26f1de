package contest

import (
	"bytes"
	"fmt"
	"io"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
)

// Progress shows the progress of a league: a bar that is redrawn on a terminal, a line a game elsewhere.
type Progress struct {
	W        io.Writer
	Terminal bool
	Total    int
	done     int
}

// Step reports one more finished game.
func (p *Progress) Step(line string) {
	p.done++
	if !p.Terminal {
		fmt.Fprintf(p.W, "game %d of %d: %s\n", p.done, p.Total, line)
		return
	}
	const width = 30
	bar := bytes.Repeat([]byte{'.'}, width)
	for i := range width * p.done / max(1, p.Total) {
		bar[i] = '#'
	}
	fmt.Fprintf(p.W, term.Rewrite+"[%s] %d of %d", bar, p.done, p.Total)
	if p.done == p.Total {
		fmt.Fprintln(p.W)
	}
}

// Break ends the line of an unfinished bar.
func (p *Progress) Break() {
	if p.Terminal && p.done < p.Total {
		fmt.Fprintln(p.W)
	}
}

// Skip counts games that were finished before.
func (p *Progress) Skip(n int) { p.done += n }
