package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/rs/zerolog"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/notation"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
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

// ErrInterrupted is the error after Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Front makes a verb. A binary lists the ones that it has.
type Front func(a *App) *cli.Command

// Program is a binary: a game, its fronts, and what else its command line has.
type Program struct {
	Game   *match.Bound
	Fronts []Front
	Extend []func(*App, *cli.Command) // called with each verb: a wing may add to those of others

	// Human makes the person at the keyboard a player, who may sit in several seats. If it is nil or returns nil, the person
	// types lines.
	Human func(a *App, p *term.Person) *match.Player
	Pace  time.Duration // how long a frame stays on a terminal by default; 0: no time at all

	Page *Page // the front in a browser; nil: there is none
	Jail *Jail // nil: there are no jails
	// Picture writes a scene as a picture, an SVG document: that of kernel/arena/web/page; nil: there are no pictures.
	Picture func(w io.Writer, s *scene.Scene, names []string, dark bool) error

	PlayerFlags []cli.Flag // of every verb that makes players, for the schemes; they do not define the game
	PlayFlags   []cli.Flag // of play; they do not change what is played
	// BeforePlay sees the command line before it is read and may set other flags; may be nil.
	BeforePlay func(*cli.Context) error
	// StopAt returns the question, counted from 1, before which play pauses; 0: it does not pause. Questions that leave no choice
	// do not count.
	StopAt func(*cli.Context) int // nil: play has no such flag

	// DropIn runs a command line that does not begin with a verb, which may be empty, as the original program did. ErrNotOriginal
	// says that it is not a command line of the original; an Equivalent is the same in gridiron's own form. An error that is a
	// cli.ExitCoder is printed as it is and sets the exit code. DropIn is nil if there is no original program.
	DropIn      func(ctx context.Context, a *App, args []string) error
	DropInUsage string // a line for --help

	Arguments map[string][]string // what the arguments of a verb can be, for completion, in addition to what all games have
	// Unparsed are hidden verbs that get the words behind them as they are, for shells.
	Unparsed map[string]func(a *App, root *cli.App, words []string)
}

// Jail keeps programs in jails: kernel/arena/jail/flags. A program without it links no jail.
type Jail struct {
	Flags func(mode string) []cli.Flag // of every verb that makes players; mode is the default of --jail
	// Read reads the flags: how programs are started.
	Read func(a *App, c *cli.Context) (proc.Options, error)
}

// Main runs a program as this process and never returns. The first Ctrl-C or SIGTERM ends games in order, within two seconds; the
// second kills the process.
func Main(p *Program) {
	debug.SetGCPercent(400) // bots grow trees and drop them whole; with fewer collections, fewer answers are late
	ctx := proc.Orderly(p.Game.Name, nil)
	os.Exit(p.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Stop returns the question, counted from 1, before which play pauses; 0: it does not pause.
func (p *Program) Stop(c *cli.Context) int {
	if p.StopAt == nil {
		return 0
	}
	return p.StopAt(c)
}

// App is one run of a program.
type App struct {
	*term.Terminal
	*Program
	Log   zerolog.Logger
	Limit string // what limits answers on the command line of a DropIn, such as "-t SECONDS"; "": the flags of the verb
	Cores int    // processors for each player with a clock that can use several, see [match.Maker]; 0: one

	c      *cli.Context // of the verb that runs; without flags if none does
	help   term.Kept    // help texts: package cli ignores errors of writing
	start  proc.Options // how programs are started
	strict bool         // people are judged like programs, whatever the flags say
	saying sync.Mutex
}

// Say writes a line to standard error. It may be called from any goroutine.
func (a *App) Say(line string) {
	a.saying.Lock()
	defer a.saying.Unlock()
	fmt.Fprintln(a.Err, line)
}

// ErrNotOriginal is returned by a DropIn for a command line that is not the original's.
var ErrNotOriginal = errors.New("no command line of the original")

// Equivalent is returned by a DropIn that ran nothing: it is the equivalent command line of gridiron, which is run instead.
type Equivalent []string

func (h Equivalent) Error() string { return "equivalent gridiron command: " + strings.Join(h, " ") }

// Run runs the program and returns the exit code.
func (p *Program) Run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	a := &App{Program: p, Terminal: term.New(in, out, errw), Log: zerolog.Nop()}
	defer a.Close()
	root := a.commands()
	a.c = cli.NewContext(root, flag.NewFlagSet(p.Game.Name, flag.ContinueOnError), nil)
	if len(args) > 0 && p.Unparsed[args[0]] != nil {
		p.Unparsed[args[0]](a, root, args[1:])
		return exitDone
	}
	err := a.run(ctx, root, args)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = ErrInterrupted
	}
	code := exitFailed
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
		code = exitUsage
	case errors.Is(err, syscall.EPIPE): // the reader, such as head, has closed the pipe
		return exitDone
	}
	fmt.Fprintf(errw, "%s: %v\n", p.Game.Name, err)
	return code
}

