package scene

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// action is one action of a scene.
type action struct {
	class string
	ks.Struct
}

func (a action) ref() int64 { n, _ := a.Struct["ref"].(int64); return n }

// reader takes a .cr file apart. From the drawing it learns what was played: the board from the ground, commands from turns of
// bikes and new shields, and the constants from the status line.
type reader struct {
	game      Game
	scenes    [][]action
	frames    [][]byte // of the scenes and the end
	size      grid.Size
	objects   map[int64]string // names in the bundle
	ended     bool
	texts     []map[string]string // of the status line, by scene
	constants tron.Constants
	starts    [2]tron.Start
	first     tron.Seat
	walls     [][]bool
}

// Read reads a .cr file, of a game that may have been broken off. The file does not have commands without effect, nor constants
// that had no influence: the game gets only the commands that had an effect, and the usual constants. The error names the scene
// that contradicts the rules, or what cannot be read.
func Read(data []byte) (*Game, error) {
	r := &reader{objects: map[int64]string{}, constants: tron.Standard}
	if err := r.split(data); err != nil {
		return nil, err
	}
	if len(r.scenes) == 0 {
		return nil, errors.New("no scene: want the stream of a server for spectators")
	}
	if err := r.readFirst(); err != nil {
		return nil, fmt.Errorf("first scene: %w", err)
	}
	r.readCycles()
	if err := r.readConstants(); err != nil {
		return nil, err
	}
	return &r.game, r.verify()
}

// split reads the frames.
func (r *reader) split(data []byte) error {
	in := bytes.NewReader(data)
	for number := 1; ; number++ {
		at := len(data) - in.Len()
		body, err := ks.ReadFrame(in, ks.MaxScene)
		if errors.Is(err, io.EOF) {
			return nil
		}
		var class string
		var v ks.Struct
		if err == nil {
			class, v, err = ks.Message(body)
		}
		if err == nil {
			err = r.message(class, v, data[at:len(data)-in.Len()])
		}
		if err != nil {
			return fmt.Errorf("frame %d, byte %d: %w", number, at, err)
		}
	}
}

func (r *reader) message(class string, v ks.Struct, frame []byte) error {
	switch class {
	case "GameInfo":
		r.game.Config.GameName, _ = v["game_name"].(string)
		r.game.Config.CycleSeconds, _ = v["gui_cycle_duration"].(float64)
		r.game.Config.Colours, _ = v["gui_side_colors"].(ks.Map)
		r.game.Config.Sides, _ = v["sides"].(ks.Map)
	case "AgentJoined":
		for s := range tron.Seat(2) {
			if v["side_name"] == s.Title() {
				r.game.Names[s], _ = v["team_nickname"].(string)
			}
		}
	case "StartGame":
		n, _ := v["start_time"].(int64)
		r.game.StartTime = uint32(n)
	case "SceneActions":
		types, _ := v["action_types"].([]any)
		payloads, _ := v["action_payloads"].([]any)
		if len(types) != len(payloads) {
			return fmt.Errorf("%d actions with %d payloads", len(types), len(payloads))
		}
		if len(types) == 0 {
			return nil
		}
		var actions []action
		for i := range types {
			class, _ := types[i].(string)
			payload, _ := payloads[i].(string)
			inner, _, err := ks.Read(class, []byte(payload))
			if err != nil {
				return fmt.Errorf("action %d: %w", i+1, err)
			}
			actions = append(actions, action{class, inner})
		}
		r.scenes = append(r.scenes, actions)
		r.frames = append(r.frames, frame)
	case "EndGame":
		r.ended = true
		r.frames = append(r.frames, frame)
	}
	return nil
}

// readFirst reads board and bikes from the first scene.
func (r *reader) readFirst() error {
	ground := map[int64]grid.Point{}
	names := map[string]int{"BlueBike": int(tron.Blue), "YellowBike": int(tron.Yellow)}
	var bikes []tron.Seat
	for _, a := range r.scenes[0] {
		name := r.objects[a.ref()]
		switch a.class {
		case "InstantiateBundleAsset":
			asset, _ := a.Struct["asset"].(ks.Struct)
			text, _ := asset["asset_name"].(string)
			r.objects[a.ref()] = text
			if s, ok := names[text]; ok {
				bikes = append(bikes, tron.Seat(s))
			}
		case "ChangeTransform":
			at := r.cell(a.Struct["position"])
			if s, ok := names[name]; ok {
				r.starts[s] = tron.Start{At: at, Direction: turnOf(a)}
			}
			if name == "Ground" {
				ground[a.ref()] = at
			}
			if scale, ok := a.Struct["scale"].(ks.Struct); ok && name == "BaseGround" {
				r.size = grid.Size{W: tenths(scale["x"]), H: tenths(scale["z"])}
				if w, h := r.size.W, r.size.H; w < 1 || h < 1 || w > tron.MaxCells || h > tron.MaxCells || w*h > tron.MaxCells {
					return fmt.Errorf("a board of %d by %d cells", r.size.W, r.size.H)
				}
				for range r.size.H {
					r.walls = append(r.walls, make([]bool, r.size.W))
				}
			}
		case "ChangeRenderer":
			at, ok := ground[a.ref()]
			asset, _ := a.Struct["material_asset"].(ks.Struct)
			if ok && asset["asset_name"] == "AreaWallGround" && r.size.Contains(at) {
				r.walls[at.Y][at.X] = true
			}
		}
	}
	if len(bikes) != 2 || bikes[0] == bikes[1] {
		return errors.New("want a bike of Blue and one of Yellow")
	}
	r.first = bikes[0]
	return nil
}

func tenths(v any) int { f, _ := v.(float64); return int(math.Round(f * 5)) }

