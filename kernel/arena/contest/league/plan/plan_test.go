package plan_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

var update = flag.Bool("update", false, "write the drawn goldens of testdata anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func start(t *testing.T, teams int, set plan.Settings) *plan.Schedule {
	t.Helper()
	s, err := plan.New(teams, set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// result returns the outcome of a pairing in these tests. It is random, but the same for equal pairings, and favours teams with
// small numbers.
func result(p league.Pairing) league.Outcome {
	h := fnv.New64a()
	fmt.Fprint(h, p.Teams, p.Round)
	chance := rand.New(rand.NewPCG(h.Sum64(), 1))
	o := league.Outcome{N: p.N, Winner: league.Draw}
	switch u := chance.Float64(); {
	case u < 0.02:
		o.Winner = league.Void
	case u < 0.25:
	case u < 0.25+0.75*rating.Score(40*float64(p.Teams[1]-p.Teams[0])):
		o.Winner = 0
	default:
		o.Winner = 1
	}
	if chance.IntN(10) == 0 && o.Winner >= 0 {
		o.Default, o.Reason = true, "late"
	}
	return o
}

// better has the team with the smaller number win.
func better(p league.Pairing) league.Outcome {
	winner := 0
	if p.Teams[1] < p.Teams[0] {
		winner = 1
	}
	return league.Outcome{N: p.N, Winner: winner}
}

// play plays a plan to its end, until the given number of games has been issued, or until there is nothing to play.
func play(s *plan.Schedule, most int, result func(league.Pairing) league.Outcome) {
	for len(s.Pairings()) < most {
		list, finished := s.Issue()
		if finished || len(list) == 0 {
			return
		}
		for _, p := range list {
			s.Report(result(p))
		}
	}
}

// draw draws what a plan has issued: a line for each pair, with its results for the team on the left: 1 won, = drawn, 0 lost,
// - lost by default, v void.
func draw(s *plan.Schedule) string {
	var text strings.Builder
	outcomes := map[int]league.Outcome{}
	games := s.Games()
	pairings := s.Pairings()
	for _, p := range pairings {
		if len(games) > 0 && slices.Equal(games[0].Teams, p.Teams) && games[0].Pair == p.Pair {
			outcomes[p.N] = league.Outcome{Winner: games[0].Winner, Default: games[0].Default}
			games = games[1:]
		}
	}
	stage := "-"
	for _, p := range pairings {
		if p.Stage != stage {
			stage = p.Stage
			if stage != "" {
				fmt.Fprintf(&text, "%s\n", stage)
			}
		}
		second := slices.IndexFunc(pairings, func(q league.Pairing) bool { return q.Pair == p.Pair })
		if second >= 0 && pairings[second].N < p.N {
			continue
		}
		fmt.Fprintf(&text, "  pair %2d  start %d  ", p.Pair, p.Start)
		if len(p.Teams) == 1 {
			fmt.Fprintf(&text, "%d has a bye\n", p.Teams[0])
			continue
		}
		fmt.Fprintf(&text, "%d-%d ", p.Teams[0], p.Teams[1])
		for _, q := range pairings {
			if q.Pair == p.Pair {
				fmt.Fprintf(&text, "  game %d round %d %s", q.N, q.Round, mark(q, p.Teams[0], outcomes))
			}
		}
		text.WriteByte('\n')
	}
	text.WriteString("\nplaces:")
	for _, st := range s.Standings() {
		fmt.Fprintf(&text, " %d:%d(%g)", st.Place, st.Team, st.Points)
	}
	text.WriteByte('\n')
	return text.String()
}

func mark(p league.Pairing, team int, outcomes map[int]league.Outcome) string {
	o, known := outcomes[p.N]
	switch {
	case !known:
		return "?"
	case o.Winner == league.Draw:
		return "="
	case o.Winner == league.Void:
		return "v"
	case o.Winner >= 0 && p.Teams[o.Winner] == team:
		return "1"
	case o.Default:
		return "-"
	}
	return "0"
}

var test20 = &rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}

// leagues has a league of each kind, for tests that apply to all.
var leagues = []struct {
	name  string
	teams int
	set   plan.Settings
	most  int // games, for plans without an end
}{
	{"round-robin", 5, plan.Settings{Plan: plan.RoundRobin, Pairs: 2}, 999},
	{"gauntlet", 6, plan.Settings{Plan: plan.Gauntlet, Firsts: 2, Pairs: 2}, 999},
	{"knockout", 11, plan.Settings{Plan: plan.Knockout}, 999},
	{"swiss", 9, plan.Settings{Plan: plan.Swiss, Rounds: 5}, 999},
	{"sprt", 2, plan.Settings{Plan: plan.SPRT, Pairs: 300, Ahead: 4, Test: &rating.SPRT{Elo1: 90, Alpha: 0.05, Beta: 0.05}}, 999},
	{"ladder", 5, plan.Settings{Plan: plan.Ladder, Ahead: 3}, 60},
	{"playoff", 7, plan.Settings{Plan: plan.Swiss, Rounds: 3, Playoff: 4}, 999},
	{"third", 11, plan.Settings{Plan: plan.Knockout, Third: true}, 999},
	{"double", 6, plan.Settings{Plan: plan.Double}, 999},
	{"double-playoff", 9, plan.Settings{Plan: plan.Double, Playoff: 4, Third: true}, 999},
	{"knockout-playoff", 9, plan.Settings{Plan: plan.Knockout, Playoff: 4}, 999},
}

func TestDrawn(t *testing.T) {
	for _, l := range leagues {
		s := start(t, l.teams, l.set)
		play(s, l.most, result)
		golden(t, l.name+".txt", draw(s))
		for _, p := range s.Pairings() {
			if p.Round < 1 {
				t.Errorf("%s: game %d is number %d of %v, want numbers from 1", l.name, p.N, p.Round, p.Teams)
			}
		}
	}
}

// The expected number of games is right from the start to the end, unless matches are level.
func TestExpected(t *testing.T) {
	for _, tt := range []struct {
		teams int
		set   plan.Settings
		want  int
	}{
		{5, plan.Settings{Plan: plan.RoundRobin, Pairs: 2}, 40},
		{6, plan.Settings{Plan: plan.Gauntlet}, 10},
		{11, plan.Settings{Plan: plan.Knockout, Pairs: 3}, 60},
		{9, plan.Settings{Plan: plan.Swiss, Rounds: 4}, 32},
		{2, plan.Settings{Plan: plan.SPRT, Pairs: 50}, 100},
		{7, plan.Settings{Plan: plan.Swiss, Rounds: 3, Playoff: 4}, 24},
		{5, plan.Settings{Plan: plan.RoundRobin, Playoff: 5}, 28},
		{6, plan.Settings{Plan: plan.Knockout, Playoff: 3}, 14},
		{6, plan.Settings{Plan: plan.Gauntlet, Firsts: 2, Pairs: 2}, 32},
		{6, plan.Settings{Plan: plan.Double, Pairs: 2}, 40},
		{6, plan.Settings{Plan: plan.Knockout, Pairs: 2, Third: true}, 24},
		{8, plan.Settings{Plan: plan.Swiss, Pairs: 2}, 48},
		{9, plan.Settings{Plan: plan.Swiss}, 32},
		{6, plan.Settings{Plan: plan.Swiss, Rounds: 2, Pairs: 2, Playoff: 4, Third: true}, 40},
		{4, plan.Settings{Plan: plan.RoundRobin, Pairs: 2, Playoff: 3, Third: true}, 32},
		{2, plan.Settings{Plan: plan.SPRT}, 2000},
	} {
		s := start(t, tt.teams, tt.set)
		before := s.Expected()
		play(s, 9999, better)
		if after := s.Expected(); before != tt.want || after != tt.want {
			t.Errorf("%d teams, %+v: %d games expected at the start, %d at the end, want %d", tt.teams, tt.set, before, after, tt.want)
		}
	}
}

func TestRoundRobinIsTheOldSchedule(t *testing.T) {
	for teams := 2; teams < 8; teams++ {
		list, _ := start(t, teams, plan.Settings{Plan: plan.RoundRobin, Pairs: 2}).Issue()
		if diff := cmp.Diff(league.RoundRobin(teams, 2), list); diff != "" {
			t.Errorf("%d teams (-want +got):\n%s", teams, diff)
		}
	}
}

func TestGauntletMeetings(t *testing.T) {
	list, _ := start(t, 5, plan.Settings{Plan: plan.Gauntlet, Firsts: 2, Pairs: 3}).Issue()
	met := map[string]int{}
	for _, p := range list {
		met[fmt.Sprint(p.Teams)]++
	}
	want := map[string]int{}
	for first := range 2 {
		for other := 2; other < 5; other++ {
			want[fmt.Sprint([]int{first, other})], want[fmt.Sprint([]int{other, first})] = 3, 3
		}
	}
	if diff := cmp.Diff(want, met); diff != "" {
		t.Errorf("games by seats (-want +got):\n%s", diff)
	}
}

// Teams that forfeit are not in the playoff. Below it they keep their order: two with different points share no place.
func TestPlacesBelowPlayoff(t *testing.T) {
	s := start(t, 6, plan.Settings{Plan: plan.RoundRobin, Playoff: 2})
	list, _ := s.Issue()
	for _, p := range list[:len(list)-2] {
		s.Report(better(p))
	}
	for _, team := range []int{0, 1} {
		e, err := s.Stamp(plan.Event{Type: plan.Forfeit, Team: team})
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(e)
	}
	for _, p := range list[len(list)-2:] {
		s.Report(better(p))
	}
	play(s, 99, better)
	got := []string{}
	for _, st := range s.Standings() {
		got = append(got, fmt.Sprintf("%d. team %d", st.Place, st.Team))
	}
	want := []string{"1. team 2", "2. team 3", "3. team 0", "4. team 1", "5. team 4", "6. team 5"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

// Where everybody has forfeited there is no playoff.
func TestPlayoffOfNobody(t *testing.T) {
	s := start(t, 2, plan.Settings{Plan: plan.RoundRobin, Playoff: 2})
	for team := range 2 {
		s.Apply(plan.Event{Type: plan.Forfeit, Team: team, After: 1})
	}
	s.Issue()
	s.Report(league.Outcome{N: 1})
	if list, finished := s.Issue(); len(list) > 0 || !finished || s.Issued() != 2 {
		t.Errorf("%v, finished %v after %d games, want an end after 2", list, finished, s.Issued())
	}
}

func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		teams int
		set   plan.Settings
		want  string // "" is no error
	}{
		{2, plan.Settings{Plan: plan.RoundRobin}, ""},
		{1, plan.Settings{Plan: plan.Ladder}, ""},
		{2, plan.Settings{Plan: "league"}, "plan league: want one of round-robin, gauntlet, knockout, double-elimination, swiss, sprt, ladder"},
		{1, plan.Settings{Plan: plan.Swiss}, "plan swiss: 1 teams: want at least 2"},
		{3, plan.Settings{Plan: plan.SPRT}, "plan sprt: 3 teams: want 2"},
		{2, plan.Settings{Plan: plan.RoundRobin, Pairs: -1}, "plan round-robin: -1 pairs"},
		{9000, plan.Settings{Plan: plan.RoundRobin}, "plan round-robin: 0 pairs for 9000 teams"},
		{4, plan.Settings{Plan: plan.Knockout, Rounds: 3}, "plan knockout: 3 rounds"},
		{4, plan.Settings{Plan: plan.Gauntlet, Firsts: 4}, "plan gauntlet: 4 firsts of 4 teams"},
		{4, plan.Settings{Plan: plan.Swiss, Ahead: 4}, "plan swiss: 4 pairs ahead"},
		{2, plan.Settings{Plan: plan.SPRT, Playoff: 2}, "plan sprt: a playoff: sprt has only two teams and a ladder never ends"},
		{4, plan.Settings{Plan: plan.Swiss, Third: true}, "plan swiss: a match for third place"},
		{4, plan.Settings{Plan: plan.Swiss, Playoff: 5}, "plan swiss: a playoff of 5 of 4 teams"},
		{4, plan.Settings{Plan: plan.Swiss, Test: test20}, "plan swiss: a test"},
		{2, plan.Settings{Plan: plan.SPRT, Test: &rating.SPRT{Elo0: 5}}, "plan sprt: elo0 5 and elo1 0"},
	} {
		_, err := plan.New(tt.teams, tt.set)
		if (err == nil) != (tt.want == "") || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%d teams, %+v: error %v, want %q", tt.teams, tt.set, err, tt.want)
		}
	}
}

