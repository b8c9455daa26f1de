// Package ladder plays games without end between bots that appear, change and disappear: the folders in DIR/bots and the lines of
// DIR/bots.txt.
//
// A bot is known by its content. Changed content is a new version with a rating of its own; it plays once it has passed the
// check. A folder is copied to DIR/versions first and played from there. So its owner can change the folder without changing a
// running game, and files that the bot writes do not make a new version. Journal, records and tables are those of package
// tournament.
package ladder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Ladder is a ladder in a folder.
type Ladder struct {
	*tournament.Tournament
	game *match.Bound
	seen map[string]*sight // bots by name
}

// Running says how a ladder is played.
type Running struct {
	Maker       match.Maker
	Concurrency int                     // games, and checks of bots, at the same time
	Games       int                     // the maximum for this run; they begin when all bots were judged. 0: no limit
	Records     int                     // the number of latest records that are kept; 0: all
	Poll        time.Duration           // between two checks for changed bots; 0 is one second
	Said        func(line string)       // is called, from another goroutine, when a bot is accepted, is refused or leaves
	Finished    func(*record.Line)      // is called with each game when it is over
	Skipped     func(tournament.Skip)   // is called with each game that is given up because the process dies in it
	Note        func(team, note string) // is called with each irregularity of a bot that was forgiven; may be nil
}

// ErrNoLadder is the error of a folder that contains a tournament, not a ladder.
var ErrNoLadder = errors.New("the folder contains a tournament, not a ladder")

// Open opens the ladder in a folder, or begins one there with the head h. games is the number of games at the same time. secret
// signs the journal; nil: it is not signed. The caller closes the ladder.
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

// Run plays until ctx is done, or Games games are over. Finished games are kept, even if there is an error.
func (l *Ladder) Run(ctx context.Context, r Running) error {
	r.Maker.Start.Patience = l.Patience
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &watch{
		Ladder: l, Running: r, events: make(chan func(*tournament.Live) error), slots: make(chan struct{}, max(1, r.Concurrency)),
	}
	if r.Games > 0 { // they may be over before all bots are judged: nobody would hear what is wrong with the others
		w.hold()
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

// folderPrefix marks players that are folders below the ladder's folder, so that a ladder can be moved.
const folderPrefix = "folder:"

// spec returns the spec that starts a player, given its spec in the journal.
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
