package webtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// The list of a long game leads on to the moves that it does not hold, and a page opens whatever ply its address names.
func TestLongReplay(t *testing.T) {
	needsBrowser(t)
	file := filepath.Join(t.TempDir(), "game.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := web.HTML(f, replayOf(t, pelitaMatch(t, 300), 1200)); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for _, tt := range []struct{ query, at string }{
		{"?ply=12", "12"}, {"?ply=3.5", "4"}, {"?ply=-1", "0"}, {"?ply=9999", "gridiron.end"}, {"?ply=x", "0"}, {"", "0"},
	} {
		p := open(t, "file://"+filepath.ToSlash(file)+tt.query, 1000, 700)
		p.wait(`window.gridiron?.record && gridiron.at === ` + tt.at)
		p.wait(`document.getElementById('where').textContent.includes('ply ' + gridiron.at + ' of ' + gridiron.end)`)
		if tt.query != "" {
			continue
		}
		p.wait(`document.querySelector('#list li:last-child').textContent === '… later' && !gridiron.moves.buttons.has(gridiron.end)`)
		eval[any](p, `document.querySelector('#list li:last-child button').click()`)
		p.wait(`gridiron.at > 100 && gridiron.moves.buttons.has(gridiron.end) && gridiron.moves.buttons.has(gridiron.at)`)
		p.wait(`document.querySelector('#list li:last-child').textContent !== '… later'`)
	}
}
