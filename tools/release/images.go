package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A tag can be moved to another image, so a release names the images of its Containerfiles by their digests.

var (
	// image finds the images that a Containerfile names: FROM [--platform=...] IMAGE [AS STAGE], COPY --from=IMAGE,
	// RUN --mount=...,from=IMAGE, and # syntax=IMAGE for the one that reads the file.
	image = regexp.MustCompile(`(?im)^[ \t]*(?:FROM[ \t]+(?:--\S+[ \t]+)*|(?:COPY|ADD)[ \t].*?--from=|RUN[ \t].*?--mount=\S*?\bfrom=|` +
		`#[ \t]*syntax[ \t]*=[ \t]*)([^\s,]+)(?:[ \t]+AS[ \t]+(\S+))?`)
	digest = regexp.MustCompile(`@sha256:[0-9a-f]{64}$`)
	number = regexp.MustCompile(`^[0-9]+$`) // of a stage
)

// pinImages returns a Containerfile in which every image has the digest that resolve knows. The error names the line.
func pinImages(text string, resolve func(name string) (digest string, err error)) (string, error) {
	var pinned strings.Builder
	stages, done := map[string]bool{"scratch": true}, 0
	for _, m := range image.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[2]:m[3]]
		if !stages[strings.ToLower(name)] && !number.MatchString(name) && !digest.MatchString(name) {
			found, err := resolve(name)
			if err == nil && !digest.MatchString("@"+found) {
				err = fmt.Errorf("%q is not a digest", found)
			}
			if err != nil {
				return "", fmt.Errorf("line %d: image %s: %w", 1+strings.Count(text[:m[2]], "\n"), name, err)
			}
			pinned.WriteString(text[done:m[3]] + "@" + found)
			done = m[3]
		}
		if m[4] >= 0 {
			stages[strings.ToLower(text[m[4]:m[5]])] = true
		}
	}
	return pinned.String() + text[done:], nil
}

// containerfiles calls do with each committed Containerfile.
func (r *release) containerfiles(do func(file, text string) error) error {
	list, err := r.run(r.root, nil, "git", "ls-files", "*Containerfile*", "*Dockerfile*")
	if err != nil {
		return err
	}
	for _, file := range strings.Fields(list) {
		text, err := os.ReadFile(filepath.Join(r.root, file))
		if err == nil {
			err = do(file, string(text))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// images gives every image the digest that resolve knows, and writes the files that this changes.
func (r *release) images(resolve func(name string) (string, error)) error {
	return r.containerfiles(func(file, text string) error {
		pinned, err := pinImages(text, resolve)
		if err != nil || pinned == text {
			return err
		}
		fmt.Fprintf(r.out, "%s names its images by their digests now: commit it\n", file)
		return os.WriteFile(filepath.Join(r.root, file), []byte(pinned), 0o666)
	})
}

// unpinned names the images that have no digest: no release with such an image is published.
func (r *release) unpinned(publish bool) error {
	var list []string
	err := r.containerfiles(func(file, text string) error {
		_, err := pinImages(text, func(name string) (string, error) {
			list = append(list, name+" in "+file)
			return "sha256:" + strings.Repeat("0", 64), nil // is written nowhere
		})
		return err
	})
	if err != nil || len(list) == 0 {
		return err
	}
	line := "no digest has " + strings.Join(list, ", ") + ": `make images` adds it"
	if publish {
		return errors.New(line)
	}
	_, err = fmt.Fprintln(r.out, line+"; it is needed to publish")
	return err
}

// registry asks the registry of an image for the digest of its tag.
func (r *release) registry(name string) (string, error) {
	found, err := r.run(r.root, nil, "docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}", name)
	return strings.TrimSpace(found), err
}
