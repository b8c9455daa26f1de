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

	"github.com/gridiron-games/gridiron/kernel/league/plan"
	"github.com/gridiron-games/gridiron/kernel/tournament"
)

// climbing says which teams may come into a ladder while it is played.
type climbing struct {
	All   bool     `json:"all,omitempty"`
	Teams []string `json:"teams,omitempty"`
}

// climbersKey and eventKey are where the server keeps who may come into a ladder, and each change of it. `league export` and the
// page know nothing else.
func climbersKey(name string) string { return "climbers." + name }
func eventKey(league string) string  { return "event." + league }

// lookSubmitted is how often a ladder looks what teams have submitted.
var lookSubmitted = 3 * time.Second

// letClimb tells the server who may come into a ladder that begins.
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
	if _, err := kv.Get(ctx, headKey(name)); !absent(err) { // it has begun, which prepare says
		return err
	}
	_, err = kv.Put(ctx, climbersKey(name), text)
	return err
}

// events returns what has changed the plan of a league, as far as the server knows.
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
			if entry == nil { // all that were there have come, in their order
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

// climbers returns how many teams are there that came late.
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

// ladder is one that is played.
type ladder struct {
	*handing
	t      *tournament.Tournament
	who    climbing
	told   int // events that the server knows
	events chan func(*tournament.Live) error
	lonely bool // it was said that there are too few teams
}

// climb plays a ladder until ctx is done: teams come with what they submit, change with it, and leave.
func (l *handing) climb(ctx context.Context, t *tournament.Tournament, with tournament.Run) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &ladder{handing: l, t: t, events: make(chan func(*tournament.Live) error)}
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

// compare reads who may come, and holds the changes that the server knows against those of the folder, which may be ahead.
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
			return usagef("flag --dir: the server knows changes of ladder %s that %s lacks: want the folder in which it was played last, "+
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

// tell tells the server of the changes that it does not know.
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

// watch looks at what teams have submitted until ctx is done.
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

// look lets teams come, change and leave as they want by now.
func (w *ladder) look(ctx context.Context) error {
	var all []submitted
	err := persist(ctx, func(ctx context.Context) (err error) {
		all, err = w.submissions(ctx, "")
		return err
	})
	if err != nil {
		return err
	}
	want := map[string]*version{} // by team
	for i := range all {
		if s := &all[i]; s.Game == w.hello.Game && (w.who.All || slices.Contains(w.who.Teams, s.Team)) {
			if v := s.active(); v != nil {
				want[s.Team] = v
			}
		}
	}
	entries := w.t.Entries()
	for _, e := range entries {
		team, _, _ := strings.Cut(e.Label, "@")
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

// admit lets a version of a team in, in the place of the one that plays now.
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
	said := label + " is let in"
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

// void tells the server that a game counts for nobody, so that nobody waits for it.
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
		f, err := l.look(ctx, id) // what a worker has said; it may be why
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
