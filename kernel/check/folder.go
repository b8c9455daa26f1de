package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/match"
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

// Folder returns the player that is the bot in a folder.
func Folder(dir string) (spec string, err error) {
	for _, r := range runners {
		path := filepath.Join(dir, r.file)
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		return Runs(r.command, path), nil
	}
	return "", fmt.Errorf("no bot in the folder %s: want one of %s", dir, strings.Join(Mains(), ", "))
}

// Main returns the player that is a bot's main file, one of Mains; "" if the file is none.
func Main(path string) (spec string) {
	for _, r := range runners {
		if filepath.Base(path) == r.file {
			return Runs(r.command, path)
		}
	}
	return ""
}

// Runs returns the player that is a file which a command runs; "": it runs by itself. More arguments may be put behind it.
func Runs(command, path string) (spec string) {
	path = filepath.ToSlash(path)
	if !strings.Contains(path, "/") {
		path = "./" + path
	}
	return "exec:" + strings.TrimSpace(command+" '"+strings.ReplaceAll(path, "'", `'\''`)+"'")
}

// Spec returns the player that a word names: the bot in a folder, or else the word itself. A game may treat folders in its own
// way.
func Spec(game *match.Bound, word string) (spec string, err error) {
	if !IsFolder(word) {
		return word, nil
	}
	if spec, err = Folder(word); err != nil && game.Takes(word) {
		return word, nil
	}
	return spec, err
}

// Name returns the name in a table of the bot that a word names: a folder's name, or the word itself.
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
