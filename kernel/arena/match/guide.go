package match

import (
	"fmt"
	"strconv"
	"strings"
)

// Lesson is a part of the text that explains a game.
type Lesson struct {
	Text  string    // Markdown: a paragraph, a list or a table, or what is to be seen on Board
	Board *Snapshot // nil: there is none
}

// Manual explains a game. It is Markdown, and the only place where a program has these texts.
type Manual struct {
	// HowTo are blocks with blank lines between them: first what the game is about, in one sentence. A block {R5} is that rule. A
	// block between ```board TEXT and ``` is a position to look at: a layout, and after a line --- the moves that are then played.
	HowTo string
	Rules string // RULES.md
}

// Goal says in one sentence what the game is about.
func (m Manual) Goal() string {
	goal, _, _ := strings.Cut(m.HowTo, "\n\n")
	return joined(goal)
}

// Rule returns the rules with the given numbers, such as R5, as Markdown; all of them if there are no numbers. The error names
// the first one that does not exist.
func (m Manual) Rule(numbers ...string) (string, error) {
	text, _, _ := strings.Cut(m.Rules, "\n## ")
	rules, order := map[string]string{}, []string{}
	for _, rule := range strings.Split("\n"+text, "\n**R")[1:] {
		digits, _, _ := strings.Cut(rule, " ")
		rules["R"+digits], order = "**R"+strings.TrimSpace(rule), append(order, "R"+digits)
	}
	if len(numbers) == 0 {
		numbers = order
	}
	var list []string
	for _, number := range numbers {
		rule, ok := rules[strings.ToUpper(number)]
		if !ok {
			return "", fmt.Errorf("rule %.20q: want one of R1 to R%d", number, len(order))
		}
		list = append(list, rule)
	}
	return strings.Join(list, "\n\n"), nil
}

// Lessons returns how the game is played, beginning with the goal.
func (b *Bound) Lessons() (lessons []Lesson, err error) {
	for block := range strings.SplitSeq(strings.TrimSpace(b.Manual.HowTo), "\n\n") {
		lesson := Lesson{Text: block}
		if number, ok := strings.CutPrefix(block, "{"); ok {
			lesson.Text, err = b.Manual.Rule(strings.TrimSuffix(number, "}"))
		} else if fenced, ok := strings.CutPrefix(block, "```board "); ok {
			var layout string
			lesson.Text, layout, _ = strings.Cut(strings.TrimSuffix(fenced, "\n```"), "\n")
			layout, moves, _ := strings.Cut(layout, "\n---\n")
			lesson.Board, err = b.Position(Setup{Start: layout, Seed: "0"}, strings.Fields(moves))
		}
		if err != nil {
			return nil, fmt.Errorf("how to play: %.40q: %w", block, err)
		}
		lessons = append(lessons, lesson)
	}
	return lessons, nil
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
			if line = joined(line); len(lines) == 0 || isItem(line) {
				lines = append(lines, line)
			} else {
				lines[len(lines)-1] += " " + line
			}
		}
		for i := range lines {
			lines[i] = broken(lines[i], columns)
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

func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// broken breaks a line; those that follow the first of a list's item are indented.
func broken(line string, columns int) string {
	indent := ""
	if isItem(line) {
		indent = "  "
	}
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(line) {
		n := len([]rune(word))
		if i > 0 && width+1+n > columns {
			b.WriteString("\n" + indent)
			width = len(indent)
		} else if i > 0 {
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}
