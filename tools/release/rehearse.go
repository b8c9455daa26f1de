package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/winetest"
)

// here is the system of this machine.
var here = target{runtime.GOOS, runtime.GOARCH}

// place is where a release is used: how its programs get there, and what runs them.
type place struct {
	name     string
	needs    []string // programs, or alternatives such as a|b: if one is missing here, the place is left out
	by       string   // the program that runs the others, such as an emulator; "": they run by themselves
	env      []string // of the programs
	programs []string
	open     func(name, dir string) (program string, err error) // gets a program into a new folder
	lean     bool                                               // its programs have no bench, and the version of a checkout
}

// rehearsal uses the files of a release as people do.
type rehearsal struct {
	*release
	dist, work string
	want       map[string]string // how a program answers a command, the same in all places; text may follow
}

// rehearse uses the files in all places that this machine has, and names the others. The programs must have the version of the
// release and the signatures of the commit, and play the same games everywhere.
func (r *release) rehearse(dist, work string) error {
	fmt.Fprintln(r.out, "using the files:")
	h := &rehearsal{r, dist, work, map[string]string{}}
	for _, game := range r.games {
		signature, err := os.ReadFile(filepath.Join(r.root, game, "testdata", "signature.txt"))
		if err != nil {
			return err
		}
		h.want[game+" version"] = game + " " + r.version + ","
		h.want[game+" bench"] = string(signature)
	}
	for n, p := range h.places() {
		p.needs = append(p.needs, p.by)
		err := lacks(p.needs)
		if err == nil && p.by == wine {
			p.env, err = winetest.Boot(r.ctx, r.root, filepath.Join(work, wine))
			defer winetest.Halt(p.env)
		}
		if err != nil {
			fmt.Fprintf(r.out, "  left out: %s: %v\n", p.name, err)
			continue
		}
		err = r.stage(p.name, func() error {
			for _, name := range p.programs {
				dir := filepath.Join(work, strconv.Itoa(n), name)
				if err := os.MkdirAll(dir, 0o777); err != nil {
					return err
				}
				program, err := p.open(name, dir)
				if err == nil {
					err = h.use(p, name, program, dir)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return h.tests()
}

// Programs that run those of other systems.
const (
	wine = "wine"
	arm  = "qemu-aarch64|qemu-aarch64-static"
	// browser is what tools/webtest looks for.
	browser = "chromium|chromium-browser|google-chrome|chrome"
)

// places returns all places. The first one is this machine.
func (h *rehearsal) places() []place {
	list := []place{{name: "go install from the proxy", programs: h.games, open: h.install}}
	for _, t := range h.targets {
		p := place{name: "the archive for " + t.String(), programs: h.games}
		if h.league {
			p.programs = append(slices.Clip(h.games), leagueProgram)
		}
		switch {
		case t == here:
		case t == target{"linux", "arm64"}:
			p.by = arm
		case t == target{"windows", "amd64"}:
			p.by, p.needs = wine, []string{"wineboot", "x86_64-w64-mingw32-gcc"}
		default:
			p.needs = []string{"emulator of " + t.String()}
		}
		p.open = func(name, dir string) (string, error) {
			folder := fmt.Sprintf("%s-%s-%s", name, h.version, t)
			return filepath.Join(dir, folder, program(name, t)), h.unpack(dir, folder+".*")
		}
		list = append(list, p)
	}
	if h.tools && here == (target{"linux", "amd64"}) && slices.Contains(h.targets, here) {
		installed := func(dir, game string) string { return filepath.Join(dir, "usr", "games", game) }
		list = append(list,
			place{name: "the package for Debian", needs: []string{"dpkg-deb"}, programs: h.games, open: func(game, dir string) (string, error) {
				return installed(dir, game), h.unpack(dir, "gridiron-"+game+"_*_amd64.deb")
			}},
			place{name: "the package for Red Hat", needs: []string{"bsdtar"}, programs: h.games, open: func(game, dir string) (string, error) {
				return installed(dir, game), h.unpack(dir, "gridiron-"+game+"-[0-9]*.x86_64.rpm")
			}},
			place{name: "the wheel", programs: h.games, open: h.wheel})
	}
	return append(list, place{name: "the copy for courses, tested offline", programs: h.games, open: h.course, lean: true})
}

// lacks returns an error if a program is missing.
func lacks(programs []string) error {
	for _, names := range programs {
		if names != "" && found(names) == "" {
			return fmt.Errorf("there is no %s here", strings.ReplaceAll(names, "|", " or "))
		}
	}
	return nil
}

// found returns the file of the first of some programs, a|b, that is here.
func found(names string) string {
	for name := range strings.SplitSeq(names, "|") {
		if file, err := exec.LookPath(name); err == nil {
			return file
		}
	}
	return ""
}

// use has a program do what people do first.
func (h *rehearsal) use(p place, name, program, dir string) error {
	commands := [][]string{
		{"version"}, {"bench"}, {"play", "random", "random", "--seed", "7", "--quiet", "--record", "game.jsonl"}, {"replay", "game.jsonl", "--verify"},
	}
	if p.lean {
		commands = commands[2:]
	}
	if name == leagueProgram {
		commands = [][]string{{"--help"}}
	}
	for _, words := range commands {
		run := append([]string{program}, words...)
		if p.by != "" {
			run = append([]string{found(p.by)}, run...)
		}
		said, err := h.run(dir, p.env, run[0], run[1:]...)
		if err != nil {
			return err
		}
		said = strings.ReplaceAll(said, "\r\n", "\n")
		key := name + " " + words[0]
		if want, known := h.want[key]; !known {
			h.want[key] = said
		} else if !strings.HasPrefix(said, want) {
			return fmt.Errorf("%s prints %q, want %q", key, said, want)
		}
	}
	return nil
}

// install installs a game from the proxy, as users do. Modules of others come from the download folder of the module cache, which
// has the layout of a proxy.
func (h *rehearsal) install(game, dir string) (string, error) {
	if _, err := h.run(filepath.Join(h.root, game), []string{"GOWORK=off"}, "go", "mod", "download"); err != nil {
		return "", err
	}
	cache, err := h.run(h.root, nil, "go", "env", "GOMODCACHE")
	if err != nil {
		return "", err
	}
	_, err = h.run(dir, []string{
		"GOPROXY=file://" + filepath.ToSlash(filepath.Join(h.dist, "proxy")) + ",file://" + filepath.ToSlash(filepath.Join(strings.TrimSpace(cache), "cache", "download")),
		"GOMODCACHE=" + filepath.Join(h.work, "modules"), "GOBIN=" + dir, "GOSUMDB=off", "GOWORK=off", "GOFLAGS=-modcacherw",
	}, "go", "install", checkout.Prefix+game+"/cmd/"+game+"@"+h.version)
	return filepath.Join(dir, program(game, here)), err
}

// unpack unpacks the only file of the release with such a name.
func (h *rehearsal) unpack(dir, pattern string) error {
	files, err := filepath.Glob(filepath.Join(h.dist, pattern))
	if err != nil || len(files) != 1 {
		return fmt.Errorf("%s: there are %d files, want 1", pattern, len(files))
	}
	unpackers := map[string][]string{".deb": {"dpkg-deb", "-x", files[0], "."}, ".rpm": {"bsdtar", "-xf", files[0]}, ".gz": {"tar", "-xf", files[0]}}
	if words := unpackers[filepath.Ext(files[0])]; words != nil {
		_, err = h.run(dir, nil, words[0], words[1:]...)
		return err
	}
	z, err := zip.OpenReader(files[0])
	if err != nil {
		return err
	}
	defer z.Close()
	return os.CopyFS(dir, z)
}

// steps plays in Python, with the programs that are in the wheel.
const steps = `import gridiron
for game in gridiron.GAMES:
    with gridiron.make(game, 2) as games:
        games.reset(seed=1).step(games.sample)
`

// wheel installs the wheel from a local index beside numpy, the only package that it requires, and steps all games.
func (h *rehearsal) wheel(game, _ string) (string, error) {
	lib := filepath.Join(h.work, "python")
	program := filepath.Join(lib, "gridiron", "bin", program(game, here))
	if _, err := os.Stat(lib); err == nil {
		return program, nil
	}
	index := filepath.Join(h.work, "index")
	if _, err := h.run(h.work, nil, "python3", "-m", "pip", "download", "-q", "--dest", index, "numpy"); err != nil {
		return "", err
	}
	_, err := h.run(h.work, nil, "python3", "-m", "pip", "install", "-q", "--target", lib, "--no-index", "--find-links", index, "--find-links", h.dist,
		"gridiron=="+strings.TrimPrefix(h.version, "v"))
	if err == nil {
		_, err = h.run(h.work, []string{"PYTHONPATH=" + lib, "GRIDIRON_BIN="}, "python3", "-c", steps)
	}
	return program, err
}

// course builds and tests a game in its archive for courses, without network, module cache and workspace.
func (h *rehearsal) course(game, dir string) (string, error) {
	name := game + "-course-" + h.version
	if err := h.unpack(dir, name+".zip"); err != nil {
		return "", err
	}
	file := filepath.Join(dir, program(game, here))
	env := []string{"GOWORK=off", "GOFLAGS=-trimpath", "GOPROXY=off", "GOMODCACHE=" + filepath.Join(h.work, "empty"), "GRIDIRON_CORPUS=", "GRIDIRON_LONG="}
	for _, words := range [][]string{{"test", "-short", "./..."}, {"build", "-o", file, "./" + game + "/cmd/" + game}} {
		if _, err := h.run(filepath.Join(dir, name), env, "go", words...); err != nil {
			return "", err
		}
	}
	return file, nil
}

// tests runs tests of the repository with the files of a whole release: all programs read what earlier versions wrote, and the
// pages are used in a browser.
func (h *rehearsal) tests() error {
	if !h.whole {
		return nil
	}
	programs := filepath.Join(h.work, "programs")
	if err := os.Mkdir(programs, 0o777); err != nil {
		return err
	}
	for _, name := range append(slices.Clip(h.games), leagueProgram) {
		folder, file := fmt.Sprintf("%s-%s-%s", name, h.version, here), program(name, here)
		err := h.unpack(h.work, folder+".*")
		if err == nil {
			err = os.Rename(filepath.Join(h.work, folder, file), filepath.Join(programs, file))
		}
		if err != nil {
			return err
		}
	}
	for _, what := range []string{"playground", "site"} {
		if err := h.unpack(h.work, what+"-"+h.version+".zip"); err != nil {
			return err
		}
	}
	for _, t := range []struct{ name, needs, env, tests, pkg string }{
		{"records, tournaments, courses of earlier versions", "", "GRIDIRON_PROGRAMS=" + programs, "TestUpgrade", "./tools/upgrade"},
		{"the playground in a browser", browser, "GRIDIRON_PLAYGROUND=" + filepath.Join(h.work, "playground-"+h.version, "playground"),
			"TestPlaygroundSame|TestPlaygroundChoice", "./tools/webtest"},
		{"the documentation in a browser", browser, "GRIDIRON_SITE=" + filepath.Join(h.work, "site-"+h.version), "TestDocumentation", "./tools/webtest"},
	} {
		if err := lacks([]string{t.needs}); err != nil {
			fmt.Fprintf(h.out, "  left out: %s: %v\n", t.name, err)
			continue
		}
		err := h.stage(t.name, func() error {
			said, err := h.run(h.root, []string{"GRIDIRON_LONG=all", "GRIDIRON_BROWSER=required", t.env}, "go", "test", "-count", "1", "-timeout", "1h", "-run", t.tests, t.pkg)
			if err == nil && strings.Contains(said, "no tests to run") {
				err = errors.New(said)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
