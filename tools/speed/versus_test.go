package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// A benchmark that takes four times as long as at another commit is reported, and one that is faster is not. A busy machine can
// hold up a benchmark by a tenth of a second, so that the short one, Same, is not checked.
func TestVersus(t *testing.T) {
	gametest.Long(t, "builds and measures benchmarks of several commits")
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	benchmarks := func(slow string) {
		write("toy/toy_test.go", "package toy\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\n"+
			"func BenchmarkSame(b *testing.B) {\n\tfor b.Loop() {\n\t\ttime.Sleep(20 * time.Millisecond)\n\t}\n}\n\n"+
			"func BenchmarkSlow(b *testing.B) {\n\tfor b.Loop() {\n\t\ttime.Sleep("+slow+" * time.Millisecond)\n\t}\n}\n")
	}
	write("go.work", "go 1.26.0\n\nuse ./toy\n")
	write("toy/go.mod", "module example.org/toy\n\ngo 1.26.0\n")
	write("toy/toy.go", "package toy\n")
	benchmarks("150")
	for _, words := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@example.org commit -q -m then"} {
		if text, err := exec.Command("git", append([]string{"-C", root}, strings.Fields(words)...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", words, err, text)
		}
	}
	benchmarks("600")
	var table bytes.Buffer
	err := versus(t.Context(), &table, io.Discard, root, []string{"toy"}, "HEAD", "1x", 2)
	if err == nil || !strings.Contains(err.Error(), "slower than at HEAD: ") || !strings.Contains(err.Error(), "example.org/toy: Slow") {
		t.Errorf("%v, want the benchmark that is slower\n%s", err, &table)
	}
	benchmarks("1")
	if err := versus(t.Context(), io.Discard, io.Discard, root, []string{"toy"}, "HEAD", "1x", 2); err != nil && strings.Contains(err.Error(), "Slow") {
		t.Error(err)
	}
	err = versus(t.Context(), io.Discard, io.Discard, root, []string{"toy"}, "no-such-commit", "1x", 1)
	if err == nil || !strings.Contains(err.Error(), "flag --vs: ") || !strings.Contains(err.Error(), "no-such-commit") {
		t.Errorf("%v, want the flag and the commit", err)
	}
}
