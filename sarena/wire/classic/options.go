package classic

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// options are those of the command line.
type options struct {
	help, verbose, noGUI, headless, invert bool

	replay, write, board, save string // files; "" if not given
	games                      int
	credit                     *float64
	seed                       string // an option of ours; "" if not given
	names                      []string
}

// option is one option of the command line: its letter, its word, and the function that sets it.
type option struct {
	letter, word string
	value        string // name of its value in the help; "" for a switch
	help         string
	set          func(o *options, name, value string) error
}

// table lists the options in the order of the help.
var table = []option{
	{"h", "help", "", "show this help and exit", func(o *options, _, _ string) error { o.help = true; return nil }},
	{"v", "verbose", "", "log everything", func(o *options, _, _ string) error { o.verbose = true; return nil }},
	{"r", "replay", "FILE", "replay the trace in FILE", func(o *options, _, v string) error { o.replay = v; return nil }},
	{"w", "write", "FILE", "write the trace of each game to FILE", func(o *options, _, v string) error { o.write = v; return nil }},
	{"", "no-gui", "", "play on the console, as this program always does", func(o *options, _, _ string) error { o.noGUI = true; return nil }},
	{"", "headless", "", "show nothing but a line for each result", func(o *options, _, _ string) error { o.headless = true; return nil }},
	{"n", "", "N", "play N games (default: 1)", setGames},
	{"t", "time", "S", "give each player S seconds a game (default: no limit)", setCredit},
	{"", "invert", "", "exchange yellow and red on the drawn board", func(o *options, _, _ string) error { o.invert = true; return nil }},
	{"", "board", "FILE", "play the board in FILE; statics: boards/b1.dmp, boards/b2.dmp, ...",
		func(o *options, _, v string) error { o.board = v; return nil }},
	{"b", "save-board", "FILE", "write the start board of each game to FILE", func(o *options, _, v string) error { o.save = v; return nil }},
	{"", "seed", "NUMBER", "draw the boards that random.seed(NUMBER) gives the original", setSeed},
}

func setGames(o *options, name, value string) error {
	base, digits := 10, value
	switch {
	case strings.HasPrefix(strings.ToLower(value), "0x"):
		base, digits = 16, value[2:]
	case strings.HasPrefix(strings.ToLower(value), "0b"):
		base, digits = 2, value[2:]
	case strings.HasPrefix(value, "0"):
		base = 8
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil {
		return fmt.Errorf("option %s: invalid integer value: %s", name, python.Repr(value))
	}
	o.games = int(n)
	return nil
}

func setCredit(o *options, name, value string) error {
	f, ok := python.ParseFloat(value)
	switch {
	case !ok:
		return fmt.Errorf("option %s: invalid floating-point value: %s", name, python.Repr(value))
	case f <= 0 || math.IsNaN(f):
		return fmt.Errorf("option -t: time credit must be strictly positive")
	}
	o.credit = &f
	return nil
}

func setSeed(o *options, name, value string) error {
	if _, ok := python.ParseInt(value); !ok || strings.ContainsAny(value, "_ +") {
		return fmt.Errorf("option %s: %q: want a decimal integer", name, value)
	}
	o.seed = value
	return nil
}

// unknownError is an option that the original does not have.
type unknownError string

func (e unknownError) Error() string { return "no such option: " + string(e) }

// Knows reports whether the original has all the options of a command line, whatever else may be wrong with it.
func Knows(args []string) bool {
	_, err := parse(args)
	_, unknown := errors.AsType[unknownError](err)
	return !unknown
}

// parse reads a command line as Python's optparse does: options may be anywhere, letters may be joined and words shortened.
func parse(args []string) (o options, err error) {
	o.games = 1
	for i := 0; i < len(args); i++ {
		arg := args[i]
		next := func(name string) (string, error) {
			if i++; i < len(args) {
				return args[i], nil
			}
			return "", fmt.Errorf("%s option requires 1 argument", name)
		}
		switch {
		case arg == "--":
			o.names = append(o.names, args[i+1:]...)
			i = len(args)
		case strings.HasPrefix(arg, "--"):
			err = o.word(arg, next)
		case len(arg) > 1 && arg[0] == '-':
			err = o.letters(arg[1:], next)
		default:
			o.names = append(o.names, arg)
		}
		if err != nil || o.help {
			return o, err
		}
	}
	return o, o.check()
}

func (o *options) word(arg string, next func(string) (string, error)) error {
	word, value, assigned := strings.Cut(arg[2:], "=")
	var found []option
	var names []string
	for _, candidate := range table {
		if candidate.word == word && word != "" {
			found, names = []option{candidate}, nil
			break
		}
		if strings.HasPrefix(candidate.word, word) && word != "" && candidate.word != "seed" { // which only ours has
			found, names = append(found, candidate), append(names, "--"+candidate.word)
		}
	}
	switch {
	case len(found) == 0:
		return unknownError("--" + word)
	case len(found) > 1:
		slices.Sort(names)
		return fmt.Errorf("ambiguous option: --%s (%s?)", word, strings.Join(names, ", "))
	}
	match := found[0]
	name := "--" + match.word
	if match.value == "" && assigned {
		return fmt.Errorf("%s option does not take a value", name)
	}
	if match.value != "" && !assigned {
		var err error
		if value, err = next(name); err != nil {
			return err
		}
	}
	return match.set(o, name, value)
}

func (o *options) letters(cluster string, next func(string) (string, error)) error {
	for i := range len(cluster) {
		letter := cluster[i : i+1]
		at := slices.IndexFunc(table, func(candidate option) bool { return candidate.letter == letter })
		if at < 0 {
			return unknownError("-" + letter)
		}
		match, value := table[at], cluster[i+1:]
		if match.value == "" {
			if err := match.set(o, "-"+letter, ""); err != nil || o.help {
				return err
			}
			continue
		}
		if value == "" {
			var err error
			if value, err = next("-" + letter); err != nil {
				return err
			}
		}
		return match.set(o, "-"+letter, value)
	}
	return nil
}

// check finds options that exclude each other.
func (o *options) check() error {
	if o.replay != "" {
		if o.headless {
			return fmt.Errorf("cannot replay in headless mode")
		}
		return nil
	}
	if len(o.names) != 2 {
		return fmt.Errorf("need to specify two players")
	}
	if o.headless && slices.Contains(o.names, "human") {
		return fmt.Errorf("human players are not allowed in headless mode")
	}
	return nil
}

// usage is printed above an error or the help.
const usage = `Usage: sarena [options] player1 player2
       sarena -r FILE
`

// help lists the options.
func help() string {
	var b strings.Builder
	b.WriteString(usage + "\nA player is http://HOST:PORT[/PATH], human, or a bundled bot; player 1 is yellow and begins.\n" +
		"The other verbs of this program are listed by: sarena help\n\nOptions:\n")
	for _, o := range table {
		var forms []string
		if o.letter != "" {
			forms = append(forms, strings.TrimSpace("-"+o.letter+" "+o.value))
		}
		if o.word != "" && o.value != "" {
			forms = append(forms, "--"+o.word+"="+o.value)
		} else if o.word != "" {
			forms = append(forms, "--"+o.word)
		}
		fmt.Fprintf(&b, "  %-26s %s\n", strings.Join(forms, ", "), o.help)
	}
	return b.String()
}
