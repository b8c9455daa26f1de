//go:build !lean || (contest && web)

package main

import "github.com/gridiron-games/gridiron/kernel/arena/contest/publish"

func init() { wings = append(wings, publish.Wing) }
