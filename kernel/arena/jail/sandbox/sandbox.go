// Package sandbox runs inside a jail. There, process 1 builds the place, gives up the rights that the program must not have,
// starts the program, and then obeys the jail outside.
package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Clear removes the folder that a program could write to, including the contents of folders whose permissions the program has
// taken away.
func Clear(dir string) {
	if dir == "" || os.RemoveAll(dir) == nil {
		return
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o700) // before what is in it is read
		}
		return nil
	})
	os.RemoveAll(dir)
}
