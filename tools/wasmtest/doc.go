// Package wasmtest builds the games for WebAssembly and compares their signatures with those of native programs: rules, referees
// and bots are the same in a browser (GOOS=js) and where WASI runs them (GOOS=wasip1). It needs Node; without it the test is
// skipped with a line, and with GRIDIRON_NODE=required it fails.
package wasmtest
