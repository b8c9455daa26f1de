package compare

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Bounds of the search for an opening.
const (
	tries    = 40 // openings that may be thrown away
	playouts = 8  // random games that an opening is tried with
	least    = 2  // points that each seat must make in them
)

// Vary finds out whether openings must be drawn: not if there is a book, or if the seed decides the start.
func (c *Comparison) Vary() error {
	if len(c.Book) > 0 || c.Opening == 0 {
		return nil
	}
	varied, err := c.varied()
	if varied {
		c.Opening = 0
	}
	return err
}

// Start returns the start of pair k, from 0.
func (c *Comparison) Start(ctx context.Context, k int) (match.Setup, error) {
	base := c.Setup
	base.Seed = seeds.Derive(c.Setup.Seed, "pair", k)
	switch {
	case len(c.Book) > 0:
		return c.Book.Setup(base, k), nil
	case c.Opening > 0:
		return c.opening(ctx, base, k)
	}
	return base, nil
}

// varied reports whether a game's seed decides its start: then no moves are needed to make games differ.
func (c *Comparison) varied() (bool, error) {
	var texts [2]string
	for i := range texts {
		s := c.Setup
		s.Seed = strconv.Itoa(i + 1)
		shown, err := c.Game.Position(s, nil)
		if err != nil {
			return false, err
		}
		texts[i] = shown.Text()
	}
	return texts[0] != texts[1], nil
}

// opening draws the start of pair k: a few random legal moves from the start of base. It is the same for both games of the pair.
// An opening is thrown away if it ends the game, or if random play shows that one seat hardly ever wins: both games of such a
// pair would end alike, whichever bot is better.
func (c *Comparison) opening(ctx context.Context, base match.Setup, k int) (match.Setup, error) {
	for try := range tries {
		s := base
		seed := seeds.Derive(base.Seed, "opening", k, try)
		text, err := c.line(ctx, base, number(seed))
		if err != nil {
			return s, err
		}
		if text == "" {
			continue
		}
		s.Start = text
		if _, err := c.Game.Position(s, nil); err != nil {
			return s, fmt.Errorf("opening %q: %w", text, err)
		}
		fair, err := c.balanced(ctx, s, number(seed))
		if err != nil {
			return s, err
		}
		if fair {
			return s, nil
		}
	}
	return base, nil // for example a start in which every move decides the game: the games of the pair begin there
}

// line plays random moves and returns the position after them, "" if the game is over there.
func (c *Comparison) line(ctx context.Context, s match.Setup, seed uint64) (string, error) {
	o := &stopper{plies: c.Opening * c.Game.Round}
	if _, err := c.random(ctx, s, seed, o); err != nil && !errors.Is(err, turn.ErrQuit) {
		return "", err
	}
	return o.text, nil
}

// balanced reports whether random play from a start leaves every seat some points.
func (c *Comparison) balanced(ctx context.Context, s match.Setup, seed uint64) (bool, error) {
	points := make([]float64, len(c.Game.Seats))
	for i := range playouts {
		winner, err := c.random(ctx, s, seed+uint64(i)+1, nil)
		if err != nil {
			return false, err
		}
		for seat, name := range c.Game.Seats {
			switch {
			case winner == nil:
				points[seat] += 1 / float64(len(points))
			case *winner == name:
				points[seat]++
			}
		}
	}
	for _, p := range points {
		if p < least {
			return false, nil
		}
	}
	return true, nil
}

// random plays a game of random moves and returns the winner, nil for a draw.
func (c *Comparison) random(ctx context.Context, s match.Setup, seed uint64, o *stopper) (winner *string, err error) {
	j := job.Job{Start: s.Start, Seed: s.Seed, Options: s.Options, Seats: make([]job.Team, len(c.Game.Seats))}
	seating := match.Seating{}
	for seat := range c.Game.Seats {
		seating.Players = append(seating.Players, c.Game.Any(seed^uint64(seat)<<63))
	}
	if o != nil {
		seating.Observers = []match.Observer{o}
	}
	line, err := c.Game.Play(ctx, j, seating)
	if err != nil {
		return nil, err
	}
	return line.Winner, nil
}

// number makes a number from a seed.
func number(seed string) uint64 {
	n, _ := strconv.ParseUint(seed, 10, 64) // derived seeds have 64 bits
	return n
}

// stopper breaks a game off after some plies and keeps the position.
type stopper struct {
	plies int
	text  string
}

func (o *stopper) Asked(_ context.Context, s *match.Snapshot) error {
	if s.Ply < o.plies {
		return nil
	}
	o.text = s.Text()
	return turn.ErrQuit
}

func (o *stopper) Answered(*match.Snapshot) error { return nil }
func (o *stopper) Ended(*match.Snapshot) error    { return nil }
