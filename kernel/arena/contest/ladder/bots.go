package ladder

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// bot is a candidate for the ladder: a folder, or a line of the file.
type bot struct {
	botfiles.Source
	name  string
	is    botfiles.Identity // the programs of a line
	wrong error             // what is wrong with its name or line; nil: nothing
}

var named = regexp.MustCompile(`^[\pL\pM\pN_.-]+$`)

func botsDir(dir string) string  { return filepath.Join(dir, "bots") }
func botsFile(dir string) string { return filepath.Join(dir, "bots.txt") }

// scan lists the current bots: the folders, then the lines of the file.
func scan(dir string) (list []bot, err error) {
	entries, err := os.ReadDir(botsDir(dir))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b := bot{name: e.Name(), Source: botfiles.Source{Folder: filepath.Join(botsDir(dir), e.Name())}}
		info, err := os.Stat(b.Folder) // a link to a folder counts as a folder
		if err != nil || !info.IsDir() || b.name[0] == '.' {
			continue
		}
		if !named.MatchString(b.name) {
			b.wrong = fmt.Errorf("name %q: want letters, digits, _, . and - only", b.name)
		}
		list = append(list, b)
	}
	content, err := files.ReadOf(botsFile(dir), files.MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	number := 0
	for line := range strings.Lines(clean.Text(content)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		team := tournament.ParseTeam(line)
		b := bot{name: team.Label, Source: botfiles.Source{Spec: team.Spec}}
		if !named.MatchString(b.name) {
			b.wrong = fmt.Errorf("%s: line %d: %q: want LABEL=PLAYER", botsFile(dir), number, line)
		}
		for _, other := range list {
			if other.name == b.name {
				b.wrong = fmt.Errorf("%s: line %d: there is another bot called %q", botsFile(dir), number, b.name)
				b.name = fmt.Sprintf("%s (line %d)", b.name, number)
			}
		}
		list = append(list, b)
	}
	return list, err
}

// hash returns a hash of what the bot is: of all files of a folder, and of the programs of a line, which are those of a team of a
// tournament.
func (b *bot) hash() (string, error) {
	if b.Folder != "" {
		return b.Hash()
	}
	return b.is.Hash, nil
}

// stamp returns a value that stays the same as long as nobody writes to the bot. It is cheap to compute, and only shows when the
// content must be hashed again.
func (b *bot) stamp() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %v\n", b.Spec, b.wrong)
	if b.Folder == "" {
		fmt.Fprint(sum, b.is.Stamp())
		return hex.EncodeToString(sum.Sum(nil))
	}
	err := b.Files(func(f botfiles.File) error {
		fmt.Fprintf(sum, "%q %d %d %v\n", f.Name, f.Info.Size(), f.Info.ModTime().UnixNano(), f.Info.Mode())
		return nil
	})
	fmt.Fprint(sum, err)
	return hex.EncodeToString(sum.Sum(nil))
}

// keep copies the folder of a bot to the place of its version, and returns that place, below dir, and the hash of the copy. If
// the folder was changed during the copy, the hash differs from wanted and place is empty.
func (b *bot) keep(dir, wanted string) (place, hash string, err error) {
	versions := filepath.Join(dir, "versions")
	place = "versions/" + b.name + "-" + wanted
	if _, err := os.Stat(filepath.Join(dir, place)); err == nil {
		return place, wanted, nil
	}
	draft := filepath.Join(versions, ".new-"+b.name)
	if err := os.RemoveAll(draft); err != nil {
		return "", "", err
	}
	if err := os.MkdirAll(draft, 0o777); err != nil {
		return "", "", err
	}
	if err := b.CopyTo(draft); err != nil {
		return "", "", err
	}
	if hash, err = (botfiles.Source{Folder: draft}).Hash(); err != nil {
		return "", "", err
	}
	if hash != wanted {
		return "", hash, nil
	}
	return place, hash, os.Rename(draft, filepath.Join(dir, place))
}
