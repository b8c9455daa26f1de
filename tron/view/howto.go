package view

import _ "embed" // the text

// HowTo explains the game to somebody who has never played it; see match.Manual.
//
//go:embed howto.md
var HowTo string
