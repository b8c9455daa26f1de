package board

import (
	"context"
	"net/http"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// Game is a finished game for the team that looks at it.
type Game struct {
	League string    `json:"league"`
	N      int       `json:"n"`
	Seats  []string  `json:"seats"` // the names of the teams, by seat
	Seat   int       `json:"seat"`  // of the team that looks at it
	Won    string    `json:"won"`   // by whom: us, them, or nobody
	Reason string    `json:"reason"`
	Plies  int       `json:"plies"`
	At     time.Time `json:"at"`
	Wrong  string    `json:"wrong,omitempty"` // what the team did wrong
}

// Games returns the games that count of a team in a league, whatever its versions, the latest first: at most count, beginning at
// index from.
func (b *Board) Games(name, team string, from, count int) (list []Game) {
	c := b.contest(name)
	if c == nil {
		return nil
	}
	found, _ := c.list(Visitor{Team: team}, filter{a: -1, b: -1, counts: true, owner: team}, from, count)
	for _, s := range found {
		g := Game{
			League: name, N: s.N, Seats: s.Teams, Seat: s.mine, Won: "nobody", Reason: s.Ended, Plies: s.Plies, At: s.At, Wrong: s.Own,
		}
		switch {
		case s.Winner == s.mine:
			g.Won = "us"
		case s.Winner >= 0:
			g.Won = "them"
		}
		list = append(list, g)
	}
	return list
}

// Record returns the record of a finished game as a visitor may see it.
func (b *Board) Record(ctx context.Context, name string, n int, v Visitor) ([]byte, error) {
	c := b.contest(name)
	if c == nil {
		return nil, missing("no league is called %.60q", name)
	}
	g, ok := c.find(n)
	if !ok || g.winner == league.Void || b.options.Record == nil {
		return nil, missing("game %d is not played yet, or there is none", n)
	}
	whole, err := b.options.Record(ctx, name, g.id)
	if err != nil {
		return nil, err
	}
	return Redact(whole, c.seats(v, &g))
}

// Replay serves the page that replays a record of a game. It is kept under the key: read is called only for a new one.
func (b *Board) Replay(
	w http.ResponseWriter, r *http.Request, key string, read func() (game string, record []byte, err error),
) error {
	text, err := b.replays.get(r.Context(), key, read)
	if err != nil {
		return err
	}
	w.Header().Del("Content-Security-Policy") // a replay brings its own
	w.Header().Set("Content-Type", page)
	w.Write(text) // the client may be gone; nothing can be done
	return nil
}
