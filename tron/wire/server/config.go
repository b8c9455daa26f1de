package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
)

// Require lets only clients join that send the token of a team, each team once per game. nil: every client may join.
func (c *Config) Require(tokens admission.Tokens) {
	if tokens != nil {
		c.Tokens, c.Offline, c.AllowDuplicates = tokens, false, false
	}
}

// Config is the configuration of a server: the gamecfg.json of the original, and a few keys of ours.
type Config struct {
	GameName          string
	Offline           bool                 // players bring nicknames; otherwise they bring tokens
	AllowedTeams      map[string]tron.Seat // none: all
	AllowDuplicates   bool                 // two players with the same nickname may meet
	Tokens            admission.Tokens     // nil: tokens are not checked; see Require
	Sides             []Seat               // in their order
	StartTime         time.Time            // the game does not start earlier
	StartWaiting      time.Duration        // waiting time after all have joined
	CycleDuration     time.Duration
	FirstCycle        time.Duration // length of the first cycle
	MaxTotalCommands  int           // per cycle; with this number the cycle ends at once
	MaxTeamCommands   int
	MaxClientCommands int

	MapPath string

	Address       string // HOST:PORT for players
	CertFile      string // "": made when the server starts
	KeyFile       string
	Gallery       string // HOST:PORT for spectators
	MaxSpectators int
	SceneCycle    float64 // seconds for which spectators see a cycle
	Colours       ks.Map  // by seat

	SaveReplay     bool
	ReplayDir      string
	ReplayFilename string // "": date and time

	KeepSlots bool // ours: a player that leaves before the start keeps its slot, as in the original
	Turbo     bool // ours: a cycle ends as soon as both seats have turned
}

// Seat is one seat and the names of its players.
type Seat struct {
	Seat    tron.Seat
	Players []string
}

// Usual returns the configuration that the original ships with, without its files: no map, no certificate, no replays. It listens
// on this machine only: the original names the host that lets others in, 0.0.0.0.
func Usual() *Config {
	return &Config{
		GameName: "Tron", Offline: true, AllowDuplicates: true,
		Sides:        []Seat{{tron.Blue, []string{"0"}}, {tron.Yellow, []string{"0"}}},
		StartWaiting: time.Second, CycleDuration: 500 * time.Millisecond, FirstCycle: 3 * time.Second,
		MaxTotalCommands: 200, MaxTeamCommands: 100, MaxClientCommands: 100,
		Address: "127.0.0.1:5000", Gallery: "127.0.0.1:5001", MaxSpectators: 5, SceneCycle: 0.5, ReplayDir: ".",
	}
}

// scene returns the configuration that spectators receive. Players receive its Sides.
func (c *Config) scene() scene.Config {
	s := scene.Config{GameName: c.GameName, CycleSeconds: c.SceneCycle, Colours: c.Colours}
	for _, seat := range c.Sides {
		var players []any
		for _, name := range seat.Players {
			players = append(players, name)
		}
		s.Sides = append(s.Sides, ks.Pair{Key: seat.Seat.Title(), Value: players})
	}
	return s.Filled()
}

// file is the gamecfg.json. A nil pointer is a missing key.
type file struct {
	General struct {
		GameName        *string           `json:"game_name"`
		Offline         *bool             `json:"offline_mode"`
		AllowedTeams    map[string]string `json:"allowed_teams"`
		AllowDuplicates *bool             `json:"allow_duplicate_team_nicknames"`
	} `json:"general"`
	Net struct {
		Host     *string `json:"host"`
		Port     *int    `json:"port"`
		KeyFile  *string `json:"keyfile"`
		CertFile *string `json:"certfile"`
	} `json:"net"`
	GUI struct {
		Host           *string         `json:"host"`
		Port           *int            `json:"port"`
		MaxSpectators  *int            `json:"max_spectators"`
		SaveReplay     *bool           `json:"save_replay"`
		ReplayDir      *string         `json:"replay_dir"`
		ReplayFilename *string         `json:"replay_filename"`
		CycleDuration  *float64        `json:"cycle_duration"`
		SideColours    json.RawMessage `json:"side_colors"`
	} `json:"gui"`
	Sides json.RawMessage `json:"sides"`
	Game  struct {
		StartTime    *string  `json:"start_time"`
		StartWaiting *float64 `json:"start_waiting_time"`
		Cycle        *float64 `json:"cycle_duration"`
		FirstCycle   *float64 `json:"first_cycle_duration"`
		MaxTotal     *int     `json:"max_total_commands"`
		MaxTeam      *int     `json:"max_team_commands"`
		MaxClient    *int     `json:"max_agent_commands"`
		MapPath      *string  `json:"map_path"`
	} `json:"game_handler"`
}

func set[T any](into *T, value *T) {
	if value != nil {
		*into = *value
	}
}

// ParseConfig reads a gamecfg.json; missing keys have the values of Usual. The error names the key and what was expected.
func ParseConfig(text []byte) (*Config, error) {
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	c := Usual()
	set(&c.GameName, f.General.GameName)
	c.GameName = ks.Latin(c.GameName)
	set(&c.Offline, f.General.Offline)
	set(&c.AllowDuplicates, f.General.AllowDuplicates)
	set(&c.MaxTotalCommands, f.Game.MaxTotal)
	set(&c.MaxTeamCommands, f.Game.MaxTeam)
	set(&c.MaxClientCommands, f.Game.MaxClient)
	set(&c.MapPath, f.Game.MapPath)
	set(&c.KeyFile, f.Net.KeyFile)
	set(&c.CertFile, f.Net.CertFile)
	set(&c.MaxSpectators, f.GUI.MaxSpectators)
	set(&c.SaveReplay, f.GUI.SaveReplay)
	set(&c.ReplayDir, f.GUI.ReplayDir)
	set(&c.ReplayFilename, f.GUI.ReplayFilename)
	set(&c.SceneCycle, f.GUI.CycleDuration)
	c.Address = address(c.Address, f.Net.Host, f.Net.Port)
	c.Gallery = address(c.Gallery, f.GUI.Host, f.GUI.Port)
	if c.SceneCycle <= 0 {
		return nil, fmt.Errorf("gui.cycle_duration: %v: want more than zero", c.SceneCycle)
	}
	if err := c.readTimes(&f); err != nil {
		return nil, err
	}
	return c, c.readSides(&f)
}

