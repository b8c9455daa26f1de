//go:build !lean || contest

package main

import "github.com/gridiron-games/gridiron/kernel/arena/contest"

func init() { wings = append(wings, contest.Wing) }
