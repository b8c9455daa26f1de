package record

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// Hash is the running hash of lines of JSON objects: SHA-256, or with a secret HMAC-SHA-256. The line that carries the hash has
// it as its last key; hashed are all bytes before it:
//
//	{"type":"header",...}\n ... {"type":"result",...,"hash":"HEX"}\n
//	^------------------ these bytes ---------------^
type Hash struct {
	state hash.Hash
	mark  string // what precedes the hash in its line
}

// NewHash returns the hash of a record. Its lines carry it under the key "hash".
func NewHash() *Hash { return &Hash{sha256.New(), `,"hash":"`} }

// NewChain returns a hash for lines that carry it under the key "chain". Without a secret, anybody can compute it.
func NewChain(secret []byte) *Hash {
	if len(secret) == 0 {
		return &Hash{sha256.New(), `,"chain":"`}
	}
	return &Hash{hmac.New(sha256.New, secret), `,"chain":"`}
}

// Restart starts again with these bytes.
func (h *Hash) Restart(with string) {
	h.state.Reset()
	h.state.Write([]byte(with))
}

// Add adds a line that carries no hash.
func (h *Hash) Add(line []byte) { h.state.Write(line) }

// Seal adds the hash to a JSON object with at least one key and ends the line. It also returns the hash.
func (h *Hash) Seal(object []byte) (line []byte, sum string) {
	body := bytes.TrimSuffix(object, []byte("}"))
	h.state.Write(body)
	sum = hex.EncodeToString(h.state.Sum(nil))
	return append(body, h.mark+sum+"\"}\n"...), sum
}

// Sum returns the hash that a line should carry, and the one that it carries.
func (h *Hash) Sum(line []byte) (want, got string) {
	body, got := h.Split(line)
	h.state.Write(body)
	return hex.EncodeToString(h.state.Sum(nil)), got
}

// Split returns the part of a line that is hashed, which is all but its last brace, and the hash at its end; "" if there is none.
func (h *Hash) Split(line []byte) (body []byte, sum string) {
	line = bytes.TrimRight(line, "\r\n") // the ends of lines are no content, whatever a copy made of them
	begin := len(line) - len(`"}`) - 2*sha256.Size
	if begin >= len(h.mark) && string(line[begin-len(h.mark):begin]) == h.mark && bytes.HasSuffix(line, []byte(`"}`)) {
		return line[:begin-len(h.mark)], string(line[begin : begin+2*sha256.Size])
	}
	return bytes.TrimSuffix(line, []byte("}")), ""
}
