package plan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
)

func checkError(t *testing.T, name string, err error, want string) {
	t.Helper()
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %v, want %q", name, err, want)
	}
}

// happen stamps and applies events.
func happen(t *testing.T, s *plan.Schedule, events ...plan.Event) {
	t.Helper()
	for _, e := range events {
		e, err := s.Stamp(e)
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(e)
	}
}

// Each setting is accepted up to its limits, and not beyond.
func TestSettingsLimits(t *testing.T) {
	rr, ga, ko, sw, la := plan.RoundRobin, plan.Gauntlet, plan.Knockout, plan.Swiss, plan.Ladder
	for _, tt := range []struct {
		teams int
		set   plan.Settings
		want  string
	}{
		{10_000, plan.Settings{Plan: la}, ""},
		{10_001, plan.Settings{Plan: la}, "10001 teams: want at most 10000"},
		{1, plan.Settings{Plan: plan.SPRT}, "1 teams: want 2"},
		{1, plan.Settings{Plan: rr}, "1 teams: want at least 2"},
		{2, plan.Settings{Plan: plan.Double}, ""},
		{2, plan.Settings{Plan: plan.SPRT, Pairs: 1_000_000}, ""},
		{2, plan.Settings{Plan: plan.SPRT, Pairs: 1_000_001}, "1000001 pairs for 2 teams"},
		{10_000, plan.Settings{Plan: la, Pairs: 1000}, ""},
		{10_000, plan.Settings{Plan: la, Pairs: 1001}, "1001 pairs for 10000 teams"},
		{9000, plan.Settings{Plan: ga}, "0 pairs for 9000 teams"},
		{9000, plan.Settings{Plan: ko}, ""},
		{4, plan.Settings{Plan: sw, Rounds: -1}, "-1 rounds"},
		{4, plan.Settings{Plan: sw, Rounds: 10_000}, ""},
		{4, plan.Settings{Plan: sw, Rounds: 10_001}, "10001 rounds"},
		{4, plan.Settings{Plan: ga, Firsts: -1}, "-1 firsts"},
		{4, plan.Settings{Plan: ga, Firsts: 3}, ""},
		{4, plan.Settings{Plan: ko, Firsts: 1}, "1 firsts"},
		{2, plan.Settings{Plan: plan.SPRT, Ahead: -1}, "-1 pairs ahead"},
		{2, plan.Settings{Plan: plan.SPRT, Ahead: 1_000_000, Pairs: 1}, ""},
		{2, plan.Settings{Plan: plan.SPRT, Ahead: 1_000_001, Pairs: 1}, "1000001 pairs ahead"},
		{2, plan.Settings{Plan: la, Ahead: 1}, ""},
		{4, plan.Settings{Plan: la, Playoff: 2}, "a playoff: sprt has only two teams and a ladder never ends"},
		{4, plan.Settings{Plan: sw, Playoff: -1}, "a playoff of -1 of 4 teams"},
		{4, plan.Settings{Plan: sw, Playoff: 1}, "a playoff of 1 of 4 teams"},
		{4, plan.Settings{Plan: sw, Playoff: 2}, ""},
		{4, plan.Settings{Plan: sw, Playoff: 4, Third: true}, ""},
		{4, plan.Settings{Plan: plan.Double, Third: true}, "a match for third place"},
		{2, plan.Settings{Plan: la, Test: test20}, "a test: only sprt has one"},
		{2, plan.Settings{Plan: plan.SPRT, Test: test20}, ""},
	} {
		_, err := plan.New(tt.teams, tt.set)
		checkError(t, fmt.Sprintf("%d teams, %+v", tt.teams, tt.set), err, tt.want)
	}
}

