package tidy

const tables = "tools/tidy/tables.go"

// rooms are what every game has, in the order in which one reads it.
var rooms = []string{
	"README.md", "RULES.md", "doc.go", "board.go", "position.go", "layout.go", "move.go", "rules.go",
	"testdata", "referee", "bot", "wire", "view", "cmd",
}

// extraRooms are what a game may have beside them.
var extraRooms = []string{"maps", "maze", "tournament"}

// star says which rooms of its own game a room imports; the rules are "". All but the rules also import the kernel.
var star = map[string][]string{
	"":        nil,
	"referee": {""},
	"bot":     {""},
	"wire":    {""},
	"view":    {""},
	"maps":    {""},
	"maze":    {""},

	"tournament": {""},
	"cmd":        {"", "referee", "bot", "wire", "view", "maps", "maze", "tournament"},
}

// testRooms are the rooms that tests outside of the rules import beside those of their own room: bots are tested in games, on
// boards.
var testRooms = []string{"referee", "maze"}

// kernelImports are the packages of the kernel that know another one, and why.
var kernelImports = map[string]string{
	"ascii -> grid":    "a cell of the canvas is a point of the grid",
	"cli -> ascii":     "play and replay show what a game draws",
	"cli -> grid":      "headings are put at points of the canvas",
	"cli -> jsonl":     "exec: players speak it",
	"cli -> league":    "tournament plays one",
	"cli -> proc":      "check starts a bot to see it end",
	"cli -> record":    "play --record writes them, replay reads them",
	"cli -> timer":     "--budget and --clock",
	"cli -> turn":      "it runs the loop",
	"gametest -> turn": "it tells the ends that are faults from the others",
	"jsonl -> ascii":   "what a stranger's program says last is shown on one line",
	"jsonl -> proc":    "a bot in another language is a child process",
	"jsonl -> turn":    "such a bot is a player of the loop",
	"record -> turn":   "it writes down what the loop reports",
	"turn -> timer":    "the loop measures by the players' clocks",
}

// library is third-party code: who imports it, by patterns of directories or "tests".
type library struct {
	path  string
	users []string
	why   string
}

var libraries = []library{
	{"github.com/google/go-cmp", []string{"tests", "kernel/cli"}, "tests and replay --verify compare structures"},
	{"github.com/rogpeppe/go-internal", []string{"tests"}, "command lines are tested by scripts"},
	{"github.com/urfave/cli/v2", []string{"kernel/cli", "*/cmd/*", "tools/*"}, "command lines live at the edge"},
	{"github.com/rs/zerolog", []string{"kernel/cli", "*/cmd/*"}, "only the command line logs, others return errors"},
	{"github.com/gofrs/flock", []string{"kernel/cli"}, "one process at a time plays a tournament"},
	{"github.com/kballard/go-shellquote", []string{"kernel/cli", "kernel/proc"}, "exec: splits like a POSIX shell"},
	{"go.yaml.in/yaml/v3", []string{"pelita/cmd/*"}, "the original's tournaments are configured in YAML"},
	{"golang.org/x/term", []string{"kernel/cli"}, "frames are redrawn and keys are read on terminals"},
}

// impure are the packages that rules do without, and what they do instead. Packages below them count too.
var impure = map[string]string{
	"context":     "the loop is what gets cancelled; rules only compute",
	"crypto/rand": "take a Chance",
	"io":          "take and return strings or []byte",
	"log":         "return what is to be said",
	"math/rand":   "take a Chance",
	"net":         "wire talks to others",
	"os":          "take the text; cmd opens the files",
	"runtime":     "rules do not know the machine",
	"sync":        "rules run on one goroutine; positions are values",
	"syscall":     "rules do not know the machine",
	"time":        "the loop owns the clocks",
	"unsafe":      "a fixed array is fast enough",
}

// nouns are words of single games; the kernel knows none of them, in code or comments.
const nouns = `amazons?|queens?|arrows?|reantics|ants?|anthills?|tron|pelita|pellets?|ghosts?|pac-?man|sarena|chips?|piles?`

// glossary maps the word that we do not use, as a regular expression, to the one that we do.
var glossary = []struct{ not, but string }{
	{`agents?`, "bot"},
	{`engines?`, "bot, or loop or referee if that is meant"},
	{`time-?outs?|timed out`, "late, or budget for the time itself"},
	{`time limits?`, "budget"},
	{`half-?moves?`, "ply"},
	{`(?:replay|game) files?`, "record"},
	{`fingerprints?`, "signature"},
	{`divergences?`, "deviation"},
}

// sections are the headings that README.md and RULES.md of every game have, in this order; others may stand between them.
var sections = map[string][]string{
	"README.md": {
		"60 seconds", "Verbs", "Layout", "With the original's programs", "Formats", "Differences from the original", "Speed",
	},
	"RULES.md": {"Differences from the original"},
}

// manuals are the files whose blocks of commands (```sh) are run.
var manuals = []string{"README.md", "PROTOCOL.md", "CONTRIBUTING.md", "COURSE.md"}

// notRun are commands that manuals show but that are not run from here: they would run tidy again, or fetch a copy of what is
// here. The whole block goes with them.
const notRun = `go test\b.* (?:work|\./tools\S*)|make|git clone|(?:\./)?\.ci/run`

// Limits on the size of things: a page is read at once, a line without scrolling.
const (
	maxFile     = 500 // lines
	maxFunction = 70  // lines
	maxWidth    = 130 // columns, a tab counts four
	maxMethods  = 3   // of an interface in the kernel
)

// ratchet lists what is above a limit: lines of a file, lines of a function, or too wide lines of a file. Numbers may only
// shrink.
var ratchet = map[string]int{}
