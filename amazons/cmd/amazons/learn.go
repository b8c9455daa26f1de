//go:build !lean || learn

package main

import (
	"github.com/gridiron-games/gridiron/amazons/learn"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/env"
)

func init() { wings = append(wings, env.Wing(batch.Of(game(), learn.Env))) }
