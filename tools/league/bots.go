package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// checkTime is how long the check of a bot may take.
const checkTime = 10 * time.Minute

// store uploads a bundle to the server and returns its hash and its compressed size in bytes. A bundle that the server has
// already is not replaced.
func (b *bus) store(ctx context.Context, files bundle) (hash string, size int, err error) {
	text, hash, err := files.pack()
	if err != nil {
		return "", 0, err
	}
	if limit := b.MaxPayload(); int64(len(text)) > limit {
		return "", 0, fmt.Errorf("it has %d bytes compressed, the server takes %d", len(text), limit)
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := b.JetStream.Publish(ctx, "bundles."+hash, text)
		return err
	})
	if isSecond(err) {
		err = nil
	}
	return hash, len(text), err
}

// load downloads the bundle with a hash from the server, and checks that its files have this hash.
func (b *bus) load(ctx context.Context, hash string) (files bundle, err error) {
	var text []byte
	err = persist(ctx, func(ctx context.Context) error {
		s, err := b.Stream(ctx, bundles)
		if err != nil {
			return err
		}
		m, err := s.GetLastMsgForSubject(ctx, "bundles."+hash)
		if err == nil {
			text = m.Data
		}
		return err
	})
	if absent(err) {
		return nil, fmt.Errorf("the server has no bot with the hash %s", hash)
	}
	if err == nil {
		files, err = unpackBundle(text)
	}
	if err != nil {
		return nil, err
	}
	if _, is, err := files.pack(); err != nil || is != hash {
		return nil, errors.Join(err, fmt.Errorf("bot %s has other files than its hash says: their hash is %s", hash, is))
	}
	return files, nil
}

// bots are the bundles that were unpacked in a folder, as bots/HASH.
type bots struct {
	*bus
	dir string
	mu  sync.Mutex
}

// have unpacks the bundles that a spec names, unless that was done before.
func (b *bots) have(ctx context.Context, spec string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, hash := range bundlesOf(spec) {
		dir := filepath.Join(b.dir, "bots", hash)
		if _, err := os.Stat(dir); err == nil {
			continue
		}
		files, err := b.load(ctx, hash)
		if err == nil {
			err = files.unpackTo(dir)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check has the program of the game check a player, and puts its report into the outcome.
func (s *slot) check(ctx context.Context, at *source, player string, o *outcome) error {
	if err := s.bots.have(ctx, player); err != nil {
		return err
	}
	path, err := filepath.Abs(at.path)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, checkTime, fmt.Errorf("the check took more than %v", checkTime))
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, path, append([]string{"check", "--json", "--budget", "10s", player}, s.flags...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = s.dir, &out, &errs, 5*time.Second
	apart(cmd)
	cmd.Cancel = func() error { interrupt(cmd); return nil }
	err = cmd.Run()
	var exit *exec.ExitError
	o.Report = strings.TrimSpace(out.String())
	switch {
	case context.Cause(ctx) != nil && !errors.Is(context.Cause(ctx), context.Canceled):
		o.Report = fmt.Sprintf(`{"ok":false,"findings":[{"what":"the check","error":%q}]}`, context.Cause(ctx).Error())
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case o.Report == "" && errors.As(err, &exit):
		return fmt.Errorf("check: %s (%s)", clean.Line(strings.TrimSpace(errs.String()), 300), exit.ProcessState)
	case o.Report == "":
		return err
	}
	return nil
}
