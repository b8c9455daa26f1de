package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
)

// climbing says which teams may join a ladder while it is played.
type climbing struct {
	All   bool     `json:"all,omitempty"`
	Teams []string `json:"teams,omitempty"`
}

// annulled returns the teams whose games do not count, with the reasons.
type annulled func(context.Context) (map[string]string, error)

// climbersKey and eventKey are the keys, in the bucket leagues, of the teams that may join a ladder and of its changes. The
// page and `league export` learn of changes only from there.
func climbersKey(name string) string { return "climbers." + name }
func eventKey(league string) string  { return "event." + league }

// lookSubmitted is how often a ladder checks what teams have submitted.
var lookSubmitted = 3 * time.Second

// letClimb stores on the server which teams may join a new ladder.
func (b *bus) letClimb(ctx context.Context, name string, who climbing) error {
	for _, team := range who.Teams {
		if !isTeam(team) {
			return usagef("flag --teams: no team can be called %q", team)
		}
	}
	text, err := json.Marshal(who)
	if err != nil {
		return err
	}
	kv, err := b.KeyValue(ctx, leagues)
	if err != nil {
		return err
	}
	if _, err := kv.Get(ctx, headKey(name)); !absent(err) { // the league exists already, which prepare reports
		return err
	}
	_, err = kv.Put(ctx, climbersKey(name), text)
	return err
}

// events returns the changes of a league's plan that the server has, in the order in which they happened.
func (b *bus) events(ctx context.Context, name string) (list []tournament.Event, err error) {
	kv, err := b.KeyValue(ctx, leagues)
	if err != nil {
		return nil, err
	}
	watch, err := kv.Watch(ctx, eventKey(name)+".*", jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer watch.Stop()
	for {
		select {
		case entry := <-watch.Updates():
			if entry == nil { // all existing entries have been received, in their order
				return list, nil
			}
			var e tournament.Event
			if err := json.Unmarshal(entry.Value(), &e); err != nil {
				return nil, fmt.Errorf("bucket %s: %s: %w", leagues, entry.Key(), err)
			}
			list = append(list, e)
		case <-time.After(ask):
			return nil, errors.New("the server does not say what has changed the plan")
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// climbers returns how many teams that joined late are still in a ladder.
func climbers(events []tournament.Event) (n int) {
	for _, e := range events {
		switch e.Type {
		case plan.Add, plan.Return:
			n++
		case plan.Leave:
			n--
		}
	}
	return n
}

// ladder is a ladder that is being played.
type ladder struct {
	*handing
	t      *tournament.Tournament
	who    climbing
	told   int // number of events that the server has
	events chan func(*tournament.Live) error
	lonely bool // it was logged that there are too few teams
}

// climb plays a ladder until ctx is done. Teams join with the first version that they submit, change with later ones, and leave.
func (l *handing) climb(ctx context.Context, t *tournament.Tournament, with tournament.Run) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &ladder{handing: l, t: t, events: l.events}
	if w.events == nil {
		w.events = make(chan func(*tournament.Live) error)
	}
	if err := w.compare(ctx); err != nil {
		return err
	}
	with.Events = w.events
	with.Void = func(id, reason string) error { return l.void(ctx, id, reason) }
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := w.watch(ctx); err != nil && ctx.Err() == nil {
			cancel(err)
		}
	}()
	err := t.Run(ctx, with)
	cancel(nil)
	<-ended
	return err
}

// compare reads which teams may join, and compares the changes that the server has with those of the folder. Changes that only
// the folder has are sent to the server.
func (w *ladder) compare(ctx context.Context) error {
	kv, err := w.KeyValue(ctx, leagues)
	if err != nil {
		return err
	}
	entry, err := kv.Get(ctx, climbersKey(w.name))
	if err == nil {
		err = json.Unmarshal(entry.Value(), &w.who)
	}
	if err != nil && !absent(err) {
		return err
	}
	there, err := w.handing.bus.events(ctx, w.name)
	if err != nil {
		return err
	}
	here := w.t.Events()
	for i, e := range there {
		if i >= len(here) || !sameEvent(e, here[i]) {
			return usagef("flag --dir: the server knows changes of league %s that %s lacks: want the folder in which it was played last, "+
				"or a new one of `league export %s DIR`", w.name, w.t.Dir, w.name)
		}
	}
	w.told = len(there)
	return w.tell(ctx)
}

func sameEvent(a, b tournament.Event) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}

// tell sends the server the changes that it does not have.
func (w *ladder) tell(ctx context.Context) error {
	for _, e := range w.t.Events()[w.told:] {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		err = persist(ctx, func(ctx context.Context) error {
			kv, err := w.KeyValue(ctx, leagues)
			if err == nil {
				_, err = kv.Put(ctx, fmt.Sprintf("%s.%08d", eventKey(w.name), w.told), text)
			}
			return err
		})
		if err != nil {
			return err
		}
		w.told++
	}
	return nil
}

// watch checks what teams have submitted, every lookSubmitted, until ctx is done.
func (w *ladder) watch(ctx context.Context) error {
	for tick := time.NewTicker(lookSubmitted); ; {
		if err := w.look(ctx); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return nil
		}
	}
}

