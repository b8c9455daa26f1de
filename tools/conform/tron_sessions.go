package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

type tronSessionHead struct {
	Session, Note string
	Config        map[string]json.RawMessage
	Clients       map[string]string
}

type tronSessionLine struct {
	T              float64
	Conn, Dir, Hex string
	TLS            string
}

// tronSession sends a table what the clients sent, frame by frame, and compares what the table sends. Its clock advances when the
// recorded server had something to send and ours does not.
type tronSession struct {
	table  *server.Table
	queued map[server.Client][][]byte
	heard  map[server.Client][]byte // the beginning of a frame that is not complete yet
}

func tronSessions(content []byte, o options, report func(outcome)) error {
	var head tronSessionHead
	var s *tronSession
	number := 0
	for text := range bytes.Lines(content) {
		number++
		if s == nil {
			if err := json.Unmarshal(text, &head); err != nil {
				return fmt.Errorf("line 1: %w", err)
			}
			var err error
			if s, err = newTronSession(head, o.dir); err != nil {
				return err
			}
			continue
		}
		var line tronSessionLine
		if err := json.Unmarshal(text, &line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if line.Dir == "s2c" {
			o := outcome{id: fmt.Sprintf("line %d, to %s", number, line.Conn), kind: "session", want: line.Hex}
			o.got = s.next(server.Client(line.Conn[0]))
			if len(o.got) == len(o.want) && strings.Contains(o.want, fmt.Sprintf("%x", "StartGame")) { // ends with the time
				o.want, o.got = o.want[:len(o.want)-8], o.got[:len(o.got)-8]
			}
			report(o)
			continue
		}
		if err := s.hear(line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

func newTronSession(head tronSessionHead, dir string) (*tronSession, error) {
	config := server.Usual()
	config.KeepSlots = true
	var file struct {
		General map[string]json.RawMessage `json:"general"`
	}
	file.General = map[string]json.RawMessage{}
	mapName := ""
	for key, value := range head.Config {
		switch key {
		case "map":
			if err := json.Unmarshal(value, &mapName); err != nil {
				return nil, err
			}
		case "cycle_duration":
			var seconds float64
			if err := json.Unmarshal(value, &seconds); err != nil {
				return nil, err
			}
			config.CycleDuration = time.Duration(seconds * float64(time.Second))
		case "allowed_teams", "allow_duplicate_team_nicknames":
			file.General[key] = value
		case "first_cycle_duration", "start_waiting_time": // the clock follows the recording
		default:
			return nil, fmt.Errorf("unknown key %q in the configuration of the session", key)
		}
	}
	text, err := json.Marshal(file)
	if err != nil {
		return nil, err
	}
	general, err := server.ParseConfig(text)
	if err != nil {
		return nil, err
	}
	config.AllowedTeams, config.AllowDuplicates = general.AllowedTeams, general.AllowDuplicates
	named, err := tronNamedMaps(dir)
	if err != nil {
		return nil, err
	}
	start, err := maps.Parse(named[strings.TrimSuffix(path.Base(mapName), ".json")])
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", mapName, err)
	}
	return tronTable(config, start), nil
}

func tronTable(config *server.Config, start tron.Position) *tronSession {
	s := &tronSession{
		table:  server.NewTable(config, start),
		queued: map[server.Client][][]byte{}, heard: map[server.Client][]byte{},
	}
	s.table.Send = func(to server.Client, frame []byte) { s.queued[to] = append(s.queued[to], frame) }
	return s
}

// hear handles an action of a client.
func (s *tronSession) hear(line tronSessionLine) error {
	client := server.Client(line.Conn[0])
	switch line.Dir {
	case "open", "close_s2c", "close_by_client":
	case "close", "close_c2s":
		s.table.Leave(client)
	case "c2s":
		data, err := hex.DecodeString(line.Hex)
		if err != nil {
			return err
		}
		for data = append(s.heard[client], data...); ; {
			in := bytes.NewReader(data)
			body, err := ks.ReadFrame(in, ks.MaxCommand)
			if err != nil {
				s.heard[client] = data
				return nil
			}
			s.table.Receive(client, body, time.Unix(0, 0))
			data = data[len(data)-in.Len():]
		}
	default:
		return fmt.Errorf("unknown direction %q", line.Dir)
	}
	return nil
}

// next returns the next frame for a client.
func (s *tronSession) next(to server.Client) string {
	if len(s.queued[to]) == 0 {
		s.table.Begin()
	}
	if len(s.queued[to]) == 0 {
		s.table.Cycle()
	}
	if len(s.queued[to]) == 0 {
		return "nothing"
	}
	frame := s.queued[to][0]
	s.queued[to] = s.queued[to][1:]
	return fmt.Sprintf("%x", frame)
}
