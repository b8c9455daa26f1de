package classic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// Program is one run of the referee.
type Program struct {
	Line     func(context.Context) (string, error) // reads a line of input without its end; io.EOF at the end
	Out, Err io.Writer
	// Player makes the player that a command line names, other than a human.
	Player func(name string) (Player, error)
	// Chance returns the random number generator for a seed; with "", any.
	Chance func(seed string) (sarena.Chance, error)

	options
	log     logger
	players [2]Player
	human   [2]bool
	chance  sarena.Chance
}

// errFailed is returned for an error that was already reported.
var errFailed = errors.New("failed")

// Run runs a command line and returns the exit status: 0 when the games were played, whoever won; 1 when something failed; 2 when
// the command line is wrong; 130 when ctx ended.
func (p *Program) Run(ctx context.Context, args []string) int {
	var err error
	if p.options, err = parse(args); err != nil {
		fmt.Fprintf(p.Err, "%s\nsarena: error: %v\n", usage, err)
		return 2
	}
	if p.help {
		fmt.Fprint(p.Out, help())
		return 0
	}
	p.log = logger{p.Err, p.verbose}
	if p.replay != "" {
		err = p.replayTrace(ctx)
	} else {
		err = p.play(ctx)
	}
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(p.Err, "sarena: interrupted")
		return 130
	case !errors.Is(err, errFailed):
		fmt.Fprintf(p.Err, "sarena: %v\n", err)
	}
	return 1
}

// play plays the games.
func (p *Program) play(ctx context.Context) (err error) {
	if p.chance, err = p.Chance(p.seed); err != nil {
		return err
	}
	console := &human{in: p.Line, out: p.Out}
	for i, name := range p.names {
		if p.human[i] = name == "human"; p.human[i] {
			p.players[i] = console
			continue
		}
		if p.players[i], err = p.Player(name); err != nil {
			return err
		}
		defer turn.Close(p.players[i])
	}
	if !p.noGUI && !p.headless {
		p.log.warning("Unable to load GUI, falling back to console. Reason: this program has none")
	}
	for n := 1; n <= p.games; n++ {
		if err := p.game(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// game plays one game.
func (p *Program) game(ctx context.Context, n int) error {
	p.log.info("Starting Game %d", n)
	start, err := p.start(n)
	if err != nil {
		return err
	}
	if err := p.saveBoard(start); err != nil {
		return err
	}
	p.log.info("Starting new game")
	m := &match{players: p.players, human: p.human, credit: p.credit, log: &p.log}
	if !p.headless {
		m.watch = func(step int, position sarena.Position) { showStep(p.Out, step, position) }
	}
	trace, err := m.play(ctx, start)
	if err != nil {
		return err
	}
	for _, player := range p.players {
		turn.End(player, m.result())
	}
	p.log.info("Winner: %s", winner(trace.Score, "player 1", "player 2", "draw game"))
	if p.headless {
		fmt.Fprintf(p.Out, "Game %d: %s, score %d after %d plies\n", n, winner(trace.Score, "Yellow", "Red", "draw"), trace.Score, len(trace.Turns))
	} else {
		showEnd(p.Out, trace.Score, trace.Reason)
	}
	if p.write != "" {
		p.log.info("Writing trace to '%s'", p.write)
		if err := os.WriteFile(p.write, wire.AppendTrace(nil, trace), 0o666); err != nil {
			p.log.error("Unable to write trace. Reason: %s", systemText(err))
		}
	}
	p.log.info("End of Game 2") // the original reuses this variable to count players
	return nil
}

func winner(score int, yellow, red, draw string) string {
	switch {
	case score > 0:
		return yellow
	case score < 0:
		return red
	}
	return draw
}

// start returns the board of a game.
func (p *Program) start(n int) (sarena.Position, error) {
	if p.board == "" {
		start := sarena.Draw(p.chance)
		if p.invert {
			start = start.Invert()
		}
		return start, nil
	}
	file := p.board
	if file == "statics" {
		file = filepath.Join("boards", fmt.Sprintf("b%d.dmp", n))
	}
	p.log.debug("Loading board from '%s'", file)
	start, err := readFile(file, ReadBoard)
	if err == nil && start.Side() != sarena.Yellow {
		err = errors.New("the board has Red to move, but player 1 is yellow and begins")
	}
	if err != nil {
		p.log.warning("Unable to load board. Reason: %s", systemText(err))
		return start, errFailed
	}
	return start, nil
}

// ReadBoard reads a board: a file of the original, or a position as text or drawn.
func ReadBoard(data []byte) (sarena.Position, error) {
	if trimmed := strings.TrimLeft(string(data), " \t\r\n"); trimmed != "" && strings.IndexByte("+#ry.", trimmed[0]) >= 0 {
		return sarena.ParseDiagram(string(data))
	}
	return wire.ParseBoard(data)
}

// maxFile is larger than any board or trace.
const maxFile = 16 << 20

func readFile[T any](name string, parse func([]byte) (T, error)) (v T, err error) {
	file, err := os.Open(name)
	if err != nil {
		return v, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	switch {
	case err != nil:
		return v, err
	case len(data) > maxFile:
		return v, fmt.Errorf("%s is larger than 16 MiB", name)
	}
	return parse(data)
}

// systemText writes an error of the system as Python prints it.
func systemText(err error) string {
	var number syscall.Errno
	var path *fs.PathError
	if !errors.As(err, &path) || !errors.As(err, &number) {
		return err.Error()
	}
	text := number.Error()
	return fmt.Sprintf("[Errno %d] %s%s: %s", int(number), strings.ToUpper(text[:1]), text[1:], python.Repr(path.Path))
}

func (p *Program) saveBoard(start sarena.Position) error {
	if p.save == "" {
		return nil
	}
	return os.WriteFile(p.save, wire.AppendBoard(nil, start), 0o666)
}

// replayTrace shows a trace as it was played.
func (p *Program) replayTrace(ctx context.Context) error {
	p.log.info("Loading trace '%s'", p.replay)
	trace, err := readFile(p.replay, wire.ParseTrace)
	if err != nil {
		p.log.error("Unable to load trace. Reason: %s", systemText(err))
		return errFailed
	}
	if !p.noGUI {
		p.log.warning("Unable to load GUI, falling back to console. Reason: this program has none")
	}
	for range p.games {
		if err := p.saveBoard(trace.Start); err != nil {
			return err
		}
		p.log.debug("Replaying trace.")
		position := trace.Start
		showStep(p.Out, 0, position)
		for i, turn := range trace.Turns {
			if rule := position.Check(turn.Move); rule != sarena.Legal {
				return fmt.Errorf("%s: step %d, action %v: %w", p.replay, i+1, turn.Move, rule)
			}
			if err := sleep(ctx, turn.Seconds); err != nil {
				return err
			}
			position = position.Play(turn.Move)
			showStep(p.Out, i+1, position)
		}
		showEnd(p.Out, trace.Score, trace.Reason)
	}
	return nil
}

func sleep(ctx context.Context, seconds float64) error {
	if seconds <= 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	select {
	case <-time.After(time.Duration(min(seconds, 1e9) * float64(time.Second))):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
