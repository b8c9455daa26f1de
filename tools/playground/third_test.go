package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Modules name packages; in the folder they name files.
func TestResolved(t *testing.T) {
	const text = `import { a } from '@codemirror/state';
import {b} from"style-mod"
export * from './own.js'; // from here`
	const want = `import { a } from "./lib/codemirror-state.js";
import {b} from"./lib/style-mod.js"
export * from './own.js'; // from here`
	if got := string(resolved([]byte(text), "./lib/")); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// An archive with another hash is not used, wherever it comes from.
func TestFetchChecks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	t.Setenv("PATH", dir) // without npm
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cache = filepath.Join(cache, "gridiron", "playground")
	if err := os.MkdirAll(cache, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, a := range archives() {
		if err := os.WriteFile(filepath.Join(cache, a.file()), []byte("other"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if texts, err := fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "--without-editor") {
		t.Errorf("%d archives, %v: want an error of npm", len(texts), err)
	}
}
