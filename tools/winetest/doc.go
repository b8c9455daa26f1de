// Package winetest runs the programs for Windows under Wine.
package winetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Boot makes a Windows system in a new folder, which needs Wine and a C compiler for Windows. root is that of the checkout. The
// result is the environment of `wine PROGRAM`, also if Wine does not start, such as in a container that forbids system calls. Halt
// must follow.
func Boot(ctx context.Context, root, folder string) (env []string, err error) {
	env = append(os.Environ(), "WINEPREFIX="+folder, "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml=", "DISPLAY=")
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for _, words := range [][]string{
		{"wineboot", "--init"},
		{"x86_64-w64-mingw32-gcc", "-shared", "-o", filepath.Join(folder, "drive_c", "windows", "system32", "bcryptprimitives.dll"),
			filepath.Join(root, "tools", "winetest", "testdata", "shim.c"), "-ladvapi32"},
	} {
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Env, cmd.WaitDelay = env, time.Second
		if err := cmd.Run(); err != nil {
			return env, fmt.Errorf("%s: %w", words[0], err)
		}
	}
	return env, nil
}

// Halt ends such a system.
func Halt(env []string) {
	for _, what := range []string{"--kill", "--wait"} {
		cmd := exec.Command("wineserver", what)
		cmd.Env = env
		cmd.Run() // it fails when the server has ended by itself, as it does a moment after the last program
	}
}