// run runs a verb, or the original's command line if there is no verb.
func (a *App) run(ctx context.Context, root *cli.App, args []string) error {
	house := len(args) > 0 && (find(root.Commands, args[0]) != nil || args[0] == "help" || args[0] == "--help" || args[0] == "-h")
	if a.DropIn != nil && !house {
		if suggestion := a.mistyped(root, args); suggestion != "" {
			return Usagef("unknown verb %q%s; `%s --help` lists them", args[0], suggestion, a.Game.Name)
		}
		err := a.DropIn(ctx, a, args)
		if translated, ok := errors.AsType[Equivalent](err); ok {
			args = translated
		} else if !errors.Is(err, ErrNotOriginal) {
			return err
		}
	}
	args, err := permute(root, args)
	if err != nil {
		return err
	}
	return cmp.Or(root.RunContext(ctx, append([]string{a.Game.Name}, args...)), a.help.Err())
}

// Understands reports whether a command line begins with a verb that has all its flags.
func (a *App) Understands(args []string) bool {
	_, err := permute(a.commands(), args)
	return err == nil
}

// mistyped suggests a verb for the first word of a command line if that can only be a mistyped verb.
func (a *App) mistyped(root *cli.App, args []string) string {
	if len(args) == 0 || strings.ContainsAny(args[0], "-./:") {
		return ""
	}
	if slices.Contains(a.Game.PlayerNames(), args[0]) || a.Game.Takes(args[0]) {
		return ""
	}
	if _, err := os.Stat(args[0]); err == nil { // a player may be a file
		return ""
	}
	return cmp.Or(absent(absentVerbs, args[0]), notation.Suggest(args[0], Names(root.Commands)))
}

func (a *App) commands() *cli.App {
	commands := a.verbs()
	for _, c := range commands {
		a.prepare(c)
	}
	a.help.To = a.Out
	return &cli.App{
		Name: a.Game.Name, HelpName: a.Game.Name, Usage: a.Game.Summary, Version: record.Version(),
		UsageText:                 strings.TrimSpace(a.Game.Name + " VERB [ARGUMENTS] [--FLAGS]     flags may stand anywhere\n" + a.DropInUsage),
		Writer:                    term.Help(&a.help),
		ErrWriter:                 a.Err,
		Commands:                  commands,
		HideVersion:               true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {}, // Run maps errors to exit codes
	}
}

// prepare gives a command the flags that all commands have, the environment variables of its flags, and the same handling of
// errors.
func (a *App) prepare(c *cli.Command) {
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
		env := []string{strings.ToUpper(a.Game.Name + "_" + strings.ReplaceAll(f.Names()[0], "-", "_"))}
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.EnvVars = env
		case *cli.StringFlag:
			f.EnvVars = env
		case *cli.GenericFlag:
			f.EnvVars = env
		}
	}
	if len(c.Subcommands) == 0 {
		variable := strings.ToUpper(a.Game.Name + "_" + strings.ReplaceAll(c.Flags[0].Names()[0], "-", "_"))
		c.CustomHelpTemplate = cli.CommandHelpTemplate + "Every flag has an environment variable, such as " + variable + ".\n"
	}
	before := c.Before
	c.Before = func(ctx *cli.Context) error {
		if ctx.NArg() > 0 && takesNoWords(c) {
			return Usagef("%s: argument %q: want none; usage: %s", c.Name, ctx.Args().First(), usageLine(c))
		}
		level, err := zerolog.ParseLevel(ctx.String("log-level"))
		if err != nil || level == zerolog.NoLevel {
			return Usagef("flag --log-level: %q: want trace, debug, info, warn or error", ctx.String("log-level"))
		}
		if a.Plain = ctx.Bool("no-color"); len(c.Subcommands) == 0 {
			ctx.App.Writer = a.Out // from here on, nothing that is written is help
		}
		console := zerolog.ConsoleWriter{Out: a.Err, NoColor: !a.Colour(a.Err)}
		a.Log = zerolog.New(console).Level(level).With().Timestamp().Logger()
		a.c = ctx
		if before != nil {
			if err := before(ctx); err != nil {
				return err
			}
		}
		if a.Jail != nil {
			a.start, err = a.Jail.Read(a, ctx)
		}
		a.start.Patience = Patience(ctx)
		return err
	}
}

