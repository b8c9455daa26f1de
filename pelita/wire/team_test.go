package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.fuzzworker").Value.String() == "true" { // it is killed in the end, and unpacks nothing
		os.Exit(m.Run())
	}
	if dir, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		os.Setenv("GOCACHE", filepath.Join(dir, "go-build"))
	}
	cache, err := os.MkdirTemp("", "pelita-cache-") // not the user's
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CACHE_HOME", cache)
	code := m.Run()
	CleanUp()
	os.RemoveAll(cache)
	os.Exit(code)
}

// corpus returns the folder of the conformance corpus; without one the test is skipped.
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared/conformance/pelita")
	if err == nil {
		_, err = os.Stat(dir)
	}
	if err != nil {
		missing(t, "the corpus: "+err.Error())
	}
	return dir
}

// missing skips a test that needs something that is not here, or fails where everything must be here.
func missing(t *testing.T, what string) {
	t.Helper()
	fmt.Println("skipped for want of", what)
	if os.Getenv("GRIDIRON_CORPUS") == "required" {
		t.Fatal("missing: ", what)
	}
	t.Skip("missing: ", what)
}

// original returns an interpreter with the original's package in that version; without one the test is skipped.
func original(t *testing.T, v pelita.Version) string {
	t.Helper()
	name := map[pelita.Version]string{pelita.V251: "GRIDIRON_PELITA_251", pelita.V270: "GRIDIRON_PELITA_270"}[v]
	command := os.Getenv(name)
	if command == "" {
		fmt.Printf("%s names no interpreter with pelita %v: teams are tried with the stand-in only\n", name, v)
		t.Skip(name + " is not set")
	}
	return command
}

func python3(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		missing(t, err.Error())
	}
	return path
}

// table is a game between two players.
type table struct {
	layout  string
	version pelita.Version
	rounds  int
	seed    string
	limit   int // of errors; 0: the default
	name    string
	infos   [2]string
	viewers []Viewer
	control *Controller
	budget  timer.Control

	observer turn.Observer[pelita.View, pelita.Move]
}

// play plays it and returns the referee.
func (g table) play(t *testing.T, players ...turn.Player[pelita.View, pelita.Move]) *referee.Referee {
	t.Helper()
	l, err := pelita.ParseLayout(g.layout)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Maze()
	if err != nil {
		t.Fatal(err)
	}
	seed, ok := new(big.Int).SetString(g.seed, 10)
	if !ok {
		t.Fatalf("seed %q", g.seed)
	}
	limit := g.limit
	if limit == 0 {
		limit = pelita.ErrorLimit
	}
	o := pelita.Options{Version: g.version, MaxRounds: g.rounds, ErrorLimit: limit}
	r := referee.New(l, m, referee.Options{Options: o, Layout: g.name, Infos: g.infos}, pyrand.New(seed))
	loop := turn.Loop[pelita.View, pelita.Move]{Referee: r, Players: players}
	loop.Game.Seats, loop.Game.Budget = referee.Seats, g.budget
	start := r.State().ViewOf(pelita.Blue, pelita.AskName)
	loop.Game.View = newView(&start)
	show := &Broadcast{Game: r, Extra: Extra{Budget: DefaultBudget}, Viewers: g.viewers, Control: g.control}
	loop.Observers = append(loop.Observers, show)
	if g.observer != nil {
		loop.Observers = append(loop.Observers, g.observer)
	}
	err = show.Begin(t.Context())
	if err == nil {
		err = loop.Run(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newTeam returns a team of the corpus.
func newTeam(t *testing.T, file string, o Options) *Team {
	t.Helper()
	if o.Python == "" {
		o.Python, o.StandIn = python3(t), true
	}
	if o.Budget == (Budget{}) {
		o.Budget = DefaultBudget
	}
	if o.Initial == 0 {
		o.Initial = time.Minute // Python may be slow to start on a busy machine
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(corpus(t), "bots", file)
	}
	team, err := NewTeam(file, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { team.Close() })
	return team
}

// transcript is a game of wire.jsonl: what the original sent, and what the players answered.
type transcript struct {
	Layout   string
	Rounds   int
	Seed     string
	Teams    []string
	messages []map[string]any
}

func transcripts(t *testing.T, file string) (games []*transcript) {
	t.Helper()
	f, err := os.Open(filepath.Join(corpus(t), file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line map[string]any
		if err := unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line["rec"] == "game" {
			game := &transcript{}
			if err := json.Unmarshal(lines.Bytes(), game); err != nil {
				t.Fatal(err)
			}
			games = append(games, game)
			continue
		}
		last := games[len(games)-1]
		if _, ok := line["unsolicited"]; ok { // the two teams' come in any order
			continue
		}
		last.messages = append(last.messages, line)
	}
	return games
}

// unmarshal keeps numbers as they are written.
func unmarshal(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(v)
}

// tidy removes from a message what may differ between equal games: times, and the order of walls.
func tidy(data map[string]any) {
	state, _ := data["game_state"].(map[string]any)
	if state == nil {
		return
	}
	for _, side := range []string{"team", "enemy"} {
		state[side].(map[string]any)["team_time"] = json.Number("0")
	}
	if walls, ok := state["walls"].([]any); ok {
		slices.SortFunc(walls, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
}

// TestTranscripts plays the recorded games with real teams: we send what the original sent, and receive what it received.
func TestTranscripts(t *testing.T) {
	gametest.Slow(t)
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		file := map[pelita.Version]string{pelita.V251: "wire.jsonl", pelita.V270: "v27_wire.jsonl"}[version]
		for i, game := range transcripts(t, file) {
			for _, kind := range []string{"stand-in", "original"} {
				t.Run(fmt.Sprintf("%s/%d/%s", file, i+1, kind), func(t *testing.T) {
					o := Options{}
					if kind == "original" {
						o.Python = original(t, version)
					}
					game.replay(t, version, o)
				})
			}
		}
	}
}

func (g *transcript) replay(t *testing.T, version pelita.Version, o Options) {
	var mu sync.Mutex
	var got []map[string]any
	waiting := map[any]map[string]any{}
	trace := func(team int) func(bool, []byte) {
		return func(toTeam bool, text []byte) {
			mu.Lock()
			defer mu.Unlock()
			var m map[string]any
			if err := unmarshal(text, &m); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			id := m["__uuid__"]
			delete(m, "__uuid__")
			if !toTeam {
				if question := waiting[id]; question != nil && question["action"] != "exit" {
					question["reply"] = m
				}
				return
			}
			data := m["__data__"].(map[string]any)
			tidy(data)
			line := map[string]any{"action": m["__action__"], "team": json.Number(fmt.Sprint(team)), "data": data}
			if len(data) == 0 {
				line["team"] = nil
			}
			waiting[id] = line
			got = append(got, line)
		}
	}
	var players []turn.Player[pelita.View, pelita.Move]
	for i, name := range g.Teams {
		team := newTeam(t, name, o)
		team.Trace = trace(i)
		players = append(players, team)
	}
	for _, line := range g.messages {
		tidy(line["data"].(map[string]any))
	}
	table{layout: g.Layout, version: version, rounds: g.Rounds, seed: g.Seed}.play(t, players...)
	mu.Lock()
	defer mu.Unlock()
	// Load failures name the file as it was given.
	text := func(v any) string {
		b, _ := json.MarshalIndent(v, "", " ")
		return strings.ReplaceAll(string(b), filepath.Join(corpus(t), "bots")+"/", "")
	}
	if diff := cmp.Diff(text(g.messages), text(got)); diff != "" {
		t.Errorf("(-recorded +played):\n%s", diff)
	}
}
