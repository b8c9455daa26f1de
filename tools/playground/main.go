// Command playground writes a folder in which the games are played in a browser: any web server can serve it, below any path.
//
//	go run ./tools/playground --out dist/playground
//
// play/ lets people choose a game, play/GAME/ is a game: the page of kernel/arena/web and the program that plays, compiled to
// WebAssembly. play/page/ has what the games share.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

//go:embed assets
var assets embed.FS

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, log io.Writer) error {
	flags := flag.NewFlagSet("playground", flag.ContinueOnError)
	out := flags.String("out", "dist/playground", "write to this folder, which is new or was written by this program")
	version := flags.String("version", "", "the version of the programs, for their records")
	plain := flags.Bool("without-editor", false, "leave out the editor and Python, which npm downloads")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("argument %q: want flags only", flags.Arg(0))
	}
	root, err := checkout.Root(".")
	if err != nil {
		return err
	}
	p := playground{root: root, version: *version, plain: *plain, files: map[string][]byte{marker: nil}}
	if p.games, err = checkout.Games(os.DirFS(root)); err != nil {
		return err
	}
	if err := p.build(ctx); err != nil {
		return err
	}
	if err := p.write(*out); err != nil {
		return err
	}
	size := 0
	for _, text := range p.files {
		size += len(text)
	}
	_, err = fmt.Fprintf(log, "%s: %.1f MB; serve it with any web server and open play/\n", *out, float64(size)/1e6)
	return err
}

// marker is a file in every folder that this program wrote: it overwrites only such a folder.
const marker = "written-by-tools-playground"

type playground struct {
	root    string
	version string // "": that of a checkout
	plain   bool   // without the editor
	games   []string
	files   map[string][]byte
}

func (p *playground) build(ctx context.Context) error {
	for _, step := range []func(context.Context) error{p.shared, p.editor, p.choice, p.programs, p.offline} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// shared adds the files that all games share: those of the page, and the toolchain's.
func (p *playground) shared(ctx context.Context) error {
	for _, name := range web.Names() {
		text, err := web.File(name)
		if err != nil {
			return err
		}
		p.files["play/page/"+name] = text
	}
	for _, name := range []string{"worker.js", "playground.js", "choose.css", "editor.css"} {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		p.files["play/page/"+name] = text
	}
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	p.files["play/page/wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	return err
}

// choice adds the page on which people choose a game.
func (p *playground) choice(context.Context) error {
	type game struct{ Name, Title string }
	var list []game
	for _, name := range p.games {
		readme, err := os.ReadFile(filepath.Join(p.root, name, "README.md"))
		if err != nil {
			return err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(readme), "# "), "\n")
		list = append(list, game{name, title})
		for from, to := range map[string]string{"picture.svg": ".svg", "picture-dark.svg": "-dark.svg"} {
			if p.files["play/page/"+name+to], err = os.ReadFile(filepath.Join(p.root, name, "testdata", from)); err != nil {
				return err
			}
		}
	}
	var b bytes.Buffer
	err := template.Must(template.ParseFS(assets, "assets/index.html")).Execute(&b, list)
	p.files["play/index.html"] = b.Bytes()
	return err
}

// programs adds each game's page and program.
func (p *playground) programs(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "playground-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	link := "-s -w"
	if p.version != "" {
		link += " -X github.com/gridiron-games/gridiron/kernel/record.version=" + p.version
	}
	for _, game := range p.games {
		program := filepath.Join(dir, game+".wasm")
		build := exec.CommandContext(ctx, "go", "build", "-tags", "lean,playground", "-trimpath", "-ldflags", link, "-o", program, "./"+game+"/cmd/"+game)
		build.Dir, build.Env = p.root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if text, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", game, err, text)
		}
		text, err := os.ReadFile(program)
		if err != nil {
			return err
		}
		if p.files["play/"+game+"/"+game+".wasm.gz"], err = compressed(text); err != nil {
			return err
		}
		if p.files["play/"+game+"/index.html"], err = p.pageOf(game, p.files["play/page/page.html"]); err != nil {
			return err
		}
		if p.plain {
			continue
		}
		if p.files["play/"+game+"/new-bot.json"], err = p.newBots(game); err != nil {
			return err
		}
	}
	delete(p.files, "play/page/page.html")
	return nil
}

// pageOf makes the page of a game from that of servers.
func (p *playground) pageOf(game string, page []byte) ([]byte, error) {
	editor := `<meta name="editor" content="../editor/editor.js">`
	if p.plain {
		editor = ""
	}
	for was, is := range map[string]string{
		`<title>`:                 editor + `<meta http-equiv="Content-Security-Policy" content="` + web.PlaygroundPolicy + `"><meta name="program" content="` + game + `.wasm.gz"><title>`,
		`href="palette.css"`:      `href="../page/palette.css"`,
		`href="page.css">`:        `href="../page/page.css">` + "\n" + `<link rel="stylesheet" href="../page/editor.css">`,
		`src="page.js"></script>`: `src="../page/page.js"></script>` + "\n" + `<script type="module" src="../page/playground.js"></script>`,
	} {
		if bytes.Count(page, []byte(was)) != 1 {
			return nil, fmt.Errorf("page.html: %q is not there once", was)
		}
		page = bytes.Replace(page, []byte(was), []byte(is), 1)
	}
	return page, nil
}

// compressed compresses a file; the same file gives the same bytes.
func compressed(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// write writes the files into a folder.
func (p *playground) write(out string) error {
	left, err := os.ReadDir(out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(left) > 0 {
		if !slices.ContainsFunc(left, func(e os.DirEntry) bool { return e.Name() == marker }) {
			return fmt.Errorf("--out %s: the folder holds files that this program did not write; want an empty or a new one", out)
		}
		if err := os.RemoveAll(out); err != nil {
			return err
		}
	}
	for name, text := range p.files {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
