package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// The licences of a program are those of everything that it says is linked into it.
func TestLicences(t *testing.T) {
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "amazons")
	if err := gametest.Build(root, "./amazons/cmd/amazons", program); err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var out, errw bytes.Buffer
	if code := run([]string{program, program}, &out, &errw); code != 0 {
		t.Fatalf("exit code %d: %s", code, errw.String())
	}
	titles := []string{"Go, its runtime and standard library: LICENSE\n"}
	for _, dep := range info.Deps {
		if !strings.HasPrefix(dep.Path, ours) {
			titles = append(titles, "\n"+dep.Path+" "+dep.Version+": LICENSE")
		}
	}
	if len(titles) < 5 {
		t.Errorf("%v are linked into the program, want some modules", titles)
	}
	for _, title := range titles {
		if strings.Count(out.String(), title) != 1 {
			t.Errorf("%d sections begin with %q, want one", strings.Count(out.String(), title), title)
		}
	}
	for _, words := range []string{"Redistribution and use in source and binary forms", "Permission is hereby granted, free of charge"} {
		if !strings.Contains(out.String(), words) {
			t.Errorf("the licences lack %q", words)
		}
	}
}

func TestWrongArguments(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o666); err != nil {
		t.Fatal(err)
	}
	bare := t.TempDir()
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "want programs that were built"},
		{[]string{"--help"}, 2, "want programs that were built"},
		{[]string{text}, 1, "want a program that Go has built"},
		{[]string{text + "x"}, 1, "no such file"},
	} {
		var out, errw bytes.Buffer
		if code := run(tt.args, &out, &errw); code != tt.code || !strings.Contains(errw.String(), tt.want) || out.Len() > 0 {
			t.Errorf("%q: exit code %d, %q; want %d and %q", tt.args, code, errw.String(), tt.code, tt.want)
		}
	}
	if err := add(&bytes.Buffer{}, module{Path: "example.com/m", Version: "v1.0.0", Dir: bare}); err == nil {
		t.Error("a module without a licence: no error")
	}
}