// look lets teams join, change and leave according to what they have submitted by now.
func (w *ladder) look(ctx context.Context) error {
	var all []submitted
	err := persist(ctx, func(ctx context.Context) (err error) {
		all, err = w.submissions(ctx, "")
		return err
	})
	if err != nil {
		return err
	}
	out := map[string]string{}
	if w.annulled != nil {
		if out, err = w.annulled(ctx); err != nil {
			return err
		}
	}
	want := map[string]*version{} // by team
	for i := range all {
		if s := &all[i]; s.Game == w.hello.Game && (w.who.All || slices.Contains(w.who.Teams, s.Team)) {
			if v := s.active(); v != nil && out[s.Team] == "" {
				want[s.Team] = v
			}
		}
	}
	entries := w.t.Entries()
	for _, e := range entries {
		team, _, _ := strings.Cut(e.Label, "@")
		if why := out[team]; why != "" && !slices.Contains(w.t.Annulled(), e.Label) {
			if err := w.change(ctx, "the games of "+e.Label+" are annulled", func(l *tournament.Live) error { return l.Annul(e.Label, why) }); err != nil {
				return err
			}
		}
		if e.Away || want[team] != nil {
			continue
		}
		if err := w.change(ctx, e.Label+" leaves", func(l *tournament.Live) error { return l.Leave(e.Label) }); err != nil {
			return err
		}
	}
	for i := range all {
		if v := want[all[i].Team]; v != nil && all[i].Game == w.hello.Game {
			if err := w.admit(ctx, all[i].Team, v, entries); err != nil {
				return err
			}
		}
	}
	there := len(w.t.Teams) + climbers(w.t.Events())
	if lonely := there < 2; lonely != w.lonely {
		if w.lonely = lonely; lonely {
			w.say("league %s: too few teams play, %d of at least 2: it waits for `league submit`", w.name, there)
		}
	}
	return nil
}

// admit lets a version of a team join, in place of the team's current one.
func (w *ladder) admit(ctx context.Context, team string, v *version, entries []tournament.Entry) error {
	label, now, isBack := fmt.Sprintf("%s@%d", team, v.N), "", false
	for _, e := range entries {
		if of, _, _ := strings.Cut(e.Label, "@"); of != team {
			continue
		}
		isSame := e.Hash == v.Hash && e.Spec == v.Word
		if isSame {
			label, isBack = e.Label, true
		}
		if !e.Away {
			if isSame {
				return nil
			}
			now = e.Label
		}
	}
	said := label + " is accepted"
	if isBack {
		said = label + " is back"
	}
	if now != "" {
		said += ", " + now + " leaves"
	}
	return w.change(ctx, said, func(l *tournament.Live) error {
		if now != "" {
			if err := l.Leave(now); err != nil {
				return err
			}
		}
		if isBack {
			return l.Return(label)
		}
		return l.Add(tournament.Team{Label: label, Spec: v.Word}, v.Hash)
	})
}

// change changes the ladder between two games, and tells the server.
func (w *ladder) change(ctx context.Context, said string, what func(*tournament.Live) error) error {
	if err := tournament.Change(ctx, w.events, what); err != nil {
		return err
	}
	w.say("league %s: %s", w.name, said)
	return w.tell(ctx)
}

// void stores on the server that a game counts for nobody, so that nobody waits for it.
func (l *handing) void(ctx context.Context, id, reason string) error {
	text, err := pack(&outcome{Worker: "league-run", Void: reason})
	if err != nil {
		return err
	}
	for {
		err := persist(ctx, func(ctx context.Context) error {
			_, err := l.JetStream.Publish(ctx, resultSubject(l.name, id), text)
			return err
		})
		if !isSecond(err) {
			return err
		}
		f, err := l.look(ctx, id) // the result of a worker, which may be the reason
		if err != nil {
			return err
		}
		if f == nil {
			continue
		}
		if o, err := unpack(f.text); err == nil && o.nobody() == reason {
			return nil
		}
		err = persist(ctx, func(ctx context.Context) error { return l.kept.DeleteMsg(ctx, f.seq) })
		if err != nil && !absent(err) {
			return err
		}
	}
}
