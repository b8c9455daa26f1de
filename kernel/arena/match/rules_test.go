package match_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// once is the referee of a game of one round, in which all seats answer together.
type once[A any] struct {
	seats int
	over  bool
}

func (o *once[A]) Ask() (questions []turn.Question[int]) {
	for seat := range o.seats {
		if !o.over {
			questions = append(questions, turn.Question[int]{Seat: seat, Ask: 3})
		}
	}
	return questions
}
func (o *once[A]) Answer([]turn.Answer[A]) { o.over = true }
func (o *once[A]) Result() turn.Result     { return turn.Result{Winner: 0, Reason: "over", Plies: o.seats} }

// Where all sides move at once, a position needs the moves of all of them.
func TestPositionOfARound(t *testing.T) {
	own := heap("red", "blue")
	open := own.Open
	own.Open = func(s match.Setup) (*match.Table[int, int], error) {
		table := must(open(s))
		table.Referee = &once[int]{seats: 2}
		return table, nil
	}
	game := match.Bind(own)
	_, err := game.Position(match.Setup{}, []string{"1"})
	checkError(t, err, "all sides move at once here: want a move of BLUE, too")
	if s, err := game.Position(match.Setup{}, []string{"1", "2"}); err != nil || s.Ply != 2 {
		t.Errorf("%+v, %v, want two plies", s, err)
	}
}

// mute answers with what no record can hold.
type mute struct{}

func (mute) Answer(context.Context, int) (func(), string, error) { return func() {}, "", nil }

// An answer that cannot be written is an error, not a record that leaves it out.
func TestAnswersThatCannotBeWritten(t *testing.T) {
	game := match.Bind(&match.Game[int, func()]{
		Name: "mute", Seats: []string{"one"}, Round: 1,
		Codec: jsonl.Codec[int]{Game: "mute", Rules: "1", Kind: func(int) string { return "say" }, View: func(n int) any { return n }},
		Open: func(match.Setup) (*match.Table[int, func()], error) {
			return &match.Table[int, func()]{Referee: &once[func()]{seats: 1}}, nil
		},
		Moves: func(int) []func() { return []func(){func() {}} },
		Notation: match.Notation[int, func()]{
			Text: func(int, func()) string { return "" },
			Formats: []match.Format[int, func()]{{Name: "notes", Read: func([]byte) (*match.Transcript[int, func()], error) {
				return &match.Transcript[int, func()]{Answers: make([]turn.Answer[func()], 1)}, nil
			}}},
		},
	})
	j := job.Job{Seed: "1", Seats: []job.Team{{Label: "mute"}}}
	players := []*match.Player{match.Seat("mute", turn.Player[int, func()](mute{}))}
	if _, err := game.Play(t.Context(), j, match.Seating{Players: players}); err != nil {
		t.Errorf("without a record: %v", err)
	}
	const want = "an answer of one: json: unsupported type: func()"
	_, err := game.Play(t.Context(), j, match.Seating{Players: players, Record: &bytes.Buffer{}})
	checkError(t, err, want)
	_, err = game.Read("notes", nil, 1)
	checkError(t, err, want)
	_, err = game.Convert(nil, match.Conversion{From: "notes", To: match.RecordFormat, At: -1})
	checkError(t, err, want)
}

// A record of another game is not converted.
func TestRecordOfAnotherGame(t *testing.T) {
	other := heap("red", "blue")
	other.Name = "heap"
	var file bytes.Buffer
	j := job.Job{Start: "3", Seed: "1", Seats: []job.Team{{Spec: "one"}, {Spec: "one"}}}
	if _, err := match.Bind(other).Play(t.Context(), j, match.Seating{Record: &file}); err != nil {
		t.Fatal(err)
	}
	_, err := match.Bind(heap("red", "blue")).Convert(file.Bytes(), match.Conversion{From: match.RecordFormat, To: match.LayoutFormat, Game: 1, At: -1})
	checkError(t, err, `this is a record of "heap": want one of "nim"`)
}

// A game is set up with the defaults of the options that are not named.
func TestDefaultsOfOptions(t *testing.T) {
	own := heap("red", "blue")
	open := own.Open
	var got match.Params
	own.Open = func(s match.Setup) (*match.Table[int, int], error) {
		got = s.Options
		return open(s)
	}
	for _, tt := range []struct {
		options match.Params
		want    string
	}{{nil, "no"}, {match.Params{"twist": "yes"}, "yes"}} {
		if _, err := match.Bind(own).Position(match.Setup{Options: tt.options}, nil); err != nil || got["twist"] != tt.want {
			t.Errorf("options %v: set up with %v, %v, want twist=%s", tt.options, got, err, tt.want)
		}
	}
}

// fussy is a player that cannot play from every start.
type fussy struct {
	taker
	suits error
}

func (f fussy) Suits(start string) error {
	if start != "5" {
		return errors.New("want the heap of this game")
	}
	return f.suits
}

