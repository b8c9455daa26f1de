package cli

import "strings"

// absentVerbs and absentFlags say which wing of kernel/arena has a verb, or the flags that begin with a word, for programs that
// are built without that wing.
var (
	absentVerbs = map[string]string{"tournament": "contest", "ladder": "contest", "compare": "contest", "worker": "contest", "cup": "contest",
		"env": "learn", "serve": "web", "server": "web",
	}
	absentFlags = map[string]string{"jail": "jail", "web": "web", "html": "web"}
)

// absent says that a program was built without the wing that has a word; "" if no wing has it.
func absent(wings map[string]string, word string) string {
	for begin, wing := range wings {
		if word == begin || strings.HasPrefix(word, begin+"-") {
			return "; this program was built without kernel/arena/" + wing + ", which has it"
		}
	}
	return ""
}
