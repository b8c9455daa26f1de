package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

const (
	connectTime  = 3 * time.Second        // how long version 2.5 waits for a player to connect, before each message
	startTime    = 20 * time.Second       // how long we wait, from the start of its program: Python may be slow
	initialTime  = 6 * time.Second        // how long version 2.7 waits for a team to be loaded, unless told otherwise
	exitTime     = time.Second            // how long a player may take to exit by itself
	patience     = 100 * time.Millisecond // for messages that a player sent before it was gone
	maxDropped   = 1000                   // outdated answers to one question
	maxNotes     = 20
	remoteAnswer = 5 * time.Second // how long a server may take to answer a request
)

// Options are settings of the players of this package, besides their team.
type Options struct {
	Python  string        // the interpreter; "" is python3
	StandIn bool          // play with the stand-in even if the original's package is installed
	Budget  Budget        // for one answer
	Initial time.Duration // version 2.7: for loading the team; 0 is 6 s
	NoLimit bool          // neither these limits nor one for connecting
	Name    string        // replaces the team's own name
	Silent  bool          // what bots say is dropped
	Out     io.Writer     // what the team prints; nil drops it
	Start   proc.Options  // how the program is started, such as in a jail
	Tee     io.Writer     // gets what the team writes to standard error, as it comes; may be nil
	Err     io.Writer     // gets what the team wrote to standard error when the game is over; nil: see Team.Stderr
}

// conversation is a zmtp.Line, or works as one.
type conversation interface {
	Send(message []byte) error
	Receive(until time.Time, check func() error) (zmtp.Message, error)
	Close()
}

// Team is a player of both bots of a team outside this process: a Python program that we start, or a team at a server. It uses
// the original's protocol: JSON over ZeroMQ. A program is started again for each game.
type Team struct {
	spec    string
	options Options
	// Trace gets every message of the conversation; may be nil.
	Trace  func(toTeam bool, message []byte)
	launch func(t *Team, v pelita.Version) error // makes socket, and program if there is one

	mu       sync.Mutex  // the loop does not wait for a late answer; the game may end before it comes
	over     atomic.Bool // the game is over
	socket   *zmtp.Socket
	line     conversation // with the player, nil while it is not connected
	relayed  bool         // a Server uses socket, so that line is not used
	program  *proc.Program
	running  atomic.Pointer[proc.Program] // the same, for Spent
	finish   chan struct{}                // closed when the program has ended
	drained  chan struct{}                // closed when all output of the program was read
	protocol pelita.Version               // of the conversation
	python   Python
	started  bool          // launched for this game
	since    time.Time     // since when
	startIn  time.Duration // how long it may take to connect; 0 is startTime
	budget   timer.Control // of the game, kept by the loop
	asked    int           // questions of this game
	absent   bool          // version 2.5: it did not connect, and was not informed of the game
	greeted  bool          // protocol 2.7: its status has come, or its fault is in failed
	failed   *turn.Fault
	gone     bool // the connection is lost, which was reported as a late answer
	name     string
	buffer   []byte
	notes    []string
	stderr   string
	unread   string // the part of stderr that Printed has not returned
	meter    proc.Meter
}

// NewTeam returns a player for a team of the user's: a Python file, a folder or a module with a function move and a TEAM_NAME. It
// runs in the original's package if the interpreter can import that, otherwise in the stand-in; Notes says which.
func NewTeam(spec string, o Options) (*Team, error) {
	if o.Python == "" {
		o.Python = "python3"
	}
	python, err := Probe(o.Python)
	if err != nil {
		return nil, err
	}
	if o.StandIn {
		python.Version, python.Missing = "", "as asked for"
	}
	return &Team{spec: spec, options: o, python: python, launch: (*Team).start}, nil
}

// Runs says in words what plays the team.
func (t *Team) Runs() string { return t.python.String() }

// drain passes on a program's output, so that the program never blocks on it.
func drain(p *proc.Program, out io.Writer, finish <-chan struct{}, done chan<- struct{}) {
	defer close(done)
	long := false
	for {
		var line proc.Line
		select {
		case line = <-p.Lines:
		case <-finish:
			select {
			case line = <-p.Lines:
			default:
				return
			}
		}
		switch {
		case errors.Is(line.Err, proc.ErrTooLong) && !long:
			long = true
			line.Text = fmt.Appendf(line.Text, "\n[lines of more than %d bytes are cut off there]", proc.MaxLine)
		case line.Err != nil && !errors.Is(line.Err, proc.ErrTooLong):
			return
		}
		if out != nil {
			fmt.Fprintf(out, "%s\n", line.Text)
		}
	}
}

