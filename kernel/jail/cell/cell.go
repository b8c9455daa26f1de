// Package cell is what runs inside of a jail: process 1 builds the place, gives up what the program must not have, starts the
// program, and then obeys the jail outside.
package cell

import (
	"slices"
	"strings"
)

// SystemFolders are those of programs and libraries that every program may read.
var SystemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"}

// Within reports whether a path is one of those given or below it.
func Within(path string, above []string) bool {
	return slices.ContainsFunc(above, func(a string) bool { return path == a || strings.HasPrefix(path, a+"/") })
}