// Without surprises a knockout ends in the order of the seeds, whoever has byes, and every team but the winner loses one match.
func TestKnockout(t *testing.T) {
	for teams := 2; teams <= 17; teams++ {
		s := start(t, teams, plan.Settings{Plan: plan.Knockout, Pairs: 2})
		play(s, 9999, better)
		if _, finished := s.Issue(); !finished {
			t.Fatalf("%d teams: not finished", teams)
		}
		if got := len(s.Pairings()); got != 4*(teams-1) {
			t.Errorf("%d teams: %d games, want 4 for each of %d matches", teams, got, teams-1)
		}
		place, shared := 0, 1
		for i, st := range s.Standings() {
			if i == shared {
				place, shared = i, 2*shared // the next ones lost a round earlier
			}
			if st.Place != place+1 {
				t.Errorf("%d teams: %d. is team %d at place %d, want %d", teams, i+1, st.Team, st.Place, place+1)
			}
			if i < 4 && st.Team != i && i != 2 && i != 3 {
				t.Errorf("%d teams: team %d is %d.", teams, st.Team, i+1)
			}
		}
	}
	// A golden for each number of teams that the brackets of courses have.
	var text strings.Builder
	for _, teams := range []int{5, 6, 7, 11} {
		s := start(t, teams, plan.Settings{Plan: plan.Knockout})
		play(s, 9999, result)
		fmt.Fprintf(&text, "%d teams\n%s\n", teams, draw(s))
	}
	golden(t, "brackets.txt", text.String())
}

