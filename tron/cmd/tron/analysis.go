//go:build !lean || analysis

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/cli/analysis"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
)

func init() { wings = append(wings, analysis.Wing(judge.Of(game()))) }
