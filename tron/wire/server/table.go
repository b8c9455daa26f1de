// Package server is the Chillin server of the original, for clients that were not written for us: Table is one game as a pure
// state machine, Server the edge around many of them, and Guest a client at a table of our own loop.
package server

import (
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
)

// Client names a connection at a table.
type Client int

// Phase is a stage of a table.
type Phase uint8

// The phases, in their order.
const (
	Joining Phase = iota // there is a free slot
	Waiting              // all have joined; Begin follows at StartTime
	Playing              // Cycle is called again and again
	Over
)

// Table is one game from the first join to its end. It has no clock and no connection: its owner passes it messages and the time,
// and forwards what it sends. It must not be used by two goroutines at once.
type Table struct {
	Send  func(to Client, frame []byte) // frames are not changed later
	Watch func(frame []byte)            // sends to spectators; nil: there will be none

	config    *Config
	phase     Phase
	slots     []slot // in the order of the configuration
	position  tron.Position
	startTime time.Time
	commands  [2]tron.Command // taken in this cycle
	last      [2]tron.Command // of the cycle before
	bySeat    [2]int          // number of commands by seat
	total     int
	turned    [2]bool // a command to turn was taken in this cycle
	drawing   *scene.Scene
	events    []tron.Event
}

// slot is a place for a player.
type slot struct {
	seat     tron.Seat
	player   string // its name in the configuration
	nickname string // of the team; "" is a name, too
	taken    bool
	left     bool // its client has left
	client   Client
	count    int // commands taken in this cycle
}

// NewTable returns a table without players; the game begins with start. The configuration must be valid.
func NewTable(config *Config, start tron.Position) *Table {
	t := &Table{config: config, position: start}
	for _, seat := range config.Sides {
		for _, player := range seat.Players {
			t.slots = append(t.slots, slot{seat: seat.Seat, player: player})
		}
	}
	return t
}

// Phase returns the table's phase.
func (t *Table) Phase() Phase { return t.phase }

// StartTime returns when Begin is due. It has no meaning while players are missing.
func (t *Table) StartTime() time.Time { return t.startTime }

// Position returns the current position. It belongs to the table.
func (t *Table) Position() *tron.Position { return &t.position }

// Names returns the nicknames by seat, unchanged: bytes of ISO-8859-1.
func (t *Table) Names() (names [2]string) {
	for i := range t.slots {
		if s := &t.slots[i]; s.taken {
			names[s.seat] = s.nickname
		}
	}
	return names
}

// Open sends spectators the first frames.
func (t *Table) Open() {
	if t.Watch != nil {
		t.Watch(t.config.scene().Info())
	}
}

// Receive takes the body of a frame that came from a client at a time. Messages that cannot be understood, or do not count, are
// dropped without an answer, as in the original.
func (t *Table) Receive(from Client, body []byte, now time.Time) {
	class, payload, err := ks.Envelope(body)
	if err != nil {
		return
	}
	mine := t.slotOf(from)
	switch {
	case mine != nil && (class == "RealtimeCommand" || class == "TurnbasedCommand"):
		if c, ok := readCommand(class, payload); ok {
			t.command(mine, c)
		}
	case mine == nil && (class == "JoinOfflineGame" || class == "JoinOnlineGame"):
		if v, _, err := ks.Read(class, payload); err == nil {
			t.join(from, class, v, now)
		}
	}
}

func (t *Table) slotOf(c Client) *slot {
	for i := range t.slots {
		if s := &t.slots[i]; s.taken && !s.left && s.client == c {
			return s
		}
	}
	return nil
}

// join answers a request to join.
func (t *Table) join(from Client, class string, v ks.Struct, now time.Time) {
	s := t.place(class, v)
	if s == nil {
		t.Send(from, t.config.refusal())
		return
	}
	team, _ := t.config.nickname(class, v)
	*s = slot{seat: s.seat, player: s.player, nickname: team, taken: true, client: from}
	t.Send(from, t.config.welcome(s.seat))
	t.broadcast(scene.Joined(s.seat.Title(), s.player, s.nickname))
	if !slices.ContainsFunc(t.slots, func(s slot) bool { return !s.taken }) {
		t.fill(now)
	}
}

// welcome and refusal are the answers to a join.
func (c *Config) welcome(s tron.Seat) []byte {
	return ks.Frame("ClientJoined", ks.Struct{"joined": true, "side_name": s.Title(), "sides": c.scene().Sides})
}

func (c *Config) refusal() []byte {
	return ks.Frame("ClientJoined", ks.Struct{"joined": false, "side_name": "", "sides": c.scene().Sides})
}

// Accepts reports whether a join would be accepted.
func (t *Table) Accepts(class string, v ks.Struct) bool {
	return t.phase == Joining && t.place(class, v) != nil
}

