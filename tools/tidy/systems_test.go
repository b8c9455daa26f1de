package tidy_test

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// Every package and its tests must compile on other systems. Types are checked from source: `go vet` would compile all that is
// imported for each system, which takes twenty times as long.
func TestOtherSystems(t *testing.T) {
	gametest.Long(t, "checks the types of everything for four systems")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range [][2]string{{"darwin", "arm64"}, {"darwin", "amd64"}, {"windows", "amd64"}, {"linux", "arm64"}} {
		list, err := packages.Load(&packages.Config{
			Mode:    packages.LoadAllSyntax,
			Context: t.Context(),
			Dir:     root,
			Env:     append(os.Environ(), "GOOS="+system[0], "GOARCH="+system[1], "CGO_ENABLED=0"),
			Tests:   true,
		}, "work")
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d packages, %v", system, len(list), err)
		}
		packages.Visit(list, nil, func(p *packages.Package) {
			for _, err := range p.Errors {
				t.Errorf("%s: %v", system, err)
			}
		})
	}
}
