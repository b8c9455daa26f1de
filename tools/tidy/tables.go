package tidy

const tables = "tools/tidy/tables.go"

// rooms are the files and folders that every game has, in the order in which one reads them.
var rooms = []string{
	"README.md", "RULES.md", "doc.go", "board.go", "position.go", "layout.go", "move.go", "rules.go",
	"testdata", "referee", "bot", "wire", "view", "cmd",
}

// extraRooms are folders that a game may have, too.
var extraRooms = []string{"maps", "maze", "tournament"}

// star says which rooms of its own game a room may import; the rules are "". All but the rules may also import the whole kernel.
var star = map[string][]string{
	"":        nil,
	"referee": {""},
	"bot":     {""},
	"wire":    {"", "referee"},
	"view":    {"", "referee"},
	"maps":    {""},
	"maze":    {""},

	"tournament": {""},
	"cmd":        {"", "referee", "bot", "wire", "view", "maps", "maze", "tournament"},
}

// testRooms are the rooms that tests outside of the rules may import in addition: bots are tested in games, on boards.
var testRooms = []string{"referee", "maze"}

// kernelImports lists which packages of the kernel import which others, and why.
var kernelImports = importTable(`
	ascii -> grid: a cell of the canvas is a point of the grid
	book -> match: a start is set up to see whether it is one
	book -> seeds: a start may be a seed
	check -> clean: lines of a conversation stand on one line
	check -> job: it plays games
	check -> jsonl: it greets a program
	check -> match: it plays with the bot
	check -> proc: it starts a program to see it end
	check -> timer: each answer has a budget
	cli -> clean: what strangers wrote stands on one line of a message
	cli -> cpu: --budget-cpu
	cli -> files: the file of --start
	cli -> jail: --jail
	cli -> job: play makes them
	cli -> match: the verbs play, replay and convert use it
	cli -> proc: how programs are started, such as in a jail
	cli -> record: replay reads them
	cli -> seeds: a seed is drawn, and one a game
	cli -> syntax: did you mean
	cli -> term: the terminal front
	cli -> timer: --budget and --clock
	cli -> turn: a game that is quit is no failure
	compare -> book: pairs may begin with those of a book
	compare -> files: records are read again
	compare -> job: it plays games
	compare -> league: it plays what a plan says
	compare -> league/folder: one process at a time, and what it died of
	compare -> league/plan: the plan of a sequential test
	compare -> match: it plays the games
	compare -> rating: a test says when it is sure
	compare -> record: records tell where a game turned, and which one was played before
	compare -> seeds: each pair has a seed
	compare -> source: a comparison goes on with the bots that it began with
	compare -> turn: a fault is a default
	door -> files: tokens may be in a file
	env -> ascii: a game is drawn for people
	env -> match: it steps a batch of games
	env -> match/batch: what it steps
	env -> record: a record is read as actions
	env -> scene: pictures for notebooks
	env -> seeds: a seed is checked
	gametest -> job: it plays games
	gametest -> match: it plays games of all bots
	gametest -> scene: it tests what a game shows
	gametest -> timer: bots play against clocks
	gametest -> turn: it tells the ends that are faults from the others
	gametest/heap -> jsonl: its bots may be programs
	gametest/heap -> match: it is a game
	gametest/heap -> turn: its referee and its bots
	gametest/matches -> rating: points have an interval
	jail -> clean: names of files that a program chose stand in messages
	jail -> files: a stranger's script is looked into
	jail -> jail/cell: it tells process 1 what to build and to start, and asks it
	jail -> jail/cgroup: groups bound and measure what process 1 starts
	jail/cell -> files: files of a stranger's folder are copied
	jail/cell -> jail/seccomp: the program gets no system call that it does not need
	job -> clean: names that look alike
	job -> record: how a game ended that was played elsewhere
	job -> timer: each team has a budget
	jsonl -> clean: what a stranger's program says is cleaned where it enters
	jsonl -> proc: a bot in another language is a child process
	jsonl -> record: answers are lines of it
	jsonl -> turn: such a bot is a player of the loop
	ladder -> check: a bot plays once it has passed
	ladder -> clean: what was found of a bot stands in a file
	ladder -> files: the list of bots
	ladder -> league/plan: the plan of a ladder
	ladder -> match: it makes players
	ladder -> record: a finished game
	ladder -> source: changed content is a new version
	ladder -> timer: a check has the budget of the games
	ladder -> tournament: journal, records and tables
	league -> files: journals are read
	league -> rating: tables show ratings and intervals
	league -> record: the lines of a journal carry hashes as records do
	league -> clean: names in tables of strangers' folders
	league/folder -> clean: the last words of a process stand on one line
	league/folder -> league: a folder has a lock
	league/plan -> files: a journal is checked
	league/plan -> league: a plan issues its pairings and receives their outcomes
	league/plan -> rating: a comparison ends by a test, a ladder pairs by ratings
	league/verify -> clean: what is wrong with a line
	league/verify -> league: the hashes of a journal
	match -> ascii: a game draws itself for people
	match -> clean: a program gives itself a name
	match -> jail: each seat gets its processors
	match -> job: it plays one
	match -> jsonl: exec: players speak it
	match -> proc: a command is split into words
	match -> record: a game is recorded and played again
	match -> scene: a game has pictures, and choices for those who click
	match -> syntax: did you mean
	match -> turn: it runs the loop
	match/batch -> clean: the last words of an opponent stand on one line
	match/batch -> job: a record names the game
	match/batch -> jsonl: a record is read as actions
	match/batch -> match: the parts that play one game
	match/batch -> record: it follows a record
	match/batch -> seeds: games of a batch have seeds of their own
	match/batch -> turn: answers go to the referee of the loop
	match/batch/batchtest -> job: games that were stepped are played again
	match/batch/batchtest -> match: the game
	match/batch/batchtest -> match/batch: it steps the games
	match/batch/batchtest -> record: their records are compared
	match/batch/batchtest -> turn: the answers of a record come from a player
	match/judge -> jsonl: answers are lines of a record
	match/judge -> match: the parts that play one game
	match/judge -> record: it follows one
	match/judge -> seeds: a program in a seat is told the seed of that seat
	match/judge -> syntax: parameters of the judge are pairs
	match/judge -> timer: the judge may have a budget
	match/judge -> turn: it asks the players of the loop
	proc -> cpu: a program is measured with what it started
	proc -> files: a program must be a regular file
	proc -> jail: a stranger's program runs in one
	record -> clean: records of strangers are cleaned where they are read
	record -> turn: it writes down what the loop reports
	report -> scene: it shows games that run
	report -> web: one style for all pages
	review -> match: it plays a record again and asks a judge
	review -> match/judge: who judges
	review -> record: it goes through records
	review -> timer: the judge may have a budget
	source -> files: files of strangers are hashed
	source -> proc: a command names the files of a bot
	tape -> match: it plays records again
	tape -> record: a game from a file is a record, if it holds answers
	tape -> scene: a position is a picture
	term -> ascii: frames are drawn with it
	term -> clean: what bots say stands on one line
	term -> grid: lines are put at points of the canvas
	term -> match: it shows what a match shows, and types answers
	term -> turn: a person who quits breaks the loop off
	tournament -> book: pairs may begin with those of a book
	tournament -> clean: the last words of a team stand on one line
	tournament -> files: journal and records may be a stranger's
	tournament -> job: it plays games
	tournament -> league: it plays what a plan says, and journals it
	tournament -> league/folder: one process at a time, and what it died of
	tournament -> league/plan: the plans, by their settings
	tournament -> league/verify: the hashes of its journal
	tournament -> match: it plays the games
	tournament -> record: a finished game is a line of the journal
	tournament -> seeds: each pair has a seed
	tournament -> source: it goes on with the bots that it began with
	tournament -> syntax: did you mean
	tournament -> timer: the budget of a tournament
	tournament -> turn: a fault is a default
	turn -> clean: what players say is cleaned where it enters
	turn -> cpu: a budget of processor time
	turn -> seeds: programs are told seeds of their own
	turn -> timer: the loop measures by the players' clocks
	verbs -> check: the verb check for a class
	verbs -> clean: what is wrong with a player stands in one row
	verbs -> cli: a verb is one of its fronts
	verbs -> door: --team-token
	verbs -> env: the verb env serves it
	verbs -> files: what the user names
	verbs -> jail: programs are checked in one if that is wanted
	verbs -> match: it says how a batch is played
	verbs -> match/batch: the verb env
	verbs -> match/judge: the verb review
	verbs -> proc: a player may be a command
	verbs -> record: a number beyond the end of a game
	verbs -> review: the verb review
	verbs -> scene: pictures of positions
	verbs -> syntax: did you mean
	verbs -> tape: a game from a file
	verbs -> turn: a fault of a record in words
	verbs/contest -> check: a team may be a folder with a bot
	verbs/contest -> clean: what a changed journal says stands on one line
	verbs/contest -> cli: a verb is one of its fronts
	verbs/contest -> compare: the verb compare
	verbs/contest -> files: --config, --key and --grades
	verbs/contest -> jail: games that are played at a time get their processors
	verbs/contest -> job: it plays games
	verbs/contest -> ladder: the verb ladder
	verbs/contest -> league: a folder that is locked
	verbs/contest -> league/plan: a ladder begins without teams
	verbs/contest -> league/verify: it prints what is wrong with a journal
	verbs/contest -> match: a start that cannot be set up
	verbs/contest -> proc: a path is a word of a command
	verbs/contest -> record: a finished game in a line
	verbs/contest -> term: a progress bar
	verbs/contest -> tournament: the verb tournament
	verbs/contest -> turn: a person has left
	verbs/contest -> verbs/people: people in tournaments
	verbs/contest -> verbs/settings: flags of many games
	verbs/original -> cli: a verb is one of its fronts
	verbs/original -> seeds: games are played from seeds
	verbs/page -> check: players in the folder
	verbs/page -> clean: what programs print stands on one line
	verbs/page -> cli: it is a front of a program
	verbs/page -> files: --settings
	verbs/page -> job: it receives the next game
	verbs/page -> match: it watches a match, and people answer in it
	verbs/page -> proc: a browser is not what a program left behind
	verbs/page -> record: how a game ended
	verbs/page -> scene: choices of people
	verbs/page -> seeds: a new game has a seed
	verbs/page -> timer: --pace
	verbs/page -> turn: people quit, take back or resign
	verbs/page -> web: the page
	verbs/page -> web/pace: what pauses a game is kept with the settings
	verbs/people -> cli: flags about people
	verbs/people -> league: a pairing has somebody who watches
	verbs/people -> match: who watches a game
	verbs/people -> term: the keyboard and the screen
	verbs/people -> timer: people may have budgets of their own
	verbs/people -> tournament: it reads its head and watches its games
	verbs/publish -> cli: a verb is one of its fronts
	verbs/publish -> files: records of a tournament
	verbs/publish -> job: who plays a game of a tournament
	verbs/publish -> league: pairings and outcomes
	verbs/publish -> match: it watches games
	verbs/publish -> record: records of finished games
	verbs/publish -> report: tournaments as pages
	verbs/publish -> scene: running games as small boards
	verbs/publish -> tape: a game from a file
	verbs/publish -> term: a progress bar
	verbs/publish -> tournament: it shows one
	verbs/publish -> verbs: the verb replay, with pages
	verbs/publish -> verbs/contest: the verb tournament, with pages
	verbs/publish -> verbs/page: --web
	verbs/publish -> web: pages of games
	verbs/settings -> book: --starts
	verbs/settings -> clean: --starts FILE
	verbs/settings -> cli: flags are read there
	verbs/settings -> files: --starts
	verbs/settings -> jail: games that are played at a time get their processors
	verbs/settings -> league/plan: --plan
	verbs/settings -> match: a start that cannot be set up
	verbs/settings -> rating: --elo0 and --elo1
	verbs/settings -> timer: games with clocks get their processors
	verbs/tables -> cli: the flags of a server
	verbs/tables -> match: it watches a match
	verbs/tables -> record: how a game ended
	verbs/tables -> scene: small boards
	verbs/tables -> verbs/page: --web
	verbs/tables -> web: the page of a table
	verbs/worker -> check: a bot of a job may be a folder
	verbs/worker -> clean: what is wrong with a job stands on one line
	verbs/worker -> cli: it is a front of a program
	verbs/worker -> jail: programs of strangers play
	verbs/worker -> job: it reads and answers them
	verbs/worker -> match: it plays games
	verbs/worker -> record: results have records
	verbs/worker -> scene: games are shown while they are played
	verbs/worker -> seeds: the seed of a job is checked
	web -> door: how many connections there may be, and where it listens
	web -> match: a page shows what an observer sees
	web -> record: how a game ended
	web -> scene: it shows them
	web -> turn: a person who quits breaks the loop off
	web -> web/pace: how fast games go on that people look at
	web/pace -> scene: it pauses by what is to be seen
`)

