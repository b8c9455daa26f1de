package tidy

import (
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
)

// checkRooms finds games that lack a room, and directories that are not rooms.
func checkRooms(h *house) (c complaints) {
	for _, game := range h.games {
		for _, name := range append(slices.Clone(rooms), "cmd/"+game+"/main.go") {
			if _, err := fs.Stat(h.root, path.Join(game, name)); err != nil {
				c.add(path.Join(game, name), 1, "missing; every game has it: add it")
			}
		}
		entries, err := fs.ReadDir(h.root, game)
		if err != nil {
			c.add(game, 1, "%v", err)
		}
		for _, entry := range entries {
			name := entry.Name()
			if entry.IsDir() && name[0] != '.' && !slices.Contains(rooms, name) && !slices.Contains(extraRooms, name) {
				c.add(path.Join(game, name), 1, "no room of a game; a game has %s, %s: put it into one of them",
					strings.Join(rooms, " "), strings.Join(extraRooms, " "))
			}
		}
	}
	return c
}

// imports yields the import paths with their lines.
func (f *file) imports() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for _, spec := range f.syntax.Imports {
			if !yield(f.line(spec), strings.Trim(spec.Path.Value, "`\"")) {
				return
			}
		}
	}
}

// within reports whether an import path is a package or something below it.
func within(imported, above string) bool {
	return imported == above || strings.HasPrefix(imported, above+"/")
}

// checkStar finds imports between modules and between rooms that should not know each other. Tests may also import the kernel,
// all of kernel/arena and, outside of the rules, the rooms of testRooms.
func checkStar(h *house) (c complaints) {
	for _, f := range h.code {
		from, own := room(f.dir())
		for line, imported := range f.imports() {
			ours, isOurs := strings.CutPrefix(imported, prefix)
			to, other := room(ours)
			part, ofTheArena := strings.CutPrefix(ours, "kernel/arena/")
			allowed := func(above string) bool { return within(part, above) }
			switch {
			case !isOurs || from == "tools" || from == "kernel" && to == "kernel":
			case to == "kernel" && (f.isTest() || own == "cmd"):
			case ofTheArena && !slices.ContainsFunc(ofArena[own], allowed):
				c.add(f.path, line, "room %q imports %s; of kernel/arena it may import only: %s. Take a func or plain data", own, ours,
					strings.Join(ofArena[own], ", "))
			case to == "kernel" && own == "" && !slices.Contains(ofRules, ours):
				c.add(f.path, line, "the rules import %s, but may import only %s; move what needs it to a room", ours, strings.Join(ofRules, ", "))
			case to == "kernel":
			case to != from:
				c.add(f.path, line, "%s imports %s; what both need belongs to the kernel", from, to)
			case other == own || slices.Contains(star[own], other):
			case f.isTest() && own != "" && slices.Contains(testRooms, other):
			default:
				c.add(f.path, line, "room %q imports room %q; take a func and let cmd/%s introduce them", own, other, from)
			}
		}
	}
	return c
}

// checkWings finds imports of the kernel that lead upwards: out of module kernel, whose tests may use go-cmp, or from a wing of
// kernel/arena to one above it.
func checkWings(h *house) (c complaints) {
	for _, f := range h.code {
		if !within(f.dir(), "kernel") {
			continue
		}
		wing, inArena := strings.CutPrefix(f.dir(), "kernel/arena/")
		wing, _, _ = strings.Cut(wing, "/")
		floor := slices.Index(wings, wing)
		if inArena && floor < 0 {
			c.add(f.path, 1, "%s is no wing of kernel/arena, which has %s", wing, strings.Join(wings, ", "))
			continue
		}
		for line, imported := range f.imports() {
			host, _, _ := strings.Cut(imported, "/")
			to, ofTheArena := strings.CutPrefix(imported, prefix+"kernel/arena/")
			to, _, _ = strings.Cut(to, "/")
			switch {
			case !inArena && (ofTheArena || strings.Contains(host, ".") && !strings.HasPrefix(imported, prefix+"kernel/")):
				if !f.isTest() || !within(imported, "github.com/google/go-cmp") {
					c.add(f.path, line, "the kernel imports %s, but may import only the standard library and itself; move what needs it to kernel/arena", imported)
				}
			case inArena && ofTheArena && slices.Index(wings, to) > floor && !f.isTest():
				c.add(f.path, line, "%s imports %s, which is above it; take a func or an interface", wing, to)
			}
		}
	}
	return c
}

// checkLibraries finds imports of third-party code where it has no place.
func checkLibraries(h *house) (c complaints) {
	for _, f := range h.code {
		isUser := func(pattern string) bool {
			matches, _ := path.Match(pattern, f.dir())
			return matches || pattern == "tests" && f.isTest()
		}
		for line, imported := range f.imports() {
			if host, _, _ := strings.Cut(imported, "/"); !strings.Contains(host, ".") || strings.HasPrefix(imported, prefix) {
				continue
			}
			known := slices.IndexFunc(libraries, func(l library) bool { return within(imported, l.path) })
			if known < 0 {
				c.add(f.path, line, "%s is new here; use the standard library, or give the reason in libraries", imported)
			} else if l := libraries[known]; !slices.ContainsFunc(l.users, isUser) {
				c.add(f.path, line, "%s belongs to %s (%s); do without it here", l.path, strings.Join(l.users, ", "), l.why)
			}
		}
	}
	return c
}
