package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// pelitaReplaySeeds are the seeds of the recorded files, which do not name them; FORMAT.md does.
var pelitaReplaySeeds = []string{"5", "50"}

// pelitaReplay reads a recorded file, and plays its game again: we must write what the original wrote.
func pelitaReplay(v pelita.Version) reader {
	return func(content []byte, o options, report func(outcome)) error {
		var recorded []string
		var layout *pelita.Layout
		err := wire.ReadReplay(bytes.NewReader(content), func(f wire.Frame) error {
			recorded = append(recorded, describeState(f.Text))
			if layout == nil {
				m := f.State.Maze
				layout = &pelita.Layout{Width: m.Width(), Height: m.Height(), Walls: m.Walls()}
				layout.Bots, layout.Food = f.State.Bots, f.State.AllFood()
			}
			again := wire.AppendState(nil, f.State, f.Extra)
			report(outcome{
				id: fmt.Sprintf("state %d as it is read", len(recorded)), kind: "replay",
				want: describeState(f.Text), got: describeState(again),
			})
			return nil
		})
		if err != nil {
			return err
		}
		if _, err := exec.LookPath("python3"); err != nil {
			report(outcome{id: "the states as they are written", skipped: "there is no python3"})
			return nil
		}
		written, err := pelitaPlayReplay(v, o, layout, recorded)
		if err != nil {
			return err
		}
		for i := range max(len(recorded), len(written)) {
			c := outcome{id: fmt.Sprintf("state %d as it is written", i+1), kind: "replay", want: "nothing", got: "nothing"}
			if i < len(recorded) {
				c.want = recorded[i]
			}
			if i < len(written) {
				c.got = written[i]
			}
			report(c)
		}
		return nil
	}
}

// pelitaPlayReplay plays the recorded game and returns its states, with the seed for which they equal the recorded ones or, if
// there is none, with the last seed.
func pelitaPlayReplay(v pelita.Version, o options, layout *pelita.Layout, recorded []string) (states []string, err error) {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := pelitaTable(dir, o); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "rl.layout"), []byte(layout.String()), 0o666); err != nil {
		return nil, err
	}
	for _, seed := range pelitaReplaySeeds {
		args := []string{"--seed", seed, "--rounds", "3", "--layout", "rl.layout", "--append-red", "group 2", "clumsy.py", "gatherer.py"}
		_, content, err := pelitaRun(v, dir, args)
		if err != nil {
			return nil, err
		}
		states = states[:0]
		for line := range bytes.SplitSeq(content, []byte("\n")) {
			if text := bytes.TrimSuffix(line, []byte("\x04")); len(text) > 0 {
				states = append(states, describeState(text))
			}
		}
		if slices.Equal(states, recorded) {
			break
		}
	}
	return states, nil
}

// describeState writes a state so that equal states have equal texts: first the keys in their order, then the content
// with sorted keys and walls, without times and ids.
func describeState(text []byte) string {
	var object map[string]any
	decoder := json.NewDecoder(bytes.NewReader(bytes.ReplaceAll(text, []byte(`: Infinity`), []byte(`: "Infinity"`))))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		return err.Error()
	}
	keys := slices.SortedFunc(maps.Keys(object), func(a, b string) int {
		return bytes.Index(text, []byte(`"`+a+`"`)) - bytes.Index(text, []byte(`"`+b+`"`))
	})
	sortCells(object, "walls")
	object["team_time"] = nil
	if _, ok := object["game_uuid"]; ok {
		object["game_uuid"] = nil
	}
	return strings.Join(keys, " ") + " " + asJSON(object)
}
