package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// documents writes files of the repository into a folder, by their names there. Links of documents to other files than
// these lead to the repository at this version.
func (b *build) documents(to string, files map[string]string) error {
	names := map[string]string{}
	for name, from := range files {
		names[from] = name
	}
	for name, from := range files {
		text, err := os.ReadFile(filepath.Join(b.src, filepath.FromSlash(from)))
		if err != nil {
			return err
		}
		if path.Ext(name) == ".md" {
			text = []byte(relinked(string(text), path.Dir(from), names, b.version))
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// links finds the links and pictures of a document in Markdown that lead to files.
var links = regexp.MustCompile(`(\]\(|src="|srcset="|href=")([^)"#\s]+)`)

// relinked returns a document of a folder of the repository with links that hold beside the files of names, which has their names
// by their paths in the repository.
func relinked(text, folder string, names map[string]string, version string) string {
	return links.ReplaceAllStringFunc(text, func(link string) string {
		at := links.FindStringSubmatch(link)
		if strings.Contains(at[2], ":") {
			return link
		}
		file := path.Join(folder, at[2])
		if name := names[file]; name != "" {
			return at[1] + name
		}
		view := "blob"
		if strings.Contains(at[1], "src") {
			view = "raw"
		}
		return at[1] + "https://" + path.Join("github.com/gridiron-games/gridiron", view, version, file)
	})
}
