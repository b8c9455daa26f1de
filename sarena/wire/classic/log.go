package classic

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// logger writes lines as Python's logging does.
type logger struct {
	w       io.Writer
	verbose bool // all levels, not just warnings and errors
}

func (l *logger) line(level, format string, args ...any) {
	text := strings.Map(func(r rune) rune {
		if r == 0x1b || 0x7f <= r && r < 0xa0 { // a player's text must not control the terminal
			return '?'
		}
		return r
	}, fmt.Sprintf(format, args...))
	stamp := strings.Replace(time.Now().Format("2006-01-02 15:04:05.000"), ".", ",", 1)
	fmt.Fprintf(l.w, "%s -- %s: %s\n", stamp, level, text)
}

func (l *logger) debug(format string, args ...any) {
	if l.verbose {
		l.line("DEBUG", format, args...)
	}
}

func (l *logger) info(format string, args ...any) {
	if l.verbose {
		l.line("INFO", format, args...)
	}
}

func (l *logger) warning(format string, args ...any) { l.line("WARNING", format, args...) }
func (l *logger) error(format string, args ...any)   { l.line("ERROR", format, args...) }
