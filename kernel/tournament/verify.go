package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/league/verify"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Verify checks the journal of a folder against the hashes of its lines and the records of its games. The secret must be that of
// Prepare, or the error is a *KeyError. hash is a hash that was published earlier, or "".
func Verify(dir string, game *match.Bound, secret []byte, hash string) (*verify.Verdict, error) {
	content, err := os.ReadFile(path(dir))
	if err != nil {
		return nil, err
	}
	t := newTournament(dir, game)
	seen := map[string]int{} // the line of each game, by its id
	head := func(text []byte) error { return t.readHead(text, secret) }
	gone := 0
	v, err := verify.Lines(path(dir), content, secret, hash, head, func(number int, text []byte, hashed bool) error {
		err := t.verifyLine(number, text, seen, hashed)
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
	if v.Games = len(seen) - gone; len(v.Wrong) > 0 {
		return v, nil
	}
	return v, t.planned(v, seen)
}

// readHead reads the first line.
func (t *Tournament) readHead(text, secret []byte) error {
	if err := json.Unmarshal(text, &t.Head); err != nil || t.Type != "tournament" || t.Game != t.game.Name {
		return fmt.Errorf("%s: line 1: want the head of a tournament of %s", path(t.Dir), t.game.Name)
	}
	return t.Fits(secret)
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

// compare checks a line of the journal against the record of its game.
func (t *Tournament) compare(line *record.Line, hashed bool) error {
	if line.Record == nil {
		return errors.New("it names no record")
	}
	name := filepath.FromSlash(*line.Record)
	if !filepath.IsLocal(name) {
		return fmt.Errorf("its record %q is not in the folder", *line.Record)
	}
	file, err := os.Open(filepath.Join(t.Dir, name))
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
		return errors.New("it lacks the hash of its record")
	case line.Hash != "" && line.Hash != g.Hash:
		return fmt.Errorf("%s: line %d: the record has the hash %.12s..., the journal says %.12s...: it is another one, or was changed",
			name, g.Last, g.Hash, line.Hash)
	}
	is, want := told(line), told(&record.Line{
		ID: g.Header.ID, Seed: g.Header.Seed, Seats: g.Header.Seats, Winner: g.Result.Winner, Reason: g.Result.Reason,
		Detail: g.Result.Detail, Plies: g.Result.Plies, Score: g.Result.Score, Faults: g.Result.Faults,
	})
	if !reflect.DeepEqual(is, want) {
		a, _ := json.Marshal(is) // both come from JSON
		b, _ := json.Marshal(want)
		return fmt.Errorf("the journal says %s, %s says %s", a, name, b)
	}
	return nil
}

// told returns the part of a line that a record contains, too.
func told(line *record.Line) *record.Line {
	same := &record.Line{
		ID: line.ID, Seed: line.Seed, Winner: line.Winner, Reason: line.Reason, Detail: line.Detail,
		Plies: line.Plies, Score: line.Score, Faults: line.Faults,
	}
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
