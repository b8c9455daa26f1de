package tidy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	// Actions of others are named by a commit: a tag can be moved to another program, which would run with our rights.
	pinnedAction = regexp.MustCompile(`uses: [\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)+$`)
	// rights are those that a job may have in which code of this repository runs.
	rights = regexp.MustCompile(`^(permissions: \{\}|permissions:\n  contents: read)\n$`)
	// blocks begin at the keys of a level.
	topKey, jobKey, step = regexp.MustCompile(`(?m)^\w`), regexp.MustCompile(`(?m)^  \w`), regexp.MustCompile(`(?m)^      - `)
	// ours is what runs code of this repository.
	ours = regexp.MustCompile(`actions/checkout|actions/setup-|\b(make|go|python3?|npm) `)
)

// workflow returns what is wrong with a workflow.
func workflow(text string) (wrong []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.Contains(line, "uses:") && !pinnedAction.MatchString(line) {
			wrong = append(wrong, fmt.Sprintf("%q: want a commit of 40 hexadecimal digits, and its version in a comment", line))
		}
	}
	parts := blocks(topKey, text)
	if !slices.ContainsFunc(parts, func(part string) bool { return rights.MatchString(strings.TrimRight(part, "\n") + "\n") }) {
		wrong = append(wrong, "the workflow: want the permissions {} or contents: read, and more only for the job that needs them")
	}
	for _, part := range parts {
		if !strings.HasPrefix(part, "jobs:") {
			continue
		}
		for _, job := range blocks(jobKey, part) {
			name, _, _ := strings.Cut(strings.TrimSpace(job), ":")
			steps := blocks(step, job)
			if strings.Contains(job, ": write") && ours.MatchString(strings.Join(steps, "")) {
				wrong = append(wrong, fmt.Sprintf("job %s runs code of the repository with rights to write: want another job for what needs them", name))
			}
			for _, s := range steps {
				if strings.Contains(s, "actions/checkout@") && !strings.Contains(s, "\n          persist-credentials: false\n") {
					wrong = append(wrong, fmt.Sprintf("job %s: the checkout: want persist-credentials: false", name))
				}
			}
		}
	}
	return wrong
}

// blocks cuts a text where begin matches; what stands before the first match is dropped.
func blocks(begin *regexp.Regexp, text string) (list []string) {
	at := begin.FindAllStringIndex(text, -1)
	for i := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		list = append(list, text[at[i][0]:end])
	}
	return list
}

func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d workflows, %v; want some", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range workflow(string(text)) {
			t.Errorf("%s: %s", filepath.Base(file), wrong)
		}
	}
}

// TestWorkflowsFound makes one mistake after the other.
func TestWorkflowsFound(t *testing.T) {
	const good = `on: push

permissions:
  contents: read

jobs:
  build:
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - run: make release
  publish:
    permissions:
      contents: write
    steps:
      - run: gh release create
`
	for _, tt := range []struct{ old, new, want string }{
		{"", "", ""},
		{"@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2", "@v4", "want a commit of 40"},
		{"persist-credentials: false", "persist-credentials: true", "job build: the checkout: want persist-credentials: false"},
		{"        with:\n          persist-credentials: false\n", "", "want persist-credentials: false"},
		{"permissions:\n  contents: read\n", "", "the workflow: want the permissions"},
		{"  contents: read\n", "  contents: read\n  packages: write\n", "the workflow: want the permissions"},
		{"gh release create", "make publish", "job publish runs code of the repository"},
	} {
		wrong := strings.Join(workflow(strings.Replace(good, tt.old, tt.new, 1)), "\n")
		if !strings.Contains(wrong, tt.want) || (wrong == "") != (tt.want == "") {
			t.Errorf("%q for %q: %q, want %q", tt.new, tt.old, wrong, tt.want)
		}
	}
}

// TestUpdates checks that updates are proposed for every module.
func TestUpdates(t *testing.T) {
	config, err := os.ReadFile("../../.github/dependabot.yml")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`gomod\n +directories: \[(.*)\]`).FindSubmatch(config)
	if listed == nil {
		t.Fatal("want gomod with its directories on one line")
	}
	workspace, err := os.ReadFile("../../go.work")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, use := range regexp.MustCompile(`\./(\S+)`).FindAllSubmatch(workspace, -1) {
		want = append(want, "/"+string(use[1]))
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, strings.Split(string(listed[1]), ", ")); diff != "" {
		t.Errorf("modules of go.work (-want +got):\n%s", diff)
	}
}
