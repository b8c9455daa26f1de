package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"html/template"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// referenceIndex is the source of the page that lists the packages. It is not the name of a file.
const referenceIndex = "reference/packages"

// listed is the go command's description of a package.
type listed struct {
	Dir, ImportPath, Name              string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// reference makes a page for each package that others can import, and one that lists them.
func (s *site) reference(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "list", "-json=Dir,ImportPath,Name,GoFiles,TestGoFiles,XTestGoFiles", "work")
	cmd.Dir = s.root
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list work in %s: %w", s.root, err)
	}
	var list []listed
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		short := strings.TrimPrefix(p.ImportPath, checkout.Prefix)
		if p.Name != "main" && !strings.HasPrefix(short, "tools/") && !strings.Contains(short, "internal/") {
			list = append(list, p)
		}
	}
	known := func(importPath string) bool {
		return slices.ContainsFunc(list, func(p listed) bool { return p.ImportPath == importPath })
	}
	var table strings.Builder
	table.WriteString("<table><thead><tr><th>package</th><th>what it is</th></tr></thead><tbody>")
	var parts []part
	for _, p := range list {
		page, synopsis, err := reference(p, known)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		s.add(page)
		short := strings.TrimPrefix(p.ImportPath, checkout.Prefix)
		fmt.Fprintf(&table, `<tr><td><a href="%s">%s</a></td><td>%s</td></tr>`, short+".go", short, template.HTMLEscapeString(synopsis))
	}
	table.WriteString("</tbody></table>")
	parts = append([]part{{ID: "go-packages", Title: "Go packages", Level: 1}}, parts...)
	s.add(&page{
		Source: referenceIndex, URL: "reference/index.html", Title: "Go packages", Parts: parts,
		Body: template.HTML("<h1 id=\"go-packages\">Go packages</h1><p>The import paths begin with <code>" + checkout.Prefix + "</code>.</p>" + table.String()),
	})
	return nil
}

// source returns the path that links use for the page of a package.
func source(importPath string) string {
	return "reference/" + strings.TrimPrefix(importPath, checkout.Prefix) + ".go"
}

// reference returns the page of a package and the first sentence of its documentation.
func reference(p listed, known func(importPath string) bool) (*page, string, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, "", err
		}
		files = append(files, f)
	}
	pkg, err := doc.NewFromFiles(fset, files, p.ImportPath)
	if err != nil {
		return nil, "", err
	}
	short := strings.TrimPrefix(p.ImportPath, checkout.Prefix)
	w := &writer{fset: fset, pkg: pkg, from: path.Dir(source(p.ImportPath)), known: known}
	w.heading(1, short, "package "+path.Base(short))
	fmt.Fprintf(&w.b, "<pre><code>import &#34;%s&#34;</code></pre>", p.ImportPath)
	w.text(pkg.Doc)
	w.examples(pkg.Examples)
	if len(pkg.Consts) > 0 {
		w.heading(2, "constants", "Constants")
		w.values(pkg.Consts)
	}
	if len(pkg.Vars) > 0 {
		w.heading(2, "variables", "Variables")
		w.values(pkg.Vars)
	}
	if len(pkg.Funcs) > 0 {
		w.heading(2, "functions", "Functions")
		w.funcs(3, pkg.Funcs)
	}
	if len(pkg.Types) > 0 {
		w.heading(2, "types", "Types")
		for _, t := range pkg.Types {
			w.heading(3, t.Name, "type "+t.Name)
			w.decl(t.Decl)
			w.text(t.Doc)
			w.examples(t.Examples)
			w.values(slices.Concat(t.Consts, t.Vars))
			w.funcs(4, t.Funcs)
			w.funcs(4, t.Methods)
		}
	}
	return &page{
		Source: source(p.ImportPath), URL: "reference/" + short + ".html", Title: short, Body: template.HTML(w.b.String()), Parts: w.parts,
	}, pkg.Synopsis(pkg.Doc), nil
}

// writer writes the page of a package.
type writer struct {
	fset  *token.FileSet
	pkg   *doc.Package
	from  string // the folder that links are relative to
	known func(importPath string) bool
	b     strings.Builder
	parts []part
}

func (w *writer) heading(level int, id, title string) {
	fmt.Fprintf(&w.b, "<h%d id=%q>%s</h%[1]d>", level, id, template.HTMLEscapeString(title))
	w.parts = append(w.parts, part{ID: id, Title: title, Level: level})
}

// text writes a doc comment as the public documentation of Go does, with its links to packages and names.
func (w *writer) text(text string) {
	p := w.pkg.Printer()
	p.HeadingLevel = 4
	p.HeadingID = func(*comment.Heading) string { return "" }
	p.DocLinkURL = func(link *comment.DocLink) string {
		name := link.Name
		if link.Recv != "" {
			name = link.Recv + "." + link.Name
		}
		to := ""
		switch {
		case link.ImportPath == "" || link.ImportPath == w.pkg.ImportPath:
		case w.known(link.ImportPath):
			to = relative(w.from+"/x", source(link.ImportPath))
		default:
			to = "https://go.dev/pkg/" + link.ImportPath
		}
		if name != "" {
			to += "#" + name
		}
		return to
	}
	w.b.Write(p.HTML(w.pkg.Parser().Parse(text)))
	last := &w.parts[len(w.parts)-1]
	last.Text = strings.Join(strings.Fields(last.Text+" "+text), " ")
}

func (w *writer) decl(d ast.Decl) {
	var b bytes.Buffer
	if err := format.Node(&b, w.fset, d); err != nil {
		fmt.Fprintf(&b, "cannot be shown: %v", err)
	}
	fmt.Fprintf(&w.b, "<pre><code>%s</code></pre>", template.HTMLEscapeString(b.String()))
}

// values writes constants or variables, to each of which a link can lead.
func (w *writer) values(list []*doc.Value) {
	for _, v := range list {
		for _, name := range v.Names {
			if token.IsExported(name) {
				fmt.Fprintf(&w.b, "<a id=%q></a>", name)
			}
		}
		w.decl(v.Decl)
		w.text(v.Doc)
	}
}

func (w *writer) funcs(level int, list []*doc.Func) {
	for _, f := range list {
		id, title := f.Name, "func "+f.Name
		if f.Recv != "" {
			kind, _, _ := strings.Cut(strings.TrimPrefix(f.Recv, "*"), "[") // without its type parameters
			id, title = kind+"."+f.Name, fmt.Sprintf("func (%s) %s", f.Recv, f.Name)
		}
		w.heading(level, id, title)
		f.Decl.Body = nil
		w.decl(f.Decl)
		w.text(f.Doc)
		w.examples(f.Examples)
	}
}

func (w *writer) examples(list []*doc.Example) {
	for _, e := range list {
		var b bytes.Buffer
		if err := format.Node(&b, w.fset, e.Code); err != nil {
			continue
		}
		fmt.Fprintf(&w.b, "<p>Example:</p><pre><code>%s</code></pre>", template.HTMLEscapeString(b.String()))
		if e.Output != "" {
			fmt.Fprintf(&w.b, "<p>Output:</p><pre><code>%s</code></pre>", template.HTMLEscapeString(e.Output))
		}
	}
}
