package view

import (
	_ "embed" // the sprites
	"fmt"
	"regexp"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

//go:embed sprites.svg
var sprites string

// Scene returns a game as it is seen. The scene before, which may be nil, shows where bots were killed. The overlay noise shows
// the view of the bot that was asked last: how far it sees, and where distant enemies are shown to it.
func Scene(before *scene.Scene, p *referee.State) scene.Scene {
	d := drawing{before: before, p: p, w: p.Maze.Width()}
	board := d.board()
	d.scene = scene.Scene{
		Board: board, Pieces: map[string]scene.Piece{}, Layers: map[string]scene.Layer{
			"walls": d.walls(board), "zgrid": {As: scene.Lines, Show: "grid", Cells: map[int]string{}},
		},
		Group: round(p), Curve: float64(p.Score[pelita.Blue] - p.Score[pelita.Red]),
	}
	if p.Phase != pelita.Finished && p.Phase != pelita.Failed {
		next := (p.Last + 1) % pelita.Bots
		d.scene.Turn, d.scene.Next = scene.Of(next%2), pelita.Letters[next:next+1]
	}
	for team, name := range pelita.Teams {
		d.ground(team, name)
	}
	if p.Version == pelita.V270 {
		d.painted()
	}
	d.bots()
	d.lastMove()
	d.noise()
	d.kills()
	return d.scene
}

// round returns the round of the last move; the next one may have begun already.
func round(p *referee.State) int {
	switch {
	case p.Last < 0:
		return 0
	case p.Turn != p.Last && p.Turn == 0:
		return p.Round - 1
	}
	return p.Round
}

type drawing struct {
	before *scene.Scene
	p      *referee.State
	w      int
	scene  scene.Scene
}

func (d *drawing) cell(c pelita.Cell) int { return c.Y*d.w + c.X }

func (d *drawing) walls(board *scene.Board) scene.Layer {
	if d.before != nil && d.before.Board == board {
		return d.before.Layers["walls"]
	}
	l := scene.Layer{As: scene.Stroke, Cells: map[int]string{}}
	for _, c := range d.p.Maze.Walls() {
		l.Cells[d.cell(c)] = "1"
	}
	return l
}

// ground adds a team's pellets and shadows, and its score.
func (d *drawing) ground(team int, name string) {
	p, seat := d.p, scene.Of(team)
	food, shadow := map[int]string{}, map[int]string{}
	for _, c := range p.Food[team].List() {
		food[d.cell(c)] = "pellet-" + name
		if p.Fades(pelita.Seat(team), c) {
			food[d.cell(c)] += "-old"
		}
	}
	reach := p.Version.Shadow()
	for bot := team; bot < pelita.Bots; bot += 2 {
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				if c := p.Bots[bot].Add(pelita.Cell{X: dx, Y: dy}); p.Maze.Free(c) && p.InShadow(pelita.Seat(team), c) {
					shadow[d.cell(c)] = "1"
				}
			}
		}
	}
	d.scene.Layers["food-"+name] = scene.Layer{As: scene.Sprite, Seat: seat, Cells: food}
	d.scene.Layers["shadow-"+name] = scene.Layer{As: scene.Region, Class: "shadow", Seat: seat, Cells: shadow}
	d.scene.Sides = append(d.scene.Sides, scene.Side{Score: scene.Number(p.Score[team]), Rows: map[string]scene.Value{
		"left":   scene.Number(p.Food[1-team].Len()),
		"eaten0": scene.Number(p.Eaten[team]),
		"eaten1": scene.Number(p.Eaten[team+2]),
		"kills":  scene.Number(p.Kills[team] + p.Kills[team+2]),
		"deaths": scene.Number(p.Deaths[team] + p.Deaths[team+2]),
		"errors": scene.Number(p.Errors[team]),
	}})
}

