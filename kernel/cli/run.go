package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/rs/zerolog"
	"github.com/urfave/cli/v2"
)

// Exit codes. A lost game is not a failure.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// usageError is a command line that cannot be understood.
type usageError struct{ error }

// Usagef makes an error that exits with 2: the command line is wrong.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errInterrupted is the end by Ctrl-C.
var errInterrupted = errors.New("interrupted")

// Main runs the game as this process and never returns. The first Ctrl-C ends games in order, the second kills.
func Main[Q, A any](g *Game[Q, A]) {
	debug.SetGCPercent(400) // bots grow trees and drop them whole; collecting less often makes fewer of them late
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(g.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// App is one run of the program.
type App[Q, A any] struct {
	*Game[Q, A]
	in  *input
	out io.Writer
	err io.Writer
	log zerolog.Logger
	c   *cli.Context // of the verb that runs; without flags when none does
}

// ErrHouse is returned by a DropIn for a command line that is not the original's.
var ErrHouse = errors.New("no command line of the original")

// Out returns standard output.
func (a *App[Q, A]) Out() io.Writer { return a.out }

// Err returns standard error.
func (a *App[Q, A]) Err() io.Writer { return a.err }

// Line waits for a line of standard input and returns it without its end; at the end of the input the error is io.EOF.
func (a *App[Q, A]) Line(ctx context.Context) (string, error) { return a.in.line(ctx) }

// Key waits for a key on a terminal and returns it as what it sends, such as "q", "\x1b[A" or "\x03" for Ctrl-C; where standard
// input is no terminal it returns a line.
func (a *App[Q, A]) Key(ctx context.Context) (string, error) { return a.in.key(ctx) }

// Terminal reports whether both standard input and output are terminals.
func (a *App[Q, A]) Terminal() bool { return a.in.terminal() != nil && isTerminal(a.out) }

// Colour reports whether standard output shows colours.
func (a *App[Q, A]) Colour() bool { return a.colour(a.c, a.out) }

// Run is the whole program: it returns the exit code.
func (g *Game[Q, A]) Run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	a := &App[Q, A]{Game: g, in: newInput(in), out: out, err: errw, log: zerolog.Nop()}
	root := a.commands()
	a.c = cli.NewContext(root, flag.NewFlagSet(g.Name, flag.ContinueOnError), nil)
	if len(args) > 0 && args[0] == completeVerb {
		for _, word := range complete(root, a.playerNames(), args[1:]) {
			fmt.Fprintln(out, word)
		}
		return exitDone
	}
	err := a.run(ctx, root, args)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errInterrupted
	}
	var usage usageError
	var coded cli.ExitCoder
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &coded): // a DropIn ends as the original does
		if err.Error() != "" {
			fmt.Fprintln(errw, err)
		}
		return coded.ExitCode()
	case errors.As(err, &usage):
		fmt.Fprintf(errw, "%s: %v\n", g.Name, err)
		return exitUsage
	case errors.Is(err, syscall.EPIPE): // the reader, such as head, has seen enough
		return exitDone
	}
	fmt.Fprintf(errw, "%s: %v\n", g.Name, err)
	return exitFailed
}

// run runs a verb, or the original's manner where there is no verb.
func (a *App[Q, A]) run(ctx context.Context, root *cli.App, args []string) error {
	house := len(args) > 0 && (find(root.Commands, args[0]) != nil || args[0] == "help" || args[0] == "--help" || args[0] == "-h")
	if a.DropIn != nil && !house {
		err := a.DropIn(ctx, a, args)
		var usage usageError
		if len(args) > 0 && errors.As(err, &usage) { // perhaps it was to be a verb
			return Usagef("%w%s", err, suggest(args[0], names(root.Commands)))
		}
		if !errors.Is(err, ErrHouse) {
			return err
		}
	}
	args, err := permute(root, args)
	if err != nil {
		return err
	}
	return root.RunContext(ctx, append([]string{a.Name}, args...))
}

func (a *App[Q, A]) commands() *cli.App {
	commands := []*cli.Command{
		a.playCommand(), a.tournamentCommand(), a.replayCommand(), a.convertCommand(), a.movesCommand(), a.checkCommand(),
		a.botsCommand(), a.completionCommand(), a.versionCommand(),
	}
	if a.Perft != nil {
		commands = append(commands, a.perftCommand())
	}
	if a.Bench != nil {
		commands = append(commands, a.benchCommand())
	}
	if a.Templates != nil {
		commands = append(commands, a.newBotCommand())
	}
	if a.Extra != nil {
		commands = append(commands, a.Extra(a)...)
	}
	for _, c := range commands {
		a.prepare(c)
	}
	return &cli.App{
		Name: a.Name, HelpName: a.Name, Usage: a.Summary, Version: version(),
		UsageText:                 strings.TrimSpace(a.Name + " VERB [ARGUMENTS] [--FLAGS]     flags may stand anywhere\n" + a.DropInUsage),
		Writer:                    a.out,
		ErrWriter:                 a.err,
		Commands:                  commands,
		HideVersion:               true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {}, // Run maps errors to exit codes
	}
}