// TestStarts has two pairs in each match: every round has two starts of its own, in the order of the rounds, without gaps.
func TestStarts(t *testing.T) {
	for _, tt := range []struct {
		teams int
		set   plan.Settings
		want  []string // stages, with the first of two starts
	}{
		{6, plan.Settings{Plan: plan.Knockout, Third: true}, []string{"quarter-final 0", "semi-final 2", "final 4", "third place 6"}},
		{4, plan.Settings{Plan: plan.Swiss, Rounds: 2, Playoff: 4, Third: true},
			[]string{"round 1 0", "round 2 2", "semi-final 4", "final 6", "third place 8"}},
		{17, plan.Settings{Plan: plan.Knockout}, []string{"round of 32 0", "round of 16 2", "quarter-final 4", "semi-final 6", "final 8"}},
		{4, plan.Settings{Plan: plan.Double}, []string{"round 1 0", "round 2 2", "losers' round 1 4", "losers' round 2 6", "final 8", "second final 10"}},
		{8, plan.Settings{Plan: plan.Double}, []string{"round 1 0", "round 2 2", "losers' round 1 4", "losers' round 2 6", "round 3 8",
			"losers' round 3 10", "losers' round 4 12", "final 14", "second final 16"}},
	} {
		tt.set.Pairs = 2
		s := start(t, tt.teams, tt.set)
		play(s, 999, func(p league.Pairing) league.Outcome {
			if p.Stage == "final" && tt.set.Plan == plan.Double { // who has lost wins
				return league.Outcome{N: p.N, Winner: slices.Index(p.Teams, max(p.Teams[0], p.Teams[1]))}
			}
			return better(p)
		})
		var got []string
		firsts := map[[2]int]int{} // by round and pair of teams
		for _, p := range s.Pairings() {
			first := p.Start
			at, team := slices.IndexFunc(got, func(s string) bool { return strings.HasPrefix(s, p.Stage+" ") }), min(p.Teams[0], p.Teams[1])
			if at < 0 {
				got = append(got, fmt.Sprintf("%s %d", p.Stage, first))
			} else {
				fmt.Sscan(got[at][len(p.Stage):], &first)
			}
			if firsts[[2]int{first, team}]++; p.Start != first+(firsts[[2]int{first, team}]-1)/2 {
				t.Errorf("%d teams, %+v: game %d of team %d in %s has start %d, the first is %d", tt.teams, tt.set, p.N, team, p.Stage, p.Start, first)
			}
		}
		slices.SortStableFunc(got, func(a, b string) int { return startOf(a) - startOf(b) })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%d teams, %+v: first starts (-want +got):\n%s", tt.teams, tt.set, diff)
		}
	}
}

func startOf(text string) (n int) {
	fmt.Sscan(text[strings.LastIndex(text, " "):], &n)
	return n
}

// TestOutHasNoGames looks at all teams after every outcome: one that is out has no game later, one that has lost nothing is in, and
// everybody is out after the end, but the winners of a knockout, who have nothing left to lose.
func TestOutHasNoGames(t *testing.T) {
	for _, tt := range []struct {
		set    plan.Settings
		losses int // of matches, of a team that is out; 0: depends on the plan
	}{
		{plan.Settings{Plan: plan.Knockout}, 1},
		{plan.Settings{Plan: plan.Knockout, Third: true}, 1},
		{plan.Settings{Plan: plan.Double}, 2},
		{plan.Settings{Plan: plan.RoundRobin, Playoff: 4}, 0},
		{plan.Settings{Plan: plan.RoundRobin, Playoff: 4, Third: true}, 0},
	} {
		const teams = 6
		s := start(t, teams, tt.set)
		var lost [teams]int // games
		out := [teams]bool{}
		for {
			list, finished := s.Issue()
			for _, p := range list {
				for _, team := range p.Teams {
					if out[team] {
						t.Errorf("%+v: team %d was out and plays game %d, %s", tt.set, team, p.N, p.Stage)
					}
				}
			}
			for _, p := range list {
				o := better(p)
				lost[p.Teams[1-o.Winner]]++
				s.Report(o)
			}
			ended := 0
			for team := range teams {
				if out[team] = s.Out(team); out[team] {
					ended++
				}
			}
			for team := range teams {
				if tt.losses > 0 && ended < teams && out[team] != (lost[team] >= 2*tt.losses) && !(tt.set.Third && lost[team] == 2) {
					t.Errorf("%+v: team %d has lost %d games and is out: %v", tt.set, team, lost[team], out[team])
				}
			}
			if s.Counted() == 30 && tt.set.Playoff > 0 && ended != 2 {
				t.Errorf("%+v: %d teams are out before the playoff", tt.set, ended)
			}
			if finished {
				if ended < teams-1 {
					t.Errorf("%+v: %d teams are out after the end", tt.set, ended)
				}
				break
			}
		}
	}
	if s := start(t, 2, plan.Settings{Plan: plan.RoundRobin}); s.Out(0) {
		t.Error("a team of a round-robin is out")
	}
}

