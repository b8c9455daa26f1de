package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// write makes the pages without games to watch, for which the programs would have to be built.
func write(t *testing.T, dir string) (string, error) {
	t.Helper()
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	err = build(t.Context(), options{root: root, out: dir, source: "https://example.org/blob/main/"}, &log)
	return log.String(), err
}

func TestPages(t *testing.T) {
	gametest.Slow(t)
	dir := t.TempDir()
	if log, err := write(t, dir); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, want := range []struct{ page, text string }{
		{"index.html", `<a href="student.html">`},
		{"index.html", `src="amazons/testdata/picture.svg"`},
		{"index.html", `<a href="instructor.html">`},
		{"index.html", `<a href="researcher.html">`},
		{"index.html", `<a href="contributor.html">`},
		{"index.html", `<a href="tron/bot/index.html">`},
		{"index.html", `<a href="reference/index.html">`},
		{"index.html", `<a href="tools/python/gridiron/docs/api.html">`},
		{"contributor.html", `href="contributing.html#the-first-hour"`},
		{"student.html", `href="course.html#hand-out"`},
		{"amazons/index.html", `<a href="bot/index.html">Bots</a>`}, // the menu
		{"amazons/bot/index.html", "<title>Amazons: How the bots play - gridiron</title>"},
		{"amazons/index.html", `srcset="testdata/picture-dark.svg"`},                           // HTML in Markdown
		{"pelita/bot/index.html", `href="https://example.org/blob/main/pelita/bot/belief.go"`}, // a file that is no page
		{"reference/kernel/arena/match.html", `<h4 id="Bind">func Bind</h4>`},
		{"reference/kernel/arena/match.html", `href="match/job.html#Job"`}, // a link in a doc comment, to another package
		{"amazons/testdata/picture.svg", "<svg"},
	} {
		if !strings.Contains(read(want.page), want.text) {
			t.Errorf("%s: want %s in it", want.page, want.text)
		}
	}
	light(t, dir)
	var index []struct{ URL, Page, Title, Text string }
	text := strings.TrimSuffix(strings.TrimPrefix(read("search-index.js"), "searchIndex = "), ";\n")
	if err := json.Unmarshal([]byte(text), &index); err != nil {
		t.Fatal(err)
	}
	found := func(url, word string) bool {
		return slices.ContainsFunc(index, func(i struct{ URL, Page, Title, Text string }) bool {
			return i.URL == url && strings.Contains(i.Text, word)
		})
	}
	if !found("protocol.html#a-bot-in-any-language", "JSON") || !found("reference/kernel/arena/match.html#Bind", "Bind") {
		t.Errorf("the search finds neither a part of a document nor a function")
	}
	if log, err := write(t, dir); err != nil { // again, over the old pages
		t.Fatalf("%v\n%s", err, log)
	}
}

var loaded = regexp.MustCompile(`(?:src|<link rel="stylesheet" href)="([^"]+)"`)

// light fails if a page is heavier than 200 kB with all that it loads before somebody searches.
func light(t *testing.T, dir string) {
	t.Helper()
	pages := 0
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pages++
		bytes := int64(len(text))
		for _, m := range loaded.FindAllStringSubmatch(string(text), -1) {
			info, err := os.Stat(filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1])))
			if err != nil {
				return err
			}
			bytes += info.Size()
		}
		if bytes > 200_000 {
			t.Errorf("%s loads %d bytes, want 200,000 at most", name, bytes)
		}
		return nil
	})
	if err != nil || pages < 100 {
		t.Errorf("%d pages were weighed: %v", pages, err)
	}
}

func TestFoldersOfOthersStay(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(mine, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := write(t, dir); err == nil || !strings.Contains(err.Error(), "--out "+dir) {
		t.Errorf("%v, want an error that names --out and the folder", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
}

func TestLinksThatLeadNowhere(t *testing.T) {
	s := &site{options: options{source: "https://example.org/blob/main/"}, pages: map[string]*page{}, files: map[string][]byte{}, tracked: []string{"LICENSE"}}
	for name, text := range map[string]string{
		"a.md": "# A\n\n[good](b.md#b) [file](LICENSE) [here](#a) [away](https://example.org/x)",
		"b.md": "# B\n\n[heading](a.md#c)",
	} {
		if err := s.document(name, strings.TrimSuffix(name, ".md")+".html", "", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range s.order {
		body, err := s.linked(p)
		if err != nil {
			t.Fatal(err)
		}
		s.files[p.URL] = []byte(body)
	}
	want := []string{`b.html: link "a.html#c": a.html has no heading "c"`}
	if got := s.check(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if err := s.document("c.md", "c.html", "", []byte("# C\n\n[x](missing.go)")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.linked(s.pages["c.md"]); err == nil || !strings.Contains(err.Error(), `c.md: link "missing.go": the repository has no missing.go`) {
		t.Errorf("%v, want the link and its document", err)
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{{"--colour"}, {"dist"}} {
		if code := run(context.Background(), args, io.Discard, io.Discard); code != 2 {
			t.Errorf("%q: exit status %d, want 2", args, code)
		}
	}
}
