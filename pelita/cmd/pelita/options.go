//go:build !playground

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/notation"
	"github.com/gridiron-games/gridiron/pelita"
)

// dropOption is an option of the original's command line, or one of ours that goes with it.
type dropOption struct {
	name  string // without dashes; short names have one letter
	takes string // "": a switch; NAME: a value; [NAME]: an optional value
	usage string
	only  string // the version that has it; "": both; house: ours; play: ours, and a flag of the verb play; long: see there
}

// Values of dropOption.only other than a version.
const (
	house    = "house"
	playVerb = "play"
	longOnly = "long" // an option of 2.7.0; 2.5.1 takes it, too, but not shortened
)

// dropOptions are the options of both versions, as --long-help lists them.
var dropOptions = []dropOption{
	{"help", "", "a short help", ""},
	{"long-help", "", "this help", ""},
	{"version", "", "the version of the original whose rules are played", ""},
	{"log", "[FILE]", "accepted; what players write to standard error is shown anyway", ""},
	{"write-replay", "[FILE]", "write each state to FILE (pelita.dump)", ""},
	{"replay", "[FILE]", "show the states of FILE (pelita.dump) in place of a game", ""},
	{"store-output", "DIR", "what the teams print goes to files in DIR", ""},
	{"list-layouts", "", "print the names of the built-in layouts", "2.5.1"},
	{"check-team", "", "load each team and print its name", "2.5.1"},
	{"append-blue", "INFO", "text beside the name of the blue team in viewers", ""},
	{"append-red", "INFO", "the same for the red team", ""},
	{"rounds", "N", "rounds of the game (300)", ""},
	{"seed", "N", "repeat the game of that seed", ""},
	{"allow-camping", "", "pellets are not relocated", ""},
	{"layout", "LAYOUT", "a file, or the name of a built-in layout of 2.5.1", ""},
	{"size", "SIZE", "2.5.1: small, normal, big or all; 2.7.0: tiny, small, normal, big, huge, WxH or H", ""},
	{"food", "T:F", "pellets of each team, trapped and in all", "2.7.0"},
	{"store-layout", "FILE", "write the layout to FILE (- is standard output) and stop", "2.7.0"},
	{"timeout", "SEC", "time for each answer (3)", ""},
	{"no-timeout", "", "no limit", ""},
	{"initial-timeout", "SEC", "time for loading a team (6)", "2.7.0"},
	{"error-limit", "N", "errors that disqualify a team (5), 0: none does", "2.5.1"},
	{"stop-at", "N", "pause before round N", ""},
	{"stop-after-kill", "", "pause after a kill", longOnly},
	{"debug", "", "begin paused, unless --stop-at is given", "2.7.0"},
	{"geometry", "WxH", "size of the Tk viewer", ""},
	{"fullscreen", "", "Tk viewer on the whole screen", ""},
	{"fps", "F", "moves a second on the screen (40)", ""},
	{"null", "", "no viewer", ""},
	{"ascii", "", "boards on the terminal (default)", ""},
	{"progress", "", "a progress bar", ""},
	{"tk", "", "the original's viewer, through the interpreter of --python", ""},
	{"tk-no-sync", "", "the same, but the game does not wait for it", "2.5.1"},
	{"reply-to", "URL", "send each state to URL", ""},
	{"publish", "URL", "publish each state at URL", ""},
	{"no-publish", "", "do not", "2.5.1"},
	{"controller", "URL", "a viewer that connects to URL steps the game", ""},
	{"external-controller", "", "wait for a viewer at the address that is printed", "2.5.1"},

	{"rules", "VERSION", "2.5.1 (default) or 2.7.0: whose rules are played; auto: as the teams need", house},
	{"python", "PROGRAM", "the interpreter that runs teams in Python (python3)", house},
	{"stand-in", "WHEN", "auto, or always: without the original's package", house},
	{"no-color", "", "no colours, as with NO_COLOR set", house},
}

