package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// opposite has, for an operator on numbers, the one in its mutant.
var opposite = map[string]string{
	"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "&", "&^": "&", "<<": ">>", ">>": "<<",
}

// comparisons has, for a comparison, those in its mutants: at the boundary, and its opposite.
var comparisons = map[token.Token][]string{
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.EQL: {"!="}, token.NEQ: {"=="}, token.LAND: {"||"}, token.LOR: {"&&"},
}

func (f *finder) binary(e *ast.BinaryExpr) {
	with := func(op string) string { return f.text(e.X) + " " + op + " " + f.text(e.Y) }
	if list, ok := comparisons[e.Op]; ok {
		f.site(e, func(original string) string {
			text := "(" + original + ")"
			for _, op := range list {
				is, code := f.mutant(e, with(op)), with(op)
				if op == "&&" || op == "||" { // the compiler refuses x == 1 && x == 2
					code = fmt.Sprintf("!(!(%s) %s !(%s))", f.text(e.X), e.Op, f.text(e.Y))
				}
				text = fmt.Sprintf("(%s && (%s) || !%s && %s)", is, code, is, text)
			}
			return text
		})
	} else if to, ok := opposite[e.Op.String()]; ok && f.numeric(e) {
		f.instead(e, with(to))
	}
}

func (f *finder) unary(e *ast.UnaryExpr) {
	switch {
	case e.Op == token.NOT:
		f.site(e, func(original string) string { return "(" + f.mutant(e, f.text(e.X)) + " != (" + original + "))" })
	case e.Op == token.SUB && f.numeric(e):
		f.instead(e, f.text(e.X))
	}
}

// call makes mutants of min and max.
func (f *finder) call(e *ast.CallExpr) {
	name, ok := e.Fun.(*ast.Ident)
	if !ok {
		return
	}
	to := map[string]string{"min": "max", "max": "min"}[name.Name]
	if _, builtin := f.info.Uses[name].(*types.Builtin); to == "" || !builtin || !f.numeric(e) {
		return
	}
	f.instead(e, to+f.file.slice(name.End(), e.End()))
}

// literal makes mutants of a literal of a struct, each without one of its keys; e is the literal or its address.
func (f *finder) literal(e ast.Expr, lit *ast.CompositeLit) {
	t := f.info.TypeOf(lit)
	if t == nil {
		return
	}
	if _, ok := t.Underlying().(*types.Struct); !ok || lit.Type == nil && e != lit {
		return
	}
	var changes []change
	for i, elt := range lit.Elts {
		pair, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		end := lit.Rbrace
		if i+1 < len(lit.Elts) {
			end = lit.Elts[i+1].Pos()
		}
		head := ""
		if lit.Type == nil {
			head = f.name(t, lit.Pos())
		}
		changes = append(changes, change{
			pair.Pos(), f.text(pair), "nothing", head + f.file.slice(e.Pos(), pair.Pos()) + f.file.slice(end, e.End()),
		})
	}
	f.choose(e, lit.Type == nil, changes)
}

// change is a mutant of a part of an expression: what the report says of it, and the whole expression.
type change struct {
	at             token.Pos
	from, to, code string
}

// instead makes a mutant of an expression.
func (f *finder) instead(e ast.Expr, code string) {
	f.choose(e, false, []change{{e.Pos(), f.text(e), code, code}})
}

// choose writes an expression as a function that returns one of the mutants or the original. elided is true for a literal without
// its type.
func (f *finder) choose(e ast.Expr, elided bool, changes []change) {
	name := f.name(f.info.TypeOf(e), e.Pos())
	if name == "" || len(changes) == 0 {
		return
	}
	f.site(e, func(original string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "(func() %s { ", name)
		for _, c := range changes {
			fmt.Fprintf(&b, "if %s { return %s }; ", f.change(c.at, c.from, c.to), c.code)
		}
		if elided {
			original = name + original
		}
		return b.String() + "return " + original + " }())"
	})
}

// name writes a type as it can be named at a place in the file; "" if it cannot.
func (f *finder) name(t types.Type, at token.Pos) string {
	ok := true
	check := func(n *types.TypeName, args *types.TypeList) {
		for i := range args.Len() {
			ok = ok && f.name(args.At(i), at) != ""
		}
		if n.Pkg() == nil || n.Pkg() == f.pkg {
			_, found := f.pkg.Scope().Innermost(at).LookupParent(n.Name(), at)
			ok = ok && found == n
			return
		}
		name, imported := f.imports[n.Pkg()]
		_, found := f.pkg.Scope().Innermost(at).LookupParent(name, at)
		_, isPackage := found.(*types.PkgName)
		ok = ok && imported && isPackage && n.Exported()
	}
	switch t := t.(type) {
	case *types.Basic:
		ok = t.Info()&types.IsUntyped == 0 && t.Kind() != types.Invalid && t.Kind() != types.UnsafePointer
	case *types.Named:
		check(t.Obj(), t.TypeArgs())
	case *types.Alias:
		check(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		check(t.Obj(), nil)
	case *types.Pointer:
		ok = f.name(t.Elem(), at) != ""
	default:
		ok = false
	}
	if !ok {
		return ""
	}
	return types.TypeString(t, func(p *types.Package) string { return f.imports[p] })
}
