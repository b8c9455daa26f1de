package main

import (
	"fmt"
	"strings"
)

// dropOption is an option of the original's command line.
type dropOption struct {
	name  string // without dashes; short ones have one letter
	takes string // "": a switch; NAME: a value; [NAME]: a value or none
	usage string
}

// dropOptions are the options of both versions, as --long-help lists them.
var dropOptions = []dropOption{
	{"help", "", "a short help"},
	{"long-help", "", "this help"},
	{"version", "", "the version of the original whose rules are played"},
	{"rules", "VERSION", "2.5.1 (default) or 2.7.0: whose rules are played; not an option of the original"},
	{"python", "PROGRAM", "the interpreter that runs teams in Python; not an option of the original"},
	{"log", "[FILE]", "accepted; what players write to standard error is shown anyway"},
	{"write-replay", "[FILE]", "write each state to FILE (pelita.dump)"},
	{"replay", "[FILE]", "show the states of FILE (pelita.dump) in place of a game"},
	{"store-output", "DIR", "what the teams print goes to files in DIR"},
	{"list-layouts", "", "print the names of the built-in layouts"},
	{"check-team", "", "load each team and print its name"},
	{"append-blue", "INFO", "text beside the name of the blue team in viewers"},
	{"append-red", "INFO", "the same for the red team"},
	{"rounds", "N", "rounds of the game (300)"},
	{"seed", "N", "repeat the game of that seed"},
	{"allow-camping", "", "pellets are not relocated"},
	{"layout", "LAYOUT", "a file, or the name of a built-in layout (2.5.1)"},
	{"size", "SIZE", "2.5.1: small, normal, big or all; 2.7.0: tiny, small, normal, big, huge, WxH or H"},
	{"food", "T:F", "2.7.0: pellets of each team, trapped and in all"},
	{"store-layout", "FILE", "2.7.0: write the layout to FILE (- is standard output) and stop"},
	{"timeout", "SEC", "time for each answer (3)"},
	{"no-timeout", "", "no limit"},
	{"initial-timeout", "SEC", "2.7.0: time for loading a team (6)"},
	{"error-limit", "N", "2.5.1: errors that disqualify a team (5), 0: none does"},
	{"stop-at", "N", "pause before round N"},
	{"stop-after-kill", "", "pause after a kill"},
	{"debug", "", "begin paused, unless --stop-at is given"},
	{"geometry", "WxH", "size of the Tk viewer"},
	{"fullscreen", "", "Tk viewer on the whole screen"},
	{"fps", "F", "moves a second on the screen (40)"},
	{"null", "", "no viewer"},
	{"ascii", "", "boards on the terminal (default)"},
	{"progress", "", "a progress bar"},
	{"tk", "", "the original's viewer, through the interpreter of --python"},
	{"tk-no-sync", "", "the same, but the game does not wait for it"},
	{"reply-to", "URL", "send each state to URL"},
	{"publish", "URL", "publish each state at URL"},
	{"no-publish", "", "do not"},
	{"controller", "URL", "a viewer that connects to URL steps the game"},
	{"external-controller", "", "wait for a viewer at the address that is printed"},
}

// given is a command line of the original's manner, read.
type given struct {
	values map[string]string // of options that were given; "" for switches
	teams  []string
}

func (g *given) has(name string) bool { _, ok := g.values[name]; return ok }

// value returns the value of an option, or a default.
func (g *given) value(name, or string) string {
	if v, ok := g.values[name]; ok && v != "" {
		return v
	}
	return or
}

// readOptions reads a command line as Python's argparse does: options may be cut short as long as they are unique, values stand
// behind = or in the next argument, and arguments stand anywhere.
func readOptions(args []string) (*given, error) {
	g := &given{values: map[string]string{}}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			g.teams = append(g.teams, args[i+1:]...)
			return g, nil
		case arg == "-h":
			arg = "--help"
		case len(arg) < 2 || arg[0] != '-' || isNumber(arg):
			g.teams = append(g.teams, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		o, err := findOption(arg, name)
		if err != nil {
			return nil, err
		}
		next := i+1 < len(args) && (!strings.HasPrefix(args[i+1], "-") || args[i+1] == "-" || isNumber(args[i+1]))
		switch {
		case o.takes == "" && hasValue:
			return nil, fmt.Errorf("option --%s takes no value, but got %q", o.name, value)
		case o.takes == "" || hasValue:
		case next:
			i++
			value = args[i]
		case o.takes[0] != '[':
			return nil, fmt.Errorf("option --%s: want %s", o.name, o.takes)
		}
		g.values[o.name] = value
	}
	return g, nil
}

// isNumber reports whether an argument that begins with a dash is a negative number.
func isNumber(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && '0' <= arg[1] && arg[1] <= '9'
}

func findOption(arg, name string) (*dropOption, error) {
	var found []*dropOption
	for i := range dropOptions {
		o := &dropOptions[i]
		if o.name == name {
			return o, nil
		}
		if strings.HasPrefix(arg, "--") && name != "" && strings.HasPrefix(o.name, name) {
			found = append(found, o)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("unknown option %q; `pelita --long-help` lists them", arg)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("option %q may be --%s or --%s", arg, found[0].name, found[1].name)
}

// clashes are options of which only one makes sense.
var clashes = [][]string{
	{"layout", "size"}, {"timeout", "no-timeout"}, viewers, {"publish", "no-publish"},
}

// check finds what cannot be meant.
func (g *given) check() error {
	for _, group := range clashes {
		first := ""
		for _, name := range group {
			switch {
			case !g.has(name):
			case first == "":
				first = name
			default:
				return fmt.Errorf("options --%s and --%s: want one of them", first, name)
			}
		}
	}
	if n := len(g.teams); n != 0 && n != 2 && !g.has("check-team") {
		return fmt.Errorf("%d teams: want two, or none for the two default teams", n)
	}
	return nil
}

// longHelp is what --long-help prints.
func longHelp() string {
	var b strings.Builder
	b.WriteString("usage: pelita [OPTIONS] [TEAM1 TEAM2]\n\n" +
		"Play TEAM1 (blue) against TEAM2 (red), in the manner of the original's command line. A team is a file in Python, a bundled\n" +
		"team (`pelita bots` lists them; 0 and 1 are the default ones), pelita://HOST[:PORT]/PATH or exec:COMMAND.\n\n")
	for _, o := range dropOptions {
		head := "  --" + o.name
		if o.takes != "" {
			head += " " + o.takes
		}
		fmt.Fprintf(&b, "%-26s %s\n", head, o.usage)
	}
	b.WriteString("\nThe other verbs of this program: `pelita --help`.\n")
	return b.String()
}
