package main

import (
	"bytes"
	"context"

	"github.com/gridiron-games/gridiron/pelita/wire"
)

// formats are the files of the original.
func formats() []format {
	return []format{{
		Name: "replay", Summary: "a replay file of the original, of the version whose rules are played", Write: writeReplay, Show: showReplay,
		Is: isReplay, Most: 128 << 20, // every state of a game on the largest maze
	}}
}

// writeReplay plays the game again and writes the states that the original would show.
func writeReplay(t *transcript) ([]byte, error) {
	r, err := newReferee(t.Setup, [2]string{}, [2]string{t.Name(0), t.Name(1)})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	viewers := &wire.Broadcast{Game: r, Viewers: []wire.Viewer{wire.ReplayWriter{W: &b}}}
	if err := viewers.Begin(context.Background()); err != nil {
		return nil, err
	}
	for left := t.Answers; len(left) > 0; {
		questions := r.Ask()
		answers := left[:len(questions):len(questions)]
		r.Answer(answers)
		if err := viewers.Answered(questions, answers); err != nil {
			return nil, err
		}
		left = left[len(questions):]
	}
	return b.Bytes(), nil
}
