package wire

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// write writes the template of a language to a folder, as new-bot does.
func write(t *testing.T, language string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := fs.Glob(Templates, "newbot/"+language+"/*.tmpl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(Templates, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".tmpl")), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs a command in a folder.
func run(t *testing.T, dir, command string, environment []string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(command)
	if err != nil {
		missing(t, err.Error())
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", command, args, err, out)
	}
}

// The Python template passes its own tests with the stand-in and with the original's package, and it wins its games.
func TestTemplate(t *testing.T) {
	gametest.Slow(t)
	t.Run("python", func(t *testing.T) {
		python3(t)
		dir := write(t, "python")
		for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
			standIn := t.TempDir()
			if err := UnpackStandIn(standIn, version, "pelita"); err != nil {
				t.Fatal(err)
			}
			run(t, dir, "python3", []string{"PYTHONPATH=" + standIn}, "-B", "-m", "unittest")
			g := table{layout: small, version: version, rounds: 200, seed: "3"}
			team := newTeam(t, filepath.Join(dir, "my_team.py"), Options{Python: "python3", StandIn: true})
			if r := g.play(t, team, stay{}); r.Result().Reason != referee.Food || r.Result().Winner != int(pelita.Blue) {
				t.Errorf("%v: %+v", version, r.Result())
			}
		}
	})
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run("python with "+version.String(), func(t *testing.T) {
			run(t, write(t, "python"), original(t, version), nil, "-B", "-m", "unittest")
		})
	}
}
