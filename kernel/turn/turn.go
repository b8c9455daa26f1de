// Package turn is the loop of every game: it asks players what the referee wants to know, keeps their time, and shows
// observers what happened.
//
// The referee is a pure state machine; the loop owns clocks, goroutines, players and observers. One question at a time
// makes a game of alternating turns, several at once make a simultaneous one.
package turn

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Question asks one seat for one answer.
type Question[Q any] struct {
	Seat int // index into the seats of the game, from 0
	Ask  Q
}

// Answer is the reply to a question: a value, or a fault.
type Answer[A any] struct {
	Value A
	Say   string   // what the player wants to say, for people; clean.Say has been applied
	Worth *float64 // the value of the game as the player thinks, from 0 (lost) to 1 (won); nil: it gives none
	Fault *Fault   // nil if there is a Value
	Took  time.Duration
}

// Referee is one game in progress. It does no I/O, reads no clock and starts no goroutine.
type Referee[Q, A any] interface {
	// Ask returns the questions that must be answered before the game can go on, in seat order: one in a game of alternating
	// turns, one for each seat in a simultaneous one, none when the game is over. Called again before Answer, it returns the same
	// questions. The slice belongs to the referee and is valid until Answer.
	Ask() []Question[Q]
	// Answer takes the answers to the last Ask, in the same order, faults included. The referee's rules decide what a fault
	// costs.
	Answer([]Answer[A])
	// Result returns how the game ended; it is meaningless before Ask has returned no questions.
	Result() Result
}

// Result is how a game ended.
type Result struct {
	Winner int            // index of the seat, or Draw
	Reason string         // the game's own word, or a FaultKind
	Detail string         // for people, such as "BLUE is stuck"
	Plies  int            // questions answered
	Score  map[string]int // by seat name or what the game counts; may be nil
}

// Draw is the Winner of a game without a winner.
const Draw = -1

// Player answers the questions of one seat. In addition to this method, a player may be an [Opener], an [Ender] and an [Observer]
// of the game it plays in.
type Player[Q, A any] interface {
	// Answer returns the answer and what the player has to say with it. It must return soon after ctx is done; the deadline of
	// ctx, if it has one, is the player's deadline. An error that is a *Fault says how the player failed; any other error means
	// that it crashed.
	Answer(ctx context.Context, q Q) (value A, say string, err error)
}

// Opener is a player that is told about a game before its first question. An error means that the player never started.
type Opener interface {
	Open(ctx context.Context, g Game) error
}

// Ender is a player that is told how the game ended. result is nil if the game was broken off.
type Ender interface {
	End(result *Result)
}

// Punctual is a player that returns as soon as ctx is done, even if the program or peer behind it does not answer. If it is the
// only player asked, it is called directly, without a goroutine that watches the clock.
type Punctual interface {
	Punctual()
}

// Local is a player that thinks in this process. If it returns the error of a context that is done, its answer is still valid:
// the best that it found. If the machine was busy, the loop waits for longer than the budget: until the player has worked for its
// budget, where processor time can be measured, and elsewhere for up to grace after this process runs again.
type Local interface {
	Local()
}

// Speaker is a player whose lines are counted, such as a program: so the loop can tell a slow player from one that never writes
// anything.
type Speaker interface {
	// Lines returns how many lines the player has written so far, whatever they are; a new program may begin to count again. It
	// is called from other goroutines, also while the player answers.
	Lines() int
	// Listen waits until Lines returns something else than lines, but only as long as a program may need to write a line on a
	// busy machine. It reports whether there was a line. It is called after the player has answered.
	Listen(ctx context.Context, lines int) bool
}

// Patient is a player for whose answers the loop waits only for a limited time, even without a budget.
type Patient interface {
	// Patience returns the context for such an answer, which may be ctx. It has no deadline, as the player is not told about this
	// limit.
	Patience(ctx context.Context) (context.Context, context.CancelFunc)
}

// grace is how much longer the answer of a player in this process is still in time after the machine held up the process.
const grace = 100 * time.Millisecond

// Valuer is a player that says what the game is worth to it: from 0 (lost) to 1 (won), as it thought when it gave its last
// answer. It is asked right after that answer; ok is false if it cannot say.
type Valuer interface {
	Worth() (worth float64, ok bool)
}

// Worth asks a player what the game is worth to it, from 0 to 1; ok is false if it is not a Valuer or cannot say.
func Worth(player any) (worth float64, ok bool) {
	if v, is := player.(Valuer); is {
		return v.Worth()
	}
	return 0, false
}

// Prover is a Valuer that knows whether the value it gives is exact: found by searching to the end of the game, not estimated.
type Prover interface {
	Exact() bool
}

