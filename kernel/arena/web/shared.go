//go:build !js

package web

import (
	"bytes"
	"regexp"
)

// The files that pages of games in one folder share; see [Share].
const (
	sharedStyle  = "viewer.css"
	sharedScript = "viewer.js"
)

var (
	ownStyle  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	ownScript = regexp.MustCompile(`(?s)<script type="module">(.*)</script>\n</body>`)
	ownPolicy = regexp.MustCompile(`script-src 'sha256-[^']*'; style-src 'sha256-[^']*'`)
)

// Share moves the parts that the pages of all games have in common out of a page that [HTML] wrote, into files. The page then
// needs these files, by name, in its folder. The script is not a module, because browsers load no modules from a disk.
func Share(page []byte) (own []byte, files map[string][]byte) {
	style, script := ownStyle.FindSubmatch(page), ownScript.FindSubmatch(page)
	if style == nil || script == nil {
		return page, nil
	}
	code := bytes.ReplaceAll(script[1], []byte("import.meta.url"), []byte("document.baseURI"))
	files = map[string][]byte{sharedStyle: style[1], sharedScript: []byte("(() => {\n'use strict';\n" + string(code) + "})();\n")}
	own = ownPolicy.ReplaceAllLiteral(page, []byte("script-src 'self' file:; style-src 'self' file:"))
	own = ownScript.ReplaceAllLiteral(own, []byte(`<script src="`+sharedScript+`" defer></script>`+"\n</body>"))
	return ownStyle.ReplaceAllLiteral(own, []byte(`<link rel="stylesheet" href="`+sharedStyle+`">`)), files
}
