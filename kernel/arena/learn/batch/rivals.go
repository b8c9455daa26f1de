package batch

import (
	"fmt"
	"math/bits"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// Rival is a player of a league. It is drawn in proportion to its weight.
type Rival struct {
	Player string `json:"player"`
	Weight int    `json:"weight"`
}

// The names of players that only a Batch knows.
const (
	Usual  = "usual"  // Spaces.Opponent
	League = "league" // one of Spaces.League
)

// rivals puts players into the places of the names Usual and League.
func (s *Spaces[Q, A]) rivals(named []Rival) (all []Rival) {
	for _, r := range named {
		switch r.Player {
		case Usual:
			all = append(all, Rival{s.Opponent, r.Weight})
		case League:
			for _, l := range s.League {
				all = append(all, Rival{l.Player, l.Weight * r.Weight})
			}
		default:
			all = append(all, r)
		}
	}
	return all
}

// face makes a rival the opponent.
func (l *lane[Q, A]) face(b *batch[Q, A], rival int) error {
	if l.rivals[rival] == nil {
		players := make([]*match.Player, len(b.Seats))
		for seat := range players {
			if seat == l.seat {
				continue
			}
			p, err := b.Player(b.Rivals[rival].Player, b.Maker)
			if err == nil && (p.Person || p.Remote) {
				p.Close()
				err = fmt.Errorf("player %q: want a bot that plays on its own", b.Rivals[rival].Player)
			}
			if err != nil {
				closeAll(players)
				return err
			}
			players[seat] = p
		}
		l.rivals[rival] = players
	}
	l.players = l.rivals[rival]
	return nil
}

func closeAll(players []*match.Player) {
	for _, p := range players {
		if p != nil {
			p.Close()
		}
	}
}

// draw makes one of several rivals the opponent.
func (l *lane[Q, A]) draw(b *batch[Q, A]) error {
	if len(b.Rivals) < 2 {
		return nil
	}
	total := 0
	for _, r := range b.Rivals {
		total += r.Weight
	}
	at, rival := l.below(total), 0
	for ; at >= b.Rivals[rival].Weight; rival++ {
		at -= b.Rivals[rival].Weight
	}
	return l.face(b, rival)
}

// below draws a number from 0 to n-1.
func (l *lane[Q, A]) below(n int) int {
	high, _ := bits.Mul64(l.numbers.Uint64(), uint64(n))
	return int(high)
}

func flag(is bool) uint8 {
	if is {
		return 1
	}
	return 0
}
