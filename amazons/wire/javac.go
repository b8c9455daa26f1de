package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// findJava returns the programs of a JDK: that of JAVA_HOME, or else of PATH.
func findJava() (java, javac string, err error) {
	const advice = "; install a JDK, 8 or newer, such as Debian's openjdk-17-jdk-headless, or set JAVA_HOME to the folder of one"
	exe := ""
	if runtime.GOOS == "windows" {
		exe = ".exe"
	}
	if home := os.Getenv("JAVA_HOME"); home != "" {
		javac = filepath.Join(home, "bin", "javac"+exe)
		if _, err := os.Stat(javac); err != nil {
			return "", "", fmt.Errorf("JAVA_HOME is %q, where there is no bin/javac%s", home, advice)
		}
	} else if javac, err = exec.LookPath("javac"); err != nil {
		if java, err = exec.LookPath("java"); err == nil {
			return "", "", fmt.Errorf("there is only a JRE, %s, and no javac to compile with%s", java, advice)
		}
		return "", "", errors.New("there is no Java: neither java nor javac is on PATH" + advice)
	}
	if javac, err = filepath.Abs(javac); err != nil {
		return "", "", err
	}
	at, err := filepath.EvalSymlinks(javac)
	if err != nil {
		return "", "", err
	}
	if java = filepath.Join(filepath.Dir(at), "java"+exe); !isFile(java) {
		java, err = exec.LookPath("java")
	}
	return java, javac, err
}

// compiler compiles Java, in a jail if its student wants one.
type compiler struct {
	javac   string
	student *Student
}

// leftOutFile is beside compiled classes and says what could not be compiled.
const leftOutFile = "left-out.txt"

// compile compiles sources, and returns the folder of the classes. What was compiled before is in the user's cache. Students
// leave unfinished files beside their player, and tests of libraries that are not here: what cannot be compiled is left out, with
// what needs it. It is an error only if nothing remains.
func (c *compiler) compile(
	ctx context.Context, read func(string) ([]byte, error), sources []string, folder string, libraries []string,
) (classes, leftOut string, err error) {
	sum := sha256.New()
	info, err := os.Stat(c.javac)
	if err != nil {
		return "", "", err
	}
	fmt.Fprintf(sum, "%q %d %v\n", c.javac, info.Size(), info.ModTime())
	for _, path := range libraries {
		if info, err = os.Stat(path); err != nil {
			return "", "", err
		}
		fmt.Fprintf(sum, "%q %d %v\n", path, info.Size(), info.ModTime())
	}
	encoding := "UTF-8"
	texts := make([][]byte, len(sources))
	for i, path := range sources {
		if texts[i], err = read(path); err != nil {
			return "", "", err
		}
		if !utf8.Valid(texts[i]) {
			encoding = "windows-1252" // there is no text that is not in it
		}
		fmt.Fprintf(sum, "%q %d\n", strings.TrimPrefix(path, folder), len(texts[i]))
		sum.Write(texts[i])
	}
	dir, err := c.kept(hex.EncodeToString(sum.Sum(nil))[:16], func(staging string) error {
		if folder == "" { // the files are our own
			folder = filepath.Join(staging, "source")
			for i, path := range sources {
				own := filepath.Join(folder, filepath.FromSlash(path))
				if err := os.MkdirAll(filepath.Dir(own), 0o755); err != nil {
					return err
				}
				if err := os.WriteFile(own, texts[i], 0o644); err != nil {
					return err
				}
				sources[i] = own
			}
		}
		leftOut, err := c.rounds(ctx, staging, sources, folder, encoding, libraries)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(staging, leftOutFile), []byte(leftOut), 0o644)
	})
	if err != nil {
		return "", "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, leftOutFile))
	return filepath.Join(dir, "classes"), string(text), err
}

// kept returns the folder of that name in the user's cache. If it is not there, fill fills it; another process may do the same.
func (c *compiler) kept(name string, fill func(staging string) error) (dir string, err error) {
	base, err := os.UserCacheDir()
	if err == nil {
		base = filepath.Join(base, "gridiron")
		err = os.MkdirAll(base, 0o755)
	}
	dir = filepath.Join(base, "cosc322-"+name)
	if _, missing := os.Stat(dir); err == nil && missing == nil {
		return dir, nil
	}
	staging := ""
	if err == nil {
		staging, err = os.MkdirTemp(base, "new-")
	}
	cached := err == nil
	if !cached {
		if staging, err = os.MkdirTemp("", "gridiron-cosc322-"); err != nil {
			return "", err
		}
		c.student.temporary = append(c.student.temporary, staging)
	}
	if err = fill(staging); err != nil {
		os.RemoveAll(staging)
		return "", err
	}
	if !cached {
		return staging, nil
	}
	if err = os.Rename(staging, dir); err != nil {
		os.RemoveAll(staging)
		if _, missing := os.Stat(dir); missing == nil { // another process was faster
			err = nil
		}
	}
	return dir, err
}

