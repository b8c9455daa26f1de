package match

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Typist is somebody who answers in text, such as a person at a keyboard.
type Typist interface {
	// Type returns an answer as text. It is called again if the text is not accepted; p.Wrong then says why.
	Type(ctx context.Context, p *Prompt) (text string, err error)
}

// IllegalError is the error of [Notation].Parse for an answer that can be read but breaks a rule.
type IllegalError struct{ Err error }

func (e *IllegalError) Error() string { return e.Err.Error() }
func (e *IllegalError) Unwrap() error { return e.Err }

// refusal returns why a person is asked again, given the error of Parse for its answer; nil: the answer goes to the referee. If
// strict is true, an answer that breaks a rule goes to the referee, too.
func refusal(err error, strict bool) error {
	if _, illegal := errors.AsType[*IllegalError](err); illegal && strict {
		return nil
	}
	return err
}

// Prompt is what a typist is asked.
type Prompt struct {
	Ask   any             // the question, for code that knows the game
	Wrong error           // what is wrong with its last answer; nil the first time
	Legal func() []string // the legal answers
	// Menu returns the choices after some parts. An answer is the texts of all parts with spaces between them. nil: answers are
	// typed.
	Menu  func(parts []string) scene.Menu
	Check func(text string) error // what is wrong with an answer, for which it would be asked again; nil: it is accepted
	// Hint returns what the strongest bundled bot would answer.
	Hint func(ctx context.Context) (string, error)
	Say  func(text string) string // says in words what to do to give an answer; "" if it is none
	// Why says why the last of some cells cannot be clicked, after parts of an answer and the other cells: see [Game].Why.
	Why func(parts []string, cells []int) error
}

const person = "human" // how people are named

// person seats a typist.
func (e *Typed[Q, A]) person(t Typist, strict bool) *Player {
	p := Seat(person, turn.Player[Q, A](&typing[Q, A]{Typed: e, typist: t, strict: strict}))
	p.Person = true
	return p
}

// typing is the player of a typist, who may sit in several seats.
type typing[Q, A any] struct {
	*Typed[Q, A]
	typist Typist
	strict bool // what breaks a rule goes to the referee
}

// read reads an answer that was typed. The error says why it is not accepted.
func (p *typing[Q, A]) read(q Q, text string) (A, error) {
	a, err := p.Notation.Parse(q, text)
	return a, refusal(err, p.strict)
}

// Answer asks until the text is a legal answer or, if p is strict, until it can be read. To a question that wants no move, such
// as one for a name, it answers by itself.
func (p *typing[Q, A]) Answer(ctx context.Context, q Q) (value A, say string, err error) {
	if len(p.Moves(q)) == 0 {
		return value, person, nil
	}
	prompt := &Prompt{
		Ask:   q,
		Legal: func() []string { return p.legal(q) },
		Check: func(text string) error {
			_, err := p.read(q, text)
			return err
		},
		Hint: func(ctx context.Context) (string, error) { return p.hint(ctx, q) },
		Say: func(text string) string {
			a, err := p.Notation.Parse(q, text)
			if err != nil || p.Notation.Say == nil {
				return ""
			}
			return p.Notation.Say(q, a)
		},
		Why: func(parts []string, cells []int) error {
			if p.Game.Why == nil {
				return nil
			}
			return p.Game.Why(q, parts, cells)
		},
	}
	if p.Game.Menu != nil {
		prompt.Menu = func(parts []string) scene.Menu { return p.Game.Menu(q, parts) }
	}
	for {
		text, err := p.typist.Type(ctx, prompt)
		if err != nil {
			return value, "", err
		}
		if value, prompt.Wrong = p.read(q, text); prompt.Wrong == nil {
			return value, "", nil
		}
	}
}

// hint asks the strongest bundled bot.
func (p *typing[Q, A]) hint(ctx context.Context, q Q) (string, error) {
	strongest, err := p.bundled(&p.Bots[len(p.Bots)-1], "", Maker{})
	if err == nil {
		err = turn.Open(ctx, strongest, turn.Game{})
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
