package ks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tron"
)

// AppendWorld appends the bytes of the World that a client sees: the bikes in the order of the map, the scores Blue first. It
// writes the same bytes as [Append], in less time.
func AppendWorld(dst []byte, p *tron.Position) []byte {
	size := p.Size()
	dst = appendCount(append(dst, 1), size.H)
	var cells [2 * tron.MaxCells]byte
	all := cells[:]
	for i := range (size.W*size.H + 63) / 64 {
		w, h := p.Word(i)
		out := cells[128*i:][:128]
		for j := 0; j < 128; j += 8 {
			*(*[8]byte)(out[j:]) = eights[w&15|h&15<<4]
			w, h = w>>4, h>>4
		}
	}
	for range size.H {
		dst = appendCount(append(dst, 1), size.W)
		dst = append(dst, all[:2*size.W]...)
		all = all[2*size.W:]
	}
	dst = append(dst, 1, 1, 2)
	for _, s := range [2]tron.Seat{p.First(), p.First().Other()} {
		b := p.Bike(s)
		dst = appendString(dst, s.Title())
		dst = append(dst, 1)
		dst = appendInt(dst, b.Health)
		dst = append(dst, 1)
		dst = appendInt(dst, b.At.X)
		dst = appendInt(dst, b.At.Y)
		dst = append(dst, 1, byte(b.Direction))
		dst = appendInt(dst, b.Cooldown)
		dst = appendInt(dst, b.Remaining)
	}
	dst = append(dst, 1, 1, 2)
	for s := range tron.Seat(2) {
		dst = appendInt(appendString(dst, s.Title()), p.Score(s))
	}
	dst = append(dst, 1)
	for _, n := range constants(p.Constants()) {
		dst = appendInt(dst, n)
	}
	return dst
}

func constants(c tron.Constants) [8]int {
	return [8]int{
		c.MaxCycles, c.InitHealth, c.WallBreakerCooldown, c.WallBreakerDuration,
		c.WallScore, c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash,
	}
}

func appendInt(dst []byte, n int) []byte {
	return binary.LittleEndian.AppendUint32(append(dst, 1), uint32(n))
}

// AppendSnapshot appends the frame of the RealtimeSnapshot of a position. duration is the length of a cycle in seconds.
func AppendSnapshot(dst []byte, p *tron.Position, duration float64) []byte {
	const class = "RealtimeSnapshot"
	var buffer [4096]byte // enough for the largest board
	world := AppendWorld(buffer[:0], p)
	dst = append(dst, 0, 0, 0, 0)
	at := len(dst)
	dst = appendString(dst, class)
	dst = appendCount(append(dst, 1), len(appendCount(buffer[len(world):len(world)], len(world)))+1+len(world)+10)
	dst = appendCount(append(dst, 1), len(world))
	dst = append(dst, world...)
	dst = appendInt(dst, p.Cycle())
	dst = binary.LittleEndian.AppendUint32(append(dst, 1), math.Float32bits(float32(duration)))
	binary.LittleEndian.PutUint32(dst[at-4:], uint32(len(dst)-at))
	return dst
}

// ReadWorld returns the position that the bytes of a World and the number of a cycle describe. The bytes do not say that a bike
// has crashed, but a bike on an area wall or on the other bike must have.
func ReadWorld(data []byte, cycle int) (tron.Position, error) {
	v, _, err := Read("World", data)
	if err != nil {
		return tron.Position{}, err
	}
	text, err := worldText(v, cycle)
	if err != nil {
		return tron.Position{}, err
	}
	return tron.ParsePosition(text)
}

// worldBike is a bike of a World with the seat that it belongs to.
type worldBike struct {
	seat                                     string
	x, y, health, cooldown, remaining, score int64
	direction                                string
}

