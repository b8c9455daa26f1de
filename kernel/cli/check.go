package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/jsonl"
	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

func (a *App[Q, A]) checkCommand() *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "hold a scripted conversation with a bot and say what it does wrong",
		UsageText: fmt.Sprintf("%[1]s check PLAYER [--budget TIME]\n\nPlays from both seats, several games in one process, and ends it. Example:\n\n"+
			"  %[1]s check %[2]s", a.Name, a.program("")),
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "budget", Usage: "`TIME` for each move", Value: "5s"},
			&cli.BoolFlag{Name: "verbose", Usage: "show every line of the conversation"},
		}, a.PlayerFlags...),
		Action: a.checkAction,
	}
}

// conversation remembers the last lines, to show the offending one.
type conversation struct {
	last    [2]string // from the bot, to the bot
	verbose func(line string)
}

func (v *conversation) trace(toBot bool, line []byte) {
	text := ascii.Clean(string(line), 160)
	if v.verbose != nil {
		v.verbose(map[bool]string{true: "> ", false: "< "}[toBot] + text)
	}
	switch {
	case !toBot:
		v.last[0] = text
	case !bytes.HasPrefix(line, []byte(`{"type":"end"`)): // sent after what went wrong
		v.last[1] = text
	}
}

func (a *App[Q, A]) checkAction(c *cli.Context) error {
	if c.NArg() != 1 {
		return Usagef("check: want one player")
	}
	spec := c.Args().First()
	budget, err := timer.ParseDuration(c.String("budget"))
	if err != nil {
		return Usagef("flag --budget: %w", err)
	}
	p, err := a.Player(spec)
	if err != nil {
		return err
	}
	defer turn.Close(p)
	talk := &conversation{}
	if c.Bool("verbose") {
		talk.verbose = func(line string) { fmt.Fprintln(a.out, line) }
	}
	program, isProgram := p.(*jsonl.Bot[Q, A])
	if isProgram {
		program.Trace = talk.trace
	}
	failed := 0
	verdict := func(what string, err error) bool {
		if err == nil {
			fmt.Fprintf(a.out, "ok    %s\n", what)
			return true
		}
		failed++
		fmt.Fprintf(a.out, "WRONG %s: %v\n", what, err)
		if isProgram && talk.last != [2]string{} {
			fmt.Fprintf(a.out, "      asked:    %s\n      answered: %s\n", talk.last[1], talk.last[0])
		}
		return false
	}
	for n, probe := range append([]string{"", ""}, a.Probes...) {
		seat := n % 2
		what := fmt.Sprintf("a game as %s", a.Seats[seat])
		if probe != "" {
			what += " from " + probe
		}
		talk.last = [2]string{}
		if !verdict(what, a.checkGame(c.Context, p, seat, probe, n, budget)) {
			break
		}
		if isProgram {
			for _, note := range program.Notes() {
				verdict(what, errors.New(note))
			}
		}
	}
	if isProgram && failed == 0 {
		verdict("it ends when its input ends", a.checkExit(c.Context, program.Command))
	}
	if c.Context.Err() != nil {
		return errInterrupted
	}
	if failed > 0 {
		a.lastWords(p, spec)
		return fmt.Errorf("check %s: %d wrong", spec, failed)
	}
	_, err = fmt.Fprintf(a.out, "%s plays by the rules\n", spec)
	return err
}

// checkGame plays one game against random legal moves and returns what the player did wrong.
func (a *App[Q, A]) checkGame(
	ctx context.Context, p turn.Player[Q, A], seat int, start string, n int, budget time.Duration,
) error {
	m := Match[Q, A]{ID: fmt.Sprintf("check-%d", n+1), Setup: Setup{Start: start, Seed: fmt.Sprint(n)}}
	m.Budget.Move = budget
	m.Players[seat] = p
	m.Players[1-seat] = &listPlayer[Q, A]{a.Game, rand.New(rand.NewPCG(uint64(n), 0))}
	table, result, err := a.Play(ctx, &m)
	if err == nil && table.Wrongs != nil {
		if wrongs := table.Wrongs(seat); len(wrongs) > 0 {
			return errors.New(wrongs[0])
		}
	}
	switch {
	case err != nil:
		return err
	case turn.IsFault(result.Reason) && result.Winner == 1-seat:
		return errors.New(result.Detail)
	}
	return nil
}

// listPlayer plays random moves from the list of legal ones.
type listPlayer[Q, A any] struct {
	game   *Game[Q, A]
	chance *rand.Rand
}

func (l *listPlayer[Q, A]) Answer(_ context.Context, q Q) (A, string, error) {
	list := l.game.List(q)
	if len(list) == 0 {
		var none A
		return none, "", nil
	}
	value, err := l.game.Parse(q, list[l.chance.IntN(len(list))])
	return value, "", err
}

// checkExit starts the program, greets it, ends its input and waits for its end.
func (a *App[Q, A]) checkExit(ctx context.Context, command []string) error {
	program, err := proc.Start(command)
	if err != nil {
		return err
	}
	defer program.Close(0)
	fmt.Fprintf(program, `{"type":"hello","protocol":%d,"game":%q,"rules":%q}`+"\n", jsonl.Version, a.Name, a.Codec.Rules)
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
		return fmt.Errorf("it wrote %q after the end of its input", ascii.Clean(string(line.Text), 120))
	}
	if status := program.Status(); !strings.HasSuffix(status, " 0") {
		return fmt.Errorf("it ended with %s, want exit status 0", status)
	}
	return nil
}
