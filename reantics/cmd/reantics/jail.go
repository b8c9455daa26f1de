//go:build !lean || jail

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/flags"
)

func init() {
	jail.Init() // in process 1 of a jail it does not return
	wings = append(wings, flags.Wing)
}
