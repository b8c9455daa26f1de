package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Programs of others that make parts of a release, with the versions that were tried.
const (
	nfpm      = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.1"                  // packages for Debian and Red Hat
	cyclonedx = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0" // bills of materials
)

// tool installs a program of others and returns its file.
func (b *build) tool(path string) (string, error) {
	dir := filepath.Join(filepath.Dir(b.work), "tools")
	name, _, _ := strings.Cut(filepath.Base(path), "@")
	file := filepath.Join(dir, name)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	_, err := b.run(b.work, []string{"GOBIN=" + dir, "GOWORK=off", "GOFLAGS="}, "go", "install", path)
	return file, err
}

// packages makes the .deb and the .rpm of a game.
func (b *build) packages(game string, t target, folder string) error {
	tool, err := b.tool(nfpm)
	if err != nil {
		return err
	}
	type content = map[string]any
	at := func(from, to string, mode int) content {
		return content{"src": filepath.Join(folder, from), "dst": to, "file_info": content{"mode": mode, "mtime": b.stamp}}
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
	config, err := json.Marshal(map[string]any{ // which is YAML, too
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

// materials writes what a game's program is made of, as CycloneDX.
func (b *build) materials(game, file string) error {
	tool, err := b.tool(cyclonedx)
	if err != nil {
		return err
	}
	text, err := b.run(b.work, nil, tool, "bin", "-json", "-noserial", "-version", b.version, file)
	if err != nil {
		return err
	}
	var list map[string]any
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return fmt.Errorf("bill of materials of %s: %w", game, err)
	}
	if metadata, ok := list["metadata"].(map[string]any); ok { // the time of this run: the same source must give the same file
		metadata["timestamp"] = b.stamp
	}
	pretty, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.to, fmt.Sprintf("%s-%s.cdx.json", game, b.version)), append(pretty, '\n'), 0o666)
}

// platforms are the names of systems in wheels.
var platforms = map[target]string{
	{"linux", "amd64"}: "manylinux2014_x86_64", {"linux", "arm64"}: "manylinux2014_aarch64",
	{"darwin", "amd64"}: "macosx_12_0_x86_64", {"darwin", "arm64"}: "macosx_12_0_arm64",
}

// wheel makes the package for Python with the programs of a system.
func (b *build) wheel(t target, programs string) error {
	_, err := b.run(b.src, append(b.env(), "GRIDIRON_BIN="+programs), "python3", "-m", "pip", "wheel", "-q", "--no-deps", "--no-cache-dir", "-w", b.to,
		"--config-settings=--build-option=--plat-name="+platforms[t], "./tools/python")
	return err
}
