package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// runners say how the bot in a folder is started, by the name of its file.
var runners = []struct{ file, command string }{
	{"bot.py", "python3"}, {"bot.js", "node"}, {"Bot.java", "java"}, {"bot", ""}, {"bot.exe", ""},
}

// Mains returns the file names by which the bot in a folder is found; the first file that exists is the bot.
func Mains() (list []string) {
	for _, r := range runners {
		list = append(list, r.file)
	}
	return list
}

// Folder returns the spec of the bot in a folder.
func Folder(dir string) (spec string, err error) {
	for _, file := range Mains() {
		path := filepath.Join(dir, file)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return Main(path), nil
		}
	}
	return "", fmt.Errorf("the folder %s contains no bot: want one of the files %s", dir, strings.Join(Mains(), ", "))
}

// Main returns the spec of a bot by its main file, one of Mains; "" if the file is not one of them.
func Main(path string) (spec string) {
	for _, r := range runners {
		if filepath.Base(path) == r.file {
			return Runs(r.command, path)
		}
	}
	return ""
}

// Runs returns the spec of a file that a command runs; with the command "", the file itself is the program. Arguments may be
// appended to the spec.
func Runs(command, path string) (spec string) {
	path = filepath.ToSlash(path)
	if !strings.Contains(path, "/") {
		path = "./" + path
	}
	return "exec:" + strings.TrimSpace(command+" '"+strings.ReplaceAll(path, "'", `'\''`)+"'")
}

// Spec returns the spec of the player that a word names: the bot in a folder, or else the word itself. A game may have its own
// use for a folder without a bot.
func Spec(game *match.Bound, word string) (spec string, err error) {
	if !IsFolder(word) {
		return word, nil
	}
	if spec, err = Folder(word); err != nil && game.Takes(word) {
		return word, nil
	}
	return spec, err
}

// Name returns the name that tables show for the bot that a word names: the folder's name, or the word itself.
func Name(word string) string {
	if path, err := filepath.Abs(word); err == nil && IsFolder(word) {
		return filepath.Base(path)
	}
	return word
}

// IsFolder reports whether a word is the path of a folder.
func IsFolder(word string) bool {
	info, err := os.Stat(word)
	return err == nil && info.IsDir()
}
