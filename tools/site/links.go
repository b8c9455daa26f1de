package main

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// linkKeys are the attributes that name another file.
var linkKeys = []string{"href", "src", "srcset"}

// linked returns the body of a page. Its links were written for the files of the repository; now they lead to pages of the site,
// to files that are copied there, or to the repository.
func (s *site) linked(p *page) (string, error) {
	within := &html.Node{Type: html.ElementNode, Data: "main", DataAtom: atom.Main}
	nodes, err := html.ParseFragment(strings.NewReader(string(p.Body)), within)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.Source, err)
	}
	var b bytes.Buffer
	for _, root := range nodes {
		for n := range all(root) {
			if n.Data == "pre" || n.Data == "table" { // so that wide content can be scrolled with the keyboard
				n.Attr = append(n.Attr, html.Attribute{Key: "tabindex", Val: "0"})
			}
			for i, a := range n.Attr {
				if slices.Contains(linkKeys, a.Key) {
					if n.Attr[i].Val, err = s.target(p, a.Val); err != nil {
						return "", err
					}
				}
			}
		}
		if err := html.Render(&b, root); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// all goes through a node and everything in it.
func all(root *html.Node) func(func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		if !yield(root) {
			return
		}
		for n := range root.Descendants() {
			if !yield(n) {
				return
			}
		}
	}
}

// target returns the address in the site to which a link of page p leads.
func (s *site) target(p *page, link string) (string, error) {
	to, err := url.Parse(link)
	if err != nil {
		return "", fmt.Errorf("%s: link %q: %w", p.Source, link, err)
	}
	if to.IsAbs() || to.Path == "" {
		return link, nil
	}
	file := path.Join(path.Dir(p.Source), to.Path)
	fragment := ""
	if to.Fragment != "" {
		fragment = "#" + to.Fragment
	}
	for _, source := range []string{file, path.Join(file, "README.md")} {
		if q := s.pages[source]; q != nil {
			return relative(p.URL, q.URL) + fragment, nil
		}
	}
	if s.files[file] != nil { // made by this program
		return relative(p.URL, file) + fragment, nil
	}
	folder := slices.ContainsFunc(s.tracked, func(f string) bool { return strings.HasPrefix(f, file+"/") })
	switch {
	case folder:
		return strings.Replace(s.source, "/blob/", "/tree/", 1) + file, nil
	case !slices.Contains(s.tracked, file):
		return "", fmt.Errorf("%s: link %q: the repository has no %s", p.Source, link, file)
	case path.Ext(file) == ".svg":
		return relative(p.URL, file), s.copied(file)
	}
	return s.source + file + fragment, nil
}

// check follows every link of every page that was written and returns a line for each that leads nowhere. Links to other hosts
// are not followed.
func (s *site) check() (wrong []string) {
	ids := map[string]map[string]bool{}
	trees := map[string]*html.Node{}
	for _, p := range s.order {
		tree, err := html.Parse(bytes.NewReader(s.files[p.URL]))
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", p.URL, err))
			continue
		}
		trees[p.URL], ids[p.URL] = tree, map[string]bool{}
		for n := range tree.Descendants() {
			for _, a := range n.Attr {
				if a.Key == "id" {
					if ids[p.URL][a.Val] {
						wrong = append(wrong, fmt.Sprintf("%s: id %q: it occurs twice", p.URL, a.Val))
					}
					ids[p.URL][a.Val] = true
				}
			}
		}
	}
	for _, p := range s.order {
		for n := range trees[p.URL].Descendants() {
			for _, a := range n.Attr {
				if !slices.Contains(linkKeys, a.Key) {
					continue
				}
				to, err := url.Parse(a.Val)
				if err != nil {
					wrong = append(wrong, fmt.Sprintf("%s: link %q: %v", p.URL, a.Val, err))
					continue
				}
				if to.IsAbs() {
					continue
				}
				file := p.URL
				if to.Path != "" {
					file = path.Join(path.Dir(p.URL), to.Path)
				}
				switch {
				case s.files[file] == nil:
					wrong = append(wrong, fmt.Sprintf("%s: link %q: the site has no %s", p.URL, a.Val, file))
				case to.Fragment != "" && !ids[file][to.Fragment]:
					wrong = append(wrong, fmt.Sprintf("%s: link %q: %s has no heading %q", p.URL, a.Val, file, to.Fragment))
				}
			}
		}
	}
	return wrong
}
