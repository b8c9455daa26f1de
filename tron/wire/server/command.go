package server

import (
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// order is one command of a client.
type order struct {
	cycle int
	turn  int // direction, or one of the following
}

const (
	breaker = -1 // switch the wall breaker on
	nowhere = -2 // a turn in no direction: it counts, but has no effect
)

// readCommand reads a RealtimeCommand, or a TurnbasedCommand, which has the same form; ok is false if it must be dropped.
func readCommand(class string, payload []byte) (o order, ok bool) {
	v, _, err := ks.Read(class, payload)
	if err != nil {
		return o, false
	}
	cycle, hasCycle := v["cycle"].(int64)
	data, hasData := v["payload"].(string)
	if !hasCycle || !hasData {
		return o, false
	}
	o.cycle = int(cycle)
	switch v["type"] {
	case "ActivateWallBreaker":
		o.turn = breaker
		return o, true
	case "ChangeDirection":
		inner, _, err := ks.Read("ChangeDirection", []byte(data))
		if err != nil {
			return o, false
		}
		o.turn = nowhere
		if name, ok := inner["direction"].(string); ok {
			o.turn = int(direction(name))
		}
		return o, true
	}
	return o, false
}

// direction returns the direction that has a name of the schema.
func direction(name string) tron.Direction {
	for d := range tron.Direction(tron.Directions) {
		if d.String() == name {
			return d
		}
	}
	panic("no direction of the schema: " + name)
}

// command accepts a command if it is for this cycle and its sender has not sent too many. Accepted commands count even if they
// have no effect, such as all commands before the first snapshot.
func (t *Table) command(from *slot, o order) {
	if t.phase == Over || o.cycle != t.position.Cycle() ||
		from.count >= t.config.MaxClientCommands || t.bySeat[from.seat] >= t.config.MaxTeamCommands {
		return
	}
	from.count++
	t.bySeat[from.seat]++
	t.total++
	if t.phase != Playing {
		return
	}
	switch o.turn {
	case nowhere:
	case breaker:
		t.commands[from.seat] = t.commands[from.seat].ThenBreaker()
	default:
		t.commands[from.seat] = t.commands[from.seat].ThenTurn(tron.Direction(o.turn))
		t.turned[from.seat] = true
	}
	if t.total >= t.config.MaxTotalCommands || t.config.Turbo && t.turned == [2]bool{true, true} {
		t.Cycle()
	}
}
