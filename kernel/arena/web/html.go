//go:build !js

package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
)

// modules are the parts of the page in the order in which one needs another.
var modules = []string{
	"scene", "dom", "shell", "outline", "board", "facts", "clock", "controls", "play", "human", "learn", "live", "moves",
	"new", "series", "picture", "sound", "end", "page",
}

var (
	importLine = regexp.MustCompile(`(?m)^import [^;]*;\n`)
	exportWord = regexp.MustCompile(`(?m)^export `)
)

// script is the whole page's code as one module.
func script() (string, error) {
	var b strings.Builder
	for _, name := range modules {
		text, err := fs.ReadFile(files, "assets/"+name+".js")
		if err != nil {
			return "", err
		}
		b.WriteString(small(string(exportWord.ReplaceAll(importLine.ReplaceAll(text, nil), nil))))
	}
	return b.String(), nil
}

// HTML writes a replay as one page that needs nothing else: it opens from a disk, an e-mail, a course page.
func HTML(w io.Writer, r *Replay) error {
	data, err := r.JSON()
	if err != nil {
		return err
	}
	out, err := whole(r.head.Name+": "+strings.Join(r.head.Names, " – "), data)
	if err == nil {
		_, err = w.Write(out)
	}
	return err
}

// template is the name of the page of no game. The page fills in the game that it shows, to save it as a page.
const template = "replay.html"

// empty is the content of template.
var empty = sync.OnceValues(func() ([]byte, error) { return whole("gridiron: ", []byte("null")) })

// whole returns the page of one game.
func whole(title string, data []byte) ([]byte, error) {
	code, err := script()
	if err != nil {
		return nil, err
	}
	page, err := fs.ReadFile(files, "assets/page.html")
	if err != nil {
		return nil, err
	}
	return inline(page, title, small(Style()), code, data)
}

// indent is what a browser does without: the indentation of lines, and lines that are comments.
var indent = regexp.MustCompile(`(?m)^[ \t]+(?://.*$)?|^//.*\n|/\* -.*\*/\n`)

// small leaves the indentation and comments out of a text.
func small(text string) string { return indent.ReplaceAllString(text, "") }

// inline puts the parts of a page into it, with a policy that lets these run and nothing else.
func inline(page []byte, title, style, code string, data []byte) ([]byte, error) {
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src data:; base-uri 'none'; form-action 'none'", Hash(code), Hash(style))
	parts := []struct{ was, is string }{
		{`<title>gridiron</title>`, `<meta http-equiv="Content-Security-Policy" content="` + policy + `"><title>` + html.EscapeString(title) + `</title>`},
		{"<link rel=\"stylesheet\" href=\"palette.css\">\n", ""},
		{`<link rel="stylesheet" href="page.css">`, "<style>" + style + "</style>"},
		{"<script type=\"module\" src=\"page.js\"></script>\n", ""},
		{"</body>", `<script type="application/json" id="replay">` + string(data) + "</script>\n" + `<script type="module">` + code + "</script>\n</body>"},
	}
	for _, part := range parts {
		if bytes.Count(page, []byte(part.was)) != 1 {
			return nil, fmt.Errorf("page.html: %q is not there once", part.was)
		}
		page = bytes.Replace(page, []byte(part.was), []byte(part.is), 1)
	}
	return page, nil
}

// Style returns the style sheet of every page with the colours of [render.Palette].
func Style() string {
	style, err := fs.ReadFile(files, "assets/page.css")
	if err != nil {
		panic("web: " + err.Error()) // it is embedded
	}
	return render.Palette() + string(style)
}

// Hash is how a Content-Security-Policy names the one text that it allows.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