// cell returns the cell at a point of the scene.
func (r *reader) cell(position any) grid.Point {
	p, _ := position.(ks.Struct)
	x, _ := p["x"].(float64)
	z, _ := p["z"].(float64)
	return grid.Point{X: (int(x) + r.size.W - 1) / 2, Y: (r.size.H - 1 - int(z)) / 2}
}

// turnOf returns the direction of a rotation.
func turnOf(a action) tron.Direction {
	rotation, _ := a.Struct["rotation"].(ks.Struct)
	angle, _ := rotation["y"].(float64)
	return tron.Direction((int(angle)/90 + 4) % tron.Directions)
}

// readCycles reads commands and status lines.
func (r *reader) readCycles() {
	for i, scene := range r.scenes {
		texts := map[string]string{}
		var commands [2]tron.Command
		for _, a := range scene {
			if name, ok := a.Struct["child_ref"].(string); ok && a.class == "ChangeText" {
				texts[name], _ = a.Struct["text"].(string)
			}
			if i == 0 {
				continue
			}
			for s := range tron.Seat(2) {
				asset, _ := a.Struct["asset"].(ks.Struct)
				switch {
				case a.class == "InstantiateBundleAsset" && asset["asset_name"] == s.Title()+"Shield":
					commands[s] = commands[s].ThenBreaker()
				case a.class == "ChangeTransform" && r.objects[a.ref()] == s.Title()+"Bike" &&
					a.Struct["rotation"] != nil && a.Struct["position"] == nil:
					commands[s] = commands[s].ThenTurn(turnOf(a))
				}
			}
		}
		r.texts = append(r.texts, texts)
		if i > 0 {
			r.game.Commands = append(r.game.Commands, commands)
		}
	}
}

func (r *reader) number(scene int, name string) (int, bool) {
	n, err := strconv.Atoi(r.texts[scene][name])
	return n, err == nil && n == int(int32(n))
}

// readConstants finds the constants: those of the wall breaker from the status line, those of scores by playing the game with
// scores that count only walls.
func (r *reader) readConstants() error {
	c := &r.constants
	most, ok := r.number(0, "Cycle/Max")
	health, ok2 := r.number(0, "BlueHealth")
	if !ok || !ok2 {
		return errors.New("first scene: no number of cycles, or no health")
	}
	c.MaxCycles, c.InitHealth = most, health
	for s := range tron.Seat(2) {
		r.readBreaker(s.Title(), s)
	}
	c.WallScore, c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash = 1, 0, 0, 0
	p, err := r.start()
	if err != nil {
		return err
	}
	wall, penalty := 1, tron.Standard
	for i, commands := range r.game.Commands {
		p.Step(commands)
		seats := [2]tron.Seat{tron.Blue, tron.Yellow}
		if p.Bike(tron.Blue).Crash != tron.NoCrash { // the other one says what a wall counts, which a penalty needs
			seats = [2]tron.Seat{tron.Yellow, tron.Blue}
		}
		for _, s := range seats {
			shown, ok := r.number(i+1, s.Title()+"Score")
			if !ok {
				return fmt.Errorf("scene of cycle %d: no score of %s", i, s.Title())
			}
			switch crash, units := p.Bike(s).Crash, p.Score(s); {
			case crash == tron.OnAreaWall:
				penalty.AreaWallCrash = shown - wall*units
			case crash == tron.OnOwnWall:
				penalty.OwnWallCrash = shown - wall*units
			case crash == tron.OnEnemyWall:
				penalty.EnemyWallCrash = shown - wall*units
			case units != 0:
				wall = shown / units
			}
		}
	}
	c.WallScore = wall
	c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash = penalty.AreaWallCrash, penalty.OwnWallCrash, penalty.EnemyWallCrash
	r.game.Start, err = r.start()
	return err
}

// readBreaker finds duration and cooldown of a seat's wall breaker: its remaining time is shown in red, then the cooldown in the
// colour of the seat. A cooldown that is over before the breaker ends is never shown; we know only that it was over whenever the
// breaker was switched on again.
func (r *reader) readBreaker(name string, s tron.Seat) {
	since := -1
	c := &r.constants
	for i, commands := range r.game.Commands {
		if commands[s].Breaker() {
			if since >= 0 {
				c.WallBreakerCooldown = min(c.WallBreakerCooldown, i-since)
			}
			since = i
		}
		if since < 0 {
			continue
		}
		colour, value, _ := strings.Cut(strings.TrimPrefix(r.texts[i+1][name+"Shield"], "<color="), ">")
		n, err := strconv.Atoi(value)
		if err != nil {
			return
		}
		red := colour == "#FF0000"
		switch {
		case since == i && red:
			c.WallBreakerDuration = n
		case since == i:
			c.WallBreakerDuration = 0
		}
		switch {
		case red:
		case n > 0:
			c.WallBreakerCooldown = n + 1 + i - since
			return
		default:
			c.WallBreakerCooldown = min(c.WallBreakerCooldown, 1+i-since)
		}
	}
}

func (r *reader) start() (tron.Position, error) {
	m := tron.Map{AreaWalls: r.walls, Constants: r.constants, Bikes: r.starts, First: r.first}
	return m.Start()
}

// verify draws the game that was read, and compares the result with the file.
func (r *reader) verify() error {
	g := r.game
	var drawn [][]byte
	for _, frame := range g.Frames() {
		class, _, err := ks.Envelope(frame[4:])
		if err == nil && (class == "SceneActions" && len(frame) > len(Nothing()) || class == "EndGame" && r.ended) {
			drawn = append(drawn, frame)
		}
	}
	for i, frame := range r.frames {
		if i >= len(drawn) || !bytes.Equal(frame, drawn[i]) {
			return fmt.Errorf("scene %d differs from what the rules give for the commands before it", i)
		}
	}
	return nil
}
