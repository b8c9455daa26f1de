package wire

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// course is a stand-in for the client library of the course COSC 322, which speaks our line JSON.
//
//go:embed cosc322
var course embed.FS

// Student is a player written for the library of the course COSC 322 (University of British Columbia), in a Java process of its
// own: a source file, a class file, a jar, or a folder with one of these, such as a Maven project. What must be compiled is
// compiled when the first game begins, and kept in the user's cache.
type Student struct {
	*jsonl.Bot[amazons.View, amazons.Move]
	Path       string // absolute
	Class      string // "": found
	WhiteFirst bool   // it takes the side that begins for White; the course's server has Black begin
	Input      string // what it reads from its standard input, lines separated by a slash

	failed    error // why it could not be prepared
	temporary []string
}

// Suits returns why the course's library cannot show a start.
func (s *Student) Suits(start string) error {
	p, err := amazons.ParsePosition(start)
	if err == nil && (p.Size() != 10 || p.ArrowRange() != 0) {
		err = errors.New("the course's library knows only the board of 10 x 10 and arrows without a limit")
	}
	return err
}

// Hello implements the interface of a player that says its name before there is a game.
func (s *Student) Hello(ctx context.Context) {
	if s.prepare(ctx) == nil {
		s.Bot.Hello(ctx)
	}
}

// Open compiles the player, unless that was done, and starts it.
func (s *Student) Open(ctx context.Context, g turn.Game) error {
	if err := s.prepare(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return turn.Faultf(turn.NeverStarted, "%v", err)
	}
	return s.Bot.Open(ctx, g)
}

// Close ends the player, and removes what was compiled if there is no cache.
func (s *Student) Close() error {
	err := s.Bot.Close()
	for _, dir := range s.temporary {
		os.RemoveAll(dir)
	}
	s.temporary, s.Command, s.failed = nil, nil, nil
	return err
}

// prepare compiles what must be compiled and makes the command.
func (s *Student) prepare(ctx context.Context) error {
	if s.Command != nil || s.failed != nil {
		return s.failed
	}
	err := s.build(ctx)
	if err != nil && ctx.Err() == nil {
		s.failed = err
	}
	return err
}

