//go:build !lean || learn

package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch/batchtest"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/learn"
)

// short sets a cap of turns, because random games hardly ever end by themselves.
func short(games int) batchtest.Game[reantics.View, reantics.Answer] {
	g := batchtest.Spaces(game(), learn.Env, games)
	g.Setup.Options = match.Params{"cap": "24"}
	g.Fewer = true // of several paths to a cell, only one can be chosen
	return g
}

// TestEnv compares games that were stepped with the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { batchtest.Test(t, short(50)) }

// BenchmarkEnv steps 1024 games.
func BenchmarkEnv(b *testing.B) { batchtest.Bench(b, short(256), 1024) }
