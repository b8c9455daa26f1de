package web_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// A request that the handler cannot stand costs lines on standard error, but a flood of them no flood of lines.
func TestErrorsAreLimited(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	defer func(usual *os.File) { os.Stderr = usual }(os.Stderr)
	os.Stderr = file
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- web.ServeUntil(ctx, listener, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("oops") }), func() {})
	}()
	for range 400 {
		if reply, err := http.Get("http://" + listener.Addr().String()); err == nil {
			reply.Body.Close()
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(file.Name())
	if n := bytes.Count(text, []byte("oops")); err != nil || n == 0 || n > 200 {
		t.Errorf("%d reports of 400 requests, %v", n, err)
	}
}
