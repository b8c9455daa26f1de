//go:build unix

package wire

import (
	"syscall"
	"testing"

	"github.com/gridiron-games/gridiron/sarena"
)

// BenchmarkPythonServer is a turn from a Python server that closes every connection; cpu-µs/turn is what this process spends.
func BenchmarkPythonServer(b *testing.B) {
	p, err := Dial("http://" + startPython(b, "http10"))
	if err != nil {
		b.Fatal(err)
	}
	v := sarena.View{Position: sarena.Draw(zero{}), Step: 1}
	spent := func() int64 {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			b.Fatal(err)
		}
		return usage.Utime.Nano() + usage.Stime.Nano()
	}
	before := spent()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := p.Answer(b.Context(), v); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(spent()-before)/1000/float64(b.N), "cpu-µs/turn")
}
