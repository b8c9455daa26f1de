//go:build !lean || jail

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

func init() {
	jail.Init() // in process 1 of a jail it does not return
	wings = append(wings, func(p *cli.Program) { p.Jail = jail.Launcher{} })
}