// errorLine is how javac reports what is wrong.
var errorLine = regexp.MustCompile(`(?m)^(.+\.java):(\d+): error: (.*)$`)

// rounds compiles, and again without the files that have errors, until there are none.
func (c *compiler) rounds(
	ctx context.Context, staging string, sources []string, folder, encoding string, libraries []string,
) (leftOut string, err error) {
	classes := filepath.Join(staging, "classes")
	err = os.Mkdir(classes, 0o755)
	if err == nil { // in a jail, another user may write; the folder around it is closed to others meanwhile
		err = os.Chmod(classes, 0o777)
	}
	if err != nil {
		return "", err
	}
	defer os.Chmod(classes, 0o755)
	first, all := "", len(sources)
	for {
		arguments := []string{"-proc:none", "-nowarn", "-implicit:none", "-encoding", encoding, "-d", classes}
		if len(libraries) > 0 {
			arguments = append(arguments, "-cp", strings.Join(libraries, string(filepath.ListSeparator)))
		}
		arguments = append(arguments, "-sourcepath", classes) // not the class path
		said, well, err := c.run(ctx, classes, folder, append(arguments, sources...), libraries)
		if err != nil {
			return "", err
		}
		wrong := map[string]bool{}
		for _, m := range errorLine.FindAllStringSubmatch(said, -1) {
			wrong[m[1]] = true
			if first == "" {
				if rel, err := filepath.Rel(folder, m[1]); err == nil {
					m[1] = rel
				}
				first = fmt.Sprintf("%s:%s: %s", m[1], m[2], m[3])
				if strings.HasPrefix(m[3], "package ") && strings.HasSuffix(m[3], "does not exist") {
					first += " (is it a library? put its .jar into the player's folder; mvn dependency:copy-dependencies does that)"
				}
			}
		}
		switch left := slices.DeleteFunc(slices.Clone(sources), func(path string) bool { return wrong[path] }); {
		case well && len(sources) == all:
			return "", nil
		case well:
			return fmt.Sprintf("%d of %d files, which do not compile, the first error: %s", all-len(sources), all, first), nil
		case len(left) == 0:
			return "", fmt.Errorf("it does not compile: %s", first)
		case len(left) == len(sources):
			lines := strings.Split(strings.TrimSpace(said), "\n")
			return "", fmt.Errorf("javac fails: %s", clean.Line(lines[len(lines)-1], 200))
		default:
			sources = left
		}
	}
}

// run runs javac and returns what it said.
func (c *compiler) run(
	ctx context.Context, classes, folder string, arguments, libraries []string,
) (said string, well bool, err error) {
	var text strings.Builder
	for _, a := range arguments {
		fmt.Fprintf(&text, "\"%s\"\n", strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a))
	}
	list := filepath.Join(filepath.Dir(classes), "arguments.txt")
	if err := os.WriteFile(list, []byte(text.String()), 0o644); err != nil {
		return "", false, err
	}
	o := proc.Options{Patience: c.student.Options.Patience, Dir: classes}
	if len(libraries) > 0 { // not our own
		o.Launcher, o.Jail, o.Folder = c.student.Options.Launcher, c.student.Options.Jail, folder
		o.Jail.Write = append(slices.Clone(o.Jail.Write), classes)
		o.Jail.Read = append(append(slices.Clone(o.Jail.Read), list), libraries...)
	}
	program, err := proc.StartWith([]string{c.javac, "-J-Duser.language=en", "-J-XX:-UsePerfData", "@" + list}, o)
	if err != nil {
		return "", false, fmt.Errorf("javac: %w", err)
	}
	defer program.Close(0)
	within, cancel := program.Patience(ctx, o.Starting())
	defer cancel()
	for {
		select {
		case line := <-program.Lines:
			if line.Err == nil {
				continue
			}
			<-program.Exited()
		case <-program.Exited():
		case <-within.Done():
			if ctx.Err() != nil {
				return "", false, ctx.Err()
			}
			return "", false, fmt.Errorf("javac did not finish within %v", o.Starting())
		}
		status := program.Status()
		return program.Stderr(), status == "exit status 0", nil
	}
}
