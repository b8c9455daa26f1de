// Package term is the front for people at a terminal: what they type, the keys they press, the frames they see, and for how long.
// It is the only package that knows keys and escape codes.
package term

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/gridiron-games/gridiron/kernel/ascii"
)

// Terminal is standard input, output and error of a program. They need not be a terminal.
type Terminal struct {
	Out, Err io.Writer
	Plain    bool // no colours, even on a terminal

	in     *input
	warned bool // that the window is too small
}

// New returns the terminal of a program.
func New(in io.Reader, out, errw io.Writer) *Terminal {
	if _, ok := errw.(*os.File); !ok {
		errw = &Kept{To: errw} // output of programs comes from other goroutines
	}
	return &Terminal{Out: out, Err: errw, in: &input{from: in, turn: make(chan struct{}, 1)}}
}

// Kept passes on what several goroutines write, and keeps the first error, which most of those who write lines ignore.
type Kept struct {
	To io.Writer

	mu  sync.Mutex
	err error
}

func (k *Kept) Write(b []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, err := k.To.Write(b)
	if k.err == nil {
		k.err = err
	}
	return n, err
}

// Err returns the first error, nil if there was none.
func (k *Kept) Err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// Close drops typed input that has not been read, if any was read at all: it was meant for this program, not for the shell.
func (t *Terminal) Close() {
	if f := t.in.terminal(); f != nil && t.in.used.Load() {
		flush(f)
	}
}

// Input returns standard input, for callers that read all of it.
func (t *Terminal) Input() io.Reader { return t.in.from }

// Line waits for a line of standard input and returns it without its end; at the end of the input the error is io.EOF.
func (t *Terminal) Line(ctx context.Context) (string, error) { return t.in.ask(ctx, false) }

// Key waits for a key on a terminal and returns it: a letter, or one of the constants such as Up. If standard input is not a
// terminal, it returns a line.
func (t *Terminal) Key(ctx context.Context) (string, error) { return t.in.ask(ctx, t.HasKeys()) }

// HasKeys reports whether standard input is a terminal.
func (t *Terminal) HasKeys() bool { return t.in.terminal() != nil }

// Live reports whether standard output is a terminal, on which frames are redrawn in place.
func (t *Terminal) Live() bool { return IsTerminal(t.Out) }

// Interactive reports whether both standard input and output are terminals.
func (t *Terminal) Interactive() bool { return t.HasKeys() && t.Live() }

// Colour reports whether a writer, standard output or error, shows colours.
func (t *Terminal) Colour(w io.Writer) bool {
	return IsTerminal(w) && !t.Plain && os.Getenv("NO_COLOR") == ""
}

// IsTerminal reports whether a writer is a terminal that supports more than plain lines.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// size returns the columns and lines of standard output, 80 and 24 if it does not say.
func (t *Terminal) size() (columns, lines int) {
	if f, ok := t.Out.(*os.File); ok {
		if columns, lines, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 && lines > 0 {
			return columns, lines
		}
	}
	return 80, 24
}

// Fit returns the first of texts, the longest first, that fits into a line of the window with the cursor behind it.
func (t *Terminal) Fit(texts ...string) string {
	columns, _ := t.size()
	for _, text := range texts {
		if utf8.RuneCountInString(text) < columns {
			return text
		}
	}
	return ""
}

// tooSmall returns a message with the window that a drawing needs, with a line for keys below it; "" if the window is large
// enough.
func tooSmall(c *ascii.Canvas, columns, lines int) string {
	if c.Width() <= columns && c.Height() < lines {
		return ""
	}
	return fmt.Sprintf("This window has %d columns and %d lines; the game needs %d and %d.",
		columns, lines, max(columns, c.Width()), max(lines, c.Height()+1))
}

// warnStands is how long the message that the window is too small stays.
const warnStands = 2 * time.Second

// warn says once that the window is too small.
func (t *Terminal) warn(c *ascii.Canvas) {
	columns, lines := t.size()
	if text := tooSmall(c, columns, lines); text != "" && !t.warned {
		t.warned = true
		fmt.Fprintln(t.Out, text)
		time.Sleep(warnStands)
		t.Clear()
	}
}

// codes are the escape codes of the styles.
var codes = [...]string{
	ascii.Plain: "", ascii.Dim: "2", ascii.Bold: "1", ascii.Changed: "33", ascii.Marked: "7",
	ascii.Red: "1;31", ascii.Blue: "1;34", ascii.Yellow: "1;33", ascii.Green: "32",
	ascii.DimRed: "31", ascii.DimBlue: "34", ascii.DimYellow: "33", ascii.BrightRed: "91", ascii.BrightBlue: "94",
}

// Look returns the escape code that makes the following text appear in a style.
func Look(s ascii.Style) string {
	if codes[s] == "" {
		return "\x1b[0m"
	}
	return "\x1b[0;" + codes[s] + "m"
}

// Styled returns text in a style, for a terminal with colours.
func Styled(text string, s ascii.Style) string {
	return "\x1b[" + codes[s] + "m" + text + Look(ascii.Plain)
}

// Draw writes what draw draws to standard output.
func (t *Terminal) Draw(draw func(*ascii.Canvas)) error { return t.DrawTo(t.Out, draw) }

// DrawTo writes what draw draws to a writer, standard output or error.
func (t *Terminal) DrawTo(w io.Writer, draw func(*ascii.Canvas)) error {
	c := ascii.Canvas{Live: IsTerminal(w)}
	draw(&c)
	if c.Live && w == t.Out {
		t.warn(&c)
		io.WriteString(w, wrapOff) // too long lines are cut off: a board with wrapped rows cannot be read
		defer io.WriteString(w, wrapOn)
	}
	if t.Colour(w) {
		return c.Write(w, Look)
	}
	return c.Write(w, nil)
}

// Whether a terminal continues a line that is too wide on the next one.
const wrapOff, wrapOn = "\x1b[?7l", "\x1b[?7h"

// Clear makes a terminal empty; elsewhere it does nothing.
func (t *Terminal) Clear() error {
	if !t.Live() {
		return nil
	}
	_, err := io.WriteString(t.Out, "\x1b[H\x1b[2J")
	return err
}

// Rewrite makes the next output replace the line at the cursor of a terminal.
const Rewrite = "\r\x1b[K"

// Frame shows what draw draws: in place on a terminal, with a last line below it, and elsewhere under what was shown before.
func (t *Terminal) Frame(draw func(*ascii.Canvas), last string) error {
	if err := t.Clear(); err != nil {
		return err
	}
	if err := t.Draw(draw); err != nil {
		return err
	}
	if !t.Live() {
		_, err := fmt.Fprintln(t.Out)
		return err
	}
	_, err := io.WriteString(t.Out, last) // without a line feed, which would push the first line out of the window
	return err
}
