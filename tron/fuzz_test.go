package tron_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// laws checks what holds in every position.
func laws(t *testing.T, p tron.Position) {
	t.Helper()
	again, err := tron.ParsePosition(p.String())
	if err != nil || again != p || again.Hash() != p.Hash() {
		t.Fatalf("read back as %v, %v:\n%s", again, err, p)
	}
	for _, s := range [...]tron.Seat{tron.Blue, tron.Yellow} {
		for _, c := range p.AppendMoves(nil, s) {
			if rule := p.Check(s, c); rule != tron.Legal {
				t.Fatalf("%v %v is listed: %v\n%s", s, c, rule, p)
			}
		}
	}
	if p.Over() && p.Play([2]tron.Command{tron.Breaker(), tron.Turn(tron.Up)}) != p {
		t.Fatalf("a game that is over goes on:\n%s", p)
	}
}

// swapped returns the position with the seats exchanged, by its text.
func swapped(t *testing.T, p tron.Position) tron.Position {
	t.Helper()
	lines := strings.SplitAfter(p.String(), "\n")
	exchange := strings.NewReplacer("blue", "yellow", "yellow", "blue", "b", "y", "y", "b", "B", "Y", "Y", "B")
	for i := 1; i < len(lines); i++ {
		if i < 3 { // the words of a bike have letters of their own
			seat, rest, _ := strings.Cut(lines[i], " ")
			rest = strings.NewReplacer("on=b", "on=y", "on=y", "on=b").Replace(rest)
			lines[i] = exchange.Replace(seat) + " " + rest
			continue
		}
		lines[i] = exchange.Replace(lines[i])
	}
	return draw(t, strings.Join(lines, ""))
}

// commandOf makes any byte a command.
func commandOf(b byte) tron.Command {
	c := tron.Straight
	if b&8 != 0 {
		c = c.ThenBreaker()
	}
	if b&4 != 0 {
		c = c.ThenTurn(tron.Direction(b & 3))
	}
	if b&16 != 0 {
		c = c.ThenBreaker()
	}
	return c
}

// FuzzGame plays any bytes as a game.
func FuzzGame(f *testing.F) {
	f.Add("#########\n#B......#\n#...#...#\n#......Y#\n#########", []byte("any bytes are a game of commands"))
	f.Add("breaker=3/5 health=9\nyellow\n########\n#B.....#\n#.....Y#\n########", []byte{5, 6, 7, 4, 12, 28, 0, 0, 13, 14, 15, 20})
	f.Add("health=0 wall=-3\n#######\n#..*..#\n#.....#\n#######", []byte{7, 5, 4, 6, 5, 4, 4, 4, 6, 6, 9, 9})
	f.Fuzz(func(t *testing.T, start string, game []byte) {
		p, err := tron.ParsePosition(start)
		if err != nil {
			return
		}
		for len(game) >= 2 && !p.Over() {
			laws(t, p)
			c := [2]tron.Command{commandOf(game[0]), commandOf(game[1])}
			game = game[2:]
			cycle(t, p, c)
			p.Step(c)
		}
		laws(t, p)
	})
}

// cycle checks what holds in every cycle.
func cycle(t *testing.T, p tron.Position, c [2]tron.Command) {
	t.Helper()
	after, explained := p.Play(c), p
	events := explained.Explain(c, nil)
	if explained != after || len(events) > 16 {
		t.Fatalf("explained with %d events:\n%sbut played:\n%s", len(events), explained, after)
	}
	if told := retell(p, events); told != after.String() {
		t.Fatalf("%v in\n%stells another story (-played +told):\n%s", c, p, cmp.Diff(after.String(), told))
	}
	if p.Bike(tron.Blue).At != p.Bike(tron.Yellow).At {
		other := swapped(t, p)
		if other.Play([2]tron.Command{c[1], c[0]}) != swapped(t, after) {
			t.Fatalf("%v in\n%sgoes another way when the sides are exchanged", c, p)
		}
	}
	for s := range c { // what Check calls ignored has no effect, what it calls legal has one
		seat := tron.Seat(s)
		rule := p.Check(seat, c[s])
		d, turns := c[s].Turn()
		obeyed := explained.Bike(seat).Direction != p.Bike(seat).Direction
		if turns && obeyed == (rule == tron.TurnSame || rule == tron.TurnBack) {
			t.Fatalf("%v %v is %v, but the bike turned to %v: %v", seat, d, rule, explained.Bike(seat).Direction, obeyed)
		}
		on := slices.ContainsFunc(events, func(e tron.Event) bool { return e.Kind == tron.BreakerOn && e.Seat == seat })
		if on != (c[s].Breaker() && p.Bike(seat).Cooldown <= 0) {
			t.Fatalf("%v %v in\n%sswitched the breaker on: %v", seat, c[s], p, on)
		}
	}
}

