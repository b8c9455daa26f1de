package contest

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/verify"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// KeyFlag is the flag with the secret of a journal.
func KeyFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "key", Usage: "`FILE` with a secret that signs the journal: without it nobody can change a line unnoticed"}
}

// ReadKey reads the secret of --key; it is nil if there is none.
func ReadKey(c *urfave.Context) ([]byte, error) {
	path := c.String("key")
	if path == "" {
		return nil, nil
	}
	content, err := files.Read(path, files.MostText)
	if err != nil {
		return nil, cli.Usagef("flag --key: %w", err)
	}
	if content = bytes.TrimSpace(content); len(content) < 16 {
		return nil, cli.Usagef("flag --key: %s has %d bytes: want at least 16 that nobody can guess", path, len(content))
	}
	return content, nil
}

// KeyError blames the flag for a journal that has another key.
func KeyError(err error) error {
	var wrong *tournament.KeyError
	if errors.As(err, &wrong) {
		return cli.Usagef("flag --key: %w", err)
	}
	return err
}

// PrintHash prints the hash of a whole journal: after a table in text, else on standard error. It prints nothing for "".
func PrintHash(a *cli.App, c *urfave.Context, hash string) error {
	out, before := a.Out, "\n"
	if c.Bool("csv") || c.Bool("json") || c.Bool("markdown") {
		out, before = a.Err, ""
	}
	if hash == "" {
		return nil
	}
	_, err := fmt.Fprintf(out, "%shash of the journal: %s\n", before, hash)
	return err
}

// Trust reports whether nobody has changed the lines of a journal; if somebody may have, it says so on standard error. dir is the
// folder as the command line names it, and key identifies the secret with which the journal was begun.
func Trust(a *cli.App, c *urfave.Context, dir, path, key string) (trusted bool, err error) {
	secret, err := ReadKey(c)
	if err != nil {
		return false, err
	}
	if key != "" && len(secret) == 0 {
		fmt.Fprintf(a.Err, "warning: %s: its hashes have a key: whether lines were changed is not known without --key FILE\n", path)
		return false, nil
	}
	if err := (&tournament.Head{Key: key}).CheckSecret(secret); err != nil {
		return false, KeyError(err)
	}
	wrong, hashed, err := league.CheckJournal(path, secret)
	switch {
	case err != nil:
		return false, err
	case wrong.Count > 0:
		text := fmt.Sprintf("line %d: %s", wrong.First[0].Line, wrong.First[0].Error)
		if more := wrong.Count - 1; more > 0 {
			text += fmt.Sprintf("; %d more", more)
		}
		words := []string{a.Game.Name, "tournament", "verify", dir}
		if file := c.String("key"); file != "" {
			words = append(words, "--key", file)
		}
		fmt.Fprintf(a.Err, "warning: the chain of the journal is broken, and what follows may be wrong: %s: %s; `%s` lists every problem\n",
			path, clean.Line(text, clean.MaxDetail), proc.Join(words...))
	case !hashed:
		fmt.Fprintf(a.Err, "warning: %s: an older program wrote it, without hashes: whether lines were changed is not known\n", path)
	}
	return wrong.Count == 0 && hashed, nil
}

var aHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

// verifyCommand is the verb tournament verify.
func (a tournaments) verifyCommand() *urfave.Command {
	return &urfave.Command{
		Name: "verify", Usage: "find out whether the journal or records were changed",
		UsageText: a.Game.Name + " tournament verify DIR\n\nEvery line of the journal has a hash of its content, of the game's record and of the line before it; " +
			"`standings` prints the last hash. Whoever changes a line must also change all hashes after it. You notice that if you have published " +
			"a later hash, and without the secret of --key it is impossible. Example:\n\n  " + a.Game.Name + " tournament verify " + a.Game.Name + "-tournament",
		Flags: []urfave.Flag{
			KeyFlag(), &urfave.StringFlag{Name: "hash", Usage: "fail unless a line of the journal has this published `HASH`"},
		},
		Action: a.verify,
	}
}

func (a tournaments) verify(c *urfave.Context) error {
	return Verify(a.App, c, func(dir string, secret []byte, hash string) (*verify.Verdict, error) {
		return tournament.Verify(dir, a.Game, secret, hash)
	})
}

// Verify is the action of the verb verify for one kind of journal, which the function held checks against its records.
func Verify(a *cli.App, c *urfave.Context, held func(dir string, secret []byte, hash string) (*verify.Verdict, error)) error {
	if c.NArg() != 1 {
		return cli.Usagef("%s: want the folder of a tournament", c.Command.HelpName)
	}
	hash := c.String("hash")
	if hash != "" && !aHash.MatchString(hash) {
		return cli.Usagef("flag --hash: %q: want 64 hexadecimal digits, as `standings` prints them", hash)
	}
	secret, err := ReadKey(c)
	if err != nil {
		return err
	}
	dir := c.Args().First()
	v, err := held(dir, secret, hash)
	if err != nil {
		return KeyError(err)
	}
	for _, note := range v.Notes {
		fmt.Fprintf(a.Err, "note: %s\n", clean.Line(note, 1000))
	}
	for _, wrong := range v.Wrong {
		fmt.Fprintln(a.Out, clean.Line(wrong, 1000))
	}
	if v.More > 0 {
		fmt.Fprintf(a.Out, "and %d more\n", v.More)
	}
	switch {
	case len(v.Wrong) > 0:
		return fmt.Errorf("%s: %d of %d lines of the journal are wrong", dir, len(v.Wrong)+v.More, v.Lines)
	case v.Last == "":
		return fmt.Errorf("%s: %d games agree with their records, but an older program wrote no hashes: if somebody changed both, it cannot be noticed", dir, v.Games)
	case hash != "" && v.Known == 0:
		return fmt.Errorf("%s: no line has the hash %s: the journal was replaced after this hash was published", dir, hash)
	}
	fmt.Fprintf(a.Out, "%d games, as their records say; no line was changed\n", v.Games)
	for _, bot := range v.Bots {
		fmt.Fprintln(a.Out, bot)
	}
	if v.Known > 0 {
		fmt.Fprintf(a.Out, "the published hash is that of line %d of %d\n", v.Known, v.Lines)
	}
	_, err = fmt.Fprintf(a.Out, "hash of the journal: %s\n", v.Last)
	return err
}