// prepare gives a command the flags that all have, the environment variables of its flags, and one way to fail.
func (a *App[Q, A]) prepare(c *cli.Command) {
	for _, sub := range c.Subcommands {
		a.prepare(sub)
	}
	c.HideHelpCommand = true
	c.OnUsageError = func(_ *cli.Context, err error, _ bool) error {
		return Usagef("%s", badValue.ReplaceAllString(err.Error(), "flag --$1: $2"))
	}
	c.Flags = append(c.Flags,
		&cli.BoolFlag{Name: "no-color", Usage: "no colours, as with NO_COLOR set", Category: "COMMON"},
		&cli.StringFlag{Name: "log-level", Usage: "log to standard error: trace, debug, info, warn or error", Value: "warn", Category: "COMMON"},
	)
	for _, f := range c.Flags {
		env := []string{strings.ToUpper(a.Name + "_" + strings.ReplaceAll(f.Names()[0], "-", "_"))}
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.EnvVars = env
		case *cli.StringFlag:
			f.EnvVars = env
		case *cli.GenericFlag:
			f.EnvVars = env
		}
	}
	before := c.Before
	c.Before = func(ctx *cli.Context) error {
		level, err := zerolog.ParseLevel(ctx.String("log-level"))
		if err != nil || level == zerolog.NoLevel {
			return Usagef("flag --log-level: %q: want trace, debug, info, warn or error", ctx.String("log-level"))
		}
		console := zerolog.ConsoleWriter{Out: a.err, NoColor: !a.colour(ctx, a.err)}
		a.log = zerolog.New(console).Level(level).With().Timestamp().Logger()
		a.c = ctx
		if before != nil {
			return before(ctx)
		}
		return nil
	}
}

// badValue is how package flag words the error of a value.
var badValue = regexp.MustCompile(`^invalid value ".*" for flag -(\S+): (.*)$`)

// colour reports whether w shows colours.
func (a *App[Q, A]) colour(c *cli.Context, w io.Writer) bool {
	return isTerminal(w) && !c.Bool("no-color") && os.Getenv("NO_COLOR") == ""
}

// permute moves flags in front of arguments, because urfave/cli v2 silently takes a flag behind an argument for an
// argument. It returns verb, flags, "--", arguments, and refuses what it does not know.
func permute(root *cli.App, args []string) ([]string, error) {
	var verbs, flags, rest []string
	commands, known := root.Commands, []cli.Flag{}
	path := "" // the verbs so far, for messages
	help := false
	// The verbs come first, but flags may stand between them.
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case arg == "--help" || arg == "-h":
			help = true
		case arg == "help" && len(verbs) == 0 && len(rest) == 0:
			help = true
		case len(arg) > 1 && arg[0] == '-':
			flags = append(flags, arg)
			name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			if !hasValue && takesValue(root, name) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		case len(rest) == 0 && len(commands) > 0:
			c := find(commands, arg)
			if c == nil {
				if len(verbs) > 0 {
					return nil, Usagef("%s: unknown verb %q%s", path, arg, suggest(arg, names(commands)))
				}
				return nil, Usagef("unknown verb %q%s; `%s --help` lists them", arg, suggest(arg, names(commands)), root.Name)
			}
			verbs, commands, known, path = append(verbs, c.Name), c.Subcommands, c.Flags, strings.TrimSpace(path+" "+c.Name)
		default:
			rest = append(rest, arg)
		}
	}
	if help {
		return append(verbs, "--help"), nil
	}
	if len(verbs) == 0 {
		if len(flags) == 1 && (flags[0] == "--version" || flags[0] == "-v") {
			return []string{"version"}, nil
		}
		if len(flags) > 0 {
			return nil, Usagef("flag %s: want a verb before it; `%s --help` lists them", flags[0], root.Name)
		}
		return []string{"--help"}, nil
	}
	if len(commands) > 0 {
		return nil, Usagef("%s: want one of %s", path, strings.Join(names(commands), ", "))
	}
	for i := 0; i < len(flags); i++ {
		name, _, hasValue := strings.Cut(strings.TrimLeft(flags[i], "-"), "=")
		f := flagNamed(known, name)
		if f == nil {
			return nil, Usagef("%s: unknown flag %s%s", path, flags[i], suggest("--"+name, flagNames(known)))
		}
		if needsValue(f) && !hasValue {
			if i++; i == len(flags) {
				return nil, Usagef("flag --%s: want a value", name)
			}
		}
	}
	return slices.Concat(verbs, flags, []string{"--"}, rest), nil
}

func find(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func flagNamed(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// takesValue looks for the flag in all verbs: while flags are collected the verb may be yet to come. A flag has the same
// shape wherever it stands.
func takesValue(root *cli.App, name string) bool {
	var look func([]*cli.Command) bool
	look = func(commands []*cli.Command) bool {
		for _, c := range commands {
			if f := flagNamed(c.Flags, name); f != nil && needsValue(f) || look(c.Subcommands) {
				return true
			}
		}
		return false
	}
	return look(root.Commands)
}

func needsValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

func names(commands []*cli.Command) (list []string) {
	for _, c := range commands {
		if !c.Hidden {
			list = append(list, c.Name)
		}
	}
	return list
}

func flagNames(flags []cli.Flag) (list []string) {
	for _, f := range flags {
		list = append(list, "--"+f.Names()[0])
	}
	return list
}

// suggest returns "; did you mean X?" for the nearest known word, "" if none is near.
func suggest(word string, known []string) string {
	best, least := "", min(3, len(word))
	for _, k := range known {
		if d := editDistance(word, k); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// editDistance is Levenshtein's.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

// buildVersion is set by the release's linker flags.
var buildVersion = ""

func version() string {
	if buildVersion != "" {
		return buildVersion
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