// playOptions are the flags of the verb play that are not options of the original; with them, a command line in the original's
// form can be read.
func playOptions(a *cli.App) []dropOption {
	list := []dropOption{{"log-level", "LEVEL", "", playVerb}} // every verb has it
	for _, f := range cli.Play(a).Flags {
		name := f.Names()[0]
		if slices.ContainsFunc(dropOptions, func(o dropOption) bool { return o.name == name }) {
			continue
		}
		o := dropOption{name: name, only: playVerb}
		if d, ok := f.(urfave.DocGenerationFlag); ok && d.TakesValue() {
			o.takes = "VALUE"
		}
		if cli.TakesAddress(f) {
			o.takes = "[ADDRESS]"
		}
		list = append(list, o)
	}
	return list
}

// playForms translate an option of the original for the verb play: to a flag, or "-" for one that has no effect there. Other
// options have the same name there, or cannot be combined with the flags of play.
var playForms = map[string]string{
	"null": "quiet", "ascii": "-", "no-timeout": noTimeout, "timeout": "budget", "log": "-",
	"rounds": "rounds", "seed": "seed", "allow-camping": "allow-camping", "size": "size", "food": "food", "error-limit": "error-limit",
	"stop-at": "stop-at",
}

// playArgs returns the equivalent command line of the verb play, if the command line has some of its flags; otherwise nil.
func (g *given) playArgs() ([]string, error) {
	wanted := ""
	for _, o := range g.options {
		if g.has(o.name) && o.only == playVerb {
			wanted = o.name
		}
	}
	if wanted == "" {
		return nil, nil
	}
	args := []string{"play"}
	for _, o := range g.options {
		if !g.has(o.name) {
			continue
		}
		name, ok := playForms[o.name]
		switch value := g.values[o.name]; {
		case o.name == "layout" && exists(value):
			args = append(args, "--start", value)
		case o.only == house || o.only == playVerb || o.name == "layout":
			args = appendOption(args, o.name, o.takes, value)
		case !ok:
			return nil, fmt.Errorf("option --%s and flag --%s: --%[2]s is the verb play's, which has no --%[1]s; want one of them", o.name, wanted)
		case name == "quiet" && (g.has("json") || g.has("quiet")) || name == "-":
		default:
			args = appendOption(args, name, o.takes, value)
		}
	}
	return append(append(args, "--"), g.teams...), nil
}

func appendOption(args []string, name, takes, value string) []string {
	if takes == "" {
		return append(args, "--"+name)
	}
	return append(args, "--"+name+"="+value)
}

// given is a parsed command line in the original's form.
type given struct {
	values  map[string]string // of options that were given; "" for switches
	teams   []string
	version pelita.Version
	auto    bool         // the version is not yet decided: options of both are taken
	decided string       // by --rules auto: what repeats the decision
	options []dropOption // the known options
}

func (g *given) has(name string) bool { _, ok := g.values[name]; return ok }

// value returns the value of an option, or a default.
func (g *given) value(name, or string) string {
	if v, ok := g.values[name]; ok && v != "" {
		return v
	}
	return or
}

