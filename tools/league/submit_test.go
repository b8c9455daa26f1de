package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// archive makes an archive of headers; a file has as many zeros as its header says.
func archive(t *testing.T, headers ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range headers {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := w.Write(make([]byte, h.Size)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sparse makes an archive with one file, bot.py, of a size, as a hole: archive/tar reads such files, but does not write them.
func sparse(t *testing.T, size int64) []byte {
	t.Helper()
	pad := func(text string) string { return text + strings.Repeat("\x00", -len(text)&511) }
	block := func(kind byte, content string) string {
		head := []byte(pad(fmt.Sprintf("%-100s0000644\x000000000\x000000000\x00%011o\x0000000000000\x00        %c%100sustar\x0000",
			"bot.py", len(content), kind, "")))
		sum := 0
		for _, c := range head {
			sum += int(c)
		}
		copy(head[148:], fmt.Sprintf("%06o\x00", sum))
		return string(head) + pad(content)
	}
	records := ""
	for _, r := range []string{"major=1", "minor=0", "name=bot.py", fmt.Sprintf("realsize=%012d", size)} {
		records += fmt.Sprintf("%d GNU.sparse.%s\n", len("00 GNU.sparse.\n")+len(r), r)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(block('x', records) + block('0', pad("0\n")) + strings.Repeat("\x00", 1024)))
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A bot from a stranger may have plain files only, inside of its folder, and not too many or too large ones.
func TestHostileBundles(t *testing.T) {
	gametest.Slow(t)
	before := maxBundle
	maxBundle = 2 << 20
	t.Cleanup(func() { maxBundle = before })
	file := func(name string, size int64) tar.Header {
		return tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644}
	}
	var many []tar.Header
	for n := range maxFiles + 1 {
		many = append(many, file(fmt.Sprint("f", n), 0))
	}
	for want, text := range map[string][]byte{
		"no archive":                               []byte("bot"),
		"it has no files":                          archive(t),
		`"../bot.py": want a path inside`:          archive(t, file("../bot.py", 1)),
		`"/etc/bot.py": want a path inside`:        archive(t, file("/etc/bot.py", 1)),
		`"a/../../bot.py": want a path inside`:     archive(t, file("a/../../bot.py", 1)),
		`"./bot.py": want a path inside`:           archive(t, file("./bot.py", 1)),
		`"a\\b": want a path inside`:               archive(t, file(`a\b`, 1)),
		`"passwd" is a link, a device or a folder`: archive(t, tar.Header{Typeflag: tar.TypeSymlink, Name: "passwd", Linkname: "/etc/passwd"}),
		`"hard" is a link, a device or a folder`:   archive(t, tar.Header{Typeflag: tar.TypeLink, Name: "hard", Linkname: "/etc/passwd"}),
		`"disk" is a link, a device or a folder`:   archive(t, tar.Header{Typeflag: tar.TypeBlock, Name: "disk", Devmajor: 8}),
		`"pipe" is a link, a device or a folder`:   archive(t, tar.Header{Typeflag: tar.TypeFifo, Name: "pipe"}),
		`"a/b" is a file and a folder, beside "a"`: archive(t, file("a", 1), file("a/b", 1)),
		`"a" is a file and a folder, beside "a/b"`: archive(t, file("a/b", 1), file("a", 1)),
		`"bot.py" is there twice`:                  archive(t, file("bot.py", 1), file("bot.py", 2)),
		"more than 2000 files":                     archive(t, many...),
		"more than 2 MiB":                          archive(t, file("bomb", maxBundle+1)),
		"it has more than 2 MiB":                   archive(t, file("bomb", 4*(maxBundle+maxFiles*2048))),
		"no bot: ":                                 archive(t, tar.Header{Typeflag: tar.TypeReg, Name: "sparse", Size: 1})[:20],
		"its path has 201 bytes, want at most 200": archive(t, file(strings.Repeat("x", 201), 1)),
		"unexpected EOF":                           archive(t, file("bot.py", 5000))[:40],
	} {
		if b, err := unpackBundle(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d files, %v: want %q", len(b), err, want)
		}
	}
	if err := (bundle{{path: "attacker.py"}, {path: "lib/bot.py"}, {path: "my_team.py"}}).plays(""); err == nil ||
		!strings.Contains(err.Error(), "__init__.py: want --main FILE, the file that is the player; it contains attacker.py, my_team.py") {
		t.Errorf("nobody can tell which file plays: %v", err)
	}
	for main, b := range map[string]bundle{
		"my_team.py": {{path: "attacker.py"}, {path: "my_team.py"}}, "": {{path: "bot.py"}, {path: "lib.py"}},
	} {
		if err := b.plays(main); err != nil {
			t.Errorf("main %q: %v", main, err)
		}
	}
	if b, err := unpackBundle(sparse(t, 1000)); err != nil || len(b[0].content) != 1000 {
		t.Errorf("a file of 1000 bytes that is a hole: %v", err)
	}
	hole := sparse(t, 64*maxBundle)
	var was, is runtime.MemStats
	runtime.ReadMemStats(&was)
	_, err := unpackBundle(hole)
	runtime.ReadMemStats(&is)
	if used := int64(is.TotalAlloc - was.TotalAlloc); err == nil || used > 8*maxBundle {
		t.Errorf("an archive of %d bytes with a hole of %d MiB took %d MiB of memory: %v", len(hole), 64*maxBundle>>20, used>>20, err)
	}
	two := archive(t, file("a", maxBundle/2), file("b", maxBundle/2+1))
	if _, err := unpackBundle(two); err == nil {
		t.Error("two files are too large together, but were taken")
	}
}

// botFolder makes a folder with a bot and returns it.
func botFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bot")
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The same files make the same bundle, whatever ignored files are beside them, and are unpacked unchanged.
func TestBundle(t *testing.T) {
	files := map[string]string{"bot.py": "print(1)", "lib/deep/x.txt": "x", ".git/config": "no", "__pycache__/y.pyc": "no", "lib/.hidden/z": "no"}
	first, err := readBundle(botFolder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	delete(files, ".git/config")
	second, err := readBundle(botFolder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	text, hash, err1 := first.pack()
	_, same, err2 := second.pack()
	if hash != same || errors.Join(err1, err2) != nil {
		t.Errorf("%s and %s are the same files; %v %v", hash, same, err1, err2)
	}
	back, err := unpackBundle(text)
	if err != nil || len(back) != 2 {
		t.Fatal(len(back), err)
	}
	dir := filepath.Join(t.TempDir(), "bots", hash)
	if err := back.unpackTo(dir); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "lib", "deep", "x.txt"))
	if diff := cmp.Diff("x", string(got)); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	linked := botFolder(t, map[string]string{"bot.py": ""})
	if err := os.Symlink("/etc/passwd", filepath.Join(linked, "data")); err != nil {
		t.Fatal(err)
	}
	if _, err := readBundle(linked); err == nil || !strings.Contains(err.Error(), `"data" is a link or a device`) {
		t.Errorf("a link was read: %v", err)
	}
}

// teamsHouse is a house that answers teams.
func teamsHouse(t *testing.T, names ...string) *house {
	t.Helper()
	h := newHouse(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.server.serve(ctx, t.Output()) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	// The server is running already, and loads the keys of the teams.
	for i := range names {
		names[i] = teamPrefix + names[i]
	}
	h.knows(names...)
	return h
}

// knows makes keys and waits until the running server accepts them.
func (h *house) knows(names ...string) {
	t := h.T
	t.Helper()
	if _, err := makeKeys(h.dir, nil, "127.0.0.1:0", names...); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		eventually(t, "the server knows the key of "+name, func() bool {
			b, err := dial(h.server.url(), h.key(name), "test")
			if err == nil {
				b.Close()
			}
			return err == nil
		})
	}
}

// team runs a command line with the key of a team.
func (h *house) team(name string, args ...string) (code int, out, errs string) {
	var o, e safe
	flags := append([]string{args[0], "--nats", h.server.url(), "--creds", h.key(teamPrefix + name)}, args[1:]...)
	code = run(h.Context(), flags, &o, &e)
	return code, o.String(), e.String()
}

// A bot in sh: it says hello, throws sixes, and ends at the end of its input.
const shBot = `#!/bin/sh
while read -r line; do
  case "$line" in
  *'"type":"hello"'*) echo '{"type":"hello","name":"sh"}' ;;
  *'"type":"ask"'*)
    id=${line#*\"id\":}; id=${id%%,*}
    echo "{\"type\":\"answer\",\"id\":$id,\"move\":6}" ;;
  esac
done
`

// A team submits bots: the latest one that passes the check plays. If one fails, the team is told why, and the bot does not play.
func TestSubmit(t *testing.T) {
	gametest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows: the bot of this test is a script of sh")
	}
	h := teamsHouse(t, "alice", "bob")
	good, bad := botFolder(t, map[string]string{"bot": shBot}), botFolder(t, map[string]string{"bot": "#!/bin/sh\nexit 3\n"})
	for _, dir := range []string{good, bad} {
		if err := os.Chmod(filepath.Join(dir, "bot"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := h.team("alice", "submit", "--game", "dice", good); code != 1 || !strings.Contains(errs, "no worker is running that could check it") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	h.worker("one", 2)
	b := h.dial("admin")
	eventually(t, "the worker is there", func() bool {
		list, err := b.present(t.Context())
		return err == nil && len(list) == 1
	})
	if code, out, errs := h.team("alice", "submit", "--game", "dice", good); code != 0 || !strings.Contains(out, "version 1 passes the check") {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	if code, out, errs := h.team("alice", "submit", "--game", "dice", bad); code != 1 || !strings.Contains(out, "a game as left: ") ||
		!strings.Contains(out, "exit status 3") || !strings.Contains(errs, "version 2 does not pass the check") {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	if code, _, errs := h.team("bob", "submit", "--game", "chess", good); code != 1 || !strings.Contains(errs, `no worker plays "chess": they play dice`) {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if code, _, errs := h.team("bob", "list", "--team", "alice"); code != 2 || !strings.Contains(errs, "the key is that of team bob") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	_, list, _ := h.team("alice", "list")
	for _, want := range []string{"dice  alice  1        ok ", " plays", "dice  alice  2        wrong "} {
		if !strings.Contains(list, want) {
			t.Errorf("list lacks %q:\n%s", want, list)
		}
	}
	dir := filepath.Join(t.TempDir(), "cup")
	h.must("run", "--name", "cup", "--dir", dir, "--game", "dice", "--all", "--", "mine="+good, "throw", "--seed", "7")
	if said := h.dice("tournament", "verify", dir); !strings.Contains(said, "6 games") {
		t.Error(said)
	}
	table := h.dice("tournament", "standings", dir, "--csv")
	for _, want := range []string{"alice", "mine", "throw"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table lacks %s:\n%s", want, table)
		}
	}
	if strings.Contains(table, "never-started") || strings.Contains(table, "crashed") {
		t.Errorf("bots failed:\n%s", table)
	}
	if code, _, errs := h.team("alice", "withdraw", "--game", "dice"); code != 0 {
		t.Errorf("exit code %d: %s", code, errs)
	}
	code, _, errs := h.league(t.Context(), "run", "--name", "two", "--dir", dir+"2", "--game", "dice", "--teams", "alice", "--", "throw")
	if code != 2 || !strings.Contains(errs, `team "alice" has no bot for dice`) {
		t.Errorf("exit code %d: %s", code, errs)
	}
	// A check that was lost with the server is ordered again when somebody lists the bots.
	if _, err := b.change(t.Context(), "dice", "alice", func(s *submitted) error {
		v := s.Versions[0]
		v.N, v.State = 3, waits
		s.Versions = append(s.Versions, v)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "version 3 is checked", func() bool {
		_, list, _ := h.team("alice", "list")
		return strings.Contains(list, "dice  alice  3        ok ")
	})
}

// A team's key speaks for this team alone, and reads nothing of others.
func TestTeamKey(t *testing.T) {
	gametest.Long(t, "waits for answers that a team must not get")
	h := teamsHouse(t, "eve", "bob")
	b := h.dial(teamPrefix + "eve")
	if _, err := b.Request("team.eve.list", nil, 30*time.Second); err != nil {
		t.Fatalf("its own list: %v", err)
	}
	for what, try := range map[string]func() error{
		"another team's list":          func() error { _, err := b.Request("team.bob.list", nil, 500*time.Millisecond); return err },
		"another team's bot withdrawn": func() error { _, err := b.Request("team.bob.withdraw", nil, 500*time.Millisecond); return err },
		"a bot into another team":      func() error { _, err := b.Request("team.bob.submit", nil, 500*time.Millisecond); return err },
		"a bot into all teams":         func() error { _, err := b.Request("team.*.submit", nil, 500*time.Millisecond); return err },
		"a question of a worker":       func() error { _, err := b.Request("$KV."+workers+".eve", nil, 500*time.Millisecond); return err },
		"a worker quarantined":         func() error { _, err := b.Request("$KV."+barred+".one", nil, 500*time.Millisecond); return err },
		"a result": func() error {
			_, err := b.Request(resultSubject("cup", "x"), []byte("{}"), 500*time.Millisecond)
			return err
		},
		"a bot as it is kept": func() error {
			_, err := b.Request("$JS.API.DIRECT.GET.BUNDLES.bundles.x", nil, 500*time.Millisecond)
			return err
		},
		"the streams": func() error { _, err := b.Request("$JS.API.STREAM.NAMES", nil, 500*time.Millisecond); return err },
	} {
		if err := try(); err == nil {
			t.Errorf("a team's key gets %s", what)
		}
	}
	m := nats.NewMsg("team.eve.submit")
	m.Header.Set("game", "../dice")
	for _, want := range []string{`no game is called \"../dice\"`, "no archive"} {
		answer, err := b.RequestMsg(m, 30*time.Second)
		if err != nil || !strings.Contains(string(answer.Data), want) {
			t.Errorf("%v, %v: want %q", answer, err, want)
		}
		m.Header.Set("game", "dice")
	}
}

// The report of a check names the files of a bot as the team does, without the folder in which a worker unpacked them.
func TestVerdictNamesFiles(t *testing.T) {
	report := `{"ok":false,"findings":[{"what":"the player","error":"unknown player bots/` + strings.Repeat("0a", 32) + `/e.py"}]}`
	text, err := pack(&outcome{Worker: "one", Report: report})
	if err != nil {
		t.Fatal(err)
	}
	if state, said := verdict(text); state != wrong || said != "the player: unknown player e.py\n" {
		t.Errorf("the verdict is %s, %q", state, said)
	}
}
