package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"
)

// checkBuiltins finds names of Go itself, such as make and any, that mean something else from there on.
func checkBuiltins(h *house) (c complaints) {
	for _, f := range h.code {
		name := func(x ast.Expr) {
			if id, ok := x.(*ast.Ident); ok && id.Name != "_" && types.Universe.Lookup(id.Name) != nil {
				c.add(f.path, f.line(id), "%s is a name of Go itself; take another word", id.Name)
			}
		}
		for n := range ast.Preorder(f.syntax) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					if n.Tok == token.DEFINE {
						name(x)
					}
				}
			case *ast.RangeStmt:
				if n.Tok == token.DEFINE {
					name(n.Key)
					name(n.Value)
				}
			case *ast.ValueSpec:
				for _, id := range n.Names {
					name(id)
				}
			case *ast.FuncType:
				for _, list := range []*ast.FieldList{n.TypeParams, n.Params, n.Results} {
					if list == nil {
						continue
					}
					for _, field := range list.List {
						for _, id := range field.Names {
							name(id)
						}
					}
				}
			}
		}
	}
	return c
}

// checkExported finds exported functions, and variables and constants that stand alone, which no other package names. Types,
// methods and constants in a list are left out: others use them without their names.
func checkExported(h *house) (c complaints) {
	named := map[string]string{} // packages by folder
	for _, f := range h.code {
		if !f.isTest() {
			named[f.dir()] = f.syntax.Name.Name
		}
	}
	used := map[string]bool{} // folder.Name
	for _, f := range h.code {
		imported := map[string]string{}
		for _, spec := range f.syntax.Imports {
			dir, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), prefix)
			switch {
			case ours && spec.Name != nil:
				imported[spec.Name.Name] = dir
			case ours:
				imported[named[dir]] = dir
			}
		}
		for n := range ast.Preorder(f.syntax) {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && imported[id.Name] != "" {
					used[path.Join(imported[id.Name], n.Sel.Name)] = true
				}
			case *ast.Ident: // of an import without a name
				if dir := imported["."]; dir != "" {
					used[path.Join(dir, n.Name)] = true
				}
			}
		}
	}
	for _, f := range h.code {
		if f.isTest() || f.syntax.Name.Name == "main" {
			continue
		}
		add := func(id *ast.Ident) {
			if id.IsExported() && !used[path.Join(f.dir(), id.Name)] {
				c.add(f.path, f.line(id), "no other package uses %s; begin it with a small letter, or remove it", id.Name)
			}
		}
		for _, d := range f.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name)
				}
			case *ast.GenDecl:
				if v, ok := d.Specs[0].(*ast.ValueSpec); ok && !d.Lparen.IsValid() {
					for _, id := range v.Names {
						add(id)
					}
				}
			}
		}
	}
	return c
}
