package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
)

var tronSuite = suite{
	game: "tron",
	files: map[string]reader{
		"games.jsonl":                            tronGames,
		"maps.jsonl":                             tronMaps,
		"ks_vectors.jsonl":                       lines(tronVector),
		"replays.jsonl":                          lines(tronReplay),
		"session_full_*_*.jsonl":                 tronSessions, // the languages of the two clients
		"session_probe_allowed_teams.jsonl":      tronSessions,
		"session_probe_badjoin.jsonl":            tronSessions,
		"session_probe_commands.jsonl":           tronSessions,
		"session_probe_dupnick.jsonl":            tronSessions,
		"session_probe_dupnick_refused.jsonl":    tronSessions,
		"session_probe_end.jsonl":                tronSessions,
		"session_probe_flood.jsonl":              tronSessions,
		"session_probe_leave.jsonl":              tronSessions,
		"session_probe_leave_before_start.jsonl": tronSessions,
	},
	deviations: []deviation{
		{"D3", func(_ string, o outcome) bool { // a string that is longer than what is left
			return o.kind == "longer than the rest" && strings.HasSuffix(o.got, ks.ErrShort.Error())
		}},
	},
}

type tronGameRecord struct {
	ID, Kind, Note string
	Map            json.RawMessage
	MapName        string
	InitCRC        string            `json:"init_crc"`
	Rows           []json.RawMessage // in each: commands, changed cells, bikes, scores, events, CRC
	End            *tronEnd
}

type tronEnd struct {
	Cycle   int               `json:"cycle"`
	Winner  *string           `json:"winner"`
	Details map[string]string `json:"details"`
	Crashed [2]bool           `json:"crashed"`
	Half    [2]bool           `json:"half"`
}

type tronMapRecord struct {
	Name      string          `json:"name"`
	Board     json.RawMessage `json:"board"`
	Constants json.RawMessage `json:"constants"`
	Bikes     json.RawMessage `json:"agents"`
}

func tronGames(content []byte, o options, report func(outcome)) error {
	named, err := tronNamedMaps(o.dir)
	if err != nil {
		return err
	}
	return lines(func(r tronGameRecord, _ options, report func(outcome)) {
		source := []byte(r.Map)
		if r.MapName != "" {
			source = named[r.MapName]
		}
		tronGame(r, source, report)
	})(content, o, report)
}

// tronGame plays a game and describes each cycle as the corpus does.
func tronGame(r tronGameRecord, source []byte, report func(outcome)) {
	o := outcome{id: r.ID, kind: r.Kind}
	defer func() { report(o) }()
	p, err := maps.Parse(source)
	if err != nil {
		o.want, o.got = "a map", err.Error()
		return
	}
	o.want, o.got = "before cycle 0: "+r.InitCRC, "before cycle 0: "+tronCRC(&p)
	drawing, _ := scene.Open(&p, [2]string{}, 0.5)
	for c, text := range r.Rows {
		if !o.agrees() {
			return
		}
		var row []json.RawMessage
		var commands [2]string
		if err := json.Unmarshal(text, &row); err == nil && len(row) == 8 {
			json.Unmarshal(row[0], &commands[0])
			json.Unmarshal(row[1], &commands[1])
		}
		if p.Over() {
			o.got = fmt.Sprintf("the game is over before cycle %d", c)
			return
		}
		before := p
		events := p.Explain([2]tron.Command{tronCommand(commands[0]), tronCommand(commands[1])}, nil)
		drawing.Cycle(&p, events)
		o.want = string(text)
		o.got = tronRow(commands, &before, &p, events)
	}
	if !o.agrees() {
		return
	}
	o.want, o.got = "the game goes on", "the game goes on"
	if r.End != nil {
		want, _ := json.Marshal(r.End)
		o.want = string(want)
	}
	if p.Over() {
		got, _ := json.Marshal(tronEndOf(&p, drawing))
		o.got = string(got)
	}
}

func tronEndOf(p *tron.Position, drawing *scene.Scene) tronEnd {
	end := tronEnd{Cycle: p.Cycle() - 1, Details: map[string]string{}}
	if o, _ := p.Outcome(); o.Winner >= 0 {
		name := tron.Seat(o.Winner).Title()
		end.Winner = &name
	}
	for s := range tron.Seat(2) {
		end.Details[s.Title()] = strconv.Itoa(p.Score(s))
		end.Crashed[s] = p.Bike(s).Crash != tron.NoCrash
		end.Half[s] = drawing.Half(s)
	}
	return end
}

