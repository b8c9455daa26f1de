package hostile

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// short are the flags that make a game short.
var short = map[string][]string{
	"amazons":  {"--start", "1BB1/B2B/R2R/1RR1 r"},
	"pelita":   {"--size", "small", "--rounds", "2"},
	"reantics": {"--cap", "2"},
	"sarena":   {"--start", "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN"},
	"tron":     {"--start", lane},
}

// lane is a map of Tron on which a game is short.
const lane = `cycle=0/5 health=3 breaker=12/6 wall=1 crash=-20/-40/-60
blue dir=right health=3 cooldown=0 remaining=0 score=0
yellow dir=left health=3 cooldown=0 remaining=0 score=0
##########
#B.......#
#.......Y#
##########
`

const (
	settled  = 100 // games after which a process holds what it needs
	swing    = 16  // files, threads, children and goroutines that come and go within a game
	growth   = 16  // MB by which the memory may grow and shrink
	soakGame = 200 // games by default
)

// TestSoak lets one process play many games with programs, one of which leaves after each: it holds no more after the last than
// after the first hundred. GRIDIRON_SOAK says how many games they are.
func TestSoak(t *testing.T) {
	games := soakGame
	if text := os.Getenv("GRIDIRON_SOAK"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n <= settled {
			t.Fatalf("GRIDIRON_SOAK is %q, want a number of games above %d", text, settled)
		}
		games = n
	} else {
		gametest.Long(t, "plays games until nothing may grow any more")
	}
	names, bin := programs(t)
	for _, game := range names {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			soak(t, filepath.Join(bin, game), short[game], games)
		})
	}
}

func soak(t *testing.T, program string, flags []string, games int) {
	pids, temp := t.TempDir(), t.TempDir()
	args := []string{"play", spec("leaves after a game", pids), spec("plays", pids), "--games", "1000000", "--json", "--seed", "3"}
	c := exec.Command(program, append(args, flags...)...)
	c.Env = append(os.Environ(), "TMPDIR="+temp, "HOME="+temp, "XDG_CACHE_HOME="+temp)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	stdout, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	var early figures
	began, lines := time.Now(), bufio.NewScanner(stdout)
	for n := 1; n <= games; n++ {
		if !lines.Scan() {
			c.Wait()
			t.Fatalf("the output ends before game %d\n%s", n, stderr.String())
		}
		if n == settled {
			early = look(t, c.Process.Pid)
		}
	}
	took, late := time.Since(began), look(t, c.Process.Pid)
	c.Process.Signal(syscall.SIGQUIT) // it dies showing its goroutines
	c.Wait()
	goroutines := strings.Count(stderr.String(), "\ngoroutine ")
	t.Logf("%d games in %v: from %v to %v, %d goroutines (GRIDIRON_SOAK sets the number of games)",
		games, took.Round(time.Millisecond), early, late, goroutines)
	if late.files > early.files+swing || late.threads > early.threads+swing || late.children > early.children+swing ||
		late.megabytes > early.megabytes+growth {
		t.Errorf("it holds %v, want about what it held after %d games: %v", late, settled, early)
	}
	// The games in which a program went wrong are kept in one file, which the messages name.
	if files := glob(t, temp+"/*"); len(files) > 1 || len(files) == 1 && filepath.Ext(files[0]) != ".jsonl" {
		t.Errorf("%v are in its temporary folder or its home, want one record at most", files)
	}
	if goroutines == 0 || goroutines > 4*swing {
		t.Errorf("%d goroutines, want a few:\n%s", goroutines, stderr.String())
	}
	for try := 0; len(running(t, pids)) > 0; try++ {
		if try == 100 {
			t.Fatalf("processes are left: %v", running(t, pids))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// figures are what a process holds.
type figures struct{ files, threads, children, megabytes int }

func (f figures) String() string {
	return fmt.Sprintf("%d descriptors, %d threads, %d children, %d MB", f.files, f.threads, f.children, f.megabytes)
}

func look(t *testing.T, pid int) (f figures) {
	t.Helper()
	at := fmt.Sprintf("/proc/%d/", pid)
	f.files, f.threads = len(glob(t, at+"fd/*")), len(glob(t, at+"task/*"))
	for _, list := range glob(t, at+"task/*/children") {
		text, _ := os.ReadFile(list) // a thread may end meanwhile
		f.children += len(strings.Fields(string(text)))
	}
	status, err := os.ReadFile(at + "status")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		t.Fatal(err)
	}
	f.megabytes = kilobytes >> 10
	return f
}

// running returns the numbers of the processes that have a word in their command line. A number that the system has given to
// another process since does not count, as it would if the numbers were remembered.
func running(t *testing.T, word string) (pids []string) {
	t.Helper()
	for _, list := range glob(t, "/proc/[0-9]*/cmdline") {
		if text, err := os.ReadFile(list); err == nil && bytes.Contains(text, []byte(word)) {
			pids = append(pids, filepath.Base(filepath.Dir(list)))
		}
	}
	return pids
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return names
}
