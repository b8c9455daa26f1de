package wire

import "embed"

// Templates holds a working bot for each language, in newbot/LANGUAGE. Names end in .tmpl, so that our tools skip these files.
//
//go:embed newbot
var Templates embed.FS