func (c *Config) readTimes(f *file) error {
	first := f.Game.FirstCycle
	if first == nil {
		first = f.Game.Cycle
	}
	for _, d := range []struct {
		key  string
		from *float64
		into *time.Duration
	}{
		{"start_waiting_time", f.Game.StartWaiting, &c.StartWaiting},
		{"cycle_duration", f.Game.Cycle, &c.CycleDuration},
		{"first_cycle_duration", first, &c.FirstCycle},
	} {
		if d.from == nil {
			continue
		}
		if !(*d.from >= 0 && *d.from < 1e6) {
			return fmt.Errorf("game_handler.%s: %v: want seconds, from 0 to a million", d.key, *d.from)
		}
		*d.into = time.Duration(math.Round(*d.from * float64(time.Second)))
	}
	if text := f.Game.StartTime; text != nil && *text != "" {
		var err error
		c.StartTime, err = time.Parse("2006-01-02 15:04", *text)
		if err != nil || c.StartTime.Year() >= 2100 { // clients receive it in 32 bits
			return fmt.Errorf("game_handler.start_time: %q: want a time such as 2017-11-08 00:50, before 2100", *text)
		}
	}
	return nil
}

func (c *Config) readSides(f *file) error {
	if len(f.Sides) > 0 && string(f.Sides) != "null" {
		c.Sides = nil
		pairs, err := ordered(f.Sides)
		if err != nil {
			return fmt.Errorf("sides: %w", err)
		}
		for _, p := range pairs {
			var players []string
			seat, ok := seatNamed(p.key)
			if json.Unmarshal(p.value, &players) != nil || len(players) == 0 || !ok {
				return fmt.Errorf(`sides: %q %s: want Blue and Yellow with a list of names each, such as ["0"]`, p.key, p.value)
			}
			for i, name := range players {
				players[i] = ks.Latin(name)
			}
			c.Sides = append(c.Sides, Seat{seat, players})
		}
		if len(c.Sides) != 2 || c.Sides[0].Seat == c.Sides[1].Seat {
			return errors.New("sides: want both Blue and Yellow, once each")
		}
	}
	if len(f.GUI.SideColours) > 0 && string(f.GUI.SideColours) != "null" {
		pairs, err := ordered(f.GUI.SideColours)
		if err != nil {
			return fmt.Errorf("gui.side_colors: %w", err)
		}
		for _, p := range pairs {
			var colour string
			if json.Unmarshal(p.value, &colour) != nil {
				return fmt.Errorf("gui.side_colors: %s: want a colour such as #00FFFF", p.value)
			}
			c.Colours = append(c.Colours, ks.Pair{Key: ks.Latin(p.key), Value: ks.Latin(colour)})
		}
	}
	for name, sideName := range f.General.AllowedTeams {
		if name == "" { // a comment
			continue
		}
		seat, ok := seatNamed(sideName)
		if !ok {
			return fmt.Errorf("general.allowed_teams: %q: want Blue or Yellow", sideName)
		}
		if c.AllowedTeams == nil {
			c.AllowedTeams = map[string]tron.Seat{}
		}
		c.AllowedTeams[ks.Latin(name)] = seat
	}
	return nil
}

func seatNamed(name string) (tron.Seat, bool) {
	for s := range tron.Seat(2) {
		if s.Title() == name {
			return s, true
		}
	}
	return 0, false
}

type pair struct {
	key   string
	value json.RawMessage
}

// ordered reads a JSON object in the order of its keys; an empty key is a comment.
func ordered(text []byte) (pairs []pair, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("%.40s: want an object", text)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		p := pair{key: key.(string)}
		if err := d.Decode(&p.value); err != nil {
			return nil, err
		}
		if p.key != "" {
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

func address(usual string, host *string, port *int) string {
	h, p, _ := net.SplitHostPort(usual)
	set(&h, host)
	if port != nil {
		p = strconv.Itoa(*port)
	}
	return net.JoinHostPort(h, p)
}

// Override sets a key as the argument config.KEY=VALUE of the original does.
func (c *Config) Override(key, value string) error {
	host := func(address *string) error {
		_, port, _ := net.SplitHostPort(*address)
		*address = net.JoinHostPort(value, port)
		return nil
	}
	port := func(address *string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 65535 {
			return fmt.Errorf("config.%s: %q: want a port", key, value)
		}
		h, _, _ := net.SplitHostPort(*address)
		*address = net.JoinHostPort(h, value)
		return nil
	}
	switch key {
	case "net.host":
		return host(&c.Address)
	case "net.port":
		return port(&c.Address)
	case "gui.host":
		return host(&c.Gallery)
	case "gui.port":
		return port(&c.Gallery)
	case "gui.replay_dir":
		c.ReplayDir = value
	case "gui.replay_filename":
		c.ReplayFilename = value
	default:
		return fmt.Errorf("config.%s: want one of net.host, net.port, gui.host, gui.port, gui.replay_dir, gui.replay_filename", key)
	}
	return nil
}
