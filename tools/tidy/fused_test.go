package tidy_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// fused matches an instruction of arm64 that multiplies and adds with one rounding, and the line that it comes from.
var fused = regexp.MustCompile(`\(([^()\s]+\.go:\d+)\)\s+FN?M(?:ADD|SUB)[DS]\s`)

// The same seed gives the same game on every processor. Go may fuse x*y + z on those that can, which rounds once instead of twice;
// a conversion, float64(x*y) + z, forbids that.
func TestNoFusedFloats(t *testing.T) {
	gametest.Long(t, "compiles rules and bots for arm64")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	tracked := checkout.Tracked(root)
	games, err := checkout.Games(tracked)
	if err != nil {
		t.Fatal(err)
	}
	packages := []string{"./kernel/arena/contest/league/..."}
	for _, game := range games {
		packages = append(packages, "./"+game, "./"+game+"/bot", "./"+game+"/referee")
	}
	build := exec.CommandContext(t.Context(), "go", append([]string{"build", "-gcflags=-S"}, packages...)...)
	build.Dir, build.Env = root, append(os.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "FADDD") {
		t.Fatalf("%v: %v, %d bytes without an addition of floats", build, err, len(out))
	}
	seen := map[string]bool{}
	for _, m := range fused.FindAllStringSubmatch(string(out), -1) {
		if place := m[1]; strings.HasPrefix(place, root) && !seen[place] {
			seen[place] = true
			at, _ := filepath.Rel(root, place)
			t.Errorf("%s: a product is fused with a sum on arm64: write x + float64(y*z)", at)
		}
	}
}

// ofProcessors matches functions of package math that some processors have instructions or code of their own for, whose last bit
// differs: 64-bit PCs and WebAssembly, for one.
var ofProcessors = regexp.MustCompile(`\bmath\.(Exp|Exp2|Log|Log2|Log10|Hypot|Sinh|Cosh|Tanh|Pow)\(`)

// The same seed gives the same game in a browser.
func TestNoMathOfProcessors(t *testing.T) {
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	tracked := checkout.Tracked(root)
	games, err := checkout.Games(tracked)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, game := range games {
		for _, room := range []string{"", "bot", "referee"} {
			files, err := fs.Glob(tracked, path.Join(game, room, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				text, err := fs.ReadFile(tracked, file)
				if err != nil {
					t.Fatal(err)
				}
				read++
				for n, line := range strings.Split(string(text), "\n") {
					if found := ofProcessors.FindString(line); found != "" && !strings.HasSuffix(file, "_test.go") {
						t.Errorf("%s:%d: %s) is not the same on all processors; want math.Expm1 or math.Log1p", file, n+1, found)
					}
				}
			}
		}
	}
	if read < 50 {
		t.Errorf("%d files: want those of all rules and bots", read)
	}
}
