//go:build !unix

package bot

import "testing"

func useClock(*testing.T) {}
