package jail

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// TestRecordsAreHidden has files and folders that a program may not see, in its own folder and in one that it may read: it can neither read
// nor replace them, and they are as they were when its changes have been written back.
func TestRecordsAreHidden(t *testing.T) {
	possible(t)
	ways := map[string]func(*Jail){"our own": nil}
	if _, err := exec.LookPath("bwrap"); err == nil {
		ways["bubblewrap"] = inBubblewrap
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			dir, other := t.TempDir(), t.TempDir()
			hidden := []string{dir, filepath.Join(dir, "missing")} // what is there anyway, and what is not
			for _, folder := range []string{dir, other} {
				if err := os.MkdirAll(filepath.Join(folder, "cup/games"), 0o755); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(folder, "cup/journal"), "secret journal")
				write(t, filepath.Join(folder, "cup/games/1"), "secret game")
				write(t, filepath.Join(folder, "cup/open"), "open")
				hidden = append(hidden, filepath.Join(folder, "cup/journal"), filepath.Join(folder, "cup/games/1"), filepath.Join(folder, "cup/games"))
			}
			script := ""
			for _, folder := range []string{dir, other} {
				at := folder + "/cup/"
				script += "cat " + at + "open; echo; cat " + at + "journal; ls " + at + "games; cat " + at + "games/1; cat /.lower/cup/journal /.lower/cup/games/1;" +
					"echo x >" + at + "journal; echo x >" + at + "games/1; rm -rf " + at + "games/1 " + at + "journal; mv " + at + "games " + folder + "/moved;" +
					"mv " + folder + "/cup " + folder + "/away; cat " + folder + "/away/journal; cat " + folder + "/away/games/1;"
			}
			r := start(t, proc.Policy{Read: []string{other}, Hide: hidden, Keep: true}, dir, way, "sh", "-c", "("+script+") 2>/dev/null; grep -rs secret "+dir+" "+other+" /.lower; exit 0")
			r.over(t)
			if got := r.out.String(); got != "open\nopen\n" {
				t.Errorf("it wrote %q; errors %q; %s; %s", got, r.err.String(), r.Status(), r.Level())
			}
			for _, folder := range []string{dir, other} {
				for name, want := range map[string]string{"cup/journal": "secret journal", "cup/games/1": "secret game"} {
					if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || strings.TrimSpace(string(text)) != want {
						t.Errorf("%s/%s is then %q, %v", folder, name, text, err)
					}
				}
			}
		})
	}
}
