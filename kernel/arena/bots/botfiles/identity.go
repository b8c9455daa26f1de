package botfiles

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// Identity says which version of a bot played, as a journal keeps it. The zero value is that of a person, or of a program on
// another machine.
//
// The files are those that were there at that moment: data that appears later, such as what the bot writes while it plays, is no
// part of it. A program that appears later is another bot, see Grown. Of a bot in a folder of its own, which is named as a folder
// or by a file called bot, they are all files but hidden ones and __pycache__. A file in any other folder may have other bots
// beside it: they are the files that the command names, and those of the folder that these mention by name.
//
// Time and memory are bounded, whatever lies there. Of a folder with more than 20,000 files and folders below it, or more than
// 2,000 files, only the files directly in it count; 8 MB are searched for names. Files are hashed, the smallest first, up to
// 256 MB in all; of those that are left the size and the time of the last change are taken, so that a copy of them counts as
// changed, and a change that keeps both is not seen.
type Identity struct {
	Version string            `json:"version,omitempty"` // of the program that bundles it
	Hash    string            `json:"hash,omitempty"`    // of the spec and the files
	Files   map[string]string `json:"files,omitempty"`   // a hash of each file, or its stamp, by its path
}

const (
	mostFiles    = 2000      // of a folder and all below it
	mostEntries  = 20_000    // files and folders there
	mostRead     = 4 << 20   // bytes of a file that is searched for names of other files
	mostSearched = 8 << 20   // bytes of all of them
	mostHashed   = 256 << 20 // bytes of all files of a bot
)

// Identify returns what the player that a spec names is now.
func Identify(spec string) Identity { return sum(spec, found(spec)) }

// found returns the files that the player that a spec names has now.
func found(spec string) map[string]bool {
	paths, runs := named(spec)
	files, left := map[string]bool{}, int64(mostSearched)
	for i, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			continue // it was there a moment ago
		}
		folder := path
		if !info.IsDir() {
			files[path] = true
			folder = filepath.Dir(path)
		}
		if runs && i == 0 && len(paths) > 1 { // it runs the others and is an installation
			continue
		}
		switch around := below(folder); {
		case info.IsDir() || strings.EqualFold(stem(path), "bot"):
			for _, other := range around {
				files[other] = true
			}
		default:
			mentioned(path, around, files, &left)
		}
	}
	return files
}

// wordsOf returns the words of the command that a spec has, such as exec:COMMAND. Some games have players that are named by their
// file or folder, alone or behind a prefix, as in kind:PATH#CLASS,name=value.
func wordsOf(spec string) []string {
	_, command, ok := strings.Cut(spec, ":")
	if _, err := os.Stat(spec); !ok || err == nil {
		return []string{spec}
	}
	words, err := proc.Split(command)
	if err != nil {
		return []string{spec}
	}
	if len(words) == 1 && !strings.HasPrefix(spec, "exec:") {
		if _, err := os.Stat(words[0]); err != nil {
			path, _, _ := strings.Cut(words[0], "#")
			path, _, _ = strings.Cut(path, ",")
			if _, err := os.Stat(path); err == nil {
				words[0] = path
			}
		}
	}
	return words
}

// named returns the files and folders that a spec names, and whether the first one is the program of its command.
func named(spec string) (paths []string, runs bool) {
	words := wordsOf(spec)
	for i, w := range words {
		if i > 0 && words[i-1] == "-m" { // a module of Python
			w = strings.ReplaceAll(w, ".", "/")
			if _, err := os.Stat(w); err != nil {
				w += ".py"
			}
		}
		tries := []string{w}
		if _, value, ok := strings.Cut(w, "="); ok { // of a flag, or of a parameter
			tries = append(tries, strings.Split(value, ",")...)
		}
		for _, path := range tries {
			info, err := os.Stat(path)
			if err != nil || info.IsDir() && i == 0 && len(words) > 1 || !info.IsDir() && !info.Mode().IsRegular() {
				continue
			}
			runs = runs || i == 0 && len(words) > 1
			paths = append(paths, path)
		}
	}
	return paths, runs
}

var errMany = errors.New("too many files")