// place finds the slot for a player, nil if there is none. A new nickname gets the seat that the configuration assigns, or the
// first one without a team, or as the second team, when the first one is on both, Yellow; a known nickname joins its team or, if
// that is allowed, another one.
func (t *Table) place(class string, v ks.Struct) *slot {
	name, ok := t.config.nickname(class, v)
	player, hasPlayer := v["agent_name"].(string)
	if !ok || !hasPlayer || t.phase != Joining {
		return nil
	}
	var teams [2]bool
	names := map[string]bool{}
	known, seat := false, tron.Seat(0)
	for i := range t.slots {
		if s := &t.slots[i]; s.taken {
			teams[s.seat], names[s.nickname] = true, true
			if s.nickname == name && !known {
				known, seat = true, s.seat
			}
		}
	}
	anySeat := false
	switch {
	case known:
		anySeat = t.config.AllowDuplicates
	case len(t.config.AllowedTeams) > 0:
		seat = t.config.AllowedTeams[name]
		if teams[seat] {
			return nil
		}
	case !teams[tron.Blue]:
		seat = tron.Blue
	case !teams[tron.Yellow] || len(names) == 1:
		seat = tron.Yellow
	default:
		return nil
	}
	for i := range t.slots {
		if s := &t.slots[i]; !s.taken && s.player == player && (anySeat || s.seat == seat) {
			return s
		}
	}
	return nil
}

// nickname returns the name of the team that wants to join; ok is false if it may not.
func (c *Config) nickname(class string, v ks.Struct) (name string, ok bool) {
	if c.Offline {
		name, ok = v["team_nickname"].(string)
	} else if token, given := v["token"].(string); given && c.Tokens != nil {
		name, ok = c.Tokens.Team(ks.Text(token))
		name = ks.Latin(name)
	} else if given {
		// The original never checked tokens: a token only names its holder.
		team, rest, found := strings.Cut(token, "-")
		name, ok = team+".nickname", found && !strings.Contains(rest, "-")
	}
	if len(c.AllowedTeams) > 0 {
		_, allowed := c.AllowedTeams[name]
		ok = ok && allowed
	}
	return name, ok && c.Offline == (class == "JoinOfflineGame")
}

// fill begins the game when the last player has joined.
func (t *Table) fill(now time.Time) {
	t.phase = Waiting
	from := now
	if t.config.StartTime.After(now) {
		from = t.config.StartTime
	}
	t.startTime = from.Truncate(time.Second).Add(time.Second + t.config.StartWaiting)
	if t.Watch != nil {
		t.Watch(scene.Nothing())
		var first []byte
		t.drawing, first = scene.Open(&t.position, t.Names(), t.config.scene().CycleSeconds)
		t.Watch(first)
	}
	t.broadcast(ks.Frame("StartGame", ks.Struct{"start_time": t.startTime.Unix()}))
}

// Leave handles the end of a client's connection. Until all have joined, its slot becomes free again, unless the configuration
// wants the original's way: the slot is kept, and the bike has no driver.
func (t *Table) Leave(c Client) {
	s := t.slotOf(c)
	if s == nil || t.phase == Over {
		return
	}
	s.left = true
	t.broadcast(ks.Frame("AgentLeft", ks.Struct{"side_name": s.seat.Title(), "agent_name": s.player}))
	if t.phase == Joining && !t.config.KeepSlots {
		*s = slot{seat: s.seat, player: s.player}
	}
}

// broadcast sends a frame to all who have joined, and to spectators.
func (t *Table) broadcast(frame []byte) {
	t.sendAll(frame)
	if t.Watch != nil {
		t.Watch(frame)
	}
}

func (t *Table) sendAll(frame []byte) {
	for i := range t.slots {
		if s := &t.slots[i]; s.taken && !s.left {
			t.Send(s.client, frame)
		}
	}
}

// Begin starts the first cycle: players get the first snapshot, and their commands count from now on.
func (t *Table) Begin() {
	if t.phase == Waiting {
		t.phase = Playing
		t.snapshot()
	}
}

func (t *Table) snapshot() {
	t.sendAll(ks.AppendSnapshot(nil, &t.position, t.config.CycleDuration.Seconds()))
}

// Cycle ends the current cycle: it carries out the commands, and shows players the result.
func (t *Table) Cycle() {
	if t.phase != Playing {
		return
	}
	t.last = t.commands
	if t.drawing == nil {
		t.position.Step(t.commands)
	} else {
		t.events = t.position.Explain(t.commands, t.events[:0])
		t.Watch(t.drawing.Cycle(&t.position, t.events))
	}
	t.commands, t.bySeat, t.total, t.turned = [2]tron.Command{}, [2]int{}, 0, [2]bool{}
	for i := range t.slots {
		t.slots[i].count = 0
	}
	t.snapshot()
	if t.position.Over() {
		t.phase = Over
		t.broadcast(scene.Ended(&t.position))
	}
}
