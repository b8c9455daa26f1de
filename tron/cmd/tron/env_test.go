//go:build !lean || learn

package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch/batchtest"
	"github.com/gridiron-games/gridiron/tron/learn"
)

// TestEnv compares games that were stepped with the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { batchtest.Test(t, batchtest.Spaces(game(), learn.Env, 50)) }

func TestEnvNoAllocation(t *testing.T) {
	batchtest.NoAllocation(t, batchtest.Spaces(game(), learn.Env, 1))
}

// BenchmarkEnv steps 1024 games.
func BenchmarkEnv(b *testing.B) { batchtest.Bench(b, batchtest.Spaces(game(), learn.Env, 1024), 1024) }