// tronCommand reads the letters of the commands of a cycle in the order of their arrival.
func tronCommand(letters string) (c tron.Command) {
	for _, letter := range letters {
		if d := strings.IndexRune("URDL", letter); d >= 0 {
			c = c.ThenTurn(tron.Direction(d))
		} else {
			c = c.ThenBreaker()
		}
	}
	return c
}

func tronCRC(p *tron.Position) string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(ks.AppendWorld(nil, p)))
}

// tronRow writes a cycle as the corpus does.
func tronRow(commands [2]string, before, p *tron.Position, events []tron.Event) string {
	was, is := before.AppendCells(nil), p.AppendCells(nil)
	diff := []int{}
	for i := range is {
		if is[i] != was[i] {
			diff = append(diff, i%p.Size().W, i/p.Size().W, int(is[i]))
		}
	}
	bike := func(s tron.Seat) []any {
		b := p.Bike(s)
		return []any{b.At.X, b.At.Y, b.Direction.String()[:1], b.Health, b.Cooldown, b.Remaining}
	}
	row, _ := json.Marshal([]any{
		commands[0], commands[1], diff, bike(tron.Blue), bike(tron.Yellow),
		[]int{p.Score(tron.Blue), p.Score(tron.Yellow)}, tronEvents(events), tronCRC(p),
	})
	return string(row)
}

func tronEvents(events []tron.Event) string {
	var words []string
	for _, e := range events {
		word := map[tron.EventKind]string{
			tron.Turned: "dir", tron.BreakerOn: "wbOn", tron.BreakerReady: "wbReady", tron.BreakerEnd: "wbEnd", tron.HealthLost: "hp",
		}[e.Kind]
		switch e.Kind {
		case tron.WallBuilt:
			continue
		case tron.WallBroken:
			word = "dest" + e.Owner.Title()[:1]
		case tron.Crashed:
			word = e.Crash.String()
			if e.Crash == tron.IntoEachOther {
				word = "agent"
			}
		}
		words = append(words, e.Seat.Title()[:1]+":"+word)
	}
	return strings.Join(words, " ")
}

// tronNamedMaps reads the maps of the corpus, which other files name.
func tronNamedMaps(dir string) (map[string][]byte, error) {
	content, err := os.ReadFile(filepath.Join(dir, "maps.jsonl"))
	if err != nil {
		return nil, err
	}
	named := map[string][]byte{}
	for line := range bytes.Lines(content) {
		var r tronMapRecord
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("maps.jsonl: %w", err)
		}
		named[r.Name] = line
	}
	return named, nil
}

// tronMaps reads each map, writes it and reads it again.
func tronMaps(content []byte, o options, report func(outcome)) error {
	return lines(func(r tronMapRecord, _ options, report func(outcome)) {
		source, _ := json.Marshal(r)
		var rows []string
		json.Unmarshal(r.Board, &rows)
		o := outcome{id: r.Name, want: strings.Join(rows, "\n")}
		defer func() { report(o) }()
		p, err := maps.Parse(source)
		if err != nil {
			o.got = err.Error()
			return
		}
		var b strings.Builder
		for i, c := range p.AppendCells(nil) {
			if i > 0 && i%p.Size().W == 0 {
				b.WriteByte('\n')
			}
			b.WriteByte("EW"[c])
		}
		o.got = b.String()
		written, err := maps.Format(p)
		if err != nil {
			o.got = err.Error()
		} else if again, err := maps.Parse(written); err != nil || again != p {
			o.got = fmt.Sprintf("what Format writes is read as another map: %v\n%s", err, written)
		}
	})(content, o, report)
}

type tronVectorRecord struct {
	T          string
	V          json.RawMessage
	Hex, Frame string
	Note       string
	DecodeOnly bool `json:"decode_only"`
	Used       int
	Err        string
}