// In a double elimination every team but the winner loses two matches, whoever wins and however many byes there are; the winner
// loses one at most, and then plays a second final. Without surprises the best four get their places.
func TestDouble(t *testing.T) {
	for teams := 2; teams <= 17; teams++ {
		for seed := range uint64(20) {
			s := start(t, teams, plan.Settings{Plan: plan.Double})
			losses, seconds := make([]int, teams), 0
			expected := s.Expected()
			play(s, 9999, func(p league.Pairing) league.Outcome {
				a, b := min(p.Teams[0], p.Teams[1]), max(p.Teams[0], p.Teams[1])
				winner := a
				if chance := rand.New(rand.NewPCG(seed, uint64(len(p.Stage)*1000+100*a+b))); seed > 0 && chance.IntN(2) == 0 {
					winner = b
				}
				if p.Teams[0] == a {
					losses[a+b-winner]++
				}
				seconds += 1 - min(1, len(strings.TrimPrefix(p.Stage, "second final")))
				return league.Outcome{N: p.N, Winner: slices.Index(p.Teams, winner)}
			})
			if _, finished := s.Issue(); !finished {
				t.Fatalf("%d teams, seed %d: not finished", teams, seed)
			}
			if want := 4*(teams-1) + seconds; len(s.Pairings()) != want || expected != 4*(teams-1) {
				t.Errorf("%d teams, seed %d: %d games and %d expected, want %d and %d", teams, seed, len(s.Pairings()), expected, want, 4*(teams-1))
			}
			for i, st := range s.Standings() {
				switch {
				case i == 0 && (st.Place != 1 || losses[st.Team] != seconds/2):
					t.Errorf("%d teams, seed %d: the winner %d lost %d matches", teams, seed, st.Team, losses[st.Team])
				case i > 0 && (st.Place == 1 || losses[st.Team] != 2):
					t.Errorf("%d teams, seed %d: team %d at place %d lost %d matches", teams, seed, st.Team, st.Place, losses[st.Team])
				case seed == 0 && i < 4 && (st.Team != i || st.Place != i+1):
					t.Errorf("%d teams: team %d is at place %d, want %d", teams, st.Team, st.Place, st.Team+1)
				}
			}
		}
	}
}

