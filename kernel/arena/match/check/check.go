// Package check plays with a bot and reports what it does wrong.
package check

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Checking says how to check a player.
type Checking struct {
	Maker  match.Maker
	Budget timer.Control
	// Options of the games; those that are not named have their defaults.
	Options match.Params
	Line    func(line string) // gets each line of the conversation with a program; may be nil
	Found   func(Finding)     // is called with each result
}

// Finding is the result of one check.
type Finding struct {
	What     string `json:"what"` // "a game as red"
	OK       bool   `json:"ok"`
	Error    string `json:"error,omitempty"` // what is wrong
	Asked    string `json:"asked,omitempty"` // the last lines of the conversation with a program that failed
	Answered string `json:"answered,omitempty"`
	Stderr   string `json:"stderr,omitempty"` // of that program
}

// conversation keeps the last line in each direction, to show the offending one.
type conversation struct {
	last [2]string // from the bot, to the bot
	line func(line string)
	game [2][]byte // the last start and end
}

func (v *conversation) trace(_ string, toBot bool, line []byte) {
	for n, kind := range []string{"start", "end"} {
		if toBot && bytes.HasPrefix(line, []byte(`{"type":"`+kind+`"`)) {
			v.game[n] = bytes.Clone(line)
		}
	}
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

// Player plays games with a player, from each seat and from the probes, and returns how many things it does wrong. The error says
// what is wrong with the spec, or that ctx is done.
func Player(ctx context.Context, game *match.Bound, spec string, c Checking) (wrong int, err error) {
	talk := &conversation{line: c.Line}
	c.Maker.Trace = talk.trace
	c.Maker.Start.Env = append(slices.Clip(c.Maker.Start.Env), "PYTHONUNBUFFERED=") // it would hide that a program never flushes
	p, err := game.Player(spec, c.Maker)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	verdict := func(what string, err error) bool {
		f := Finding{What: what, OK: err == nil}
		if err != nil {
			wrong++
			f.Error, f.Asked, f.Answered, f.Stderr = err.Error(), talk.last[1], talk.last[0], p.Stderr()
		}
		c.Found(f)
		return err == nil
	}
	command, isProgram := strings.CutPrefix(spec, "exec:")
	for n, probe := range game.Starts(spec) {
		seat := n % len(game.Seats)
		what := "a game as " + game.Seats[seat]
		if probe != "" {
			what += " from " + probe
		}
		talk.last = [2]string{}
		notes, err := play(ctx, game, p, seat, probe, n, &c)
		if ctx.Err() != nil { // that is not the player's doing
			break
		}
		well := verdict(what, err)
		for _, note := range notes { // also if the game was lost: an answer to an old question may be the reason
			if isProgram {
				verdict(what, errors.New(note))
			}
		}
		if !well {
			break
		}
	}
	if isProgram && wrong == 0 && ctx.Err() == nil {
		verdict("it ends when its input ends", exit(ctx, game, command, c.Maker.Start, talk.game[:]...))
	}
	return wrong, ctx.Err()
}

// play plays one game against random legal moves. notes is what was odd about the player; the error is what it did wrong.
func play(
	ctx context.Context, game *match.Bound, p *match.Player, seat int, start string, n int, c *Checking,
) (notes []string, err error) {
	seats := make([]job.Team, len(game.Seats))
	j := job.Job{ID: fmt.Sprintf("check-%d", n+1), Start: start, Seed: fmt.Sprint(n), Options: c.Options, Seats: seats}
	s := match.Seating{Note: func(of int, note string) {
		if of == seat {
			notes = append(notes, note)
		}
	}}
	for i := range j.Seats {
		j.Seats[i].Budget = c.Budget
		if i == seat {
			s.Players = append(s.Players, p)
		} else {
			s.Players = append(s.Players, game.Any(uint64(n)))
		}
	}
	line, err := game.Play(ctx, j, s)
	if err != nil {
		return notes, err
	}
	var faults []string // all of them: a team may be late because its process has ended
	for _, f := range line.Faults {
		if f.Seat == game.Seats[seat] {
			faults = append(faults, f.Detail)
		}
	}
	if len(faults) > 0 {
		return notes, errors.New(strings.Join(faults, "; "))
	}
	return notes, nil
}

// exit starts a program, greets it, sends it more lines, ends its input and waits for its end.
func exit(ctx context.Context, game *match.Bound, command string, o proc.Options, more ...[]byte) error {
	words, err := proc.Split(command)
	if err != nil {
		return err
	}
	program, err := proc.StartWith(words, o)
	if err != nil {
		return err
	}
	defer program.Close(0)
	fmt.Fprintf(program, `{"type":"hello","protocol":%d,"game":%q,"rules":%q}`+"\n", jsonl.Version, game.Name, game.Rules)
	hello, cancel := program.Patience(ctx, o.Starting())
	defer cancel()
	select {
	case <-program.Lines:
	case <-hello.Done():
		return cmp.Or(ctx.Err(), fmt.Errorf("no hello within %v", o.Starting()))
	}
	program.SetWriteDeadline(time.Now().Add(time.Second))
	for _, line := range more {
		program.Write(append(line, '\n')) // it may have exited after the end of the game
	}
	program.CloseInput()
	leaving, cancel := program.Patience(ctx, 2*time.Second)
	defer cancel()
	lines, exited := program.Lines, program.Exited()
	for lines != nil || exited != nil { // its output is read to the end, because it would wait for ever with a full pipe
		select {
		case line := <-lines:
			if line.Err == nil {
				return fmt.Errorf("it wrote %q after the end of its input", clean.Line(string(line.Text), 120))
			}
			lines = nil
		case <-exited:
			exited = nil
		case <-leaving.Done():
			if exited != nil {
				return cmp.Or(ctx.Err(), errors.New("it was still running 2 s after the end of its input"))
			}
			lines = nil // a program that it started holds its output open
		}
	}
	if status := program.Status(); !strings.HasSuffix(status, " 0") {
		return fmt.Errorf("it ended with %s, want exit status 0", status)
	}
	return nil
}
