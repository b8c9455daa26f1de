package batch

import (
	"context"
	"fmt"
	"io"
	"math/bits"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/turn"
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

// seatAll begins the record and opens the game for the opponents.
func (l *lane[Q, A]) seatAll(b *batch[Q, A], setup match.Setup) error {
	l.sitting = nil
	if b.Record == nil && l.bundled() {
		for seat, player := range l.players {
			if player == nil {
				continue
			}
			// Our own bots want to know no more than this. The rest takes longer than a short game.
			game := turn.Game{Seat: seat, Seats: b.Seats, Seed: setup.Seed}
			if err := turn.Open(context.Background(), match.Inner[Q, A](player), game); err != nil {
				return fmt.Errorf("player %q: %w", player.Spec, err)
			}
		}
		return nil
	}
	j := job.Job{Lone: true, Start: setup.Start, Seed: setup.Seed, Options: setup.Options}
	var players []*match.Player
	for _, player := range l.players {
		if player == nil {
			player = &match.Player{Spec: learner}
		}
		players = append(players, player)
		j.Seats = append(j.Seats, job.Team{Label: player.Spec, Spec: player.Spec})
	}
	var w io.Writer
	if b.Record != nil {
		var err error
		if w, err = b.Record(l.number, l.episode); err != nil {
			return err
		}
	}
	l.sitting = b.NewSession(j, l.table, players, w)
	l.referee = l.sitting.Referee()
	for seat, player := range l.players {
		if player == nil {
			continue
		}
		over := player.Wait(match.Wait{What: match.Hello})
		err := turn.Open(context.Background(), match.Inner[Q, A](player), l.sitting.Game(seat))
		if over(); err != nil {
			return fmt.Errorf("player %q: %w", player.Spec, err)
		}
	}
	return nil
}

// bundled reports whether all opponents are the game's own bots; also if there are none.
func (l *lane[Q, A]) bundled() bool {
	for _, player := range l.players {
		if player != nil {
			if _, local := match.Inner[Q, A](player).(turn.Local); !local {
				return false
			}
		}
	}
	return true
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
