package tournament

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/verify"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Verify checks the journal of a folder against the hashes of its lines and the records of its games. The secret must be that of
// Prepare, or the error is a *KeyError. hash is a hash that was published earlier, or "".
func Verify(dir string, game *match.Bound, secret []byte, hash string) (*verify.Verdict, error) {
	content, err := files.ReadOf(path(dir), files.MostGames)
	if err != nil {
		return nil, err
	}
	t := newTournament(dir, game)
	seen := map[string]int{} // the line of each game, by its id
	var past history
	head := func(text []byte) error { return t.readHead(text, secret) }
	gone := 0
	v, err := verify.Lines(path(dir), content, secret, hash, head, func(number int, text []byte, hashed bool) error {
		err := t.verifyLine(number, text, seen, hashed)
		past.add(t, number, text)
		if errors.Is(err, fs.ErrNotExist) && t.IsLadder() {
			gone++
			return nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if gone > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("the records of %d games are not there: a ladder keeps the latest ones only", gone))
	}
	replaced := 0
	v.Bots, replaced = past.told()
	if v.Games = len(seen) + replaced - gone; len(v.Wrong) > 0 {
		return v, nil
	}
	return v, t.planned(v, seen)
}

// readHead reads the first line.
func (t *Tournament) readHead(text, secret []byte) error {
	if err := json.Unmarshal(text, &t.Head); err != nil || t.Type != "tournament" || t.Game != t.game.Name {
		return fmt.Errorf("%s: line 1: want the first line of a tournament of %s", path(t.Dir), t.game.Name)
	}
	t.learn()
	return t.CheckSecret(secret)
}

// verifyLine checks a line after the first one.
func (t *Tournament) verifyLine(number int, text []byte, seen map[string]int, hashed bool) error {
	var kind struct{ Type, ID string }
	err := json.Unmarshal(text, &kind)
	if err == nil {
		err = t.read(text)
	}
	if err != nil {
		return clean.JSON(err)
	}
	if kind.Type == "rerun" {
		var r rerunLine
		if err := json.Unmarshal(text, &r); err != nil {
			return clean.JSON(err)
		}
		for _, id := range r.Games {
			delete(seen, id)
		}
	}
	if kind.Type != "game" {
		return nil
	}
	line := t.lines[kind.ID]
	if first := seen[kind.ID]; first > 0 {
		return fmt.Errorf("game %d is in line %d already", line.N, first)
	}
	seen[kind.ID] = number
	if err := t.compare(line, hashed); err != nil {
		return fmt.Errorf("game %d: %w", line.N, err)
	}
	return nil
}

// history has the games of a journal in its order, with what the teams were.
type history []pastGame

type pastGame struct {
	n        int
	id       string
	bots     map[string]string // by the name of the team
	replaced int               // the line that says so; 0: it counts
}

// add adds a line of the journal that t has read.
func (h *history) add(t *Tournament, number int, text []byte) {
	var line struct {
		Type, ID string
		Games    []string
	}
	if json.Unmarshal(text, &line) != nil {
		return
	}
	switch line.Type {
	case "rerun":
		for i := range *h {
			if g := &(*h)[i]; g.replaced == 0 && slices.Contains(line.Games, g.id) {
				g.replaced = number
			}
		}
	case "game":
		if t.lines[line.ID] == nil {
			return
		}
		g := pastGame{n: t.lines[line.ID].N, id: line.ID, bots: map[string]string{}}
		for team, of := range t.All() {
			name := clean.Line(of.Label, clean.MaxDetail)
			if slices.ContainsFunc(t.lines[line.ID].Seats, func(s record.Seat) bool { return s.Name == name }) {
				g.bots[name] = namedBot(t.bots.known[team])
			}
		}
		*h = append(*h, g)
	}
}

// namedBot says in words what a team is.
func namedBot(id botfiles.Identity) string {
	switch {
	case id.Version != "":
		return "bundled with version " + id.Version
	case id.Hash != "":
		return "content " + id.Hash
	}
	return "no known content"
}

// told says which version of each team played which games, and how many games were replaced.
func (h history) told() (list []string, replaced int) {
	type row struct {
		team, bot string
		line      int
	}
	games := map[row][]int{}
	several := map[string]int{}
	for _, g := range h {
		if g.replaced > 0 {
			replaced++
		}
		for team, bot := range g.bots {
			r := row{team, bot, g.replaced}
			if games[r] == nil {
				several[team]++
			}
			games[r] = append(games[r], g.n)
		}
	}
	for _, r := range slices.SortedFunc(maps.Keys(games), func(a, b row) int {
		last := func(line int) int { return cmp.Or(line, math.MaxInt) }
		return cmp.Or(cmp.Compare(a.team, b.team), cmp.Compare(last(a.line), last(b.line)), cmp.Compare(a.bot, b.bot))
	}) {
		text := fmt.Sprintf("%s: %s, games: %d", r.team, r.bot, len(games[r]))
		if several[r.team] > 1 {
			text += " (" + ranges(games[r]) + ")"
		}
		if r.line > 0 {
			text += fmt.Sprintf(", replaced in line %d", r.line)
		}
		list = append(list, text)
	}
	return list, replaced
}

// ranges writes numbers as 1-3, 7.
func ranges(list []int) string {
	slices.Sort(list)
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		part := strconv.Itoa(list[i])
		if j > i {
			part += "-" + strconv.Itoa(list[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// RecordPath returns the path of the record that a line of the journal names. Who writes a journal must not choose other files.
func (t *Tournament) RecordPath(line *record.Line) (string, error) {
	if line.Record == nil {
		return "", errors.New("the line names no record")
	}
	name := filepath.FromSlash(*line.Record)
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("its record %q is not in the folder", *line.Record)
	}
	return filepath.Join(t.Dir, name), nil
}

// compare checks a line of the journal against the record of its game.
func (t *Tournament) compare(line *record.Line, hashed bool) error {
	path, err := t.RecordPath(line)
	if err != nil {
		return err
	}
	name := filepath.FromSlash(*line.Record)
	file, err := files.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	games, err := record.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	g := &games[0]
	switch {
	case len(games) > 1:
		return fmt.Errorf("%s holds %d games, want one", name, len(games))
	case g.Result == nil:
		return fmt.Errorf("%s has no result", name)
	case g.Sound() != nil:
		return fmt.Errorf("%s: %w", name, g.Sound())
	case hashed && line.Hash == "":
		return errors.New("the line has no hash of its record")
	case line.Hash != "" && line.Hash != g.Hash:
		return fmt.Errorf("%s: line %d: the record has the hash %.12s..., but the journal says %.12s...: the record was changed or replaced",
			name, g.Last, g.Hash, line.Hash)
	}
	is := told(line)
	want := told(&record.Line{ID: g.Header.ID, Seed: g.Header.Seed, Seats: g.Header.Seats, Ending: g.Result.Ending})
	if !reflect.DeepEqual(is, want) {
		a, _ := json.Marshal(is) // both come from JSON
		b, _ := json.Marshal(want)
		return fmt.Errorf("the journal says %s, %s says %s", a, name, b)
	}
	return nil
}

// told returns the part of a line that a record contains, too.
func told(line *record.Line) *record.Line {
	same := &record.Line{ID: line.ID, Seed: line.Seed, Ending: line.Ending}
	for _, s := range line.Seats {
		same.Seats = append(same.Seats, record.Seat{Seat: s.Seat, Name: s.Name})
	}
	return same
}

// planned notes the games that no pairing asks for: the table does not count them.
func (t *Tournament) planned(v *verify.Verdict, seen map[string]int) error {
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	for _, p := range s.Pairings() {
		delete(seen, t.Job(p).ID)
	}
	for _, id := range slices.Sorted(maps.Keys(seen)) {
		v.Notes = append(v.Notes, fmt.Sprintf("line %d: game %d is not in the plan and does not count", seen[id], t.lines[id].N))
	}
	return nil
}