// readOptions reads a command line as Python's argparse does: options may be shortened as long as they are unique, values follow
// = or are the next argument, and arguments may be anywhere. more are further options.
func readOptions(args []string, more []dropOption) (*given, error) {
	g := &given{values: map[string]string{}, options: slices.Concat(dropOptions, more)}
	for _, o := range dropOptions { // our own flags have environment variables
		variable := "PELITA_" + strings.ToUpper(strings.ReplaceAll(o.name, "-", "_"))
		if text := os.Getenv(variable); text != "" && o.only == house && o.takes != "" {
			g.values[o.name] = text
		}
	}
	if err := g.readVersion(args); err != nil {
		return nil, err
	}
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
		o, err := g.find(arg, name)
		if err != nil {
			return nil, err
		}
		next := i+1 < len(args) && (!strings.HasPrefix(args[i+1], "-") || args[i+1] == "-" || isNumber(args[i+1]))
		if o.takes == "[ADDRESS]" {
			next = next && cli.IsAddress(args[i+1])
		}
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

// readVersion sets the version whose options the command line uses.
func (g *given) readVersion(args []string) (err error) {
	text := g.value("rules", "2.5.1")
	for i, arg := range args {
		switch value, found := strings.CutPrefix(arg, "--rules="); {
		case arg == "--":
			args = nil
		case found:
			text = value
		case arg == "--rules" && i+1 < len(args):
			text = args[i+1]
		}
	}
	if g.auto = text == "auto"; g.auto {
		return nil
	}
	if g.version, err = pelita.ParseVersion(text); err != nil {
		return fmt.Errorf("option --rules: %w", err)
	}
	return nil
}

// find returns the option for a word: its whole name or, for the original's options, a unique beginning of it.
func (g *given) find(arg, name string) (*dropOption, error) {
	var found []*dropOption
	var known []string
	for i := range g.options {
		o := &g.options[i]
		short := o.only == "" || o.only == g.version.String() || o.only == longOnly && g.version == pelita.V270
		switch known = append(known, "--"+o.name); {
		case !strings.HasPrefix(arg, "--"):
		case o.name == name && !short && !g.auto && (o.only == "2.5.1" || o.only == "2.7.0"):
			return nil, fmt.Errorf("option --%s: version %v does not have it; version %s does: add --rules %[3]s", name, g.version, o.only)
		case o.name == name:
			return o, nil
		case short && strings.HasPrefix(o.name, name):
			found = append(found, o)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("unknown option %q%s; `pelita --long-help` lists them", arg, notation.Suggest("--"+strings.TrimLeft(name, "-"), known))
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("option %q may be --%s or --%s", arg, found[0].name, found[1].name)
}

// clashes are sets of options that exclude each other.
var clashes = [][]string{
	{"layout", "size"}, {"timeout", "no-timeout", "budget"}, viewers, {"publish", "no-publish"},
}

// check finds contradictions.
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
	if when := g.value("stand-in", "auto"); when != "auto" && when != "always" {
		return fmt.Errorf("option --stand-in: %q: want auto or always", when)
	}
	if n := len(g.teams); n != 0 && n != 2 && !g.has("check-team") {
		return fmt.Errorf("%d teams: want two, or none for the two default teams", n)
	}
	return nil
}

// longHelp returns the text of --long-help.
func longHelp() string {
	var b strings.Builder
	b.WriteString("usage: pelita [OPTIONS] [TEAM1 TEAM2]\n\n" +
		"Play TEAM1 (blue) against TEAM2 (red), as the original's command line does.\n" +
		"A team is a file or folder in Python, a bundled team (`pelita bots` lists them; 0 and 1\n" +
		"are the default ones), pelita://HOST[:PORT]/PATH, SCAN or exec:COMMAND.\n")
	list := func(title string, takes func(only string) bool) {
		fmt.Fprintf(&b, "\n%s\n", title)
		for _, o := range dropOptions {
			if !takes(o.only) {
				continue
			}
			head := "  --" + o.name
			if o.takes != "" {
				head += " " + o.takes
			}
			usage := o.usage
			if o.only == "2.5.1" || o.only == "2.7.0" {
				usage = o.only + " only: " + usage
			}
			fmt.Fprintf(&b, "%-26s %s\n", head, usage)
		}
	}
	list("Options of the original:", func(only string) bool { return only != house })
	list("Options of this program:", func(only string) bool { return only == house })
	b.WriteString("\nWhere a flag of the verb play is given, such as --record FILE, --json or --games N, that verb plays: `pelita play --help`.\n")
	b.WriteString("The other verbs of this program: `pelita --help`.\n")
	return b.String()
}

// viewers are the options that show a game.
var viewers = []string{"null", "ascii", "progress", "tk", "tk-no-sync"}
