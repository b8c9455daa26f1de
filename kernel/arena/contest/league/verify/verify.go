// Package verify checks the journal of a league against the hashes of its lines.
package verify

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Verdict is the result of checking a journal against its own hashes and the records.
type Verdict struct {
	Lines, Games int
	Last         string   // the hash of the journal's last line; "": its lines have no hashes
	Known        int      // the line that has the hash that was asked for; 0: there is none
	Wrong        []string // each names the line of the journal; the first ones
	More         int      // how many others are wrong, too
	Notes        []string // each is unusual, but not a change
	Bots         []string // each says which version of a team played which games
}

// Lines checks the lines of a journal, the file at path, against their hashes. head reads the first line; its error ends
// the check. line returns what is wrong with another line; hashed says whether that line carries a hash. hash is a hash that was
// published earlier, or "".
func Lines(
	path string, content, secret []byte, hash string,
	head func(text []byte) error, line func(n int, text []byte, hashed bool) error,
) (*Verdict, error) {
	v, c := &Verdict{}, league.NewChecker(secret)
	for number, text := range league.Lines(content) {
		if v.Lines = number; number == 1 {
			if err := head(text); err != nil {
				return nil, err
			}
		}
		err := c.Check(text)
		if c.Last() != "" && c.Last() == hash {
			v.Known = number
		}
		if err == nil && number > 1 {
			err = v.line(path, number, text, c.Last() != "", line)
		}
		if err != nil {
			v.add(fmt.Sprintf("line %d: %v", number, err))
		}
	}
	if v.Lines == 0 {
		return v, head(nil)
	}
	if len(content) > 0 && content[len(content)-1] != '\n' {
		v.Notes = append(v.Notes, fmt.Sprintf("line %d was not written to its end; its game counts as not played", v.Lines+1))
	}
	v.Last = c.Last()
	return v, nil
}

// add adds what is wrong with a line.
func (v *Verdict) add(text string) {
	if len(v.Wrong) == league.MostDamages {
		v.More++
		return
	}
	v.Wrong = append(v.Wrong, text)
}

// line checks a line after the first one.
func (v *Verdict) line(path string, number int, text []byte, hashed bool, look func(int, []byte, bool) error) error {
	var kind struct {
		Type  string
		Lines []int
		More  int
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return clean.JSON(err)
	}
	if kind.Type == "repair" && len(v.Notes) < league.MostDamages {
		more := ""
		if kind.More > 0 {
			more = fmt.Sprintf(" and %d more", kind.More)
		}
		v.Notes = append(v.Notes, fmt.Sprintf("line %d: the journal was repaired here: its former lines %v%s are in %s, and their games were played again",
			number, kind.Lines, more, filepath.Base(league.BadPath(path))))
	}
	return look(number, text, hashed)
}
