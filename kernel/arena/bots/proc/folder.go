package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// SystemFolders hold programs and libraries; every program may read them.
var SystemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"}

// Within reports whether path is one of the paths in above, or below one of them.
func Within(path string, above []string) bool {
	return slices.ContainsFunc(above, func(a string) bool { return path == a || strings.HasPrefix(path, a+"/") })
}

// Folder guesses the folder of a program from its command line. That is the folder of the first word that names a file outside
// the system, or the first word after the program that names a folder. For a shell's -c it checks the words of the script. In the
// working directory, a word may also be a Python module after -m, or a Java class. Folder returns "" if no word fits, as for a
// program of the system without arguments.
func Folder(command []string) string {
	for i, word := range command {
		info, err := os.Stat(word)
		switch {
		case err != nil && i > 0:
			if dir := folderBehind(command[0], command[i-1], word); dir != "" {
				return dir
			}
		case err != nil || i == 0 && !strings.ContainsRune(word, filepath.Separator):
		case !info.IsDir() && (systemPath(word) || i > 0 && beside(command[0], word)): // after env or nice, for example
		case info.IsDir() && i > 0:
			return word
		case !info.IsDir():
			return filepath.Dir(word)
		}
	}
	return ""
}

// folderBehind guesses the folder from a word that is not a path but names a file to the program.
func folderBehind(program, before, word string) string {
	exists := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			_, err := os.Stat(name)
			return err == nil
		})
	}
	name := filepath.Base(program)
	switch {
	case before == "-c" && strings.HasSuffix(name, "sh"):
		const between = " \t\n'\"`;&|<>()"
		words := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(between, r) })
		return Folder(append([]string{""}, words...))
	case before == "-m" && strings.HasPrefix(name, "py"):
		if path := strings.ReplaceAll(word, ".", "/"); exists(path, path+".py") {
			return "."
		}
	case strings.HasPrefix(name, "java") && exists(word+".class"):
		return "."
	}
	return ""
}

// systemPath reports whether a program belongs to the system or to an installation, and so not to the player.
func systemPath(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	return Within(abs, SystemFolders) || Installed(abs) != nil
}

// beside reports whether a file is in the folder of an interpreter's installation: a tool that was installed there.
func beside(interpreter, path string) bool {
	abs, err := filepath.Abs(interpreter)
	return err == nil && filepath.Dir(interpreter) == filepath.Dir(path) && Installed(abs) != nil
}

// Interpreters are names of programs that run the files of players. Where PATH finds them, every program may use them.
var Interpreters = func() []string {
	list := []string{
		"python3", "python", "pypy3", "pypy", "node", "deno", "bun", "java", "ruby", "perl", "lua", "luajit", "julia", "Rscript", "php", "racket",
		"go", "sh", "bash", "dash", "zsh",
	}
	for minor := 6; minor < 25; minor++ {
		list = append(list, fmt.Sprint("python3.", minor))
	}
	return list
}()

// Installed returns the files to show in a jail if the program that the user named belongs to an installation, otherwise nil. A
// player could make its folder look like an installation. So the program must have the name of an interpreter, or be on PATH.
func Installed(program string) []string {
	dir, name := filepath.Split(program)
	dir = filepath.Clean(dir)
	if !slices.Contains(Interpreters, name) && !slices.Contains(filepath.SplitList(os.Getenv("PATH")), dir) {
		return nil
	}
	return Installation(dir)
}

// marks are names that an installation of a language has in its folder, as patterns.
var marks = []string{
	"pyvenv.cfg", "conda-meta", "lib/python*", "lib64/python*", "libexec/pyenv", "include/node", "lib/modules", "lib/tools.jar", "pkg/tool", "lib/rustlib",
	"lib/ruby", "lib/julia",
}

// Installation returns what to show of the installation of a language, given the folder of its programs: /home/me/venv for
// /home/me/venv/bin. It is nil for other folders.
func Installation(bin string) []string {
	root := filepath.Dir(bin)
	home, _ := os.UserHomeDir()
	if base := filepath.Base(bin); base != "bin" && base != "shims" && base != "Scripts" || root == "/" || root == home {
		return nil
	}
	if root == filepath.Join(home, ".local") { // it also holds keys and mail
		return []string{filepath.Join(root, "bin"), filepath.Join(root, "lib")}
	}
	for _, mark := range marks {
		if found, err := filepath.Glob(filepath.Join(root, mark)); err == nil && len(found) > 0 {
			return []string{root}
		}
	}
	return nil
}
