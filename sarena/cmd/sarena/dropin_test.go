package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestWhoseCommandLine plays with command lines without a verb: those that only the verb play understands are its own, all others are
// the original's, whose errors are the original's, too.
func TestWhoseCommandLine(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())            // for records of games that went wrong
	const url = "http://127.0.0.1:1"           // nobody listens there
	for args, want := range map[string]string{ // a part of what is printed, and on which side
		"fast ours --quiet --seed 1":                      "repeat with: sarena play fast ours --seed 1",
		"--quiet --seed 1 fast ours":                      "repeat with: sarena play fast ours --seed 1",
		"fast --quiet ours --seed=1":                      "repeat with: sarena play fast ours --seed 1",
		"fast ours --quiet --seed 1 --games 2":            "YELLOW (fast) ",
		"fast ours --json --seed 1":                       `"type":"game"`,
		"fast ours --json --seed 1 --games 3":             `"n":3`,
		"random random --quiet --seed 3 --invert":         " wins: ",
		"random random --quiet --seed 3 --strict":         " wins: ",
		"random random --quiet --clock 10s --seed 3":      " wins: ",
		"random random --quiet --budget 5s --seed 3":      " wins: ",
		"random random --quiet --no-color --seed 9":       "repeat with: sarena play random random --seed 9",
		"random:by=steps random --quiet --seed 2":         "! random takes no parameters",
		url + " random --quiet":                           "YELLOW (" + url + ")",
		"random " + url + " --quiet":                      "RED (" + url + ")",
		url + " " + url + " --quiet --budget 5s --seed 3": "never started",
		"--quiet fast":                                "RED (champion)",
		"fast ours --quiet --frobnicate":              "! no such option: --quiet",
		"fast ours --frobnicate":                      "! no such option: --frobnicate",
		"fast ours --quiet --headless":                "! no such option: --quiet",
		"fast ours --quiet -n 2":                      "! no such option: --quiet",
		"fast --headless":                             "! need to specify two players",
		"--headless --seed 5 fast ours":               "Game 1: ",
		"-t 10 --headless --seed 5 fast ours":         "Game 1: ",
		"--headless --invert --seed 5 random random":  "Game 1: ",
		"--headless --seed x fast ours":               "! x",
		"fast nobody --quiet":                         `! "nobody"`,
		"fast ours --quiet --seed x":                  `! "x"`,
		"fast ours random --quiet":                    "! ",
		"fast ours --quiet --start '.' --games 1 --x": "! ",
	} {
		var out bytes.Buffer
		code := program().Run(t.Context(), strings.Fields(args), strings.NewReader(""), &out, &out)
		text, wrong := strings.CutPrefix(want, "! ")
		if !strings.Contains(out.String(), text) || wrong && code == 0 {
			t.Errorf("%s: exit %d, want %q\n%s", args, code, want, &out)
		}
	}
}
