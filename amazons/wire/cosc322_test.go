package wire

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDependencies finds the libraries of a Maven project that are on the machine.
func TestDependencies(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	jar := filepath.Join(home, ".m2", "repository", "org", "apache", "commons", "commons-math3", "3.6", "commons-math3-3.6.jar")
	for _, path := range []string{jar, filepath.Join(home, ".m2", "x", "..", "y-..", "y.jar")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := dependencies(`<project><groupId>ubc.cosc322</groupId><dependencies>
		<dependency><groupId>ubc-yong-gao</groupId><artifactId>ygraph-ai-smartfox-client</artifactId><version>2.1</version></dependency>
		<dependency>
			<groupId> org.apache.commons </groupId>
			<artifactId>commons-math3</artifactId>
			<version>3.6</version>
		</dependency>
		<dependency><groupId>org.apache.commons</groupId><artifactId>commons-math3</artifactId><version>${math}</version></dependency>
		<dependency><groupId>..</groupId><artifactId>y</artifactId><version>..</version></dependency>
		</dependencies></project>`)
	if diff := cmp.Diff([]string{jar}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAbove finds where the packages of a file begin.
func TestAbove(t *testing.T) {
	for _, tt := range []struct{ path, class, want string }{
		{"/p/src/a/b/C.java", "a.b.C", "/p/src"},
		{"/p/src/C.java", "C", "/p/src"},
		{"/p/src/C.java", "a.b.C", "/p/src"}, // not where its package says
	} {
		if got := above(filepath.FromSlash(tt.path), tt.class); got != filepath.FromSlash(tt.want) {
			t.Errorf("above(%s, %s) = %s, want %s", tt.path, tt.class, got, tt.want)
		}
	}
}

// TestMainClass finds the main class that a project names.
func TestMainClass(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"pom.xml", "<configuration>\n<mainClass>ubc.cosc322.Main</mainClass>\n</configuration>", "ubc.cosc322.Main"},
		{"pom.xml", "<mainClass>\n  Main\n</mainClass>", "Main"},
		{"pom.xml", "<exec.mainClass>a.B</exec.mainClass> <mainClass>${exec.mainClass}</mainClass>", "a.B"},
		{"pom.xml", "<mainClass>${exec.mainClass}</mainClass>\n<name>x</name>", ""},
		{"pom.xml", "<project></project>", ""},
		{"build.gradle", "application {\n\tmainClass = 'a.b.Main'\n}", "a.b.Main"},
		{"build.gradle", "mainClassName = \"a.b.Main\"", "a.b.Main"},
		{"build.gradle", "jar { manifest { attributes 'Main-Class': 'a.B' } }", ""},
		{"build.gradle.kts", "application { mainClass.set(\"a.b.Main\") }", "a.b.Main"},
		{"src/META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMain-Class: a.b.Main\n", "a.b.Main"},
		{"META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMain-Class: a.b.Main$Inner\r\n\r\n", "a.b.Main$Inner"},
		{"notes.txt", "Main-Class: a.B", ""},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{tt.file: tt.text, "Player.java": "class Player {}"} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if p, err := (&Student{Path: dir}).project(); err != nil || p.main != tt.want {
			t.Errorf("%s, %q: %q, %v, want %q", tt.file, tt.text, p.main, err, tt.want)
		}
	}
}
