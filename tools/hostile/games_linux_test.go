package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// battlefields are the kinds of players of strangers, each with a game that is short, but long enough for an attack. Those
// without a file are programs behind exec:.
var battlefields = []battlefield{
	{"amazons", "amazons", "", []string{"--start", "1BB1/B2B/R2R/1RR1 r"}},
	{"pelita", "pelita", "", []string{"--rounds", "4"}},
	{"reantics", "reantics", "", []string{"--cap", "4"}},
	{"sarena", "sarena", "", []string{"--start", "+NN .NY +NR .YN/.NR +NN .NY +RN/+NY .NR +NN .YR/.NN +YR .RN +NY"}},
	{"tron", "tron", "", nil},
	{"pelita in Python", "pelita", "pelita_team.py", []string{"--rounds", "4", "--stand-in", "always"}},
	{"reantics in Python", "reantics", "reantics_player.py", []string{"--cap", "4"}},
	{"sarena as a server", "sarena", sarenaServer, []string{"--start", "+NN .NY +NR .YN/.NR +NN .NY +RN/+NY .NR +NN .YR/.NN +YR .RN +NY"}},
}

type battlefield struct {
	name  string
	game  string
	file  string // of a player whose host is ours
	flags []string
}

// sarenaServer is a player of the original's kind, a program with a server in the loopback of its jail.
const sarenaServer = "sarena_server.py"

// notHosted are attacks on something that a player in a host of ours may have: its own connection to us.
var notHosted = []string{"descriptors"}

// TestAttacksInGames plays attacks against an honest bot in every game, by the command line: each in a third of the ways to play, or
// with GRIDIRON_ATTACKS=all in each. The game ends by a fault of the attacker, or as it does when nobody attacks.
func TestAttacksInGames(t *testing.T) {
	gametest.Long(t, "plays all attacks in all games, for a minute")
	_, bin := programs(t)
	jails(t)
	t.Setenv("GRIDIRON_SECRET", "the referee's")
	fields := slices.Clone(battlefields)
	if original := os.Getenv("GRIDIRON_PELITA_251"); original != "" {
		fields = append(fields, fields[slices.IndexFunc(fields, func(f battlefield) bool { return f.file == "pelita_team.py" })])
		last := &fields[len(fields)-1]
		last.name, last.flags = "pelita in Python with the original's package", []string{"--rounds", "4", "--python", original}
	} else {
		t.Log("GRIDIRON_PELITA_251 names no interpreter: the original's package is not attacked")
	}
	for n, field := range fields {
		b := battle{program: filepath.Join(bin, field.game), file: field.file, flags: field.flags}
		t.Run(field.name, func(t *testing.T) {
			t.Parallel()
			if _, won := b.fight(t, "files", 0, proc.Off); won == "" {
				t.Error("without a jail the attack on files does not work: it would show nothing")
			}
			peace, _ := b.fight(t, "", 0, proc.Require)
			if len(peace.Faults) > 0 || peace.Plies < 4 {
				t.Fatalf("without an attack the game ends after %d plies with %+v", peace.Plies, peace.Faults)
			}
			for i, a := range attacks {
				if a.frozen || field.file != "" && slices.Contains(notHosted, a.name) || (i+n)%3 > 0 && os.Getenv(everyAttack) != "all" {
					continue
				}
				t.Run(a.name, func(t *testing.T) {
					t.Parallel()
					got, won := b.fight(t, a.name, i%2, proc.Require)
					if won != "" {
						t.Errorf("the attacker could\n%s", won)
					}
					if !strings.HasPrefix(got.Jail, "namespaces") {
						t.Errorf("the jail of the game is %q", got.Jail)
					}
					b.judge(t, got, peace, i%2)
				})
			}
		})
	}
}

// battle is a game in which an attacker meets an honest bot.
type battle struct {
	program, file string
	flags         []string
	user          *other // who plays; nil: this user
	think         int    // how far honest bots count for an answer; 0: as usual
}