// TestStamp has events that can happen, and those that cannot, with the reason.
func TestStamp(t *testing.T) {
	rr := plan.Settings{Plan: plan.RoundRobin}
	forfeit, annul := plan.Event{Type: plan.Forfeit, Team: 3}, plan.Event{Type: plan.Forfeit, Team: 3, Annul: true}
	add, leave := plan.Event{Type: plan.Add}, plan.Event{Type: plan.Leave}
	more := func(a, b int) plan.Event { return plan.Event{Type: plan.More, Team: a, Other: b} }
	with := func(name string) plan.Settings { return plan.Settings{Plan: name} }
	final := func(name string) plan.Settings { return plan.Settings{Plan: name, Playoff: 2} }
	for _, tt := range []struct {
		set    plan.Settings
		most   int // games before
		before []plan.Event
		event  plan.Event
		want   string
	}{
		{rr, 0, nil, more(0, 1), ""},
		{rr, 0, nil, more(1, 0), ""},
		{rr, 0, nil, more(0, 0), "team 0 against 0: want two of 4 teams"},
		{rr, 0, nil, more(0, 4), "team 0 against 4"},
		{rr, 0, nil, more(0, -1), "team 0 against -1"},
		{rr, 0, nil, more(-1, 0), "team -1: want 0 to 3"},
		{rr, 0, nil, more(4, 0), "team 4: want 0 to 3"},
		{rr, 0, []plan.Event{forfeit}, more(0, 3), "team 0 or 3 has forfeited"},
		{rr, 0, []plan.Event{forfeit}, more(3, 0), "team 3 or 0 has forfeited"},
		{rr, 0, []plan.Event{forfeit}, more(0, 1), ""},
		{rr, 0, []plan.Event{add}, more(0, 4), ""},
		{with(plan.Gauntlet), 0, nil, more(1, 2), ""},
		{with(plan.Swiss), 0, nil, more(0, 1), "games can be added only to the plans round-robin and gauntlet"},
		{rr, 0, nil, leave, "leave: only teams of a ladder leave and return"},
		{rr, 0, nil, plan.Event{Type: plan.Return}, "return: only teams of a ladder leave and return"},
		{with(plan.Ladder), 20, nil, leave, ""},
		{with(plan.Ladder), 20, nil, plan.Event{Type: plan.Return}, ""},
		{rr, 0, nil, plan.Event{Type: "win"}, `event "win": want add, forfeit, leave, return or more`},
		{rr, 0, []plan.Event{forfeit}, forfeit, "team 3 has forfeited already"},
		{rr, 0, []plan.Event{forfeit}, annul, ""},
		{rr, 0, []plan.Event{annul}, annul, "team 3 has forfeited already"},
		{with(plan.Gauntlet), 0, nil, annul, ""},
		{with(plan.Swiss), 0, nil, annul, ""},
		{with(plan.Ladder), 20, nil, annul, ""},
		{with(plan.Knockout), 0, nil, annul, "cannot be annulled"},
		{with(plan.Double), 0, nil, annul, "cannot be annulled"},
		{with(plan.Double), 0, nil, forfeit, ""},
		{final(plan.RoundRobin), 0, nil, annul, ""},
		{final(plan.RoundRobin), 13, nil, annul, "cannot be annulled"},
		{final(plan.Knockout), 0, nil, annul, "cannot be annulled"},
		{final(plan.Double), 0, nil, annul, "cannot be annulled"},
		{with(plan.Gauntlet), 0, nil, add, ""},
		{with(plan.Knockout), 0, nil, add, "no team can be added to a knockout after the draw"},
		{with(plan.Double), 0, nil, add, "no team can be added to a double elimination after the draw"},
		{with(plan.Swiss), 0, nil, add, ""},
		{with(plan.Swiss), 5, nil, add, "the last round of the swiss has begun"},
		{final(plan.RoundRobin), 0, nil, add, ""},
		{final(plan.RoundRobin), 13, nil, add, "no team can be added after the draw of the playoff"},
		{final(plan.Knockout), 0, nil, add, "no team can be added to a knockout after the draw"},
		{with(plan.Ladder), 20, nil, add, ""},
		{rr, 0, []plan.Event{{Type: plan.More, Other: 1, After: 9}}, add, "add: earlier events still wait for the results of games"},
	} {
		s := start(t, 4, tt.set)
		play(s, tt.most, better)
		for _, e := range tt.before {
			s.Apply(e)
		}
		before := state(s)
		_, err := s.Stamp(tt.event)
		checkError(t, fmt.Sprintf("%+v, %+v", tt.set, tt.event), err, tt.want)
		if state(s) != before {
			t.Errorf("%+v: Stamp has changed the league", tt.event)
		}
		if err == nil {
			continue
		}
		if s.Apply(tt.event); tt.event.Type == plan.More && state(s) != before {
			t.Errorf("%+v happened, although %v", tt.event, err)
		}
	}
	s := start(t, 2, plan.Settings{Plan: plan.SPRT})
	_, err := s.Stamp(add)
	checkError(t, "sprt", err, "a comparison has exactly two teams")
	before := state(s)
	for _, e := range []plan.Event{add, {Type: plan.Forfeit, Team: 2}, {Type: plan.Forfeit, Team: -1}} {
		if s.Apply(e); state(s) != before || s.Waits() || s.Teams() != 2 {
			t.Errorf("%+v of a damaged journal happened", e)
		}
	}
}

