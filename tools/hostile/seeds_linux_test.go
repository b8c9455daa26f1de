package hostile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// told is what a spy was told in one game.
type told struct {
	game, seat, seed string
	views            []json.RawMessage // with each question
}

// spy returns a command of a spy that writes into its folder, and the folder.
func spy(t *testing.T) (spec, dir string) {
	t.Helper()
	dir = t.TempDir()
	return "exec:" + proc.Join(os.Args[0], "bot", spies, dir), dir
}

// reports returns what the spies of a folder were told, by game and seat, and empties the folder.
func reports(t *testing.T, dirs ...string) (list []told) {
	t.Helper()
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil || os.Remove(file) != nil {
				t.Fatal(file, err)
			}
			for line := range strings.Lines(string(text)) {
				var m struct {
					Type, Game, Seat, Seed string
					View                   json.RawMessage
				}
				if err := json.Unmarshal([]byte(line), &m); err != nil {
					t.Fatal(err)
				}
				switch m.Type {
				case "start":
					list = append(list, told{game: m.Game, seat: m.Seat, seed: m.Seed})
				case "ask":
					last := &list[len(list)-1]
					last.views = append(last.views, m.View)
				}
			}
		}
	}
	list = slices.DeleteFunc(list, func(r told) bool { return r.game == "try" }) // before a contest
	slices.SortFunc(list, func(a, b told) int { return strings.Compare(a.game+a.seat, b.game+b.seat) })
	return list
}

// seedsOf returns the seeds by seat of a game; "" is any.
func seedsOf(list []told, game string) map[string]string {
	m := map[string]string{}
	for _, one := range list {
		if game == "" || one.game == game {
			m[one.seat] = one.seed
		}
	}
	return m
}

func readAll(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readGames reads records.
func readGames(t *testing.T, pattern string) (list []record.Game) {
	t.Helper()
	files, _ := filepath.Glob(pattern)
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		games, err := record.Read(f)
		f.Close()
		if err != nil {
			t.Fatal(file, err)
		}
		list = append(list, games...)
	}
	return list
}

// apart fails unless all told seeds differ from each other and from those of the games.
func apart(t *testing.T, want int, list []told, games []record.Game) {
	t.Helper()
	seen := map[string]bool{}
	for _, g := range games {
		seen[g.Header.Seed] = true
	}
	for _, one := range list {
		if seen[one.seed] {
			t.Errorf("game %s tells %s the seed %s, which is that of a game or was told in another seat", one.game, one.seat, one.seed)
		}
		seen[one.seed] = true
	}
	if len(list) != want {
		t.Errorf("%d seats were told a seed, want %d", len(list), want)
	}
}

