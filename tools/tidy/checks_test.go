package tidy

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// build makes a house with the game checkers from files written one after the other, each below a line "-- PATH --".
func build(t *testing.T, archive string) *house {
	t.Helper()
	root := fstest.MapFS{
		"go.work":                       {Data: []byte("use ./checkers")},
		"checkers/cmd/checkers/main.go": {Data: []byte("package main")},
	}
	var open *fstest.MapFile
	for line := range strings.Lines(archive) {
		if name, ok := strings.CutPrefix(line, "-- "); ok {
			open = &fstest.MapFile{}
			root[strings.TrimSuffix(name, " --\n")] = open
		} else if open != nil {
			open.Data = append(open.Data, line...)
		}
	}
	h, err := read(root)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// cases show what each check finds: the complaints begin with the lines of want, in any order.
var cases = []struct {
	name  string
	check func(*house) complaints
	files string
	want  []string
}{
	{"rooms", checkRooms, `
-- checkers/README.md --
-- checkers/RULES.md --
-- checkers/doc.go --
package checkers
-- checkers/board.go --
package checkers
-- checkers/position.go --
package checkers
-- checkers/layout.go --
package checkers
-- checkers/move.go --
package checkers
-- checkers/testdata/x --
-- checkers/referee/x --
-- checkers/bot/x --
-- checkers/learn/x --
-- checkers/wire/x --
-- checkers/maze/x --
-- checkers/utils/x --
`, []string{
		"checkers/rules.go:1: missing;",
		"checkers/view:1: missing;",
		"checkers/utils:1: no room of a game;",
	}},
	{"star", checkStar, `
-- checkers/board.go --
package checkers

import (
	_ "github.com/gridiron-games/gridiron/kernel/grid"
	_ "github.com/gridiron-games/gridiron/kernel/turn"
	_ "github.com/gridiron-games/gridiron/checkers/bot"
)
-- checkers/wire/a.go --
package wire

import (
	_ "github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	_ "github.com/gridiron-games/gridiron/kernel/arena/web"
	_ "github.com/gridiron-games/gridiron/kernel/turn"
)
-- checkers/bot/a.go --
package bot

import (
	_ "github.com/gridiron-games/gridiron/checkers"
	_ "github.com/gridiron-games/gridiron/checkers/bot/book"
	_ "github.com/gridiron-games/gridiron/checkers/referee"
	_ "github.com/gridiron-games/gridiron/chess"
	_ "github.com/gridiron-games/gridiron/kernel/turn"
)
-- checkers/bot/a_test.go --
package bot

import (
	_ "github.com/gridiron-games/gridiron/checkers/referee"
	_ "github.com/gridiron-games/gridiron/checkers/wire"
)
-- checkers/cmd/checkers/main.go --
package main

import _ "github.com/gridiron-games/gridiron/checkers/wire"
-- kernel/turn/a.go --
package turn

import _ "github.com/gridiron-games/gridiron/checkers"
`, []string{
		"checkers/board.go:5: the rules import kernel/turn, but may",
		`checkers/board.go:6: room "" imports room "bot";`,
		`checkers/bot/a.go:6: room "bot" imports room "referee";`,
		`checkers/wire/a.go:5: room "wire" imports kernel/arena/web; of kernel/arena it may import only: bots.`,
		"checkers/bot/a.go:7: checkers imports chess;",
		`checkers/bot/a_test.go:5: room "bot" imports room "wire";`,
		"kernel/turn/a.go:3: kernel imports checkers;",
	}},
	{"wings", checkWings, `
-- kernel/a/a.go --
package a

import (
	_ "example.org/fast"
	_ "github.com/gridiron-games/gridiron/kernel/arena/match"
	_ "github.com/gridiron-games/gridiron/kernel/b"
)
-- kernel/a/a_test.go --
package a

import (
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/gridiron-games/gridiron/kernel/arena/match"
)
-- kernel/arena/match/a.go --
package match

import (
	_ "github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	_ "github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	_ "github.com/gridiron-games/gridiron/kernel/arena/match/job"
	_ "github.com/gridiron-games/gridiron/kernel/b"
)
-- kernel/arena/match/a_test.go --
package match

import _ "github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
-- kernel/arena/attic/a.go --
package attic
`, []string{
		"kernel/a/a.go:4: the kernel imports example.org/fast, but may",
		"kernel/a/a.go:5: the kernel imports github.com/gridiron-games/gridiron/kernel/arena/match, but may",
		"kernel/a/a_test.go:5: the kernel imports github.com/gridiron-games/gridiron/kernel/arena/match, but may",
		"kernel/arena/attic/a.go:1: attic is no wing of kernel/arena,",
		"kernel/arena/match/a.go:5: match imports cli, which is above it;",
	}},
	{"libraries", checkLibraries, `
-- checkers/a.go --
package checkers

import (
	_ "example.org/fast"
	_ "github.com/google/go-cmp/cmp"
	_ "net/http"
)
-- checkers/a_test.go --
package checkers

import _ "github.com/google/go-cmp/cmp"
-- checkers/view/a.go --
package view

import _ "github.com/urfave/cli/v2"
-- checkers/cmd/checkers/main.go --
package main

import _ "github.com/urfave/cli/v2"
`, []string{
		"checkers/a.go:4: example.org/fast is new here;",
		"checkers/a.go:5: github.com/google/go-cmp belongs to tests, kernel/arena/testkit/gametest",
		"checkers/view/a.go:3: github.com/urfave/cli/v2 belongs to kernel/arena/cli, kernel/arena/cli/*, kernel/arena/contest,",
	}},
	{"pure", checkPure, `
-- checkers/a.go --
package checkers

import (
	"fmt"
	_ "io/fs"
)

var table, cache [3]int
var count int

func init() { table[1] = 1 }

func f(done chan int) {
	go fmt.Println()
	count++
	cache[1] = table[1]
	table := []int{}
	table[0] = 2
	for count := range table {
		count++
	}
}
-- checkers/a_test.go --
package checkers

import _ "os"
-- checkers/bot/a.go --
package bot

import _ "time"
`, []string{
		"checkers/a.go:5: the rules import io/fs;",
		"checkers/a.go:13: the rules run concurrently;",
		"checkers/a.go:14: the rules run concurrently;",
		"checkers/a.go:15: the rules change the package's count;",
		"checkers/a.go:16: the rules change the package's cache;",
	}},
	{"kernel", checkKernel, `
-- kernel/a/a.go --
package a

import "sync"

var mu sync.Mutex

var registry = map[string]int{}

//go:embed words.txt
var list string

type big interface{ A(); B(); C(); D() }
type small interface{ A(); B(); C() }

func init() {}

func add() { delete(registry, list) }
`, []string{
		"kernel/a/a.go:5: the kernel has a variable mu that changes;",
		"kernel/a/a.go:12: an interface of 4 methods,",
		"kernel/a/a.go:15: the kernel has an init;",
		"kernel/a/a.go:17: the kernel has a variable registry that changes;",
	}},
	{"builtins", checkBuiltins, `
-- kernel/a/a.go --
package a

type t struct{ close func() }

func make(n int, new func()) (len int) {
	t{}.close()
	for max, min := range []int{} {
		clear := max + min
		_ = clear
	}
	var any, fine = 1, 2
	return any + fine
}
`, []string{
		`kernel/a/a.go:5: new is a name of Go itself;`,
		`kernel/a/a.go:5: len is a name of Go itself;`,
		`kernel/a/a.go:7: max is a name of Go itself;`,
		`kernel/a/a.go:7: min is a name of Go itself;`,
		`kernel/a/a.go:8: clear is a name of Go itself;`,
		`kernel/a/a.go:11: any is a name of Go itself;`,
	}},
	{"exported", checkExported, `
-- kernel/a/a.go --
package a

const (
	One = 1
	Two = 2
)

const Most, Alone = 5, 6

var Used = 1

type Type int

func (Type) Method() {}

func Func()   {}
func Helped() {}
func Test()   {}
-- kernel/a/a_test.go --
package a_test

import "github.com/gridiron-games/gridiron/kernel/a"

var _ = a.Test
-- kernel/b/b.go --
package b

import other "github.com/gridiron-games/gridiron/kernel/a"

var x = other.Used
var y = other.Helped
var z = b.Func
`, []string{
		`kernel/a/a.go:8: no other package uses Most;`,
		`kernel/a/a.go:8: no other package uses Alone;`,
		`kernel/a/a.go:16: no other package uses Func;`,
	}},
	{"nouns", checkNouns, `
-- kernel/a/a.go --
package a

// Grant is relevant to a pile.
type Grant struct{ anthill, myQueens, compile int }
-- kernel/a/a_test.go --
package a

var queen int
`, []string{
		`kernel/a/a.go:3: "pile" is a word of one game;`,
		`kernel/a/a.go:4: "anthill" is a word of one game;`,
		`kernel/a/a.go:4: "Queens" is a word of one game;`,
	}},
	{"rule numbers", checkRuleNumbers, `
-- checkers/RULES.md --
## R1 The board
- **R2** Moves, see R9.
| R3 | Jumps |
R4. Crowns
D1. No draws
-- checkers/a.go --
package checkers

// R1 and R7; 8/R8/8 is a position and D5 a square, but (D2) is a deviation.
-- checkers/a_test.go --
package checkers

func TestR1Board()   {}
func TestR2_R4()     {}
func TestDeviation() {} // "R3/R33", deviation D1
-- tools/conform/checkers.go --
package main

var d = []deviation{{"D3", nil}, {"D1", nil}}
`, []string{
		"checkers/a.go:3: R7 is not in checkers/RULES.md;",
		"checkers/a.go:3: D2 is not in checkers/RULES.md;",
		"checkers/RULES.md:3: no test of checkers names R3;",
		"tools/conform/checkers.go:3: D3 is not in checkers/RULES.md;",
	}},
	{"no rules", checkRuleNumbers, ``, []string{"checkers/RULES.md:1: missing;"}},
	{"links", checkLinks, "\n-- README.md --\n" + `# The house: a tour
# Twice
# Twice
[a](checkers/RULES.md#r1-board) [b](checkers) [c](#twice-1) [d](https://example.org/x) ` + "`[e](code)`" + `
[f](checkers/rules.md) [g](#the-house-a-tour) [h
over](#twice-2)
[i]: LICENSE
` + "```sh\n[j](block)\n```\n" + `
-- checkers/RULES.md --
### R1: board
[back](../README.md) [out](../../x)
`, []string{
		"README.md:5: link to checkers/rules.md: checkers/rules.md does not exist;",
		"README.md:6: link to #twice-2: README.md has no such heading;",
		"README.md:7: link to LICENSE: LICENSE does not exist;",
		"checkers/RULES.md:2: link to ../../x: ../x does not exist;",
	}},
	{"glossary", checkGlossary, "\n-- README.md --\n" + `An agent timed out; the sheet says "agent", the code ` + "`Engine`" + `.
-- checkers/a.go --
package checkers

type Options struct{ MoveTimeout, agent int }
`, []string{
		`README.md:1: "agent"; here the word is bot`,
		`README.md:1: "timed out"; here the word is late`,
		`checkers/a.go:3: "Timeout"; here the word is late`,
	}},
	{"sections", checkSections, "\n-- checkers/README.md --\n## Install and play\n## Verbs\n## Watch and replay\n## Write a bot\n## Speed\n" +
		"-- checkers/RULES.md --\n## History\n## Differences from the original\n", []string{
		`checkers/README.md:4: no heading "## Verbs" below this line; all games have it there`,
		`checkers/README.md:5: no heading "## With the original's programs" below this line; all games have it there`,
		`checkers/README.md:5: no heading "## Rules and options" below this line; all games have it there`,
		`checkers/README.md:5: no heading "## Layouts and formats" below this line; all games have it there`,
		`checkers/README.md:5: no heading "## Differences from the original" below this line; all games have it there`,
		`checkers/README.md:5: no heading "## Where things are" below this line; all games have it there`,
		`checkers/README.md:5: heading "## Speed": want one of ["Install and play" "Watch and replay" "Verbs" "Write a bot"`,
	}},
	{"lengths", checkLengths, "\n-- checkers/bot/README.md --\n" + strings.Repeat("a line\n", 151) + "-- checkers/README.md --\n" +
		strings.Repeat("a line\n", 151) + "-- checkers/RULES.md --\n" + strings.Repeat("a line\n", 151), []string{
		"checkers/README.md:151: 151 lines, at most 150; what few need belongs elsewhere",
		"checkers/bot/README.md:151: 151 lines, at most 150; what few need belongs elsewhere",
	}},
	{"limits", func(h *house) complaints {
		return checkLimits(h, map[string]int{
			"checkers/a.go T.Long": 75, "checkers/a.go wide lines": 2, "checkers/a.go short": 80, "checkers/b.go lines": 502,
		})
	}, "\n-- checkers/a.go --\npackage checkers\n\nfunc (t *T[A]) Long() {" + strings.Repeat("\n", 75) + "}\n" +
		"func short() {}\n//" + strings.Repeat("\t", 32) + "é!\n//" + strings.Repeat("\t", 32) + "\n" +
		"-- checkers/b.go --\npackage checkers\n" + strings.Repeat("\n", 500), []string{
		"checkers/a.go:3: T.Long: 76, the limit is 75;",
		`tools/tidy/tables.go:1: ratchet: "checkers/a.go short" is within the limit; drop the entry`,
		`tools/tidy/tables.go:1: ratchet: "checkers/a.go wide lines" has shrunk from 2 to 1; lower the number`,
	}},
}

func TestChecks(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.check(build(t, tt.files))
			shown := make([]string, len(got))
			for i, complaint := range got {
				shown[i] = complaint
				for _, want := range tt.want {
					if strings.HasPrefix(complaint, want) {
						shown[i] = want
					}
				}
			}
			if diff := cmp.Diff(slices.Sorted(slices.Values(tt.want)), slices.Sorted(slices.Values(shown))); diff != "" {
				t.Errorf("complaints (-want +got):\n%s", diff)
			}
		})
	}
}
