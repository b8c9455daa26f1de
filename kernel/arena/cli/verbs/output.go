package verbs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// WriteFile writes a verb's output to the file that a flag names. It overwrites an older file only if that begins with the same
// few bytes, and so is of the same kind: a mistyped name does not destroy, say, a record.
func WriteFile(flag, path string, content []byte) error {
	const alike = 8
	old := make([]byte, alike)
	from, err := files.Open(path)
	if err == nil {
		n, _ := io.ReadFull(from, old)
		old = old[:n]
		err = from.Close()
	} else if errors.Is(err, files.ErrNotRegular) { // nothing in a pipe is lost
		old, err = nil, nil
	}
	switch {
	case err == nil && len(old) > 0 && !bytes.HasPrefix(old, content[:min(alike, len(content))]):
		return cli.Usagef("flag --%s: %s already exists and is a different kind of file: want another name", flag, path)
	case err != nil && !os.IsNotExist(err):
		return cli.Usagef("flag --%s: %w", flag, err)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		return fmt.Errorf("flag --%s: %w", flag, err)
	}
	return nil
}
