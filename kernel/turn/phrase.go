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

// Wrong is one kind of mistake of a player in a game, and how often it happened.
type Wrong struct {
	Kind   FaultKind
	Count  int
	First  int    // ply of the first, from 1; 0: before the first
	Detail string // of the first, for people
	Last   string // of the last one
}

// Forgiving is a referee that continues the game after some wrong answers, and counts all of them.
type Forgiving interface {
	// Wrongs returns what a seat has done wrong so far.
	Wrongs(seat int) Tally
}

// Tally counts the wrong answers of a seat, each kind once, ordered by first occurrence.
type Tally []Wrong

// Add counts one wrong answer.
func (t *Tally) Add(kind FaultKind, ply int, detail string) {
	for i := range *t {
		if (*t)[i].Kind == kind {
			(*t)[i].Count++
			(*t)[i].Last = detail
			return
		}
	}
	*t = append(*t, Wrong{kind, 1, ply, detail, detail})
}
