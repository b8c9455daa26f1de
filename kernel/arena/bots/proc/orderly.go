package proc

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// orderly is how long this process may take to end in order after a signal.
const orderly = 1500 * time.Millisecond

// Orderly returns a context that is done at the first Ctrl-C or SIGTERM. If the process does not end by itself soon after that,
// it is ended within two seconds, with status 1 and with all its programs: it may be waiting for a file that the user named, for
// a reader of its output, or for a bot that does not look up. Records and journals are only ever appended to, so nothing that was
// written is lost. last, which may be nil, ends what the process started without this package, without waiting. The second signal
// kills the process.
func Orderly(name string, last func()) context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(orderly/3, hurryUp)
		time.AfterFunc(orderly, func() { breakOff(name, last) })
	})
	return ctx
}

func breakOff(name string, last func()) {
	said := make(chan struct{})
	go func() {
		fmt.Fprintf(os.Stderr, "%s: interrupted\n", name)
		close(said)
	}()
	if last != nil {
		last()
	}
	all.end(orderly / 6)
	select {
	case <-said:
	case <-time.After(orderly / 15): // nobody reads it
	}
	os.Exit(1)
}
