package main

import (
	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// formats are the notations of package wire.
func formats() (list []format) {
	for _, f := range wire.Formats {
		list = append(list, format{
			Name: f.Name, Summary: f.Summary,
			Is: func(text []byte) bool { return f.Is(string(text)) },
			Read: func(text []byte) (*transcript, error) {
				g, err := f.Read(string(text))
				if err != nil {
					return nil, err
				}
				t := &transcript{Setup: match.Setup{Start: g.Start.String()}, Names: []string{g.Red, g.Blue}}
				for _, m := range g.Turns {
					t.Answers = append(t.Answers, turn.Answer[amazons.Move]{Value: m})
				}
				return t, nil
			},
			Write: func(t *transcript) ([]byte, error) {
				start, err := parseStart(t.Start)
				if err != nil {
					return nil, err
				}
				g := &wire.Game{Start: start, Red: t.Name(0), Blue: t.Name(1)}
				for _, a := range t.Answers {
					g.Turns = append(g.Turns, a.Value)
				}
				if over := t.End.Referee.Result(); over.Plies < len(g.Turns) {
					g.Turns = g.Turns[:over.Plies] // a record keeps the turn that lost the game, other notations cannot
				}
				text, err := f.Write(g)
				return []byte(text), err
			},
		})
	}
	return list
}
