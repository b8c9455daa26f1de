package proc

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kballard/go-shellquote"
)

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		command string
		want    []string
		err     string
	}{
		{command: "python3 bot.py -v", want: []string{"python3", "bot.py", "-v"}},
		{command: `'my bot/run' "two words" a\ b`, want: []string{"my bot/run", "two words", "a b"}},
		{command: "", err: "the command is empty"},
		{command: "bot 'half", err: `command "bot 'half": unterminated single-quoted string`},
	} {
		got, err := Split(tt.command)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Split(%q) (-want +got):\n%s", tt.command, diff)
		}
		if (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("Split(%q): error %v, want %q", tt.command, err, tt.err)
		}
	}
}

// Windows separates folders by what a POSIX shell quotes with.
func TestFoldersOfWindows(t *testing.T) {
	for command, want := range map[string][]string{
		`bots\first.exe -v`:           {`bots\first.exe`, "-v"},
		`python ..\a\.b\_c\bot.py`:    {"python", `..\a\.b\_c\bot.py`},
		`"C:\my bots\é.exe" 'D:\b c'`: {`C:\my bots\é.exe`, `D:\b c`},
		`a\ b \"c\"`:                  {"a b", `"c"`},
		Join(`C:\x y\b.exe`, "'"):     {`C:\x y\b.exe`, "'"},
	} {
		got, err := shellquote.Split(keepFolders(command))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", command, err, diff)
		}
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	for _, tt := range []struct {
		name, input string
		lines       []string
		err         error
	}{
		{"lines", "a\nb\n", []string{"a", "b"}, io.EOF},
		{"a last line without its end", "a\nb", []string{"a", "b"}, io.EOF},
		{"nothing", "", nil, io.EOF},
		{"the longest line", long + "\n", []string{long}, io.EOF},
		{"one byte more", long + "x\nb\n", nil, ErrTooLong},
		{"no end in sight", strings.Repeat(long, 3), nil, ErrTooLong},
	} {
		r := bufio.NewReader(strings.NewReader(tt.input))
		var lines []string
		line, err := readLine(r)
		for ; err == nil; line, err = readLine(r) {
			lines = append(lines, string(line))
		}
		if diff := cmp.Diff(tt.lines, lines); diff != "" || !errors.Is(err, tt.err) {
			t.Errorf("%s: error %v, want %v; lines (-want +got):\n%.200s", tt.name, err, tt.err, diff)
		}
	}
}

func TestTailKeepsBothEnds(t *testing.T) {
	var all strings.Builder
	tail := stderr{}
	for i := range 50_000 {
		piece := string(rune('a'+i%26)) + strings.Repeat(".", i%7)
		all.WriteString(piece)
		tail.add([]byte(piece))
		if i == 100 && tail.Stderr() != all.String() {
			t.Fatalf("a short output is kept as %q, want %q", tail.Stderr(), all.String())
		}
	}
	got, half := tail.Stderr(), MaxStderr/2
	if !strings.HasPrefix(got, all.String()[:half]) || !strings.HasSuffix(got, all.String()[all.Len()-half:]) {
		t.Error("the beginning or the end is missing")
	}
	if !strings.Contains(got, "bytes left out]") || len(got) > MaxStderr+50 {
		t.Errorf("%d bytes kept, or the gap is not named", len(got))
	}
}

// The error for a program that is a file of the working directory says how that is started.
func TestAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, mode := range map[string]os.FileMode{"bot.py": 0o644, "bot": 0o755, "notes": 0o644} {
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		words []string
		err   error
		want  string
	}{
		{[]string{"bot.py", "--level", "2"}, exec.ErrNotFound, "; the command that runs this file is: python3 bot.py --level 2"},
		{[]string{"./bot.py"}, fs.ErrPermission, "; the command that runs this file is: python3 ./bot.py"},
		{[]string{"bot"}, exec.ErrNotFound, "; the command that runs this file is: ./bot"},
		{[]string{"notes"}, exec.ErrNotFound, ""},
		{[]string{"gone.py"}, exec.ErrNotFound, ""},
		{[]string{"bot.py"}, io.EOF, ""},
	} {
		if runtime.GOOS == "windows" && tt.words[0] == "bot" { // no bit says there what is a program
			continue
		}
		if got := advise(tt.words, tt.err); got.Error() != tt.err.Error()+tt.want || !errors.Is(got, tt.err) {
			t.Errorf("%q: %q, want %q", tt.words, got, tt.err.Error()+tt.want)
		}
	}
	if _, err := Start([]string{"bot.py"}); err == nil || !strings.Contains(err.Error(), "python3 bot.py") {
		t.Errorf("a file without its interpreter: %v, want advice", err)
	}
}
