package verbs

import (
	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
)

// TokenFlag is the flag with the secrets of teams.
func TokenFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "team-token", Usage: "only clients with one of the `TOKENS` get a seat: TEAM=TOKEN,TEAM=TOKEN, or @FILE with one per line"}
}

// Tokens reads TokenFlag. It is nil if there are no tokens; then every client gets a seat.
func Tokens(c *urfave.Context) (admission.Tokens, error) {
	tokens, err := admission.ParseTokens(c.String("team-token"))
	if err != nil {
		return nil, cli.Usagef("flag --team-token: %w", err)
	}
	return tokens, nil
}
