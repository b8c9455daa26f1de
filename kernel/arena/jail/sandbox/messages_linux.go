package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Way is how a jail is built. Its text is the name that Level shows.
type Way string

const (
	OurOwn       Way = "namespaces"
	Bubblewrap   Way = "bubblewrap"
	LandlockOnly Way = "no namespaces" // part of a jail
	Nowhere      Way = "none"
)

// Spec is what process 1 of a jail must know. Paths are absolute and contain no links.
type Spec struct {
	Path     string   // the program
	Argv     []string // its name and arguments
	Env      []string
	Dir      string   // working directory; made if it does not exist
	Etc      []string // files of the system's configuration
	Read     []string
	Write    []string
	Links    [][2]string // name and target of links outside of Read, on the way to the program
	Folder   string      // the program's own, "" for none
	Hidden   []string    // what is not shown of Read, Write and Folder
	Disk     int64
	Memory   int64 // bytes
	CPU      int64 // seconds, from the start or the last Renew
	CPUs     []int
	Procs    int  // for RLIMIT_NPROC; 0 where the limit would also count programs outside
	ID       int  // user and group id that the program runs as
	Switch   bool // process 1 switches to another user
	Loopback bool
	Listen   string // address in the loopback where we have a server, "" for none
	Way      Way
	Temp     string // without namespaces: the folder that it may write to
	Keep     bool
	Files    int // number of descriptors that the program gets
}

// Order tells process 1 what to do, after its [Spec]; it answers with a [Report]. Exactly one field is set.
type Order struct {
	Start  *int64 `json:",omitempty"` // start the program; sample its memory and allow this many bytes, 0: do not sample
	Freeze *bool  `json:",omitempty"` // stop or continue all processes but process 1; only a stop is answered
	Dial   string `json:",omitempty"` // connect to an address inside
	Count  bool   `json:",omitempty"` // report what was used so far
	Renew  bool   `json:",omitempty"` // allow the processor time of the spec from now on; it has no answer
	Stop   string `json:",omitempty"` // kill all processes, because of this; it has no answer of its own
	End    bool   `json:",omitempty"` // kill all processes, and report what was used
}

// Report is the answer to an [Order], or reports the end of the program.
type Report struct {
	Started *Started `json:",omitempty"` // with a descriptor of the server in the loopback, if there is one
	Failed  string   `json:",omitempty"` // why the program was not started
	Exited  *Exited  `json:",omitempty"`
	Frozen  bool     `json:",omitempty"`
	Dialled *string  `json:",omitempty"` // an error; with "", a descriptor comes with the report
	Counted *Used    `json:",omitempty"`
	Ended   *Used    `json:",omitempty"` // with a descriptor of the folder with the program's changes to its own, if any
}

// Started reports how the program is confined.
type Started struct {
	Landlock int    // version of its interface, 0 for none
	Missing  string // what else the system did not allow, as text for people
}

// Exited reports how a program ended.
type Exited struct {
	Status int    // as returned by wait
	Why    string // why process 1 killed it, such as "it used more than 1 s of processor time", "" if it did not
}

// Used is what a program and all processes that it started have used.
type Used struct {
	CPU    time.Duration
	Memory int64 // bytes, the most at any time
}

// Channel is one end of the connection to process 1 of a jail. Messages are lines of JSON; a message may carry descriptors.
type Channel struct {
	Conn  *net.UnixConn
	write sync.Mutex
	rest  []byte
	files []int
}

// NewChannel returns a connected pair; the second end is for a child.
func NewChannel() (*Channel, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "jail")
	c, err := openChannel(fds[0])
	if err != nil {
		theirs.Close()
		return nil, nil, err
	}
	return c, theirs, nil
}

func openChannel(fd int) (*Channel, error) {
	f := os.NewFile(uintptr(fd), "jail")
	defer f.Close()
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	unixConn, ok := conn.(*net.UnixConn)
	if !ok {
		conn.Close()
		return nil, errors.New("the descriptor is not a unix socket")
	}
	return &Channel{Conn: unixConn}, nil
}

// Send writes a message. The caller keeps the descriptors open.
func (c *Channel) Send(v any, files ...int) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.write.Lock()
	defer c.write.Unlock()
	var rights []byte
	if len(files) > 0 {
		rights = syscall.UnixRights(files...)
	}
	text = append(text, '\n')
	n, _, err := c.Conn.WriteMsgUnix(text, rights, nil)
	if err == nil && n < len(text) {
		_, err = c.Conn.Write(text[n:])
	}
	return err
}

// Receive reads the next message. File returns the descriptors that came with it.
func (c *Channel) Receive(v any) error {
	for {
		if line, rest, found := bytes.Cut(c.rest, []byte("\n")); found {
			c.rest = rest
			return json.Unmarshal(line, v)
		}
		buffer, rights := make([]byte, 16<<10), make([]byte, 256)
		n, rightsLength, _, _, err := c.Conn.ReadMsgUnix(buffer, rights)
		if err != nil {
			return err
		}
		if n == 0 && rightsLength == 0 {
			return io.EOF
		}
		c.rest = append(c.rest, buffer[:n]...)
		if err := c.take(rights[:rightsLength]); err != nil {
			return err
		}
	}
}

func (c *Channel) take(rights []byte) error {
	messages, err := syscall.ParseSocketControlMessage(rights)
	if err != nil {
		return err
	}
	for _, m := range messages {
		files, err := syscall.ParseUnixRights(&m)
		if err != nil {
			return err
		}
		for _, fd := range files {
			syscall.CloseOnExec(fd)
		}
		c.files = append(c.files, files...)
	}
	return nil
}

// File returns the oldest descriptor that was received and not yet taken, and whether there is one.
func (c *Channel) File() (*os.File, bool) {
	if len(c.files) == 0 {
		return nil, false
	}
	fd := c.files[0]
	c.files = c.files[1:]
	return os.NewFile(uintptr(fd), "jail connection"), true
}
