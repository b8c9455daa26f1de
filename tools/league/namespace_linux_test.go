package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// namespace makes a network namespace with a cable to this one. It returns the address of this end, the command that starts a
// program at the other end, and a function that plugs the cable in or out. The namespace is gone when no process runs in it any
// more: nothing is left behind, whichever process is killed.
func namespace(t testing.TB) (host string, enter []string, plug func(in bool) error, err error) {
	t.Helper()
	if os.Getuid() != 0 {
		return "", nil, nil, errors.New("only root makes network namespaces")
	}
	holder := exec.Command("cat") // it ends when our end of the pipe does
	holder.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	in, err := holder.StdinPipe()
	if err == nil {
		err = holder.Start()
	}
	if err != nil {
		return "", nil, nil, fmt.Errorf("a network namespace: %w", err)
	}
	pid := holder.Process.Pid
	near, far := fmt.Sprintf("grd%d", pid), fmt.Sprintf("grf%d", pid)
	t.Cleanup(func() {
		exec.Command("ip", "link", "del", near).Run() // with its other end
		in.Close()
		holder.Wait()
	})
	run := func(line string) {
		if err != nil {
			return
		}
		words := strings.Fields(line)
		out, failed := exec.Command(words[0], words[1:]...).CombinedOutput()
		if failed != nil {
			err = fmt.Errorf("%s: %w: %s", line, failed, strings.TrimSpace(string(out)))
		}
	}
	net := fmt.Sprintf("10.231.%d.", pid/64%256)
	base := pid % 64 * 4
	host = fmt.Sprint(net, base+1)
	inside := fmt.Sprintf("nsenter --net=/proc/%d/ns/net ", pid)
	run(fmt.Sprintf("ip link add %s type veth peer name %s netns %d", near, far, pid))
	run(fmt.Sprintf("ip addr add %s/30 dev %s", host, near))
	run("ip link set " + near + " up")
	run(fmt.Sprintf("%sip addr add %s%d/30 dev %s", inside, net, base+2, far))
	run(inside + "ip link set " + far + " up")
	run(inside + "ip link set lo up")
	plug = func(in bool) error {
		state := map[bool]string{true: "up", false: "down"}[in]
		out, err := exec.Command("ip", "link", "set", near, state).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ip link set %s %s: %w: %s", near, state, err, out)
		}
		return nil
	}
	return host, strings.Fields(inside), plug, err
}

// dieWithUs has the kernel kill a process when this one ends.
func dieWithUs(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
