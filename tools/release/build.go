package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// build makes the files of a release from one copy of the source.
type build struct {
	*release
	src, to, work string
	goes          []string // environment of the go command
	licences      string   // the program that lists licences
}

// all makes every file that is compared between two builds.
func (b *build) all() error {
	b.goes = append(b.goes, "GOFLAGS=-buildvcs=false -trimpath", "CGO_ENABLED=0")
	b.licences = filepath.Join(b.work, "licences")
	for _, part := range []struct {
		name   string
		wanted bool
		make   func() error
	}{
		{"programs", true, b.programs},
		{"archives", true, b.archives},
		{"packages, wheels, bills of materials", b.tools && len(b.games) > 0, b.packed},
		{"the program for leagues", b.league, b.leagues},
		{"playground", b.tools, b.playground},
		{"pages", b.tools, b.pages},
		{"copies for courses", true, b.courses},
		{"modules", true, b.proxy},
	} {
		if !part.wanted {
			continue
		}
		if err := b.stage(part.name, part.make); err != nil {
			return err
		}
	}
	return nil
}

// file is the program of a game for a system. Its folder has the programs of the games only, because a wheel takes all of it.
func (b *build) file(game string, t target) string {
	return filepath.Join(b.work, t.String(), program(game, t))
}

// programs builds the games.
func (b *build) programs() error {
	for _, t := range b.targets {
		for _, game := range b.games {
			if err := b.compile(t, "./"+game+"/cmd/"+game, b.file(game, t)); err != nil {
				return err
			}
		}
	}
	_, err := b.run(b.src, b.goes, "go", "build", "-o", b.licences, "./tools/licences")
	return err
}

// folder is what is in an archive.
func (b *build) folder(what string, t target) string {
	return filepath.Join(b.work, "archives", fmt.Sprintf("%s-%s-%s", what, b.version, t))
}

// archives makes the archives of the games.
func (b *build) archives() error {
	for _, game := range b.games {
		texts := filepath.Join(b.work, "texts", game)
		if err := b.texts(game, texts); err != nil {
			return err
		}
		for _, t := range b.targets {
			if err := b.archive(game, t, texts, b.file(game, t)); err != nil {
				return err
			}
		}
	}
	return nil
}

// packed makes what other programs and people install or read: packages, wheels and bills of materials.
func (b *build) packed() error {
	for _, t := range b.targets {
		for _, game := range b.games {
			if t.os == "linux" {
				if err := b.packages(game, t); err != nil {
					return err
				}
			}
		}
		if err := b.wheel(t); err != nil {
			return err
		}
	}
	for _, game := range b.games {
		if err := b.materials(game, game, b.file(game, b.targets[0])); err != nil {
			return err
		}
	}
	return nil
}

// top is the folder whose content is in the archive for all systems.
func (b *build) top(what string) string { return filepath.Join(b.work, "archives", what+"-"+b.version) }

// everywhere has a tool write a folder and makes the archive for all systems: a .zip, which all of them open.
func (b *build) everywhere(what, tool string, args ...string) error {
	_, err := b.run(b.src, b.goes, "go", append([]string{"run", "./tools/" + tool}, args...)...)
	if err == nil {
		err = copyFile(filepath.Join(b.top(what), "LICENSE"), filepath.Join(b.src, "LICENSE"))
	}
	if err == nil {
		err = b.pack(filepath.Base(b.top(what)), b.top(what), target{os: "windows"})
	}
	return err
}

// played is the folder in which browsers play the games by themselves.
func (b *build) played() string { return filepath.Join(b.top("playground"), "playground") }

func (b *build) playground() error {
	return b.everywhere("playground", "playground", "--out", b.played(), "--version", b.version)
}

// pages makes the archive of the documentation.
func (b *build) pages() error {
	return b.everywhere("site", "site", "--out", b.top("site"), "--playground", b.played(),
		"--source", "https://"+path.Join("github.com/gridiron-games/gridiron/blob", b.version)+"/")
}

// courses makes an archive of each game as a module that a course's repository takes in.
func (b *build) courses() error {
	for _, game := range b.games {
		if err := b.everywhere(game+"-course", "vendorgame", game, b.top(game+"-course")); err != nil {
			return err
		}
	}
	return nil
}

// compile builds a program for a system.
func (b *build) compile(t target, pkg, file string) error {
	_, err := b.run(b.src, append(slices.Clip(b.goes), "GOOS="+t.os, "GOARCH="+t.arch), "go", "build", "-ldflags",
		"-s -w -X github.com/gridiron-games/gridiron/kernel/record.version="+b.version, "-o", file, pkg)
	return err
}

// archive packs a program with its texts and the licences of what is linked into it.
func (b *build) archive(what string, t target, texts, file string) error {
	folder := b.folder(what, t)
	if err := os.CopyFS(folder, os.DirFS(texts)); err != nil {
		return err
	}
	list, err := b.run(b.src, b.goes, b.licences, file)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "THIRD-PARTY.txt"), []byte(list), 0o666)
	}
	if err == nil {
		err = copyFile(filepath.Join(folder, program(what, t)), file)
	}
	if err == nil {
		err = b.pack(filepath.Base(folder), folder, t)
	}
	return err
}

