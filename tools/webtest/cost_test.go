package webtest

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// watching plays games of a kind and measures what it takes to show their plies.
func watching(b *testing.B, kind string) {
	b.ReportAllocs()
	s := web.NewServer(web.Options{Open: true})
	var m *match
	var before *scene.Scene
	ply := 0
	begin := func() {
		for _, k := range kinds {
			if k.name == kind {
				m = k.make(b)
			}
		}
		before, ply = nil, 0
		s.Begin(web.Game{Name: m.name, Players: []string{"a", "b"}})
	}
	begin()
	for b.Loop() {
		b.StopTimer()
		snap := m.snapshot(ply, &before)
		if snap.Result != nil {
			begin()
			snap = m.snapshot(ply, &before)
		}
		answers := m.bots(snap.Asked)
		b.StartTimer()
		s.Show(snap)
		b.StopTimer()
		if err := m.play(answers); err != nil {
			b.Fatal(err)
		}
		ply++
		b.StartTimer()
	}
}

// BenchmarkShow measures what it costs to show a ply, by kind of game: the scene, its patch and the event, without spectators.
func BenchmarkShow(b *testing.B) {
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) { watching(b, k.name) })
	}
}
