package webtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	amazonsreferee "github.com/gridiron-games/gridiron/amazons/referee"
	amazonsview "github.com/gridiron-games/gridiron/amazons/view"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	pelitareferee "github.com/gridiron-games/gridiron/pelita/referee"
	pelitaview "github.com/gridiron-games/gridiron/pelita/view"
	"github.com/gridiron-games/gridiron/reantics"
	reanticsreferee "github.com/gridiron-games/gridiron/reantics/referee"
	reanticsview "github.com/gridiron-games/gridiron/reantics/view"
	"github.com/gridiron-games/gridiron/sarena"
	sarenareferee "github.com/gridiron-games/gridiron/sarena/referee"
	sarenaview "github.com/gridiron-games/gridiron/sarena/view"
	"github.com/gridiron-games/gridiron/tron"
	tronreferee "github.com/gridiron-games/gridiron/tron/referee"
	tronview "github.com/gridiron-games/gridiron/tron/view"
)

// match is a game as these tests play it.
type match struct {
	name   string
	asks   func() []int
	legal  func(seat int) []scene.Choice
	part   func(seat int, text string) (more bool) // takes a part of an answer; nil: every answer is whole
	picks  func(seat int) string                   // of a bot
	play   func(answers map[int]string) error
	scene  func(before *scene.Scene) scene.Scene
	text   func() string
	result func() turn.Result
	seats  []string
}

// kinds are the games that are played in this process, at full length.
var kinds = []struct {
	name string
	make func(t testing.TB) *match
}{
	{"amazons", func(t testing.TB) *match { return amazonsMatch(t, amazons.Start().String()) }},
	{"sarena", func(t testing.TB) *match { return sarenaMatch(t, sarena.Draw(chance(t)).String()) }},
	{"tron", func(t testing.TB) *match { return tronMatch(t, field(32, 18)) }},
	{"pelita", func(t testing.TB) *match { return pelitaMatch(t, 300) }},
	{"reantics", func(t testing.TB) *match { return reanticsMatch(t, 60) }},
}

