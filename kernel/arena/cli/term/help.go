package term

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// helpColumns is the width of help texts.
const helpColumns = 80

// Help returns a writer that lays help texts out for a window of helpColumns. Lines that are too wide are continued on the next
// line, under the column where the description begins; if that column is too far to the right, descriptions stand below their
// flags. The lines of a paragraph under USAGE are joined first. Names of environment variables and defaults of switches are left
// out.
func Help(to io.Writer) io.Writer { return &help{to: to} }

type help struct {
	to        io.Writer
	rest      []byte // an unfinished line
	section   string // the heading of the part that is being written, such as "USAGE:"
	program   string // the first word under NAME
	paragraph string // the lines of a paragraph under USAGE, joined; it is written when its end is known
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
		if _, err := io.WriteString(h.to, h.line(noise.ReplaceAllString(string(line), ""))); err != nil {
			return len(b), err
		}
	}
}

// line returns the text that can be written now that a line has been read.
func (h *help) line(line string) string {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
	case line[0] != ' ':
		h.section = line
	case h.section == "NAME:" && h.program == "":
		h.program = words[0]
	}
	prose := h.section == "USAGE:" && strings.HasPrefix(line, "   ") && !strings.HasPrefix(line, "    ") && words[0] != h.program
	if prose && h.paragraph != "" {
		h.paragraph += " " + strings.TrimSpace(line)
		return ""
	}
	before := h.paragraph
	if h.paragraph = ""; before != "" {
		before = wrap(before)
	}
	if prose {
		h.paragraph = line
		return before
	}
	return before + wrap(line)
}

// column finds where the description begins in a line such as "   --seed NUMBER  what it is".
var column = regexp.MustCompile(`^ +\S.*?  +`)

// wrap returns a line as lines of at most helpColumns, the last column left free.
func wrap(line string) string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	head := column.FindString(line)
	if len(head) > helpColumns/2 && line[indent] == '-' {
		return strings.TrimRight(head, " ") + "\n" + wrap(strings.Repeat(" ", 2*indent+2)+line[len(head):])
	}
	if utf8.RuneCountInString(line) < helpColumns {
		return line + "\n"
	}
	if head != "" && len(head) <= helpColumns/2 {
		indent = len(head)
	}
	return line[:indent] + fill(line[indent:], indent, helpColumns-1, indent) + "\n"
}

// fill breaks text, which begins in a column, into lines of at most columns; those after the first are indented.
func fill(text string, at, columns, indent int) string {
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+width <= columns:
			b.WriteByte(' ')
			at++
		default:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		}
		b.WriteString(word)
		at += width
	}
	return b.String()
}

// Plain returns Markdown as text for a terminal of some columns: paragraphs and lists are broken anew, tables and code stay.
func Plain(markdown string, columns int) string {
	var blocks []string
	for block := range strings.SplitSeq(markdown, "\n\n") {
		block = strings.ReplaceAll(block, "**", "")
		if strings.HasPrefix(block, "|") {
			blocks = append(blocks, block)
			continue
		}
		var lines []string
		for line := range strings.Lines(block) {
			if line = strings.Join(strings.Fields(line), " "); len(lines) == 0 || isItem(line) {
				lines = append(lines, line)
			} else {
				lines[len(lines)-1] += " " + line
			}
		}
		for i, line := range lines {
			indent := 0
			if isItem(line) {
				indent = 2
			}
			lines[i] = fill(line, 0, columns, indent)
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	return strings.Join(blocks, "\n\n")
}

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool {
	mark, _, _ := strings.Cut(line, " ")
	_, err := strconv.Atoi(strings.TrimSuffix(mark, "."))
	return mark == "-" || err == nil && strings.HasSuffix(mark, ".")
}
