package proc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"
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
