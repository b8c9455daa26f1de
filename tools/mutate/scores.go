package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// scores is the file with a line for each package: what its tests noticed when its Go files, tests too, had this hash.
const scores = "tools/mutate/scores.txt"

// changed returns those of the packages that have changed since their score was recorded. It says which have none.
func changed(root string, folders []string, out io.Writer) (list []string, err error) {
	recorded, err := os.ReadFile(filepath.Join(root, scores))
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(recorded), "\n")
	for _, folder := range folders {
		now, err := state(root, folder)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, folder+" ") })
		switch {
		case i < 0:
			fmt.Fprintf(out, "%s has no recorded score: go run ./tools/mutate --record %s\n", folder, folder)
		case !strings.HasSuffix(lines[i], " "+now):
			list = append(list, folder)
		}
	}
	return list, nil
}

// record writes the score of a package as it is now.
func record(root, folder string, percent float64) error {
	now, err := state(root, folder)
	if err != nil {
		return err
	}
	recorded, err := os.ReadFile(filepath.Join(root, scores))
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, folder+" ") })
	lines = append(lines, fmt.Sprintf("%s %.1f %% %s", folder, percent, now))
	slices.Sort(lines)
	return os.WriteFile(filepath.Join(root, scores), []byte(strings.Join(lines, "\n")+"\n"), 0o666)
}

// state returns a hash of the Go files of a package.
func state(root, folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("%s: no Go files: want the directory of a package", folder)
	}
	hash := sha256.New()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s", filepath.Base(file), len(text), text)
	}
	return fmt.Sprintf("%.6x", hash.Sum(nil)), nil
}
