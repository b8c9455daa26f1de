package wire

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
)

// TestStandIn compares the stand-in with the corpus, with every Python that is installed: what bots see and print, games in the
// background, mazes, layouts.
func TestStandIn(t *testing.T) {
	gametest.Slow(t)
	python3(t)
	layouts := "-" // built-in ones are cmd's to test, unless the original is here
	if command := os.Getenv("GRIDIRON_PELITA_251"); command != "" {
		out, err := exec.Command(command, "-I", "-c", "import os, pelita; print(os.path.join(os.path.dirname(pelita.__file__), '_layouts'))").Output()
		if err != nil {
			t.Fatal(err)
		}
		layouts = strings.TrimSpace(string(out))
	}
	check, err := filepath.Abs("testdata/check_standin.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		dir := t.TempDir()
		if err := UnpackStandIn(dir, version, `a "program"`); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"python3", "python3.8", "python3.13"} { // 3.9 has sets of its own
			if command != "python3" && (testing.Short() || exec.Command(command, "-c", "").Run() != nil) {
				continue
			}
			t.Run(version.String()+"/"+command, func(t *testing.T) {
				cmd := exec.Command(command, "-I", "-c", "import sys; sys.path.insert(0, sys.argv.pop(1)); sys.argv.pop(0); import runpy; runpy.run_path(sys.argv[0])",
					dir, check, corpus(t), layouts, version.String())
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				t.Logf("%s", out)
			})
		}
	}
}

// The stand-in for networkx does what networkx does. It is compared where networkx is installed with the original.
func TestNetworkx(t *testing.T) {
	command := original(t, pelita.V251)
	out, err := exec.Command(command, "-B", "testdata/check_networkx.py", "python", "3").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// A team may ask for the graph of the maze without networkx.
func TestGraph(t *testing.T) {
	file := filepath.Join(t.TempDir(), "team.py")
	code := `import networkx

TEAM_NAME = "Graph"


def move(bot, state):
    if not bot.enemy[0].food:
        return bot.position
    return networkx.shortest_path(bot.graph, bot.position, bot.enemy[0].food[0])[1]
`
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	r := table{layout: small, rounds: 300, seed: "1"}.play(t, newTeam(t, file, Options{}), stay{})
	if got := r.Result(); got.Reason != "food" || got.Winner != int(pelita.Blue) {
		t.Errorf("%+v", got)
	}
}

// vars() of a bot shows the attributes of the original in its order, and what the team has set; what is made on first use is made.
func TestVars(t *testing.T) {
	gametest.Slow(t)
	python := python3(t)
	for version, want := range map[pelita.Version]string{
		pelita.V251: "_bots _say track _is_on_team random position _initial_position walls homezone food shaded_food shape score kills " +
			"deaths was_killed _bot_index round char is_blue team_name team_time error_count is_noisy graph legal_positions _bot_turn mine",
		pelita.V270: "_bots _say _overlay track _is_on_team random position _initial_position walls homezone food shaded_food shape score " +
			"kills deaths was_killed _bot_index round char is_blue team_name team_time is_noisy has_exact_position graph legal_positions _bot_turn mine",
	} {
		code := `from pelita.utils import setup_test_game
bot = setup_test_game(layout="########\n#a #.x #\n#b  .y #\n########")
bot.mine = 1
assert vars(bot)["graph"].has_node((1, 1)) and vars(bot)["legal_positions"] == bot.legal_positions and "mine" not in vars(bot.other)
assert "_bot_turn" not in vars(bot.other.enemy[0])
for name, value in vars(bot).items():
    assert getattr(bot, name) is value
print(*vars(bot))
`
		run := func(name, command string, env ...string) {
			cmd := exec.Command(command, "-c", code)
			cmd.Env = append(os.Environ(), env...)
			if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
				t.Errorf("%s: %v\n%s\nwant\n%s", name, err, out, want)
			}
		}
		dir := t.TempDir()
		if err := UnpackStandIn(dir, version, "pelita"); err != nil {
			t.Fatal(err)
		}
		run("the stand-in for "+version.String(), python, "PYTHONPATH="+dir)
		t.Run(version.String(), func(t *testing.T) { run("the original", original(t, version)) })
	}
}

// A bot can be copied and pickled, with its graph but without what its team keeps.
func TestCopies(t *testing.T) {
	gametest.Slow(t)
	python3(t)
	code := `import copy, pickle
from pelita.utils import run_background_game, setup_test_game

LAYOUT = """
########
#a # . #
#b.  xy#
########
"""
copied = []


def copies(bot):
    for other in copy.deepcopy(bot), pickle.loads(pickle.dumps(bot)):
        assert str(other) == str(bot) and other.legal_positions == bot.legal_positions
        assert list(other.graph.edges) == list(bot.graph.edges) and other.graph is other.enemy[1].graph
        copied.append(other)


def move(bot, state):
    state["steps"] = (step for step in bot.legal_positions)
    copies(bot)
    return next(state["steps"])


copies(setup_test_game(layout=LAYOUT))
run_background_game(blue_move=move, red_move=move, layout=LAYOUT, max_rounds=2)
assert len(copied) == 2 * (1 + 8), copied
`
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		dir := t.TempDir()
		if err := UnpackStandIn(dir, version, "pelita"); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("python3", "-c", code)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", version, err, out)
		}
	}
}
