package wire

import "embed"

// Templates holds a working bot for each language, in newbot/LANGUAGE. Files end in .tmpl, so that no tool of ours takes them for
// ours.
//
//go:embed newbot
var Templates embed.FS
