package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/match/review"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// asFiles returns what the page does with games as files.
func (s *frontend) asFiles() *web.Files {
	f := &web.Files{Record: s.record.copy, Show: s.replay}
	if s.judge != nil {
		f.Review = s.review
	}
	return f
}

// read reads the first game of a file, in one of the game's formats; without a file, that on the page.
func (s *frontend) read(text []byte) (*playback.Playback, error) {
	if len(text) == 0 {
		text = s.record.copy()
	}
	format := playback.Recognize(s.game, text)
	if format == "" {
		return nil, fmt.Errorf("this is not a file of a game of %s: want a %s", s.game.Name, strings.Join(playback.Formats(s.game), ", "))
	}
	return playback.Read(s.game, format, text, 1)
}

// replay returns what the page needs to show a game from a file.
func (s *frontend) replay(text []byte) ([]byte, error) {
	t, err := s.read(text)
	if err != nil {
		return nil, err
	}
	shown, err := show(s.game, t, nil)
	if err != nil {
		return nil, err
	}
	return shown.JSON()
}

// In a game with more answers than these the judge of a page thinks less about each, down to this part of what it does in a game:
// nobody waits for minutes.
const fullAnswers, leastEffort = 40, 20

// judging returns the spec of the judge of a game with so many answers. It counts, so that a review is the same on every machine.
func (s *frontend) judging(answers int) string {
	spec := s.game.Strongest()
	for _, b := range s.game.Bots {
		for _, p := range b.Params {
			if usual, err := strconv.Atoi(p.Default); err == nil && p.Effort && b.Name == spec {
				return fmt.Sprintf("%s:%s=%d", spec, p.Name, max(usual*fullAnswers/max(answers, fullAnswers), usual/leastEffort, 1))
			}
		}
	}
	return spec
}

// review returns the values that the strongest bot gives the positions of a game, and marks for the answers that lost much.
func (s *frontend) review(ctx context.Context, text []byte, seen func(ply, of int)) ([]byte, error) {
	t, err := s.read(text)
	if err != nil {
		return nil, err
	}
	g := t.Record
	if g == nil || len(g.Answers) == 0 {
		return nil, fmt.Errorf("the review: the file has no answers, only positions")
	}
	if s.calm != nil {
		ctx = s.calm(ctx)
	}
	r := review.Review{
		Game: &s.game.Info, Judge: s.judge, Spec: s.judging(len(g.Answers)), Seen: func(ply int) { seen(ply, len(g.Answers)) },
	}
	points, err := r.Run(ctx, g)
	if err != nil {
		return nil, fmt.Errorf("the review: %w", err)
	}
	type mark struct {
		Ply  int     `json:"ply"`
		Seat int     `json:"seat"`
		Sign string  `json:"sign"`
		Lost float64 `json:"lost"`
		Text string  `json:"text"`
	}
	type value struct {
		Ply   int     `json:"ply"`
		Seat  int     `json:"seat"`
		Value float64 `json:"value"` // from 0 to 1
	}
	all := struct {
		Marks  []mark  `json:"marks"`
		Values []value `json:"values"`
	}{[]mark{}, []value{}}
	for _, p := range points {
		seat := slices.Index(s.game.Seats, p.Seat)
		if p.Before != nil {
			all.Values = append(all.Values, value{p.Ply, seat, *p.Before})
		}
		if sign := p.Sign(); sign != "" {
			all.Marks = append(all.Marks, mark{p.Ply, seat, sign, p.Lost(), s.game.Title(p.Seat) + " " + p.Phrase()})
		}
	}
	return json.Marshal(all)
}

// recording returns a writer for the record of the next game. The page keeps it; to gets it, too, if it is not nil.
func (s *frontend) recording(to io.Writer) io.Writer {
	s.record.reset()
	if to == nil {
		return &s.record
	}
	return io.MultiWriter(&s.record, to)
}

// recorded is a record that is written while it may be read.
type recorded struct {
	mu   sync.Mutex
	text []byte
}

func (r *recorded) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text = append(r.text, b...)
	return len(b), nil
}

func (r *recorded) reset() { r.mu.Lock(); r.text = nil; r.mu.Unlock() }

func (r *recorded) copy() []byte { r.mu.Lock(); defer r.mu.Unlock(); return bytes.Clone(r.text) }

// swift returns the pace of games between bots, if one with people must be slower; otherwise 0.
func swift(terminal time.Duration) time.Duration {
	if pace := paceOf(terminal); pace < usualPace {
		return pace
	}
	return 0
}
