package wire

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/pelita"
)

// names holds the public names of the packages by module, and those that the stand-ins lack: `go test -run TestNames` compares
// them with the packages.
//
//go:embed names
var names embed.FS

// Lack is a feature that a Python team uses and that one of the packages does not have.
type Lack struct {
	File string // of the team
	Line int
	Name string   // "pelita.utils.get_random_layout", "networkx.draw", "bot.error_count"
	Not  []string // what does not have it: "pelita 2.7.0", "the stand-in for pelita 2.5.1", "the stand-in for networkx"
}

// String says in words what is missing.
func (l Lack) String() string {
	nowhere := strings.Join(l.Not, ", nor in ")
	return fmt.Sprintf("%s:%d: %s is not in %s", filepath.Base(l.File), l.Line, l.Name, nowhere)
}

// index holds names by module.
type index map[string][]string

func (x index) has(module, name string) bool { return slices.Contains(x[module], name) }

// known is the content of the packages.
type known struct {
	pelita   map[pelita.Version]index
	networkx index
	lacks    map[string]index // of a stand-in, by "pelita 2.5.1", "pelita 2.7.0" and "networkx"
}

var packages = sync.OnceValue(func() known {
	k := known{
		pelita:   map[pelita.Version]index{pelita.V251: readNames("pelita-2.5.1"), pelita.V270: readNames("pelita-2.7.0")},
		networkx: readNames("networkx"),
		lacks:    map[string]index{},
	}
	for _, what := range []string{"pelita-2.5.1", "pelita-2.7.0", "networkx"} {
		k.lacks[strings.ReplaceAll(what, "-", " ")] = readNames(what + "-lacks")
	}
	return k
})

// readNames reads a list: lines `MODULE: NAME NAME ...`.
func readNames(list string) index {
	text, err := names.ReadFile("names/" + list + ".txt")
	if err != nil {
		panic(err) // it is embedded above
	}
	x := index{}
	for line := range strings.Lines(string(text)) {
		module, rest, _ := strings.Cut(line, ":")
		x[module] = strings.Fields(rest)
	}
	return x
}

// lacking returns the packages that lack a full name, and the part of the name that decides this.
func (k known) lacking(full string) (name string, not []string) {
	if strings.HasPrefix(full, "networkx.") {
		first, _, _ := strings.Cut(strings.TrimPrefix(full, "networkx."), ".")
		if k.lacks["networkx"].has("networkx", first) {
			not = append(not, "the stand-in for networkx")
		}
		return "networkx." + first, not
	}
	module, own := k.split(full)
	if own == "" {
		return full, nil
	}
	somewhere := false
	for _, v := range []pelita.Version{pelita.V251, pelita.V270} {
		switch who := "pelita " + v.String(); {
		case !k.pelita[v].has(module, own):
			not = append(not, who)
		case k.lacks[who].has(module, own):
			not = append(not, "the stand-in for "+who)
			fallthrough
		default:
			somewhere = true
		}
	}
	if module == "bot" && !somewhere { // it may be another kind of bot
		return full, nil
	}
	return module + "." + own, not
}

// split cuts a full name after the longest module that one of the versions has.
func (k known) split(full string) (module, own string) {
	parts := strings.Split(full, ".")
	for i := len(parts) - 1; i > 0; i-- {
		module = strings.Join(parts[:i], ".")
		if k.pelita[pelita.V251][module] != nil || k.pelita[pelita.V270][module] != nil {
			return module, parts[i]
		}
	}
	return full, ""
}
