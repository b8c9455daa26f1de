package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/env/envtest"
)

// TestEnv holds games that were stepped against the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { envtest.Test(t, envtest.Spaces(game(), 50)) }

func TestEnvNoAllocation(t *testing.T) { envtest.NoAllocation(t, envtest.Spaces(game(), 1)) }

// BenchmarkEnv steps 256 games.
func BenchmarkEnv(b *testing.B) { envtest.Bench(b, envtest.Spaces(game(), 256), 256) }
