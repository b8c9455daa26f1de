package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/record"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// everyAttack is the environment variable that makes TestAttacksInVerbs run all attacks everywhere if it is "all".
const everyAttack = "GRIDIRON_ATTACKS"

// share is the number of places, games times verbs, among which each user's attacks are divided in a usual run: each is made once.
const share = 15

// TestAttacksInVerbs plays attackers against an honest bot in every game by play, tournament and compare with --jail require, as
// this user, and as one without rights if this one is root. GRIDIRON_ATTACKS=all makes every attack in every place.
func TestAttacksInVerbs(t *testing.T) {
	gametest.Long(t, "plays attacks by play, tournament and compare in all games, for minutes")
	games, bin := programs(t)
	jails(t)
	t.Setenv("GRIDIRON_SECRET", "the referee's")
	users := map[string]*other{"as this user": nil}
	if u := another(t); u != nil {
		users["without rights"] = u
	} else if os.Geteuid() == 0 {
		t.Log("the attacks are not made by a user without rights")
	}
	for g, game := range games {
		i := slices.IndexFunc(battlefields, func(f battlefield) bool { return f.name == game })
		if i < 0 {
			t.Fatalf("%s has no battlefield", game)
		}
		for number, who := range slices.Sorted(maps.Keys(users)) {
			b := battle{program: filepath.Join(bin, game), flags: battlefields[i].flags, user: users[who], think: 1000}
			for verb, fight := range []func(*testing.T, *battle, []string){attackInPlay, attackInTournament, attackInCompare} {
				chosen := chooseAttacks(3*g + verb + 7*number) // another place for each user
				t.Run(fmt.Sprint(game, "/", []string{"play", "tournament", "compare"}[verb], "/", who), func(t *testing.T) {
					t.Parallel()
					fight(t, &b, chosen)
				})
			}
		}
	}
}

// chooseAttacks returns the attacks of a part.
func chooseAttacks(part int) (list []string) {
	for i, a := range attacks {
		if !a.frozen && (os.Getenv(everyAttack) == "all" || (i+part)%share == 0) {
			list = append(list, a.name)
		}
	}
	return list
}

// attackInPlay plays a game for each attack.
func attackInPlay(t *testing.T, b *battle, attacks []string) {
	peace, _ := b.fight(t, "", 0, proc.Require)
	for i, attack := range attacks {
		t.Run(attack, func(t *testing.T) {
			t.Parallel()
			got, won := b.fight(t, attack, i%2, proc.Require)
			if won != "" {
				t.Errorf("the attacker could\n%s", won)
			}
			b.judge(t, got, peace, i%2)
		})
	}
}

// run runs the program of a battle as its user and returns what it printed; statuses are those that are no failure.
func (b *battle) run(t *testing.T, home string, statuses []int, words ...string) (stdout string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, b.program, words...)
	b.user.as(c, home)
	var out, errors bytes.Buffer
	c.Stdout, c.Stderr = &out, &errors
	if err := c.Run(); err != nil && !slices.Contains(statuses, c.ProcessState.ExitCode()) {
		t.Fatalf("%s: %v\n%s%s", words[:2], err, &out, &errors)
	}
	return out.String()
}

// withoutRounds returns the flags of a battle without --rounds, which means something else in tournament and compare.
func (b *battle) withoutRounds() []string {
	if i := slices.Index(b.flags, "--rounds"); i >= 0 {
		return slices.Delete(slices.Clone(b.flags), i, i+2)
	}
	return b.flags
}

