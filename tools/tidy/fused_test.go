package tidy

import (
	"os"
	"os/exec"
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
