package tidy

import (
	"go/ast"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// block is a fenced block of a Markdown file.
type block struct {
	path string
	line int    // of its first line
	tag  string // sh
	text string
}

var fence = regexp.MustCompile("^ *(```+|~~~+) *([a-zA-Z]*)")

// markdown separates a file into its blocks and the rest, where lines of blocks are empty.
func (f *file) markdown() (blocks []block, prose []string) {
	prose = make([]string, len(f.lines))
	end := "" // the mark that ends the block we are in
	for i, line := range f.lines {
		switch m := fence.FindStringSubmatch(line); {
		case end == "" && m != nil:
			end = m[1]
			blocks = append(blocks, block{path: f.path, line: i + 2, tag: m[2]})
		case end == "":
			prose[i] = line
		case m != nil && m[1] == end:
			end = ""
		default:
			blocks[len(blocks)-1].text += line + "\n"
		}
	}
	return blocks, prose
}

// commands returns the blocks of commands that readers are told to type.
func commands(h *house) (list []block) {
	for _, f := range h.docs {
		if slices.Contains(manuals, path.Base(f.path)) {
			blocks, _ := f.markdown()
			list = append(list, slices.DeleteFunc(blocks, func(b block) bool { return b.tag != "sh" })...)
		}
	}
	return list
}

// recursive finds the command because of which a block is not run.
var recursive = regexp.MustCompile(`(?m)(?:^|[;&|]) *(?:\w+=\S* )*(` + notRun + `)(?:\s|$)`)

var (
	codeSpan = regexp.MustCompile("`[^`]*`")
	quoted   = regexp.MustCompile(`"[^"]*"|“[^”]*”`)
	linked   = regexp.MustCompile(`\]\(([^)\s]+)|^ *\[[^\]]+\]: +(\S+)`)
	remote   = regexp.MustCompile(`^[a-z]+:`)
	heading  = regexp.MustCompile(`^#+ +(.*?)[ #]*$`)
)

// checkLinks finds links to files and headings that do not exist.
func checkLinks(h *house) (c complaints) {
	for _, f := range h.docs {
		_, prose := f.markdown()
		for i, line := range prose {
			for _, m := range linked.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, "`"), -1) {
				target := m[1] + m[2]
				if remote.MatchString(target) {
					continue
				}
				name, anchor, _ := strings.Cut(target, "#")
				file := f
				if name != "" {
					name = path.Join(path.Dir(f.path), name)
					file = h.doc(name)
					if _, err := fs.Stat(h.root, name); err != nil {
						c.add(f.path, i+1, "link to %s: %s does not exist; write it or correct the link", target, name)
					}
				}
				if anchor != "" && file != nil && !slices.Contains(file.anchors(), anchor) {
					c.add(f.path, i+1, "link to %s: %s has no such heading; it has %v", target, file.path, file.anchors())
				}
			}
		}
	}
	return c
}

// anchors returns what the headings of a Markdown file are called in links.
func (f *file) anchors() (list []string) {
	times := map[string]int{}
	_, prose := f.markdown()
	for _, line := range prose {
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		if times[anchor]++; times[anchor] > 1 {
			anchor += "-" + strconv.Itoa(times[anchor]-1)
		}
		list = append(list, anchor)
	}
	return list
}

var (
	ruleHead = regexp.MustCompile(`^ *(?:#+ |[-*+] |\| ?|\d+[.)] )? *\**([RD]\d+)\b`)
	// A number beside a slash is part of a position text, and D7 alone is a square.
	ruleUse = regexp.MustCompile(`(?:^|[^\w/])(R\d+)(?:[^\w/]|$)|(?:\(|deviation )(D\d+)(?:[^\w/]|$)`)
	listed  = regexp.MustCompile(`"(D\d+)"`) // in tools/conform
)

