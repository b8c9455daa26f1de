package page

import (
	"errors"
	"fmt"
	"os"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
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
	if s.write == nil {
		return errors.New("there is no file of settings: begin the program with --settings FILE")
	}
	all := Saved{Settings: s.series.Settings, Rules: s.server.Rules()}
	for _, e := range s.series.Entries {
		if e.added {
			all.Queue = append(all.Queue, Queued{e.Kind, s.specs(e.Players), e.Games})
		}
	}
	text, err := s.write(&all)
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.file+".new", text, 0o666); err != nil {
		return fmt.Errorf("the settings are not saved: %w", err)
	}
	return os.Rename(s.file+".new", s.file)
}
