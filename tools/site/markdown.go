package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// converter reads the Markdown of the repository, which is ours, so HTML in it is kept.
var converter = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// markdown returns a document as HTML, and its parts for the table of contents and the search.
func markdown(source []byte) (template.HTML, []part, error) {
	document := converter.Parser().Parse(text.NewReader(source))
	var parts []part
	var words strings.Builder
	finish := func() {
		if len(parts) > 0 {
			parts[len(parts)-1].Text = strings.Join(strings.Fields(words.String()), " ")
		}
		words.Reset()
	}
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			finish()
			id, _ := n.AttributeString("id")
			name, _ := id.([]byte)
			parts = append(parts, part{ID: string(name), Title: plain(n, source), Level: n.Level})
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			words.Write(n.Value(source))
			words.WriteByte(' ')
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				words.Write(line.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", nil, err
	}
	finish()
	var b bytes.Buffer
	err = converter.Renderer().Render(&b, source, document)
	return template.HTML(b.String()), parts, err
}

// cells returns a notebook as Markdown.
func cells(notebook []byte) ([]byte, error) {
	var n struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(notebook, &n); err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, c := range n.Cells {
		form := "%s\n\n"
		if c.Type == "code" {
			form = "```python\n%s\n```\n\n"
		}
		fmt.Fprintf(&b, form, strings.Join(c.Source, ""))
	}
	return []byte(b.String()), nil
}

// plain returns the text of a node without its marks.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		} else {
			b.WriteString(plain(c, source))
		}
	}
	return b.String()
}