// below returns the files in a folder, or only those directly in it if there are too many below. Folders with a journal hold
// games, and others hold what was installed: these are no part of a bot.
func below(folder string) (files []string) {
	entries := 0
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		entries++
		switch {
		case entries > mostEntries:
			return errMany
		case err != nil && path != folder:
			return nil // it cannot be read, so that the bot cannot read it either
		case err != nil:
			return err
		case path != folder && (e.Name()[0] == '.' || e.Name() == "__pycache__" || e.Name() == "node_modules"):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir():
			if path != folder && (isFile(filepath.Join(path, "journal.jsonl")) || isFile(filepath.Join(path, "pyvenv.cfg"))) {
				return fs.SkipDir
			}
			return nil
		}
		if isFile(path) {
			files = append(files, path)
		}
		if len(files) > mostFiles {
			return errMany
		}
		return nil
	})
	if !errors.Is(err, errMany) {
		return files
	}
	list, err := os.ReadDir(folder)
	if err != nil || len(list) > mostFiles {
		return nil
	}
	files = nil
	for _, e := range list {
		if path := filepath.Join(folder, e.Name()); e.Name()[0] != '.' && isFile(path) {
			files = append(files, path)
		}
	}
	return files
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// mentioned adds the files around one that it mentions, and those that these mention, and so on, until so many bytes were read.
func mentioned(path string, around []string, found map[string]bool, left *int64) {
	content, err := files.ReadOf(path, min(mostRead, *left))
	if err != nil {
		return
	}
	*left -= int64(len(content))
	words := map[string]bool{}
	isOther := func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for word := range bytes.FieldsFuncSeq(content, isOther) {
		words[string(word)] = true
	}
	for _, other := range around {
		isCode := slices.Contains(code, filepath.Ext(other))
		if !found[other] && (bytes.Contains(content, []byte(filepath.Base(other))) || isCode && words[stem(other)]) {
			found[other] = true
			mentioned(other, around, found, left)
		}
	}
}

// stem returns the name by which code names a file: without its end, and for the file that stands for its folder that folder's.
func stem(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if name == "__init__" || name == "index" {
		return filepath.Base(filepath.Dir(path))
	}
	return name
}

// code has the ends of names of files that are programs, or parts of them.
var code = strings.Fields(".py .pyx .pyd .so .js .mjs .cjs .ts .java .class .jar .exe .dll .dylib .sh .lua .rb .pl .c .cc .cpp .h .hpp .go .rs .cs .wasm")

// sum hashes the files of a player.
func sum(spec string, files map[string]bool) (id Identity) {
	if len(files) == 0 {
		return id
	}
	id.Files = map[string]string{}
	sizes := map[string]int64{}
	for path := range files {
		if info, err := os.Stat(path); err == nil {
			sizes[path] = info.Size()
		}
	}
	smallest := func(a, b string) int { return cmp.Or(cmp.Compare(sizes[a], sizes[b]), strings.Compare(a, b)) }
	left := int64(mostHashed)
	for _, path := range slices.SortedFunc(maps.Keys(sizes), smallest) {
		content := stamped + stamp(path)
		if left -= sizes[path]; left >= 0 {
			content = Sum(path)
		}
		if content != "" {
			id.Files[path] = content
		}
	}
	return id.Sealed(spec)
}

// Sealed returns the identity with the hash of its files.
func (id Identity) Sealed(spec string) Identity {
	all := sha256.New()
	fmt.Fprintf(all, "%q\n", spec)
	for _, path := range slices.Sorted(maps.Keys(id.Files)) {
		fmt.Fprintf(all, "%q %s\n", path, id.Files[path])
	}
	id.Hash = hex.EncodeToString(all.Sum(nil))[:16]
	return id
}

// Sum returns a hash of a file's content; "" if it cannot be read or is no file.
func Sum(path string) string {
	all := sha256.New()
	if add(all, func() (*os.File, error) { return files.Open(path) }) != nil {
		return ""
	}
	return hex.EncodeToString(all.Sum(nil))[:16]
}

// stamped begins what stands in place of the hash of a file that was not read.
const stamped = "stamp "

// Changed returns the files that are not as they were, in the order of their paths.
func (id Identity) Changed() (list []string) {
	left := int64(2 * mostHashed)
	for _, path := range slices.Sorted(maps.Keys(id.Files)) {
		if id.differs(path, &left) {
			list = append(list, path)
		}
	}
	return list
}