// A player that does not suit the start keeps the game from being played.
func TestPlayersThatDoNotSuit(t *testing.T) {
	never := errors.New("I play with six only")
	for _, suits := range []error{nil, never} {
		own := heap("red", "blue")
		own.Schemes = []match.Scheme[int, int]{{Prefix: "fussy:", New: func(string, match.Maker) (turn.Player[int, int], error) {
			return fussy{1, suits}, nil
		}}}
		j := job.Job{Start: "5", Seats: []job.Team{{Spec: "one"}, {Spec: "fussy:"}}}
		line, err := match.Bind(own).Play(t.Context(), j, match.Seating{})
		var setup *match.SetupError
		if !errors.Is(err, suits) || (line == nil) != (suits != nil) || suits != nil && (!errors.As(err, &setup) || !strings.HasPrefix(err.Error(), `player "fussy:": `)) {
			t.Errorf("%+v, %v: want a game unless the player does not suit: %v", line, err, suits)
		}
	}
}

// A game that cannot be set up again after a takeback is broken off.
func TestTakebackFails(t *testing.T) {
	own := heap("red", "blue")
	open, opened, never := own.Open, 0, errors.New("never again")
	own.Open = func(s match.Setup) (*match.Table[int, int], error) {
		if opened++; opened > 1 {
			return nil, never
		}
		return open(s)
	}
	j := job.Job{Start: "5", Seats: []job.Team{{Spec: "one"}, {Spec: "one"}}}
	line, err := match.Bind(own).Play(t.Context(), j, match.Seating{Observers: []match.Observer{&backer{at: 2, plies: 2}}})
	if line != nil || !errors.Is(err, never) {
		t.Errorf("%+v, %v, want that error", line, err)
	}
}

// silent is a program that never writes a line.
type silent struct{}

func (silent) Answer(context.Context, int) (int, string, error) {
	return 0, "", turn.Faultf(turn.Late, "no answer")
}
func (silent) Lines() int                       { return 0 }
func (silent) Listen(context.Context, int) bool { return false }

// lenient is nim that takes one for a player that fails.
type lenient struct{ *nim }

func (l lenient) Answer(answers []turn.Answer[int]) {
	a := answers[0]
	if a.Fault != nil {
		a = turn.Answer[int]{Value: 1}
	}
	l.nim.Answer([]turn.Answer[int]{a})
}

// scored is nim with a score.
type scored struct{ *nim }

func (s scored) Result() turn.Result {
	r := s.nim.Result()
	r.Score = map[string]int{"red": 1, "plies": s.plies}
	return r
}

// A record is right if it says what its answers alone do not show: that a player was silent to the end, or that it never started
// and was never asked. An older one may leave out a part of the score, but not say something else.
func TestWhatRecordsAdd(t *testing.T) {
	play := func(own *match.Game[int, int], players ...turn.Player[int, int]) (*match.Bound, *record.Game) {
		t.Helper()
		game, s, file := match.Bind(own), match.Seating{}, &bytes.Buffer{}
		j := job.Job{Start: "3", Seed: "1"}
		for _, p := range players {
			s.Players = append(s.Players, match.Seat("x", p))
			j.Seats = append(j.Seats, job.Team{Label: "x"})
		}
		s.Record = file
		if _, err := game.Play(t.Context(), j, s); err != nil {
			t.Fatal(err)
		}
		g, err := record.ReadGame(file.Bytes(), 1)
		if err != nil {
			t.Fatal(err)
		}
		return game, g
	}
	with := func(referee func(*nim) turn.Referee[int, int]) *match.Game[int, int] {
		own := heap("red", "blue")
		open := own.Open
		own.Open = func(s match.Setup) (*match.Table[int, int], error) {
			table := must(open(s))
			table.Referee = referee(table.Referee.(*nim))
			return table, nil
		}
		return own
	}
	game, g := play(with(func(n *nim) turn.Referee[int, int] { return lenient{n} }), silent{}, taker(1))
	if err := game.Verify(g); err != nil || len(g.Result.Default) != 1 {
		t.Errorf("a record of a silent player: %v, in default %v, want red", err, g.Result.Default)
	}
	game, g = play(heap("red", "blue", "green"), taker(3), &probe{taker: 1, opens: errors.New("never")}, taker(1))
	if err := game.Verify(g); err != nil || len(g.Result.Default) != 1 {
		t.Errorf("a record of a player that never started: %v, in default %v, want blue", err, g.Result.Default)
	}
	game, g = play(with(func(n *nim) turn.Referee[int, int] { return scored{n} }), taker(1), taker(1))
	g.Result.Hash = ""
	if err := game.Verify(g); err != nil {
		t.Errorf("a record with a score: %v", err)
	}
	delete(g.Result.Score, "plies")
	if err := game.Verify(g); err != nil {
		t.Errorf("an older record with a part of the score: %v", err)
	}
	g.Result.Score["red"] = 2
	checkError(t, game.Verify(g), "the result is ")
}
