package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var someDigest = "sha256:" + strings.Repeat("0123456789abcdef", 4)

func TestPinImages(t *testing.T) {
	for _, tt := range []struct{ text, want, err string }{
		{text: "FROM scratch\n"},
		{text: "FROM python:3.13-slim@" + someDigest + "\n"},
		{"FROM python:3.13-slim\n", "FROM python:3.13-slim@" + someDigest + "\n", "line 1: image python:3.13-slim: want it with its digest"},
		{"# FROM x\n  from --platform=linux/amd64 golang:1.26 as Build\nFROM build\n", "# FROM x\n  from --platform=linux/amd64 golang:1.26@" +
			someDigest + " as Build\nFROM build\n", "line 2: image golang:1.26:"},
		{"FROM scratch\nCOPY --chown=a --from=busybox /bin /bin\n", "FROM scratch\nCOPY --chown=a --from=busybox@" + someDigest + " /bin /bin\n",
			"line 2: image busybox:"},
		{text: "FROM scratch AS one\nCOPY --from=one /a /a\nCOPY --from=0 /a /a\n"},
		{"FROM scratch\nRUN --mount=type=bind,from=alpine:3,target=/x ls\n", "FROM scratch\nRUN --mount=type=bind,from=alpine:3@" + someDigest +
			",target=/x ls\n", "line 2: image alpine:3:"},
		{"# syntax=docker/dockerfile:1\nFROM scratch\n", "# syntax=docker/dockerfile:1@" + someDigest + "\nFROM scratch\n", "line 1: image docker/dockerfile:1:"},
		{"FROM python@sha256:123\n", "FROM python@sha256:123@" + someDigest + "\n", "line 1: image python@sha256:123:"},
		{"ARG IMAGE\nFROM $IMAGE\n", "ARG IMAGE\nFROM $IMAGE@" + someDigest + "\n", "line 2: image $IMAGE:"},
	} {
		if tt.want == "" {
			tt.want = tt.text
		}
		got, err := pinImages(tt.text, func(string) (string, error) { return someDigest, nil })
		if err != nil || got != tt.want {
			t.Errorf("%q: %q, %v, want %q", tt.text, got, err, tt.want)
		}
		refuse := func(string) (string, error) { return "", errors.New("want it with its digest") }
		if _, err := pinImages(tt.text, refuse); (err == nil) != (tt.err == "") || err != nil && !strings.HasPrefix(err.Error(), tt.err) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.err)
		}
	}
	if _, err := pinImages("FROM a\n", func(string) (string, error) { return "latest", nil }); err == nil || err.Error() != `line 1: image a: "latest" is not a digest` {
		t.Errorf("a digest that is none: %v", err)
	}
}

// TestImages has a checkout with Containerfiles: nothing is published until their images have digests.
func TestImages(t *testing.T) {
	var out bytes.Buffer
	r := &release{ctx: t.Context(), root: t.TempDir(), out: &out}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(r.root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("Containerfile", "FROM scratch\n")
	write("deploy/Containerfile.worker", "FROM alpine:3 AS a\nFROM alpine:4\n")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = r.root
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, text)
		}
	}
	const line = "no digest has alpine:3 in deploy/Containerfile.worker, alpine:4 in deploy/Containerfile.worker: `make images` adds it"
	if err := r.unpinned(true); err == nil || err.Error() != line {
		t.Errorf("to publish without digests: %v, want %s", err, line)
	}
	if err := r.unpinned(false); err != nil || out.String() != line+"; it is needed to publish\n" {
		t.Errorf("not to publish: %v, it says %q", err, &out)
	}
	out.Reset()
	if err := r.images(func(string) (string, error) { return someDigest, nil }); err != nil {
		t.Fatal(err)
	}
	if want := "deploy/Containerfile.worker names its images by their digests now: commit it\n"; out.String() != want {
		t.Errorf("it says %q, want %q", out.String(), want)
	}
	if err := r.unpinned(true); err != nil {
		t.Errorf("with digests: %v", err)
	}
}
