package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"path"
	"strings"
)

// maxUpload is the maximum size of an upload in bytes, as it is sent and unpacked. Nothing of it is on the disk before all of it
// has been read and found right.
const maxUpload = 10 << 20

// upload is what a form sends: the files of a bot, and which one is the player.
type upload struct {
	files      bundle
	game, main string
}

// readUpload reads a form: the parts bot are files with their paths, or one archive; game and main are texts.
func readUpload(form *multipart.Reader) (u upload, err error) {
	type part struct {
		name    string
		content []byte
	}
	var parts []part
	left := int64(maxUpload)
	for {
		p, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return u, fmt.Errorf("this is not a form, or it ends too early: %w", err)
		}
		content, err := io.ReadAll(io.LimitReader(p, left+1))
		if err != nil {
			return u, fmt.Errorf("the form ends too early: %w", err)
		}
		if left -= int64(len(content)); left < 0 {
			return u, errTooLarge
		}
		switch field := p.FormName(); field {
		case "game":
			u.game = string(content)
		case "main":
			u.main = string(content)
		case "note": // for people who look at the request; it is not kept
		case "bot":
			_, words, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
			parts = append(parts, part{words["filename"], content})
		default:
			return u, fmt.Errorf("field %.40q: want bot, game, main or note", field)
		}
		if len(parts) > maxFiles {
			return u, fmt.Errorf("field bot: it has more than %d files", maxFiles)
		}
	}
	switch {
	case len(parts) == 0:
		return u, errors.New("field bot: want a file, several files or an archive")
	case len(parts) == 1 && bytes.HasPrefix(parts[0].content, []byte("PK\x03\x04")):
		u.files, err = readZip(parts[0].content)
	case len(parts) == 1 && bytes.HasPrefix(parts[0].content, []byte("\x1f\x8b")):
		u.files, err = readTar(parts[0].content)
	default:
		for _, p := range parts {
			if err = u.files.take(p.name, false, func() ([]byte, error) { return p.content, nil }); err != nil {
				break
			}
		}
	}
	if err == nil {
		u.files.strip()
		if len(u.files) == 0 {
			err = errors.New("it has no files")
		}
	}
	if err == nil {
		err = u.files.plays(u.main)
	}
	if err != nil {
		return u, fmt.Errorf("field bot: %w", err)
	}
	return u, nil
}

var errTooLarge = fmt.Errorf("field bot: it has more than %d MiB", maxUpload>>20)

// take adds a file of a stranger. What version control, interpreters and systems leave in a folder is left out. Names must be
// printable ASCII: others can look like a name that they are not.
func (b *bundle) take(name string, program bool, read func() ([]byte, error)) error {
	for _, c := range name {
		if c < ' ' || c > '~' {
			return fmt.Errorf("file %.80q: want a name of printable ASCII characters", name)
		}
	}
	for word := range strings.SplitSeq(path.Dir(name), "/") {
		if strings.HasPrefix(word, ".") && word != "." && word != ".." || word == "__pycache__" || word == "__MACOSX" {
			return nil
		}
	}
	if path.Base(name) == ".DS_Store" {
		return nil
	}
	content, err := read()
	if err != nil {
		return err
	}
	size := len(content)
	for _, f := range *b {
		size += len(f.content)
	}
	if size > maxUpload {
		return fmt.Errorf("it has more than %d MiB", maxUpload>>20)
	}
	return b.add(name, program, content)
}

// strip removes the folder that all files are in.
func (b bundle) strip() {
	for len(b) > 0 {
		top, _, found := strings.Cut(b[0].path, "/")
		if !found {
			return
		}
		for _, f := range b {
			if !strings.HasPrefix(f.path, top+"/") {
				return
			}
		}
		for i := range b {
			b[i].path = b[i].path[len(top)+1:]
		}
	}
}

// readZip reads an archive of a stranger.
func readZip(text []byte) (b bundle, err error) {
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, fmt.Errorf("no archive: %w", err)
	}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") && f.UncompressedSize64 == 0 {
			continue // a folder
		}
		if !f.Mode().IsRegular() {
			return nil, fmt.Errorf("file %.80q is a link or a device: want plain files", f.Name)
		}
		err := b.take(f.Name, f.Mode()&0o111 != 0, func() ([]byte, error) {
			in, err := f.Open()
			if err != nil {
				return nil, fmt.Errorf("file %.80q: %w", f.Name, err)
			}
			defer in.Close()
			content, err := io.ReadAll(io.LimitReader(in, maxUpload+1)) // what the archive says of the size may be wrong
			if err != nil {
				err = fmt.Errorf("file %.80q: %w", f.Name, err)
			}
			return content, err
		})
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// readTar reads a compressed archive of a stranger.
func readTar(text []byte) (b bundle, err error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("no archive: %w", err)
	}
	in := &io.LimitedReader{R: z, N: maxUpload + maxFiles*2048} // files have headers
	for archive := tar.NewReader(in); ; {
		h, err := archive.Next()
		switch {
		case errors.Is(err, io.EOF):
			return b, nil
		case in.N <= 0 || err == nil && h.Size > maxUpload: // the holes of a sparse file need no bytes in the archive
			return nil, fmt.Errorf("it has more than %d MiB", maxUpload>>20)
		case err != nil:
			return nil, fmt.Errorf("no archive: %w", err)
		case h.Typeflag == tar.TypeDir, h.Typeflag == tar.TypeXGlobalHeader:
			continue
		case h.Typeflag != tar.TypeReg:
			return nil, fmt.Errorf("file %.80q is a link or a device: want plain files", h.Name)
		}
		err = b.take(strings.TrimPrefix(h.Name, "./"), h.Mode&0o111 != 0, func() ([]byte, error) { return io.ReadAll(archive) })
		if in.N <= 0 {
			err = fmt.Errorf("it has more than %d MiB", maxUpload>>20)
		}
		if err != nil {
			return nil, err
		}
	}
}
