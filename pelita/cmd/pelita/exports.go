//go:build !playground

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// exports returns the observer that sends the states of a game elsewhere: to files, sockets, the original's viewer.
func (d *dropped) exports(ctx context.Context, game wire.Source) (*wire.Broadcast, error) {
	g := d.given
	b := &wire.Broadcast{Game: game, Extra: wire.Extra{Budget: d.budget(), ID: newID(), Initial: d.initial}}
	add := func(v wire.Viewer, err error, option string) error {
		if err != nil {
			return cli.Usagef("option --%s: %w", option, err)
		}
		b.Viewers = append(b.Viewers, v)
		if c, ok := v.(io.Closer); ok {
			d.files = append(d.files, c)
		}
		return nil
	}
	if g.has("write-replay") {
		file, err := os.Create(g.value("write-replay", "pelita.dump"))
		if err != nil {
			return nil, cli.Usagef("option --write-replay: %w", err)
		}
		d.files = append(d.files, file)
		b.Viewers = append(b.Viewers, wire.ReplayWriter{W: file})
	}
	if url := g.values["reply-to"]; url != "" {
		v, err := wire.NewReplyTo(url)
		if err := add(v, err, "reply-to"); err != nil {
			return nil, err
		}
	}
	if url := g.values["publish"]; url != "" {
		v, err := wire.DialPublisher(url)
		if err := add(v, err, "publish"); err != nil {
			return nil, err
		}
	}
	if err := d.control(b); err != nil {
		return nil, err
	}
	if g.has("tk") || g.has("tk-no-sync") {
		if err := d.tk(ctx, b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// control listens for a viewer that steps through the game.
func (d *dropped) control(b *wire.Broadcast) (err error) {
	g := d.given
	switch url := g.values["controller"]; {
	case url != "":
		address, found := strings.CutPrefix(url, "tcp://")
		if !found {
			return cli.Usagef("option --controller: %q: want tcp://HOST:PORT", url)
		}
		b.Control, err = wire.ListenController(strings.Replace(address, "*:", ":", 1))
	case g.has("external-controller"):
		if b.Control, err = wire.NewController(); err == nil {
			fmt.Fprintf(d.out, "waiting for a viewer at %s\n", b.Control.URL())
		}
	default:
		return nil
	}
	if err != nil {
		return cli.Usagef("option --controller: %w", err)
	}
	d.files = append(d.files, b.Control)
	return nil
}

// tk starts the original's viewer and connects the game to it. If it cannot be started, a line says so, and the terminal shows
// the game.
func (d *dropped) tk(ctx context.Context, b *wire.Broadcast) error {
	g, python := d.given, d.given.value("python", "python3")
	if problem := tkProblem(ctx, python); problem != "" {
		fmt.Fprintf(d.err, "no Tk viewer: %s; the game is shown here\n", problem)
		d.noTk = true
		return nil
	}
	publisher, err := wire.NewPublisher()
	if err != nil {
		return err
	}
	d.files = append(d.files, publisher)
	b.Viewers = append(b.Viewers, publisher)
	args := []string{"-m", "pelita.scripts.pelita_tkviewer", publisher.URL()}
	if !g.has("tk-no-sync") {
		if b.Control == nil {
			if b.Control, err = wire.NewController(); err != nil {
				return err
			}
			d.files = append(d.files, b.Control)
		}
		args = append(args, "--controller-address", b.Control.URL())
	}
	if g.has("geometry") {
		args = append(args, "--geometry", g.values["geometry"])
	}
	args = append(args, "--delay", fmt.Sprint(d.tkPace.Milliseconds()))
	for option, flag := range map[string]string{"fullscreen": "--fullscreen", "stop-after-kill": "--stop-after-kill", "debug": "--debug"} {
		if g.has(option) {
			args = append(args, flag)
		}
	}
	if g.has("stop-at") {
		args = append(args, "--stop-after", g.values["stop-at"])
	}
	viewer := exec.CommandContext(ctx, python, args...)
	viewer.Stderr = d.err
	if err := viewer.Start(); err != nil {
		return err
	}
	go viewer.Wait()
	connect, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := publisher.Connected(connect); err != nil {
		return fmt.Errorf("the Tk viewer does not connect: %w", err)
	}
	return nil
}

// tkProblem says why an interpreter cannot show the original's viewer; "" if it can.
func tkProblem(ctx context.Context, python string) string {
	out, err := exec.CommandContext(ctx, python, "-c", "import pelita.scripts.pelita_tkviewer, tkinter; tkinter.Tk().destroy()").CombinedOutput()
	if err == nil {
		return ""
	}
	return lastLine(string(out), err)
}

func lastLine(text string, err error) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	return err.Error()
}

// newID returns a random UUID.
func newID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// source is a game from a file.
type source struct {
	state   *referee.State
	updates int
}

func (s *source) State() *referee.State { return s.state }
func (s *source) Updates() int          { return s.updates }

// replay shows the states of a file instead of a game.
func (d *dropped) replay(ctx context.Context) error {
	if err := d.read(); err != nil {
		return err
	}
	path := d.given.value("replay", "pelita.dump")
	file, err := os.Open(path)
	if err != nil {
		return cli.Usagef("option --replay: %w", err)
	}
	defer file.Close()
	defer d.close()
	from := &source{}
	b, err := d.exports(ctx, from)
	if err != nil {
		return err
	}
	watch := d.watchers(from.State)
	lines := &console{out: d.out, colour: d.colour, state: from.State}
	err = wire.ReadReplay(file, func(f wire.Frame) error {
		from.state = f.State
		from.updates++
		if f.State.Round == 0 && f.State.Names != [2]string{} && !lines.named {
			lines.named = true
			lines.names(f.State)
		}
		return d.frame(ctx, b, watch, f, from.updates == 1)
	})
	switch {
	case errors.Is(err, turn.ErrQuit):
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	lines.result()
	return nil
}

// frame shows one state of a file when the viewer asks for it.
func (d *dropped) frame(ctx context.Context, b *wire.Broadcast, watch []observer, f wire.Frame, first bool) (err error) {
	switch {
	case b.Control == nil:
	case first:
		err = b.Control.Await(ctx, "set_initial")
	case f.State.Round > 0:
		err = b.Control.Await(ctx, "play_step")
	}
	if err != nil {
		return err
	}
	for _, v := range b.Viewers {
		if err := v.Show(f.State.Version, f.Text); err != nil {
			return err
		}
	}
	questions := []question{{Ask: pelita.View{Kind: pelita.AskMove}}}
	for _, o := range watch {
		if err := o.Asked(ctx, questions); err != nil {
			return err
		}
	}
	return nil
}

var _ wire.Source = (*referee.Referee)(nil)
