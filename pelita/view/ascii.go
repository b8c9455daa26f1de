// Package view draws a game of Pelita. It does not know the players.
package view

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// Plain draws a frame for files and pipes: one line about the game, and the layout text.
func Plain(c *ascii.Canvas, s *referee.State) {
	c.Text(grid.Point{}, head(s), ascii.Plain)
	for y, row := range strings.Split(strings.TrimSuffix(s.String(), "\n"), "\n") {
		c.Text(grid.Point{Y: y + 1}, row, ascii.Plain)
	}
}

// head says in one line where the game is.
func head(s *referee.State) string {
	var b strings.Builder
	if s.Round == 0 {
		b.WriteString("before round 1")
	} else {
		fmt.Fprintf(&b, "round %d/%d, bot %c", s.Round, s.MaxRounds, pelita.Letters[s.Turn])
	}
	for team, name := range pelita.Teams {
		fmt.Fprintf(&b, ", %s %d", name, s.Score[team])
		if n := s.Errors[team]; n > 0 {
			fmt.Fprintf(&b, " (%d errors)", n)
		}
	}
	return b.String()
}

// styles of the things of a team: normal, and for those that are uncertain.
var (
	bright = [2]ascii.Style{pelita.Blue: ascii.Blue, pelita.Red: ascii.Red}
	dim    = [2]ascii.Style{pelita.Blue: ascii.DimBlue, pelita.Red: ascii.DimRed}
)

// wide is the largest number of columns of a board that is drawn with two characters per cell, so that cells are square on most
// terminals.
const wide = 40

// Draw draws a frame for a terminal: the teams with their scores, the board, and what every bot does and says. Ghosts and pacmen
// are drawn with their letters. A question mark is where the bot that was asked last believes an enemy to be; pellets about to be
// relocated are hollow, and the ground in the shadow of ghosts is shaded. An arrow is where the bot came from. On boards with
// more than 40 columns, a cell is one character: ghosts are small letters and pacmen capital letters.
func Draw(c *ascii.Canvas, s *referee.State) {
	drawTeams(c, s)
	p := painter{c, s, 2, grid.Point{Y: c.Height()}}
	if s.Maze.Width() > wide {
		p.cell = 1
	}
	p.ground()
	p.lastMove()
	p.noise()
	p.bots()
	below := c.Height()
	for bot := range pelita.Bots {
		drawBot(c, s, bot, grid.Point{Y: below + bot})
	}
	drawFailures(c, s)
}

// drawTeams draws a line for the round and one for each team.
func drawTeams(c *ascii.Canvas, s *referee.State) {
	where := "before round 1"
	if s.Round > 0 {
		where = fmt.Sprintf("round %3d/%d", s.Round, s.MaxRounds)
	}
	c.Text(grid.Point{}, where+"   "+clean.Line(s.Layout, 40), ascii.Bold)
	for team := range pelita.Teams {
		name := clean.Line(s.Names[team], 25)
		if name == "" {
			name = pelita.Teams[team] + " team"
		}
		if info := clean.Line(s.Infos[team], 20); info != "" {
			name += " (" + info + ")"
		}
		kills, deaths := s.Kills[team]+s.Kills[team+2], s.Deaths[team]+s.Deaths[team+2]
		line := fmt.Sprintf("%4d %-25s pellets %2d kills %2d deaths %2d", s.Score[team], name, s.Food[team].Len(), kills, deaths)
		if s.Version == pelita.V251 {
			line += fmt.Sprintf(" errors %d", s.Errors[team])
		}
		line += fmt.Sprintf(" %.1f s", s.Time[team])
		c.Text(grid.Point{Y: 1 + team}, line, bright[team])
	}
}

// painter draws on the board.
type painter struct {
	*ascii.Canvas
	s      *referee.State
	cell   int // characters a cell
	origin grid.Point
}

// put draws a cell: the first character, and the second where there is room.
func (p *painter) put(c pelita.Cell, text string, style ascii.Style) {
	at := grid.Point{X: p.origin.X + p.cell*c.X, Y: p.origin.Y + c.Y}
	for _, r := range []rune(text)[:p.cell] {
		p.Put(at, r, style)
		at.X++
	}
}

