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

// checkStar finds imports between modules and between rooms that should not know each other. Tests may also import the kernel
// and, outside of the rules, the rooms of testRooms.
func checkStar(h *house) (c complaints) {
	for _, f := range h.code {
		from, own := room(f.dir())
		for line, imported := range f.imports() {
			ours, isOurs := strings.CutPrefix(imported, prefix)
			to, other := room(ours)
			switch {
			case !isOurs || from == "tools" || from == "kernel" && to == "kernel":
			case to == "kernel" && own == "" && other != "grid" && other != "rule" && other != "syntax" && !f.isTest():
				c.add(f.path, line, "the rules import kernel/%s, but may import only kernel/grid, kernel/rule and kernel/notation; move what needs it to a room", other)
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

// checkKernelImports finds packages of the kernel that import another one without an entry in allowed, and entries without
// imports.
func checkKernelImports(h *house, allowed map[string]string) (c complaints) {
	used := map[string]bool{}
	for _, dir := range h.kernel() {
		for _, f := range h.pkg(dir) {
			for line, imported := range f.imports() {
				if to, ok := strings.CutPrefix(imported, prefix+"kernel/"); ok {
					pair := strings.TrimPrefix(dir, "kernel/") + " -> " + to
					if used[pair] = true; allowed[pair] == "" {
						c.add(f.path, line, "%s; take a func or an interface, or give the reason in kernelImports", pair)
					}
				}
			}
		}
	}
	for _, pair := range sorted(allowed) {
		if !used[pair] {
			c.add(tables, 1, "kernelImports: %s is no import any more; drop the entry", pair)
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

// importTable reads lines of the form "importer -> imported: reason".
func importTable(text string) map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		pair, why, found := strings.Cut(strings.TrimSpace(line), ": ")
		if _, twice := table[pair]; !found || twice {
			panic(tables + ": kernelImports: " + line)
		}
		table[pair] = why
	}
	return table
}
