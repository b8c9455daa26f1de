package page

import (
	"encoding/json"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// why returns which rule keeps the person from what was clicked or typed; "" if none does.
func (q *asking) why(with []byte) string {
	var tried struct {
		Text  string
		Cells []int
	}
	err := json.Unmarshal(with, &tried)
	if err == nil && tried.Text != "" {
		err = q.check(tried.Text)
	} else if err == nil {
		err = q.prompt.Why(q.parts, tried.Cells)
	}
	if err == nil {
		return ""
	}
	return scene.Text(err.Error(), clean.MaxDetail)
}
