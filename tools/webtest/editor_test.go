package webtest

import (
	"testing"
)

// editor opens the editor of a game of the playground.
func editor(t *testing.T, game string, options ...func(*tab)) *tab {
	t.Helper()
	p := at(t, game, options...)
	p.wait(`window.gridiron?.me?.setup`)
	p.button("Write a bot")
	p.wait(`document.getElementById('ed-log')`)
	return p
}

// TestEditor goes from the address to a bot that beats random.
func TestEditor(t *testing.T) {
	p := editor(t, "amazons")
	p.picture("editor")
	eval[any](p, `document.getElementById('ed-run').click()`)
	p.wait(`gridiron.record.head.names[0] === 'my bot'`)
	p.picture("editor-run")
	eval[any](p, `gridiron.server.post('control', {do: 'speed', value: 0})`)
	p.wait(`gridiron.record.result`)
	p.picture("editor-over")
}
