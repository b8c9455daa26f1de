//go:build !lean || web

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

func init() { wings = append(wings, page.Wing(judge.Of(game()), &kept, finds()...)) }