func chance(t testing.TB) *pyrand.Rand {
	r, err := pyrand.Parse("7")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// snapshot returns what the page shows. *before is the previous scene, nil at the start; its Scene sets it to the new one.
func (m *match) snapshot(ply int, before **scene.Scene) web.Snapshot {
	s := web.Snapshot{
		Ply: ply, Asked: m.asks(), Text: m.text,
		Scene: func() scene.Scene {
			now := m.scene(*before)
			*before = &now
			return now
		},
	}
	if len(s.Asked) == 0 {
		r := m.result()
		text := "a draw: " + r.Detail
		if r.Winner >= 0 {
			text = strings.ToUpper(m.seats[r.Winner]) + " wins: " + r.Detail
		}
		s.Result = &web.Result{Winner: r.Winner, Text: text}
	}
	return s
}

// drive plays a match between bots on a page.
func drive(ctx context.Context, s *web.Server, m *match, names []string) error {
	var before *scene.Scene
	s.Begin(web.Game{Name: m.name, Sub: "test", Seed: "7", Players: names})
	for ply := 0; ; ply++ {
		snap := m.snapshot(ply, &before)
		s.Show(snap)
		if snap.Result != nil {
			return nil
		}
		if err := s.Wait(ctx); err != nil {
			return err
		}
		if err := m.play(m.bots(snap.Asked)); err != nil {
			return fmt.Errorf("ply %d: %w", ply+1, err)
		}
	}
}

// bots returns the answers of bots.
func (m *match) bots(seats []int) map[int]string {
	answers := map[int]string{}
	for _, seat := range seats {
		for more := true; more; more = m.part != nil && m.part(seat, answers[seat]) {
			answers[seat] = m.picks(seat)
		}
	}
	return answers
}

// random picks one of the legal answers.
func random(legal func(int) []scene.Choice) func(int) string {
	dice := rand.New(rand.NewPCG(7, 7))
	return func(seat int) string {
		list := legal(seat)
		return list[dice.IntN(len(list))].Text
	}
}

// seatsOf returns the seats of questions.
func seatsOf[Q any](questions []turn.Question[Q]) (seats []int) {
	for _, q := range questions {
		seats = append(seats, q.Seat)
	}
	return seats
}

func amazonsMatch(t testing.TB, start string) *match {
	p, err := amazons.ParsePosition(start)
	if err != nil {
		t.Fatal(err)
	}
	r := amazonsreferee.New(p)
	legal := func(int) []scene.Choice { return amazonsview.Choices(r.Position()) }
	return &match{
		name: "Amazons", seats: amazonsreferee.Seats, asks: func() []int { return seatsOf(r.Ask()) }, legal: legal, picks: random(legal),
		text: func() string { return r.Position().Diagram() }, result: r.Result,
		scene: func(before *scene.Scene) scene.Scene {
			last, turns := r.Last()
			return amazonsview.Scene(before, r.Position(), last, turns)
		},
		play: func(answers map[int]string) error {
			m, err := amazons.ParseMove(answers[int(r.Position().Side())])
			r.Answer([]turn.Answer[amazons.Move]{{Value: m}})
			return err
		},
	}
}

func sarenaMatch(t testing.TB, start string) *match {
	p, err := sarena.ParsePosition(start)
	if err != nil {
		t.Fatal(err)
	}
	r := sarenareferee.New(p)
	legal := func(int) []scene.Choice { return sarenaview.Choices(r.Position()) }
	return &match{
		name: "Sarena", seats: sarenareferee.Seats, asks: func() []int { return seatsOf(r.Ask()) }, legal: legal, picks: random(legal),
		text: func() string { return r.Position().Diagram() }, result: r.Result,
		scene: func(before *scene.Scene) scene.Scene {
			last, turns := r.Last()
			return sarenaview.Scene(before, r.Position(), last, turns)
		},
		play: func(answers map[int]string) error {
			m, err := sarena.ParseMove(answers[int(r.Position().Side())])
			r.Answer([]turn.Answer[sarena.Move]{{Value: m}})
			return err
		},
	}
}

// field is an open board of Tron with pillars.
func field(w, h int) string {
	rows := []string{strings.Repeat("#", w)}
	for y := 1; y < h-1; y++ {
		row := []byte("#" + strings.Repeat(".", w-2) + "#")
		for x := 5; x < w-2 && y%5 == 2; x += 7 {
			row[x] = '#'
		}
		if y == 4 {
			row[2], row[w-3] = 'B', 'Y'
		}
		rows = append(rows, string(row))
	}
	return strings.Join(append(rows, rows[0]), "\n")
}

func tronMatch(t testing.TB, start string) *match {
	p, err := tron.ParsePosition(start)
	if err != nil {
		t.Fatal(err)
	}
	r := tronreferee.New(p)
	legal := func(seat int) []scene.Choice { return tronview.Choices(r.Position(), tron.Seat(seat)) }
	drawn := random(legal)
	return &match{
		name: "Tron", seats: tronreferee.Seats, asks: func() []int { return seatsOf(r.Ask()) }, legal: legal, result: r.Result,
		text: func() string { return r.Position().String() },
		picks: func(seat int) string { // one after which the bike lives on
			for range 30 {
				var commands [2]tron.Command
				text := "-"
				if rand.IntN(6) == 0 {
					text = drawn(seat)
				}
				commands[seat], _ = tron.ParseCommand(text)
				if q := r.Position().Play(commands); q.Bike(tron.Seat(seat)).Crash == tron.NoCrash {
					return text
				}
				if c, err := tron.ParseCommand(drawn(seat)); err == nil {
					commands[seat] = c
					if q := r.Position().Play(commands); q.Bike(tron.Seat(seat)).Crash == tron.NoCrash {
						return c.String()
					}
				}
			}
			return "-"
		},
		scene: func(before *scene.Scene) scene.Scene { return tronview.Scene(before, r.Position(), r.Last()) },
		play: func(answers map[int]string) error {
			var orders []turn.Answer[tronreferee.Order]
			for seat := range 2 {
				c, err := tron.ParseCommand(answers[seat])
				if err != nil {
					return err
				}
				orders = append(orders, turn.Answer[tronreferee.Order]{Value: tronreferee.Order{Command: c}})
			}
			r.Answer(orders)
			return nil
		},
	}
}

func pelitaMatch(t testing.TB, rounds int) *match {
	text, err := os.ReadFile("../../pelita/testdata/normal_035.layout")
	if err != nil {
		t.Fatal(err)
	}
	l, err := pelita.ParseLayout(string(text))
	if err != nil {
		t.Fatal(err)
	}
	maze, err := l.Maze()
	if err != nil {
		t.Fatal(err)
	}
	r := pelitareferee.New(l, maze, pelitareferee.Options{Options: pelita.Options{MaxRounds: rounds, ErrorLimit: 5}}, chance(t))
	near := pelita.NewDistances(maze)
	settle := func() { // bots and people are asked for moves alone
		for q := r.Ask(); len(q) > 0 && q[0].Ask.Kind != pelita.AskMove; q = r.Ask() {
			r.Answer(make([]turn.Answer[pelita.Move], len(q)))
		}
	}
	settle()
	legal := func(int) []scene.Choice { return pelitaview.Choices(&r.Ask()[0].Ask) }
	return &match{
		name: "Pelita", seats: pelitareferee.Seats, asks: func() []int { return seatsOf(r.Ask()) }, legal: legal, result: r.Result,
		text: func() string { return r.State().String() },
		picks: func(int) string { // to the nearest pellet
			v := &r.Ask()[0].Ask
			to, best := v.Position(), pelita.Unreachable
			for _, c := range v.Legal() {
				for _, food := range v.Enemy.Food {
					if d := near.Between(c, food); d < best {
						to, best = c, d
					}
				}
			}
			return to.String()
		},
		scene: func(before *scene.Scene) scene.Scene { return pelitaview.Scene(before, r.State()) },
		play: func(answers map[int]string) error {
			m, err := pelita.ParseMove(answers[r.Ask()[0].Seat])
			r.Answer([]turn.Answer[pelita.Move]{{Value: m}})
			settle()
			return err
		},
	}
}

func reanticsMatch(t testing.TB, turns int) *match {
	r := reanticsreferee.New(reantics.Start(reantics.Manual), reanticsreferee.Options{Cap: turns})
	var placed []reantics.Cell
	ask := func() *reantics.View { return &r.Ask()[0].Ask }
	legal := func(int) []scene.Choice { return reanticsview.Choices(ask(), placed) }
	drawn := random(legal)
	placing := func() bool { return ask().Position.Asks() < reantics.AskMove }
	return &match{
		name: "ReAntics", seats: reanticsreferee.Seats, asks: func() []int { return seatsOf(r.Ask()) }, legal: legal, result: r.Result,
		part: func(_ int, text string) bool {
			c, err := parseCell(text)
			if err != nil || !placing() {
				return false
			}
			placed = append(placed, c)
			return len(placed) < len(ask().Position.Wanted())
		},
		text:  func() string { return r.Position().String() },
		picks: drawn,
		scene: func(before *scene.Scene) scene.Scene {
			last, plies := r.Last()
			if plies == 0 {
				return reanticsview.Scene(before, r.Position(), nil, 0)
			}
			return reanticsview.Scene(before, r.Position(), &last, r.Turns())
		},
		play: func(answers map[int]string) error {
			text := answers[r.Ask()[0].Seat]
			var a reantics.Answer
			switch v := ask(); {
			case placing():
				a.Cells = reantics.Points([]grid.Point{}, placed...)
				placed = nil
			case v.Position.Asks() == reantics.AskAttack:
				c, err := parseCell(text)
				if err != nil {
					return err
				}
				at := c.Point()
				a.Target = &at
			default:
				m, err := reantics.ParseMove(text)
				if err != nil {
					return err
				}
				a.Move = m
			}
			r.Answer([]turn.Answer[reantics.Answer]{{Value: a}})
			return nil
		},
	}
}

func parseCell(text string) (reantics.Cell, error) {
	n, err := strconv.Atoi(text)
	if err != nil || len(text) != 2 {
		return 0, errors.New("cell " + text + ": want two digits")
	}
	return reantics.At(n/10, n%10), nil
}
