package tidy

import (
	"go/ast"
	"slices"
	"strings"
)

// checkEngine finds what would lock the engine into a front again: types of a game's questions and answers where they are
// erased, escape codes and keys outside of the terminal, and fronts below the engine.
func checkEngine(h *house) (c complaints) {
	for _, dir := range h.kernel() {
		if !slices.ContainsFunc(generic, func(g string) bool { return within(dir, g) }) {
			for _, f := range h.pkg(dir) {
				c = append(c, typed(f)...)
			}
		}
	}
	for _, f := range h.code {
		if f.isTest() || f.dir() == "kernel/arena/cli/term" {
			continue
		}
		for n := range ast.Preorder(f.syntax) {
			if l, ok := n.(*ast.BasicLit); ok && strings.Contains(l.Value, escape) {
				c.add(f.path, f.line(l), "an escape code; kernel/arena/cli/term is the only one that knows keys and escape codes")
			}
		}
	}
	for engine, banned := range headless {
		for _, imported := range h.below(engine) {
			for _, b := range banned {
				if within(imported, b) {
					c.add(engine, 1, "it links %s, which belongs to a front; take a func or an interface", imported)
				}
			}
		}
	}
	return c
}

// escape is how an escape code begins in a literal.
const escape = `\x1` + `b`

// typed finds declarations with the types of a game's questions or answers.
func typed(f *file) (c complaints) {
	for n := range ast.Preorder(f.syntax) {
		var params *ast.FieldList
		switch n := n.(type) {
		case *ast.TypeSpec:
			params = n.TypeParams
		case *ast.FuncType:
			params = n.TypeParams
		}
		if params == nil {
			continue
		}
		for _, field := range params.List {
			for _, name := range field.Names {
				if name.Name == "Q" || name.Name == "A" {
					c.add(f.path, f.line(name), "the type parameter %s outside of %s; use a match.Bound", name.Name, strings.Join(generic, ", "))
				}
			}
		}
	}
	return c
}

// below returns all that a package of the kernel imports, through other packages of the kernel, too.
func (h *house) below(dir string) (imports []string) {
	seen := map[string]bool{dir: true}
	for queue := []string{dir}; len(queue) > 0; queue = queue[1:] {
		for _, f := range h.pkg(queue[0]) {
			for _, imported := range f.imports() {
				if seen[imported] {
					continue
				}
				seen[imported] = true
				imports = append(imports, imported)
				if ours, ok := strings.CutPrefix(imported, prefix); ok {
					queue = append(queue, ours)
				}
			}
		}
	}
	return imports
}