// usageLine is the first line of a verb's usage text: which words and flags there must be.
func usageLine(c *cli.Command) string {
	line, _, _ := strings.Cut(c.UsageText, "\n")
	return line
}

// besideWords matches what stands in a usage line after the verb and is no word: flags that may be left out, and redirections.
var besideWords = regexp.MustCompile(` +(\[--[^\]]*\]|[<>] *\S+)`)

// takesNoWords reports whether the usage line of a verb ends with its name.
func takesNoWords(c *cli.Command) bool {
	return len(c.Subcommands) == 0 && strings.HasSuffix(besideWords.ReplaceAllString(usageLine(c), ""), " "+c.Name)
}

// badValue matches the error of package flag for an invalid value.
var badValue = regexp.MustCompile(`^invalid value ".*" for flag -(\S+): (.*)$`)

// permute moves flags in front of arguments, because urfave/cli v2 silently takes a flag after an argument for an argument. It
// returns verb, flags, "--", arguments, and refuses flags that it does not know.
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
			words, taken := flagWords(root, args[i:])
			flags = append(flags, words...)
			i += taken - 1
		case len(rest) == 0 && len(commands) > 0:
			c := find(commands, arg)
			if c == nil {
				if len(verbs) > 0 {
					return nil, Usagef("%s: unknown verb %q%s", path, arg, notation.Suggest(arg, Names(commands)))
				}
				suggestion := cmp.Or(absent(absentVerbs, arg), notation.Suggest(arg, Names(commands)))
				return nil, Usagef("unknown verb %q%s; `%s --help` lists them", arg, suggestion, root.Name)
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
		return nil, Usagef("%s: want one of %s", path, strings.Join(Names(commands), ", "))
	}
	for i := 0; i < len(flags); i++ {
		name, _, hasValue := strings.Cut(strings.TrimLeft(flags[i], "-"), "=")
		f := FlagNamed(known, name)
		if f == nil {
			suggestion := cmp.Or(absent(absentFlags, name), notation.Suggest("--"+name, FlagNames(known)))
			return nil, Usagef("%s: unknown flag %s%s", path, flags[i], suggestion)
		}
		if NeedsValue(f) && !hasValue {
			if i++; i == len(flags) {
				return nil, Usagef("flag --%s: want a value", name)
			}
		}
	}
	return slices.Concat(verbs, flags, []string{"--"}, rest), nil
}

// flagWords returns the flag at the beginning of args with its value, and the number of words that were read.
func flagWords(root *cli.App, args []string) (words []string, taken int) {
	name, _, hasValue := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
	f := valued(root, name)
	switch {
	case f == nil || hasValue:
		return args[:1], 1
	case TakesAddress(f) && len(args) > 1 && IsAddress(args[1]):
		return []string{args[0] + "=" + args[1]}, 2
	case TakesAddress(f):
		return []string{args[0] + "="}, 1
	}
	n := min(2, len(args))
	return args[:n], n
}

func find(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// FlagNamed returns the flag of a name, or nil.
func FlagNamed(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// valued returns the flag of a name that takes a value, in any verb, or nil: while flags are collected, the verb may not be known
// yet. Flags with the same name are the same in all verbs.
func valued(root *cli.App, name string) (found cli.Flag) {
	var look func([]*cli.Command)
	look = func(commands []*cli.Command) {
		for _, c := range commands {
			if f := FlagNamed(c.Flags, name); f != nil && NeedsValue(f) {
				found = f
			}
			look(c.Subcommands)
		}
	}
	look(root.Commands)
	return found
}

// NeedsValue reports whether a flag takes a value.
func NeedsValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

func Names(commands []*cli.Command) (list []string) {
	for _, c := range commands {
		if !c.Hidden {
			list = append(list, c.Name)
		}
	}
	return list
}

// FlagNames returns the first name of each flag, with two dashes.
func FlagNames(flags []cli.Flag) (list []string) {
	for _, f := range flags {
		list = append(list, "--"+f.Names()[0])
	}
	return list
}

// Example returns a player that is a program, after a label, quoted for a shell.
func (a *App) Example(label string) string {
	return shellquote.Join(label + cmp.Or(a.Game.Program, "exec:python3 bot.py"))
}
