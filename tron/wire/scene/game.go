package scene

import (
	"strconv"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// Game is a game as a .cr file stores it.
type Game struct {
	Start     tron.Position
	Names     [2]string         // nicknames by seat, bytes of ISO-8859-1
	Commands  [][2]tron.Command // of each cycle, by seat
	StartTime uint32            // Unix seconds
	Config    Config
}

// Config is what a monitor receives about a server.
type Config struct {
	GameName     string  // "": Tron
	CycleSeconds float64 // how long the monitor shows a cycle; 0: half a second
	Colours      ks.Map  // by seat; nil: the usual ones
	Sides        ks.Map  // for each seat, the names of its players; nil: the usual ones
}

// Filled returns the configuration with the usual values for those that are missing.
func (c Config) Filled() Config {
	if c.GameName == "" {
		c.GameName = "Tron"
	}
	if c.CycleSeconds <= 0 {
		c.CycleSeconds = 0.5
	}
	if c.Colours == nil {
		c.Colours = ks.Map{{Key: "Blue", Value: "#00FFFF"}, {Key: "Yellow", Value: "#FFFF00"}}
	}
	if c.Sides == nil {
		c.Sides = ks.Map{{Key: "Blue", Value: []any{"0"}}, {Key: "Yellow", Value: []any{"0"}}}
	}
	return c
}

// Info returns the first frame of a monitor's stream.
func (c Config) Info() []byte {
	return ks.Frame("GameInfo", ks.Struct{
		"game_name": c.GameName, "sides": c.Sides, "gui_cycle_duration": c.CycleSeconds, "gui_side_colors": c.Colours,
	})
}

// Nothing returns the frame that follows once the players are known: a scene without actions.
func Nothing() []byte {
	return ks.Frame("SceneActions", ks.Struct{"action_types": []any{}, "action_payloads": []any{}})
}

// Frames returns the frames of the file.
func (g *Game) Frames() [][]byte {
	config := g.Config.Filled()
	frames := [][]byte{config.Info()}
	for _, pair := range config.Sides {
		seat := pair.Key.(string)
		for s, name := range g.Names {
			if tron.Seat(s).Title() == seat {
				frames = append(frames, Joined(seat, pair.Value.([]any)[0].(string), name))
			}
		}
	}
	p := g.Start
	s, first := Open(&p, g.Names, config.CycleSeconds)
	frames = append(frames, Nothing(), first, ks.Frame("StartGame", ks.Struct{"start_time": int64(g.StartTime)}))
	for _, commands := range g.Commands {
		events := p.Explain(commands, nil)
		frames = append(frames, s.Cycle(&p, events))
	}
	if p.Over() {
		frames = append(frames, Ended(&p))
	}
	return frames
}

// Joined returns the message that announces a player; player is its name in the configuration.
func Joined(seat, player, nickname string) []byte {
	return ks.Frame("AgentJoined", ks.Struct{"side_name": seat, "agent_name": player, "team_nickname": nickname})
}

// Ended returns the message that says how a game ended.
func Ended(p *tron.Position) []byte {
	scores := ks.Map{}
	for s := range tron.Seat(2) {
		scores = append(scores, ks.Pair{Key: s.Title(), Value: strconv.Itoa(p.Score(s))})
	}
	end := ks.Struct{"details": ks.Map{{Key: "Scores", Value: scores}}}
	if o, _ := p.Outcome(); o.Winner >= 0 {
		end["winner_sidename"] = tron.Seat(o.Winner).Title()
	}
	return ks.Frame("EndGame", end)
}
