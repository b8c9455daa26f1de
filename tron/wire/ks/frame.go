package ks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Limits on the body of a frame, in bytes. A command has about 50 bytes, a snapshot 1,700, the first scene of a game 130,000.
const (
	MaxCommand = 64 << 10 // from clients
	MaxScene   = 64 << 20 // from servers and in files
)

// AppendFrame appends a frame with one message: the name of its class and its bytes.
func AppendFrame(dst []byte, class string, payload []byte) []byte {
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = appendString(dst, class)
	dst = append(appendCount(append(dst, 1), len(payload)), payload...)
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// appendString appends a string that is not null.
func appendString(dst []byte, text string) []byte {
	return append(appendCount(append(dst, 1), len(text)), text...)
}

// Frame returns a message of ours in its frame.
func Frame(class string, v Struct) []byte { return AppendFrame(nil, class, Encode(class, v)) }

// ReadFrame reads the body of one frame from r. At the end of the stream it returns io.EOF, within a frame io.ErrUnexpectedEOF.
func ReadFrame(r io.Reader, most int) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(head[:]))
	if n > most {
		return nil, fmt.Errorf("a frame of %d bytes, at most %d are allowed", n, most)
	}
	// The peer announces the length; we allocate memory only for bytes that arrive.
	body, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(body) < n {
		err = io.ErrUnexpectedEOF
	}
	return body, err
}

// Message reads the body of a frame: the class of the message and its object. An error says why it cannot be understood; a
// receiver should drop such a message and continue.
func Message(body []byte) (class string, v Struct, err error) {
	class, payload, err := Envelope(body)
	if err != nil {
		return class, nil, err
	}
	v, _, err = Read(class, payload)
	return class, v, err
}

// Envelope reads the body of a frame: the class of the message and its bytes.
func Envelope(body []byte) (class string, payload []byte, err error) {
	m, _, err := Read("Message", body)
	if err != nil {
		return "", nil, err
	}
	class, typed := m["type"].(string)
	data, loaded := m["payload"].(string)
	if !typed || !loaded {
		return class, nil, errors.New("a message without type or payload")
	}
	return class, []byte(data), nil
}
