package wire

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// startOptions returns how the process is started. Its working directory is the one it has in the original.
func (p *Python) startOptions(file string) proc.Options {
	o := p.Start
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	o.Stderr, o.Folder = p.Tee, filepath.Dir(file)
	if filepath.Base(o.Folder) == "AI" {
		o.Folder = filepath.Dir(o.Folder)
	}
	return o
}

// bootstrap reads the sources from standard input, so that we write no files on our users' disks. Its first two lines run in any
// Python.
const bootstrap = `import os,sys
if sys.version_info<(3,8):sys.exit('needs Python 3.8 or newer, this is %%d.%%d'%%sys.version_info[:2])
d=b''
while len(d)<%[1]d:
 b=os.read(0,%[1]d-len(d))
 if not b:sys.exit()
 d+=b
m=d.decode().split('\0')
m=dict(zip(m[::2],m[1::2]))
g={'__name__':'gridiron'}
exec(compile(m['host'],'<gridiron>/host.py','exec'),g)
g['begin'](m).serve()`

func (p *Python) launch(ctx context.Context, seed string) error {
	file, err := located(p.File)
	if err != nil {
		return err
	}
	words, err := proc.Split(p.interpreter())
	if err != nil {
		return err
	}
	sources, err := librarySources()
	if err != nil {
		return err
	}
	if os.Getenv("PYTHONHASHSEED") == "" { // fixes the order of sets of strings, so that games repeat
		if err := os.Setenv("PYTHONHASHSEED", "0"); err != nil {
			return err
		}
	}
	o := p.startOptions(file)
	shorter, err := openChannel()
	if err == nil {
		if o.Files, err = shorter.files(); err != nil {
			shorter.close()
		}
	}
	if err != nil { // without it, use standard input and output
		shorter = nil
	}
	p.program, err = proc.StartWith(append(words, "-B", "-c", fmt.Sprintf(bootstrap, len(sources))), o)
	closeFiles(o.Files)
	if err == nil {
		p.running.Store(p.program)
		err = p.load(ctx, file, seed, sources)
	}
	if err == nil && shorter != nil {
		return p.shorten(ctx, shorter)
	}
	if shorter != nil {
		shorter.close()
	}
	return err
}

func closeFiles(list []*os.File) {
	for _, f := range list {
		f.Close()
	}
}

// load makes the host create the player.
func (p *Python) load(ctx context.Context, file, seed string, sources []byte) error {
	if err := p.write(ctx, sources); err != nil {
		return err
	}
	id := p.seat
	if p.ID != nil {
		id = *p.ID
	}
	author, err := p.converse(ctx, 'l', fmt.Appendf(nil, "%d\x00%s\x00%s", id, seed, file))
	if err != nil {
		return err
	}
	if p.author = clean.Say(string(author)); strings.TrimSpace(p.author) == "" { // it has no author
		p.author = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	return nil
}

// shorten moves the conversation to a channel.
func (p *Python) shorten(ctx context.Context, c *channel) error {
	if _, err := p.converse(ctx, 'o', nil); err != nil {
		c.close()
		return err
	}
	p.channel = c
	go func(exited <-chan struct{}) {
		<-exited
		c.wake()
	}(p.program.Exited())
	return nil
}

func (p *Python) interpreter() string {
	if p.Interpreter == "" {
		return "python3"
	}
	return p.Interpreter
}

// librarySources returns the name of each module and its source, with a NUL between any two of them.
func librarySources() ([]byte, error) {
	var parts []string
	entries, err := host.ReadDir("python")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		source, err := host.ReadFile("python/" + entry.Name())
		if err != nil {
			return nil, err
		}
		parts = append(parts, strings.TrimSuffix(entry.Name(), ".py"), string(source))
	}
	return []byte(strings.Join(parts, "\x00")), nil
}