// Grown returns the programs that the player of a spec has now but did not have before: a new module beside a program can replace
// one from another folder.
func (id Identity) Grown(spec string) (list []string) {
	if len(id.Files) == 0 {
		return nil
	}
	for _, path := range slices.Sorted(maps.Keys(found(spec))) {
		if _, known := id.Files[path]; !known && isProgram(spec, path) && !id.compiles(path) {
			list = append(list, path)
		}
	}
	return list
}

// compiles reports whether a new file is what a bot that compiles itself makes of a file that it had: X.class or X$1.class of
// X.java, or X of X.c. Nothing else is compiled to a name that takes the place of another module.
func (id Identity) compiles(path string) bool {
	name := path
	switch filepath.Ext(path) {
	case ".class":
		name, _, _ = strings.Cut(strings.TrimSuffix(path, ".class"), "$")
	case "", ".exe":
		name = strings.TrimSuffix(path, ".exe")
	default:
		return false
	}
	for known := range id.Files {
		if ext := filepath.Ext(known); ext != "" && strings.TrimSuffix(known, ext) == name && slices.Contains(code, ext) {
			return true
		}
	}
	return false
}

// differs reports whether a file is not as it was. So many bytes are read at most: more than that there were not, so that a file
// counts as changed then.
func (id Identity) differs(path string, left *int64) bool {
	was := id.Files[path]
	if before, ok := strings.CutPrefix(was, stamped); ok {
		return stamp(path) != before
	}
	info, err := os.Stat(path)
	if err != nil {
		return true
	}
	if *left -= info.Size(); *left < 0 {
		*left = 0
		return true
	}
	return Sum(path) != was
}

// Programs returns the identity of the programs among the files. If it changes, somebody changed the bot: what a bot writes while
// it plays is not part of it.
func (id Identity) Programs(spec string) Identity {
	var data []string
	for path := range id.Files {
		if !isProgram(spec, path) {
			data = append(data, path)
		}
	}
	return id.Without(data).Sealed(spec)
}

// Stamp is the same as long as nobody writes to the files.
func (id Identity) Stamp() string {
	all := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(id.Files)) {
		fmt.Fprintf(all, "%q %s\n", path, stamp(path))
	}
	return hex.EncodeToString(all.Sum(nil))
}

// isProgram reports whether a file of the player that a spec names is a program, or a part of one. Any other may be data that a
// bot writes while it plays.
func isProgram(spec, path string) bool {
	paths, _ := named(spec)
	info, err := os.Stat(path)
	return slices.Contains(paths, path) || slices.Contains(code, filepath.Ext(path)) || err == nil && info.Mode()&0o111 != 0
}

// SameVersion reports whether the bots that programs of two versions bundle count as the same. A version that is not known, such
// as that of a program under development, counts as the same as any other.
func SameVersion(a, b string) bool {
	unknown := []string{"", "(devel)"}
	return a == b || slices.Contains(unknown, a) || slices.Contains(unknown, b)
}

// Watch watches files while bots play. The zero value is ready; it is not safe for concurrent use.
type Watch struct{ stamps map[string]string }

// Look returns the files that are not as they were, in the order of their paths: programs, which somebody else must have changed,
// and others, which the bot may have written. It is cheap as long as nobody writes to them.
func (w *Watch) Look(spec string, id Identity) (programs, others []string) {
	if w.stamps == nil {
		w.stamps = map[string]string{}
	}
	left := int64(2 * mostHashed)
	for _, path := range slices.Sorted(maps.Keys(id.Files)) {
		now := stamp(path)
		switch {
		case now == w.stamps[path]:
		case !id.differs(path, &left):
			w.stamps[path] = now
		case isProgram(spec, path):
			programs = append(programs, path)
		default:
			others = append(others, path)
		}
	}
	return programs, others
}

// stamp is the same as long as nobody writes to a file.
func stamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode())
}

// Without returns the identity without some files.
func (id Identity) Without(paths []string) Identity {
	id.Files = maps.Clone(id.Files)
	for _, path := range paths {
		delete(id.Files, path)
	}
	return id
}
