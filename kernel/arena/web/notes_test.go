package web

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A flood of messages to a server does not flood its log, and no line is left out silently.
func TestNotes(t *testing.T) {
	var got []string
	now := time.Unix(0, 0)
	n := notes{to: func(line string) { got = append(got, line) }, left: mostNotes, now: func() time.Time { return now }, last: now}
	for i := range 1000 {
		n.note(fmt.Sprint("refused ", i))
	}
	if len(got) != mostNotes {
		t.Fatalf("%d lines, want %d", len(got), mostNotes)
	}
	now = now.Add(notesEvery)
	n.note("again")
	n.note("and again")
	if want := fmt.Sprintf("again (%d lines before this one were left out)", 1000-mostNotes); len(got) != mostNotes+1 || got[mostNotes] != want {
		t.Errorf("after a second: %q, want %q", got[mostNotes:], want)
	}
	now = now.Add(time.Hour)
	got = nil
	for range 2 * mostNotes {
		n.note("x")
	}
	if len(got) != mostNotes {
		t.Errorf("%d lines after an hour, want %d", len(got), mostNotes)
	}
}

func TestLines(t *testing.T) {
	var got strings.Builder
	log := Lines(&got)
	for i := range 1000 {
		fmt.Fprintf(log, "refused %d\n", i)
	}
	if n := strings.Count(got.String(), "\n"); n < mostNotes || n > mostNotes+10 || !strings.HasPrefix(got.String(), "refused 0\nrefused 1\n") {
		t.Errorf("%d lines, want %d:\n%s", n, mostNotes, got.String())
	}
}
