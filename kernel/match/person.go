package match

import (
	"context"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Typist is somebody who answers in text, such as a person at a keyboard.
type Typist interface {
	// Type returns an answer as text. It is asked again when the text is no legal answer; p.Wrong says why then.
	Type(ctx context.Context, p *Prompt) (text string, err error)
}

// Prompt is what a typist is asked.
type Prompt struct {
	Seat  int
	Ask   any             // the question, for those who know the game
	Wrong error           // what is wrong with its last answer; nil when it is asked for the first time
	Legal func() []string // the legal answers
	// Hint returns what the strongest bundled bot would answer.
	Hint func(ctx context.Context) (string, error)
}

// person seats a typist.
func (e *engine[Q, A]) person(t Typist) *Player {
	p := Seat("human", turn.Player[Q, A](&typing[Q, A]{engine: e, typist: t}))
	p.Person = true
	return p
}

// typing is the player of a typist, who may sit in several seats.
type typing[Q, A any] struct {
	*engine[Q, A]
	typist Typist
	hinter turn.Player[Q, A] // nil until it is needed
}

// Answer asks until the text is a legal answer.
func (p *typing[Q, A]) Answer(ctx context.Context, q Q) (value A, say string, err error) {
	prompt := &Prompt{
		Ask:   q,
		Legal: func() []string { return p.legal(q) },
		Hint: func(ctx context.Context) (string, error) {
			a, err := p.hint(ctx, q)
			if err != nil {
				return "", err
			}
			return p.Notation.Text(q, a), nil
		},
	}
	for {
		text, err := p.typist.Type(ctx, prompt)
		if err != nil {
			return value, "", err
		}
		if value, prompt.Wrong = p.Notation.Parse(q, text); prompt.Wrong == nil {
			return value, "", nil
		}
	}
}

// hint asks the strongest bundled bot.
func (p *typing[Q, A]) hint(ctx context.Context, q Q) (value A, err error) {
	if p.hinter == nil {
		strongest, err := p.bundled(p.Bots[len(p.Bots)-1].Name, Maker{})
		if err != nil {
			return value, err
		}
		if err := turn.Open(ctx, strongest, turn.Game{Seats: p.Seats}); err != nil {
			return value, err
		}
		p.hinter = strongest
	}
	value, _, err = p.hinter.Answer(ctx, q)
	return value, err
}
