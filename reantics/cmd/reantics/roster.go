//go:build !playground

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

// entrant is a player with the name that tables show. It is used for all games of a run.
type entrant struct {
	name   string
	author string // as a file of the folder AI has it; "" for others
	spec   string // makes the player again
	total  int    // its row in the totals; -1: copies and humans have none
	player
}

func (e *entrant) human() bool {
	_, ok := e.player.(*human)
	return ok
}

// rename gives the entrant another name in a condition, which may name it by author, by file or, a person, in any case.
func (e *entrant) rename(players *[2]string, name string) {
	for i, p := range players {
		if p == e.name || p == e.spec || e.human() && strings.EqualFold(p, "human") {
			players[i] = name
		}
	}
}

// roster makes each player once, by name: the name of a bundled bot, a player as `play` takes it, or a file of the folder AI
// (here or in src), by author or file name.
type roster struct {
	app    *cli.App
	python string
	random bool // humans get a random set-up

	known   []*entrant
	paths   []string         // of the folder AI, after it was read
	loaded  map[int]*entrant // players of the folder by number; nil: cannot be loaded
	players []io.Closer
	printed *shared // gets the output of players in Python
}

// shared is a writer that several programs write to.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(b)
}

// folders are the folders where the original keeps its players.
var folders = []string{"AI", filepath.Join("src", "AI")}

// close ends the programs.
func (r *roster) close() {
	for _, p := range r.players {
		p.Close()
	}
}

// find returns the entrant with a name.
func (r *roster) find(ctx context.Context, name string) (*entrant, error) {
	info, err := os.Stat(name)
	file := err == nil && !info.IsDir() && isPython(name) // if not, it may still be an author that ends in .py
	if file {
		name = filepath.Clean(name)
	}
	for _, e := range r.known {
		if e.spec == name || e.name == name {
			return e, nil
		}
	}
	if strings.EqualFold(name, "human") {
		h := newHuman(r.app, r.app.Out)
		h.random = r.random
		return r.add(&entrant{name: "Human", spec: name, total: -1, player: h}), nil
	}
	if !file {
		if e, err := r.author(ctx, name); err != nil {
			return nil, err
		} else if e != nil {
			return r.add(e), nil
		}
	}
	seated, err := r.app.Player(name)
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, r.others())
	}
	p := match.Inner[reantics.View, reantics.Answer](seated)
	e := &entrant{name: name, spec: name, player: p}
	if python, ok := p.(*wire.Python); ok {
		r.players = append(r.players, python)
		python.Interpreter, python.Tee = r.python, r.printed
		if e.name, err = r.meet(ctx, python); err != nil {
			return nil, fmt.Errorf("player %q: %w", name, err)
		}
		e.name = r.apart(e.name, name)
	} else if closer, ok := p.(io.Closer); ok {
		r.players = append(r.players, closer)
	}
	return r.add(e), nil
}

// others lists the authors of the folder, for the message about an unknown name.
func (r *roster) others() string {
	var names []string
	for _, e := range r.files() {
		names = append(names, e.name)
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf(", and the folder AI holds %s", strings.Join(names, ", "))
}

func (r *roster) add(e *entrant) *entrant {
	if e.total >= 0 {
		e.total = 0
		for _, other := range r.known {
			if other.total >= 0 {
				e.total++
			}
		}
	}
	r.known = append(r.known, e)
	return e
}

// named returns the first entrant with that name or author or, failing that, with that file name.
func named(entrants []*entrant, name string) *entrant {
	for _, of := range []func(*entrant) string{
		func(e *entrant) string { return e.name },
		func(e *entrant) string { return e.author },
		func(e *entrant) string { return stem(e.spec) },
		func(e *entrant) string { return filepath.Base(e.spec) },
	} {
		if i := slices.IndexFunc(entrants, func(e *entrant) bool { return of(e) == name }); i >= 0 {
			return entrants[i]
		}
	}
	return nil
}

// author returns the first player of the folder AI with that author or, failing that, with that file name; nil if there is none.
// It first loads files whose text has the author's name. It loads the others only if that fails, because a file may compute the
// name.
func (r *roster) author(ctx context.Context, name string) (*entrant, error) {
	if err := r.look(); err != nil {
		return nil, err
	}
	for i, path := range r.paths {
		text, err := files.ReadOf(path, files.MostText)
		if stem(path) != name && filepath.Base(path) != name && (err != nil || !bytes.Contains(text, []byte(name))) {
			continue
		}
		if _, err := r.load(ctx, i); err != nil {
			return nil, err
		}
	}
	if e := named(r.files(), name); e != nil {
		return e, nil
	}
	files, err := r.folder(ctx)
	return named(files, name), err
}

func stem(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }

// look lists the files of the folder AI, once.
func (r *roster) look() error {
	if r.paths != nil {
		return nil
	}
	r.paths = []string{}
	for _, folder := range folders {
		for _, pattern := range []string{"*.py", "*.pyc"} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				return err
			}
			r.paths = append(r.paths, found...)
		}
	}
	return nil
}

