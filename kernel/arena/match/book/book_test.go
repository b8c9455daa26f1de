package book_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/book"
)

// rows is a game whose start is rows of equal length.
var rows = &match.Bound{
	Info: match.Info{Layout: "rows of equal length"},
	Position: func(s match.Setup, _ []string) (*match.Snapshot, error) {
		lines := strings.Split(s.Start, "\n")
		for _, line := range lines {
			if len(line) != len(lines[0]) || strings.Contains(line, "?") || len(lines) == 1 && len(line) == 3 {
				return nil, errors.New("no rows")
			}
		}
		return &match.Snapshot{}, nil
	},
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want book.Book
		err  string
	}{
		{text: "ab\ncd\n", want: book.Book{{Layout: "ab"}, {Layout: "cd"}}},
		{text: "ab\ncd\n\n\nef\r\n", want: book.Book{{Layout: "ab\ncd"}, {Layout: "ef"}}},
		{text: "7\n\n-12\nab", want: nil, err: "line 3: no rows"},
		{text: "7\n-12\n", want: book.Book{{Seed: "7"}, {Seed: "-12"}}},
		{text: "abc\ndef\n", want: book.Book{{Layout: "abc\ndef"}}},
		{text: "ab\nc?\n", err: "line 2: no rows"},
		{text: "ab\n\ncd\nefg\n", err: "line 3: no rows"},
		{text: " \n\n", err: "the file has no start: want rows of equal length, or seeds, one per line"},
	} {
		got, err := book.Parse(rows, tt.text, match.Setup{})
		if message := errorText(err); message != tt.err {
			t.Errorf("%q: error %q, want %q", tt.text, message, tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestSetup(t *testing.T) {
	base := match.Setup{Start: "usual", Seed: "1"}
	b := book.Book{{Layout: "ab"}, {Seed: "7"}}
	for k, want := range []match.Setup{{Start: "ab", Seed: "1"}, {Start: "usual", Seed: "7"}, {Start: "ab", Seed: "1"}} {
		if diff := cmp.Diff(want, b.Setup(base, k)); diff != "" {
			t.Errorf("start %d (-want +got):\n%s", k, diff)
		}
	}
	if again := b.Setup(base, 3); again.Seed == "7" || again.Seed == b.Setup(base, 5).Seed {
		t.Errorf("seed %s the second time: want another one each time", again.Seed)
	}
	twice, seen := book.Book{{Seed: "7"}, {Seed: "8"}, {Seed: "7"}}, map[string]int{}
	for k := range 9 {
		s := twice.Setup(base, k).Seed
		if before, played := seen[s]; played {
			t.Errorf("starts %d and %d have the same seed %s: their games would be one", before, k, s)
		}
		seen[s] = k
	}
	if got := book.Book(nil).Setup(base, 5); !cmp.Equal(got, base) {
		t.Errorf("no book: %v, want %v", got, base)
	}
}
