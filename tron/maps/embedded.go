package maps

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/gridiron-games/gridiron/tron"
)

//go:embed files/*.json
var files embed.FS

// Default is the map that is played if none is named.
const Default = "pillars"

// Names returns the names of the embedded maps in ascending order. All are our own, have 35x21 cells, and are symmetrical by half
// a turn.
func Names() []string {
	entries, err := files.ReadDir("files")
	if err != nil {
		panic(err) // it is embedded
	}
	var names []string
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".json"))
	}
	return names
}

// File returns the map file of an embedded map.
func File(name string) ([]byte, error) {
	text, err := files.ReadFile(path.Join("files", name+".json"))
	if err != nil {
		return nil, fmt.Errorf("map %q: there is no map with that name; want %s, or a file", name, strings.Join(Names(), ", "))
	}
	return text, nil
}

// Load returns the start of an embedded map.
func Load(name string) (tron.Position, error) {
	text, err := File(name)
	if err != nil {
		return tron.Position{}, err
	}
	p, err := Parse(text)
	if err != nil {
		return p, fmt.Errorf("map %s: %w", name, err)
	}
	return p, nil
}
