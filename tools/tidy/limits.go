package tidy

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"strings"
	"unicode/utf8"
)

// checkLimits finds files, functions and lines that are too long. What is listed may be as long as the list says, but neither
// longer nor more than a tenth shorter.
func checkLimits(h *house, listed map[string]int) (c complaints) {
	over := map[string]int{}
	check := func(f *file, line int, what string, size, limit int, advice string) {
		key := f.path + " " + what
		if size > limit {
			over[key] = size
		}
		if most := max(limit, listed[key]); size > most {
			c.add(f.path, line, "%s: %d, the limit is %d; %s", what, size, most, advice)
		}
	}
	for _, f := range h.code {
		if f.isTest() { // tables of tests have long rows and many
			continue
		}
		check(f, 1, "lines", len(f.lines), maxFile, "split the file by topic")
		if wide := f.wide(); len(wide) > 0 {
			check(f, wide[0], "wide lines", len(wide), 0, "break those that are wider than a page: "+fmt.Sprint(wide))
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				size := f.set.Position(fn.End()).Line - f.line(fn) + 1
				check(f, f.line(fn), nameOf(fn), size, maxFunction, "give a part of it a name of its own")
			}
		}
	}
	for _, key := range sorted(listed) {
		if was, is := listed[key], over[key]; is == 0 {
			c.add(tables, 1, "ratchet: %q is within the limit; drop the entry", key)
		} else if 10*is < 9*was {
			c.add(tables, 1, "ratchet: %q has shrunk from %d to %d; lower the number", key, was, is)
		}
	}
	return c
}

// literal matches a string on one line: a text for users may have any length.
var literal = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// wide returns the numbers of the lines that are too wide even without the texts in them.
func (f *file) wide() (numbers []int) {
	for i, line := range f.lines {
		line = literal.ReplaceAllString(line, `""`)
		if utf8.RuneCountInString(line)+3*strings.Count(line, "\t") > maxWidth {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// nameOf returns the name of a function, that of a method with its receiver's type: Canvas.Write.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	receiver, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*"), "[")
	return receiver + "." + fn.Name.Name
}