// The match for the third place decides it, and is expected from the beginning; with three teams there is none.
func TestThird(t *testing.T) {
	for teams, want := range map[int]string{3: "1:0 2:1 3:2", 4: "1:0 2:1 3:2 4:3", 8: "1:0 2:1 3:2 4:3 5:4 5:5 5:6 5:7"} {
		s := start(t, teams, plan.Settings{Plan: plan.Knockout, Third: true})
		expected := s.Expected()
		play(s, 9999, better)
		var got []string
		for _, st := range s.Standings() {
			got = append(got, fmt.Sprintf("%d:%d", st.Place, st.Team))
		}
		if games := 2 * (teams - 1 + min(1, teams/4)); strings.Join(got, " ") != want || len(s.Pairings()) != games || expected != games {
			t.Errorf("%d teams: %v after %d games of %d, want %s after %d", teams, got, len(s.Pairings()), expected, want, games)
		}
	}
}

// A level match has three further pairs; then fewer defaults go on, then the better seed.
func TestKnockoutTiebreak(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result func(league.Pairing) league.Outcome
		games  int
		winner int
	}{
		{"all drawn", func(p league.Pairing) league.Outcome { return league.Outcome{N: p.N, Winner: league.Draw} }, 8, 0},
		{"all void", func(p league.Pairing) league.Outcome { return league.Outcome{N: p.N, Winner: league.Void} }, 8, 0},
		{"0 loses by default", func(p league.Pairing) league.Outcome {
			return league.Outcome{N: p.N, Winner: 0, Default: p.Teams[1] == 0, Reason: "late"}
		}, 8, 1},
		{"decided by the second further pair", func(p league.Pairing) league.Outcome {
			if p.Round < 3 {
				return league.Outcome{N: p.N, Winner: 0}
			}
			return league.Outcome{N: p.N, Winner: slices.Index(p.Teams, 1)}
		}, 6, 1},
	} {
		s := start(t, 2, plan.Settings{Plan: plan.Knockout})
		play(s, 99, tt.result)
		if got := s.Standings()[0]; len(s.Pairings()) != tt.games || got.Team != tt.winner || got.Place != 1 {
			t.Errorf("%s: %d games, team %d wins, want %d and team %d", tt.name, len(s.Pairings()), got.Team, tt.games, tt.winner)
		}
	}
}

