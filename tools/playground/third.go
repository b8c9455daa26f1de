package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// thirdParty lists what the editor and Python consist of: a line for each package of npm, with its version, its licence, the hash
// of its archive and the files that we take from it.
//
//go:embed packages.txt
var thirdParty string

// texts are licences whose packages have no text of them.
//
//go:embed licences
var texts embed.FS

// archive is a package of others.
type archive struct {
	name, version, licence, hash string
	wanted                       []string // paths in it
}

func (a archive) file() string {
	return strings.ReplaceAll(strings.TrimPrefix(a.name, "@"), "/", "-") + "-" + a.version + ".tgz"
}

func archives() (list []archive) {
	for line := range strings.Lines(thirdParty) {
		if f := strings.Fields(line); len(f) > 4 && f[0] != "#" {
			list = append(list, archive{f[0], f[1], f[2], f[3], f[4:]})
		}
	}
	return list
}

// fetch returns the archives by name. They stay in the user's cache; what is missing there npm downloads.
func fetch(ctx context.Context) (texts map[string][]byte, err error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, "gridiron", "playground")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	good := func(a archive) []byte {
		text, err := os.ReadFile(filepath.Join(dir, a.file()))
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(text)) != a.hash {
			return nil
		}
		return text
	}
	pack := exec.CommandContext(ctx, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", dir)
	for _, a := range archives() {
		if good(a) == nil {
			pack.Args = append(pack.Args, a.name+"@"+a.version)
		}
	}
	if len(pack.Args) > 6 {
		if text, err := pack.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("npm pack, for the editor: %w; --without-editor leaves that out\n%s", err, text)
		}
	}
	texts = map[string][]byte{}
	for _, a := range archives() {
		if texts[a.name] = good(a); texts[a.name] == nil {
			return nil, fmt.Errorf("%s: not the archive of version %s that packages.txt names: its hash is another one", a.file(), a.version)
		}
	}
	return texts, nil
}

// unpack calls each with the files of an archive.
func unpack(text []byte, each func(name string, text []byte)) error {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return err
	}
	for files := tar.NewReader(z); ; {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		content, err := io.ReadAll(files)
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(head.Name, "/")
		each(name, content)
	}
}

// imported matches where a module of JavaScript names another one that is not a file.
var imported = regexp.MustCompile(`(\bfrom\s*|\bimport\s*)(["'])([@\w][^"']*)["']`)

// moduleName returns the name of a package's module in the folder.
func moduleName(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-") + ".js"
}

// resolved names packages by their files in the folder lib.
func resolved(text []byte, lib string) []byte {
	return imported.ReplaceAllFunc(text, func(match []byte) []byte {
		m := imported.FindSubmatch(match)
		return []byte(string(m[1]) + `"` + lib + moduleName(string(m[3])) + `"`)
	})
}

// editor adds the editor and Python, which only those load who write a bot.
func (p *playground) editor(ctx context.Context) error {
	if p.plain {
		return nil
	}
	packed, err := fetch(ctx)
	if err != nil {
		return err
	}
	var licences strings.Builder
	for _, a := range archives() {
		found, told := 0, false
		fmt.Fprintf(&licences, "%s %s of npm, %s\n\n", a.name, a.version, a.licence)
		if a.name == "pyodide" { // the MPL wants that those who get a program know where its source is
			fmt.Fprintf(&licences, "Its source is at https://github.com/pyodide/pyodide, under the tag %s.\n\n", a.version)
		}
		err := unpack(packed[a.name], func(name string, text []byte) {
			for _, wanted := range a.wanted {
				if name != wanted {
					continue
				}
				found++
				if a.name == "pyodide" {
					p.files["play/editor/python/"+path.Base(name)+".gz"], _ = compressed(text)
				} else {
					p.files["play/editor/lib/"+moduleName(a.name)] = resolved(text, "./")
				}
			}
			if strings.HasPrefix(strings.ToUpper(name), "LICEN") {
				fmt.Fprintf(&licences, "%s\n\n", text)
				told = true
			}
		})
		for name := range strings.SplitSeq(a.licence, ",") {
			if told {
				break
			}
			text, wrong := texts.ReadFile("licences/" + name + ".txt")
			if wrong != nil {
				return fmt.Errorf("%s: it has no text of its licence: %w", a.file(), wrong)
			}
			fmt.Fprintf(&licences, "%s\n\n", text)
		}
		if err != nil || found != len(a.wanted) {
			return fmt.Errorf("%s: %d of the files %s are there: %w", a.file(), found, a.wanted, err)
		}
	}
	p.files["play/editor/LICENCES.txt"] = []byte(licences.String())
	for _, name := range []string{"editor.js", "programs.js", "code.js", "folder.js", "program.js", "run.py"} {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		p.files["play/editor/"+name] = resolved(text, "./lib/")
	}
	frame, err := assets.ReadFile("assets/frame.html")
	if err != nil {
		return err
	}
	_, script, _ := strings.Cut(string(frame), "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	sum := sha256.Sum256([]byte(script))
	p.files["play/editor/frame.html"] = bytes.Replace(frame, []byte("HASH"), []byte(base64.StdEncoding.EncodeToString(sum[:])), 1)
	return nil
}

// newBots returns what an editor begins with: the files that new-bot writes, by language, and the modules that bots can import.
func (p *playground) newBots(game string) ([]byte, error) {
	all := map[string]map[string]string{}
	read := func(kind, folder, prefix string) error {
		all[kind] = map[string]string{}
		dir := os.DirFS(folder)
		return fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(dir, name)
			all[kind][prefix+name] = string(text)
			return err
		})
	}
	dir, err := os.MkdirTemp("", "new-bot")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, game+".exe")
	run := func(name string, words ...string) error {
		cmd := exec.Command(name, words...)
		cmd.Dir = p.root
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", cmd, err, text)
		}
		return nil
	}
	if err := run("go", "build", "-tags", "lean", "-o", program, "./"+game+"/cmd/"+game); err != nil {
		return nil, err
	}
	for _, kind := range []string{"python", "javascript", "aiplayer"} {
		if _, err := os.Stat(filepath.Join(p.root, game, "wire", "newbot", kind)); err != nil {
			continue
		}
		if err := run(program, "new-bot", kind, filepath.Join(dir, kind)); err != nil {
			return nil, err
		}
		if err := read(kind, filepath.Join(dir, kind), ""); err != nil {
			return nil, err
		}
	}
	if game == "pelita" {
		if err := read("library", filepath.Join(p.root, game, "wire", "python"), "/stand-in/"); err != nil {
			return nil, err
		}
	}
	return json.Marshal(all)
}

// offline adds the service worker, which has the version of all files: the hash over them.
func (p *playground) offline(context.Context) error {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(p.files[name]))
		sum.Write(p.files[name])
	}
	text, err := assets.ReadFile("assets/sw.js")
	p.files["play/sw.js"] = bytes.Replace(text, []byte("VERSION"), fmt.Appendf(nil, "%x", sum.Sum(nil)[:8]), 1)
	return err
}
