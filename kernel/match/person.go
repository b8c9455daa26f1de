package match

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Typist is somebody who answers in text, such as a person at a keyboard.
type Typist interface {
	// Type returns an answer as text. It is asked again when the text is no legal answer; p.Wrong says why then.
	Type(ctx context.Context, p *Prompt) (text string, err error)
}

// Prompt is what a typist is asked.
type Prompt struct {
	Ask   any             // the question, for those who know the game
	Wrong error           // what is wrong with its last answer; nil when it is asked for the first time
	Legal func() []string // the legal answers
	// Menu returns what there is to choose from after some parts. An answer is the texts of all parts with spaces
	// between them. nil: answers are typed.
	Menu  func(parts []string) scene.Menu
	Check func(text string) error // what is wrong with an answer; nil: it is legal
	// Hint returns what the strongest bundled bot would answer.
	Hint func(ctx context.Context) (string, error)
}

const person = "human" // how people are named

// person seats a typist.
func (e *Typed[Q, A]) person(t Typist) *Player {
	p := Seat(person, turn.Player[Q, A](&typing[Q, A]{Typed: e, typist: t}))
	p.Person = true
	return p
}

// typing is the player of a typist, who may sit in several seats.
type typing[Q, A any] struct {
	*Typed[Q, A]
	typist Typist
}

// Answer asks until the text is a legal answer. Where no move is wanted, such as in a question for a name, it says its own.
func (p *typing[Q, A]) Answer(ctx context.Context, q Q) (value A, say string, err error) {
	if len(p.Moves(q)) == 0 {
		return value, person, nil
	}
	prompt := &Prompt{
		Ask:   q,
		Legal: func() []string { return p.legal(q) },
		Check: func(text string) error {
			_, err := p.Notation.Parse(q, text)
			return err
		},
		Hint: func(ctx context.Context) (string, error) { return p.hint(ctx, q) },
	}
	if p.Game.Menu != nil {
		prompt.Menu = func(parts []string) scene.Menu { return p.Game.Menu(q, parts) }
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
func (p *typing[Q, A]) hint(ctx context.Context, q Q) (string, error) {
	strongest, err := p.bundled(p.Bots[len(p.Bots)-1].Name, Maker{})
	if err == nil {
		err = turn.Open(ctx, strongest, turn.Game{Seats: p.Seats})
	}
	if err != nil {
		return "", err
	}
	a, _, err := strongest.Answer(ctx, q)
	return p.Notation.Text(q, a), err
}

// any returns a player that draws one of the legal answers.
func (e *Typed[Q, A]) any(seed uint64) *Player {
	return Seat("any", turn.Player[Q, A](&turn.Any[Q, A]{Moves: e.Moves, Chance: rand.New(rand.NewPCG(seed, 0))}))
}
