package proc

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall/js"
	"time"
)

// In a browser a program is a worker of the page. The global function gridiron.spawn(words, env, out, err, exit) starts one and
// returns {write(bytes), end(), kill()}: out and err get bytes, exit gets how it ended, such as "exit status 0". What follows it has
// no processes, jails and descriptors, so that of the options only Env and Stderr count.

// maxUnread is how many bytes of a stream may wait to be read: nothing can make a worker wait.
const maxUnread = 16 << 20

// pipe is a stream of a program: its input, which passes on what is written, or one that keeps what has come until it is read.
type pipe struct {
	program js.Value // of an input

	mu   sync.Mutex
	some *sync.Cond
	text []byte
	over bool
}

func newPipe() *pipe {
	p := &pipe{}
	p.some = sync.NewCond(&p.mu)
	return p
}

// put appends what has come; false if it is too much.
func (p *pipe) put(text []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.some.Broadcast()
	if p.over {
		return true
	}
	p.text = append(p.text, text...)
	return len(p.text) <= maxUnread
}

// Write sends bytes to the program.
func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return 0, os.ErrClosed
	}
	bytes := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(bytes, b)
	p.program.Call("write", bytes)
	return len(b), nil
}

// Close ends the stream: what has come can still be read.
func (p *pipe) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over && p.program.Truthy() {
		p.program.Call("end")
	}
	p.over = true
	p.some.Broadcast()
	return nil
}

// Deadlines are not needed: a write never waits, and the end of a program ends its streams.

func (p *pipe) SetReadDeadline(time.Time) error  { return nil }
func (p *pipe) SetWriteDeadline(time.Time) error { return nil }

// take reads the available bytes, or waits for some, and passes them to keep while it holds mu.
func take(from *pipe, mu *sync.Mutex, buffer []byte, keep func([]byte)) (n int, err error) {
	from.mu.Lock()
	for len(from.text) == 0 && !from.over {
		from.some.Wait()
	}
	from.mu.Unlock()
	mu.Lock()
	defer mu.Unlock()
	from.mu.Lock()
	defer from.mu.Unlock()
	if len(from.text) == 0 {
		return 0, io.EOF
	}
	n = copy(buffer, from.text)
	from.text = from.text[n:]
	keep(buffer[:n])
	return n, nil
}

// pending returns how many bytes are waiting to be read.
func pending(p *pipe) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.text)
}

// Cores returns nil: processors cannot be chosen.
func Cores() []int { return nil }

// worker is a program in a browser.
type worker struct {
	program js.Value
	streams [2]*pipe
	calls   []js.Func
	once    sync.Once
	over    chan struct{}
	status  string
}

func (p *Program) start(words []string, o *Options) error {
	page := js.Global().Get("gridiron")
	if page.IsUndefined() {
		return errors.New("this page starts no programs")
	}
	w := &worker{streams: [2]*pipe{newPipe(), newPipe()}, over: make(chan struct{})}
	for _, to := range w.streams {
		w.calls = append(w.calls, js.FuncOf(func(_ js.Value, args []js.Value) any {
			text := make([]byte, args[0].Length())
			js.CopyBytesToGo(text, args[0])
			if !to.put(text) {
				w.end("it wrote more than is read")
			}
			return nil
		}))
	}
	w.calls = append(w.calls, js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.end(args[0].String())
		return nil
	}))
	w.program = page.Call("spawn", list(words), list(o.Env), w.calls[0], w.calls[1], w.calls[2])
	p.child, p.level, p.stdout.from, p.stderr.from = w, none, w.streams[0], w.streams[1]
	p.stdin = newPipe()
	p.stdin.program = w.program
	return nil
}

func list(texts []string) (all []any) {
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}

func (w *worker) end(status string) {
	w.once.Do(func() {
		w.program.Call("kill")
		w.status = status
		for _, s := range w.streams {
			s.Close()
		}
		close(w.over)
		go func() { // not within one of them
			for _, call := range w.calls {
				call.Release()
			}
		}()
	})
}

func (w *worker) Wait() { <-w.over }

func (w *worker) Status() string { <-w.over; return w.status }

func (w *worker) End() error { w.end("signal: killed"); return nil }
