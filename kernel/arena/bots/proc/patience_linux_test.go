package proc

import (
	"context"
	"os"
	"testing"
	"time"
)

// A program that works gets its processor time, one that sleeps ends the wait, and so does a game that is broken off.
func TestPatience(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	t.Parallel()
	const d = 2 * time.Second
	for name, command := range map[string]string{"works": "while :; do :; done", "sleeps": "sleep 100"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := Start([]string{"sh", "-c", command})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close(0)
			ctx, cancel := p.Patience(t.Context(), d)
			defer cancel()
			began := time.Now()
			<-ctx.Done()
			spent, known := p.Spent()
			took := time.Since(began)
			if err := context.Cause(ctx); err != context.DeadlineExceeded || took < d {
				t.Errorf("it ends after %v with %v", took, err)
			}
			if name == "works" && (!known || spent < d && took < busyFactor*d) {
				t.Errorf("it ends after %v, when the program has used %v (known %v)", took, spent, known)
			}
		})
	}
	p, err := Start([]string{"cat"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(0)
	game, over := context.WithCancel(t.Context())
	ctx, cancel := p.Patience(game, time.Hour)
	defer cancel()
	over()
	<-ctx.Done()
	if err := context.Cause(ctx); err != context.Canceled {
		t.Errorf("a game that is broken off: %v", err)
	}
}
