//go:build unix

package botfiles_test

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// TestNoFile hashes and copies folders with a pipe: that is an error, at once.
func TestNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "team/bot.py", "print()")
	if err := errors.Join(syscall.Mkfifo("team/pipe", 0o666), os.Symlink("/dev/zero", "zero")); err != nil {
		t.Fatal(err)
	}
	of := botfiles.Source{Folder: "team"}
	if hash, err := of.Hash(); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("it has the hash %q, %v", hash, err)
	}
	if err := of.CopyTo("copy"); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("copied: %v", err)
	}
	if _, err := (botfiles.Source{Spec: "exec:cat zero team/pipe"}).Hash(); err != nil { // not what makes up the bot
		t.Error(err)
	}
}
