package match

import (
	"fmt"
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
