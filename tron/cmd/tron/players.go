//go:build !playground

package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// hosts are the ports to which the clients of join:TEAM players connect; players with the same address share a port.
type hosts struct {
	mu sync.Mutex
	at map[string]*server.Host
}

func (h *hosts) scheme() scheme {
	return scheme{
		Prefix: "join:", Usage: "join:TEAM\ta Chillin client that joins as TEAM on --listen; without a name, any client",
		New: func(team string, m match.Maker) (player, error) {
			config := server.Usual()
			tokens, err := admission.ParseTokens(m.Flag("team-token"))
			if err != nil {
				return nil, fmt.Errorf("--team-token: %w", err)
			}
			config.Require(tokens)
			config.Address = admission.Address(m.Flag("listen"))
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.at == nil {
				h.at = map[string]*server.Host{}
			}
			if h.at[config.Address] == nil {
				h.at[config.Address] = &server.Host{Config: config, Notes: m.Notes}
			}
			host := h.at[config.Address]
			host.Expect(ks.Latin(team))
			if err := host.Listen(); err != nil {
				return nil, err
			}
			return &guest{Guest: &server.Guest{Host: host, Team: ks.Latin(team)}}, nil
		},
	}
}

// guest is a Chillin client at one of our tables.
type guest struct {
	*server.Guest
	position tron.Position
}

func (g *guest) Answer(ctx context.Context, v tron.View) (referee.Order, string, error) {
	c, say, err := g.Guest.Answer(ctx, v)
	return referee.Order{Command: c}, say, err
}

// Asked remembers the position.
func (g *guest) Asked(_ context.Context, questions []turn.Question[tron.View]) error {
	g.position = questions[0].Ask.Position
	return nil
}

// Answered sends the client the result of the cycle.
func (g *guest) Answered(_ []turn.Question[tron.View], answers []turn.Answer[referee.Order]) error {
	g.position.Step(referee.Commands(answers))
	g.Played(&g.position)
	return nil
}

// plain is one of our players, for the code that joins other servers.
type plain struct {
	turn.Wrapped[tron.View, referee.Order]
}

func (p plain) Answer(ctx context.Context, v tron.View) (tron.Command, string, error) {
	order, say, err := p.Player.Answer(ctx, v)
	return order.Command, say, err
}

// schemes are the kinds of players other than bundled bots.
func schemes() []scheme { return []scheme{(&hosts{}).scheme()} }