// colour is what a bot may paint with; others, which a program may send, are not drawn.
var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// painted adds the cells that the bot that moved last has painted, in their colours.
func (d *drawing) painted() {
	cells := map[int]string{}
	for _, paint := range d.p.Overlays {
		for _, mark := range paint {
			if d.p.Maze.Free(mark.Cell) && colour.MatchString(mark.Color) {
				cells[d.cell(mark.Cell)] = mark.Color
			}
		}
	}
	d.scene.Layers["coloured"] = scene.Layer{As: scene.Fill, Cells: cells}
}

func (d *drawing) bots() {
	for bot, at := range d.p.Bots {
		letter, team := pelita.Letters[bot:bot+1], bot%2
		what, sprite := "pacman", "pac-"
		if d.p.IsGhost(bot) {
			what, sprite = "ghost", "ghost-"
		}
		dir := "R"
		if team == int(pelita.Red) {
			dir = "L"
		}
		if d.before != nil {
			was := d.before.Pieces[letter]
			dir = was.Dir
			if step, ok := map[int]string{1: "R", -1: "L", d.w: "D", -d.w: "U"}[d.cell(at)-was.At]; ok {
				dir = step
			}
		}
		title := fmt.Sprintf("%s %s %s", d.scene.Board.Seats[team].ID, what, letter)
		if d.p.Killed[bot] {
			title += ", was killed"
		}
		d.scene.Pieces[letter] = scene.Piece{
			At: d.cell(at), Sprite: sprite + pelita.Teams[team], Seat: scene.Of(team), Dir: dir, Tag: letter, Title: title,
		}
		if text := scene.Text(d.p.Say[bot], 60); text != "" {
			d.scene.Marks = append(d.scene.Marks, scene.Mark{As: scene.Say, Piece: letter, Text: text, Seat: scene.Of(team)})
		}
	}
}

// arrows are the steps of a bot.
var arrows = map[pelita.Cell]string{{}: "·", {X: 1}: "→", {X: -1}: "←", {Y: 1}: "↓", {Y: -1}: "↑"}

// lastMove marks the move that the last bot wanted, and describes it.
func (d *drawing) lastMove() {
	bot := d.p.Last
	if bot < 0 {
		return
	}
	r, seat := d.p.Requested[bot], scene.Of(bot%2)
	to, text := r.Move.To, "?"
	step := pelita.Cell{X: to.X - r.From.X, Y: to.Y - r.From.Y}
	arrow, ok := arrows[step]
	if ok && r.Known && !r.None {
		text = arrow
		if arrow != "·" && d.p.Maze.Contains(to) {
			way := []int{d.cell(r.From), d.cell(to)}
			d.scene.Marks = append(d.scene.Marks, scene.Mark{As: scene.Line, Class: "step", Seat: seat, Cells: way})
		}
	}
	if !r.OK {
		text += "!"
	}
	if d.before != nil {
		food := "food-" + pelita.Teams[1-bot%2]
		if len(d.scene.Layers[food].Cells) < len(d.before.Layers[food].Cells) {
			text += "•"
		}
		if d.died(1-bot%2) > 0 {
			text += "×"
		}
	}
	d.scene.Moves = []scene.Move{{Seat: seat, Text: pelita.Letters[bot:bot+1] + text}}
	d.scene.Marks = append(d.scene.Marks, scene.Mark{As: scene.Focus, Seat: seat, Cells: []int{d.cell(d.p.Bots[bot])}})
}

// noise adds the view of the bot that was asked last.
func (d *drawing) noise() {
	bot := d.p.Turn
	if bot < 0 {
		return
	}
	from := d.p.Bots[bot]
	if bot == d.p.Last { // it has moved since
		from = d.p.Requested[bot].From
	}
	d.scene.Marks = append(d.scene.Marks, scene.Mark{
		As: scene.Reach, Seat: scene.Of(bot % 2), Cells: []int{d.cell(from)}, R: pelita.SightDistance, Show: "noise",
	})
	for enemy, sight := range d.p.Noisy {
		if sight.Noisy {
			letter := pelita.Letters[enemy : enemy+1]
			d.scene.Pieces["noise-"+letter] = scene.Piece{
				At: d.cell(sight.Cell), Sprite: "seen", Seat: scene.Of(enemy % 2), Tag: letter, Z: -1, Show: "noise", Title: letter + " as it was seen",
			}
		}
	}
}

