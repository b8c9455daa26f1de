package protocol_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// beginner is a bot in Python with gaps for mistakes: how it reads and greets, and what it does with its answer a.
const beginner = `import json, random, sys

def send(message, end="\n", flush=True):
    print(json.dumps(message), end=end, flush=flush)

def choose(m):
    if m["kind"].startswith("place"):
        return random.sample([cells[0] for cells in m["legal"]], len(m["view"]["place"]))
    return %[4]s

for line in %[1]s:
    m = json.loads(line)
    if m["type"] == "hello":
        %[2]s
    elif m["type"] == "ask":
        a = {"type": "answer", "id": m["id"], "move": choose(m)}
        %[3]s
`

// mistakes are the most frequent ones of beginners; says is a pattern of the line of `check` that names them.
var mistakes = []struct{ name, reads, greets, answers, says string }{
	{"the answer is not flushed", "", "", "send(a, flush=False)", `was late \(no answer within [0-9.]+m?s; it has written nothing since its hello: does it flush what it prints\?\)`},
	{"nothing is flushed", "", `send({"type": "hello", "name": "b"}, flush=False)`, "", `never started \(no hello within [0-9.]+s; does it flush what it prints\?\)`},
	{"the line is not ended", "", "", `send(a, end="")`, `was late \(no answer within [0-9.]+m?s; it wrote [0-9]+ bytes without a line end, .*: does it end its lines and flush them\?\)`},
	{"the hello is not ended", "", `send({"type": "hello", "name": "b"}, end="")`, "", `never started \(no hello within [0-9.]+s; it wrote [0-9]+ bytes without a line end, .*: does it end its lines and flush them\?\)`},
	{"input has a prompt", `iter(lambda: input("next? "), None)`, "", "", `has text before its message, "next\? "; print that to standard error, and let input\(\) have no prompt`},
	{"it prints what it thinks", "", "", `print("thinking", flush=True); send(a)`, `garbled its answer \(line "thinking" is not a JSON object, .*; print all else to standard error\)`},
	{"it prints the move alone", "", "", `print(json.dumps(a["move"]), flush=True)`, `garbled its answer \(.*; an answer is \{"type":"answer","id":1,"move":.*\}, with the id of the question\)`},
	{"it prints a dict of Python", "", "", `print(a, flush=True)`, `garbled its answer \(.*; JSON has double quotes: in Python, print\(json\.dumps\(message\), flush=True\)\)`},
	{"it forgets to return", "", "", `a["move"] = None; send(a)`, `garbled its answer \(move null: want a move; PROTOCOL\.md shows its form\)`},
}

// old are moves as the games' originals have them, or as one may think; says is what they are told.
var old = []struct{ game, move, says string }{
	{"amazons", `[[3, 0], [3, 4], [9, 4]]`, `move ".*": got array, want a string; PROTOCOL\.md shows its form`},
	{"amazons", `"d1-d4/j4"`, `turn "d1-d4/j4": character 1: want a column letter A-J`},
	{"pelita", `[0, -1]`, `asked for \(0, -1\), which is not one step from \(1, [0-9]+\); want the cell to go to and not the way, such as \(1, [0-9]+\)`},
	{"pelita", `[m["legal"][0], {}]`, `move \[\[.*\], \{\}\]: want \[x,y\], two integers`},
	{"reantics", `[[0, 0], [0, 1]]`, `answered \[\[0,0\],\[0,1\]\]: there is no action \(R8\)`},
	{"reantics", `"END"`, `answer ".*END.*": character 1: want a list of cells, a cell or an object`},
	{"sarena", `[[0, 0], [0, 1]]`, `character 2: want four integers in one list, such as \[0,0,0,1\]`},
	{"tron", `"up"`, `command "up": character 1: want U, R, D or L to turn, A for the wall breaker, or - alone`},
	{"tron", `{"direction": "Up"}`, `move \{"direction": "Up"\}: want \{"turn":"left","breaker":true\}, where both may be missing`},
}

// In every game, each mistake of a bot in Python is named where it happens, and by the line that says what is wrong.
// keyboards are programs in the originals' form that ask a person; they are told the line.
var keyboards = map[string]struct{ file, text, line string }{
	"pelita": {"my_team.py", `TEAM_NAME = "keys"
def move(bot, state):
    return bot.legal_positions[int(input("which? "))]
`, `my_team\.py, line 3, has return bot\.legal_positions\[int\(input\("which\? "\)\)\]: a team`},
	"reantics": {"MyBot.py", `from Player import *
class AIPlayer(Player):
    def __init__(self, inputPlayerId):
        super().__init__(inputPlayerId, "Keys")
    def getPlacement(self, currentState):
        return eval(input("where? "))
`, `MyBot\.py, line 6, has return eval\(input\("where\? "\)\): a player`},
}

func TestMistakes(t *testing.T) {
	gametest.Long(t, "makes the mistakes of beginners in all games, for two minutes")
	python, err := exec.LookPath("python3")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no python3 here: the mistakes of beginners are not made")
	}
	for _, game := range []string{"tron", "amazons", "pelita", "reantics", "sarena"} {
		t.Run(game, func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, game+".exe")
			if err := gametest.Build("../..", "./"+game+"/cmd/"+game, program); err != nil {
				t.Fatal(err)
			}
			check := func(name, reads, greets, answers, move, says string) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					or := func(text, usual string) string {
						if text == "" {
							return usual
						}
						return text
					}
					bot := filepath.Join(t.TempDir(), "bot.py")
					text := fmt.Sprintf(beginner, or(reads, "sys.stdin"), or(greets, `send({"type": "hello", "name": "b", "legal": True})`),
						or(answers, "send(a)"), or(move, `random.choice(m["legal"])`))
					if err := os.WriteFile(bot, []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
					told(t, program, "exec:"+python+" '"+bot+"'", says)
				})
			}
			check("none", "", "", "", "", "")
			for _, m := range mistakes {
				check(m.name, m.reads, m.greets, m.answers, "", m.says)
			}
			for _, o := range old {
				if o.game == game {
					check(o.move, "", "", "", o.move, o.says)
				}
			}
			if k, ok := keyboards[game]; ok {
				t.Run("it asks a person", func(t *testing.T) {
					bot := filepath.Join(t.TempDir(), k.file)
					if err := os.WriteFile(bot, []byte(k.text), 0o666); err != nil {
						t.Fatal(err)
					}
					told(t, program, bot, `EOFError: `+k.line+` has no keyboard( here)?; let .* compute what it returns; to play yourself, name the .* human`)
				})
			}
		})
	}
}

// told checks what `check` says first about a player; says is "" for one without a mistake.
func told(t *testing.T, program, player, says string) {
	t.Helper()
	out, err := exec.Command(program, "check", player, "--budget", "1s", "--patience", "5s").Output()
	if says == "" {
		if err != nil {
			t.Fatalf("a bot without a mistake: %v\n%s", err, out)
		}
		return
	}
	wrong, _, _ := strings.Cut(string(out), "\n")
	if err == nil || !regexp.MustCompile("^WRONG .*"+says).MatchString(wrong) {
		t.Errorf("%v, it is told\n%s\nwant a match of\n%s", err, wrong, says)
	}
}
