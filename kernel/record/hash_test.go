package record_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/record"
)

// The hash is what the documentation says: that of all bytes before it.
func TestHashIsThatOfTheBytesBefore(t *testing.T) {
	var b strings.Builder
	r := write(&b)
	body, rest, found := strings.Cut(b.String(), `,"hash":"`)
	want := fmt.Sprintf("%x", sha256.Sum256([]byte(body)))
	if !found || rest != want+"\"}\n" || r.Hash() != want {
		t.Errorf("the record ends with %q and its recorder says %s, want %s", rest, r.Hash(), want)
	}
	mac := hmac.New(sha256.New, []byte("secret"))
	mac.Write([]byte(`before{"n":1`))
	chain := record.NewChain([]byte("secret"))
	chain.Restart("before")
	line, sum := chain.Seal([]byte(`{"n":1}`))
	if want := fmt.Sprintf(`{"n":1,"chain":"%x"}`, mac.Sum(nil)); string(line) != want+"\n" || !strings.Contains(want, sum) {
		t.Errorf("a line of a chain is %q, want %q", line, want)
	}
	chain.Restart("before")
	if want, got := chain.Sum(line); want != sum || got != sum {
		t.Errorf("a line of a chain has the hash %s and should have %s, want %s", got, want, sum)
	}
}

// Every changed or removed byte, added space and removed or doubled line of a record is detected.
func TestEveryChangeOfARecordShows(t *testing.T) {
	for _, last := range []int{1, 2} { // the last game of a file, and one that another follows
		file := strings.Repeat(wantFile, last)
		shows := func(what, changed string) {
			t.Helper()
			games, err := record.Read(strings.NewReader(changed))
			if err != nil || games[0].Result == nil || games[0].Result.Hash == "" {
				return // it cannot be read, or has no result or no hash, which every written game has
			}
			if games[0].Sound() == nil {
				t.Errorf("%s: not detected", what)
			}
		}
		for i := range len(wantFile) - 1 { // without the end of the last line, behind which anything may come
			shows(fmt.Sprintf("byte %d changed", i), file[:i]+string(file[i]^1)+file[i+1:])
			shows(fmt.Sprintf("byte %d removed", i), file[:i]+file[i+1:])
			shows(fmt.Sprintf("a space before byte %d", i), file[:i]+" "+file[i:])
		}
		lines := strings.SplitAfter(wantFile, "\n")
		for i := range len(lines) - 2 {
			without := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
			shows(fmt.Sprintf("line %d removed", i+1), without+file[len(wantFile):])
			shows(fmt.Sprintf("line %d doubled", i+1), strings.Join(lines[:i+1], "")+strings.Join(lines[i:], "")+file[len(wantFile):])
		}
	}
	games, err := record.Read(strings.NewReader(wantFile))
	if err != nil || games[0].Sound() != nil || games[0].Hash == "" || games[0].Hash != games[0].Result.Hash {
		t.Fatalf("an unchanged record: %v, %v", err, games[0].Sound())
	}
}

// Records of older programs have no hash, and may end with what programs wrote.
func TestRecordsWithoutHashAreRead(t *testing.T) {
	body, _, _ := strings.Cut(wantFile, `,"hash":"`)
	games, err := record.Read(strings.NewReader(body + "}\n" + `{"type":"output","seat":"red","stderr":"bye"}` + "\n"))
	if err != nil || games[0].Sound() != nil || games[0].Result == nil {
		t.Fatalf("an older record: %v", err)
	}
	_, err = record.Read(strings.NewReader(wantFile + `{"type":"output","seat":"red","stderr":"bye"}` + "\n"))
	if err == nil || !strings.Contains(err.Error(), "line 9") {
		t.Errorf("an output behind the hash: error %v, want one that names line 9", err)
	}
}
