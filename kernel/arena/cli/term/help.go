package term

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// helpColumns is the width of help texts.
const helpColumns = 80

// Help returns a writer that lays help texts out for a window of helpColumns: lines that are too wide are continued on the next
// line, under the column where the description begins. Names of environment variables and defaults of switches are left out.
func Help(to io.Writer) io.Writer { return &help{to: to} }

type help struct {
	to   io.Writer
	rest []byte // an unfinished line
}

// noise matches the parts of help texts that are left out.
var noise = regexp.MustCompile(` \(default: false\)| \[\$[A-Z0-9_, $]+\]`)

func (h *help) Write(b []byte) (int, error) {
	h.rest = append(h.rest, b...)
	for {
		line, rest, found := bytes.Cut(h.rest, []byte("\n"))
		if !found {
			return len(b), nil
		}
		h.rest = rest
		if _, err := io.WriteString(h.to, wrap(noise.ReplaceAllString(string(line), ""))); err != nil {
			return len(b), err
		}
	}
}

// column finds where the description begins in a line such as "   --seed NUMBER  what it is".
var column = regexp.MustCompile(`^ +\S.*?  +`)

// wrap returns a line as lines of at most helpColumns, the last column left free.
func wrap(line string) string {
	if utf8.RuneCountInString(line) < helpColumns {
		return line + "\n"
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if head := column.FindString(line); head != "" && len(head) <= helpColumns/2 {
		indent = len(head)
	}
	var b strings.Builder
	b.WriteString(line[:indent])
	at := indent
	for i, word := range strings.Fields(line[indent:]) {
		width := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+width < helpColumns:
			b.WriteByte(' ')
			at++
		default:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		}
		b.WriteString(word)
		at += width
	}
	return b.String() + "\n"
}
