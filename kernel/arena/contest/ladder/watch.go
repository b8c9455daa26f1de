package ladder

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// watch polls the bots while games are played.
type watch struct {
	*Ladder
	Running
	events chan func(*tournament.Live) error
	slots  chan struct{} // a place for every game and every check at the same time
	held   bool          // the watch has all places, so no game can begin
	lonely bool          // it has been said that there are too few bots
}

// sight is the last known state of a bot.
type sight struct {
	stamp  string
	is     botfiles.Identity // the programs of a line
	judged bool              // the bot with that stamp was accepted or rejected
}

// run polls the bots until ctx is done.
func (w *watch) run(ctx context.Context) error {
	poll := w.Poll
	if poll == 0 {
		poll = time.Second
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for first := true; ; first = false {
		if err := w.look(ctx, first); err != nil {
			return err
		}
		w.release()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// hold takes all places, before the games of the run can begin.
func (w *watch) hold() {
	for range cap(w.slots) {
		w.slots <- struct{}{}
	}
	w.held = true
}

// release lets games begin.
func (w *watch) release() {
	if w.held {
		w.held = false
		for range cap(w.slots) {
			<-w.slots
		}
	}
}

// look checks the bots once. A changed bot is judged when two checks in a row find it the same, as somebody may still be copying
// it.
func (w *watch) look(ctx context.Context, first bool) error {
	bots, err := scan(w.Dir)
	if err != nil {
		return err
	}
	if err := w.farewell(ctx, bots); err != nil {
		return err
	}
	for i := range bots {
		b := &bots[i]
		s := w.seen[b.name]
		if s == nil {
			s = &sight{}
			w.seen[b.name] = s
		}
		b.is = s.is
		if stamp := b.stamp(); stamp != s.stamp {
			if s.judged = false; b.Folder == "" {
				b.is = botfiles.Identify(b.Spec).Programs(b.Spec)
			}
			s.is, s.stamp = b.is, b.stamp()
			if !first {
				continue
			}
		}
		if s.judged {
			continue
		}
		if err := w.judge(ctx, b); err != nil {
			return err
		}
		s.judged = true
	}
	there := len(w.Teams) // those of a prepared ladder stay
	for _, e := range w.Entries() {
		if !e.Away {
			there++
		}
	}
	if lonely := there < 2; lonely != w.lonely {
		if w.lonely = lonely; lonely {
			w.Said(fmt.Sprintf("%d bots play, want 2 or more: waiting for folders in %s and lines LABEL=PLAYER in %s",
				there, botsDir(w.Dir), botsFile(w.Dir)))
		}
	}
	return nil
}

// base is the name of the bot that a version belongs to.
func base(label string) string {
	name, _, _ := strings.Cut(label, "@")
	return name
}

// active returns the version of a bot that is playing; nil if none is.
func (w *watch) active(name string) *tournament.Entry {
	for _, e := range w.Entries() {
		if base(e.Label) == name && !e.Away {
			return &e
		}
	}
	return nil
}

// farewell takes out bots whose folder or line is gone.
func (w *watch) farewell(ctx context.Context, bots []bot) error {
	for _, e := range w.Entries() {
		if e.Away || slices.ContainsFunc(bots, func(b bot) bool { return b.name == base(e.Label) }) {
			continue
		}
		delete(w.seen, base(e.Label))
		if err := tournament.Change(ctx, w.events, func(l *tournament.Live) error { return l.Leave(e.Label) }); err != nil {
			return err
		}
		w.Said(e.Label + ": leaves; it is not there any more")
	}
	return nil
}

// judge lets a version of a bot in, or says why not. An error means that the ladder itself failed.
func (w *watch) judge(ctx context.Context, b *bot) error {
	wrong := b.wrong
	hash := ""
	if wrong == nil {
		hash, wrong = b.hash()
	}
	now := w.active(b.name)
	if wrong == nil && now != nil && now.Hash == hash {
		return nil
	}
	spec := b.Spec
	if wrong == nil && b.Folder != "" {
		_, wrong = check.Folder(b.Folder) // by the name that its owner knows, not by that of the copy
	}
	if wrong == nil && b.Folder != "" {
		place, kept, err := b.keep(w.Dir, hash)
		if wrong = err; err == nil && kept != hash {
			w.seen[b.name].stamp = "" // it is being changed: look again
			return nil
		}
		spec = folderPrefix + place
	}
	var findings []check.Finding
	if wrong == nil {
		findings, wrong = w.check(ctx, w.spec(spec))
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := w.tell(b, hash, findings, wrong); err != nil {
		return err
	}
	if wrong != nil {
		return w.refuse(ctx, b, now, wrong)
	}
	return w.admit(ctx, b, now, spec, hash)
}

// refuse reports why a version is rejected. The version before it goes on playing if the bot is a folder, as that was copied.
func (w *watch) refuse(ctx context.Context, b *bot, now *tournament.Entry, wrong error) error {
	line := fmt.Sprintf("%s: rejected: %v; full report in %s", b.name, wrong, w.verdict(b))
	switch {
	case now == nil:
	case b.Folder != "":
		line += "; " + now.Label + " plays on"
	default:
		if err := tournament.Change(ctx, w.events, func(l *tournament.Live) error { return l.Leave(now.Label) }); err != nil {
			return err
		}
		line += "; " + now.Label + " leaves"
	}
	w.Said(line)
	return nil
}

// admit lets a version in, in place of the one that is playing now.
func (w *watch) admit(ctx context.Context, b *bot, now *tournament.Entry, spec, hash string) error {
	number, label, back := 1, "", false
	for _, e := range w.Entries() {
		if base(e.Label) != b.name {
			continue
		}
		number++
		if e.Hash == hash {
			label, back = e.Label, true
		}
	}
	if !back {
		label = fmt.Sprintf("%s@%d", b.name, number)
	}
	err := tournament.Change(ctx, w.events, func(l *tournament.Live) error {
		if now != nil {
			if err := l.Leave(now.Label); err != nil {
				return err
			}
		}
		if back {
			return l.Return(label)
		}
		return l.Add(tournament.Team{Label: label, Spec: spec}, hash)
	})
	if err != nil {
		return err
	}
	line := fmt.Sprintf("%s: accepted", label)
	if back {
		line = fmt.Sprintf("%s: back again", label)
	}
	if now != nil {
		line += ", " + now.Label + " leaves"
	}
	w.Said(line)
	return nil
}

// check checks a player; wrong is what is wrong with it. Bundled bots need no check.
func (w *watch) check(ctx context.Context, spec string) (findings []check.Finding, wrong error) {
	if w.game.Bundled(spec) {
		p, err := w.game.Player(spec, w.Maker)
		p.Close()
		return nil, err
	}
	if !w.held {
		select {
		case w.slots <- struct{}{}:
			defer func() { <-w.slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	_, err := check.Player(ctx, w.game, spec, check.Checking{Maker: w.Maker, Budget: w.allowed(), Found: func(f check.Finding) {
		findings = append(findings, f)
		if !f.OK && wrong == nil {
			wrong = fmt.Errorf("%s: %s", f.What, f.Error)
		}
	}})
	if err != nil {
		wrong = err
	}
	return findings, wrong
}

// allowed returns the time for an answer during the check.
func (w *watch) allowed() timer.Control {
	if w.Budget.Limited() {
		return w.Budget
	}
	return timer.Control{Move: 5 * time.Second}
}

// verdict returns the path of the file with the findings about a bot.
func (w *watch) verdict(b *bot) string {
	return filepath.Join(w.Dir, "checks", strings.Map(func(r rune) rune {
		if named.MatchString(string(r)) {
			return r
		}
		return '_'
	}, b.name)+".txt")
}

// tell writes the verdict file of a bot.
func (w *watch) tell(b *bot, hash string, findings []check.Finding, wrong error) error {
	var text strings.Builder
	if wrong == nil {
		fmt.Fprintf(&text, "%s, content %s: accepted\n", b.name, hash)
	} else {
		fmt.Fprintf(&text, "%s, content %s: rejected: %v\n", b.name, hash, wrong)
	}
	for _, f := range findings {
		if f.OK {
			fmt.Fprintf(&text, "ok    %s\n", clean.Line(f.What, clean.MaxDetail))
			continue
		}
		fmt.Fprintf(&text, "WRONG %s: %v\n      asked:    %s\n      answered: %s\n", clean.Line(f.What, clean.MaxDetail), f.Error, f.Asked, f.Answered)
		for line := range strings.Lines(f.Stderr) {
			fmt.Fprintf(&text, "      stderr:   %s\n", clean.Line(line, clean.MaxDetail))
		}
	}
	path := w.verdict(b)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text.String()), 0o666)
}
