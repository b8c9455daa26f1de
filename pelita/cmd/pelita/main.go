// Command pelita plays Pelita.
package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/cli"
)

func main() {
	os.Args = append(os.Args[:1], cupArgs(os.Args[1:])...)
	cli.Main(newProgram().game())
}

// cupArgs turns `tournament run --config FILE.yaml`, the original's kind of tournament, into `cup FILE.yaml`.
func cupArgs(args []string) []string {
	at := slices.Index(args, "--config")
	if len(args) < 4 || args[0] != "tournament" || args[1] != "run" || at < 2 || at+1 == len(args) {
		return args
	}
	if ext := filepath.Ext(args[at+1]); ext != ".yaml" && ext != ".yml" {
		return args
	}
	return slices.Concat([]string{"cup"}, args[2:at], args[at+1:])
}
