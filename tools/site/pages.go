package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

//go:embed people assets
var ours embed.FS

var layout = template.Must(template.ParseFS(ours, "assets/page.html"))

// A page is one document of the site.
type page struct {
	Source string // the file that it was made from, from the root of the repository; links in it are relative to that
	URL    string // where it is, from the root of the site
	Title  string
	Group  string // the part of the menu that names it, or empty
	Body   template.HTML
	Parts  []part // its headings, in order
}

// A part is a heading with the text below it, which the search finds.
type part struct {
	ID, Title, Text string
	Level           int
}

// site is the site that is being written.
type site struct {
	options
	tracked []string         // all files of the repository, from its root
	pages   map[string]*page // by their sources
	order   []*page
	files   map[string][]byte // everything else that is written, by its place in the site
	list    []string          // the games
}

// groups are the parts of the menu, in their order.
var groups = []string{"Where to begin", "Games", "Documents", "Go packages"}

// people is the folder of the pages that only the site has, one for each kind of reader. readers are their names, in the menu's
// order.
const people = "tools/site/people/"

var readers = []string{"index", "student", "instructor", "researcher", "contributor", "bot-author", "player"}

// documentNames are the names in the menu of the documents that do not belong to a game.
var documentNames = []struct{ source, name string }{
	{"COURSE.md", "Running a course"},
	{"PROTOCOL.md", "Protocol of bots"},
	{"tools/python/README.md", "Learning environments for Python"},
	{"tools/python/tutorial.ipynb", "Ten minutes with the Python package"},
	{pythonDocs + "api.md", "API of the Python package"},
	{"tools/league/deploy/README.md", "Leagues on many machines: files to deploy"},
	{"SECURITY.md", "Security"},
	{"ARCHITECTURE.md", "Architecture"},
	{"CONTRIBUTING.md", "Contributing"},
	{"CHANGELOG.md", "Changes"},
}

// pythonDocs is the folder of the Python package's pages, one for each game and the reference.
const pythonDocs = "tools/python/gridiron/docs/"

func (s *site) add(p *page) {
	s.pages[p.Source] = p
	s.order = append(s.order, p)
}

// open lists the files and the games of the repository.
func (s *site) open(ctx context.Context) (err error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = s.root
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git ls-files in %s: %w", s.root, err)
	}
	s.tracked = strings.Fields(string(text))
	s.files = map[string][]byte{}
	s.list, err = checkout.Games(os.DirFS(s.root))
	return err
}

// documents makes a page of each Markdown file. The pages of the readers, which only the site has, come first.
func (s *site) documents(context.Context) error {
	for _, name := range readers {
		text, err := ours.ReadFile("people/" + name + ".md")
		if err != nil {
			return err
		}
		if err := s.document(people+name+".md", name+".html", "Where to begin", text); err != nil {
			return err
		}
	}
	for _, file := range s.tracked {
		notebook := path.Ext(file) == ".ipynb" && strings.HasPrefix(file, "tools/python/")
		programs := strings.Contains(file, "testdata/") || path.Base(file) == "howto.md" // texts that tests and programs read
		if path.Ext(file) != ".md" && !notebook || programs || strings.HasPrefix(file, people) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(s.root, file))
		if err != nil {
			return err
		}
		if notebook {
			if text, err = cells(text); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		dir, base := path.Split(file)
		url := dir + strings.ToLower(strings.TrimSuffix(base, path.Ext(base))) + ".html"
		switch {
		case file == "README.md":
			url = "readme.html"
		case base == "README.md":
			url = dir + "index.html"
		}
		if err := s.document(file, url, s.group(file), text); err != nil {
			return err
		}
	}
	return nil
}

// group returns the part of the menu that a document belongs to.
func (s *site) group(file string) string {
	for _, game := range s.list {
		if strings.HasPrefix(file, game+"/") {
			return "Games"
		}
	}
	for _, d := range documentNames {
		if d.source == file {
			return "Documents"
		}
	}
	return ""
}