func TestSPRT(t *testing.T) {
	win := func(p league.Pairing) league.Outcome { return better(p) }
	s := start(t, 2, plan.Settings{Plan: plan.SPRT, Test: test20})
	play(s, 9999, win)
	counts := league.Pairs(s.Games(), 0, 1)
	if state := test20.State(counts); state.Verdict != rating.Upper || counts.Pairs() > 60 {
		t.Errorf("who wins always: %v after %d pairs, want elo1 before 60", state.Verdict, counts.Pairs())
	}
	if s.Expected() != 2*counts.Pairs() {
		t.Errorf("%d games are expected after the end, want those of the %d pairs that count", s.Expected(), counts.Pairs())
	}
	// Whatever the pairs are like, the test ends it at the first one at which it can.
	for _, points := range [][2]float64{{1, 1}, {1, 0.5}, {0.5, 0.5}, {1, 0}, {0, 0.5}, {0, 0}} { // of team 0 in both games
		s := start(t, 2, plan.Settings{Plan: plan.SPRT, Test: test20})
		play(s, 9999, func(p league.Pairing) league.Outcome {
			seat := slices.Index(p.Teams, 0)
			return league.Outcome{N: p.N, Winner: map[float64]int{1: seat, 0.5: league.Draw, 0: 1 - seat}[points[seat]]}
		})
		games := s.Games()
		after, before := league.Pairs(games, 0, 1), league.Pairs(games[:len(games)-2], 0, 1)
		if test20.State(after).Verdict == rating.Undecided || test20.State(before).Verdict != rating.Undecided {
			t.Errorf("pairs of %v points: the plan ends after %d games, the test does not", points, len(games))
		}
	}
	// When one of the two forfeits, nothing more is played.
	s = start(t, 2, plan.Settings{Plan: plan.SPRT, Pairs: 50, Ahead: 4})
	happen(t, s, plan.Event{Type: plan.Forfeit, Team: 1})
	if _, finished := s.Issue(); !finished || s.Issued() != 8 {
		t.Errorf("finished %t after a forfeit, and %d games, want the 8 from before", finished, s.Issued())
	}
	// Void games are no evidence, but they use up the pairs.
	s = start(t, 2, plan.Settings{Plan: plan.SPRT, Pairs: 10, Test: test20})
	play(s, 9999, func(p league.Pairing) league.Outcome {
		if p.Pair > 2 {
			return league.Outcome{N: p.N, Winner: league.Void}
		}
		return better(p)
	})
	if _, finished := s.Issue(); !finished || league.Pairs(s.Games(), 0, 1) != (rating.Pentanomial{WW: 2}) || len(s.Pairings()) != 20 {
		t.Errorf("finished %t after %d games, %+v", finished, len(s.Pairings()), league.Pairs(s.Games(), 0, 1))
	}
}

