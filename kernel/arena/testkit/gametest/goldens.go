package gametest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// Updates reports whether golden files are to be rewritten.
func Updates() bool { return *update }

// varies are the parts of what a command prints that differ from run to run, and what replaces them.
var varies = []struct {
	part *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`"ms":[0-9.e-]+`), `"ms":0`},
	{regexp.MustCompile(`"hash":"[0-9a-f]{64}"`), `"hash":"..."`},
	{regexp.MustCompile(`hash of the journal: [0-9a-f]{64}`), `hash of the journal: HEX`},
	{regexp.MustCompile(`"id":"[0-9a-f]{12,}"`), `"id":"ID"`},
	{regexp.MustCompile(`-[0-9a-f]{12,}\.jsonl`), `-ID.jsonl`},
	{regexp.MustCompile(`\S+-[0-9]+\.jsonl --at`), `FILE --at`},
	{regexp.MustCompile(`"version":"[^"]*"`), `"version":"V"`},
	{regexp.MustCompile(`"team_time": \[[^]]*\]`), `"team_time": []`},
	{regexp.MustCompile(`[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]{2}`), `TIME`},
	{regexp.MustCompile(`"seconds":\[[^]]*\]`), `"seconds":[]`},
	{regexp.MustCompile(`(?m)[0-9.]+(ns|µs|ms|s)$`), `TIME`},
	{regexp.MustCompile(`in [0-9.]+(ns|µs|ms|s), [0-9]+ nodes/s`), `in TIME`},
}

// Goldens runs the command lines of a file one after the other in a folder of their own and compares what they print and how they
// end with what the file says. A line "$ ARGS" is a command, split by blanks unless they stand between single quotes. Under it
// stand the lines of standard output, those of standard error after "2> ", and the exit code after "= " unless it is 0. Run the
// test with -update to write the file anew, and read the difference.
func Goldens(t *testing.T, p Program, file string) {
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	var got strings.Builder
	for line := range strings.Lines(string(content)) {
		switch command, isCommand := strings.CutPrefix(line, "$ "); {
		case got.Len() == 0 && strings.HasPrefix(line, "# "): // the heading
			got.WriteString(line)
		case isCommand:
			fmt.Fprintf(&got, "\n%s%s", line, ran(p, words(command)))
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.SplitAfter(string(content), "\n"), strings.SplitAfter(got.String(), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// ran runs a command line and returns its output.
func ran(p Program, args []string) string {
	var out, errs bytes.Buffer
	code := p.Run(context.Background(), args, strings.NewReader(""), &out, &errs)
	text := out.String()
	for line := range strings.Lines(errs.String()) {
		text += "2> " + line
	}
	for _, v := range varies {
		text = v.part.ReplaceAllString(text, v.to)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if code != 0 {
		text += fmt.Sprintf("= %d\n", code)
	}
	return text
}

// words splits a command line at its blanks; what stands between single quotes is one word.
func words(line string) (list []string) {
	for i, part := range strings.Split(strings.TrimSpace(line), "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}
