package proc

import (
	"os"

	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

// imprison starts a program in a jail.
func imprison(words []string, o Options, files []*os.File) (child, string, error) {
	j, err := jail.Prepare(o.Jail, words, o.folder(words), o.Env...)
	if err == nil {
		j.Listen(o.Listen)
		err = j.Start(files)
	}
	if err != nil {
		return nil, "", err
	}
	return j, j.Level(), nil
}
