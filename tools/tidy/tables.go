package tidy

const tables = "tools/tidy/tables.go"

// rooms are the files and folders that every game has, in the order in which one reads them.
var rooms = []string{
	"README.md", "RULES.md", "doc.go", "board.go", "position.go", "layout.go", "move.go", "rules.go",
	"testdata", "referee", "bot", "wire", "view", "learn", "cmd",
}

// extraRooms are folders that a game may have, too.
var extraRooms = []string{"maps", "maze", "tournament"}

// star says which rooms of its own game a room may import; the rules are "".
var star = map[string][]string{
	"":        nil,
	"referee": {""},
	"bot":     {""},
	"wire":    {"", "referee"},
	"view":    {"", "referee"},
	"learn":   {"", "referee"},
	"maps":    {""},
	"maze":    {""},

	"tournament": {""},
	"cmd":        {"", "referee", "bot", "wire", "view", "learn", "maps", "maze", "tournament"},
}

// testRooms are the rooms that tests outside of the rules may import in addition: bots are tested in games, on boards.
var testRooms = []string{"referee", "maze"}

// ofRules are the packages of the kernel that the rules of a game may import.
var ofRules = []string{"kernel/grid", "kernel/notation"}

// wings are the parts of kernel/arena from the ground up. Each may import the kernel and the wings below it; tests may import
// all. So only main can name a jail.
var wings = []string{"bots", "match", "cli", "web", "learn", "contest", "jail", "testkit"}

// ofArena says which parts of kernel/arena a room of a game may import, besides the kernel. cmd may import all, the other rooms
// none.
var ofArena = map[string][]string{
	"wire":  {"bots"},
	"learn": {"learn/batch"},
}

// library is third-party code: who imports it, by patterns of directories or "tests".
type library struct {
	path  string
	users []string
	why   string
}

var libraries = []library{
	{"github.com/google/go-cmp", []string{"tests", "kernel/arena/testkit/gametest"}, "tests compare structures"},
	{"github.com/rogpeppe/go-internal", []string{"tests"}, "command lines are tested by scripts"},
	{"github.com/urfave/cli/v2", []string{
		"kernel/arena/cli", "kernel/arena/cli/*", "kernel/arena/contest", "kernel/arena/contest/*", "kernel/arena/web/*", "kernel/arena/jail/flags", "kernel/arena/learn/env",
		"*/cmd/*", "tools/*",
	}, "command lines live at the edge"},
	{"github.com/rs/zerolog", []string{"kernel/arena/cli", "*/cmd/*"}, "only the command line logs, others return errors"},
	{"github.com/gofrs/flock", []string{"kernel/arena/contest/league/folder"}, "one process at a time plays in a folder, or serves it"},
	{"github.com/kballard/go-shellquote", []string{"kernel/arena/cli", "kernel/arena/bots/proc"}, "exec: splits like a POSIX shell"},
	{"github.com/hashicorp/mdns", []string{"pelita/cmd/*"}, "the original's servers are announced in the local network by mDNS"},
	{"github.com/miekg/dns", []string{"pelita/cmd/*"}, "the records of hashicorp/mdns"},
	{"go.yaml.in/yaml/v3", []string{"pelita/cmd/*"}, "the original's tournaments are configured in YAML"},
	{"golang.org/x/term", []string{"kernel/arena/cli/term"}, "frames are redrawn and keys are read on terminals"},
	{"golang.org/x/sys", []string{
		"kernel/arena/jail", "kernel/arena/jail/sandbox", "kernel/arena/jail/seccomp", "kernel/arena/bots/proc", "kernel/arena/cli/term",
	}, "jails are system calls; so is looking at what was typed or printed and not read"},
	{"golang.org/x/image", []string{"kernel/arena/web/picture"}, "scenes become pixels"},
	{"github.com/yuin/goldmark", []string{"tools/site"}, "the Markdown of the documentation becomes pages"},
	{"golang.org/x/net/html", []string{"tools/site"}, "links of pages are made right and followed"},
	{"golang.org/x/mod", []string{"tools/release", "tools/vendorgame"}, "modules are packed and named as the go command wants them"},
	{"golang.org/x/tools/go/packages", []string{"tools/tidy"}, "tests check the types of all packages for other systems, from source"},
	{"github.com/nats-io", []string{"tools/league"}, "a league on many machines needs a queue and streams that survive; no game links it"},
	{"github.com/chromedp", []string{"tests"}, "pages are tested in a real browser"},
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

// nouns are words of single games; the kernel uses none of them, in code or comments.
const nouns = `amazons?|queens?|arrows?|reantics|ants?|anthills?|tron|pelita|pellets?|ghosts?|pac-?man|sarena|chips?|piles?`

// glossary maps a word that we do not use, as a regular expression, to the one that we use. It does not hold in a folder in which
// the programs of others prescribe that word.
var glossary = []struct{ not, but, in string }{
	{`agents?`, "bot", "tools/python"},
	{`engines?`, "bot, or loop or referee if that is meant", ""},
	{`time-?outs?|timed out`, "late, or budget for the time itself", ""},
	{`time limits?`, "budget", ""},
	{`half-?moves?`, "ply", ""},
	{`(?:replay|game) files?`, "record", ""},
	{`fingerprints?`, "signature", ""},
	{`divergences?`, "deviation", ""},
}

// sections are the headings that README.md and RULES.md of every game have, in this order; others may stand between them, but not
// in README.md.
var sections = map[string][]string{
	"README.md": {
		"Install and play", "Watch and replay", "Verbs", "Write a bot", "With the original's programs", "Rules and options",
		"Layouts and formats", "Differences from the original", "Where things are",
	},
	"RULES.md": {"Differences from the original"},
}

// longest is the most lines that a document may have.
var longest = map[string]int{
	"README.md": 180, "*/README.md": 150, "COURSE.md": 250, "ARCHITECTURE.md": 150, "*/bot/README.md": 150,
}

// manuals are the files whose blocks of commands (```sh) are run.
var manuals = []string{"README.md", "PROTOCOL.md", "CONTRIBUTING.md", "COURSE.md"}

// notRun are commands that manuals show but that are not run from here: they would run tidy again, or fetch a copy of what is
// here. A block with such a command is left out as a whole.
const notRun = `go test\b.* (?:work|\./tools\S*)|make|git clone|(?:\./)?\.ci/run`

// Limits on the size of things: a page is read at once, a line without scrolling.
const (
	maxFile     = 500 // lines
	maxFunction = 70  // lines
	maxWidth    = 130 // columns, a tab counts four
	maxMethods  = 3   // of an interface in the kernel
)

// generic are the packages of the kernel that have, with those below them, the types of a game's questions and answers; match
// erases them.
var generic = []string{"kernel/turn", "kernel/arena/bots/jsonl", "kernel/arena/match", "kernel/arena/learn/batch"}

// headless are the packages that must not link what belongs to a front.
var headless = map[string][]string{
	"kernel/arena/match":              {"github.com/urfave/cli", "golang.org/x/term", prefix + "kernel/arena/cli/term", prefix + "kernel/arena/cli", "net/http"},
	"kernel/arena/contest/tournament": {"github.com/urfave/cli", "golang.org/x/term", prefix + "kernel/arena/cli/term", prefix + "kernel/arena/cli"},
	"kernel/arena/cli/term":           {"github.com/urfave/cli", prefix + "kernel/arena/cli"},
}

// ratchet lists what is above a limit: lines of a file, lines of a function, or too wide lines of a file. Numbers may only
// shrink.
var ratchet = map[string]int{}
