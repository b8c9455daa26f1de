//go:build !js

package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Wing adds the page, which keeps its settings and finds players as newPage says, the verb replay with its pages, and the verb
// playground.
func Wing(j judge.Judge, f *Format, finds ...Find) cli.Wing {
	return func(p *cli.Program) {
		p.Page = newPage(j, f, finds...)
		p.Picture = func(w io.Writer, s *scene.Scene, names []string, dark bool) error {
			return render.SVG(w, s, render.Options{Dark: dark, Names: names})
		}
		p.Fronts = append(p.Fronts, Replay, playgroundVerb)
	}
}

// newPage returns the page of a program. It keeps its settings in a file, if f is not nil. It finds players in the working
// directory, as check.Mains and finds describe them.
func newPage(j judge.Judge, f *Format, finds ...Find) *cli.Page {
	p := &cli.Page{Flags: flags}
	p.Open = func(a *cli.App, c *urfave.Context) (*cli.Frontend, error) { return open(a, c, j, f, finds) }
	if f != nil {
		usage := "with --web: begin with the queue and the settings of `FILE`, such as " + f.Usual + ", if it is there; the page saves them there"
		p.Flags = func() []urfave.Flag { return append(flags(), &urfave.StringFlag{Name: "settings", Usage: usage}) }
	}
	return p
}

const publicUsage = "let everybody who reaches the page watch (default: on this machine only)"

// Flags are the flags for the page of a verb in which people do not play.
func Flags(usage string) []urfave.Flag {
	return []urfave.Flag{
		cli.AddressFlag("web", usage+", at `[[HOST:]PORT]` (default: a free port of this machine)"),
		&urfave.BoolFlag{Name: "open", Usage: "with --web: open the page in a browser"},
		&urfave.BoolFlag{Name: "public", Usage: "with --web: " + publicUsage},
	}
}

func flags() []urfave.Flag {
	return append(Flags("play in a browser"),
		&urfave.BoolFlag{Name: "web-exit", Usage: "with --web: end with the last game (default: the page stays until Ctrl-C)"})
}

// Entry is the address at which a page is served.
type Entry struct {
	Listener net.Listener
	Open     bool // everybody may watch
	browser  bool
}

// Listen opens the entry if --web asks for one; otherwise it returns nil.
func Listen(c *urfave.Context) (*Entry, error) {
	if !c.IsSet("web") {
		for _, name := range []string{"open", "public", "web-exit", "settings"} {
			if c.Bool(name) || name == "settings" && c.String(name) != "" {
				return nil, cli.Usagef("flag --%s: want --web with it", name)
			}
		}
		return nil, nil
	}
	listener, err := web.Listen(fmt.Sprint(c.Generic("web")))
	if err != nil {
		return nil, fmt.Errorf("flag --web: %w", err)
	}
	return &Entry{Listener: listener, Open: c.Bool("public") || web.Loopback(listener.Addr()), browser: c.Bool("open")}, nil
}

// placeOf says from where an address is reached.
func placeOf(at net.Addr) string {
	if web.Loopback(at) {
		return "on this machine"
	}
	return "from the network"
}

// Show prints an address, and opens a browser there if that is wanted.
func (d *Entry) Show(errw io.Writer, address string) error { return d.show(errw, address, address) }

// show prints a line about an address, and opens a browser there if that is wanted.
func (d *Entry) show(errw io.Writer, address, line string) error {
	if _, err := fmt.Fprintln(errw, line); err != nil || !d.browser {
		return err
	}
	command := map[string][]string{
		"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"},
	}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	browser := exec.Command(command[0], append(command[1:], address)...)
	browser.Env = append(os.Environ(), proc.Variable+"=") // it may stay when we end
	if err := browser.Start(); err != nil {
		fmt.Fprintf(errw, "flag --open: %v; open the address yourself\n", err)
		return nil
	}
	go browser.Wait() // it may run longer than we do
	return nil
}

// open opens the page of `play`. f is nil without --settings.
func open(a *cli.App, c *urfave.Context, j judge.Judge, f *Format, finds []Find) (*cli.Frontend, error) {
	pace := paceOf(a.Pace)
	if text := c.String("pace"); text == "0" {
		pace = 0
	} else if text != "" {
		var err error
		if pace, err = timer.ParseDuration(text); err != nil {
			return nil, cli.Usagef("flag --pace: %w", err)
		}
	}
	entry, err := Listen(c)
	if entry == nil || err != nil {
		return nil, err
	}
	s := &frontend{
		game: a.Game, strict: a.Strict(), out: a.Out, errs: a.Err, warn: func(text string) { a.Log.Warn().Msg(text) },
		judge: j, finds: finds, wished: make(chan struct{}, 1), stays: !c.Bool("web-exit"), games: cli.Number(c, "games"),
	}
	if c.String("pace") == "" {
		s.swift = swift(a.Pace)
	}
	s.look()
	if err := s.load(a, c, f); err != nil {
		entry.Listener.Close()
		return nil, err
	}
	o := s.options(pace)
	o.Open, o.Paused, o.StopAt, o.Can = entry.Open, c.Bool("stepper"), a.Stop(c), append(o.Can, "quit")
	s.server = web.NewServer(o)
	at := entry.Listener.Addr()
	token, where := s.server.Token(-1), placeOf(at)
	here := web.URL(web.Here(at), token)
	if err := entry.show(a.Err, here, here+"  you, on this machine"); err != nil {
		return nil, err
	}
	if away := web.URL(at, token); away != here {
		fmt.Fprintf(a.Err, "%s  you, %s\n", away, where)
	}
	if !web.Loopback(at) && entry.Open {
		fmt.Fprintf(a.Err, "%s  who only watches, %s\n", web.URL(at, ""), where)
	}
	s.address = func(seat int) string {
		return fmt.Sprintf("%s  another person who plays %s, %s", web.URL(at, s.server.Token(seat)), a.Game.Titles[seat], where)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(c.Context))
	served := make(chan error, 1)
	go func() { served <- s.server.Serve(ctx, entry.Listener) }()
	return &cli.Frontend{
		Observer: s, Person: s.person, Output: s.output, Change: s.change, Begin: s.begin, Record: s.recording,
		Next: func(ctx context.Context) *cli.NextGame { return (*cli.NextGame)(s.next(ctx)) },
		Close: func() {
			stop()
			if err := <-served; err != nil {
				a.Log.Warn().Err(err).Msg("the page")
			}
		},
	}, nil
}

// Format reads and writes files of settings in a game's format. It may read any players, because the user has named the file.
type Format struct {
	Usual string // usual name of such a file, for the help
	Read  func(a *cli.App, c *urfave.Context, text []byte) (*Saved, error)
	Write func(s *Saved) ([]byte, error)
}

// load reads the file of --settings, if there is one.
func (s *frontend) load(a *cli.App, c *urfave.Context, f *Format) error {
	if s.file = c.String("settings"); s.file == "" {
		return nil
	}
	s.write = f.Write
	text, err := files.Read(s.file, files.MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		s.saved, err = f.Read(a, c, text)
	}
	if err != nil {
		return cli.Usagef("flag --settings: %w", err)
	}
	return nil
}
