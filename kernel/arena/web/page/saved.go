package page

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// Saved is the content of the pane Settings: the queue, settings, and pause conditions.
type Saved struct {
	Queue    []Queued
	Settings Settings
	Rules    pace.Rules
}

// Queued is an entry of a queue.
type Queued struct {
	Kind    string // one of the kinds that the page lists
	Players []string
	Games   int // of each pair
}

// Format reads and writes files of settings in a game's format. It may read any players, because the user has named the file.
type Format struct {
	Usual string // usual name of such a file, for the help
	Read  func(a *cli.App, c *urfave.Context, text []byte) (*Saved, error)
	Write func(s *Saved) ([]byte, error)
}

// load reads the file of --settings, if there is one.
func (s *frontend) load(c *urfave.Context, f *Format) error {
	if s.file = c.String("settings"); s.file == "" {
		return nil
	}
	s.format = f
	text, err := files.Read(s.file, files.MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		s.saved, err = f.Read(s.app, c, text)
	}
	if err != nil {
		return cli.Usagef("flag --settings: %w", err)
	}
	return nil
}

// restore adds the entries of the file after the games of the command line. The caller holds s.mu.
func (s *frontend) restore(now match.Setup) error {
	if s.saved == nil {
		return nil
	}
	s.server.Follow(s.saved.Rules)
	for _, e := range s.saved.Queue {
		players := s.names(e.Players)
		s.named = append(s.named, players...)
		if err := s.series.add(&entry{Kind: e.Kind, Players: players, Games: e.Games}, now); err != nil {
			return err
		}
	}
	return s.set(s.saved.Settings)
}

// save writes the games that were added to the queue, and the settings. The caller holds s.mu.
func (s *frontend) save() error {
	if s.format == nil {
		return errors.New("there is no file of settings: begin the program with --settings FILE")
	}
	all := Saved{Settings: s.series.Settings, Rules: s.server.Rules()}
	for _, e := range s.series.Entries {
		if e.added {
			all.Queue = append(all.Queue, Queued{e.Kind, s.specs(e.Players), e.Games})
		}
	}
	text, err := s.format.Write(&all)
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.file+".new", text, 0o666); err != nil {
		return fmt.Errorf("the settings are not saved: %w", err)
	}
	return os.Rename(s.file+".new", s.file)
}