// checkRuleNumbers finds rules that no test names, and numbers in the code that RULES.md lacks.
func checkRuleNumbers(h *house) (c complaints) {
	for _, game := range h.games {
		name := path.Join(game, "RULES.md")
		rules := h.doc(name)
		if rules == nil {
			c.add(name, 1, "missing; number the rules of the game there: R1, R2, ...; D1, ... for deviations")
			continue
		}
		numbers := map[string]int{} // lines
		_, prose := rules.markdown()
		for i, line := range prose {
			if m := ruleHead.FindStringSubmatch(line); m != nil && numbers[m[1]] == 0 {
				numbers[m[1]] = i + 1
			}
		}
		tests := ""
		for _, f := range h.code {
			use := ruleUse
			if strings.HasPrefix(f.path, "tools/conform/"+game) {
				use = listed
			} else if module, _ := room(f.dir()); module != game {
				continue
			} else if f.isTest() {
				tests += strings.Join(f.lines, "\n") + "\n"
			}
			for i, line := range f.lines {
				for _, m := range use.FindAllStringSubmatch(line, -1) {
					if number := strings.Join(m[1:], ""); numbers[number] == 0 {
						c.add(f.path, i+1, "%s is not in %s; correct the number or add the rule", number, name)
					}
				}
			}
		}
		for _, number := range sorted(numbers) {
			named := regexp.MustCompile(`(?:^|[^\w/]|Test|_)` + number + `(?:[^a-z0-9/]|$)`)
			if number[0] == 'R' && !named.MatchString(tests) {
				c.add(name, numbers[number], "no test of %s names %s; put it into the name of its test", game, number)
			}
		}
	}
	return c
}

// checkSections finds documents of games that lack a section that all games have, or have it at another place, and sections of
// README.md that other games do not have.
func checkSections(h *house) (c complaints) {
	for _, game := range h.games {
		for _, name := range sorted(sections) {
			f := h.doc(path.Join(game, name))
			if f == nil {
				c.add(path.Join(game, name), 1, "missing; every game has it")
				continue
			}
			_, prose := f.markdown()
			at := 0
			for _, section := range sections[name] {
				i := slices.Index(prose[at:], "## "+section)
				if i < 0 {
					c.add(f.path, at+1, "no heading \"## %s\" below this line; all games have it there", section)
					continue
				}
				at += i + 1
			}
			for i, line := range prose {
				section, ok := strings.CutPrefix(line, "## ")
				if ok && name == "README.md" && !slices.Contains(sections[name], section) {
					c.add(f.path, i+1, "heading %q: want one of %q, as in all games", line, sections[name])
				}
			}
		}
	}
	return c
}

// checkLengths finds documents that are too long.
func checkLengths(h *house) (c complaints) {
	for _, f := range h.docs {
		for pattern, most := range longest {
			if match, _ := path.Match(pattern, f.path); match && len(f.lines) > most {
				c.add(f.path, most+1, "%d lines, at most %d; what few need belongs elsewhere", len(f.lines), most)
			}
		}
	}
	return c
}

// checkGlossary finds words for which the project has another word, in documents (outside of quotes and code) and in exported
// identifiers.
func checkGlossary(h *house) (c complaints) {
	look := func(file string, line int, text string) {
		for _, entry := range glossary {
			if entry.in != "" && within(file, entry.in) {
				continue
			}
			for _, word := range regexp.MustCompile(`(?i)\b(?:`+entry.not+`)\b`).FindAllString(text, -1) {
				c.add(file, line, "%q; here the word is %s", word, entry.but)
			}
		}
	}
	for _, f := range h.docs {
		_, prose := f.markdown()
		for i, line := range prose {
			look(f.path, i+1, quoted.ReplaceAllString(codeSpan.ReplaceAllString(line, ""), ""))
		}
	}
	for _, f := range h.code {
		for n := range ast.Preorder(f.syntax) {
			var names []*ast.Ident
			switch n := n.(type) {
			case *ast.FuncDecl:
				names = []*ast.Ident{n.Name}
			case *ast.TypeSpec:
				names = []*ast.Ident{n.Name}
			case *ast.ValueSpec:
				names = n.Names
			case *ast.Field:
				names = n.Names
			}
			for _, name := range names {
				if name.IsExported() && !f.isTest() {
					look(f.path, f.line(name), words(name.Name))
				}
			}
		}
	}
	return c
}
