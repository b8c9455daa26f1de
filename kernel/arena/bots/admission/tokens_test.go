package admission_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
)

func TestTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("red=secret-of-red\n\n blue=secret=of,blue\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := admission.ParseTokens("@" + file); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a token with a comma: error %v, want one that does not show it", err)
	}
	tokens, err := admission.ParseTokens("red=secret-of-red,blue=secret=of-blue")
	if err != nil {
		t.Fatal(err)
	}
	for secret, want := range map[string]string{"secret-of-red": "red", "secret=of-blue": "blue", "secret-of-re": "", "": ""} {
		if team, ok := tokens.Team(secret); team != want || ok != (want != "") {
			t.Errorf("%q is the token of %q, want %q", secret, team, want)
		}
	}
	if none, err := admission.ParseTokens(""); none != nil || err != nil {
		t.Errorf("nothing: %v, %v", none, err)
	}
	for _, text := range []string{"red", "=12345678", "red=1234567", "red=1234 5678", "red=12345678,blue=12345678", "@", "@/nowhere", " "} {
		if _, err := admission.ParseTokens(text); err == nil || strings.Contains(err.Error(), "12345678") {
			t.Errorf("%q: error %v, want one that does not show the token", text, err)
		}
	}
}
