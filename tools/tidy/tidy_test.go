package tidy

import (
	"testing"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// theHouse reads this checkout.
func theHouse(t *testing.T) (h *house, root string) {
	t.Helper()
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	if h, err = read(checkout.Tracked(root)); err != nil {
		t.Fatal(err)
	}
	return h, root
}

// enforce fails with what a check finds in this checkout.
func enforce(t *testing.T, check func(*house) complaints) {
	t.Helper()
	h, _ := theHouse(t)
	for _, complaint := range check(h) {
		t.Error(complaint)
	}
}

func TestRooms(t *testing.T)       { enforce(t, checkRooms) }
func TestStar(t *testing.T)        { enforce(t, checkStar) }
func TestWings(t *testing.T)       { enforce(t, checkWings) }
func TestLibraries(t *testing.T)   { enforce(t, checkLibraries) }
func TestPure(t *testing.T)        { enforce(t, checkPure) }
func TestKernel(t *testing.T)      { enforce(t, checkKernel) }
func TestKernelNouns(t *testing.T) { enforce(t, checkNouns) }
func TestBuiltins(t *testing.T)    { enforce(t, checkBuiltins) }
func TestExported(t *testing.T)    { enforce(t, checkExported) }
func TestRuleNumbers(t *testing.T) { enforce(t, checkRuleNumbers) }
func TestLinks(t *testing.T)       { enforce(t, checkLinks) }
func TestGlossary(t *testing.T)    { enforce(t, checkGlossary) }
func TestEngine(t *testing.T)      { enforce(t, checkEngine) }
func TestSections(t *testing.T)    { enforce(t, checkSections) }
func TestLengths(t *testing.T)     { enforce(t, checkLengths) }

func TestLimits(t *testing.T) {
	enforce(t, func(h *house) complaints { return checkLimits(h, ratchet) })
}
