package webtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fox is a page in Firefox, which is driven by its own protocol, Marionette: a message is LENGTH:JSON.
type fox struct {
	*testing.T
	to   net.Conn
	from *bufio.Reader
	ids  int
}

// firefox starts Firefox without a window, with settings of its about:config.
func firefox(t *testing.T, settings map[string]any) *fox {
	t.Helper()
	file, err := exec.LookPath("firefox")
	if err != nil {
		if file, err = exec.LookPath("firefox-esr"); err != nil {
			t.Skip("no firefox here: the playground is tested in Chromium alone")
		}
	}
	home := t.TempDir()
	lines := `user_pref("marionette.port", 0);` + "\n"
	for name, value := range settings {
		lines += fmt.Sprintf("user_pref(%q, %v);\n", name, value)
	}
	if err := os.WriteFile(filepath.Join(home, "user.js"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	program := exec.Command(file, "--headless", "--no-remote", "--marionette", "--profile", home)
	program.Env = append(os.Environ(), "HOME="+home)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	f := &fox{T: t}
	t.Cleanup(func() {
		if f.to != nil {
			f.command("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}})
		}
		time.AfterFunc(10*time.Second, func() { program.Process.Kill() })
		program.Wait()
	})
	for end := time.Now().Add(time.Minute); f.to == nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if port, err := os.ReadFile(filepath.Join(home, "MarionetteActivePort")); err == nil {
			f.to, _ = net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
		}
	}
	if f.to == nil {
		t.Fatal("firefox has not opened its port within a minute")
	}
	f.from = bufio.NewReader(f.to)
	f.message(nil) // it introduces itself
	f.command("WebDriver:NewSession", map[string]any{})
	f.command("WebDriver:SetTimeouts", map[string]any{"script": 120_000})
	return f
}

// message reads a message.
func (f *fox) message(to any) {
	f.Helper()
	var length int
	if _, err := fmt.Fscanf(f.from, "%d:", &length); err != nil {
		f.Fatal(err)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(f.from, text); err != nil {
		f.Fatal(err)
	}
	if to == nil {
		return
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(to); err != nil {
		f.Fatalf("%v: %s", err, text)
	}
}

// command sends a command and returns the result.
func (f *fox) command(name string, parameters map[string]any) json.RawMessage {
	f.Helper()
	f.ids++
	text, err := json.Marshal([]any{0, f.ids, name, parameters})
	if err != nil {
		f.Fatal(err)
	}
	if _, err := fmt.Fprintf(f.to, "%d:%s", len(text), text); err != nil {
		f.Fatal(err)
	}
	var reply [4]json.RawMessage // kind, number, error, result
	f.message(&reply)
	if string(reply[2]) != "null" {
		f.Fatalf("%s: %s", name, reply[2])
	}
	return reply[3]
}

// eval returns the text of an expression in the page, which may be a promise.
func (f *fox) eval(expression string) string {
	f.Helper()
	var got struct{ Value string }
	script := "const done = arguments[0];\n(async () => String(await (" + expression + ")))().then(done, (e) => done('failed: ' + e));"
	result := f.command("WebDriver:ExecuteAsyncScript", map[string]any{"script": script, "args": []any{}, "sandbox": nil})
	if err := json.Unmarshal(result, &got); err != nil {
		f.Fatalf("%v: %s", err, result)
	}
	return got.Value
}

// wait waits until an expression is true.
func (f *fox) wait(expression string) {
	f.Helper()
	got := ""
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if got = f.eval("Boolean(" + expression + ")"); got == "true" {
			return
		}
	}
	f.Fatalf("%s: never, %s; the page says\n%s", expression, got, f.eval(`document.body.innerText.slice(0, 600)`))
}

// TestFirefox plays and writes a bot in Firefox, in which Python can wait for messages (JSPI), or cannot.
func TestFirefox(t *testing.T) {
	address := below(t) + "amazons/?seed=7"
	playgroundEditor(t)
	amazons, home := starter(t)
	for _, can := range []bool{true, false} {
		t.Run(fmt.Sprintf("JSPI=%v", can), func(t *testing.T) {
			f := firefox(t, map[string]any{"javascript.options.wasm_js_promise_integration": can})
			began := time.Now()
			step := func(what string) {
				t.Logf("%s after %v", what, time.Since(began).Round(10*time.Millisecond))
				began = time.Now()
			}
			f.command("WebDriver:Navigate", map[string]any{"url": address})
			f.wait(`window.gridiron?.human?.active`)
			step("a question")
			if got := f.eval(`'Suspending' in WebAssembly`); got != fmt.Sprint(can) {
				t.Fatalf("the browser has JSPI: %s, want %v", got, can)
			}
			f.eval(`[...document.querySelectorAll('button')].find((b) => b.textContent === 'Write a bot').click()`)
			f.wait(`window.gridiron.editor`)
			f.eval(`gridiron.editor.ready()`)
			step("Python")
			f.eval(`document.getElementById('ed-run').click()`)
			f.wait(`gridiron.record.head.names.includes('my bot')`)
			f.eval(`gridiron.server.post('control', {do: 'speed', value: 0})`)
			f.wait(`gridiron.record.result`)
			step("the end of a game")
			if got, want := alone(f.eval(`gridiron.server.ask('record')`)), native(t, amazons, home); got != want {
				t.Errorf("the game in the browser\n%s\non a machine\n%s", got, want)
			}
			f.eval(`gridiron.editor.write('return self.random.choice(legal)', 'while True: pass')`)
			f.eval(`(document.getElementById('ed-limit').value = '1s', gridiron.record.result = null, document.getElementById('ed-run').click())`)
			f.wait(`gridiron.record.result?.text.includes('was late')`)
			if got := f.eval(`Boolean(document.querySelector('iframe[sandbox]'))`); got != fmt.Sprint(can) {
				t.Errorf("Python runs in a frame without origin: %s, want %v", got, can)
			}
		})
	}
}