// Open begins a game: it starts the program. If answers have a time limit, it waits until the program is connected, because the
// team is not to blame for the start of Python.
func (t *Team) Open(ctx context.Context, g turn.Game) error {
	if t.budget, t.asked = g.Budget, 0; t.started {
		return nil
	}
	t.reset()
	v, ok := g.View.(View)
	if !ok { // the first question tells the rules
		return nil
	}
	if err := t.Launch(v.version); err != nil || !g.Budget.Limited() {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.come(ctx, 0) // a player that did not connect fails at the first question
	return nil
}

// come waits until the player is connected: as long as a start may take, but not less than least. Budgets make that longer, and
// never shorter: the team is not to blame for the start of Python.
func (t *Team) come(ctx context.Context, least time.Duration) error {
	if t.options.NoLimit {
		return t.connect(ctx, 0)
	}
	return t.connect(ctx, max(least, time.Until(t.since.Add(t.connectIn())), time.Millisecond))
}

// connectIn returns how long the start may take.
func (t *Team) connectIn() time.Duration {
	return max(cmp.Or(t.startIn, startTime), t.budget.First, t.budget.Move)
}

// limit returns how long the team may take for this answer, apart from ctx; 0 is no limit. A budget of the game, which the loop
// keeps, takes the place of the original's limit.
func (t *Team) limit(original time.Duration) time.Duration {
	if b := t.budget; t.options.NoLimit || b.Move > 0 || b.Game > 0 || b.First > 0 && t.asked == 1 {
		return 0
	}
	return original
}

// allowed returns the time for an answer that the question names.
func (t *Team) allowed() Budget {
	switch {
	case t.options.NoLimit:
		return Budget{}
	case t.budget.Move > 0:
		return Budget{Time: t.budget.Move, Given: true}
	}
	return t.options.Budget
}

// Launch starts the program before the first question, so that several can load at the same time. Calling it before Open is
// optional.
func (t *Team) Launch(v pelita.Version) error {
	t.reset()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begun(v)
}

// begun starts the program. The caller holds t.mu.
func (t *Team) begun(v pelita.Version) error {
	t.started, t.since = true, time.Now()
	t.over.Store(false)
	if err := t.launch(t, v); err != nil {
		if !errors.As(err, &t.failed) {
			t.failed = turn.Faultf(turn.NeverStarted, "%v", err)
		}
		return t.failed
	}
	if _, before := told.LoadOrStore(t.spec+" "+t.python.String(), true); t.program != nil && !before {
		t.note("%s plays in %v", t.spec, t.python)
	}
	return nil
}

// told remembers the teams whose package was mentioned: once is enough for many games.
var told sync.Map

func (t *Team) reset() {
	t.stop(0)
	t.meter.Begin(nil)
	t.greeted, t.failed, t.gone, t.absent, t.name, t.stderr, t.unread = false, nil, false, false, "", "", ""
	t.notes = nil
}

func (t *Team) note(format string, args ...any) {
	if len(t.notes) < maxNotes {
		t.notes = append(t.notes, fmt.Sprintf(format, args...))
	}
}

// Notes returns lines about this game other than its faults.
func (t *Team) Notes() []string { return t.notes }

// Name returns the name of the team, "" before it is known.
func (t *Team) Name() string { return t.name }

// Stderr returns what the program wrote to standard error in this game, or in the last one.
func (t *Team) Stderr() string {
	if t.program == nil {
		return t.stderr
	}
	return t.program.Stderr()
}

// Printed returns what the program wrote to standard error since Printed was called last; see [proc.Program.Printed].
func (t *Team) Printed() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.unread
	t.unread = ""
	if t.program != nil {
		text += t.program.Printed()
	}
	return text
}

// Overflow returns what Printed leaves out; see [proc.Program.Overflow].
func (t *Team) Overflow() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.program == nil {
		return ""
	}
	return t.program.Overflow()
}

