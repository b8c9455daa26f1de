package main

import (
	"net/http"
	"os"
	"path/filepath"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// playground serves the folder playground beside the programs of the games, where teams write bots in a browser and hand them in;
// nil: there is none.
func (h *host) playground() http.Handler {
	for path := range h.found {
		root, err := os.OpenRoot(filepath.Join(filepath.Dir(path), "playground")) // until the program ends
		if err != nil {
			continue
		}
		if _, err := root.Stat("play/index.html"); err == nil {
			return web.Playground(root.FS(), h.hosts...)
		}
		root.Close()
	}
	return nil
}
