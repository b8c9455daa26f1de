package wire

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
)

// TestNames compares the lists of names with the packages: always with the stand-ins, and with the originals where they are
// installed. UPDATE_NAMES=1 rewrites the lists.
func TestNames(t *testing.T) {
	gametest.Slow(t)
	python := python3(t)
	update := os.Getenv("UPDATE_NAMES") != ""
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		list := "pelita-" + version.String()
		t.Run(list+"/original", func(t *testing.T) {
			hold(t, list, listNames(t, original(t, version), "", "pelita"), update)
		})
		t.Run(list, func(t *testing.T) {
			standIn := t.TempDir()
			if err := UnpackStandIn(standIn, version, "pelita"); err != nil {
				t.Fatal(err)
			}
			ours := listNames(t, python, standIn, "pelita")
			hold(t, list+"-lacks", without(readNames(list), ours), update)
			extra := without(ours, readNames(list))
			delete(extra, "pelita.scripts.pelita_player") // the program itself
			if diff := cmp.Diff(index{"pelita": {"STAND_IN"}}, extra); diff != "" {
				t.Errorf("the stand-in has more than the original (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("networkx/original", func(t *testing.T) { // of any version
		if listed := listNames(t, original(t, pelita.V251), "", "networkx"); update {
			hold(t, "networkx", listed, true)
		} else if len(listed["networkx"]) < 700 {
			t.Errorf("networkx has %d names", len(listed["networkx"]))
		}
	})
	t.Run("networkx", func(t *testing.T) {
		standIn := t.TempDir()
		if err := UnpackStandIn(standIn, pelita.V251, "pelita"); err != nil {
			t.Fatal(err)
		}
		ours := listNames(t, python, standIn, "networkx")
		hold(t, "networkx-lacks", without(readNames("networkx"), ours), update)
		if diff := cmp.Diff(index{"networkx": {"STAND_IN"}}, without(ours, readNames("networkx"))); diff != "" {
			t.Errorf("the stand-in has more than the original (-want +got):\n%s", diff)
		}
	})
}

// listNames lists the names of a package: that of the stand-in in a folder, or that of the interpreter if the folder is "".
func listNames(t *testing.T, python, standIn, root string) index {
	t.Helper()
	cmd := exec.Command(python, "-B", "testdata/list_names.py", root)
	if standIn != "" {
		cmd.Args = slices.Insert(cmd.Args, 1, "-S") // without what is installed
		cmd.Env = append(os.Environ(), "PYTHONPATH="+standIn)
	}
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	x := index{}
	for line := range strings.Lines(string(out)) {
		module, rest, _ := strings.Cut(line, ":")
		x[module] = strings.Fields(rest)
	}
	return x
}

// without returns the names of a that b does not have.
func without(a, b index) index {
	x := index{}
	for module, list := range a {
		for _, name := range list {
			if !b.has(module, name) {
				x[module] = append(x[module], name)
			}
		}
	}
	return x
}

// hold compares names with a list or, to update, writes the list.
func hold(t *testing.T, list string, got index, update bool) {
	t.Helper()
	if update {
		var lines []string
		for module, names := range got {
			lines = append(lines, module+": "+strings.Join(names, " ")+"\n")
		}
		slices.Sort(lines)
		if err := os.WriteFile("names/"+list+".txt", []byte(strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(readNames(list), got); diff != "" {
		t.Errorf("names/%s.txt (-listed +found); UPDATE_NAMES=1 writes it anew:\n%s", list, diff)
	}
}

// A file in the working directory that is named like a module of Python is not run when the code of a team is read.
func TestLacksRunsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, code := range map[string]string{"ast.py": "open('run', 'w')", "pathlib.py": "open('run', 'w')", "mine.py": "bot.paint_background()"} {
		if err := os.WriteFile(name, []byte(code), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if lacks, err := Lacks(t.Context(), python3(t), "mine.py"); err != nil || len(lacks) != 1 {
		t.Errorf("%v, %v", lacks, err)
	}
	if _, err := os.Stat("run"); err == nil {
		t.Error("a file of the working directory was run")
	}
}

// TestProbeRunsNothing asks an interpreter for its package from a folder with modules of those names.
func TestProbeRunsNothing(t *testing.T) {
	python := python3(t)
	t.Chdir(t.TempDir())
	for _, name := range []string{"csv.py", "email.py", "importlib.py", "pelita.py", "zmq.py", "json.py"} {
		if err := os.WriteFile(name, []byte("open('run', 'w')"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := probe(python); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("run"); err == nil {
		t.Error("a file of the working directory was run")
	}
}

func TestLacks(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"team.py": `import networkx as nx
import helper
from pelita.utils import get_random_layout, setup_test_game
import pelita.maze_generator as mg
import pelita.tournament
try:
    from pelita.layout import get_layout_by_name
except ImportError:
    get_layout_by_name = None
TEAM_NAME = "x"

def move(bot, state):
    bot.mine = nx.shortest_path(bot.graph, (1, 1), (2, 2))
    nx.draw(bot.graph)
    mg.generate_maze()
    bot.paint_background(bot.position)
    print(bot.enemy[0].error_count, bot.other.nonsense, bot.mine)
    return bot.position
`,
		"helper.py":       "import networkx\nfrom pelita.game import nothing\nnetworkx.algorithms.shortest_path\nnetworkx.pelita\n",
		"bad.py":          "def move(bot, state)\n",
		"pkg/__init__.py": "from .helper import x\n", "pkg/helper.py": "import networkx as n\nx = n.simple_cycles\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		spec string
		want []string
		fail string
	}{
		{spec: "team.py", want: []string{
			"team.py:3: pelita.utils.get_random_layout is not in pelita 2.7.0",
			"team.py:5: pelita.tournament is not in the stand-in for pelita 2.5.1, nor in the stand-in for pelita 2.7.0",
			"team.py:14: networkx.draw is not in the stand-in for networkx",
			"team.py:15: pelita.maze_generator.generate_maze is not in pelita 2.5.1",
			"team.py:16: bot.paint_background is not in pelita 2.5.1",
			"team.py:17: bot.error_count is not in pelita 2.7.0",
			"helper.py:2: pelita.game.nothing is not in pelita 2.5.1, nor in pelita 2.7.0",
		}},
		{spec: "team", want: nil},
		{spec: "pkg", want: []string{"helper.py:2: networkx.simple_cycles is not in the stand-in for networkx"}},
		{spec: "bad.py", fail: "SyntaxError"},
		{spec: "gone.py", fail: "there is no such file"},
	} {
		lacks, err := Lacks(t.Context(), python3(t), filepath.Join(dir, tt.spec))
		if tt.fail != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fail) {
				t.Errorf("%s: %v, want an error with %q", tt.spec, err, tt.fail)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.spec, err)
			continue
		}
		var got []string
		for _, lack := range lacks {
			got = append(got, lack.String())
		}
		if tt.want != nil {
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.spec, diff)
			}
		} else if len(got) != 7 {
			t.Errorf("%s: %q", tt.spec, got)
		}
	}
}
