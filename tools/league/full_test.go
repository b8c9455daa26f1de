package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server whose disk is full says so and ends, instead of leaving all who send something without an answer.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	h := newHouse(t)
	ended := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() { ended <- h.server.serve(ctx, t.Output()) }()
	second := filepath.Join(h.dir, "streams", "jetstream", "$G", "streams", results, "msgs", "2.blk")
	if err := os.Symlink("/dev/full", second); err != nil { // the file for what does not go into the first one
		t.Fatal(err)
	}
	b := h.dial("admin")
	for _, id := range []string{"x", "y", "z"} { // nobody answers the last one
		b.Conn.Publish(resultSubject("cup", id), make([]byte, 5<<20))
	}
	err := <-ended
	if err == nil || !strings.Contains(err.Error(), "stream RESULTS: ") || !strings.Contains(err.Error(), "make room and start it again") {
		t.Errorf("the server ended with %v", err)
	}
}
