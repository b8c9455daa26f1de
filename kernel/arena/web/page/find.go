package page

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// look finds the players in the working directory. The caller holds s.mu, or is the only user of s.
func (s *frontend) look() {
	var all bool
	if s.found, all = search(os.DirFS("."), s.game.Name, s.finds); !all {
		s.warn(fmt.Sprintf("there are many files in this folder: the page offers %d of the players", len(s.found)))
	}
	if s.files == nil {
		s.files = map[string]string{}
	}
	for _, f := range s.found {
		s.files[f.Name] = f.Spec
	}
}

// gone returns an error for a player that was found once and no longer exists. The caller holds s.mu.
func (s *frontend) gone(names ...string) error {
	for _, name := range names {
		if s.files[name] == "" {
			continue
		}
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			return fmt.Errorf("player %.60q: it no longer exists: %w", name, errors.Unwrap(err))
		}
	}
	return nil
}

// everybody returns all players that can be chosen, except people. The caller holds s.mu.
func (s *frontend) everybody() (list []string) {
	for _, b := range s.game.Bots {
		list = append(list, b.Name)
	}
	for _, f := range s.found {
		list = append(list, f.Name)
	}
	return list
}

// nameOf returns the page's name for a player of the command line. The caller holds s.mu.
func (s *frontend) nameOf(spec string) string {
	for name, file := range s.files {
		if file == spec {
			return name
		}
	}
	return spec
}

// names returns the page's names for players. The caller holds s.mu.
func (s *frontend) names(specs []string) (list []string) {
	for _, spec := range specs {
		list = append(list, s.nameOf(spec))
	}
	return list
}

// specs returns the specs of players of the page. The caller holds s.mu.
func (s *frontend) specs(names []string) (list []string) {
	for _, name := range names {
		list = append(list, cmp.Or(s.files[name], name))
	}
	return list
}
