// Package worker has the verb worker: a program that plays the games that another program hands out.
package worker

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// maxJob limits the length of a line with a job, in bytes. The start is the longest part of it.
const maxJob = 1 << 20

// Front is the verb worker.
func Front(app *cli.App) *urfave.Command {
	a := worker{app}
	return &urfave.Command{
		Name: "worker", Usage: "play games that another program hands out, one line of JSON each",
		UsageText: fmt.Sprintf("%s worker < JOBS > RESULTS\n\nReads one job per line and writes one line with its result and record. PROTOCOL.md describes both.\n"+
			"It ends at the end of its input.", a.Game.Name),
		Flags:  a.MakerFlags(proc.Auto),
		Action: a.work,
	}
}

// worker is a run of the verb.
type worker struct{ *cli.App }

func (a worker) work(c *urfave.Context) error {
	hello := protocol.Hello{
		Type: "worker", Protocol: protocol.Version, Shows: true,
		Game: a.Game.Name, Rules: a.Game.Rules, Version: record.Version(), Seats: a.Game.Seats,
	}
	for _, bot := range a.Game.Bots {
		hello.Bots = append(hello.Bots, bot.Name)
	}
	if err := a.PrintJSON(hello); err != nil {
		return err
	}
	type input struct {
		number int // from 1
		text   []byte
		wish   string // the type of a wish that waits its turn; "": none
		err    error
	}
	lines := make(chan input)
	shown := &shown{worker: a}
	go func() {
		in := bufio.NewReaderSize(a.Input(), 64<<10)
		for number := 1; ; number++ {
			text, err := readJob(in)
			wish := readRequest(text)
			if wish.Type == protocol.Show { // also while a game is played
				shown.lend(wish.Seconds)
				if err == nil {
					continue
				}
				text = nil
			}
			select {
			case lines <- input{number, text, wish.Type, err}:
			case <-c.Context.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-c.Context.Done():
			return c.Context.Err()
		case line := <-lines:
			var answer any
			switch {
			case line.err == io.EOF && len(line.text) == 0:
				return nil
			case line.err != nil && line.err != io.EOF: // the last line may lack its end
				return fmt.Errorf("line %d: %w", line.number, line.err)
			case line.wish == protocol.Sheet:
				answer = protocol.Shown{Type: protocol.Sheet, Sheet: a.sheet()}
			default:
				answer = a.play(c, line.text, line.number, shown)
			}
			if c.Context.Err() != nil { // the game was interrupted
				return c.Context.Err()
			}
			if err := a.PrintJSON(answer); err != nil || line.err == io.EOF {
				return err
			}
		}
	}
}

// readJob reads a line.
func readJob(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxJob {
			return nil, fmt.Errorf("it is longer than %d bytes", maxJob)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// play plays the game of a line. If something is wrong with the line, the result says so.
func (a worker) play(c *urfave.Context, line []byte, number int, shown *shown) *protocol.Done {
	done := &protocol.Done{Type: "done"}
	j, err := a.read(line)
	if done.ID = j.ID; err != nil {
		done.Error = fmt.Sprintf("line %d: %v", number, err)
		return done
	}
	var text bytes.Buffer
	shown.begin(j.ID)
	seating := match.Seating{Record: &text, Maker: a.Maker(), Observers: []match.Observer{shown}}
	seating.Note = func(seat int, note string) {
		a.Log.Warn().Str("game", j.ID).Str("player", j.Seats[seat].Label).Msg(note)
	}
	done.Line, err = a.Game.Play(c.Context, *j, seating)
	if err != nil {
		done.Line, done.Error = nil, fmt.Sprintf("line %d: %v", number, clean.Line(err.Error(), clean.MaxDetail))
		return done
	}
	done.Hash, done.Record = done.Line.Hash, text.String()
	return done
}

// read reads a job for this game and this version of its rules. The job is never nil; with an error it has at most its id.
func (a worker) read(line []byte) (*job.Job, error) {
	j := &job.Job{}
	if err := json.Unmarshal(line, j); err != nil {
		return &job.Job{}, fmt.Errorf("this is not a job: %w", clean.JSON(err))
	}
	if j.ID = clean.Line(j.ID, clean.MaxDetail); j.ID == "" {
		j.ID = j.Hash()
	}
	switch version := record.Version(); {
	case j.Game != a.Game.Name:
		return j, fmt.Errorf("the job is for %q: this program plays %s", j.Game, a.Game.Name)
	case j.Rules != a.Game.Rules:
		return j, fmt.Errorf("version %q of the rules: this program plays version %s", j.Rules, a.Game.Rules)
	case j.Version != "" && j.Version != version:
		return j, fmt.Errorf("version %q of the program: this is %s", j.Version, version)
	case !seeds.Valid(j.Seed):
		return j, fmt.Errorf("seed %q: want a decimal integer", j.Seed)
	case len(j.Seats) != len(a.Game.Seats):
		return j, fmt.Errorf("%d seats: want %d: %s", len(j.Seats), len(a.Game.Seats), strings.Join(a.Game.Seats, ", "))
	}
	for i := range j.Seats {
		seat := &j.Seats[i]
		switch spec, err := check.Spec(a.Game, seat.Spec); {
		case err != nil:
			return j, fmt.Errorf("seat %s: %w", a.Game.Seats[i], err)
		case spec == "human":
			return j, fmt.Errorf("seat %s: a human cannot play here", a.Game.Seats[i])
		case seat.Budget.Move < 0 || seat.Budget.Game < 0 || seat.Budget.First < 0 || seat.Budget.Increment < 0:
			return j, fmt.Errorf("seat %s: a budget below 0", a.Game.Seats[i])
		default:
			seat.Spec = spec
		}
		if seat.Label == "" {
			return j, fmt.Errorf("seat %s: it has no label: want the name that results show", a.Game.Seats[i])
		}
	}
	return j, nil
}
