//go:build !lean || shell

package main

import "github.com/gridiron-games/gridiron/kernel/arena/cli/shell"

func init() { wings = append(wings, shell.Wing) }