// TestMoreGames adds a pair of two teams that have met: it is the next pair, with the next start, and the league is not over before.
func TestMoreGames(t *testing.T) {
	s := start(t, 3, plan.Settings{Plan: plan.RoundRobin, Pairs: 2})
	play(s, 99, better)
	happen(t, s, plan.Event{Type: plan.More, Team: 2, Other: 1})
	list, finished := s.Issue()
	want := []league.Pairing{
		{N: 13, Teams: []int{2, 1}, Round: 3, Pair: 7, Start: 2}, {N: 14, Teams: []int{1, 2}, Round: 3, Pair: 7, Start: 2},
	}
	if diff := cmp.Diff(want, list); diff != "" || finished || s.Expected() != 14 || s.Issued() != 14 || s.Pairing(13).Pair != 7 {
		t.Errorf("finished %v, %d games expected (-want +got):\n%s", finished, s.Expected(), diff)
	}
	e, err := s.Stamp(plan.Event{Type: plan.Forfeit, Team: 1})
	if want := (plan.Event{Type: plan.Forfeit, Team: 1, After: 12}); err != nil || !cmp.Equal(e, want) {
		t.Errorf("%+v, %v, want %+v", e, err, want)
	}
	s.Apply(e)
	if list, finished := s.Issue(); len(list) > 0 || !finished || s.Expected() != 12 {
		t.Errorf("%v, finished %v, %d games expected, want 12, as the others were given away", list, finished, s.Expected())
	}
}

