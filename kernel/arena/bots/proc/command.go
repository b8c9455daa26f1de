package proc

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// Split splits a command line into words by the quoting rules of a POSIX shell, on every system, without starting a shell. On
// Windows a backslash before a letter or digit separates folders.
func Split(command string) ([]string, error) {
	quoted := command
	if runtime.GOOS == "windows" {
		quoted = keepFolders(command)
	}
	words, err := shellquote.Split(quoted)
	if err != nil {
		return nil, fmt.Errorf("command %q: %s", command, strings.ToLower(err.Error()))
	}
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	return words, nil
}

// keepFolders quotes the backslashes of a command line that separate folders, as in bots\first.exe.
func keepFolders(command string) string {
	var b strings.Builder
	literal := false // between single quotes, where a backslash is literal
	for i := 0; i < len(command); i++ {
		c := command[i]
		b.WriteByte(c)
		if c == '\'' {
			literal = !literal
		}
		if c != '\\' || literal || i+1 == len(command) {
			continue
		}
		next := rune(command[i+1])
		if next >= utf8.RuneSelf || unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune("._-", next) {
			b.WriteByte('\\')
		} else { // it quotes what follows
			i++
			b.WriteByte(command[i])
		}
	}
	return b.String()
}

// Join writes words as a command line that Split reads.
func Join(words ...string) string { return shellquote.Join(words...) }

// regular returns an error if the program, or another word of its command that names something in the program's own folder, is a
// pipe, a socket or a device: it, or we, would wait for that for ever. What the user names elsewhere may be one.
func (o *Options) regular(words []string) error {
	folder, err := filepath.Abs(cmp.Or(o.Folder, Folder(words)))
	if err != nil {
		return err
	}
	for i, word := range words {
		path := word
		if i == 0 {
			path, _ = exec.LookPath(word) // of a file in this folder it returns the name, with an error
		} else if abs, err := filepath.Abs(word); err != nil || !ofPlayer(abs, folder) {
			continue
		}
		if err := files.Check(path); err != nil {
			return err
		}
	}
	return nil
}

// ofPlayer reports whether a path is in the folder of a program, which is not one with pipes and devices for everybody.
func ofPlayer(path, folder string) bool {
	below := func(folder string) bool {
		return strings.HasPrefix(path, filepath.Clean(folder)+string(filepath.Separator))
	}
	return below(folder) && !below("/dev") && !below("/proc")
}

// interpreters run files that are not programs by themselves.
var interpreters = map[string]string{".py": "python3", ".js": "node", ".jar": "java -jar"}

// RunsFile returns the command that runs a file, as Split reads it; "" if the name is not that of a program file. The error says
// that there is no such file.
func RunsFile(spec string) (command string, err error) {
	info, err := os.Stat(spec)
	interpreter := interpreters[filepath.Ext(spec)]
	switch {
	case interpreter != "":
		return interpreter + " " + Join(spec), err
	case err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0:
		return "", nil
	case !strings.ContainsAny(spec, `/\`):
		spec = "./" + spec
	}
	return Join(spec), nil
}

// advise adds to the error of a program that could not be started how a file of its name is started, if there is one.
func advise(words []string, err error) error {
	if !errors.Is(err, exec.ErrNotFound) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	command, missing := RunsFile(words[0])
	if missing != nil || command == "" {
		return err
	}
	return fmt.Errorf("%w; the command that runs this file is: %s", err, strings.TrimSpace(command+" "+Join(words[1:]...)))
}
