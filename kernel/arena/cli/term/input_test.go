package term

import (
	"context"
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// People who are asked at the same time each get a line, and one whose time is over takes none.
func TestLinesForSeveral(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, typed := io.Pipe()
		terminal := New(from, io.Discard, io.Discard)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		lines := make(chan string)
		for range 3 {
			go func() {
				line, err := terminal.Line(ctx)
				if err != nil {
					line = err.Error()
				}
				lines <- line
			}()
		}
		synctest.Wait() // all three wait
		go io.WriteString(typed, "left\nright\n")
		var got []string
		for range 3 {
			got = append(got, <-lines)
		}
		slices.Sort(got[:2])
		if diff := cmp.Diff([]string{"left", "right", context.DeadlineExceeded.Error()}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		typed.Close()
		<-terminal.in.replies // to the third
		close(terminal.in.requests)
	})
}