// Answer asks the team. It keeps the original's time limits by itself, within ctx.
func (t *Team) Answer(ctx context.Context, v pelita.View) (m pelita.Move, say string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if f, ok := errors.AsType[*turn.Fault](err); ok {
			if why := Elsewhere(f.Detail, v.Version); why != "" {
				t.note("%s", why)
			}
		}
	}()
	if !t.started {
		if err := t.begun(v.Version); err != nil {
			return m, "", err
		}
	}
	if t.failed != nil {
		return m, "", t.failed
	}
	t.asked++
	t.program.Resume()
	defer func() { t.program.Pause() }() // so that it takes no processor time from its opponent
	switch v.Kind {
	case pelita.AskName:
		err = t.learnName(ctx, &v)
		return m, t.name, err
	case pelita.AskStart:
		err = t.begin(ctx, &v)
		return m, t.name, err
	case pelita.AskMove:
		return t.move(ctx, &v)
	}
	t.sayGoodbye(ctx, &v)
	return m, "", nil
}

// learnName asks for the team's name before the game, as in version 2.7.
func (t *Team) learnName(ctx context.Context, v *pelita.View) error {
	limit := t.limit(cmp.Or(t.options.Initial, initialTime))
	if t.protocol == pelita.V270 {
		return t.greet(ctx, limit)
	}
	reply, err := t.ask(ctx, v, limit)
	if err == nil && reply.Error != nil {
		err = reply.failure()
	}
	if err == nil {
		t.name = reply.name()
	}
	return err
}

// greet waits for the status that players of version 2.7 send by themselves.
func (t *Team) greet(ctx context.Context, limit time.Duration) error {
	if t.greeted {
		return nil
	}
	limit = wall(ctx, limit)
	reply, err := t.receive(ctx, deadline(ctx, limit))
	switch {
	case err != nil:
		return late(ctx, err, limit)
	case reply.Error != nil:
		return reply.failure()
	case reply.Status == nil || *reply.Status != "ok":
		return turn.Faultf(turn.Garbled, "its first message is not a status")
	}
	t.greeted, t.name = true, reply.Data.Name
	return nil
}

// begin tells the team about the game.
func (t *Team) begin(ctx context.Context, v *pelita.View) error {
	if err := t.come(ctx, min(connectTime, cmp.Or(t.startIn, connectTime))); err != nil && v.Version == pelita.V251 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.absent = true // the original continues, and finds out when it asks for a move
		return nil
	}
	if t.protocol == pelita.V270 {
		if err := t.greet(ctx, t.limit(t.options.Budget.Time)); err != nil {
			return err
		}
	}
	reply, err := t.ask(ctx, v, t.limit(t.options.Budget.Time))
	switch {
	case err != nil:
		return err
	case reply.Error != nil:
		return reply.failure()
	case t.protocol == pelita.V251:
		t.name = reply.name()
	}
	return nil
}

// move asks for a move.
func (t *Team) move(ctx context.Context, v *pelita.View) (m pelita.Move, say string, err error) {
	if t.absent { // it may have connected since, but would play without a maze
		return m, "", turn.Faultf(turn.Gone, "%s", t.whyGone())
	}
	if err := t.connect(ctx, connectTime); err != nil {
		if ctx.Err() != nil {
			return m, "", ctx.Err()
		}
		return m, "", turn.Faultf(turn.Gone, "%s", t.whyGone())
	}
	reply, err := t.ask(ctx, v, t.limit(t.options.Budget.Time))
	if err != nil {
		return m, "", err
	}
	return reply.ParseMove(v)
}

// sayGoodbye tells the team that the game is over. Its answer does not matter.
func (t *Team) sayGoodbye(ctx context.Context, v *pelita.View) {
	if !t.gone && t.connect(ctx, exitTime) == nil {
		t.send(v)
	}
}

// End ends the program.
func (t *Team) End(*turn.Result) { t.stop(exitTime) }

// Close ends the program at once.
func (t *Team) Close() error {
	t.stop(0)
	return nil
}

func (t *Team) stop(patience time.Duration) {
	t.over.Store(true)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.started, t.line = false, nil
	if t.program != nil {
		t.program.Close(patience)
	}
	if t.socket != nil { // the player left before, and does not notice that we no longer listen
		t.socket.Close(0)
		t.socket = nil
	}
	if t.program == nil {
		return
	}
	t.meter.Ended(t.program)
	if err := t.program.Kept(); err != nil {
		t.note("%v", err)
	}
	t.stderr, t.unread = t.program.Stderr(), t.program.Printed()+t.program.Overflow()
	t.program = nil
	t.running.Store(nil)
	close(t.finish)
	<-t.drained
	if t.options.Err != nil {
		io.WriteString(t.options.Err, t.stderr)
	}
}
