package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/jsonl"
	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Checking is how a player is checked.
type Checking struct {
	Maker  Maker
	Budget time.Duration     // for each move
	Line   func(line string) // sees the conversation with a program; may be nil
	Found  func(Finding)     // hears of each thing that was looked at
}

// Finding is a thing that was looked at.
type Finding struct {
	What            string // "a game as red"
	Wrong           error  // nil if it is right
	Asked, Answered string // the last lines of the conversation with a program that was wrong
	Stderr          string // of that program
}

// conversation remembers the last lines, to show the offending one.
type conversation struct {
	last [2]string // from the bot, to the bot
	line func(line string)
}

func (v *conversation) trace(_ string, toBot bool, line []byte) {
	text := clean.Line(string(line), 160)
	if v.line != nil {
		v.line(map[bool]string{true: "> ", false: "< "}[toBot] + text)
	}
	switch {
	case !toBot:
		v.last[0] = text
	case !bytes.HasPrefix(line, []byte(`{"type":"end"`)): // sent after what went wrong
		v.last[1] = text
	}
}

// check plays games with a player and reports what it does wrong. The error is one of the spec, or that ctx is done.
func (e *engine[Q, A]) check(ctx context.Context, spec string, c Checking) (wrong int, err error) {
	talk := &conversation{line: c.Line}
	c.Maker.Trace = talk.trace
	p, err := e.player(spec, c.Maker)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	verdict := func(what string, err error) bool {
		f := Finding{What: what, Wrong: err}
		if err != nil {
			wrong++
			f.Asked, f.Answered, f.Stderr = talk.last[1], talk.last[0], p.Stderr()
		}
		c.Found(f)
		return err == nil
	}
	program, isProgram := p.seat.(*jsonl.Bot[Q, A])
	for n, probe := range append(make([]string, len(e.Seats)), e.Checks.Probes...) {
		seat := n % len(e.Seats)
		what := "a game as " + e.Seats[seat]
		if probe != "" {
			what += " from " + probe
		}
		talk.last = [2]string{}
		if !verdict(what, e.checkGame(ctx, p, seat, probe, n, c.Budget)) {
			break
		}
		if isProgram {
			for _, note := range program.Notes() {
				verdict(what, errors.New(note))
			}
		}
	}
	if isProgram && wrong == 0 {
		verdict("it ends when its input ends", e.checkExit(ctx, program.Command))
	}
	return wrong, ctx.Err()
}

// checkGame plays one game against random legal moves and returns what the player did wrong.
func (e *engine[Q, A]) checkGame(ctx context.Context, p *Player, seat int, start string, n int, budget time.Duration) error {
	j := Job{ID: fmt.Sprintf("check-%d", n+1), Start: start, Seed: fmt.Sprint(n), Seats: make([]Team, len(e.Seats))}
	players := make([]*Player, len(e.Seats))
	for i := range players {
		j.Seats[i].Budget = timer.Control{Move: budget}
		players[i] = Seat("any move", turn.Player[Q, A](&anyMove[Q, A]{e, rand.New(rand.NewPCG(uint64(n), 0))}))
	}
	players[seat] = p
	line, err := e.play(ctx, j, Seating{Players: players})
	if err != nil {
		return err
	}
	for _, f := range line.Faults {
		if f.Seat == e.Seats[seat] {
			return errors.New(f.Detail)
		}
	}
	if turn.IsFault(line.Reason) && line.Winner != nil && *line.Winner != e.Seats[seat] {
		return errors.New(line.Detail)
	}
	return nil
}

// anyMove plays random legal moves.
type anyMove[Q, A any] struct {
	*engine[Q, A]
	chance *rand.Rand
}

func (p *anyMove[Q, A]) Answer(_ context.Context, q Q) (value A, say string, err error) {
	list := p.Moves(q)
	if len(list) == 0 {
		return value, "", nil
	}
	return list[p.chance.IntN(len(list))], "", nil
}

// checkExit starts the program, greets it, ends its input and waits for its end.
func (e *engine[Q, A]) checkExit(ctx context.Context, command []string) error {
	program, err := proc.Start(command, nil)
	if err != nil {
		return err
	}
	defer program.Close(0)
	fmt.Fprintf(program, `{"type":"hello","protocol":%d,"game":%q,"rules":%q}`+"\n", jsonl.Version, e.Name, e.Codec.Rules)
	select {
	case <-program.Lines:
	case <-time.After(jsonl.HelloTime):
		return fmt.Errorf("no hello within %v", jsonl.HelloTime)
	case <-ctx.Done():
		return ctx.Err()
	}
	program.CloseInput()
	select {
	case <-program.Exited():
	case <-time.After(2 * time.Second):
		return errors.New("it still ran 2 s after the end of its input")
	case <-ctx.Done():
		return ctx.Err()
	}
	if line := <-program.Lines; line.Err == nil {
		return fmt.Errorf("it wrote %q after the end of its input", clean.Line(string(line.Text), 120))
	}
	if status := program.Status(); !strings.HasSuffix(status, " 0") {
		return fmt.Errorf("it ended with %s, want exit status 0", status)
	}
	return nil
}
