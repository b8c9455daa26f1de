package zmtp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxMessage is the largest message, all its parts together, that a peer may send, in bytes.
const maxMessage = 4 << 20

// maxParts is the largest number of parts of a message.
const maxParts = 64

// Flags of a frame (ZMTP 3.0).
const (
	flagMore    = 1 << iota // another part of the same message follows
	flagLong                // the length has 8 bytes
	flagCommand             // for the peer's library, not for its user
)

// appendFrame appends a frame in its shortest form.
func appendFrame(dst []byte, flags byte, body []byte) []byte {
	if len(body) > 255 {
		dst = append(dst, flags|flagLong)
		dst = binary.BigEndian.AppendUint64(dst, uint64(len(body)))
	} else {
		dst = append(dst, flags, byte(len(body)))
	}
	return append(dst, body...)
}

// source is where frames are read from.
type source interface {
	io.Reader
	io.ByteReader
}

// readFrame reads a frame of at most limit bytes. The error is io.EOF only between frames.
func readFrame(r source, limit int) (flags byte, body []byte, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, nil, err
	}
	if flags&^(flagMore|flagLong|flagCommand) != 0 || flags&flagCommand != 0 && flags&flagMore != 0 {
		return 0, nil, fmt.Errorf("a frame with the flags %#02x", flags)
	}
	var header [8]byte
	size := header[7:]
	if flags&flagLong != 0 {
		size = header[:]
	}
	if _, err = io.ReadFull(r, size); err != nil {
		return 0, nil, cut(err)
	}
	n := binary.BigEndian.Uint64(header[:])
	if n > uint64(limit) {
		return 0, nil, fmt.Errorf("a message of more than %d bytes", limit)
	}
	// A peer that only announces a long message does not make us allocate memory for it.
	body = make([]byte, 0, min(n, 64<<10))
	for uint64(len(body)) < n {
		at := len(body)
		step := min(n-uint64(at), uint64(max(at, 64<<10)))
		body = append(body, make([]byte, step)...)
		if _, err = io.ReadFull(r, body[at:]); err != nil {
			return 0, nil, cut(err)
		}
	}
	return flags, body, nil
}

// cut returns the error for the end of the input within a frame.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readMessage reads the next message and the commands before it, which are passed to do.
func readMessage(r source, do func(name string, body []byte) error) (Message, error) {
	for {
		if m, err := readNext(r, maxMessage, do); m != nil || err != nil {
			return m, err
		}
	}
}

// readNext reads the next message of at most limit bytes, or a command, which is passed to do; then the message is nil.
func readNext(r source, limit int, do func(name string, body []byte) error) (Message, error) {
	var m Message
	for left := limit; ; {
		flags, body, err := readFrame(r, left)
		switch {
		case err != nil && len(m) > 0:
			return nil, cut(err)
		case err != nil:
			return nil, err
		}
		if flags&flagCommand != 0 {
			name, rest, err := parseCommand(body)
			if err == nil {
				err = do(name, rest)
			}
			if err != nil || m == nil {
				return nil, err
			}
			continue
		}
		left -= len(body)
		if m = append(m, body); len(m) > maxParts {
			return nil, fmt.Errorf("a message of more than %d parts", maxParts)
		}
		if flags&flagMore == 0 {
			return m, nil
		}
	}
}

// parseCommand splits a command into its name and its body.
func parseCommand(body []byte) (name string, rest []byte, err error) {
	if len(body) == 0 || len(body) < 1+int(body[0]) {
		return "", nil, errors.New("a command without a name")
	}
	n := 1 + int(body[0])
	return string(body[1:n]), body[n:], nil
}

// The greeting: signature, version 3.0, the security mechanism NULL, not a server.
const greetingSize = 64

func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[8], g[9], g[10] = 0xff, 1, 0x7f, 3
	copy(g[12:], "NULL")
	return g
}

// readGreeting reads the greeting of a peer and returns its minor version.
func readGreeting(r io.Reader) (minor byte, err error) {
	var g [greetingSize]byte
	// The signature is read first, to recognise a stranger that uses another protocol, sends fewer bytes and waits.
	if _, err := io.ReadFull(r, g[:10]); err != nil {
		return 0, fmt.Errorf("no greeting: %w", cut(err))
	}
	if g[0] != 0xff || g[9]&1 == 0 {
		return 0, fmt.Errorf("it does not speak ZMTP: its first bytes are %q", g[:10])
	}
	if _, err := io.ReadFull(r, g[10:]); err != nil {
		return 0, fmt.Errorf("half a greeting: %w", cut(err))
	}
	if g[10] < 3 {
		return 0, fmt.Errorf("it speaks version %d of ZMTP, want 3", g[10])
	}
	mechanism := string(g[12:32])
	if mechanism != "NULL"+string(make([]byte, 16)) {
		return 0, fmt.Errorf("its security mechanism is %q, want NULL", mechanism)
	}
	return g[11], nil
}

// ready is the body of our READY command.
func ready(k Kind) []byte {
	body := append([]byte{5}, "READY"...)
	body = appendProperty(body, "Socket-Type", string(k))
	if k == Dealer || k == Router {
		body = appendProperty(body, "Identity", "")
	}
	return body
}

func appendProperty(dst []byte, name, value string) []byte {
	dst = append(append(dst, byte(len(name))), name...)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(value)))
	return append(dst, value...)
}

// readReady reads the READY command of a peer, the first thing after its greeting.
func readReady(r source) (kind Kind, identity string, err error) {
	flags, body, err := readFrame(r, 4<<10)
	if err != nil {
		return "", "", fmt.Errorf("no READY: %w", cut(err))
	}
	name, rest, err := parseCommand(body)
	switch {
	case flags&flagCommand == 0:
		return "", "", errors.New("a message before its READY")
	case err != nil:
		return "", "", err
	case name != "READY":
		return "", "", fmt.Errorf("the command %q, want READY", name)
	}
	for len(rest) > 0 {
		n := 1 + int(rest[0])
		if len(rest) < n+4 {
			return "", "", errors.New("a READY that ends within a property")
		}
		property, size := string(rest[1:n]), binary.BigEndian.Uint32(rest[n:])
		if rest = rest[n+4:]; uint64(size) > uint64(len(rest)) {
			return "", "", errors.New("a READY that ends within a property")
		}
		value := string(rest[:size])
		rest = rest[size:]
		switch property {
		case "Socket-Type":
			kind = Kind(value)
		case "Identity":
			identity = value
		}
	}
	return kind, identity, nil
}
