package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// zipped makes an archive of entries; a name with a blank and a target is a link.
func zipped(t testing.TB, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		h.SetMode(0o644)
		if isLink {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, target)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lying changes what the directory of an archive says of the size of its first file to one byte.
func lying(archive []byte) []byte {
	at := bytes.Index(archive, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(archive[at+24:], 1)
	return archive
}

// Uploads of attackers are refused with one line, and leave nothing behind.
func TestHostileUploads(t *testing.T) {
	gametest.Long(t, "uploads files of every wrong kind for half a minute")
	t.Parallel()
	c := newTerm(t, "--slots", "0")
	tokens := c.teams("ann\nben")
	token := tokens["ann"]
	var bomb bytes.Buffer
	z := zip.NewWriter(&bomb)
	w, err := z.Create("bot.py")
	for range 200 {
		if err == nil {
			_, err = w.Write(make([]byte, 1<<20))
		}
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	many := []string{"bot.py"}
	for i := range maxFiles {
		many = append(many, fmt.Sprintf("f%d", i))
	}
	one := func(content []byte) func() (string, []byte) {
		return func() (string, []byte) {
			return form(t, nil, []string{"bot.zip"}, func(string) []byte { return content })
		}
	}
	named := func(names ...string) func() (string, []byte) {
		return func() (string, []byte) { return form(t, nil, names, func(string) []byte { return []byte("x") }) }
	}
	file := func(name string) tar.Header { return tar.Header{Typeflag: tar.TypeReg, Name: name} }
	before := c.files()
	for _, tt := range []struct {
		what string
		made func() (kind string, body []byte)
		want string
	}{
		{"zip slip", one(zipped(t, "bot.py", "../../evil.py")), `"../../evil.py": want a path inside`},
		{"an absolute path", one(zipped(t, "bot.py", "/etc/evil")), `want a path inside`},
		{"a link", one(zipped(t, "bot.py", "passwd -> /etc/passwd")), `"passwd" is a link`},
		{"a bomb", one(bomb.Bytes()), "more than 10 MiB"},
		{"2,001 files in an archive", one(zipped(t, many...)), "more than 2000 files"},
		{"2,001 files", named(many...), "more than 2000 files"},
		{"a name with ..", named("bot.py", "../x.py"), "want a path inside"},
		{"a control character", one(zipped(t, "bot.py", "a\x1b[2Jb")), "printable ASCII"},
		{"letters that look like others", named("bоt.py", "bot.py"), "printable ASCII"},
		{"text that runs backwards", named("bot.py", "x\u202eyp.py"), "printable ASCII"},
		{"a name twice", named("bot.py", "bot.py"), "twice"},
		{"a tar with a link", one(archive(t, tar.Header{Typeflag: tar.TypeReg, Name: "bot.py"}, tar.Header{Typeflag: tar.TypeSymlink, Name: "x", Linkname: "/etc"})), `"x" is a link`},
		{"a sparse file", one(sparse(t, 1<<40)), "more than 10 MiB"},
		{"half an archive", one(zipped(t, "bot.py")[:40]), "no archive"},
		{"a tar slip", one(archive(t, file("bot.py"), file("../evil.py"))), `"../evil.py": want a path inside`},
		{"a hard link", one(archive(t, file("bot.py"), tar.Header{Typeflag: tar.TypeLink, Name: "x", Linkname: "bot.py"})), `"x" is a link`},
		{"a pipe", one(archive(t, file("bot.py"), tar.Header{Typeflag: tar.TypeFifo, Name: "x"})), `"x" is a link or a device`},
		{"a device", one(archive(t, file("bot.py"), tar.Header{Typeflag: tar.TypeBlock, Name: "x", Devmajor: 8})), `"x" is a link or a device`},
		{"a bomb in a tar", one(archive(t, file("bot.py"), tar.Header{Typeflag: tar.TypeReg, Name: "x", Size: 200 << 20})), "more than 10 MiB"},
		{"a bomb of what is left out", one(archive(t, file("bot.py"), tar.Header{Typeflag: tar.TypeReg, Name: ".git/x", Size: 9 << 20},
			tar.Header{Typeflag: tar.TypeReg, Name: ".git/y", Size: 9 << 20})), "more than 10 MiB"},
		{"a bomb that says that it is small", one(lying(bytes.Clone(bomb.Bytes()))), `"bot.py"`},
		{"paths of another system", one(zipped(t, "bot.py", `..\\evil.py`)), "want a path inside"},
		{"a drive", named("bot.py", "C:evil.py"), "want a path inside"},
		{"no name", named("bot.py", ""), "want a path inside"},
		{"a folder as a name", named("bot.py", "."), "want a path inside"},
		{"a file that is a folder, too", one(zipped(t, "bot.py", "a", "a/b")), "a file and a folder"},
		{"the same name on some disks", one(zipped(t, "bot.py", "BOT.py")), "twice"},
		{"a long name", one(zipped(t, "bot.py", strings.Repeat("x", maxPath+1))), "bytes, want at most"},
		{"no bot in it", named("readme.txt", "x.txt"), "none of"},
		{"nothing", func() (string, []byte) { return form(t, nil, nil, nil) }, "want a file"},
		{"another field", func() (string, []byte) {
			return form(t, map[string]string{"evil": "1"}, []string{"bot.py"}, dicePythonOf)
		}, `field "evil"`},
		{"no game", func() (string, []byte) {
			return form(t, map[string]string{"game": "chess"}, []string{"bot.py"}, dicePythonOf)
		}, `"chess": want dice`},
		{"no form", func() (string, []byte) { return "text/plain", []byte("hello") }, "want a form"},
		{"half a form", func() (string, []byte) {
			k, b := form(t, nil, []string{"bot.py"}, dicePythonOf)
			return k, b[:len(b)/2]
		}, "too early"},
		{"too large", func() (string, []byte) {
			return form(t, nil, []string{"bot.py"}, func(string) []byte { return make([]byte, maxUpload+1) })
		}, "more than 10 MiB"},
	} {
		kind, body := tt.made()
		status, text := c.ask(http.MethodPost, "/api/bots", token, kind, body)
		if status < 400 || status >= 500 || !strings.Contains(text, strings.ReplaceAll(tt.want, `"`, `\"`)) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %d %s, want one line with %q", tt.what, status, text, tt.want)
		}
	}
	if after := c.files(); after != before {
		t.Errorf("refused uploads left files: %d before, %d after", before, after)
	}
	// Nobody submits for a team but the team itself, from its own page.
	kind, body := form(t, nil, []string{"bot.py"}, dicePythonOf)
	for _, tt := range []struct {
		what, token string
		headers     []string
		want        int
	}{
		{"no token", "", nil, http.StatusUnauthorized},
		{"the instructor's", c.token, nil, http.StatusForbidden},
		{"that of another team under my name", "ann" + strings.TrimPrefix(tokens["ben"], "ben"), nil, http.StatusForbidden},
		{"the page of another site", token, []string{"Origin", "http://evil.example"}, http.StatusForbidden},
		{"a page without origin", token, []string{"Origin", "null"}, http.StatusForbidden},
		{"a form of another site", token, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, http.StatusForbidden},
	} {
		status, text := c.ask(http.MethodPost, "/api/bots", tt.token, kind, body, tt.headers...)
		if status != tt.want || strings.Count(strings.TrimSpace(text), "\n") > 0 {
			t.Errorf("%s: %d %s, want %d and one line", tt.what, status, text, tt.want)
		}
	}
	if _, text := c.ask(http.MethodGet, "/api/team", token, "", nil); !strings.Contains(text, `"versions":[]`) {
		t.Errorf("something was submitted for ann: %s", text)
	}
	// A connection that ends in the middle of a body is no upload, and frees the team's place.
	cut := c.connect(token, len(body), kind)
	cut.Write(body[:len(body)/2])
	cut.Close()
	eventually(t, "the place is free", func() bool {
		status, text := c.ask(http.MethodPost, "/api/bots", token, kind, body)
		return status == http.StatusConflict && strings.Contains(text, "no worker")
	})
	// 200 at once get an answer each: one after the other is read, and here none can be checked.
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			status, text, err := c.tryAsk(http.MethodPost, "/api/bots", token, kind, body)
			isRight := status == http.StatusConflict && strings.Contains(text, "no worker") || status == http.StatusTooManyRequests && strings.Contains(text, "has not ended")
			if err != nil || !isRight || strings.Count(text, "\n") != 1 {
				t.Errorf("one of 200 at once: %d %s %v", status, text, err)
			}
		})
	}
	all.Wait()
	// Slow bodies of a team hold one place only: others get an answer meanwhile.
	for range 2 * uploadsAtOnce {
		conn := c.connect(token, 1000, "multipart/form-data; boundary=x")
		defer conn.Close()
		io.WriteString(conn, "--x")
	}
	if status, text := c.ask(http.MethodPost, "/api/bots", tokens["ben"], kind, body); status != http.StatusConflict || !strings.Contains(text, "no worker") {
		t.Errorf("another team beside slow uploads: %d %s", status, text)
	}
	if after := c.files(); after != before {
		t.Errorf("unfinished uploads left files: %d before, %d after", before, after)
	}
}

// connect begins an upload of so many bytes.
func (c *term) connect(token string, size int, kind string) net.Conn {
	c.Helper()
	conn, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(c.board, "http://"), "/"))
	if err == nil {
		_, err = fmt.Fprintf(conn, "POST /api/bots HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
			token, kind, size)
	}
	if err != nil {
		c.Fatal(err)
	}
	return conn
}

// files counts the files of the course, but for the server's own.
func (c *term) files() (n int) {
	for _, dir := range []string{c.dir, c.temp} {
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && !strings.Contains(path, "streams") && !d.IsDir() {
				n++
			}
			return nil
		})
	}
	return n
}
