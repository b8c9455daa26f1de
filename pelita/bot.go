package pelita

import (
	"fmt"
	"strconv"
	"strings"
)

// Bot is a bot that is asked for its move, with its team mate and its enemies, like the original's Bot object. It is valid during
// one move, and must not be changed.
type Bot struct {
	Version  Version
	Maze     *Maze
	Turn     int  // 0 (a, x) or 1 (b, y)
	Char     byte // a, b, x or y
	IsBlue   bool
	Position Cell // of an enemy: where it is shown
	IsNoisy  bool // an enemy that may be somewhere else
	Legal    []Cell
	Home     []Cell // free cells of the team's half, ascending
	Start    Cell   // where it returns after it was killed
	Food     []Cell // of its team; Enemy[0].Food are the pellets to eat
	Shaded   []Cell // pellets in the shadow of the team's own ghosts; nil for enemies

	Track     []Cell // where it was since it was last killed, up to the current cell; nil for enemies
	WasKilled bool
	Kills     int
	Deaths    int
	Score     int // of its team
	Errors    int // of its team; of enemies always 0
	Round     int // 0: None
	TeamName  string
	TeamTime  float64 // seconds
	Random    Chance  // the team's own, from the seed of the game

	Other *Bot
	Enemy [2]*Bot

	said  *string
	paint *[]Paint
}

// Say shows a text beside the bot.
func (b *Bot) Say(text string) { *b.said = text }

// PaintBackground colours a cell in viewers of version 2.7; "" is the usual colour.
func (b *Bot) PaintBackground(c Cell, color string) {
	if color == "" {
		color = "#96FF96"
	}
	*b.paint = append(*b.paint, Paint{c, color})
}

// Team is the memory of a player between questions: the tracks of its bots and its random numbers.
type Team struct {
	Random Chance
	tracks [2][]Cell
	bots   [Bots]Bot
	own    Seat
	said   string
	paint  []Paint
}

// Start begins a game; v is the question AskStart.
func (t *Team) Start(v *View, random Chance) {
	*t = Team{Random: random, own: v.Team.Seat, tracks: t.tracks}
	for bot := range t.tracks {
		if t.tracks[bot] == nil {
			t.tracks[bot] = make([]Cell, 0, MaxRounds+1)
		}
		t.tracks[bot] = t.tracks[bot][:0]
	}
	for i := range t.bots {
		b := &t.bots[i]
		*b = Bot{
			Version: v.Version, Maze: v.Maze, Turn: i / 2, Char: Letters[i], IsBlue: SeatOf(i) == Blue,
			Home: v.Maze.Home(SeatOf(i)), Start: v.Maze.Respawn(i), Random: random,
			Other: &t.bots[(i+2)%Bots], Enemy: [2]*Bot{&t.bots[1-i%2], &t.bots[3-i%2]},
			said: &t.said, paint: &t.paint,
		}
	}
	t.show(v)
}

// show updates the bots from a question.
func (t *Team) show(v *View) {
	for _, side := range [2]*Side{&v.Team, &v.Enemy} {
		for bot := range 2 {
			b := &t.bots[side.Seat.Bot(bot)]
			b.Position, b.IsNoisy, b.Legal = side.Bots[bot], side.Noisy[bot], nil
			if v.Maze.Free(b.Position) {
				b.Legal = v.Maze.Options(b.Position)
			}
			b.Food, b.Shaded = side.Food, side.Shaded
			b.WasKilled, b.Kills, b.Deaths = side.Killed[bot], side.Kills[bot], side.Deaths[bot]
			b.Score, b.Errors, b.TeamName, b.TeamTime, b.Round = side.Score, side.Errors, side.Name, side.Time, v.Round
		}
	}
}

