package wire

import (
	"embed"
	"io/fs"
)

//go:embed newbot
var newbot embed.FS

// Templates holds a working bot for each language, in a folder of its name. Files end in .tmpl, so that no tool of ours takes
// them for ours.
func Templates() fs.FS {
	sub, err := fs.Sub(newbot, "newbot")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
