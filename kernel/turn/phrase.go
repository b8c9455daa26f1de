package turn

import "strings"

// Phrase says what the player did, to follow its name: "was late (no answer within 1s)".
func (f *Fault) Phrase() string {
	phrase := map[FaultKind]string{
		Late: "was late", Garbled: "garbled its answer", Crashed: "crashed", Gone: "is gone", NeverStarted: "never started",
	}[f.Kind]
	if phrase == "" {
		phrase = string(f.Kind)
	}
	if detail, _, _ := strings.Cut(f.Detail, "\n"); detail != "" {
		phrase += " (" + detail + ")"
	}
	return phrase
}
