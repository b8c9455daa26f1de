// Package protocol checks that PROTOCOL.md and the programs agree: each name on that page has an assertion here, and each
// assertion is about a name on that page. It is a test, and has no code besides it.
package protocol_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// names are what PROTOCOL.md names: keys by kind and path, such as "> start.clock_ms", and words in prose and tables.
type names struct {
	keys, words map[string]bool
	quoted      map[string]bool // all that stands in backticks
}

var (
	fence = regexp.MustCompile("(?ms)^```text\n(.*?)^```$")
	span  = regexp.MustCompile("`([^`]+)`")
	word  = regexp.MustCompile(`^([a-z][a-z_-]+|[A-Z][a-z]+|[0-4])$`)
)

// sections are the parts of the page whose words in backticks are names of the protocol. In the others they are examples and
// flags; views are tested by the wire packages of the games.
var sections = []string{"A bot in any language", "What `play` prints", "Records", "Tournaments", "Workers"}

func read(t *testing.T) *names {
	t.Helper()
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(checkout.Tracked(root), "PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	n := &names{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, part := range regexp.MustCompile(`(?m)^##+ `).Split(string(text), -1) {
		title, body, _ := strings.Cut(part, "\n")
		for _, m := range fence.FindAllStringSubmatch(body, -1) {
			for line := range strings.Lines(m[1]) {
				if title != "The games" {
					n.add(line)
				}
			}
		}
		for _, m := range span.FindAllStringSubmatch(fence.ReplaceAllString(body, ""), -1) {
			n.quoted[m[1]] = true
			if title != "The games" {
				n.add(m[1])
			}
			if slices.Contains(sections, title) && word.MatchString(m[1]) && m[1] != "null" {
				n.words[m[1]] = true
			}
		}
	}
	return n
}

var token = regexp.MustCompile(`"(?:[^"\\]|\\.)*"\s*:?|[{}]`)

// add notes the keys of an example, which may leave things out with "...". Its kind is its type, after ">" or "<" where these
// say who writes.
func (n *names) add(example string) {
	example = strings.TrimSpace(example)
	prefix, body := "", example
	if len(example) > 2 && (example[0] == '>' || example[0] == '<') {
		prefix, body = example[:2], example[2:]
	}
	if !strings.HasPrefix(body, `{"`) {
		return
	}
	kind := "fault" // the only object without a type that is not a job
	if m := regexp.MustCompile(`^{"type":"(\w+)"`).FindStringSubmatch(body); m != nil {
		kind = m[1]
	} else if prefix != "" {
		kind = "job"
	}
	path := []string{prefix + kind}
	key := ""
	for _, text := range token.FindAllString(body, -1) {
		switch {
		case text == "{":
			path = append(path, key)
		case text == "}":
			path, key = path[:len(path)-1], path[len(path)-1] // in a list, the next object has the same key
		case strings.HasSuffix(text, ":"):
			key = strings.Trim(text, `": `)
			full := strings.Join(slices.DeleteFunc(append(slices.Clone(path), key), func(s string) bool { return s == "" }), ".")
			n.keys[full] = key != "type"
		}
	}
}

// last returns the last part of a path.
func last(path string) string { return path[strings.LastIndexAny(path, ". ")+1:] }

// TestNames compares the names of the page with those of the assertions.
func TestNames(t *testing.T) {
	page := read(t)
	asserted, lasts := map[string]bool{}, map[string]bool{"type": true} // the type is what the other keys go by
	for _, a := range assertions {
		if asserted[a.name] {
			t.Errorf("%s has two assertions", a.name)
		}
		asserted[a.name], lasts[last(a.name)] = true, true
		kind, _, _ := strings.Cut(a.name, ".")
		lasts[last(kind)] = true
		if !page.keys[a.name] && !page.quoted[last(a.name)] {
			t.Errorf("the assertion %q is about something that PROTOCOL.md does not name: mend the page, or drop it", a.name)
		}
	}
	for key, wanted := range page.keys {
		if wanted && !asserted[key] {
			t.Errorf("PROTOCOL.md names %q, which has no assertion: add one to the table", key)
		}
	}
	for w := range page.words {
		if !lasts[w] {
			t.Errorf("PROTOCOL.md names `%s`, which has no assertion: add one to the table", w)
		}
	}
}