// died returns how many bots of a team were killed since the scene before.
func (d *drawing) died(team int) int {
	n := 0
	for ; d.before.Sides[team].Rows["deaths"] != scene.Number(d.p.Deaths[team]+d.p.Deaths[team+2]-n); n++ {
		if n == 2 { // the scene before belongs to another game, or to a later position
			return 0
		}
	}
	return n
}

// kills marks where bots were killed.
func (d *drawing) kills() {
	if d.before == nil {
		return
	}
	for team := range pelita.Teams {
		if d.died(team) == 0 {
			continue
		}
		for bot := team; bot < pelita.Bots; bot += 2 {
			was := d.before.Pieces[pelita.Letters[bot:bot+1]]
			moved := d.scene.Pieces[pelita.Letters[bot:bot+1]].At != was.At
			if !d.p.Killed[bot] || !moved {
				continue
			}
			at := was.At
			if to := d.p.Requested[bot].Move.To; bot == d.p.Last && d.p.Maze.Contains(to) {
				at = d.cell(to)
			}
			d.scene.Marks = append(d.scene.Marks, scene.Mark{
				As: scene.Burst, Seat: scene.Of(team), Cells: []int{at}, Text: fmt.Sprintf("+%d", pelita.KillPoints),
			})
		}
	}
}

// board returns what does not change during a game: the board of the scene before, if it has the same shape.
func (d *drawing) board() *scene.Board {
	h := d.p.Maze.Height()
	if d.before != nil && d.before.Board.W == d.w && d.before.Board.H == h {
		return d.before.Board
	}
	return &scene.Board{
		Name: d.p.Layout, W: d.w, H: h, Look: scene.Maze, Cell: "(x, y)", Flip: scene.Mirror, Up: int(pelita.Blue),
		Zones: []scene.Zone{
			{W: d.w / 2, H: h, Seat: scene.Of(int(pelita.Blue))},
			{X: d.w / 2, W: d.w - d.w/2, H: h, Seat: scene.Of(int(pelita.Red))},
		},
		Seats: []scene.Chair{pelita.Blue: {ID: "BLUE", Colour: "blue"}, pelita.Red: {ID: "RED", Colour: "red"}},
		Unit:  "Round", Of: d.p.MaxRounds, Per: pelita.Bots, Score: "Score",
		Rows: []scene.Row{
			{ID: "left", Caption: "Pellets to eat"}, {ID: "eaten0", Caption: "Eaten by a, x"}, {ID: "eaten1", Caption: "Eaten by b, y"}, {ID: "kills", Caption: "Kills"}, {ID: "deaths", Caption: "Deaths"},
			{ID: "errors", Caption: "Errors"},
		},
		Overlays: []scene.Overlay{{ID: "noise", Label: "Noise", Key: "d"}, {ID: "grid", Label: "Grid", Key: "g"}}, Sheet: sprites,
		Words: map[string]string{
			"walls": "wall", "pellet-blue": "BLUE pellet", "pellet-blue-old": "BLUE pellet that fades", "pellet-red": "RED pellet",
			"pellet-red-old": "RED pellet that fades", "shadow-blue": "BLUE shadow", "shadow-red": "RED shadow", "coloured": "painted",
			"→": "goes right", "←": "goes left", "↓": "goes down", "↑": "goes up", "·": "stays", "•": ", eats", "×": ", kills",
			"!": ", not allowed", "?": "gives no move",
		},
	}
}
