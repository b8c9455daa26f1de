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
