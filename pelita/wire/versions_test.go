package wire

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
)

// What the code of a team says about the version that it was written for: "" is nothing.
func TestNeeded(t *testing.T) {
	gametest.Slow(t)
	python := python3(t)
	for code, want := range map[string]string{
		"def move(bot, state): return bot.position":                                                                                        "",
		"def move(bot, state):\n    bot.paint_background(bot.position)":                                                                    "2.7.0",
		"def move(b, s):\n    b.paint_background(b.position, '#fff')":                                                                      "2.7.0",
		"def move(me, state):\n    return me.other.has_exact_position":                                                                     "2.7.0",
		"def move(bot, state):\n    return bot.enemy[0].has_exact_position":                                                                "2.7.0",
		"def move(bot, state):\n    for e in bot.enemy:\n        e.has_exact_position":                                                     "2.7.0",
		"def move(bot, state):\n    return [e for e in bot.enemy if e.has_exact_position]":                                                 "2.7.0",
		"def move(bot, state):\n    return any(e.has_exact_position for e in bot.enemy)":                                                   "2.7.0",
		"def move(bot, state):\n    enemy = bot.enemy\n    return enemy[1].has_exact_position":                                             "2.7.0",
		"def move(bot, state):\n    one, two = bot.enemy\n    return two.has_exact_position":                                               "2.7.0",
		"def move(bot, state):\n    mate = bot.other\n    mate.paint_background((1, 1))":                                                   "2.7.0",
		"def move(bot, state):\n    a, b = bot, bot.other\n    return b.has_exact_position":                                                "2.7.0",
		"def move(bot, state):\n    for x in (bot, bot.other):\n        x.paint_background((1, 1))":                                        "2.7.0",
		"def paint(bot):\n    bot.paint_background((1, 1))":                                                                                "2.7.0",
		"def move(bot, state):\n    if bot.error_count > 3:\n        return bot.position":                                                  "2.5.1",
		"def move(bot, state):\n    return bot.other.error_count":                                                                          "2.5.1",
		"from pelita.utils import get_random_layout":                                                                                       "2.5.1",
		"from pelita.layout import get_layout_by_name as named":                                                                            "2.5.1",
		"import pelita.layout as l\nnames = l.get_available_layouts()":                                                                     "2.5.1",
		"import pelita\ndef move(bot, state):\n    pelita.layout.get_random_layout()":                                                      "2.5.1",
		"from pelita.maze_generator import generate_maze":                                                                                  "2.7.0",
		"from pelita.game import PlayerTimeout":                                                                                            "2.5.1",
		"from pelita.exceptions import PelitaBotError":                                                                                     "2.7.0",
		"try:\n    from pelita.utils import get_random_layout\nexcept ImportError:\n    pass":                                              "",
		"def move(bot, state):\n    if hasattr(bot, 'error_count'):\n        return bot.error_count":                                       "",
		"def move(bot, state):\n    return getattr(bot, 'error_count', 0) or bot.error_count":                                              "",
		"def move(bot, state):\n    bot.error_count\n    bot.has_exact_position":                                                           "",
		"class Own:\n    def __init__(self):\n        self.error_count = 1\n        self.error_count":                                      "",
		"def move(bot, state):\n    bot.paint_background = print\n    bot.paint_background()":                                              "",
		"def sure(e):\n    return e.has_exact_position\ndef move(bot, state):\n    return any(map(sure, bot.enemy))":                       "2.7.0",
		"class Brain:\n    def __init__(self, bot):\n        self.bot = bot\n    def go(self):\n        self.bot.paint_background((1, 1))": "2.7.0",
		"class Brain:\n    def go(self):\n        return [e for e in self.enemies if e.has_exact_position]":                                "2.7.0",
		"def move(bot, state):\n    return state['bot'].has_exact_position":                                                                "2.7.0",
		"def move(bot, state):\n    return min(bot.enemy, key=lambda e: e.has_exact_position)":                                             "2.7.0",
		"def tired(team):\n    return team.error_count > 2":                                                                                "2.5.1",
		"class Log:\n    def __init__(self):\n        self.error_count = 0\nlog = Log()\nlog.error_count":                                  "",
		"class Own:\n    def paint_background(self):\n        pass\nOwn().paint_background()":                                              "",
		"import helper\ndef move(bot, state):\n    helper.paint_background(bot)":                                                           "",
		"def move(bot, state):\n    if hasattr(bot.enemy[0], 'has_exact_position'):\n        return bot.enemy[0].has_exact_position":       "",
		"def move(bot, state)\n":             "",
		"error_count = paint_background = 1": "",
	} {
		why, v, ok := Needed(t.Context(), python, team(t, "needy", code))
		got := ""
		if ok {
			got = v.String()
		}
		if got != want {
			t.Errorf("%q: %q (%v), want %q\n%s", code, got, why, want, code)
		}
	}
}