// TestLateInGauntlet has a team come late: it meets the first teams only.
func TestLateInGauntlet(t *testing.T) {
	s := start(t, 3, plan.Settings{Plan: plan.Gauntlet, Firsts: 2, Pairs: 2})
	play(s, 99, better)
	happen(t, s, plan.Event{Type: plan.Add})
	list, _ := s.Issue()
	var got []string
	for _, p := range list {
		got = append(got, fmt.Sprint(p.Teams, p.Start))
	}
	want := []string{"[0 3] 0", "[3 0] 0", "[1 3] 0", "[3 1] 0", "[0 3] 1", "[3 0] 1", "[1 3] 1", "[3 1] 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}

// TestReports ignores what no game was issued for, and what is known already; a winner that is no seat makes a game void.
func TestReports(t *testing.T) {
	s := start(t, 2, plan.Settings{Plan: plan.RoundRobin, Pairs: 3})
	for _, n := range []int{0, -1, 7} {
		if s.Report(league.Outcome{N: n}); s.Open(n) || s.Counted() != 0 {
			t.Errorf("game %d has an outcome", n)
		}
	}
	for i, tt := range []struct{ winner, want int }{
		{2, league.Void}, {league.Void - 1, league.Void}, {league.Nobody, league.Nobody}, {1, 1}, {league.Draw, league.Draw},
	} {
		n := i + 1
		if _, known := s.Outcome(n); known || !s.Open(n) {
			t.Errorf("game %d has an outcome before it", n)
		}
		s.Report(league.Outcome{N: n, Winner: tt.winner})
		s.Report(league.Outcome{N: n, Winner: 0}) // once more
		if o, known := s.Outcome(n); o.Winner != tt.want || !known || s.Open(n) || s.Counted() != n {
			t.Errorf("winner %d: %+v, %v, want %d", tt.winner, o, known, tt.want)
		}
	}
	for _, n := range []int{0, 6, 7} {
		if o, known := s.Outcome(n); known {
			t.Errorf("game %d has the outcome %+v", n, o)
		}
	}
	if list, finished := s.Issue(); len(list) != 1 || finished { // games with an outcome are not issued
		t.Errorf("%v, finished %v, want the last game", list, finished)
	}
}

// TestOrder says how places come about.
func TestOrder(t *testing.T) {
	for set, want := range map[plan.Settings]string{
		{Plan: plan.RoundRobin}:           league.Tiebreak,
		{Plan: plan.SPRT}:                 league.Tiebreak,
		{Plan: plan.Swiss}:                league.SwissTiebreak,
		{Plan: plan.Knockout}:             "places: how far a team got in the knockout; teams that lost in the same round share one",
		{Plan: plan.Double}:               "places: how far a team got before its second loss; teams that lost in the same round share one",
		{Plan: plan.Ladder}:               "places: by rating; teams that have left come after those that play",
		{Plan: plan.Gauntlet, Playoff: 2}: "places: how far a team got in the playoff, then the points before it; " + league.Tiebreak,
	} {
		if got := start(t, 2, set).Order(); got != want {
			t.Errorf("%s: %q, want %q", set.Plan, got, want)
		}
	}
}

// TestCheckTeams finds a team that later lines name although no line added it.
func TestCheckTeams(t *testing.T) {
	ev := func(kind string, team, other int) plan.Event { return plan.Event{Type: kind, Team: team, Other: other} }
	for _, tt := range []struct {
		events []plan.Event
		damage int // the line of the journal that is damaged; its head is the first
		want   string
	}{
		{[]plan.Event{ev(plan.Add, 2, 0), ev(plan.Forfeit, 2, 0), ev(plan.Add, 3, 0), ev(plan.More, 3, 2), ev("game", 9, 9)}, 0, ""},
		{[]plan.Event{ev(plan.Add, 2, 0), ev("game", 0, 0), ev(plan.Forfeit, 2, 0)}, 2,
			"line 4 is about team 2, but the line that added team 2 is missing or damaged (damaged lines: [2 3])"}, // 3 follows from 2
		{[]plan.Event{ev(plan.Add, 2, 0), ev("game", 0, 0), ev(plan.Add, 3, 0)}, 2, "line 4 is about team 3, but the line that added team 2 "},
		{[]plan.Event{ev(plan.Leave, 2, 0)}, 0, "line 2 is about team 2"},
		{[]plan.Event{ev(plan.Return, 2, 0)}, 0, "line 2 is about team 2"},
		{[]plan.Event{ev(plan.More, 1, 2)}, 0, "line 2 is about team 1"},
		{[]plan.Event{ev(plan.More, 1, 0), ev(plan.Leave, 1, 0)}, 0, ""},
	} {
		path := filepath.Join(t.TempDir(), "journal.jsonl")
		j, err := league.CreateJournal(path, plan.Settings{Plan: plan.RoundRobin}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tt.events {
			if err := j.Append(e); err != nil {
				t.Fatal(err)
			}
		}
		j.Close()
		text, err := os.ReadFile(path)
		if lines := strings.SplitAfter(string(text), "\n"); tt.damage > 0 {
			lines[tt.damage-1] = "damaged\n"
			text = []byte(strings.Join(lines, ""))
		}
		if err != nil || os.WriteFile(path, text, 0o666) != nil {
			t.Fatal(err)
		}
		checkError(t, fmt.Sprint(tt.events), plan.CheckTeams(path, 2, nil), tt.want)
	}
	checkError(t, "no file", plan.CheckTeams(filepath.Join(t.TempDir(), "none"), 2, nil), "no such file")
}

// TestForfeitInKnockout has a match that is level when a team forfeits: the other one goes on, whatever was a default before. A final
// of two teams that have forfeited has no further games.
func TestForfeitInKnockout(t *testing.T) {
	for team, games := range []int{4, 2} {
		s := start(t, 2, plan.Settings{Plan: plan.Knockout})
		s.Report(league.Outcome{N: 1, Winner: 0, Default: true})
		happen(t, s, plan.Event{Type: plan.Forfeit, Team: team})
		if got := s.Standings()[0].Team; got != 1-team || s.Issued() != games {
			t.Errorf("%d forfeits: team %d wins after %d games, want %d after %d", team, got, s.Issued(), 1-team, games)
		}
	}
	s := start(t, 4, plan.Settings{Plan: plan.Knockout, Pairs: 2})
	list, _ := s.Issue()
	for i, p := range list {
		switch i {
		case 4: // open when team 1 forfeits, which has won the three after it
			continue
		case 5:
			happen(t, s, plan.Event{Type: plan.Forfeit, Team: 0})
		}
		s.Report(better(p))
	}
	happen(t, s, plan.Event{Type: plan.Forfeit, Team: 1})
	if list, finished := s.Issue(); len(list) > 0 || !finished || s.Issued() != 12 || s.Standings()[0].Team != 0 {
		t.Errorf("%v, finished %v after %d games, want an end after 12, with team 0 as the better seed: %+v", list, finished, s.Issued(), s.Standings())
	}
}

// TestLadderOfLongMeetings counts all pairs of a meeting: the next one is of two other teams, and no more are issued than may be ahead.
func TestLadderOfLongMeetings(t *testing.T) {
	list, _ := start(t, 4, plan.Settings{Plan: plan.Ladder, Pairs: 4, Ahead: 8}).Issue()
	var got []string
	for _, p := range list {
		got = append(got, fmt.Sprint(p.Teams, p.Start))
	}
	var want []string
	for _, a := range []int{0, 2} {
		for start := range 4 {
			want = append(want, fmt.Sprintf("[%d %d] %d", a, a+1, start), fmt.Sprintf("[%d %d] %d", a+1, a, start))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}

// TestLadderStandings puts teams that play first, then those that have left or forfeited; in both groups those without a game are last.
func TestLadderStandings(t *testing.T) {
	s := start(t, 4, plan.Settings{Plan: plan.Ladder, Ahead: 2})
	play(s, 60, better)
	happen(t, s, plan.Event{Type: plan.Add}, plan.Event{Type: plan.Add}, plan.Event{Type: plan.Leave, Team: 5},
		plan.Event{Type: plan.Forfeit, Team: 1}, plan.Event{Type: plan.Leave, Team: 0})
	var got []string
	for _, st := range s.Standings() {
		got = append(got, fmt.Sprintf("%d:%d", st.Place, st.Team))
	}
	if want := "1:2 2:3 3:4 4:0 5:1 6:5"; strings.Join(got, " ") != want {
		t.Errorf("places %v, want %s", got, want)
	}
}

// TestAnnul has a team whose games count for nobody, those that were played and those against a team that only forfeits, too.
func TestAnnul(t *testing.T) {
	for _, forfeits := range [][]plan.Event{
		{{Type: plan.Forfeit, Team: 1, Annul: true}, {Type: plan.Forfeit, Team: 2}},
		{{Type: plan.Forfeit, Team: 2}, {Type: plan.Forfeit, Team: 1}, {Type: plan.Forfeit, Team: 1, Annul: true}},
	} {
		s := start(t, 4, plan.Settings{Plan: plan.RoundRobin})
		list, _ := s.Issue()
		for _, p := range list[:3] {
			s.Report(better(p))
		}
		happen(t, s, forfeits...)
		for _, p := range list[3:] {
			s.Report(better(p))
		}
		for _, p := range list {
			o, known := s.Outcome(p.N)
			winner, judged := better(p).Winner, slices.Contains(p.Teams, 1) || p.N > 3 && slices.Contains(p.Teams, 2)
			switch {
			case slices.Contains(p.Teams, 1):
				winner = league.Void
			case judged:
				winner = 1 - slices.Index(p.Teams, 2)
			}
			if o.N != p.N || !known || o.Winner != winner || league.IsForfeit(o.Reason) != judged {
				t.Errorf("%v: game %v has the outcome %+v, want the winner %d, by the judge: %v", forfeits, p.Teams, o, winner, judged)
			}
		}
	}
	s := start(t, 3, plan.Settings{Plan: plan.Swiss})
	play(s, 99, better)
	for _, p := range s.Pairings() {
		if o, _ := s.Outcome(p.N); o.N != p.N {
			t.Errorf("game %d has the outcome %+v", p.N, o)
		}
	}
}