// TestSeedsOfSeats has spies in both seats of every game. Nobody is told the seed of the game or what another seat is told, in one
// game, in the two games of a pair, or in the comparison of a bot with itself; but what is repeated tells the same.
func TestSeedsOfSeats(t *testing.T) {
	games, bin := programs(t)
	for _, game := range games {
		b := battle{program: filepath.Join(bin, game), flags: battlefields[slices.IndexFunc(battlefields, func(f battlefield) bool { return f.name == game })].flags}
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			one, dir := spy(t)
			run := func(words ...string) {
				t.Helper()
				b.run(t, home, []int{0, 3, 4}, words...)
			}
			play := func(name string, words ...string) ([]told, []record.Game) {
				t.Helper()
				file := filepath.Join(home, name)
				run(slices.Concat([]string{"play", one, one, "--quiet", "--record", file}, words, b.flags)...)
				return reports(t, dir), readGames(t, file)
			}
			list, records := play("one", "--seed", "7", "--games", "2")
			apart(t, 4, list, records)
			again, _ := play("again", "--seed", "7", "--games", "2")
			for _, r := range list {
				if got := seedsOf(again, r.game)[r.seat]; got != r.seed {
					t.Errorf("the same seed tells %s %s in game %s, and then %s", r.seat, r.seed, r.game, got)
				}
			}
			// Whoever plays against a bot, and wherever it lies, it is told the same.
			alone, dir2 := spy(t)
			run(slices.Concat([]string{"play", alone, "random", "--seed", "7", "--quiet", "--budget", "1m"}, b.flags)...)
			first, _ := play("first", "--seed", "7")
			for seat, got := range seedsOf(reports(t, dir2), "") {
				if want := seedsOf(first, "")[seat]; got != want {
					t.Errorf("against another player the seed of %s is %s, want %s", seat, got, want)
				}
			}

			other, dir3 := spy(t)
			cup := filepath.Join(home, "cup")
			run(slices.Concat([]string{"tournament", "run", "a=" + one, "b=" + other, "--rounds", "1", "--seed", "7", "--jail", "off", "--dir", cup}, b.withoutRounds())...)
			list, records = reports(t, dir, dir3), readGames(t, filepath.Join(cup, "games", "*.jsonl"))
			apart(t, 4, list, records)
			if len(records) != 2 || records[0].Header.Seed != records[1].Header.Seed {
				t.Fatalf("the tournament has not played a pair from one seed")
			}
			for _, g := range records {
				repeat(t, play, list, &g)
				run("review", filepath.Join(home, "game-"+g.Header.ID), "--judge", one)
				if diff := cmp.Diff(seedsOf(list, g.Header.ID), seedsOf(reports(t, dir), "review")); diff != "" {
					t.Errorf("review tells other seeds (-game +review): %s", diff)
				}
				older := filepath.Join(home, "older-"+g.Header.ID)
				text := string(readAll(t, filepath.Join(home, "game-"+g.Header.ID)))
				seats, err := json.Marshal(g.Header.Seeds)
				if err != nil {
					t.Fatal(err)
				}
				text = strings.Replace(text, `"seeds":`+string(seats)+",", "", 1)
				if err := os.WriteFile(older, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				run("review", older, "--judge", one)
				for _, one := range reports(t, dir) {
					if one.seed != g.Header.Seed {
						t.Errorf("review of an older record tells %s the seed %s, want the game's, as then", one.seat, one.seed)
					}
				}
			}

			run(slices.Concat([]string{"compare", one, one, "--pairs", "1", "--seed", "7", "--losses", "0"}, b.withoutRounds())...)
			apart(t, 4, reports(t, dir), nil)
		})
	}
}

// repeat plays a game of a tournament again: programs are told what they were told, which the record knows.
func repeat(t *testing.T, play func(string, ...string) ([]told, []record.Game), before []told, g *record.Game) {
	t.Helper()
	want := seedsOf(before, g.Header.ID)
	got, records := play("game-"+g.Header.ID, "--seed", g.Header.Seed, "--id", g.Header.ID)
	if diff := cmp.Diff(want, seedsOf(got, g.Header.ID)); diff != "" || records[0].Header.ID != g.Header.ID {
		t.Errorf("play --id tells other seeds: %s", diff)
	}
	if diff := cmp.Diff(want, g.Header.Seeds); diff != "" {
		t.Errorf("the record has other seeds: %s", diff)
	}
}

// TestNoiseStaysOn rebuilds Pelita's games with the seed that a spy was told, and with what no player knows: the moves of both
// sides. The noise that it draws is not the noise that the spy met; with the game's seed it would be.
func TestNoiseStaysOn(t *testing.T) {
	_, bin := programs(t)
	b := battle{program: filepath.Join(bin, "pelita")}
	home := t.TempDir()
	one, dir := spy(t)
	file := filepath.Join(home, "game.jsonl")
	b.run(t, home, nil, "play", one, one, "--seed", "7", "--layout", "normal_035", "--rounds", "100", "--quiet", "--record", file)
	seen := reports(t, dir)
	header, rest, _ := strings.Cut(string(readAll(t, file)), "\n")
	located := func(seed string) (found, noisy int) {
		rebuilt := filepath.Join(home, "rebuilt-"+seed)
		if err := os.WriteFile(rebuilt, []byte(strings.Replace(header, `"seed":"7"`, `"seed":"`+seed+`"`, 1)+"\n"+rest), 0o600); err != nil {
			t.Fatal(err)
		}
		b.run(t, home, nil, "review", rebuilt, "--judge", one)
		again := reports(t, dir)
		for seat := range again {
			for i, view := range again[seat].views {
				was, now := enemies(t, seen[seat].views[i]), enemies(t, view)
				for k, is := range was.Noisy {
					if is {
						if noisy++; was.Positions[k] == now.Positions[k] {
							found++
						}
					}
				}
			}
		}
		return found, noisy
	}
	if found, noisy := located("7"); found != noisy || noisy < 100 {
		t.Fatalf("with the game's seed, %d of %d noisy enemies are where they were seen: this test would show nothing", found, noisy)
	}
	for _, one := range seen {
		if found, noisy := located(one.seed); found > noisy/4 { // chance is one of some 30 cells
			t.Errorf("with the seed of %s, %d of %d noisy enemies are located", one.seat, found, noisy)
		}
	}
}