// Which faults look like the other version.
func TestElsewhere(t *testing.T) {
	const both = "'Bot' object has no attribute"
	for _, tt := range []struct {
		detail   string
		old, new string // what is said in a game of 2.5.1, and of 2.7.0
	}{
		{"AttributeError: " + both + " 'paint_background'", "bot.paint_background is not in pelita 2.5.1, but in 2.7.0: --rules 2.7", ""},
		{"AttributeError: " + both + " 'has_exact_position'", "bot.has_exact_position is not in pelita 2.5.1, but in 2.7.0: --rules 2.7", ""},
		{"AttributeError: " + both + " 'has_exact_position'. Did you mean: 'is_noisy'?", "bot.has_exact_position is not in pelita 2.5.1, but in 2.7.0: --rules 2.7", ""},
		{"AttributeError: " + both + " 'error_count'", "", "bot.error_count is not in pelita 2.7.0, but in 2.5.1: --rules 2.5.1"},
		{"AttributeError: " + both + " 'timeouts'", "", ""},
		{"AttributeError: 'Other' object has no attribute 'error_count'", "", ""},
		{"AttributeError: module 'pelita.layout' has no attribute 'get_layout_by_name'", "", "pelita.layout.get_layout_by_name is not in pelita 2.7.0, but in 2.5.1: --rules 2.5.1"},
		{"AttributeError: module 'pelita.utils' has no attribute 'generate_maze'", "pelita.utils.generate_maze is not in pelita 2.5.1, but in 2.7.0: --rules 2.7", ""},
		{"AttributeError: module 'pelita.utils' has no attribute 'nothing'", "", ""},
		{"ImportError: Could not load a.py: cannot import name 'get_random_layout' from 'pelita.utils' (/x/utils.py)", "", "pelita.utils.get_random_layout is not in pelita 2.7.0, but in 2.5.1: --rules 2.5.1"},
		{"ImportError: Could not load a.py: cannot import name 'generate_maze' from 'pelita.maze_generator' (/x)", "pelita.maze_generator.generate_maze is not in pelita 2.5.1, but in 2.7.0: --rules 2.7", ""},
		{"ImportError: cannot import name 'PlayerTimeout' from 'pelita.game' (unknown location)", "", "pelita.game.PlayerTimeout is not in pelita 2.7.0, but in 2.5.1: --rules 2.5.1"},
		{"ImportError: cannot import name 'x' from 'numpy' (/x)", "", ""},
		{"ModuleNotFoundError: Could not load a.py: No module named 'pelita.scripts.pelita_createlayout'", "", "pelita.scripts.pelita_createlayout is not in pelita 2.7.0, but in 2.5.1: --rules 2.5.1"},
		{"ModuleNotFoundError: No module named 'pelita.nothing'", "", ""},
		{"ModuleNotFoundError: No module named 'numpy'", "", ""},
		{`ValueError: Could not load a.py: Invalid team name (only alphanumeric chars or blanks): "a-b"`, "pelita 2.7.0 takes this name, and changes it: --rules 2.7", ""},
		{`ValueError: Could not load a.py: Invalid team name (longer than 25): "..."`, "pelita 2.7.0 takes this name, and changes it: --rules 2.7", ""},
		{`ValueError: Could not load a.py: Invalid team name (non ascii): "é".`, "pelita 2.7.0 takes this name, and changes it: --rules 2.7", ""},
		{"KeyError: 'error_count'", "", ""},
		{"no answer within 3s", "", ""},
		{"", "", ""},
	} {
		for v, want := range map[pelita.Version]string{pelita.V251: tt.old, pelita.V270: tt.new} {
			if got := Elsewhere(tt.detail, v); got != want {
				t.Errorf("%v, %s: %q, want %q", v, tt.detail, got, want)
			}
		}
	}
}
