//go:build unix

package botfiles_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestSwapped has the owner of a bot put a link to a file of somebody else in the place of one of its files, and back, all the time:
// who copies the folder for a ladder, perhaps as root, copies that file never.
func TestSwapped(t *testing.T) {
	gametest.Slow(t)
	t.Chdir(t.TempDir())
	write(t, "alice/secret", "secret")
	write(t, "bot/bot.py", "print(1)")
	write(t, "bot/data/x", "plain")
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			os.Symlink("../../alice/secret", "bot/data/link")
			os.Rename("bot/data/link", "bot/data/x")
			os.WriteFile("bot/data/plain", []byte("plain"), 0o666)
			os.Rename("bot/data/plain", "bot/data/x")
			os.Symlink("../alice", "bot/link")
			os.Rename("bot/data", "bot/aside")
			os.Rename("bot/link", "bot/data")
			os.Remove("bot/data")
			os.Rename("bot/aside", "bot/data")
		}
	}()
	for began, n := time.Now(), 0; time.Since(began) < 3*time.Second; n++ {
		to := filepath.Join("copies", strings.Repeat("x", n%2))
		os.RemoveAll(to)
		if err := (botfiles.Source{Folder: "bot"}).CopyTo(to); err != nil {
			continue // it was changed meanwhile
		}
		filepath.WalkDir(to, func(path string, e os.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				if content, _ := os.ReadFile(path); string(content) == "secret" {
					t.Errorf("copy %d has the secret in %s", n, path)
				}
			}
			return nil
		})
		if t.Failed() {
			break
		}
	}
	close(stop)
	<-stopped
}
