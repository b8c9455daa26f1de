package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// nfpm is the program that makes packages for Debian and Red Hat, in the version that was tested.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.1"

// packager installs nfpm, once, and returns its file.
func (b *build) packager() (string, error) {
	dir := filepath.Join(filepath.Dir(b.work), "tools")
	file := filepath.Join(dir, "nfpm")
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	_, err := b.run(b.work, []string{"GOBIN=" + dir, "GOWORK=off", "GOFLAGS="}, "go", "install", nfpm)
	return file, err
}

// packages makes the .deb and the .rpm of a game.
func (b *build) packages(game string, t target) error {
	tool, err := b.packager()
	if err != nil {
		return err
	}
	type content = map[string]any
	at := func(from, to string, mode int) content {
		return content{"src": filepath.Join(b.folder(game, t), from), "dst": to, "file_info": content{"mode": mode, "mtime": b.stamp}}
	}
	contents := []content{
		at(game, "/usr/games/"+game, 0o755), at(game+".6", "/usr/share/man/man6/"+game+".6", 0o644),
		at("completions/"+game+".bash", "/usr/share/bash-completion/completions/"+game, 0o644),
		at("completions/_"+game, "/usr/share/zsh/vendor-completions/_"+game, 0o644),
		at("completions/"+game+".fish", "/usr/share/fish/vendor_completions.d/"+game+".fish", 0o644),
	}
	for _, name := range []string{"LICENSE", "README.md", "RULES.md", "PROTOCOL.md", "SECURITY.md", "THIRD-PARTY.txt"} {
		contents = append(contents, at(name, "/usr/share/doc/gridiron-"+game+"/"+name, 0o644))
	}
	config, err := json.Marshal(map[string]any{ // JSON is also YAML
		"name": "gridiron-" + game, "arch": t.arch, "platform": "linux", "version": b.version, "section": "games", "priority": "optional",
		"maintainer": "gridiron maintainers <maintainers@users.noreply.github.com>", "license": "MIT", "mtime": b.stamp,
		"homepage": "https://github.com/gridiron-games/gridiron", "description": "The game " + game + " of AI courses, for people and bots.",
		"contents": contents, "rpm": map[string]any{"buildhost": "gridiron"},
	})
	if err != nil {
		return err
	}
	file := filepath.Join(b.work, fmt.Sprintf("%s-%s.yaml", game, t))
	if err := os.WriteFile(file, config, 0o666); err != nil {
		return err
	}
	for _, kind := range []string{"deb", "rpm"} {
		if _, err := b.run(b.work, b.env(), tool, "package", "--config", file, "--packager", kind, "--target", b.to); err != nil {
			return err
		}
	}
	return nil
}

// materials writes the components of a module's program as CycloneDX 1.5: the modules that Go recorded in it.
func (b *build) materials(what, module, file string) error {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return err
	}
	type component struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version"`
		URL     string `json:"purl"`
	}
	list := []component{{"library", "std", info.GoVersion, "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")}}
	for _, m := range info.Deps {
		version := m.Version
		if strings.HasPrefix(m.Path, checkout.Prefix) {
			version = b.version
		}
		list = append(list, component{"library", m.Path, version, "pkg:golang/" + m.Path + "@" + version})
	}
	name := checkout.Prefix + module
	text, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": map[string]any{
			"timestamp": b.stamp, "component": component{"application", name, b.version, "pkg:golang/" + name + "@" + b.version},
		},
		"components": list,
	}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.to, fmt.Sprintf("%s-%s.cdx.json", what, b.version)), append(text, '\n'), 0o666)
}

// platforms are the names of systems in wheels.
var platforms = map[target]string{
	{"linux", "amd64"}: "manylinux2014_x86_64", {"linux", "arm64"}: "manylinux2014_aarch64",
	{"darwin", "amd64"}: "macosx_12_0_x86_64", {"darwin", "arm64"}: "macosx_12_0_arm64",
	{"windows", "amd64"}: "win_amd64",
}

// zig is the C compiler of the libraries in wheels, in the version that was tested: it compiles for other systems, and for the C
// library that the names of the Linux wheels promise.
const zig = "ziglang==0.17.1"

// zigTargets are the systems whose wheels have the library, as zig names them. It cannot link programs for macOS, which need
// files of Apple.
var zigTargets = map[target]string{
	{"linux", "amd64"}: "x86_64-linux-gnu.2.17", {"linux", "arm64"}: "aarch64-linux-gnu.2.17", {"windows", "amd64"}: "x86_64-windows-gnu",
}

// library adds the library of the games to their programs, for a wheel.
func (b *build) library(t target, programs string) error {
	if zigTargets[t] == "" {
		return nil
	}
	dir := filepath.Join(b.work, "zig")
	if _, err := os.Stat(dir); err != nil {
		if _, err := b.run(b.work, b.env(), "python3", "-m", "pip", "install", "-q", "--no-cache-dir", "--target", dir, zig); err != nil {
			return err
		}
	}
	name := "gridiron.so"
	if t.os == "windows" {
		name = "gridiron.dll"
	}
	// Two builds are the same only if the compiler is named without its place, and writes no names of files for debuggers (-s).
	env := slices.Concat(b.goes, b.env(), []string{
		"GOOS=" + t.os, "GOARCH=" + t.arch, "CC=zig cc -target " + zigTargets[t], "CGO_CFLAGS=-O2 -s", "CGO_LDFLAGS=-s",
		"PATH=" + filepath.Join(dir, "ziglang") + string(filepath.ListSeparator) + os.Getenv("PATH"),
	})
	_, err := b.run(b.src, env, "python3", "tools/python/library.py", filepath.Join(programs, name), b.version)
	return err
}

// versionLine is the line with the version of the Python package, which is that of the release.
var versionLine = regexp.MustCompile(`(?m)^version = ".*"$`)

// wheel makes the package for Python with the programs of a system.
func (b *build) wheel(t target) error {
	project := filepath.Join(b.src, "tools/python/pyproject.toml")
	text, err := os.ReadFile(project)
	if err != nil {
		return err
	}
	if n := len(versionLine.FindAll(text, -1)); n != 1 {
		return fmt.Errorf("%s: %d lines with a version, want 1", project, n)
	}
	text = versionLine.ReplaceAll(text, fmt.Appendf(nil, "version = %q", strings.TrimPrefix(b.version, "v")))
	if err := os.WriteFile(project, text, 0o666); err != nil {
		return err
	}
	programs := filepath.Join(b.work, t.String())
	if err := b.library(t, programs); err != nil {
		return err
	}
	// setuptools keeps what it has packed: without this, the wheel for Windows has another system's programs, too.
	if err := os.RemoveAll(filepath.Join(b.src, "tools/python/build")); err != nil {
		return err
	}
	_, err = b.run(b.src, append(b.env(), "GRIDIRON_BIN="+programs), "python3", "-m", "pip", "wheel", "-q", "--no-deps", "--no-cache-dir", "-w", b.to,
		"--config-settings=--build-option=--plat-name="+platforms[t], "./tools/python")
	return err
}
