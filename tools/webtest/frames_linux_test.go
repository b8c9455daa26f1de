package webtest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// measuring reports whether numbers are compared with their limits: `make frames` on a machine that does nothing else. Elsewhere
// only processor time is compared, with a larger limit, because it does not include waiting for other programs.
func measuring() bool { return os.Getenv("GRIDIRON_FRAMES") != "" }

// rendering is the processor time of all pages, in seconds.
func rendering(t *testing.T) (seconds float64) {
	t.Helper()
	all, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(browser.ctx, chromedp.FromContext(browser.ctx).Browser))
	if err != nil {
		t.Fatal(err)
	}
	for _, process := range all {
		if process.Type == "renderer" {
			seconds += process.CPUTime
		}
	}
	return seconds
}

// The page draws a hundred plies a second of Pelita's big layout at 60 frames a second with at most half a core.
func TestFrames(t *testing.T) {
	gametest.Long(t, "measures how fast the page draws")
	needsBrowser(t)
	dir := t.TempDir()
	command(t, dir, "pelita", "play", "random", "smart-random", "--seed", "5", "--quiet", "--layout", "big_000", "--record", "game.jsonl")
	command(t, dir, "pelita", "replay", "game.jsonl", "--html", "game.html")
	p := open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "game.html")), 1280, 800)
	p.wait(`window.gridiron?.record?.length > 1000`)
	eval[any](p, `new Promise((done) => setTimeout(done, 500))`) // the page has come to rest
	before := rendering(t)
	got := eval[map[string]float64](p, `(async () => {
		gridiron.go(0); gridiron.speed = 100; gridiron.play();
		let frames = 0; const t0 = performance.now(), end = Math.min(gridiron.end, 500);
		await new Promise((done) => { const f = () => { frames++; gridiron.playing && gridiron.at < end ? requestAnimationFrame(f) : done(); }; requestAnimationFrame(f); });
		const s = (performance.now() - t0) / 1000;
		return {seconds: s, frames: frames / s, plies: gridiron.at / s, at: gridiron.at};
	})()`)
	work := rendering(t) - before
	each := 1000 * work / got["at"]
	t.Logf("%s: %.0f plies in %.1f s: %.0f plies and %.0f frames a second, %.0f %% of a core in the page, %.1f ms of it a ply",
		load(), got["at"], got["seconds"], got["plies"], got["frames"], 100*work/got["seconds"], each)
	switch {
	case got["at"] < 400:
		t.Errorf("%v plies were drawn, want 500", got["at"])
	case measuring() && (got["frames"] < 55 || got["plies"] < 95 || work > .5*got["seconds"]):
		t.Error("want 60 frames and 100 plies a second with half a core")
	case each > 20:
		t.Errorf("a ply takes %.1f ms of processor time, want 5, on a busy machine at most 20", each)
	}
}

// load says how busy the machine is.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "load unknown"
	}
	return fmt.Sprintf("load %s on %d processors", strings.SplitN(string(text), " ", 2)[0], runtime.NumCPU())
}

// crowd lets n spectators watch a game until its end; the channel receives how many plies each of them saw.
func crowd(t *testing.T, address string, n int) (seen chan int) {
	t.Helper()
	seen = make(chan int, n)
	for range n {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := io.WriteString(conn, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReaderSize(conn, 1<<16)
		if _, err := lines.ReadSlice('\n'); err != nil { // it is let in
			t.Fatal(err)
		}
		go func() {
			plies := 0
			for {
				line, err := lines.ReadSlice('\n')
				switch text := strings.TrimSpace(string(line)); {
				case err != nil && err != bufio.ErrBufferFull, text == "event: end":
					seen <- plies
					return
				case text == "event: ply":
					plies++
				}
			}
		}()
	}
	return seen
}

// watched plays a game of Pelita between programs before a number of spectators and returns the processor time that it took.
func watched(t *testing.T, people int) time.Duration {
	t.Helper()
	record := filepath.Join(t.TempDir(), "game.jsonl")
	run := launch(t, "pelita", "play", talker(), talker(), "--seed", "3", "--layout", "normal_035", "--rounds", "60",
		"--budget", "3s", "--jail", "off", "--stepper", "--pace", "0", "--quiet", "--record", record, "--web-exit")
	seen := crowd(t, strings.TrimSuffix(strings.TrimPrefix(run.watch(), "http://"), "/"), people)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, run.watch()+"control", strings.NewReader(`{"do":"resume"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+run.token())
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	for range people {
		if plies := <-seen; plies < 200 || plies > 250 {
			t.Errorf("somebody saw %d plies of 240", plies)
		}
	}
	for range run.lines { // until it ends by itself
	}
	if err := run.command.Wait(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `"type":"result"`) || strings.Contains(string(text), `"fault":"late"`) {
		t.Errorf("the game of %d spectators has a late bot, or no end", people)
	}
	return run.command.ProcessState.UserTime() + run.command.ProcessState.SystemTime()
}

// Two hundred people watch a game of Pelita between programs: no program is late, and a ply costs less than 50 us a spectator.
func TestSpectators(t *testing.T) {
	const people, plies = 200, 240
	alone := watched(t, 0)
	each := (watched(t, people) - alone) / (people * plies)
	t.Logf("%s: a ply costs the server %v a spectator", load(), each)
	most := 200 * time.Microsecond
	if measuring() {
		most = 50 * time.Microsecond
	}
	if each > most {
		t.Errorf("a ply costs %v a spectator, want at most %v", each, most)
	}
}
