package verbs

import (
	"bytes"
	"fmt"
	"os"

	"github.com/gridiron-games/gridiron/kernel/cli"
)

// WriteFile writes what a verb made to the file that a flag names. It writes over an older one of its kind, which begins with the
// same few bytes, and over nothing else: a name that was mistaken for another costs nobody a record.
func WriteFile(flag, path string, content []byte) error {
	const alike = 8
	old, err := os.ReadFile(path)
	switch {
	case err == nil && len(old) > 0 && !bytes.HasPrefix(old, content[:min(alike, len(content))]):
		return cli.Usagef("flag --%s: %s is there already and is something else: want another name", flag, path)
	case err != nil && !os.IsNotExist(err):
		return cli.Usagef("flag --%s: %w", flag, err)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		return fmt.Errorf("flag --%s: %w", flag, err)
	}
	return nil
}
