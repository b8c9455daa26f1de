package referee

import (
	"context"
	"math/big"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// Bot is a program that plays a team: it is asked for the moves of its bots in turn. The referee asks one question at a time, so
// a Bot needs no locks. A Bot must keep the deadline of ctx, if there is one. It plays one game.
type Bot interface {
	Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error)
}

// BotFunc makes a Bot of a function.
type BotFunc func(b *pelita.Bot) pelita.Cell

// Move calls the function.
func (f BotFunc) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) { return f(b), nil }

// Player makes a player of a bot, with the name of its team.
func Player(name string, b Bot) turn.Player[pelita.View, pelita.Move] {
	return &player{name: name, bot: b}
}

type player struct {
	name    string
	bot     Bot
	team    pelita.Team
	started bool
}

// Worth asks the bot.
func (p *player) Worth() (float64, bool) { return turn.Worth(p.bot) }

func (p *player) Answer(ctx context.Context, v pelita.View) (pelita.Move, string, error) {
	if v.Kind == pelita.AskStart || v.Kind == pelita.AskMove && !p.started { // who is asked in the middle of a game begins there
		p.team.Start(&v, pyrand.New(new(big.Int).SetUint64(v.Seed)))
		p.started = true
	}
	if v.Kind == pelita.AskMove {
		to, err := p.bot.Move(ctx, p.team.Bot(&v))
		said, paint := p.team.Said()
		return pelita.Move{To: to, Paint: paint}, said, err
	}
	return pelita.Move{}, p.name, nil
}