// library is third-party code: who imports it, by patterns of directories or "tests".
type library struct {
	path  string
	users []string
	why   string
}

var libraries = []library{
	{"github.com/google/go-cmp", []string{"tests", "kernel/arena/testkit/gametest"}, "tests compare structures"},
	{"github.com/rogpeppe/go-internal", []string{"tests"}, "command lines are tested by scripts"},
	{"github.com/urfave/cli/v2", []string{"kernel/arena/cli", "kernel/arena/cli/verbs", "kernel/arena/cli/verbs/*", "*/cmd/*", "tools/*"}, "command lines live at the edge"},
	{"github.com/rs/zerolog", []string{"kernel/arena/cli", "*/cmd/*"}, "only the command line logs, others return errors"},
	{"github.com/gofrs/flock", []string{"kernel/arena/contest/league/folder"}, "one process at a time plays in a folder, or serves it"},
	{"github.com/kballard/go-shellquote", []string{"kernel/arena/cli", "kernel/arena/bots/proc"}, "exec: splits like a POSIX shell"},
	{"github.com/hashicorp/mdns", []string{"pelita/cmd/*"}, "the original's servers are announced in the local network by mDNS"},
	{"github.com/miekg/dns", []string{"pelita/cmd/*"}, "the records of hashicorp/mdns"},
	{"go.yaml.in/yaml/v3", []string{"pelita/cmd/*"}, "the original's tournaments are configured in YAML"},
	{"golang.org/x/term", []string{"kernel/arena/cli/term"}, "frames are redrawn and keys are read on terminals"},
	{"golang.org/x/sys", []string{"kernel/arena/jail", "kernel/arena/jail/cell", "kernel/arena/jail/seccomp", "kernel/arena/bots/proc", "kernel/arena/cli/term"}, "jails are system calls; so is looking at what was typed or printed and not read"},
	{"github.com/yuin/goldmark", []string{"tools/site"}, "the Markdown of the documentation becomes pages"},
	{"golang.org/x/net/html", []string{"tools/site"}, "links of pages are made right and followed"},
	{"golang.org/x/mod", []string{"tools/release"}, "modules are packed and named as the go command wants them"},
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
var generic = []string{"turn", "jsonl", "match"}

// headless are the packages that must not link what belongs to a front.
var headless = map[string][]string{
	"kernel/arena/match":              {"github.com/urfave/cli", "golang.org/x/term", prefix + "kernel/arena/cli/term", prefix + "kernel/arena/cli", "net/http"},
	"kernel/arena/contest/tournament": {"github.com/urfave/cli", "golang.org/x/term", prefix + "kernel/arena/cli/term", prefix + "kernel/arena/cli"},
	"kernel/arena/cli/term":           {"github.com/urfave/cli", prefix + "kernel/arena/cli"},
}

// ratchet lists what is above a limit: lines of a file, lines of a function, or too wide lines of a file. Numbers may only
// shrink.
var ratchet = map[string]int{}