// load loads a file of the folder, once. The result is nil, with a note, for a file that cannot be loaded. If two files have the
// same author, the file names distinguish them.
func (r *roster) load(ctx context.Context, i int) (*entrant, error) {
	if e, done := r.loaded[i]; done {
		return e, nil
	}
	path := r.paths[i]
	python, err := newPython(path, r.python)
	if err != nil {
		return nil, err
	}
	python.ID, python.Tee = &i, r.printed
	r.players = append(r.players, python)
	r.loaded[i] = nil
	author, err := r.meet(ctx, python)
	if err != nil {
		fmt.Fprintf(r.app.Err, "%s is left out: %v\n", path, err)
		return nil, nil
	}
	r.loaded[i] = &entrant{name: r.apart(author, path), author: author, spec: path, player: python}
	return r.loaded[i], nil
}

// meet loads a player and returns the name that it gives itself.
func (r *roster) meet(ctx context.Context, p *wire.Python) (author string, err error) {
	maker := r.app.Maker()
	defer maker.Await(match.Wait{Who: p.File, What: match.Hello, Patience: p.Start.Starting()})()
	return p.Author(ctx)
}

// apart returns the name of a player whose author is known: the author, with the file name added if another player has an author
// whose name looks the same, and the folder added if that is not enough.
func (r *roster) apart(author, path string) string {
	taken := func(name string) bool {
		same := func(e *entrant) bool { return e != nil && clean.Look(e.name) == clean.Look(name) && e.spec != path }
		return slices.ContainsFunc(r.known, same) || slices.ContainsFunc(r.files(), same)
	}
	for _, name := range []string{author, author + " (" + stem(path) + ")"} {
		if !taken(name) {
			return name
		}
	}
	return author + " (" + path + ")"
}

// files are the players of the folder that are loaded.
func (r *roster) files() (list []*entrant) {
	for i := range r.paths {
		if e := r.loaded[i]; e != nil {
			list = append(list, e)
		}
	}
	return list
}

// folder loads all files of the folder AI, as the original does.
func (r *roster) folder(ctx context.Context) ([]*entrant, error) {
	if err := r.look(); err != nil {
		return nil, err
	}
	for i := range r.paths {
		if _, err := r.load(ctx, i); err != nil {
			return nil, err
		}
	}
	return r.files(), nil
}

// everybody returns all players: those of the folder AI, or the bundled bots if there is no such folder.
func (r *roster) everybody(ctx context.Context) ([]*entrant, error) {
	files, err := r.folder(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range files {
		names = append(names, e.name)
	}
	if names == nil {
		for _, b := range r.app.Game.Bots {
			names = append(names, b.Name)
		}
	}
	return r.all(ctx, names)
}

func (r *roster) all(ctx context.Context, names []string) (entrants []*entrant, err error) {
	for _, name := range names {
		e, err := r.find(ctx, name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(entrants, e) {
			return nil, usage("player %q is %s again; want different players (--self plays one against its copy)", name, e.name)
		}
		entrants = append(entrants, e)
	}
	return entrants, nil
}

// copyOf makes a second player of the same kind: its name ends in @@ and its number is the constant COPY.
func (r *roster) copyOf(ctx context.Context, e *entrant) (*entrant, error) {
	name := e.name + "@@"
	for _, other := range r.known {
		if other.name == name {
			return other, nil
		}
	}
	if _, ok := e.player.(*wire.Python); !ok {
		seated, err := r.app.Player(e.spec)
		if err != nil {
			return nil, err
		}
		p := match.Inner[reantics.View, reantics.Answer](seated)
		if closer, ok := p.(io.Closer); ok {
			r.players = append(r.players, closer)
		}
		return r.add(&entrant{name: name, spec: name, total: -1, player: p}), nil
	}
	python, err := newPython(e.spec, r.python)
	if err != nil {
		return nil, err
	}
	id := wire.Copy
	python.ID, python.Tee = &id, r.printed
	r.players = append(r.players, python)
	return r.add(&entrant{name: name, spec: name, total: -1, player: python}), nil
}

// newRoster returns a roster. Its method close ends the programs.
func newRoster(a *cli.App, python string, random bool) *roster {
	return &roster{app: a, python: python, random: random, loaded: map[int]*entrant{}, printed: &shared{w: a.Err}}
}

// usage makes the error of a command line.
func usage(format string, args ...any) error { return cli.Usagef(format, args...) }
