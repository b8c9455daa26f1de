package main

import (
	"bytes"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
)

// formats are the files of the original: games for its monitor, and maps.
func formats() []format {
	return []format{
		{
			Name: "cr", Summary: "a replay file of the original; it does not name constants that played no part, a record made of it has the usual ones",
			Most:  ks.MaxScene,
			Is:    func(text []byte) bool { return len(text) > 4 && bytes.IndexByte(text[:4], 0) >= 0 }, // the length of a frame
			Read:  readCR,
			Write: writeCR,
		},
		{
			Name: "map", Summary: "a map file of the original",
			Is: func(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) },
			Read: func(text []byte) (*transcript, error) {
				p, err := maps.Parse(text)
				return &transcript{Setup: match.Setup{Start: p.String()}}, err
			},
			Write: func(t *transcript) ([]byte, error) {
				p, err := tron.ParsePosition(t.End.Layout())
				if err != nil {
					return nil, err
				}
				return maps.Format(p)
			},
		},
	}
}

func readCR(text []byte) (*transcript, error) {
	g, err := scene.Read(text)
	if err != nil {
		return nil, err
	}
	t := &transcript{Setup: match.Setup{Start: g.Start.String()}}
	for _, name := range g.Names {
		t.Names = append(t.Names, ks.Text(name))
	}
	for _, commands := range g.Commands {
		for _, c := range commands {
			t.Answers = append(t.Answers, turn.Answer[referee.Order]{Value: referee.Order{Command: c}})
		}
	}
	return t, nil
}

func writeCR(t *transcript) (text []byte, err error) {
	g := &scene.Game{Names: [2]string{ks.Latin(t.Name(0)), ks.Latin(t.Name(1))}}
	if g.Start, err = parseStart(t.Start); err != nil {
		return nil, err
	}
	for round := range slices.Chunk(t.Answers, 2) {
		g.Commands = append(g.Commands, referee.Commands(round))
	}
	for _, frame := range g.Frames() {
		text = append(text, frame...)
	}
	return text, nil
}
