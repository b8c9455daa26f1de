package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/env/envtest"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/pelita"
)

// short keeps games short.
func short(games int) envtest.Game[pelita.View, pelita.Move] {
	g := envtest.Spaces(game(), games)
	g.Setup.Options = match.Params{"rounds": "20"}
	return g
}

// TestEnv holds games that were stepped against the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { envtest.Test(t, short(50)) }

// BenchmarkEnv steps 256 games.
func BenchmarkEnv(b *testing.B) { envtest.Bench(b, short(256), 256) }
