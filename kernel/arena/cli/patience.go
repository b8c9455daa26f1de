package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// ContestPatience is how long a contest waits for a program that has no budget.
const ContestPatience = time.Minute

// patience is the value of PatienceFlag, as in proc.Options.
type patience struct{ d time.Duration }

func (p *patience) Set(text string) (err error) {
	if text == "none" || text == "0" {
		p.d = -1
		return nil
	}
	if p.d, err = timer.ParseDuration(text); err != nil {
		return fmt.Errorf("%w, or none", err)
	}
	return nil
}

// Get returns the value for cli.Context.Value.
func (p *patience) Get() any { return p.String() }

func (p *patience) String() string {
	switch {
	case p.d < 0:
		return "none"
	case p.d == 0:
		return ""
	}
	return p.d.String()
}

// PatienceFlag says how long to wait for programs. usual is the value without the flag: ContestPatience, or 0, which does not
// limit answers.
func PatienceFlag(usual time.Duration) cli.Flag {
	text := "60s, for answers none"
	if usual > 0 {
		text = "60s"
	}
	return &cli.GenericFlag{
		Name: "patience", Value: &patience{usual}, DefaultText: text,
		Usage: "longest `TIME` to wait for a program to start, and for an answer if there is no budget; none: no limit",
	}
}

// Patience returns the value of PatienceFlag; 0 for a verb without it. The flags of that name of servers are something else.
func Patience(c *cli.Context) time.Duration {
	if f, ok := FlagNamed(c.Command.Flags, "patience").(*cli.GenericFlag); ok {
		if _, ours := f.Value.(*patience); ours {
			return c.Generic("patience").(*patience).d
		}
	}
	return 0
}

// Slow tells people which player we wait for, and what they can do about it. It may be called from any goroutine.
func (a *App) Slow(w match.Wait) {
	flags := a.Limit
	if a.c != nil && flags == "" {
		var list []string
		if _, ours := FlagNamed(a.c.Command.Flags, "budget").(*cli.StringFlag); ours && w.What != match.Hello {
			list = append(list, "--budget TIME")
		}
		if _, ours := FlagNamed(a.c.Command.Flags, "patience").(*cli.GenericFlag); ours && w.Program {
			list = append(list, "--patience TIME")
		}
		flags = strings.Join(list, " or ")
	}
	until := "for as long as it takes"
	if w.Patience > 0 {
		until = fmt.Sprintf("for up to %v", w.Patience)
	}
	switch {
	case flags != "":
		until += "; " + flags + " limits that"
	case w.Patience == 0:
		until += "; no flag limits that here, Ctrl-C ends the program"
	}
	if w.What == match.Hello && strings.HasPrefix(w.Who, "exec:") {
		until += "; does it flush what it prints?"
	}
	a.Say(fmt.Sprintf("waiting for %s since %v: %s; we wait %s", w.Who, w.Passed, w.What, until))
}