func (s *Student) build(ctx context.Context) error {
	java, javac, err := findJava()
	if err != nil {
		return err
	}
	c := &compiler{javac: javac, student: s}
	var library []string
	err = fs.WalkDir(course, "cosc322", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			library = append(library, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	api, _, err := c.compile(ctx, course.ReadFile, library, "", nil)
	if err != nil {
		return fmt.Errorf("the stand-in for the course's library: %w", err)
	}
	p, err := s.project()
	if err != nil {
		return err
	}
	leftOut := ""
	if len(p.sources) > 0 {
		read := func(path string) ([]byte, error) { return files.ReadOf(path, maxSource) }
		if p.classes, leftOut, err = c.compile(ctx, read, p.sources, p.folder, append([]string{api}, p.jars...)); err != nil {
			return err
		}
	}
	path := append([]string{api, p.classes}, append(p.resources, p.jars...)...)
	white := "black"
	if s.WhiteFirst {
		white = "white"
	}
	s.Command = []string{
		java, "-Djava.awt.headless=true", "-Djava.system.class.loader=gridiron.Loader", "-XX:-UsePerfData",
		"-cp", strings.Join(path, string(filepath.ListSeparator)),
		"-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings", "-XX:+DisplayVMOutputToStderr",
	}
	if isFile(filepath.Join(filepath.Dir(java), "..", "lib", "modules")) { // Java 9 or newer, which also logs to standard output
		s.Command = append(s.Command, "-Xlog:disable", "-Xlog:all=warning:stderr")
	}
	o := &s.Options
	if o.Jail.Wanted() {
		o.Jail.Read = append(slices.Clone(o.Jail.Read), api, p.classes)
		o.Jail.Read = append(o.Jail.Read, p.jars...)
		most := cmp.Or(o.Jail.Memory, proc.DefaultMemory) >> 20
		s.Command = append(s.Command, fmt.Sprintf("-Xmx%dm", most*3/4)) // the machine takes some for itself
	}
	o.Folder, o.Dir = p.folder, p.folder
	s.Command = append(s.Command, "gridiron.Course", p.classes, cmp.Or(s.Class, p.class), p.main, white, s.Input, leftOut)
	return nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

const (
	maxSource  = 4 << 20 // bytes of a source file
	maxSources = 2000    // files
)

// project is what there is of a player.
type project struct {
	folder    string   // where it works
	sources   []string // to be compiled
	classes   string   // a folder or a jar; with sources: to be filled in
	resources []string // folders in which it may find more files by Java's means
	jars      []string // libraries
	class     string   // of a player that was named by its file; may lack the package
	main      string   // the main class that the project names, if any
}

// project finds the files of the player.
func (s *Student) project() (p project, err error) {
	info, err := os.Stat(s.Path)
	if err != nil {
		return p, err
	}
	p.folder = filepath.Dir(s.Path)
	name := strings.TrimSuffix(filepath.Base(s.Path), filepath.Ext(s.Path))
	switch ext := filepath.Ext(s.Path); {
	case info.IsDir():
		p.folder = s.Path
		return p, p.walk()
	case ext == ".jar":
		p.classes = s.Path
	case ext == ".java":
		text, err := files.ReadOf(s.Path, maxSource)
		if err != nil {
			return p, err
		}
		p.class = name
		if m := packageLine.FindSubmatch(text); m != nil {
			p.class = string(m[1]) + "." + name
		}
		root := above(s.Path, p.class)
		if err := p.walkSources(root); err != nil {
			return p, err
		}
		p.resources = []string{root}
	case ext == ".class":
		code, err := files.ReadOf(s.Path, maxSource)
		if err != nil {
			return p, err
		}
		// Its name is in it, with the package: as much of the path as fits.
		for dir := p.folder; ; dir = filepath.Dir(dir) {
			if rel, err := filepath.Rel(dir, s.Path); err == nil {
				if rel = strings.TrimSuffix(filepath.ToSlash(rel), ext); strings.Contains(string(code), rel) {
					p.class = strings.ReplaceAll(rel, "/", ".")
				}
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
		p.classes = above(s.Path, p.class)
	default:
		return p, fmt.Errorf("%s is not a player: want a folder, or a file that ends in .java, .class or .jar", s.Path)
	}
	p.jars, _ = filepath.Glob(filepath.Join(filepath.Dir(s.Path), "*.jar"))
	p.jars = slices.DeleteFunc(p.jars, func(jar string) bool { return jar == s.Path })
	return p, nil
}

// projectFiles may name the main class: those of Maven and Gradle, and manifests as IntelliJ keeps them.
var projectFiles = []string{
	"pom.xml", "build.gradle", "build.gradle.kts",
	"META-INF/MANIFEST.MF", "src/META-INF/MANIFEST.MF", "src/main/resources/META-INF/MANIFEST.MF",
}

var (
	packageLine = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)
	mainClass   = regexp.MustCompile(`(?:mainClass>|mainClass(?:Name)?\s*(?:=|\.set\()\s*["']|Main-Class:)\s*([A-Za-z_][\w.$]*)`)
	dependency  = regexp.MustCompile(`(?s)<dependency>(.*?)</dependency>`)
	coordinates = regexp.MustCompile(`<(groupId|artifactId|version)>\s*([\w.-]+)\s*</`)
)

// above returns the folder above the packages of a class, given its file; the file's own folder if it is not where its package
// says.
func above(path, class string) string {
	dir := filepath.Dir(path)
	words := strings.Split(class, ".")
	inside := filepath.Join(words[:len(words)-1]...)
	if root, ok := strings.CutSuffix(dir, string(filepath.Separator)+inside); ok && inside != "" {
		return root
	}
	return dir
}

// walk finds the files of a folder.
func (p *project) walk() error {
	if err := p.walkSources(p.folder); err != nil {
		return err
	}
	at := func(names ...string) string { return filepath.Join(append([]string{p.folder}, names...)...) }
	for _, name := range projectFiles {
		text, err := files.ReadOf(at(filepath.FromSlash(name)), maxSource)
		if err != nil {
			continue
		}
		if m := mainClass.FindSubmatch(text); m != nil && p.main == "" {
			p.main = string(m[1])
		}
		if name == "pom.xml" {
			p.jars = append(p.jars, dependencies(string(text))...)
		}
	}
	p.resources = []string{p.folder, at("src"), at("src", "main", "java"), at("src", "main", "resources")}
	if len(p.sources) > 0 {
		return nil
	}
	for _, dir := range []string{at("target", "classes"), at("build", "classes", "java", "main"), at("bin"), p.folder} {
		if hasClasses(dir) {
			p.classes = dir
			return nil
		}
	}
	if len(p.jars) != 1 {
		return fmt.Errorf("in the folder %s there are no .java and .class files, and %d .jar files: name the player's file",
			p.folder, len(p.jars))
	}
	p.classes, p.jars = p.jars[0], nil
	return nil
}

// walkSources finds the sources and jars of a folder. Tests are left out, and what was built.
func (p *project) walkSources(root string) error {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		name := e.Name()
		switch {
		case err != nil:
			return err
		case path != root && e.IsDir() && (name[0] == '.' || strings.HasSuffix(filepath.ToSlash(path), "/src/test")):
			return fs.SkipDir
		case filepath.Ext(name) == ".jar" && isFile(path):
			p.jars = append(p.jars, path)
		case filepath.Ext(name) == ".java" && name != "module-info.java" && isFile(path) && !built(root, path):
			p.sources = append(p.sources, path)
		}
		if len(p.sources)+len(p.jars) > maxSources {
			return fmt.Errorf("more than %d sources and libraries in %s: name the folder of one player", maxSources, root)
		}
		return nil
	})
}

// built reports whether a file is in a folder that a build tool makes.
func built(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	words := strings.Split(filepath.ToSlash(rel), "/")
	return err == nil && (slices.Contains(words, "target") || slices.Contains(words, "build"))
}

func hasClasses(dir string) bool {
	found := errors.New("found")
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".class" {
			return found
		}
		return nil
	}) != nil
}

// dependencies returns the jars of a Maven project that are on this machine.
func dependencies(pom string) (jars []string) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	for _, d := range dependency.FindAllStringSubmatch(pom, -1) {
		of := map[string]string{}
		for _, c := range coordinates.FindAllStringSubmatch(d[1], -1) {
			of[c[1]] = c[2]
		}
		rel := filepath.Join(strings.ReplaceAll(of["groupId"], ".", "/"), of["artifactId"], of["version"],
			of["artifactId"]+"-"+of["version"]+".jar")
		if jar := filepath.Join(home, ".m2", "repository", rel); !strings.Contains(rel, "..") && isFile(jar) {
			jars = append(jars, jar)
		}
	}
	return jars
}