// fight plays with an attacker in a seat and returns how the game went, and what the attacker could do but should not be able to.
// An attacker without an attack is a second honest bot.
func (b *battle) fight(t *testing.T, attack string, seat int, mode string) (line *record.Line, won string) {
	t.Helper()
	a := b.arena(t)
	specs := []string{b.spec(t, a, "attacker", attack), b.spec(t, a, "honest", "")}
	if seat == 1 {
		slices.Reverse(specs)
	}
	b.user.own(t, a.dir)
	before := a.tree(t)
	home := b.user.room(t)
	file := filepath.Join(home, "game.jsonl")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	flags := jailFlags(mode)
	c := exec.CommandContext(ctx, b.program, slices.Concat([]string{"play"}, specs, b.flags, flags, []string{
		"--seed", "3", "--budget", "1m", "--json", "--record", file,
	})...)
	b.user.as(c, home)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	first, _, _ := strings.Cut(stdout.String(), "\n")
	line = &record.Line{}
	if err := json.Unmarshal([]byte(first), line); err != nil {
		t.Fatalf("%v in %q", err, first)
	}
	g, won := readWon(t, file)
	if g.Header.Jail != line.Jail || g.Result == nil || len(g.Result.Used) != 2 {
		t.Errorf("jail %q in the header and %q in the line, result %+v", g.Header.Jail, line.Jail, g.Result)
	}
	a.clean(t, before)
	return line, won
}

// arena makes an arena with the targets that attackers receive.
func (b *battle) arena(t *testing.T) *arena {
	t.Helper()
	a := newArenaOf(t, b.user)
	a.targets["pids"], a.targets["loopback"] = []int{os.Getpid(), a.canary.Process.Pid}, b.file == "pelita_team.py" || b.file == sarenaServer
	if b.think > 0 {
		a.targets["think"] = b.think
	}
	return a
}

// jailFlags returns the jail flags of all games here: a small jail, so that bombs end soon.
func jailFlags(mode string) []string {
	if mode == proc.Off {
		return []string{"--jail", mode}
	}
	return []string{"--jail", mode, "--jail-memory", "256M", "--jail-procs", "64", "--jail-disk", "64M"}
}

// readWon reads a record with one game, and what an attacker could do in it but should not be able to.
func readWon(t *testing.T, file string) (g *record.Game, won string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = record.ReadGame(text, 1); err != nil {
		t.Fatal(err)
	}
	for _, o := range g.Outputs {
		if strings.Contains(o.Stderr, "WON ") {
			won += o.Stderr
		}
	}
	return g, won
}

// spec puts a bot into its folder and returns how the player is named.
func (b *battle) spec(t *testing.T, a *arena, side, attack string) string {
	t.Helper()
	dir := filepath.Join(a.dir, side)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("attacks/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	program := attack
	if program == "" {
		program = "honest"
	}
	command := a.command(t, b.interpreter(), side, program)
	if b.file != "" {
		order, err := json.Marshal(map[string]any{"attack": attack, "targets": a.targets})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "attack.json"), order, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if b.file == sarenaServer {
			return "xmlrpc:" + proc.Join(b.interpreter(), filepath.Join(dir, b.file), "PORT")
		}
		return filepath.Join(dir, b.file)
	}
	told, err := json.Marshal(a.targets)
	if err != nil {
		t.Fatal(err)
	}
	return "exec:" + proc.Join(append(command, string(told))...)
}

// interpreter returns the Python interpreter for the user.
func (b *battle) interpreter() string {
	if b.user != nil {
		return b.user.python
	}
	path, _ := python()
	return path
}

// judge compares a game with an attacker in a seat with one without an attack.
func (b *battle) judge(t *testing.T, got, peace *record.Line, seat int) {
	attacker, honest := got.Seats[seat].Seat, got.Seats[1-seat].Seat
	faults := map[string][]turn.FaultKind{}
	for _, f := range got.Faults {
		faults[f.Seat] = append(faults[f.Seat], f.Kind)
	}
	t.Logf("%s after %d plies, faults of the attacker: %v", got.Reason, got.Plies, faults[attacker])
	if len(faults[honest]) > 0 {
		t.Errorf("the honest bot is at fault: %+v", got.Faults)
	}
	if len(faults[attacker]) > 0 {
		if turn.IsFault(got.Reason) && (got.Winner == nil || *got.Winner != honest) {
			t.Errorf("after a fault of the attacker the winner is %v", got.Winner)
		}
		return
	}
	outcome := func(l *record.Line) any { return fmt.Sprint(l.Reason, l.Detail, l.Plies, l.Score) }
	if diff := cmp.Diff(outcome(peace), outcome(got)); diff != "" {
		t.Errorf("the attack changed the game (-without +with):\n%s", diff)
	}
}