// Bot returns the bot that is asked by AskMove. Call it for each question in order, because tracks grow.
func (t *Team) Bot(v *View) *Bot {
	t.show(v)
	t.said, t.paint = "", nil
	for bot := range 2 {
		if v.Team.Killed[bot] {
			t.tracks[bot] = t.tracks[bot][:0]
		}
	}
	me, other := v.Bot, 1-v.Bot
	if len(t.tracks[me]) == 0 {
		t.tracks[me] = append(t.tracks[me], v.Team.Bots[me])
	}
	t.tracks[other] = append(t.tracks[other], v.Team.Bots[other])
	for bot, track := range t.tracks {
		t.bots[t.own.Bot(bot)].Track = track[:len(track):len(track)]
	}
	return &t.bots[t.own.Bot(me)]
}

// Said returns what the bots said and painted since the last question. In version 2.7, the text is one line of at most 30
// characters.
func (t *Team) Said() (text string, paint []Paint) {
	if t.said != "" && t.bots[0].Version == V270 {
		return tidySay(t.said), t.paint
	}
	return t.said, t.paint
}

// tidySay turns white space into blanks, drops characters of more than two bytes in UTF-8, and cuts the text after 30 characters.
func tidySay(text string) string {
	var kept []rune
	for _, r := range text {
		switch {
		case len(kept) == 30:
			return string(kept)
		case isSpace(r):
			kept = append(kept, ' ')
		case r < 0x800:
			kept = append(kept, r)
		}
	}
	return string(kept)
}

// String returns the text that Python prints for the bot: a line about the teams, one about the state, the board, and the
// positions (see the example of SetupTestGame). It ends with a line feed.
func (b *Bot) String() string {
	blue, red, side := b, b.Enemy[0], "blue"
	you := [2]string{" (you)", ""}
	if !b.IsBlue {
		blue, red, side = red, blue, "red"
		you = [2]string{"", " (you)"}
	}
	var bots [Bots]*Bot
	for bot := range 2 {
		for _, one := range []*Bot{b.pick(bot), b.Enemy[bot]} {
			bots[one.seat().Bot(bot)] = one
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s%s vs %s%s.\n", blue.TeamName, you[0], red.TeamName, you[1])
	fmt.Fprintf(&s, "Playing on %s side. Current turn: %d. Bot: %c. Round: %s, score: %d:%d.",
		side, b.Turn, b.Char, none(b.Round), blue.Score, red.Score)
	label := "Exact"
	if b.Version == V251 {
		fmt.Fprintf(&s, " timeouts: %d:%d", blue.Errors, red.Errors)
		label = "Noisy"
	}
	s.WriteByte('\n')
	var cells [Bots]Cell
	var where, known []string
	for i, bot := range bots {
		cells[i] = bot.Position
		where = append(where, fmt.Sprintf("'%c': %v", Letters[i], bot.Position))
		flag := "False"
		if bot.IsNoisy == (b.Version == V251) {
			flag = "True"
		}
		known = append(known, fmt.Sprintf("'%c': %s", Letters[i], flag))
	}
	s.WriteString(draw(b.Maze.w, b.Maze.h, b.Maze.walls, cells[:], b.Food, b.Enemy[0].Food))
	var food []string
	for _, list := range [][]Cell{b.Food, b.Enemy[0].Food} {
		for _, c := range list {
			food = append(food, c.String())
		}
	}
	fmt.Fprintf(&s, "Bots: {%s}\n%s: {%s}\nFood: [%s]\n",
		strings.Join(where, ", "), label, strings.Join(known, ", "), strings.Join(food, ", "))
	return s.String()
}

// Repr is Python's repr of the bot in version 2.7.
func (b *Bot) Repr() string {
	return fmt.Sprintf("<Bot: %c (team %v), pos: %v, turn: %d, round: %s>", b.Char, b.seat(), b.Position, b.Turn, none(b.Round))
}

func (b *Bot) seat() Seat {
	if b.IsBlue {
		return Blue
	}
	return Red
}

// pick returns bot 0 or 1 of the own team.
func (b *Bot) pick(bot int) *Bot {
	if b.Turn == bot {
		return b
	}
	return b.Other
}

func none(round int) string {
	if round == 0 {
		return "None"
	}
	return strconv.Itoa(round)
}