// The ladder lets newcomers catch up in games, does not pair teams that have left, and mostly pairs teams of about the same
// strength.
func TestLadder(t *testing.T) {
	s := start(t, 8, plan.Settings{Plan: plan.Ladder, Ahead: 4})
	play(s, 600, better)
	games := func() []int {
		list := make([]int, s.Teams())
		for _, p := range s.Pairings() {
			for _, team := range p.Teams {
				list[team]++
			}
		}
		return list
	}
	if list := games(); slices.Max(list)-slices.Min(list) > 20 {
		t.Errorf("games by team %v, want about as many for all", list)
	}
	far, near := 0, 0
	for _, p := range s.Pairings()[300:] {
		if d := p.Teams[0] - p.Teams[1]; d == 1 || d == -1 {
			near++
		} else if d > 4 || d < -4 {
			far++
		}
	}
	if near < 2*far {
		t.Errorf("%d games of neighbours, %d of teams that are far apart", near, far)
	}
	happen := func(e plan.Event) {
		t.Helper()
		e, err := s.Stamp(e)
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(e)
	}
	happen(plan.Event{Type: plan.Leave, Team: 3})
	happen(plan.Event{Type: plan.Add})
	before := games()
	play(s, 800, better)
	if after := games(); after[3] != before[3] || after[8] < 80 {
		t.Errorf("team 3 left with %d games and has %d; team 8 came and has %d", before[3], after[3], after[8])
	}
	happen(plan.Event{Type: plan.Return, Team: 3})
	play(s, 900, better)
	if after := games(); after[3] <= before[3] {
		t.Error("team 3 came back and has not played")
	}
	// A single team has nothing to play until another one comes.
	s = start(t, 1, plan.Settings{Plan: plan.Ladder})
	if list, finished := s.Issue(); len(list) > 0 || finished {
		t.Errorf("a ladder of one: %v, finished %t", list, finished)
	}
	happen(plan.Event{Type: plan.Add})
	list, _ := s.Issue()
	if len(list) == 0 {
		t.Error("a ladder of two: nothing to play")
	}
	// The same holds for one that comes back.
	happen(plan.Event{Type: plan.Leave, Team: 1})
	for ; len(list) > 0; list, _ = s.Issue() {
		for _, p := range list {
			s.Report(better(p))
		}
	}
	happen(plan.Event{Type: plan.Return, Team: 1})
	if list, _ := s.Issue(); len(list) == 0 {
		t.Error("the second of two has come back: nothing to play")
	}
}

// Who has lost in a knockout has no further games, and need not be there when it goes on.
func TestOut(t *testing.T) {
	s := start(t, 4, plan.Settings{Plan: plan.Knockout})
	list, _ := s.Issue()
	for _, p := range list {
		s.Report(better(p))
	}
	for team, want := range []bool{false, false, true, true} {
		if s.Out(team) != want {
			t.Errorf("team %d is out: %v, want %v", team, !want, want)
		}
	}
}
