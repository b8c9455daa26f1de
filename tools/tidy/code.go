package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// checkPure finds what rules packages must not do: reach outside, run concurrently, keep state.
func checkPure(h *house) (c complaints) {
	for _, game := range h.games {
		files := h.pkg(game)
		for _, f := range files {
			for line, imported := range f.imports() {
				for banned, instead := range impure {
					if within(imported, banned) {
						c.add(f.path, line, "the rules import %s; %s", imported, instead)
					}
				}
			}
			for n := range ast.Preorder(f.syntax) {
				switch n.(type) {
				case *ast.GoStmt, *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
					c.add(f.path, f.line(n), "the rules run concurrently; only the loop and the league do")
				}
			}
		}
		for _, v := range changed(files) {
			c.add(v.file.path, v.line, "the rules change the package's %s; make it a field or a local variable", v.name)
		}
	}
	return c
}

// checkKernel finds what the kernel must not have: init, variables that change, and large interfaces.
func checkKernel(h *house) (c complaints) {
	for _, dir := range h.kernel() {
		files := h.pkg(dir)
		for _, f := range files {
			for n := range ast.Preorder(f.syntax) {
				if fn, ok := n.(*ast.FuncDecl); ok && isInit(fn) {
					c.add(f.path, f.line(fn), "the kernel has an init; let the caller pass in what it registers")
				}
				if t, ok := n.(*ast.InterfaceType); ok && t.Methods.NumFields() > maxMethods {
					c.add(f.path, f.line(t), "an interface of %d methods, the limit is %d; split it where it is consumed",
						t.Methods.NumFields(), maxMethods)
				}
			}
		}
		for _, v := range append(changed(files), hollow(files)...) {
			c.add(v.file.path, v.line, "the kernel has a variable %s that changes; make it a field of what needs it", v.name)
		}
	}
	return c
}

// checkNouns finds words of single games in the kernel.
func checkNouns(h *house) (c complaints) {
	noun := regexp.MustCompile(`(?i)\b(` + nouns + `)\b`)
	for _, dir := range h.kernel() {
		for _, f := range h.pkg(dir) {
			for i, line := range f.lines {
				for _, word := range noun.FindAllString(words(line), -1) {
					c.add(f.path, i+1, "%q is a word of one game; say it in words of all games, or move the code there", word)
				}
			}
		}
	}
	return c
}

var hump = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// words splits the identifiers in a text into words with blanks between them.
func words(text string) string {
	return strings.ReplaceAll(hump.ReplaceAllString(text, "$1 $2"), "_", " ")
}

func isInit(d ast.Decl) bool {
	fn, ok := d.(*ast.FuncDecl)
	return ok && fn.Recv == nil && fn.Name.Name == "init"
}

// variable is a variable of a package that changes, and the place in a file that shows it.
type variable struct {
	file *file
	line int
	name string
}

// changed finds assignments to variables of a package outside of init. Changes through pointers and methods are not found.
func changed(files []*file) (found []variable) {
	if len(files) == 0 {
		return nil
	}
	var trees []*ast.File
	for _, f := range files {
		trees = append(trees, f.syntax)
	}
	// Imports are not resolved: the errors that this causes do not hide which names are the package's own.
	lax := types.Config{Error: func(error) {}}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, _ := lax.Check("p", files[0].set, trees, &info)
	for _, f := range files {
		for _, decl := range f.syntax.Decls {
			if isInit(decl) {
				continue
			}
			for _, name := range assigned(decl) {
				if v, ok := info.Uses[name].(*types.Var); ok && v.Parent() == pkg.Scope() {
					found = append(found, variable{f, f.line(name), name.Name})
				}
			}
		}
	}
	return found
}

// hollow finds variables of a package that nobody could use without changing them, such as a mutex: without init, those that
// are declared without a value and not embedded.
func hollow(files []*file) (found []variable) {
	for _, f := range files {
		for _, decl := range f.syntax.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
				for _, spec := range d.Specs {
					spec := spec.(*ast.ValueSpec)
					above := f.lines[max(0, f.line(spec)-2)]
					if spec.Values == nil && !strings.HasPrefix(strings.TrimSpace(above), "//go:embed") {
						found = append(found, variable{f, f.line(spec), spec.Names[0].Name})
					}
				}
			}
		}
	}
	return found
}

// assigned returns the variables that the statements below a node assign to, the x of x.f[i].
func assigned(n ast.Node) (list []*ast.Ident) {
	add := func(targets ...ast.Expr) {
		for _, x := range targets {
			for n := range ast.Preorder(x) {
				if name, ok := n.(*ast.Ident); ok {
					list = append(list, name)
					break
				}
			}
		}
	}
	writers := []string{"clear", "copy", "delete"}
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			add(n.Lhs...)
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && slices.Contains(writers, f.Name) && len(n.Args) > 0 {
				add(n.Args[0])
			}
		}
	}
	return list
}
