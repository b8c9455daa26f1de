package checkout

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
)

// baseline is the file that names the commit against which a release is measured.
const baseline = "tools/baseline.txt"

// Recorded is the name of the commit in tools/baseline.txt, on command lines.
const Recorded = "recorded"

// Commit returns the full hash of a commit of the checkout at root, given in any way that git knows, or as Recorded.
func Commit(ctx context.Context, root fs.FS, dir, name string) (string, error) {
	hint := ""
	if name == Recorded {
		text, err := fs.ReadFile(root, baseline)
		if err != nil {
			return "", err
		}
		name = strings.TrimSpace(string(text))
		hint = fmt.Sprintf(" (%s names it; in a clone with a short history, `git fetch --unshallow`)", baseline)
	}
	hash, err := exec.CommandContext(ctx, "git", "-C", dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}").Output()
	if err != nil {
		return "", fmt.Errorf("%q: want a commit of %s%s", name, dir, hint)
	}
	return strings.TrimSpace(string(hash)), nil
}

// Clone writes the files of a commit of the checkout at root to a new folder.
func Clone(ctx context.Context, root, hash, to string) error {
	for _, words := range [][]string{
		{"git", "clone", "-q", "--shared", "--no-checkout", root, to},
		{"git", "-C", to, "checkout", "-q", "--detach", hash},
	} {
		if text, err := exec.CommandContext(ctx, words[0], words[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(words, " "), err, bytes.TrimSpace(text))
		}
	}
	return nil
}

// State returns a short name of the commit that is checked out, and says so if files at paths below root have uncommitted
// changes. In an archive of the source, which has no history, it is "unknown".
func State(ctx context.Context, root string, paths ...string) (string, error) {
	text, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--short=10", "HEAD").Output()
	if err != nil {
		return "unknown", ctx.Err()
	}
	changes, err := exec.CommandContext(ctx, "git", append([]string{"-C", root, "status", "--porcelain", "--", ":!*.md"}, paths...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git status: %w", err)
	}
	state := strings.TrimSpace(string(text))
	if len(bytes.TrimSpace(changes)) > 0 {
		state += " with changes"
	}
	return state, nil
}
