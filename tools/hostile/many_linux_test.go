package hostile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// beside are attacks by all that a program may do to win outside of the game: by what it brings, what it asks the system for, what
// it starts, and how it ends.
var beside = []string{firstLine, "seeds", "blind", "locks", "datagrams", "folder", "family", "change", "dies", "hang"}

// TestManyGames plays tournaments of an honest bot against all of them, in both seats and from several seeds, and against a peaceful
// one. Each game with an attacker goes as that from the same seed and seat without one, or the attacker is at fault; the honest bot
// never is. GRIDIRON_ATTACKS=games:500 plays at least 500 games with attackers, over all games.
func TestManyGames(t *testing.T) {
	gametest.Long(t, "plays tournaments against attackers, for a minute")
	games, bin := programs(t)
	jails(t)
	t.Setenv("GRIDIRON_SECRET", "the referee's")
	pairs, played := 1, gametest.Sample(t, games)
	if count, ok := strings.CutPrefix(os.Getenv(everyAttack), "games:"); ok {
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 {
			t.Fatalf("%s=games:%s: want a number of games", everyAttack, count)
		}
		each := len(games) * len(beside) * 2
		pairs, played = (n+each-1)/each, games
	}
	total := &tally{}
	for _, game := range played {
		t.Run(game, func(t *testing.T) {
			i := slices.IndexFunc(battlefields, func(f battlefield) bool { return f.name == game })
			b := &battle{program: filepath.Join(bin, game), flags: battlefields[i].flags, think: 1000}
			b.many(t, pairs, total)
		})
	}
	t.Logf("%d games with an attacker, from %d seeds each: %d went as without it, in %d it was at fault; the honest bot was at fault in %d",
		total.games, pairs, total.same, total.faults, total.wrong)
}

// tally counts games with attackers.
type tally struct{ games, same, faults, wrong int }

// many plays the tournament of a game.
func (b *battle) many(t *testing.T, pairs int, total *tally) {
	a := b.arena(t)
	teams := []string{"honest=" + b.spec(t, a, "honest", ""), "peace=" + b.spec(t, a, "peace", "")}
	for _, attack := range beside {
		teams = append(teams, attack+"="+b.spec(t, a, "attacker-"+attack, attack))
	}
	before, home := a.tree(t), t.TempDir()
	starts := ""
	for n := range pairs {
		starts += fmt.Sprintln(3 + n)
	}
	seeds, dir := filepath.Join(home, "seeds"), filepath.Join(home, "cup")
	if err := os.WriteFile(seeds, []byte(starts), 0o644); err != nil {
		t.Fatal(err)
	}
	// A budget would be for all: patience is for the one that hangs.
	b.run(t, home, nil, slices.Concat([]string{"tournament", "run"}, teams, b.withoutRounds(), jailFlags(proc.Require), []string{
		"--plan", "gauntlet", "--starts", seeds, "--seed", "3", "--pairs", fmt.Sprint(pairs), "--patience", "8s", "--concurrency", "2", "--dir", dir,
	})...)
	if out := b.run(t, home, nil, "tournament", "verify", dir); !strings.Contains(out, "no line was changed") {
		t.Errorf("verify says %q", out)
	}
	type key struct {
		opponent, seed string
		seat           int
	}
	lines := map[key]*record.Line{}
	var head struct{}
	err := league.ReadJournal(filepath.Join(dir, "journal.jsonl"), &head, func(text []byte) error {
		l := &record.Line{}
		if err := json.Unmarshal(text, l); err != nil || l.Type != "game" {
			return err
		}
		seat := slices.IndexFunc(l.Seats, func(s record.Seat) bool { return s.Name == "honest" })
		lines[key{l.Seats[1-seat].Name, l.Seed, seat}] = l
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := (len(beside) + 1) * 2 * pairs; len(lines) != want {
		t.Errorf("%d games, want %d", len(lines), want)
	}
	for k, got := range lines {
		peace := lines[key{"peace", k.seed, k.seat}]
		if k.opponent == "peace" || peace == nil {
			if peace == nil || len(peace.Faults) > 0 {
				t.Errorf("%+v: without an attack: %+v", k, peace)
			}
			continue
		}
		total.games++
		_, won := readWon(t, filepath.Join(dir, filepath.FromSlash(*got.Record)))
		if won != "" {
			t.Errorf("%s: the attacker could\n%s", k.opponent, won)
		}
		if !strings.HasPrefix(got.Jail, "namespaces") {
			t.Errorf("the jail of the game is %q", got.Jail)
		}
		switch honest := got.Seats[k.seat].Seat; {
		case slices.ContainsFunc(got.Faults, func(f record.Fault) bool { return f.Seat == honest }):
			total.wrong++
		case len(got.Faults) > 0:
			total.faults++
		default:
			if total.same++; k.opponent == "dies" || k.opponent == "hang" {
				t.Errorf("%+v: the attacker has no fault", k)
			}
		}
		b.judge(t, got, peace, 1-k.seat)
	}
	a.clean(t, before)
}
