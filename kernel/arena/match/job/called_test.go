package job_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
)

// TestCalled has teams with names of their own, which may be those of others.
func TestCalled(t *testing.T) {
	for _, tt := range []struct {
		what  string
		teams []job.Team
		names []string
		want  []string
	}{
		{"a name", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "random", Spec: "random"}}, []string{"mine", ""}, []string{"mine", "random"}},
		{"a label", []job.Team{{Label: "ours", Spec: "exec:./a"}, {Label: "random", Spec: "random"}}, []string{"mine", ""}, []string{"ours", "random"}},
		{
			"the same name", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "exec:./b", Spec: "exec:./b"}},
			[]string{"mine", "mine"}, []string{"mine (exec:./a)", "mine (exec:./b)"},
		},
		{
			"the name of a bundled bot", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "random", Spec: "random"}},
			[]string{"random", ""}, []string{"random (exec:./a)", "random"},
		},
		{
			"the label of another team", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "ours", Spec: "exec:./b"}},
			[]string{"ours", "ours"}, []string{"ours (exec:./a)", "ours"},
		},
		{
			"the same program twice", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "ours", Spec: "exec:./a"}},
			[]string{"ours", "ours"}, []string{"ours (exec:./a)", "ours"},
		},
		{
			"one bot in both seats", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "exec:./a", Spec: "exec:./a"}},
			[]string{"mine", "mine"}, []string{"mine", "mine"},
		},
		{
			"a name that is made up to be mistaken",
			[]job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "exec:./b", Spec: "exec:./b"}, {Label: "exec:./c", Spec: "exec:./c"}},
			[]string{"mine", "mine", "mine (exec:./a)"}, []string{"exec:./a", "exec:./b", "exec:./c"},
		},
		{
			"names that look alike",
			[]job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "exec:./b", Spec: "exec:./b"}, {Label: "mine", Spec: "exec:./c"}},
			[]string{"Mine", "ours", "mine"}, []string{"Mine (exec:./a)", "ours", "mine"},
		},
		{
			"a name that mixes alphabets", []job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "ours", Spec: "exec:./b"}},
			[]string{"βest", ""}, []string{"βest (exec:./a)", "ours"},
		},
		{
			"a name that is made up to look like another one",
			[]job.Team{{Label: "exec:./a", Spec: "exec:./a"}, {Label: "exec:./b", Spec: "exec:./b"}, {Label: "exec:./c", Spec: "exec:./c"}},
			[]string{"mine", "mine", "MINE (EXEC:./A)"}, []string{"exec:./a", "exec:./b", "exec:./c"},
		},
	} {
		var got []string
		for _, team := range job.Called(tt.teams, tt.names) {
			got = append(got, team.Label)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.what, diff)
		}
	}
}
