//go:build !lean || learn

package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch/batchtest"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/learn"
)

// short keeps games short.
func short(games int) batchtest.Game[pelita.View, pelita.Move] {
	g := batchtest.Spaces(game(), learn.Env, games)
	g.Setup.Options = match.Params{"rounds": "20"}
	return g
}

// TestEnv compares games that were stepped with the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { batchtest.Test(t, short(50)) }

// BenchmarkEnv steps 1024 games.
func BenchmarkEnv(b *testing.B) { batchtest.Bench(b, short(256), 1024) }
