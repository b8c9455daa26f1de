//go:build !lean || learn

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/env"
	"github.com/gridiron-games/gridiron/pelita/learn"
)

func init() { wings = append(wings, env.Wing(batch.Of(game(), learn.Env))) }
