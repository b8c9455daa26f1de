//go:build !linux

package cpu

import "time"

// Measurable says whether processor time can be measured on this system.
const Measurable = false

// This returns a zero value on this system.
func This() Thread { return 0 }

// Spent returns ok = false on this system.
func (t Thread) Spent() (spent time.Duration, ok bool) { return 0, false }

// Tree returns ok = false on this system.
func Tree(int) (spent time.Duration, ok bool) { return 0, false }
