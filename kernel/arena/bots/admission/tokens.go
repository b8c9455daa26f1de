package admission

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// Tokens are the secrets with which teams get a seat. nil: no secret is needed.
type Tokens []token

type token struct {
	team string
	sum  [sha256.Size]byte // of the secret
}

// leastToken is the length of the shortest secret, in bytes.
const leastToken = 8

// ParseTokens reads TEAM=TOKEN,TEAM=TOKEN, or @FILE with TEAM=TOKEN on each line; for "" it returns nil. Tokens are printable
// ASCII without blanks and commas. The error does not show them.
func ParseTokens(text string) (Tokens, error) {
	if text == "" {
		return nil, nil
	}
	list := strings.Split(text, ",")
	if name, isFile := strings.CutPrefix(text, "@"); isFile {
		content, err := files.Read(name, files.MostText)
		if err != nil {
			return nil, err
		}
		list = strings.Split(string(content), "\n")
	}
	var tokens Tokens
	for n, entry := range list {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		team, secret, found := strings.Cut(entry, "=")
		odd := func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ',' }
		switch {
		case !found || team == "":
			return nil, fmt.Errorf("entry %d: want TEAM=TOKEN", n+1)
		case len(secret) < leastToken || strings.ContainsFunc(secret, odd):
			return nil, fmt.Errorf("entry %d: the token of %s: want at least %d letters, digits and signs without blanks and commas", n+1, team, leastToken)
		}
		if _, taken := tokens.Team(secret); taken {
			return nil, fmt.Errorf("entry %d: the token of %s is that of another team, too", n+1, team)
		}
		tokens = append(tokens, token{team, sha256.Sum256([]byte(secret))})
	}
	if tokens == nil {
		return nil, errors.New("no token: want TEAM=TOKEN")
	}
	return tokens, nil
}

// Secret returns the token that a player is given: the text itself, or for @FILE the first line of the file, so that records and
// the list of processes do not show it. The error never shows the token.
func Secret(text string) (string, error) {
	name, isFile := strings.CutPrefix(text, "@")
	if !isFile {
		return text, nil
	}
	content, err := files.Read(name, files.MostText)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(content), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "", fmt.Errorf("%s: its first line is empty: want a token", name)
	}
	return line, nil
}

// Team returns the team with that secret. How long it takes does not reveal how much of a wrong secret is correct.
func (t Tokens) Team(secret string) (team string, ok bool) {
	sum := sha256.Sum256([]byte(secret))
	for _, k := range t {
		if subtle.ConstantTimeCompare(sum[:], k.sum[:]) == 1 {
			team, ok = k.team, true
		}
	}
	return team, ok
}
