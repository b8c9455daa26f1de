// Package ladder plays without an end between bots that come, change and go: the folders in DIR/bots and the lines of
// DIR/bots.txt.
//
// A bot is known by its content. Changed content is a new version with a rating of its own; it plays once it has passed the
// check. A folder is copied to DIR/versions first and played from there, so that what its owner writes meanwhile changes no game,
// and what the bot writes makes no new version of it. Journal, records and tables are those of package tournament.
package ladder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/check"
	"github.com/gridiron-games/gridiron/kernel/league/plan"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/tournament"
)

// Ladder is a ladder in a folder.
type Ladder struct {
	*tournament.Tournament
	game *match.Bound
	seen map[string]*sight // bots by name
}

// Running is how a ladder is played.
type Running struct {
	Maker       match.Maker
	Concurrency int                     // games, and checks of bots, at the same time
	Games       int                     // the most games of this run; 0: no limit
	Records     int                     // records that are kept, the latest ones; 0: all
	Poll        time.Duration           // between two looks at the bots; 0 is a second
	Said        func(line string)       // hears who is let in, who is not and why, and who leaves; comes from other goroutines
	Finished    func(*record.Line)      // hears of each game when it is over
	Skipped     func(tournament.Skip)   // hears of each game that is given up because the process dies during it
	Note        func(team, note string) // hears what was odd about a bot but forgiven; may be nil
}

// ErrNoLadder is the error of a folder that holds another tournament.
var ErrNoLadder = errors.New("it holds a tournament that is no ladder")

// Open opens the ladder in a folder, or begins one there with the head h, for so many games at the same time. secret signs its
// journal; nil: nothing does. The caller closes it.
func Open(dir string, game *match.Bound, h tournament.Head, games int, secret []byte) (*Ladder, error) {
	if err := os.MkdirAll(botsDir(dir), 0o777); err != nil {
		return nil, err
	}
	var t *tournament.Tournament
	var err error
	if tournament.Exists(dir) {
		t, err = tournament.Resume(dir, game, secret)
	} else {
		h.Plan = &plan.Settings{Plan: plan.Ladder, Ahead: max(1, games)}
		if t, err = tournament.Prepare(dir, game, h, secret); err == nil {
			err = t.Begin()
		}
	}
	if err == nil && !t.IsLadder() {
		err = fmt.Errorf("%s: %w", dir, ErrNoLadder)
	}
	if err != nil {
		if t != nil {
			t.Close()
		}
		return nil, err
	}
	return &Ladder{Tournament: t, game: game, seen: map[string]*sight{}}, nil
}

// Run plays until ctx is done, or Games are over. What was played stays, whatever the error.
func (l *Ladder) Run(ctx context.Context, r Running) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &watch{
		Ladder: l, Running: r, events: make(chan func(*tournament.Live) error), slots: make(chan struct{}, max(1, r.Concurrency)),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := w.run(ctx); err != nil && ctx.Err() == nil {
			cancel(err)
		}
	}()
	err := l.Tournament.Run(ctx, tournament.Run{
		Maker: r.Maker, Concurrency: r.Concurrency, Finished: r.Finished, Skipped: r.Skipped, Note: r.Note,
		Events: w.events, Slots: w.slots, Games: r.Games, Records: r.Records, Spec: l.spec,
	})
	cancel(nil)
	<-ended
	return err
}

// folderPrefix marks players that are folders below that of the ladder, so that a ladder can be moved.
const folderPrefix = "folder:"

// spec returns the player to be started for one of the journal.
func (l *Ladder) spec(spec string) string {
	rest, isFolder := strings.CutPrefix(spec, folderPrefix)
	if !isFolder {
		return spec
	}
	if found, err := check.Folder(filepath.Join(l.Dir, filepath.FromSlash(rest))); err == nil {
		return found
	}
	return spec
}