// sighting is what a bot of Pelita is told about its enemies.
type sighting struct {
	Positions [2][2]int `json:"positions"`
	Noisy     [2]bool   `json:"is_noisy"`
}

func enemies(t *testing.T, view json.RawMessage) sighting {
	t.Helper()
	var v struct{ Enemy sighting }
	if err := json.Unmarshal(view, &v); err != nil {
		t.Fatal(err)
	}
	return v.Enemy
}

// TestSeedsAreHidden has a program look for the seed of the game while it plays. Record and journal lie in its own folder: it sees
// neither these nor a command line in a jail, and all of them without one.
func TestSeedsAreHidden(t *testing.T) {
	games, bin := programs(t)
	jails(t)
	users := map[string]*other{"as this user": nil}
	if u := another(t); u != nil {
		users["without rights"] = u
	}
	for _, game := range gametest.Sample(t, games) {
		for who, user := range users {
			field := battlefields[slices.IndexFunc(battlefields, func(f battlefield) bool { return f.name == game })]
			b := &battle{program: filepath.Join(bin, game), flags: field.flags, user: user}
			for verb, words := range map[string][]string{
				"play":       {"play", "BOT", "random", "--record", "game.jsonl"},
				"tournament": {"tournament", "run", "BOT", "random", "--rounds", "1", "--dir", "cup"},
				"compare":    {"compare", "BOT", "random", "--pairs", "1", "--dir", "cup"},
			} {
				for _, mode := range []string{proc.Require, proc.Off} {
					t.Run(fmt.Sprint(game, "/", who, "/", verb, "/", mode), func(t *testing.T) {
						t.Parallel()
						found := b.seek(t, words, mode)
						for _, what := range []string{"a seed in", "--seed in"} {
							if is := strings.Contains(found, "WON find "+what); is != (mode == proc.Off) {
								t.Errorf("found %s: %v\n%s", what, is, found)
							}
						}
					})
				}
			}
		}
	}
}

// seek plays in the folder of a program that looks for seeds, and returns what it wrote to standard error.
func (b *battle) seek(t *testing.T, words []string, mode string) string {
	t.Helper()
	a := b.arena(t)
	bot := b.spec(t, a, "attacker", "seeds")
	b.user.own(t, a.dir)
	here := filepath.Join(a.dir, "attacker")
	flags := b.withoutRounds()
	if words[0] == "play" {
		flags = b.flags
	}
	line := slices.Concat(words, flags, jailFlags(mode), []string{"--seed", "3"})
	for i, word := range line {
		switch word {
		case "BOT":
			line[i] = bot
		case "game.jsonl", "cup":
			line[i] = filepath.Join(here, word)
		}
	}
	b.run(t, b.user.room(t), []int{0, 3, 4}, line...)
	found := ""
	games := slices.Concat(readGames(t, filepath.Join(here, "game.jsonl")), readGames(t, filepath.Join(here, "cup", "games", "*.jsonl")))
	for _, g := range games {
		for _, o := range g.Outputs {
			found += o.Stderr
		}
	}
	if len(games) == 0 {
		t.Fatal("no game was recorded")
	}
	return found
}
