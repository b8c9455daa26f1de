package view_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/view"
)

// Every choice is a command that does something, and no key means two of them.
func TestChoices(t *testing.T) {
	p := parse(t, field())
	choices := view.Choices(&p, tron.Blue)
	keys := map[string]string{}
	for _, c := range choices {
		command, err := tron.ParseCommand(c.Text)
		if err != nil || p.Check(tron.Blue, command) != tron.Legal {
			t.Errorf("%s: %v", c.Text, err)
		}
		if keys[c.Key] != "" && c.Key != "" {
			t.Errorf("key %q is %s and %s", c.Key, keys[c.Key], c.Text)
		}
		keys[c.Key] = c.Text
	}
	if len(choices) != 6 || keys["ArrowUp"] != "U" || keys["."] != "-" || keys[" "] != "A" {
		t.Errorf("%d choices with the keys %v", len(choices), keys)
	}
}