// tronVector reads and writes an object.
func tronVector(r tronVectorRecord, _ options, report func(outcome)) {
	class := strings.TrimPrefix(r.T, "gui.")
	o := outcome{id: r.T + " " + r.Hex, kind: "vector"}
	defer func() { report(o) }()
	data, err := hex.DecodeString(r.Hex)
	if err != nil {
		o.want = err.Error()
		return
	}
	v, used, readErr := ks.Read(class, data)
	switch {
	case r.Err != "":
		o.want, o.got = "an error", fmt.Sprint(v)
		if readErr != nil {
			o.got = o.want
		}
		return
	case r.DecodeOnly && r.Used > len(data): // cut short: the original's reader accepts the rest, ours refuses it (D3)
		o.kind = "longer than the rest"
	}
	if !r.DecodeOnly {
		r.Used = len(data)
	}
	o.want = fmt.Sprintf("%s, %d bytes used", tronText(tronLatin(r.V)), r.Used)
	if o.got = fmt.Sprintf("%s, %d bytes used", tronText(v), used); readErr != nil {
		o.got = readErr.Error()
	}
	if r.DecodeOnly || !o.agrees() {
		return
	}
	object, _ := tronLatin(r.V).(ks.Struct)
	written, err := ks.Append(nil, class, object)
	o.want, o.got = r.Hex, fmt.Sprintf("%x", written)
	if r.Frame != "" {
		o.want += " in " + r.Frame
		o.got += fmt.Sprintf(" in %x", ks.AppendFrame(nil, class, written))
	}
	if err != nil {
		o.got = err.Error()
	}
}

// tronLatin converts a JSON value to a value of ks: strings are code points of Latin-1.
func tronLatin(text json.RawMessage) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err.Error()
	}
	return tronValue(v)
}

func tronValue(v any) any {
	switch v := v.(type) {
	case string:
		var latin []byte
		for _, r := range v {
			latin = append(latin, byte(r))
		}
		return string(latin)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = tronValue(v[i])
		}
		return v
	case map[string]any:
		if pairs, ok := v["_map"].([]any); ok {
			m := ks.Map{}
			for _, p := range pairs {
				m = append(m, ks.Pair{Key: tronValue(p.([]any)[0]), Value: tronValue(p.([]any)[1])})
			}
			return m
		}
		s := ks.Struct{}
		for key, value := range v {
			s[key] = tronValue(value)
		}
		return s
	}
	return v
}

// tronText writes a value so that equal ones have equal texts: numbers as float32, since the corpus has doubles before rounding.
// An integer that was misread because of that would show when the value is written again.
func tronText(v any) string {
	switch v := v.(type) {
	case int64:
		return fmt.Sprint(float32(v))
	case float64:
		return fmt.Sprint(float32(v))
	case []any:
		var list []string
		for _, elem := range v {
			list = append(list, tronText(elem))
		}
		return "[" + strings.Join(list, " ") + "]"
	case ks.Map:
		var list []string
		for _, p := range v {
			list = append(list, tronText(p.Key)+":"+tronText(p.Value))
		}
		return "map[" + strings.Join(list, " ") + "]"
	case ks.Struct:
		var list []string
		for key, value := range v {
			list = append(list, key+":"+tronText(value))
		}
		slices.Sort(list)
		return "{" + strings.Join(list, " ") + "}"
	}
	return fmt.Sprintf("%q", fmt.Sprint(v))
}

type tronReplayRecord struct {
	ID        string
	Map       json.RawMessage
	Nick      [2]string
	StartTime int64 `json:"start_time"`
	Cmds      [][2]string
	Records   []string
}

func tronReplay(r tronReplayRecord, _ options, report func(outcome)) {
	o := outcome{id: r.ID}
	defer func() { report(o) }()
	p, err := maps.Parse(r.Map)
	if err != nil {
		o.got = err.Error()
		return
	}
	g := scene.Game{Start: p, Names: r.Nick, StartTime: uint32(r.StartTime)}
	for _, c := range r.Cmds {
		g.Commands = append(g.Commands, [2]tron.Command{tronCommand(c[0]), tronCommand(c[1])})
	}
	var records []string
	for _, frame := range g.Frames() {
		records = append(records, fmt.Sprintf("%x", frame))
	}
	if o.want, o.got = tronDiffer(r.Records, records); !o.agrees() {
		return
	}
	var file []byte
	for _, frame := range g.Frames() {
		file = append(file, frame...)
	}
	if again, err := scene.Read(file); err != nil {
		o.got = "the file cannot be read again: " + err.Error()
	} else if again.Names != g.Names || again.StartTime != g.StartTime || len(again.Commands) != len(g.Commands) {
		o.got = fmt.Sprintf("the file reads again as a game of %q with %d cycles", again.Names, len(again.Commands))
	}
}

// tronDiffer returns the first record that differs, or how many there are.
func tronDiffer(want, got []string) (string, string) {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return fmt.Sprintf("record %d: %s", i, want[i]), fmt.Sprintf("record %d: %s", i, got[i])
		}
	}
	return fmt.Sprintf("%d records", len(want)), fmt.Sprintf("%d records", len(got))
}
