package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A key that is made later has the address of the server, as the first ones have.
func TestLaterKeys(t *testing.T) {
	dir := t.TempDir()
	if _, err := makeKeys(dir, []string{"lab1.example.org"}, ":4333"); err != nil { // as the first `league serve` does
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		team  string
		want  string
	}{
		{nil, "alice", "tls://lab1.example.org:4333"},
		{[]string{"--host", "127.0.0.1"}, "bob", "tls://127.0.0.1:4333"},
		{[]string{"--listen", ":4444"}, "carol", "tls://lab1.example.org:4444"},
	} {
		var out, errs safe
		args := append(append([]string{"keys", "--dir", dir}, c.flags...), c.team)
		if code := run(t.Context(), args, &out, &errs); code != 0 {
			t.Fatal(code, errs.String())
		}
		if k, err := readKey(filepath.Join(dir, "keys", "team-"+c.team+".json")); err != nil || k.URL != c.want {
			t.Errorf("league keys %q: the address is %q, %v; want %q", c.flags, k.URL, err, c.want)
		}
	}
}

// A certificate that could not be written, as on a full disk, is made again at the next start.
func TestHalfCertificate(t *testing.T) {
	dir := t.TempDir()
	hinders := filepath.Join(dir, "keys", "server.pem.new")
	if err := os.MkdirAll(filepath.Join(hinders, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if made, err := makeKeys(dir, nil, ":0"); err == nil {
		t.Fatalf("a certificate was written through a folder: %q", made)
	}
	if err := os.RemoveAll(hinders); err != nil {
		t.Fatal(err)
	}
	s, err := startServer(dir, nil, "127.0.0.1:0", 0)
	if err != nil {
		t.Fatal(err)
	}
	s.stop()
}
