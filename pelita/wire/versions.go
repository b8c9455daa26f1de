package wire

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
)

// Other returns the other version.
func Other(v pelita.Version) pelita.Version {
	if v == pelita.V251 {
		return pelita.V270
	}
	return pelita.V251
}

// UseRules is what chooses a version on the command line.
func UseRules(v pelita.Version) string { return "--rules " + strings.TrimSuffix(v.String(), ".0") }

// Package returns the version whose rules and protocol are those of the original's package in an interpreter; ok is false if it
// has none that can be used.
func (p Python) Package() (v pelita.Version, ok bool) {
	return p.protocol(pelita.V251), p.Version != ""
}

// Needs returns the version that has what is lacking, if only one has it.
func (l Lack) Needs() (v pelita.Version, ok bool) {
	for _, not := range l.Not {
		if lacks, err := pelita.ParseVersion(strings.TrimPrefix(not, "pelita ")); err == nil {
			if ok {
				return v, false
			}
			v, ok = Other(lacks), true
		}
	}
	return v, ok
}

// strange are errors of teams that name something that is missing: a module or an object, and the name; and what only version 2.5
// refuses.
var (
	strange = []*regexp.Regexp{
		regexp.MustCompile(`AttributeError: '(Bot)' object has no attribute '(\w+)'`),
		regexp.MustCompile(`AttributeError: (?:partially initialized )?module '(pelita[\w.]*)' has no attribute '(\w+)'`),
		regexp.MustCompile(`cannot import name '(\w+)' from '(pelita[\w.]*)'`),
		regexp.MustCompile(`No module named '(pelita[\w.]*)\.(\w+)'`),
	}
	refusedName = regexp.MustCompile(`Invalid team name \(`)
)

// Elsewhere says in words why a fault in a game of a version would not be one in the other version; "" if it would.
func Elsewhere(detail string, v pelita.Version) string {
	other := Other(v)
	if v == pelita.V251 && refusedName.MatchString(detail) {
		return fmt.Sprintf("pelita %v takes this name, and changes it: %s", other, UseRules(other))
	}
	for i, pattern := range strange {
		found := pattern.FindStringSubmatch(detail)
		if found == nil {
			continue
		}
		module, name := found[1], found[2]
		if i == 2 {
			module, name = name, module
		}
		if module == "Bot" {
			module = "bot"
		}
		k := packages()
		if k.pelita[other].has(module, name) && !k.pelita[v].has(module, name) {
			return fmt.Sprintf("%s.%s is not in pelita %v, but in %v: %s", module, name, v, other, UseRules(other))
		}
	}
	return ""
}
