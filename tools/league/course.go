package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// now is the clock of a course. Tests have it jump.
var now = time.Now

// courses is the bucket of what `league host` knows of its course: member.TEAM, rules.
const courses = "course"

// enrolled is a team of a course.
type enrolled struct {
	Team     string   `json:"team"`
	Students []string `json:"students"` // their names, as the roster has them
	// Rows are the cells by which the gradebook knows the students, byte for byte.
	Rows    [][]string `json:"rows,omitempty"`
	Renewed int        `json:"renewed,omitempty"` // how often it got a new link: earlier ones are void
	Removed bool       `json:"removed,omitempty"` // it is no team of the course any more
	// Annulled is why none of its games count; "": they do.
	Annulled string `json:"annulled,omitempty"`
}

// rules are the settings of a course that change while it runs.
type rules struct {
	Deadline time.Time `json:"deadline"`          // zero: there is none
	Frozen   bool      `json:"frozen"`            // nobody may submit
	Final    bool      `json:"final,omitempty"`   // the final has begun
	Scheme   string    `json:"scheme,omitempty"`  // the grading scheme of the final
	Head     []string  `json:"head,omitempty"`    // the columns of the roster
	Private  bool      `json:"private,omitempty"` // the board is for those with a link
	Paused   bool      `json:"paused,omitempty"`  // no games are handed out
	Limits   *limits   `json:"limits,omitempty"`  // nil: the usual ones
}

// limits are how much a team may do in an hour.
type limits struct {
	Uploads    int `json:"uploads"`
	Challenges int `json:"challenges"`
}

func (r *rules) limits() limits {
	if r.Limits == nil {
		return limits{20, 30}
	}
	return *r.Limits
}

// course is the state of a course. All of it is on the server.
type course struct {
	*bus
	secret []byte // from which tokens follow
	pin    string // the fingerprint of the pages' certificate; "": every system can check it, or there is none
}

func (c *course) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	return c.KeyValue(ctx, courses)
}

// token returns the token of a team, or with "" that of the instructor. It follows from the secret, so that nothing needs to be
// stored and a link can be shown again.
func (c *course) token(team string, renewed int) string {
	mac := hmac.New(sha256.New, c.secret)
	fmt.Fprintf(mac, "a course: %q %d", team, renewed)
	return team + "." + base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil))[:26]
}

// who returns the team that a token identifies, "" for the instructor; false: the token is not valid.
func (c *course) who(ctx context.Context, token string) (team string, ok bool) {
	team, _, ok = strings.Cut(token, ".")
	m := enrolled{}
	switch {
	case !ok || len(token) > 100:
		return "", false
	case team == "":
	case !isTeam(team):
		return "", false
	default:
		var err error
		if m, err = c.member(ctx, team); err != nil || m.Removed {
			return "", false
		}
	}
	return team, hmac.Equal([]byte(token), []byte(c.token(team, m.Renewed)))
}

func (c *course) member(ctx context.Context, team string) (m enrolled, err error) {
	kv, err := c.bucket(ctx)
	if err != nil {
		return m, err
	}
	entry, err := kv.Get(ctx, "member."+team)
	if err == nil {
		err = json.Unmarshal(entry.Value(), &m)
	}
	return m, err
}

// members returns all teams, by name.
func (c *course) members(ctx context.Context) (list []enrolled, err error) {
	kv, err := c.bucket(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := kv.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, err
	}
	slices.Sort(keys)
	for _, key := range keys {
		if team, ok := strings.CutPrefix(key, "member."); ok {
			m, err := c.member(ctx, team)
			if err != nil {
				return nil, err
			}
			if !m.Removed {
				list = append(list, m)
			}
		}
	}
	return list, nil
}

func (c *course) put(ctx context.Context, key string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	kv, err := c.bucket(ctx)
	if err == nil {
		_, err = kv.Put(ctx, key, text)
	}
	return err
}

// rules returns the settings. A deadline that has passed freezes the course for good: a clock that jumps back opens nothing.
func (c *course) rules(ctx context.Context) (r rules, err error) {
	kv, err := c.bucket(ctx)
	if err != nil {
		return r, err
	}
	entry, err := kv.Get(ctx, "rules")
	if absent(err) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(entry.Value(), &r)
	}
	if err == nil && !r.Frozen && !r.Deadline.IsZero() && now().After(r.Deadline) {
		return c.alterRules(ctx, func(r *rules) error {
			r.Frozen = r.Frozen || !r.Deadline.IsZero() && now().After(r.Deadline)
			return nil
		})
	}
	return r, err
}

func (c *course) alterRules(ctx context.Context, change func(*rules) error) (rules, error) {
	return alter(ctx, c.bus, courses, "rules", rules{}, change)
}