// worldText writes a World as a position text.
func worldText(v Struct, cycle int) (string, error) {
	rows, _ := v["board"].([]any)
	seats, _ := v["agents"].(Map)
	scores, _ := v["scores"].(Map)
	numbers, _ := v["constants"].(Struct)
	var bikes []worldBike
	for _, pair := range seats {
		seat, _ := pair.Key.(string)
		b, err := readBike(seat, pair.Value)
		if err != nil {
			return "", err
		}
		for _, score := range scores {
			if score.Key == seat {
				b.score, _ = score.Value.(int64)
			}
		}
		bikes = append(bikes, b)
	}
	if len(bikes) != 2 || bikes[0].seat == bikes[1].seat {
		return "", errors.New("in a World: want a bike of Blue and one of Yellow")
	}
	var c []int64
	for _, f := range classes["Constants"].fields {
		n, ok := numbers[f.name].(int64)
		if !ok {
			return "", fmt.Errorf("in a World: no constant %s", f.name)
		}
		c = append(c, n)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "cycle=%d/%d health=%d breaker=%d/%d wall=%d crash=%d/%d/%d\n", cycle, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7])
	board, err := worldBoard(rows)
	if err != nil {
		return "", err
	}
	together := bikes[0].x == bikes[1].x && bikes[0].y == bikes[1].y
	for _, b := range bikes {
		if b.y < 0 || b.y >= int64(len(board)) || b.x < 0 || b.x >= int64(len(board[b.y])) {
			return "", fmt.Errorf("in a World: the %s bike is outside of the board, at %d,%d", b.seat, b.x, b.y)
		}
		on, crash := "", ""
		cell := board[b.y][b.x]
		if strings.IndexByte("#by", cell) >= 0 {
			on = " on=" + string(rune(cell))
		}
		switch {
		case together && cycle > 0:
			crash = " crash=bike"
		case cell == '#' && cycle > 0:
			crash = " crash=area"
		}
		fmt.Fprintf(&text, "%s dir=%s health=%d cooldown=%d remaining=%d score=%d%s%s\n",
			strings.ToLower(b.seat), strings.ToLower(b.direction), b.health, b.cooldown, b.remaining, b.score, on, crash)
	}
	for _, b := range bikes {
		board[b.y][b.x] = b.seat[0]
		if together {
			board[b.y][b.x] = '*'
		}
	}
	return text.String() + string(slices.Concat(board...)), nil
}

func readBike(seat string, value any) (b worldBike, err error) {
	v, _ := value.(Struct)
	at, _ := v["position"].(Struct)
	if seat != "Blue" && seat != "Yellow" || at == nil {
		return b, fmt.Errorf("in a World: a bike of %q: want Blue or Yellow, with a position", seat)
	}
	b.seat = seat
	for _, f := range []struct {
		from Struct
		name string
		into *int64
	}{
		{at, "x", &b.x}, {at, "y", &b.y}, {v, "health", &b.health},
		{v, "wall_breaker_cooldown", &b.cooldown}, {v, "wall_breaker_rem_time", &b.remaining},
	} {
		n, ok := f.from[f.name].(int64)
		if !ok {
			return b, fmt.Errorf("in a World: the %s bike has no %s", seat, f.name)
		}
		*f.into = n
	}
	var ok bool
	if b.direction, ok = v["direction"].(string); !ok {
		return b, fmt.Errorf("in a World: the %s bike has no direction", seat)
	}
	return b, nil
}

// worldBoard draws the rows of a board, each with a line feed.
func worldBoard(rows []any) (board [][]byte, err error) {
	glyph := map[any]byte{"Empty": '.', "AreaWall": '#', "BlueWall": 'b', "YellowWall": 'y'}
	for y, row := range rows {
		cells, _ := row.([]any)
		var line []byte
		for x, cell := range cells {
			g, ok := glyph[cell]
			if !ok {
				return nil, fmt.Errorf("in a World: cell %d,%d is null", x, y)
			}
			line = append(line, g)
		}
		board = append(board, append(line, '\n'))
	}
	return board, nil
}

// eights are four cells as they are written, by their low and high bits.
var eights = func() (table [256][8]byte) {
	for i := range table {
		for j := range 4 {
			table[i][2*j], table[i][2*j+1] = 1, byte(i>>j&1|i>>(4+j)&1<<1)
		}
	}
	return table
}()
