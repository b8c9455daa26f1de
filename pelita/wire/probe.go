//go:build !js

package wire

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// probeScript prints which version of the original can be imported. It does not import it, which would take ten times as long.
const probeScript = `
import sys
sys.path[:] = [path for path in sys.path if path]  # nothing in the working directory, which may be a stranger's, is imported
import importlib.util
if sys.version_info < (3, 8):
    sys.exit("Python %d.%d is too old: 3.8 is needed" % sys.version_info[:2])
missing = [name for name in ("pelita", "zmq") if importlib.util.find_spec(name) is None]
if missing:
    print("no " + " and no ".join(missing))
else:
    try:
        from importlib.metadata import version
        print("version " + version("pelita"))
    except Exception:
        import pelita
        print("version " + pelita.__version__)
`

// probeTime is how long an interpreter may take for the probe.
const probeTime = 30 * time.Second

func probe(command string) (Python, error) {
	p := Python{Command: command}
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, "-c", probeScript)
	cmd.WaitDelay = 5 * time.Second // a child process may hold its output, and a busy machine delivers it late
	out, err := cmd.Output()
	var exit *exec.ExitError
	if ctx.Err() != nil {
		return p, fmt.Errorf("python %q: no answer within %v of its start", command, probeTime)
	}
	if errors.As(err, &exit) {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		return p, fmt.Errorf("python %q: %s", command, lines[len(lines)-1])
	}
	if err != nil {
		return p, fmt.Errorf("python %q: %w", command, err)
	}
	answer := strings.TrimSpace(string(out))
	version, found := strings.CutPrefix(answer, "version ")
	switch {
	case !found:
		p.Missing = answer
	case !strings.HasPrefix(version, "2."):
		p.Missing = "pelita " + version + " is not known here"
	default:
		p.Version = version
	}
	return p, nil
}