// leagues makes the archives of the program for leagues on many machines.
func (b *build) leagues() error {
	texts := filepath.Join(b.work, "texts", leagueProgram)
	if err := os.MkdirAll(texts, 0o777); err != nil {
		return err
	}
	err := b.documents(texts, map[string]string{
		"LICENSE": "LICENSE", "README.md": "tools/league/README.md", "COURSE.md": "COURSE.md", "SECURITY.md": "SECURITY.md",
		"league-server.service": "tools/league/deploy/league-server.service",
		"league-worker.service": "tools/league/deploy/league-worker.service",
	})
	if err != nil {
		return err
	}
	file := func(t target) string { return filepath.Join(b.work, "leagues", t.String(), program(leagueProgram, t)) }
	for _, t := range b.targets {
		if err := b.compile(t, "./tools/league", file(t)); err != nil {
			return err
		}
		if err := b.archive(leagueProgram, t, texts, file(t)); err != nil {
			return err
		}
	}
	if !b.tools {
		return nil
	}
	return b.materials(leagueProgram, "tools/league", file(b.targets[0]))
}

// program is the name of a program's file.
func program(name string, t target) string {
	if t.os == "windows" {
		return name + ".exe"
	}
	return name
}

// texts writes the files that are the same on all systems: documents, licence, manual page and completions. A program of this
// machine writes the last two.
func (b *build) texts(game, to string) error {
	if err := os.MkdirAll(filepath.Join(to, "completions"), 0o777); err != nil {
		return err
	}
	err := b.documents(to, map[string]string{
		"LICENSE": "LICENSE", "README.md": game + "/README.md", "RULES.md": game + "/RULES.md", "PROTOCOL.md": "PROTOCOL.md",
		"SECURITY.md": "SECURITY.md",
	})
	if err != nil {
		return err
	}
	file := filepath.Join(b.work, "here", program(game, here))
	if err := b.compile(here, "./"+game+"/cmd/"+game, file); err != nil {
		return err
	}
	for name, words := range map[string][]string{
		game + ".6":                     {"manual"},
		"completions/" + game + ".bash": {"completion", "bash"}, "completions/_" + game: {"completion", "zsh"},
		"completions/" + game + ".fish": {"completion", "fish"}, "completions/" + game + ".ps1": {"completion", "powershell"},
	} {
		text, err := b.run(b.work, nil, file, words...)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), []byte(text), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pack makes an archive of a folder: .zip for Windows, else .tar.gz. All files have the time of the release.
func (b *build) pack(name, folder string, t target) error {
	suffix := ".tar.gz"
	if t.os == "windows" {
		suffix = ".zip"
	}
	file, err := os.Create(filepath.Join(b.to, name+suffix))
	if err != nil {
		return err
	}
	defer file.Close()
	var add func(at string, mode fs.FileMode, text []byte) error
	var finish func() error
	if t.os == "windows" {
		w := zip.NewWriter(file)
		add = func(at string, mode fs.FileMode, text []byte) error {
			h := &zip.FileHeader{Name: at, Method: zip.Deflate, Modified: b.stamp}
			h.SetMode(mode)
			to, err := w.CreateHeader(h)
			if err == nil {
				_, err = to.Write(text)
			}
			return err
		}
		finish = w.Close
	} else {
		z := gzip.NewWriter(file)
		w := tar.NewWriter(z)
		add = func(at string, mode fs.FileMode, text []byte) error {
			h := &tar.Header{Name: at, Mode: int64(mode), Size: int64(len(text)), ModTime: b.stamp, Format: tar.FormatPAX}
			err := w.WriteHeader(h)
			if err == nil {
				_, err = w.Write(text)
			}
			return err
		}
		finish = func() error {
			if err := w.Close(); err != nil {
				return err
			}
			return z.Close()
		}
	}
	err = fs.WalkDir(os.DirFS(folder), ".", func(at string, d fs.DirEntry, err error) error { // sorted by name
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, at))
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if strings.TrimSuffix(at, ".exe") == name[:strings.IndexByte(name, '-')] {
			mode = 0o755
		}
		return add(path.Join(name, at), mode, text)
	})
	if err == nil {
		err = finish()
	}
	if err == nil {
		err = file.Close()
	}
	return err
}

// env returns environment variables that make third-party programs use the time of the release.
func (b *build) env() []string {
	return []string{"SOURCE_DATE_EPOCH=" + strconv.FormatInt(b.stamp.Unix(), 10)}
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}

// sum returns the SHA-256 of all files of a folder, as sha256sum prints them.
func sum(dir string) (string, error) {
	var list strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file, err := os.Open(filepath.Join(dir, at))
		if err != nil {
			return err
		}
		defer file.Close()
		h := sha256.New()
		if _, err := io.Copy(h, file); err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", h.Sum(nil), at)
		return nil
	})
	return list.String(), err
}

// differences lists the lines that only one of two lists of sums has.
func differences(a, b string) string {
	one, two := strings.Split(a, "\n"), strings.Split(b, "\n")
	both := func(line string) bool { return slices.Contains(one, line) && slices.Contains(two, line) }
	lines := slices.DeleteFunc(slices.Concat(one, two), both)
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return strings.Join(lines, "\n")
}
