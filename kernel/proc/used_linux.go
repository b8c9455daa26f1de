package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/jail"
)

// tick is the unit of processor time in /proc, on every Linux.
const tick = 10 * time.Millisecond

// usedSoFar returns what a program that was not reaped has used, with those children that it waited for.
func usedSoFar(pid int) (u jail.Usage) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	end := bytes.LastIndexByte(stat, ')') // the name before it may have anything in it
	if err != nil || end < 0 {
		return u
	}
	fields := strings.Fields(string(stat[end+1:])) // the first is field 3 of proc(5)
	for field := 14; field <= 17 && field-3 < len(fields); field++ {
		n, _ := strconv.ParseInt(fields[field-3], 10, 64)
		u.CPU += time.Duration(n) * tick
	}
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			u.Memory = kib << 10
		}
	}
	return u
}