// retell makes a text of the position after a cycle from the position before it and the events alone.
func retell(p tron.Position, events []tron.Event) string {
	size, k := p.Size(), p.Constants()
	bikes := [2]tron.Bike{p.Bike(tron.Blue), p.Bike(tron.Yellow)}
	scores := [2]int{p.Score(tron.Blue), p.Score(tron.Yellow)}
	cells := p.AppendCells(nil)
	at := func(q grid.Point) *tron.Cell { return &cells[q.Y*size.W+q.X] }
	crash := [...]int{tron.OnAreaWall: k.AreaWallCrash, tron.OnOwnWall: k.OwnWallCrash, tron.OnEnemyWall: k.EnemyWallCrash,
		tron.IntoEachOther: 0}
	for _, e := range events {
		b := &bikes[e.Seat]
		switch e.Kind {
		case tron.Turned:
			b.Direction = e.Direction
		case tron.BreakerOn:
			b.Cooldown, b.Remaining = k.WallBreakerCooldown, k.WallBreakerDuration+1
		case tron.WallBuilt:
			*at(e.At) = tron.Wall(e.Seat)
			scores[e.Seat] += k.WallScore
		case tron.HealthLost:
			b.Health--
		case tron.WallBroken:
			*at(e.At) = tron.Empty
			scores[e.Owner] -= k.WallScore
		case tron.Crashed:
			b.Crash = e.Crash
			scores[e.Seat] += crash[e.Crash]
		}
	}
	var told strings.Builder
	text := strings.SplitAfter(p.String(), "\n")
	told.WriteString(strings.Replace(text[0], "cycle="+strconv.Itoa(p.Cycle()), "cycle="+strconv.Itoa(p.Cycle()+1), 1))
	for s := range bikes {
		b := &bikes[s]
		b.At = b.At.Add(b.Direction.Delta())
		b.Cooldown, b.Remaining = down(b.Cooldown), down(b.Remaining)
	}
	for _, s := range [2]tron.Seat{p.First(), p.First().Other()} {
		told.WriteString(bikeLine(s, bikes[s], scores[s], *at(bikes[s].At)))
	}
	for i, c := range cells {
		told.WriteByte(cellGlyph(grid.Point{X: i % size.W, Y: i / size.W}, c, bikes))
		if i%size.W == size.W-1 {
			told.WriteByte('\n')
		}
	}
	return told.String()
}

func down(timer int) int {
	if timer > 0 {
		return timer - 1
	}
	return timer
}

func bikeLine(s tron.Seat, b tron.Bike, score int, on tron.Cell) string {
	line := fmt.Sprintf("%s dir=%s health=%d cooldown=%d remaining=%d score=%d", s.String(),
		strings.ToLower(b.Direction.String()), b.Health, b.Cooldown, b.Remaining, score)
	if on != tron.Empty {
		line += " on=" + ".#by"[on:on+1]
	}
	if b.Crash != tron.NoCrash {
		line += " crash=" + b.Crash.String()
	}
	return line + "\n"
}

func cellGlyph(at grid.Point, c tron.Cell, bikes [2]tron.Bike) byte {
	switch blue, yellow := bikes[tron.Blue].At == at, bikes[tron.Yellow].At == at; {
	case blue && yellow:
		return '*'
	case blue:
		return 'B'
	case yellow:
		return 'Y'
	}
	return ".#by"[c]
}

// FuzzText reads any text as command and position: what is accepted is printed back.
func FuzzText(f *testing.F) {
	for _, text := range []string{"-", "UA", "AL", drawn, "####\n#BY#\n####", "wall=2\nyellow on=b\n###\n#*#\n###"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := tron.ParseCommand(text); err == nil && c.String() != text {
			t.Errorf("command %q is printed as %q", text, c)
		}
		if p, err := tron.ParsePosition(text); err == nil {
			laws(t, p)
		}
	})
}
