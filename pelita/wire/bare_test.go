package wire

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// bare returns an interpreter that has the standard library and nothing else, whatever is installed here.
func bare(t *testing.T) string {
	t.Helper()
	python := python3(t)
	if runtime.GOOS == "windows" {
		missing(t, "a shell")
	}
	path := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\nexec '%s' -I -S \"$@\"\n", python), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// team writes a team's file and returns its path.
func team(t *testing.T, name, code string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".py")
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// graphUsers are ways in which teams use the graph of the maze: what stands before move, and its lines after `food = ...`, the first
// pellet of the enemy. Each returns a step of its way there.
var graphUsers = []struct{ head, body string }{
	{"import networkx", "return networkx.shortest_path(bot.graph, bot.position, food)[1]"},
	{"import networkx as nx", "return nx.bidirectional_shortest_path(bot.graph, bot.position, food)[1]"},
	{"from networkx import shortest_path", "return shortest_path(bot.graph, source=bot.position, target=food)[1]"},
	{"from networkx import *", "return dijkstra_path(bot.graph, bot.position, food)[1]"},
	{"from networkx.algorithms import shortest_path", "return shortest_path(bot.graph, bot.position, food)[1]"},
	{"from networkx.algorithms.shortest_paths import astar_path", "return astar_path(bot.graph, bot.position, food)[1]"},
	{"from networkx.algorithms.shortest_paths.generic import shortest_path as way", "return way(bot.graph, bot.position, food)[1]"},
	{"from networkx.exception import NetworkXNoPath\nimport networkx as nx",
		"try:\n    return nx.shortest_path(bot.graph, bot.position, food)[1]\nexcept (NetworkXNoPath, nx.NodeNotFound):\n    return bot.position"},
	{"from pelita.utils import manhattan_dist\nimport networkx as nx",
		"return nx.astar_path(bot.graph, bot.position, food, heuristic=manhattan_dist)[1]"},
	{"from pelita.utils import walls_to_graph\nimport networkx as nx", "return nx.shortest_path(walls_to_graph(bot.walls), bot.position, food)[1]"},
	{"import networkx as nx", "far = nx.single_source_shortest_path_length(bot.graph, food)\nreturn min(bot.legal_positions, key=far.get)"},
	{"import networkx as nx", "return min(bot.legal_positions, key=lambda c: nx.shortest_path_length(bot.graph, c, food))"},
	{"import networkx as nx",
		"if 'far' not in state:\n    state['far'] = dict(nx.all_pairs_shortest_path_length(bot.graph))\nreturn min(bot.legal_positions, key=state['far'][food].get)"},
	{"import networkx as nx", "return list(nx.bfs_predecessors(bot.graph, food)) and nx.predecessor(bot.graph, food)[bot.position][0]"},
	{"import networkx as nx",
		"safe = bot.graph.copy()\nfor e in bot.enemy:\n    if e.position in safe and e.position not in (food, bot.position):\n        safe.remove_node(e.position)\n" +
			"return nx.shortest_path(safe, bot.position, food)[1] if nx.has_path(safe, bot.position, food) else bot.position"},
	{"import networkx as nx", "g = nx.Graph(bot.graph)\ng.remove_nodes_from([])\nreturn nx.shortest_path(g, bot.position, food)[1]"},
	{"import networkx as nx", "g = bot.graph.subgraph(list(bot.graph.nodes))\nreturn nx.shortest_path(g, bot.position, food)[1]"},
	{"import networkx as nx",
		"g = nx.Graph()\nfor a, b in bot.graph.edges:\n    g.add_edge(a, b, weight=2 if a in bot.homezone else 1)\nreturn nx.dijkstra_path(g, bot.position, food, weight='weight')[1]"},
	{"import networkx as nx",
		"if 'tight' not in state:\n    state['tight'] = set(nx.articulation_points(bot.graph))\nreturn nx.shortest_path(bot.graph, bot.position, food)[1]"},
	{"import networkx as nx", "rooms = list(nx.biconnected_components(bot.graph))\nassert rooms\nreturn nx.shortest_path(bot.graph, bot.position, food)[1]"},
	{"import networkx as nx", "parts = list(nx.connected_components(bot.graph))\nassert food in parts[0]\nreturn nx.shortest_path(bot.graph, bot.position, food)[1]"},
	{"import networkx as nx", "return next(iter(nx.all_shortest_paths(bot.graph, bot.position, food)))[1]"},
	{"import networkx as nx",
		"state.setdefault('busy', nx.betweenness_centrality(bot.graph))\nreturn min(bot.graph[bot.position], key=lambda c: nx.shortest_path_length(bot.graph, c, food))"},
	{"", "seen, edge = {food}, [food]\nwhile edge:\n    c = edge.pop(0)\n    for n in bot.graph.neighbors(c):\n" +
		"        if n == bot.position:\n            return c\n        if n not in seen:\n            seen.add(n)\n            edge.append(n)"},
	{"", "assert len(bot.graph) == bot.graph.number_of_nodes() and bot.position in bot.graph and dict(bot.graph.degree)\n" +
		"import networkx as lazily\nreturn lazily.shortest_path(bot.graph, bot.position, food)[1]"},
	{"import sys\ntry:\n    import networkx as nx\nexcept ImportError:\n    sys.exit('it is missing')", "return nx.shortest_path(bot.graph, bot.position, food)[1]"},
	{"import networkx as nx\nimport pelita\nfrom pelita import utils, layout", "return nx.shortest_path(bot.graph, bot.position, food)[1]"},
}

