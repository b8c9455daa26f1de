//go:build !playground

package main

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/view"
)

const dropInHelp = `usage: reantics [--2p | --RR | --RRall | --self | --all] [-n N] [-p NAME ...] [-v] [-randomLayout] [-r] [-s]

  --2p            two players; one may be human, then with one game
  --RR            every pair of at least two players (the original wants three)
  --RRall         every pair of all players
  --self          one player against its copy
  --all           one player against all others
  -n, --NumGames  games of each pair (1)
  -p, --Players   their names: authors or files of the folder AI, bundled bots, or as ` + "`reantics bots`" + ` lists them
  -v              print the scores before every game of a pair, not only after the last
  -randomLayout   the human's set-up is drawn
  -r, --rules     print what ants can do and the keys of a human
  -s, --seasonal  accepted; there are no pictures here
and, which the original does not have:
  --seed N, --table original|manual, --cap TURNS, --timeout SECONDS, --swap, --python COMMAND
`

const hotkeys = `
Hotkeys on a terminal
Return : end turn
space  : choose the cell at the cursor; step when paused
p      : pause/play
u      : undo
r      : regular graphics
s      : seasonal graphics
h, ?   : all keys
`

// oldLine is a command line in the original's form.
type oldLine struct {
	kind    string
	all     bool // --RRall
	games   int
	players []string
	verbose bool
	random  bool
	swap    bool
	values  map[string]string // of the flags that the original does not have
	command []string          // what was typed, without a seed
}

// kinds are the flags that choose the kind of games, of which one is given.
var kinds = map[string]string{"2p": twoPlayer, "RR": roundRobin, "RRall": roundRobin, "self": playSelf, "all": playAll}

// dropIn runs a command line of the original.
func dropIn(ctx context.Context, a *cli.App, args []string) error {
	if len(args) == 0 || !strings.HasPrefix(args[0], "-") {
		return cli.ErrNotOriginal
	}
	if slices.ContainsFunc(args, func(s string) bool { return s == "-h" || s == "--help" }) {
		_, err := io.WriteString(a.Out, dropInHelp)
		return err
	}
	if slices.ContainsFunc(args, func(s string) bool { return s == "-r" || s == "--rules" || s == "-rules" }) {
		_, err := io.WriteString(a.Out, view.Units(reantics.Original)+hotkeys)
		return err
	}
	a.Limit = "--timeout SECONDS"
	line, err := readOldLine(args)
	if err != nil {
		return err
	}
	s, err := newSeries(a, line.values["seed"], line.values["python"], match.Params{"rules": line.values["table"], "cap": line.values["cap"]})
	if err != nil {
		return err
	}
	defer s.roster.close()
	s.command = "reantics " + shellquote(line.command...)
	s.flag = "table"
	s.verbose, s.swap, s.roster.random = line.verbose, line.swap, line.random
	if text := line.values["timeout"]; text != "" {
		if s.timeout, err = readTimeout(text); err != nil {
			return usage("%w", err)
		}
	}
	return s.run(ctx, []entry{{line.kind, line.players, line.games}})
}

// readOldLine reads and checks the command line; it returns an error where the original exits with 2.
func readOldLine(args []string) (*oldLine, error) {
	line := &oldLine{games: 1, values: map[string]string{
		"python": "python3", "table": "original", "cap": strconv.Itoa(referee.DefaultCap), "seed": "", "timeout": "",
	}}
	for len(args) > 0 {
		if flag, value, ok := strings.Cut(args[0], "="); ok && strings.HasPrefix(flag, "-") {
			args = append([]string{flag, value}, args[1:]...)
		}
		name := strings.TrimLeft(args[0], "-")
		if name == args[0] || len(args[0])-len(name) > 2 {
			return nil, usage("argument %q: want a flag; -h lists them", args[0])
		}
		taken, err := line.flag(name, args[1:])
		if err != nil {
			return nil, err
		}
		if name != "seed" {
			line.command = append(line.command, args[:1+taken]...)
		}
		args = args[1+taken:]
	}
	return line, line.check()
}

// flag reads one flag and returns how many of the following words belong to it.
func (l *oldLine) flag(name string, rest []string) (int, error) {
	if _, ours := l.values[name]; ours {
		if len(rest) == 0 {
			return 0, usage("flag --%s: want a value", name)
		}
		l.values[name] = rest[0]
		return 1, nil
	}
	if kind := kinds[name]; kind != "" {
		if l.kind != "" {
			return 0, usage("flag --%s: want only one of --2p, --RR, --RRall, --self and --all", name)
		}
		l.kind, l.all = kind, name == "RRall"
		return 0, nil
	}
	switch name {
	case "n", "NumGames":
		n := 0
		if len(rest) > 0 {
			n, _ = strconv.Atoi(rest[0])
		}
		if n < 1 {
			return 0, usage("flag -n: want a number of games, at least 1")
		}
		l.games = n
		return 1, nil
	case "p", "Players":
		n := slices.IndexFunc(rest, func(s string) bool { return strings.HasPrefix(s, "-") })
		if n < 0 {
			n = len(rest)
		}
		if n == 0 {
			return 0, usage("flag -p: want the names of players")
		}
		l.players = slices.Clone(rest[:n])
		return n, nil
	case "v", "verbose":
		l.verbose = true
	case "randomLayout":
		l.random = true
	case "swap":
		l.swap = true
	case "s", "seasonal":
	default:
		return l.together(name, rest)
	}
	return 0, nil
}

// together reads flags of one letter that are written together, or with a value: -vn3.
func (l *oldLine) together(word string, rest []string) (int, error) {
	if len(word) > 1 {
		switch letter, more := word[:1], word[1:]; letter {
		case "n", "p":
			taken, err := l.flag(letter, append([]string{more}, rest...))
			return taken - 1, err
		case "v", "s":
			l.verbose = l.verbose || letter == "v"
			if taken, err := l.flag(more, rest); err == nil {
				return taken, nil
			}
		}
	}
	return 0, usage("unknown flag -%s; -h lists them", word)
}

func (l *oldLine) check() error {
	human := slices.ContainsFunc(l.players, func(s string) bool { return strings.EqualFold(s, "human") })
	switch {
	case l.kind == "":
		return usage("want one of --2p, --RR, --RRall, --self and --all; -h lists the flags")
	case l.all && len(l.players) > 0:
		return usage("flag --RRall: want no -p with it: it takes all players")
	case l.all:
		return nil
	case l.kind == roundRobin && len(l.players) < 2:
		return usage("flag --RR: %d players: want at least 2 after -p", len(l.players))
	case l.random && !(l.kind == twoPlayer && human):
		return usage("flag -randomLayout: want --2p with a human: bots place for themselves")
	}
	if err := (entry{l.kind, l.players, l.games}).check(); err != nil {
		return usage("%w", err)
	}
	return nil
}

// shellquote quotes words as one types them in a shell.
func shellquote(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; w == "" || strings.ContainsAny(w, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
