package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// A mutant is one small change of the code that a test should notice.
type mutant struct {
	hash     string
	file     string // from the root, with slashes
	line     int
	from, to string // what the source has, and what the mutant has instead

	number  int // from 1, for this run
	reached map[*test]bool
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s  %s:%d: %s -> %s", m.hash, m.file, m.line, short(m.from), short(m.to))
}

// oneLine writes code on one line.
func oneLine(code string) string { return strings.Join(strings.Fields(code), " ") }

// short writes code on one line of at most 60 characters.
func short(code string) string {
	line := []rune(oneLine(code))
	if len(line) > 60 {
		return string(line[:57]) + "..."
	}
	return string(line)
}

// A site is a node with its mutants. Its code with all of them is made when those within it are known.
type site struct {
	from, to int // offsets
	write    func(original string) string
}

// finder finds the mutants of a file.
type finder struct {
	file  *source
	info  *types.Info
	pkg   *types.Package
	add   func(function string, at token.Pos, from, to string) int // returns the number of the mutant
	sites []site

	function string
	returns  map[*ast.ReturnStmt]*types.Signature // of the function that returns
	imports  map[*types.Package]string            // by which name the file knows a package
}

func (f *finder) text(n ast.Node) string { return f.file.slice(n.Pos(), n.End()) }

// site records what is written instead of a node.
func (f *finder) site(n ast.Node, write func(original string) string) {
	f.sites = append(f.sites, site{f.file.offset(n.Pos()), f.file.offset(n.End()), write})
}

// mutant records a change of a node and returns the condition under which it holds.
func (f *finder) mutant(n ast.Node, to string) string {
	return f.change(n.Pos(), f.text(n), to)
}

func (f *finder) change(at token.Pos, from, to string) string {
	return "mutant_(" + strconv.Itoa(f.add(f.function, at, from, to)) + ")"
}

// find walks over the declarations of the file.
func (f *finder) find() {
	f.imports, f.returns = map[*types.Package]string{f.pkg: ""}, map[*ast.ReturnStmt]*types.Signature{}
	for _, spec := range f.file.syntax.Imports {
		if name, ok := f.info.Implicits[spec].(*types.PkgName); ok {
			f.imports[name.Imported()] = name.Name()
		} else if spec.Name != nil && spec.Name.Name != "_" {
			f.imports[f.info.Defs[spec.Name].(*types.PkgName).Imported()] = spec.Name.Name
		}
	}
	for _, d := range f.file.syntax.Decls {
		f.function = ""
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				ast.Inspect(d, f.visit)
			}
		case *ast.FuncDecl:
			f.function = d.Name.Name
			if d.Recv != nil {
				f.function = f.text(d.Recv.List[0].Type) + "." + f.function
			}
			if d.Body != nil {
				f.enter(d.Body, f.info.Defs[d.Name].Type())
				ast.Inspect(d.Body, f.visit)
			}
		}
	}
}

// enter notes which returns belong to a function. Those of a function within it are noted later, when it is visited.
func (f *finder) enter(body *ast.BlockStmt, t types.Type) {
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			f.returns[r] = t.(*types.Signature)
		}
		return true
	})
}

// visit looks at one node. What is constant stays as it is.
func (f *finder) visit(n ast.Node) bool {
	if e, ok := n.(ast.Expr); ok && (f.info.Types[e].Value != nil || f.info.Types[e].IsType()) {
		return false
	}
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.FuncLit:
		f.enter(n.Body, f.info.TypeOf(n))
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
		for _, e := range n.List {
			f.condition(e)
		}
	case *ast.CommClause:
		f.statements(n.Body)
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		f.condition(n.Cond)
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if lit, ok := n.X.(*ast.CompositeLit); ok && n.Op == token.AND {
			f.literal(n, lit)
			f.parts(lit)
			return false
		}
		f.unary(n)
	case *ast.CompositeLit:
		f.literal(n, n)
	case *ast.CallExpr:
		f.call(n)
	}
	return true
}

// parts visits what a literal is made of, but not the literal.
func (f *finder) parts(lit *ast.CompositeLit) {
	for _, e := range lit.Elts {
		ast.Inspect(e, f.visit)
	}
}

