package xmlrpc

import (
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestHTTPS reaches a server whose certificate it trusts, and no other.
func TestHTTPS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		io.WriteString(w, r.URL.Path+" "+string(body))
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	c, err := NewClient(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var system *SystemError
	if _, err := c.Call(t.Context(), []byte("x")); !errors.As(err, &system) {
		t.Errorf("without trust: %v", err)
	}
	c.tls.RootCAs = x509.NewCertPool()
	c.tls.RootCAs.AddCert(server.Certificate())
	for range 2 {
		if reply, err := c.Call(t.Context(), []byte("x")); err != nil || string(reply) != "/RPC2 x" {
			t.Errorf("%q, %v", reply, err)
		}
	}
}
