package webtest

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

var browser struct {
	ctx  context.Context
	quit context.CancelFunc
	why  string // why there is none; "": there is one
}

// folder is where tests put the programs that they build; TestMain makes and removes it.
var folder string

// TestMain starts one browser for all tests. They share it, each in tabs of its own.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "talker" {
		talk()
		return
	}
	flag.Parse()
	os.Exit(func() int {
		defer start()()
		var err error
		if folder, err = os.MkdirTemp("", "webtest"); err != nil {
			fmt.Println(err)
			return 1
		}
		defer os.RemoveAll(folder)
		return m.Run()
	}())
}

func start() (stop func()) {
	if testing.Short() {
		return func() {} // see needsBrowser
	}
	var file string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil && file == "" {
			file = found
		}
	}
	if file == "" {
		browser.why = "no chromium here: the pages are not tested in a browser"
		return func() {}
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(file), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true), chromedp.Flag("no-pings", true), chromedp.Flag("force-color-profile", "srgb"),
	)
	allocator, free := chromedp.NewExecAllocator(context.Background(), options...)
	quiet := func(string, ...any) {} // it does not know all events of newer browsers
	ctx, quit := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet))
	if err := chromedp.Run(ctx); err != nil {
		browser.why = fmt.Sprintf("chromium does not start: %v", err)
	}
	browser.ctx = ctx
	return func() { quit(); free() }
}

// tab is a page in the browser. Errors on its console fail the test.
type tab struct {
	*testing.T
	ctx context.Context

	mu      sync.Mutex
	outside []string // requests to others
	allow   string   // a word of console errors that are expected
	origin  string
}

// usual are the tests in a browser that are not left to the long ones.
var usual = []string{"TestPlayByClicks", "TestReplayFile", "TestAccessible"}

// needsBrowser skips a test where there is no browser. With GRIDIRON_BROWSER=required, it fails.
func needsBrowser(t *testing.T) {
	t.Helper()
	if name, _, _ := strings.Cut(t.Name(), "/"); testing.Short() || !slices.Contains(usual, name) {
		gametest.Long(t, "is one of many tests in a browser")
	}
	if browser.why != "" {
		if os.Getenv("GRIDIRON_BROWSER") == "required" {
			t.Fatal(browser.why)
		}
		t.Skip(browser.why)
	}
}

// open opens a page of a given size.
func open(t *testing.T, url string, width, height int, options ...func(*tab)) *tab {
	t.Helper()
	needsBrowser(t)
	ctx, closeTab := chromedp.NewContext(browser.ctx, chromedp.WithTargetID(window(t)))
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(func() { cancel(); closeTab() })
	p := &tab{T: t, ctx: ctx, origin: url[:strings.LastIndexByte(strings.SplitN(url, "#", 2)[0], '/')+1]}
	for _, o := range options {
		o(p)
	}
	chromedp.ListenTarget(ctx, p.hear)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, line := range p.outside {
			t.Error(line)
		}
	})
	p.run(log.Enable(), network.Enable(), emulation.SetDeviceMetricsOverride(int64(width), int64(height), 1, width < 500),
		chromedp.Navigate(url))
	return p
}

// window opens a window of its own with a storage of its own: a page in the background is not drawn.
func window(t *testing.T) target.ID {
	t.Helper()
	ctx := cdp.WithExecutor(browser.ctx, chromedp.FromContext(browser.ctx).Browser)
	own, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(own).WithNewWindow(true).Do(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// expects says which errors on the console are right in a test.
func expects(word string) func(*tab) { return func(p *tab) { p.allow = word } }

// colours makes the system's colours light or dark.
func (p *tab) colours(theme string) {
	p.Helper()
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
}

func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	wrong := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		wrong = "exception: " + e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			for _, a := range e.Args {
				wrong += "console: " + string(a.Value)
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			wrong = "log: " + e.Entry.Text + " " + e.Entry.URL
		}
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, p.origin) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "about:") {
			wrong = "request of " + url
		}
	case *page.EventJavascriptDialogOpening:
		go chromedp.Run(p.ctx, page.HandleJavaScriptDialog(true))
		if e.Type == page.DialogTypeAlert {
			wrong = "an alert: " + e.Message
		}
	}
	if wrong != "" && (p.allow == "" || !strings.Contains(wrong, p.allow)) {
		p.outside = append(p.outside, wrong)
	}
}

func (p *tab) run(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// wait waits until an expression is true, also across a navigation. It asks less and less often, because each question costs the
// browser some milliseconds.
func (p *tab) wait(expression string) {
	p.Helper()
	var why any
	pause := 10 * time.Millisecond
	for end := time.Now().Add(time.Minute); time.Now().Before(end); pause = min(pause*5/4, 100*time.Millisecond) {
		time.Sleep(pause)
		yes := false
		err := chromedp.Run(p.ctx, chromedp.Evaluate("Boolean("+expression+")", &yes))
		if why = err; yes {
			return
		}
	}
	var state any
	if err := chromedp.Run(p.ctx, chromedp.Evaluate(`document.body.innerText.slice(0, 600)`, &state)); err != nil {
		state = err
	}
	p.Fatalf("%s: never, %v; the page says\n%v", expression, why, state)
}

// eval returns the value of an expression, asynchronous or not.
func eval[V any](p *tab, expression string) (v V) {
	p.Helper()
	p.run(chromedp.Evaluate(expression, &v, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	return v
}

// click clicks in the middle of a cell of the board.
func (p *tab) click(cell int) {
	p.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		const b = gridiron.board, [x, y] = b.mid(%d), q = new DOMPoint(x, y).matrixTransform(b.svg.getScreenCTM());
		return [q.x, q.y];
	})()`, cell))
	p.run(chromedp.MouseClickXY(at[0], at[1]))
}

// keys presses keys, as kb of chromedp names them.
func (p *tab) keys(keys string, options ...chromedp.KeyOption) {
	p.Helper()
	p.run(chromedp.KeyEvent(keys, options...))
}

// picture writes a screenshot to the folder GRIDIRON_PICTURES, if there is one.
func (p *tab) picture(name string) {
	p.Helper()
	dir := os.Getenv("GRIDIRON_PICTURES")
	if dir == "" {
		return
	}
	var image []byte
	p.run(chromedp.Sleep(300 * time.Millisecond))
	if err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot(&image)); err != nil { // a busy machine draws too late: once more
		p.run(chromedp.CaptureScreenshot(&image))
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), image, 0o666); err != nil {
		p.Fatal(err)
	}
}

// serve serves games on a free port and returns the address of the page. play is called in a goroutine of its own.
func serve(t *testing.T, o web.Options, play func(ctx context.Context, s *web.Server) error) (s *web.Server, address net.Addr) {
	t.Helper()
	listener, err := web.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s = web.NewServer(o)
	var group sync.WaitGroup
	group.Go(func() {
		if err := s.Serve(ctx, listener); err != nil {
			t.Error(err)
		}
	})
	group.Go(func() {
		if err := play(ctx, s); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { cancel(); group.Wait() })
	return s, listener.Addr()
}