// A team may use the graph of the maze in a game in an interpreter that has nothing, and plays the same game as with networkx, where
// that is installed with the original.
func TestGraphUsers(t *testing.T) {
	gametest.Slow(t)
	empty := bare(t)
	for n, tt := range graphUsers {
		t.Run(fmt.Sprintf("%02d", n), func(t *testing.T) {
			code := tt.head + "\n\nTEAM_NAME = 'Graph'\n\ndef move(bot, state):\n    food = min(bot.enemy[0].food)\n    " +
				strings.ReplaceAll(tt.body, "\n", "\n    ") + "\n"
			game := table{layout: small, version: []pelita.Version{pelita.V251, pelita.V270}[n%2], rounds: 12, seed: "1"}
			file := team(t, "grapher", code)
			s := game.play(t, newTeam(t, file, Options{Python: empty, StandIn: true}), stay{}).State()
			if s.Fatal[pelita.Blue] || len(s.Mistakes[pelita.Blue]) > 0 || s.Score[pelita.Blue] == 0 {
				t.Fatalf("%v: %v, %v, score %v\n%s", game.version, s.Failures, s.Mistakes, s.Score, code)
			}
			whole := os.Getenv("GRIDIRON_PELITA_251")
			if whole == "" || testing.Short() {
				return
			}
			other := game.play(t, newTeam(t, file, Options{Python: whole, StandIn: true}), stay{}).State()
			if s.Bots != other.Bots || s.Score != other.Score {
				t.Errorf("%v: bots %v, score %v without networkx, %v and %v with it\n%s", game.version, s.Bots, s.Score, other.Bots, other.Score, code)
			}
		})
	}
}

// setIterators are expressions whose value depends on the order of a set of texts, or on the hash of one: the way to go.
var setIterators = []string{
	"list({'n', 's', 'e', 'w'})",
	"list(frozenset(['n', 's', 'e', 'w']))",
	"list(set('nesw'))",
	"list({d for d in WAYS})",
	"list(WAYS.keys() & {'n', 's', 'e', 'w'})",
	"list(WAYS.keys() - {'x'})",
	"list(set(WAYS) | {'n'})",
	"list({'n', 's'} ^ {'e', 'w'})",
	"list(dict.fromkeys(set(WAYS)))",
	"[d for _, d in {(1, 'n'), (1, 's'), (1, 'e'), (1, 'w')}]",
	"[d.decode() for d in {b'n', b's', b'e', b'w'}]",
	"sorted(set(WAYS), key=lambda d: 0)",
	"sorted(WAYS, key=hash)",
	"[min(set(WAYS), key=lambda d: 0), *set(WAYS)]",
	"[max(set(WAYS), key=lambda d: 0), *set(WAYS)]",
	"[{'n', 's', 'e', 'w'}.pop(), *set(WAYS)]",
	"[next(iter(set(WAYS))), *set(WAYS)]",
	"['nesw'[hash('go') % 4], *WAYS]",
	"['nesw'[hash(bot.team_name) % 4], *WAYS]",
	"['nesw'[hash((bot.position, 'x')) % 4], *WAYS]",
	"[w.name for w in {Way.n, Way.s, Way.e, Way.w}]",
	"[w.d for w in {Named('n'), Named('s'), Named('e'), Named('w')}]",
	"[d for part in {frozenset('ns'), frozenset('ew')} for d in part]",
	"bot.random.sample(list(set(WAYS)), 4)",
}

const setIterator = `from collections import namedtuple
from enum import Enum

TEAM_NAME = "Sets"
WAYS = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}
Named = namedtuple("Named", "d")


class Way(Enum):
    n, s, e, w = range(4)


def move(bot, state):
    for d in %s:
        p = (bot.position[0] + WAYS[d][0], bot.position[1] + WAYS[d][1])
        if p in bot.legal_positions and p not in bot.track[-3:]:
            return p
    return bot.position
`

// A team that depends on the order of sets of texts plays the same game from the same seed, in each kind of interpreter.
func TestSetIterators(t *testing.T) {
	gametest.Slow(t)
	t.Setenv("PYTHONHASHSEED", "")
	play := func(t *testing.T, o Options, bodies ...string) (way string) {
		t.Helper()
		var players []turn.Player[pelita.View, pelita.Move]
		for i, body := range bodies {
			players = append(players, newTeam(t, team(t, fmt.Sprint("sets", i), fmt.Sprintf(setIterator, body)), o))
		}
		r := table{layout: small, rounds: 30, seed: "1"}.play(t, players...)
		if s := r.State(); s.Fatal != [2]bool{} {
			t.Fatalf("%q: %v", bodies, s.Failures)
		}
		return fmt.Sprint(r.State().Bots, r.State().Score, r.State().Food)
	}
	hold := func(t *testing.T, o Options, bodies ...string) {
		t.Helper()
		if first, second := play(t, o, bodies...), play(t, o, bodies...); first != second {
			t.Errorf("%q: two games from the same seed differ:\n%s\n%s", bodies, first, second)
		}
	}
	for i := 0; i < len(setIterators) && (i < 4 || !testing.Short()); i += 2 {
		hold(t, Options{}, setIterators[i:i+2]...)
	}
	for name, version := range map[string]pelita.Version{"package 2.5.1": pelita.V251, "package 2.7.0": pelita.V270} {
		t.Run(name, func(t *testing.T) { hold(t, Options{Python: original(t, version)}, setIterators[:2]...) })
	}
	t.Run("as the user says", func(t *testing.T) {
		seeds := map[string]bool{}
		for seed := range 8 {
			t.Setenv("PYTHONHASHSEED", fmt.Sprint(seed))
			seeds[play(t, Options{}, setIterators[:2]...)] = true
		}
		if len(seeds) == 1 {
			t.Error("PYTHONHASHSEED changes nothing")
		}
	})
}