// statements makes mutants that leave a statement out or change it as a whole.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		if l, ok := s.(*ast.LabeledStmt); ok {
			s = l.Stmt
		}
		switch s := s.(type) {
		case *ast.ReturnStmt:
			f.results(s)
		case *ast.IncDecStmt:
			f.replace(s, f.text(s.X)+map[token.Token]string{token.INC: "--", token.DEC: "++"}[s.Tok], "")
		case *ast.AssignStmt:
			f.assignment(s)
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && f.text(call.Fun) != "panic" {
				f.replace(s, "")
			}
		case *ast.DeferStmt, *ast.GoStmt:
			f.replace(s, "")
		case *ast.BranchStmt:
			if s.Tok == token.BREAK || s.Tok == token.CONTINUE {
				f.replace(s, "")
			}
		}
	}
}

func (f *finder) assignment(s *ast.AssignStmt) {
	if s.Tok == token.DEFINE || !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return f.text(e) != "_" }) {
		return
	}
	op := s.Tok.String()
	if to, ok := opposite[strings.TrimSuffix(op, "=")]; ok && s.Tok != token.ASSIGN && f.numeric(s.Lhs[0]) {
		f.replace(s, f.text(s.Lhs[0])+" "+to+"= "+f.text(s.Rhs[0]), "")
		return
	}
	f.replace(s, "")
}

// replace makes a mutant for each text that could stand instead of a statement; "" is nothing.
func (f *finder) replace(s ast.Stmt, texts ...string) {
	f.site(s, func(original string) string {
		var b strings.Builder
		for _, to := range texts {
			said := to
			if said == "" {
				said = "nothing"
			}
			fmt.Fprintf(&b, "if %s { %s } else ", f.mutant(s, said), to)
		}
		return b.String() + "{ " + original + " }"
	})
}

// results makes mutants that return something else: no error, or not the bool.
func (f *finder) results(s *ast.ReturnStmt) {
	var texts []string
	results := f.returns[s].Results()
	fails := func(i int) bool {
		return len(s.Results) == results.Len() && isError(results.At(i).Type()) && f.text(s.Results[i]) != "nil"
	}
	for i, e := range s.Results {
		value := ""
		switch last := len(s.Results) - 1; {
		case fails(i):
			value = "nil"
		case fails(last): // what is returned with an error does not matter
		case f.text(e) == "true":
			value = "false"
		case f.text(e) == "false":
			value = "true"
		case f.leaf(e):
			value = "!" + f.text(e)
		}
		if value != "" {
			texts = append(texts, f.file.slice(s.Pos(), e.Pos())+value+f.file.slice(e.End(), s.End()))
		}
	}
	if len(texts) == 0 {
		return
	}
	f.site(s, func(original string) string {
		var b strings.Builder
		for _, to := range texts {
			fmt.Fprintf(&b, "if %s { %s }; ", f.mutant(s, to), to)
		}
		return b.String() + original
	})
}

// isError reports whether a type is that of errors, and can be nil.
func isError(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
	}
	return false
}

// leaf reports whether an expression is a bool that is neither constant nor made of others by operators.
func (f *finder) leaf(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr, *ast.StarExpr:
		return f.info.Types[e].Value == nil && f.basic(e)&types.IsBoolean != 0
	}
	return false
}

// condition makes the mutant that has the opposite of a condition without operators.
func (f *finder) condition(e ast.Expr) {
	if e != nil && f.leaf(e) {
		f.negate(e)
	}
}

// negate writes a condition that is its opposite in the mutant.
func (f *finder) negate(e ast.Expr) {
	f.site(e, func(original string) string { return "(" + f.mutant(e, "!"+f.text(e)) + " != (" + original + "))" })
}

// basic returns what is known of the basic type below the type of an expression, 0 if there is none.
func (f *finder) basic(e ast.Expr) types.BasicInfo {
	if t := f.info.TypeOf(e); t != nil {
		if b, ok := t.Underlying().(*types.Basic); ok {
			return b.Info()
		}
	}
	return 0
}

func (f *finder) numeric(e ast.Expr) bool { return f.basic(e)&types.IsNumeric != 0 }
