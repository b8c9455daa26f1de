package cli

import "strings"

// absentVerbs and absentFlags say which wing of kernel/arena has a verb, or the flags that begin with a word, for programs that
// are built without that wing.
var (
	absentVerbs = map[string]string{"tournament": "contest", "ladder": "contest", "compare": "contest", "worker": "contest", "cup": "contest",
		"env": "learn", "serve": "web", "server": "web", "grade": "contest", "new-course": "contest", "playground": "web",
		"review": "cli/analysis", "perft": "cli/analysis", "bench": "cli/analysis", "compare-original": "cli/analysis",
		"completion": "cli/shell", "manual": "cli/shell",
	}
	absentFlags = map[string]string{"jail": "jail", "level": "contest", "web": "web", "html": "web", "svg": "web", "dark": "web"}
)

// Absent says that a program was built without the wing that has a flag or format; "" if no wing has it.
func Absent(name string) string { return absent(absentFlags, name) }

// absent says that a program was built without the wing that has a word; "" if no wing has it.
func absent(wings map[string]string, word string) string {
	for begin, wing := range wings {
		if word == begin || strings.HasPrefix(word, begin+"-") {
			return "; this program was built without kernel/arena/" + wing + ", which has it"
		}
	}
	return ""
}
