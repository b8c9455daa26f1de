package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Rosters of the usual services become teams.
func TestRoster(t *testing.T) {
	for _, tt := range []struct{ what, text, want string }{
		{"names", "alice\nbob,Bob B.,Rob R.\n", "alice:[alice] bob:[Bob B. Rob R.]"},
		{"canvas", "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n\"Lovelace, Ada\",1,ada,A\n\"Student, Test\",2,x,A\n", "ada:[Lovelace, Ada]"},
		{"moodle", "First name,Surname,ID number,Email address\nJosé,Núñez,007,jose@x.org\n", "jose:[José Núñez]"},
		{"gradescope", "First Name,Last Name,SID,Email,Sections\nA,B,1,a.b@x.org,1\n", "a-b:[A B]"},
		{"classroom", "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"s1@x.org\",\"octo\",\"1\",\"O C\"\n", "s1:[O C]"},
		{"two of the same name", "name,email\nAnn,ann@x.org\nAnn,ann@y.org\n", "ann:[Ann] ann-2:[Ann]"},
		{"other scripts", "name,email,team\nعلي,a@x.org,فريق\nמאיה,b@x.org,فريق\n李,c@x.org,李\n", "team:[علي מאיה] team-2:[李]"},
		{"groups", "name,email,group\nAnn,a@x.org,Red Team\nBen,b@x.org,Red Team\n", "Red-Team:[Ann Ben]"},
		{"semicolons", "\xef\xbb\xbfname;email\nAnn;ann@x.org\n", "ann:[Ann]"},
	} {
		list, _, err := readRoster([]byte(tt.text))
		var got []string
		for _, m := range list {
			got = append(got, fmt.Sprintf("%s:%v", m.Team, m.Students))
		}
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v %v, want %s", tt.what, got, err, tt.want)
		}
	}
	for text, want := range map[string]string{"": "0 lines", "name,email\nAnn,\n": `"Ann" has no email`, "name,email\n": "names nobody", "\"a": "the roster"} {
		if _, _, err := readRoster([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A deadline that has passed stays so when the clock jumps back.
func TestDeadlineStays(t *testing.T) {
	h := newHouse(t)
	b := h.dial("admin")
	if _, err := b.CreateOrUpdateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: courses}); err != nil {
		t.Fatal(err)
	}
	c := &course{bus: b}
	if err := c.put(t.Context(), "rules", rules{Deadline: time.Now().Add(-time.Second)}); err != nil {
		t.Fatal(err)
	}
	if r, err := c.rules(t.Context()); err != nil || !r.Frozen {
		t.Fatalf("%+v, %v: want it frozen", r, err)
	}
	kv, err := c.bucket(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entry, err := kv.Get(t.Context(), "rules")
	if err != nil || !strings.Contains(string(entry.Value()), `"frozen":true`) {
		t.Errorf("the server has %s, %v: want it to keep that the course is frozen", entry.Value(), err)
	}
}

// PROTOCOL.md has the requests of the interface and what a version has, and nothing else.
func TestInterfaceIsDescribed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "PROTOCOL.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Courses\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !found {
		t.Fatal("PROTOCOL.md has no section Courses")
	}
	h := &host{}
	h.handler(http.NotFoundHandler())
	var described []string
	for _, m := range regexp.MustCompile("`((?:GET|POST) /api/[^`]+)`").FindAllStringSubmatch(section, -1) {
		described = append(described, m[1])
	}
	slices.Sort(described)
	slices.Sort(h.patterns)
	if diff := gocmp.Diff(h.patterns, described); diff != "" {
		t.Errorf("requests (-served +described):\n%s", diff)
	}
	_, last, _ := strings.Cut(section, "\nA version has ")
	v := version{}
	for key := range h.version(&submitted{Versions: []version{v}}, &v) {
		if !strings.Contains(last, "`"+key+"`") {
			t.Errorf("PROTOCOL.md does not say what %q of a version is", key)
		}
	}
	for _, key := range []string{waits, right, wrong} {
		if !strings.Contains(last, "`"+key+"`") {
			t.Errorf("PROTOCOL.md does not have the state %q", key)
		}
	}
}

// A ladder in which everybody has played enough rests, until a team comes.
func TestLadderRests(t *testing.T) {
	tour := &tournament.Tournament{Head: tournament.Head{Teams: []tournament.Team{{Label: "a"}, {Label: "b"}}}}
	r := &restful{t: tour, games: map[string]int{"a": enoughGames, "b": enoughGames - 1}}
	for range 3 {
		if wait := r.rests(); wait != 0 {
			t.Fatalf("it waits %v although b has too few games", wait)
		}
	}
	r.took(&record.Line{Seats: []record.Seat{{Name: "a"}, {Name: "b"}}})
	if first, second := r.rests(), r.rests(); first != 0 || second <= 0 || second > rest {
		t.Errorf("it waits %v and then %v, want nothing and then up to %v", first, second, rest)
	}
	tour.Happened([]tournament.Event{{Event: plan.Event{Type: plan.Add, Team: 2}, Entry: &tournament.Team{Label: "c"}}})
	if wait := r.rests(); wait != 0 {
		t.Errorf("it waits %v although c has not played", wait)
	}
}
