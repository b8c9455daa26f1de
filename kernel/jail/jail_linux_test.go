package jail

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	Init()
	os.Exit(m.Run())
}

// possible skips a test where there is no jail; where the checks of the project run there must be one.
func possible(t testing.TB) {
	t.Helper()
	if level, err := Probe(); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	} else {
		t.Log(level)
	}
}

// outcome is what a program did.
type outcome struct {
	out, err, status string
	usage            Usage
}

// in runs a program in a jail until it ends.
func in(t testing.TB, p Policy, folder string, input string, command ...string) (o outcome) {
	t.Helper()
	p.Mode = Require
	j, err := Prepare(p, command, folder)
	if err != nil {
		t.Fatal(err)
	}
	theirs, ours := [3]*os.File{}, [3]*os.File{}
	for i := range theirs {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		theirs[i], ours[i] = w, r
		if i == 0 {
			theirs[i], ours[i] = r, w
		}
	}
	err = j.Start(theirs[:])
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(ours[0], input)
	ours[0].Close()
	var texts [3]bytes.Buffer
	done := make(chan bool)
	for i := 1; i < 3; i++ {
		go func() {
			io.Copy(&texts[i], ours[i])
			done <- true
		}()
	}
	select {
	case <-j.exited:
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
	if err := j.End(); err != nil {
		t.Error(err)
	}
	<-done
	<-done
	return outcome{texts[1].String(), texts[2].String(), j.Status(), j.Usage()}
}

func sh(t testing.TB, p Policy, folder, script string) outcome {
	t.Helper()
	return in(t, p, folder, "", "sh", "-c", script)
}

func TestLook(t *testing.T) {
	possible(t)
	dir := t.TempDir()
	os.WriteFile(dir+"/hello", []byte("world\n"), 0o644)
	o := sh(t, Policy{}, dir, "id; pwd; ls -la / /tmp /dev /etc /proc/1 "+dir+"; cat "+dir+"/hello; echo x > "+dir+"/new; echo y >> "+dir+"/hello; cat "+dir+"/hello; env; cat /proc/self/status; ps ax; cat /proc/mounts; ulimit -a; touch /x")
	t.Log(o.out, o.err, o.status, o.usage)
	b, _ := os.ReadFile(dir + "/hello")
	t.Logf("%q", b)
	out, _ := exec.Command("ls", dir).CombinedOutput()
	t.Logf("%s", out)
}

func BenchmarkStart(b *testing.B) {
	possible(b)
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			exec.Command("/bin/true").Run()
		}
	})
	b.Run("jail", func(b *testing.B) {
		for b.Loop() {
			in(b, Policy{}, "", "", "/bin/true")
		}
	})
}