// attackInTournament plays an honest bot against another one and all attackers in one tournament, in both seats. The journal
// agrees with the records, and the honest bot lost nothing by an attack.
func attackInTournament(t *testing.T, b *battle, attacks []string) {
	a := b.arena(t)
	teams := []string{"honest=" + b.spec(t, a, "honest", ""), "peace=" + b.spec(t, a, "peace", "")}
	for _, attack := range attacks {
		teams = append(teams, attack+"="+b.spec(t, a, "attacker-"+attack, attack))
	}
	b.user.own(t, a.dir)
	before, home := a.tree(t), b.user.room(t)
	seed := filepath.Join(home, "seed") // the same for all pairs, so that games can be compared
	if err := os.WriteFile(seed, []byte("3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.user.own(t, home)
	dir := filepath.Join(home, "cup")
	b.run(t, home, nil, slices.Concat([]string{"tournament", "run"}, teams, b.withoutRounds(), jailFlags(proc.Require), []string{
		"--plan", "gauntlet", "--starts", seed, "--seed", "3", "--budget", "1m", "--dir", dir,
	})...)
	if out := b.run(t, home, nil, "tournament", "verify", dir); !strings.Contains(out, "no line was changed") {
		t.Errorf("verify says %q", out)
	}
	lines := map[string]*record.Line{} // by opponent and seat of the honest bot
	var head struct{}
	err := league.ReadJournal(filepath.Join(dir, "journal.jsonl"), &head, func(text []byte) error {
		l := &record.Line{}
		if err := json.Unmarshal(text, l); err != nil || l.Type != "game" {
			return err
		}
		seat := slices.IndexFunc(l.Seats, func(s record.Seat) bool { return s.Name == "honest" })
		lines[fmt.Sprint(l.Seats[1-seat].Name, seat)] = l
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, attack := range attacks {
		for honest := range 2 {
			got, peace := lines[fmt.Sprint(attack, honest)], lines[fmt.Sprint("peace", honest)]
			if got == nil || peace == nil {
				t.Errorf("%s: no game with the honest bot in seat %d: %v, %v", attack, honest, got, peace)
				continue
			}
			if len(peace.Faults) > 0 {
				t.Errorf("without an attack: faults %+v", peace.Faults)
			}
			if _, won := readWon(t, filepath.Join(dir, filepath.FromSlash(*got.Record))); won != "" {
				t.Errorf("%s: the attacker could\n%s", attack, won)
			}
			if !strings.HasPrefix(got.Jail, "namespaces") {
				t.Errorf("the jail of the game is %q", got.Jail)
			}
			b.judge(t, got, peace, 1-honest)
		}
	}
	a.clean(t, before)
}

// attackInCompare compares an honest bot with each attacker, over a pair of games. What an attacker prints is seen where it lost:
// the records of these games are kept.
func attackInCompare(t *testing.T, b *battle, attacks []string) {
	peace := b.compare(t, "")
	if len(peace.Faults.New)+len(peace.Faults.Old) > 0 || peace.Games != 2 {
		t.Fatalf("without an attack: %+v", peace)
	}
	for _, attack := range attacks {
		t.Run(attack, func(t *testing.T) {
			t.Parallel()
			got := b.compare(t, attack)
			t.Logf("%d won, %d drawn, %d lost, faults of the attacker: %v", got.Wins, got.Draws, got.Losses, got.Faults.New)
			switch {
			case got.Games != 2 || len(got.Faults.Old) > 0:
				t.Errorf("the honest bot is at fault: %+v", got)
			case len(got.Faults.New) > 0 && got.Wins > peace.Wins:
				t.Errorf("after a fault the attacker has won more than without an attack: %+v", got)
			case len(got.Faults.New) == 0:
				if diff := cmp.Diff(peace.score, got.score); diff != "" {
					t.Errorf("the attack changed the games (-without +with):\n%s", diff)
				}
			}
		})
	}
}

// score is the result of the games.
type score struct{ Games, Wins, Draws, Losses int }

// comparison is what compare prints.
type comparison struct {
	score
	Faults struct{ New, Old map[string]int }
	Worst  []struct{ Record string }
}

// UnmarshalJSON implements json.Unmarshaler: the embedded score has no name of its own.
func (c *comparison) UnmarshalJSON(text []byte) error {
	var rest struct {
		Faults struct{ New, Old map[string]int }
		Worst  []struct{ Record string }
	}
	err := errors.Join(json.Unmarshal(text, &c.score), json.Unmarshal(text, &rest))
	c.Faults, c.Worst = rest.Faults, rest.Worst
	return err
}

// compare compares an attacker as NEW with an honest bot as OLD. An attacker without an attack is a second honest bot.
func (b *battle) compare(t *testing.T, attack string) (c comparison) {
	t.Helper()
	a := b.arena(t)
	specs := []string{b.spec(t, a, "honest", ""), b.spec(t, a, "attacker", attack)}
	b.user.own(t, a.dir)
	before, home := a.tree(t), b.user.room(t)
	const notBetter, undecided = 3, 4
	out := b.run(t, home, []int{notBetter, undecided}, slices.Concat([]string{"compare"}, specs, b.withoutRounds(), jailFlags(proc.Require), []string{
		"--pairs", "1", "--opening", "0", "--seed", "3", "--budget", "1m", "--losses", "2", "--dir", filepath.Join(home, "compare"), "--json",
	})...)
	if err := json.Unmarshal([]byte(out), &c); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	for _, loss := range c.Worst {
		g, won := readWon(t, loss.Record)
		if won != "" {
			t.Errorf("the attacker could\n%s", won)
		}
		if !strings.HasPrefix(g.Header.Jail, "namespaces") {
			t.Errorf("the jail of the game is %q", g.Header.Jail)
		}
	}
	a.clean(t, before)
	return c
}