// Exact reports whether the Worth of a player is exact. It is false for a player that is not a Prover.
func Exact(player any) bool {
	p, is := player.(Prover)
	return is && p.Exact()
}

// Open tells a player about a game, if it is an Opener.
func Open(ctx context.Context, player any, g Game) error {
	if o, ok := player.(Opener); ok {
		return o.Open(ctx, g)
	}
	return nil
}

// End tells a player how the game ended, if it is an Ender.
func End(player any, result *Result) {
	if e, ok := player.(Ender); ok {
		e.End(result)
	}
}

// Close releases what a player holds, such as a program or a connection.
func Close(player any) {
	if c, ok := player.(io.Closer); ok {
		c.Close() // there is nothing to be saved
	}
}

// Wrapped is a player inside another player; the inner one is still told about the beginning and the end of a game. It does not
// observe the game.
type Wrapped[Q, A any] struct{ Player[Q, A] }

// Open tells the inner player about a game.
func (w Wrapped[Q, A]) Open(ctx context.Context, g Game) error { return Open(ctx, w.Player, g) }

// End tells the inner player how the game ended.
func (w Wrapped[Q, A]) End(result *Result) { End(w.Player, result) }

// Worth asks the inner player.
func (w Wrapped[Q, A]) Worth() (float64, bool) { return Worth(w.Player) }

// Exact asks the inner player.
func (w Wrapped[Q, A]) Exact() bool { return Exact(w.Player) }

// Game is what a player is told before the first question.
type Game struct {
	ID      string
	Seat    int
	Seats   []string          // names, lower case
	Seed    string            // a decimal integer of any length; programs are told Own instead
	Apart   string            // sets the game apart from others that have its seed; "" if there are none
	Own     string            // the seed for a program in this seat; "": Told derives it
	Options map[string]string // what defines the game, apart from its start and its seed
	View    any               // what every seat may see of the start, as a value for encoding/json
	Budget  timer.Control
}

// Rand returns the random number generator of a seat in this game: the same seed and seat give the same numbers everywhere.
func (g Game) Rand() *rand.Rand {
	var room [64]byte
	sum := sha256.Sum256(strconv.AppendInt(append(append(room[:0], g.Seed...), '/'), int64(g.Seat), 10))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}

// Told returns the seed that a program in this seat is told: neither the game's draws nor those of another seat follow from it.
func (g Game) Told() string { return cmp.Or(g.Own, seeds.Seat(g.Seed, g.Apart, g.Seat)) }

// Observer watches the game. An error ends the game.
type Observer[Q, A any] interface {
	// Asked is called before the players are asked; the time it takes counts for no player.
	Asked(ctx context.Context, questions []Question[Q]) error
	// Answered is called after the referee has taken the answers.
	Answered(questions []Question[Q], answers []Answer[A]) error
}

// FaultKind is how a player failed to answer.
type FaultKind string

// The faults that the loop can tell apart; Illegal, an answer that breaks a rule, which only a referee can tell; and Resigned.
const (
	Late         FaultKind = "late"          // no answer within the budget
	Garbled      FaultKind = "garbled"       // something that is not an answer
	Crashed      FaultKind = "crashed"       // it ended, panicked or returned an error
	Gone         FaultKind = "gone"          // the connection was closed or lost
	NeverStarted FaultKind = "never-started" // it could not be started or reached
	Illegal      FaultKind = "illegal"
	Resigned     FaultKind = "resigned" // a person gave up: whatever the referee forgives, the seat has lost
)

// IsFault reports whether a reason for the end of a game is a FaultKind: somebody lost by default.
func IsFault(reason string) bool {
	switch FaultKind(reason) {
	case Late, Garbled, Crashed, Gone, NeverStarted, Illegal, Resigned:
		return true
	}
	return false
}

// Fault is a failure to answer.
type Fault struct {
	Kind   FaultKind
	Detail string // for people, one line of at most clean.MaxDetail characters once the loop has seen it
	Stack  []byte // of a panic in this process
	Silent bool   // the player was late and has written nothing at all since the question before, see [Speaker]
}

func (f *Fault) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return string(f.Kind) + ": " + f.Detail
}

// Faultf makes a fault as an error that a Player returns.
func Faultf(kind FaultKind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

// ErrQuit is returned by a player that wants to break off the game.
var ErrQuit = errors.New("the game was broken off")

// Takeback is returned as an error by a player that wants to take back the last Plies answers. Loop.Run returns it; the caller
// may set the game up again with fewer answers.
type Takeback struct {
	Plies int
	None  func() // is called if there was nothing to take back; may be nil
}

func (t Takeback) Error() string { return fmt.Sprintf("take back %d plies", t.Plies) }
