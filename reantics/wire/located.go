//go:build !js

package wire

import (
	"os"
	"path/filepath"
)

// located returns the whole path of a player's file, which exists.
func located(file string) (path string, err error) {
	if path, err = filepath.Abs(file); err == nil {
		_, err = os.Stat(path)
	}
	return path, err
}
