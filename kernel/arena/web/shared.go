//go:build !js

package web

import (
	"bytes"
	"encoding/json"
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
	ownData   = regexp.MustCompile(`(?s)id="replay">(.*?)</script>`)
	ownPolicy = regexp.MustCompile(`script-src 'sha256-[^']*'; style-src 'sha256-[^']*'`)
)

// Share moves the parts that the pages of all games have in common out of a page that [HTML] wrote, into files. The page then
// needs these files, by name, in its folder. The script is not a module, because browsers load no modules from a disk.
func Share(page []byte) (own []byte, files map[string][]byte) {
	style, script := ownStyle.FindSubmatch(page), ownScript.FindSubmatch(page)
	if style == nil || script == nil {
		return page, nil
	}
	page, learn := withoutLearn(page)
	code := bytes.ReplaceAll(script[1], []byte("import.meta.url"), []byte("document.baseURI"))
	code = bytes.Join([][]byte{[]byte("(() => {\n'use strict';\n"), learn, code, []byte("})();\n")}, nil)
	files = map[string][]byte{sharedStyle: style[1], sharedScript: code}
	own = ownPolicy.ReplaceAllLiteral(page, []byte("script-src 'self' file:; style-src 'self' file:"))
	own = ownScript.ReplaceAllLiteral(own, []byte(`<script src="`+sharedScript+`" defer></script>`+"\n</body>"))
	return ownStyle.ReplaceAllLiteral(own, []byte(`<link rel="stylesheet" href="`+sharedStyle+`">`)), files
}

// withoutLearn takes out of a page how its game is played, which the games of a folder have in common. learn is code that tells the
// page.
func withoutLearn(page []byte) (without, learn []byte) {
	data := ownData.FindSubmatch(page)
	var game struct{ Learn json.RawMessage }
	if data == nil || json.Unmarshal(data[1], &game) != nil || game.Learn == nil {
		return page, nil
	}
	text := append(append([]byte(`"learn":`), game.Learn...), ',')
	return bytes.Replace(page, text, nil, 1), append(append([]byte("window.learn = "), game.Learn...), ";\n"...)
}