// enroll adds the teams of a roster and returns them. Teams that exist keep their links; their students are those of the roster.
func (c *course) enroll(ctx context.Context, text []byte) (list []enrolled, err error) {
	list, head, err := readRoster(text)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i], err = alter(ctx, c.bus, courses, "member."+list[i].Team, enrolled{Team: list[i].Team}, func(m *enrolled) error {
			m.Students, m.Rows, m.Removed = list[i].Students, list[i].Rows, false
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if head != nil {
		_, err = c.alterRules(ctx, func(r *rules) error {
			r.Head = head
			return nil
		})
	}
	return list, err
}

// The columns of rosters, in lower case: of the name, of what identifies a student, and of the team.
var (
	nameColumns  = []string{"student", "name", "full name", "student name"}
	keyColumns   = []string{"sis login id", "email", "email address", "sid", "username", "identifier", "github_username", "id number", "id"}
	groupColumns = []string{"team", "group", "groups", "group_name", "group name"}
)

// readRoster reads a roster: the CSV that Canvas, Moodle, Gradescope or Classroom export, with a header; or lines with a team
// and, after commas, its students. head is the header; nil: there is none.
func readRoster(text []byte) (list []enrolled, head []string, err error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord = -1
	if line, _, _ := bytes.Cut(text, []byte("\n")); bytes.Count(line, []byte(";")) > bytes.Count(line, []byte(",")) {
		in.Comma = ';'
	} else if bytes.Count(line, []byte("\t")) > bytes.Count(line, []byte(",")) {
		in.Comma = '\t'
	}
	rows, err := in.ReadAll()
	if err != nil {
		return nil, nil, fmt.Errorf("the roster: %w", err)
	}
	if len(rows) == 0 || len(rows) > 20_000 {
		return nil, nil, fmt.Errorf("the roster has %d lines: want 1 to 20000", len(rows))
	}
	r := roster{at: map[string]int{}}
	if r.columns(rows[0]) {
		head, rows = rows[0], rows[1:]
	}
	for number, row := range rows {
		if head == nil {
			r.team(row)
		} else if err := r.student(head, row); err != nil {
			return nil, nil, fmt.Errorf("the roster: line %d: %w", number+2, err)
		}
	}
	if len(r.list) == 0 {
		return nil, nil, errors.New("the roster names nobody")
	}
	return r.list, head, nil
}

// roster is a roster that is being read.
type roster struct {
	list []enrolled
	at   map[string]int // by team in lower case, and by group: its place in list

	name, first, last, key, group int // columns; -1: there is none
}

// columns finds the columns of a header; false: the line is none.
func (r *roster) columns(head []string) bool {
	find := func(names ...string) int {
		for _, name := range names {
			is := func(cell string) bool { return strings.ToLower(strings.TrimSpace(cell)) == name }
			if at := slices.IndexFunc(head, is); at >= 0 {
				return at
			}
		}
		return -1
	}
	r.name, r.key, r.group = find(nameColumns...), find(keyColumns...), find(groupColumns...)
	r.first = find("first name", "first_name", "firstname")
	r.last = find("last name", "surname", "last_name", "lastname")
	return r.key >= 0 || r.name >= 0 && len(head) > 1 || r.first >= 0 && r.last >= 0
}

// add adds a team under a name that is free.
func (r *roster) add(name string, m enrolled) {
	m.Team = slug(name, func(team string) bool { _, known := r.at[strings.ToLower(team)]; return known })
	r.at[strings.ToLower(m.Team)] = len(r.list)
	r.list = append(r.list, m)
}

// team reads a line that has a team and its students.
func (r *roster) team(row []string) {
	if name := strings.TrimSpace(row[0]); name != "" {
		r.add(name, enrolled{Students: cleaned(row[min(1, len(row)-1):])})
	}
}

// student reads a line below a header.
func (r *roster) student(head, row []string) error {
	cell := func(i int) string {
		if i < 0 || i >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[i])
	}
	who := cell(r.name)
	if who == "" {
		who = strings.TrimSpace(cell(r.first) + " " + cell(r.last))
	}
	switch {
	case strings.HasPrefix(who, "Points Possible"), who == "Student, Test", who == "" && cell(r.key) == "":
		return nil
	case r.key >= 0 && cell(r.key) == "":
		return fmt.Errorf("%q has no %s", clean.Line(who, 100), head[r.key])
	}
	group := cell(r.group)
	if k, known := r.at["group "+group]; known && group != "" {
		r.list[k].Students = append(r.list[k].Students, cleaned([]string{who})...)
		r.list[k].Rows = append(r.list[k].Rows, row)
		return nil
	}
	login, _, _ := strings.Cut(cell(r.key), "@")
	if group != "" {
		r.at["group "+group] = len(r.list)
	}
	r.add(cmp.Or(group, login, who), enrolled{Students: cleaned([]string{who}), Rows: [][]string{row}})
	return nil
}

func cleaned(names []string) (list []string) {
	for _, name := range names {
		if name = clean.Line(strings.TrimSpace(name), 100); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// slug makes the name of a team for addresses and tables of any text. One that is taken, also in other letters, gets a number.
func slug(text string, taken func(string) bool) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-'):
			return r
		case unicode.IsSpace(r) || r == '.' || r == ',':
			return '-'
		}
		return -1
	}, text), "-")
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	name = name[:min(len(name), maxTeam-5)]
	if name == "" {
		name = "team"
	}
	free := name
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}

// link returns the address of a page with a token, which stays in the browser.
func (c *course) link(at, page, team string, renewed int) string {
	link := strings.TrimSuffix(at, "/") + page + "#token=" + url.PathEscape(c.token(team, renewed))
	if c.pin != "" {
		link += "&certificate=" + c.pin
	}
	return link
}

// links writes the teams with their students and links as CSV.
func (c *course) links(out io.Writer, at string, list []enrolled) error {
	w := csv.NewWriter(out)
	w.Write([]string{"team", "link", "students"})
	for _, m := range list {
		w.Write([]string{m.Team, c.link(at, "/team", m.Team, m.Renewed), strings.Join(m.Students, "; ")})
	}
	w.Flush()
	return w.Error()
}
