package page

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gridiron-games/gridiron/kernel/check"
)

// look finds the players in the folder where the program was started. s.mu is held, or nobody else has s.
func (s *stage) look() {
	var all bool
	if s.found, all = check.Players(os.DirFS("."), s.finds); !all {
		s.app.Log.Warn().Msgf("there are many files in this folder: the page offers %d of the players", len(s.found))
	}
	if s.files == nil {
		s.files = map[string]string{}
	}
	for _, f := range s.found {
		s.files[f.Name] = f.Spec
	}
}

// gone says which of some players was found once and is not there any more. s.mu is held.
func (s *stage) gone(names ...string) error {
	for _, name := range names {
		if s.files[name] == "" {
			continue
		}
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			return fmt.Errorf("player %.60q: it is not there any more: %w", name, errors.Unwrap(err))
		}
	}
	return nil
}

// everybody returns who can play against somebody, without people. s.mu is held.
func (s *stage) everybody() (list []string) {
	for _, b := range s.app.Game.Bots {
		list = append(list, b.Name)
	}
	for _, f := range s.found {
		list = append(list, f.Name)
	}
	return list
}

// nameOf returns what the page calls a player that a command line names. s.mu is held.
func (s *stage) nameOf(spec string) string {
	for name, file := range s.files {
		if file == spec {
			return name
		}
	}
	return spec
}

// names returns what the page calls players. s.mu is held.
func (s *stage) names(specs []string) (list []string) {
	for _, spec := range specs {
		list = append(list, s.nameOf(spec))
	}
	return list
}

// specs returns how players of the page are named on a command line. s.mu is held.
func (s *stage) specs(names []string) (list []string) {
	for _, name := range names {
		list = append(list, cmp.Or(s.files[name], name))
	}
	return list
}