func (s *site) document(source, url, group string, text []byte) error {
	body, parts, err := markdown(text)
	if err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	if len(parts) == 0 || parts[0].Level != 1 {
		return fmt.Errorf("%s: want a heading of the first level at its top", source)
	}
	title := parts[0].Title
	if game, _, _ := strings.Cut(source, "/"); s.pages[game+"/README.md"] != nil {
		title = s.pages[game+"/README.md"].Title + ": " + title // every game has such a page
	}
	s.add(&page{Source: source, URL: url, Title: title, Group: group, Body: body, Parts: parts})
	return nil
}

// An entry is a line of the menu.
type entry struct {
	Name, URL string
	Here      bool
	Below     []entry
}

// menu returns the parts of the menu with the links from page p.
func (s *site) menu(p *page) (list []entry) {
	line := func(source, name string) entry {
		to := s.pages[source]
		return entry{Name: name, URL: relative(p.URL, to.URL), Here: to == p}
	}
	for _, g := range groups {
		head := entry{Name: g}
		switch g {
		case "Where to begin":
			for _, q := range s.order {
				if q.Group == g {
					head.Below = append(head.Below, line(q.Source, q.Title))
				}
			}
		case "Games":
			for _, game := range s.list {
				e := line(game+"/README.md", s.pages[game+"/README.md"].Title)
				if learn := pythonDocs + game + ".md"; strings.HasPrefix(p.URL, game+"/") || p.Source == learn {
					e.Below = []entry{line(game+"/RULES.md", "Rules"), line(game+"/bot/README.md", "Bots"), line(learn, "What agents see and do")}
				}
				head.Below = append(head.Below, e)
			}
		case "Documents":
			for _, d := range documentNames {
				head.Below = append(head.Below, line(d.source, d.name))
			}
		case "Go packages":
			head.Below = append(head.Below, line(referenceIndex, "All packages"))
		}
		list = append(list, head)
	}
	return list
}

// relative returns the link from one page of the site to another.
func relative(from, to string) string {
	link, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(to))
	if err != nil { // both are below the same root
		panic(err)
	}
	return filepath.ToSlash(link)
}

// write writes all pages with corrected links.
func (s *site) write(context.Context) error {
	for _, p := range s.order {
		body, err := s.linked(p)
		if err != nil {
			return err
		}
		p.Body = template.HTML(body)
		var b bytes.Buffer
		depth := strings.Repeat("../", strings.Count(p.URL, "/"))
		inside := slices.DeleteFunc(slices.Clone(p.Parts), func(h part) bool { return h.Level < 2 || h.Level > 3 })
		if err := layout.Execute(&b, map[string]any{"Page": p, "Menu": s.menu(p), "Root": depth, "Inside": inside}); err != nil {
			return err
		}
		s.files[p.URL] = b.Bytes()
	}
	index, err := s.index()
	if err != nil {
		return err
	}
	s.files["search-index.js"] = index
	for _, name := range []string{"site.css", "search.js", "minisearch.js", "minisearch-LICENSE.txt"} {
		text, err := ours.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		s.files[name] = text
	}
	s.files[marker] = []byte("go run ./tools/site writes this folder anew.\n")
	for name, text := range s.files {
		at := filepath.Join(s.out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(at, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// index returns the data of the search. It is a script because a page that was opened from a folder cannot load data files.
func (s *site) index() ([]byte, error) {
	type found struct {
		ID    int    `json:"id"`
		URL   string `json:"url"`
		Page  string `json:"page"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	var list []found
	for _, p := range s.order {
		for _, h := range p.Parts {
			url := p.URL
			if h.Level > 1 {
				url += "#" + h.ID
			}
			list = append(list, found{len(list), url, p.Title, h.Title, h.Text})
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte("searchIndex = "), text, []byte(";\n")), nil
}