// ground draws walls, pellets and shadows.
func (p *painter) ground() {
	m, s := p.s.Maze, p.s
	for y := range m.Height() {
		for x := range m.Width() {
			c := pelita.Cell{X: x, Y: y}
			switch seat := m.Side(c); {
			case !m.Free(c):
				p.put(c, "██", ascii.Dim)
			case s.InShadow(seat, c):
				p.put(c, "░░", dim[seat])
			default:
				p.put(c, "  ", ascii.Plain)
			}
		}
	}
	for _, paint := range s.Overlays {
		for _, mark := range paint { // painted by bots of version 2.7
			if m.Free(mark.Cell) {
				p.put(mark.Cell, "▒▒", ascii.Green)
			}
		}
	}
	for seat := range pelita.Seat(2) {
		for _, c := range s.Food[seat].List() {
			switch {
			case s.Fades(seat, c):
				p.put(c, "∘ ", ascii.Yellow)
			case s.InShadow(seat, c):
				p.put(c, "•░", dim[seat])
			default:
				p.put(c, "• ", dim[seat])
			}
		}
	}
}

// lastMove draws where the bot that moved last came from, and whether it went where it wanted to.
func (p *painter) lastMove() {
	if p.s.Last < 0 {
		return
	}
	r, to := p.s.Requested[p.s.Last], p.s.Bots[p.s.Last]
	arrow, known := map[pelita.Cell]string{{X: 1}: "→ ", {X: -1}: "← ", {Y: 1}: "↓ ", {Y: -1}: "↑ "}[pelita.Cell{
		X: to.X - r.From.X, Y: to.Y - r.From.Y,
	}]
	switch {
	case !r.Known || to == r.From && r.OK:
	case !r.OK:
		p.put(r.From, "× ", ascii.Changed)
	case known:
		p.put(r.From, arrow, ascii.Changed)
	default: // it was killed
		p.put(r.From, "✝ ", ascii.Changed)
	}
}

// noise draws where the bot that was asked last sees enemies that may be elsewhere.
func (p *painter) noise() {
	for bot, sight := range p.s.Noisy {
		if sight.Noisy {
			p.put(sight.Cell, "?"+string(pelita.Letters[bot]), dim[bot%2])
		}
	}
}

func (p *painter) bots() {
	for bot := pelita.Bots - 1; bot >= 0; bot-- { // where there are several, the first is visible
		letter := string(pelita.Letters[bot])
		style := bright[bot%2]
		if bot == p.s.Turn {
			style = ascii.Yellow
		}
		switch ghost := p.s.IsGhost(bot); {
		case p.cell == 1 && ghost:
			p.put(p.s.Bots[bot], letter, style)
		case p.cell == 1:
			p.put(p.s.Bots[bot], strings.ToUpper(letter), style)
		case ghost:
			p.put(p.s.Bots[bot], "ᗣ"+letter, style)
		default:
			p.put(p.s.Bots[bot], "ᗧ"+letter, style)
		}
	}
}

// drawBot draws a line about one bot.
func drawBot(c *ascii.Canvas, s *referee.State, bot int, at grid.Point) {
	what := "pacman"
	if s.IsGhost(bot) {
		what = "ghost"
	}
	mark := ' '
	if bot == s.Turn {
		mark = '>'
	}
	line := fmt.Sprintf("%c %c %-6s on %-8v", mark, pelita.Letters[bot], what, s.Bots[bot])
	if s.Killed[bot] {
		line += " was killed"
	}
	if bot == s.Turn {
		if m := s.Mistake(pelita.SeatOf(bot)); m != nil && m.Late {
			line += " was late"
		} else if m != nil {
			line += fmt.Sprintf(" wanted to %v", m.Move)
		}
	}
	c.Text(at, line, bright[bot%2])
	if said := clean.Line(s.Say[bot], 40); said != "" {
		c.Text(grid.Point{X: len([]rune(line)) + 1, Y: at.Y}, "“"+said+"”", ascii.Plain)
	}
}

// drawFailures draws the errors that ended the game.
func drawFailures(c *ascii.Canvas, s *referee.State) {
	for team, list := range s.Failures {
		for _, f := range list {
			text := fmt.Sprintf("%s team: %s: %s", pelita.Teams[team], f.Type, f.Description)
			c.Text(grid.Point{Y: c.Height()}, clean.Line(text, 120), ascii.Changed)
		}
	}
}
