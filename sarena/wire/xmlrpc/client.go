package xmlrpc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// caller is the User-Agent of our calls: that of the client that players know.
const caller = "Python-xmlrpc/3.11"

// Client calls one server, one call at a time. Like Python's client, it opens a connection for each call unless the server keeps
// one open, and repeats a call that got no reply at all.
type Client struct {
	// Connect connects to an address; nil: the system's way. Set it before the first call.
	Connect func(ctx context.Context, address string) (net.Conn, error)
	// Connected says whether the server has ever accepted a connection.
	Connected bool

	address string      // host:port to connect to
	found   string      // the last working address of the host
	tls     *tls.Config // nil: no TLS
	head    string      // the request up to the length of the body

	conn    net.Conn
	reader  *bufio.Reader
	request []byte
}

// ErrNoReply says that the connection was closed without a byte of a reply.
var ErrNoReply = errors.New("the connection was closed without a reply")

// SystemError is a failure of the connection, or a body that is wrongly said to be compressed: an OSError in Python.
type SystemError struct {
	Text string // as Python prints it
	Err  error
}

func (e *SystemError) Error() string { return e.Text }
func (e *SystemError) Unwrap() error { return e.Err }

// ReplyError is a reply that cannot be used: not HTTP, not status 200, too long, or cut off.
type ReplyError struct{ Why string }

func (e *ReplyError) Error() string { return e.Why }

// NewClient returns a client for an http or https address with a host, perhaps a port and perhaps a path. The default path is
// /RPC2.
func NewClient(uri string) (*Client, error) {
	scheme, rest, found := strings.Cut(uri, "://")
	scheme = strings.ToLower(scheme)
	if !found || scheme != "http" && scheme != "https" {
		return nil, fmt.Errorf("%q: unsupported XML-RPC protocol; want http://HOST:PORT or https://HOST:PORT", uri)
	}
	end := strings.IndexAny(rest+"/", "/?#")
	host, path := rest[:end], rest[end:]
	if path == "" {
		path = "/RPC2"
	}
	user := ""
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		user, host = host[:at], host[at+1:]
	}
	if strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return nil, errors.New("want printable ASCII without blanks")
	}
	c := &Client{address: host}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), map[string]string{"http": "80", "https": "443"}[scheme]
		c.address = net.JoinHostPort(name, port)
	}
	if _, err := net.LookupPort("tcp", port); err != nil || name == "" || port == "" {
		return nil, fmt.Errorf("want HOST:PORT behind %s://", scheme)
	}
	if scheme == "https" {
		c.tls = &tls.Config{ServerName: name}
	}
	c.head = "POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\n"
	if user != "" {
		if plain, err := url.PathUnescape(user); err == nil {
			user = plain
		}
		c.head += "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user)) + "\r\n"
	}
	c.head += "Accept-Encoding: gzip\r\nContent-Type: text/xml\r\nUser-Agent: " + caller + "\r\nContent-Length: "
	return c, nil
}

// Close closes the connection that is kept open, if there is one.
func (c *Client) Close() error {
	if c.conn == nil {
		return nil
	}
	err := c.conn.Close()
	c.conn = nil
	return err
}

// Call sends a call and reads the reply, until ctx is done. The error is that of ctx, a [*SystemError], [ErrNoReply] or a
// [*ReplyError].
func (c *Client) Call(ctx context.Context, body []byte) (reply []byte, err error) {
	c.request = fmt.Appendf(c.request[:0], "%s%d\r\n\r\n", c.head, len(body))
	c.request = append(c.request, body...)
	for attempt := 1; ; attempt++ {
		var broken bool
		reply, broken, err = c.once(ctx)
		if err == nil {
			return reply, nil
		}
		c.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if deadline, limited := ctx.Deadline(); limited && !time.Now().Before(deadline) { // ctx has not ended yet
			return nil, context.DeadlineExceeded
		}
		if !broken || attempt == 2 {
			return nil, err
		}
	}
}

// once sends the request. broken says that the connection was made but then failed.
func (c *Client) once(ctx context.Context) (reply []byte, broken bool, err error) {
	if c.conn == nil {
		if c.conn, err = c.dial(ctx); err != nil {
			return nil, false, systemError(err)
		}
		c.Connected = true
		if c.reader == nil {
			c.reader = newReader(nil)
		}
	}
	conn := c.conn
	deadline, _ := ctx.Deadline()
	conn.SetDeadline(deadline)
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if _, err := conn.Write(c.request); err != nil {
		return nil, true, systemError(err)
	}
	c.reader.Reset(conn) // bytes after the last reply belong to no call
	r := response{from: c.reader}
	reply, err = r.read()
	var wrong *ReplyError
	var system *SystemError
	switch {
	case err == nil || errors.As(err, &wrong) || errors.As(err, &system):
	case errors.Is(err, ErrNoReply):
		return nil, true, err
	default:
		return nil, true, systemError(err)
	}
	if !r.keep {
		c.Close()
	}
	return reply, false, err
}

// dial connects to the last working address of the host; without one, or if that fails, it looks the host up. A name such as
// localhost has two addresses, and most servers use one.
func (c *Client) dial(ctx context.Context) (conn net.Conn, err error) {
	if c.Connect != nil {
		return c.Connect(ctx, c.address)
	}
	d := &net.Dialer{KeepAlive: -1} // a connection lasts for one turn, and has a deadline or no limit
	for _, address := range []string{c.found, c.address} {
		switch {
		case address == "":
			continue
		case c.tls != nil:
			conn, err = (&tls.Dialer{NetDialer: d, Config: c.tls}).DialContext(ctx, "tcp", address)
		default:
			conn, err = d.DialContext(ctx, "tcp", address)
		}
		if err == nil {
			if c.found == "" {
				c.found = conn.RemoteAddr().String()
			}
			return conn, nil
		}
		c.found = ""
	}
	return nil, err
}

// systemError writes an error of the system as Python prints it.
func systemError(err error) error {
	var number syscall.Errno
	var lookup *net.DNSError
	text := err.Error()
	switch {
	case errors.As(err, &number):
		name := number.Error()
		text = fmt.Sprintf("[Errno %d] %s%s", int(number), strings.ToUpper(name[:1]), name[1:])
	case errors.As(err, &lookup) && lookup.IsNotFound:
		text = "[Errno -2] Name or service not known"
	case errors.As(err, &lookup):
		text = "[Errno -3] Temporary failure in name resolution"
	}
	return &SystemError{text, err}
}

// Limits on replies.
const (
	maxLine    = 64 << 10
	maxHeaders = 100
)

// response is one reply of HTTP as it is read.
type response struct {
	from *bufio.Reader
	keep bool // the connection stays open after it

	minor    bool // it is HTTP/1.1, not 1.0
	length   int  // of the body, in bytes; -1: until the connection ends
	chunked  bool
	encoding string
	secret   string // the password of a request
}

// read reads a reply and returns its body. If the body is cut off, it returns the part that came: parsing the document will fail.
// Errors of the connection are returned unchanged.
func (r *response) read() ([]byte, error) {
	for {
		code, reason, err := r.status()
		if err != nil {
			return nil, err
		}
		if err := r.headers(); err != nil {
			return nil, err
		}
		if code == 100 {
			continue
		}
		if code != 200 {
			return nil, &ReplyError{strings.TrimSpace(fmt.Sprintf("HTTP status %d %s, want 200", code, reason))}
		}
		break
	}
	body, err := r.body()
	if err == nil && r.encoding == "gzip" {
		return unzip(body, maxDocument)
	}
	return body, err
}

// line reads a line without its end, CR LF or LF.
func (r *response) line() (string, error) {
	var long []byte
	for {
		part, err := r.from.ReadSlice('\n')
		if len(long)+len(part) > maxLine {
			return "", &ReplyError{"a line of the HTTP header is longer than 64 KiB"}
		}
		switch {
		case err == nil && long == nil:
			return string(bytes.TrimRight(part, "\r\n")), nil
		case errors.Is(err, io.EOF):
			return string(append(long, part...)), io.EOF
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
		long = append(long, part...)
		if err == nil {
			return string(bytes.TrimRight(long, "\r\n")), nil
		}
	}
}

func (r *response) status() (code int, reason string, err error) {
	line, err := r.line()
	switch {
	case errors.Is(err, io.EOF) && line == "":
		return 0, "", ErrNoReply
	case err != nil && !errors.Is(err, io.EOF):
		return 0, "", err
	}
	version, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	digits, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if !strings.HasPrefix(version, "HTTP/") || len(digits) != 3 || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' {
		return 0, "", &ReplyError{fmt.Sprintf("no HTTP: the reply begins with %.60q", line)}
	}
	for _, c := range digits {
		code = 10*code + int(c-'0')
	}
	r.minor = version != "HTTP/1.0" && version != "HTTP/0.9"
	if r.minor && !strings.HasPrefix(version, "HTTP/1.") {
		return 0, "", &ReplyError{fmt.Sprintf("version %.20q, want HTTP/1.0 or HTTP/1.1", version)}
	}
	return code, strings.TrimSpace(reason), nil
}

func (r *response) headers() error {
	r.length, r.chunked, r.encoding = -1, false, ""
	connection, keepAlive := "", false
	for n := 0; ; n++ {
		line, err := r.line()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if line == "" || err != nil {
			break
		}
		if n == maxHeaders {
			return &ReplyError{"more than 100 HTTP headers"}
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "content-length":
			if n, ok := contentLength(value); ok && r.length < 0 {
				r.length = n
			}
		case "transfer-encoding":
			r.chunked = strings.EqualFold(value, "chunked")
		case "content-encoding":
			r.encoding = value
		case "authorization":
			r.secret = basic(value)
		case "connection", "proxy-connection":
			connection += strings.ToLower(value) + ","
		case "keep-alive":
			keepAlive = true
		}
	}
	if r.minor {
		r.keep = !strings.Contains(connection, "close")
	} else {
		r.keep = keepAlive || strings.Contains(connection, "keep-alive")
	}
	r.keep = r.keep && (r.chunked || r.length >= 0)
	return nil
}

// basic returns the password in an Authorization: Basic value, "" if there is none. The user name is ignored.
func basic(value string) string {
	scheme, coded, _ := strings.Cut(value, " ")
	plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(coded))
	if err != nil || !strings.EqualFold(scheme, "basic") {
		return ""
	}
	_, secret, _ := strings.Cut(string(plain), ":")
	return secret
}

func contentLength(text string) (n int, ok bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	for _, c := range text {
		if n = 10*n + int(c-'0'); n > maxDocument {
			return n, true // too long, which is reported later
		}
	}
	return n, true
}

var errTooLong = &ReplyError{"the reply is longer than a mebibyte"}

func (r *response) body() ([]byte, error) {
	switch {
	case r.chunked:
		return r.chunks()
	case r.length > maxDocument:
		return nil, errTooLong
	case r.length >= 0:
		body := make([]byte, r.length)
		n, err := io.ReadFull(r.from, body)
		return body[:n], r.cut(err)
	}
	body, err := io.ReadAll(io.LimitReader(r.from, maxDocument+1))
	if len(body) > maxDocument {
		return nil, errTooLong
	}
	return body, err
}

// cut returns nil for the error of a reply that ends too early, and other errors unchanged.
func (r *response) cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		r.keep = false
		return nil
	}
	return err
}

func (r *response) chunks() (body []byte, err error) {
	for {
		line, err := r.line()
		if err != nil {
			return nil, incomplete(err)
		}
		digits, _, _ := strings.Cut(line, ";")
		size := 0
		digits = strings.TrimSpace(digits)
		if digits == "" {
			return nil, &ReplyError{"a chunk without a size"}
		}
		for _, c := range []byte(strings.ToLower(digits)) {
			n := strings.IndexByte("0123456789abcdef", c)
			if n < 0 {
				return nil, &ReplyError{fmt.Sprintf("chunk of size %.20q, want a hexadecimal number", digits)}
			}
			if size = 16*size + n; len(body)+size > maxDocument {
				return nil, errTooLong
			}
		}
		if size == 0 {
			break
		}
		from := len(body)
		body = append(body, make([]byte, size)...)
		if _, err := io.ReadFull(r.from, body[from:]); err != nil {
			return nil, incomplete(err)
		}
		if line, err := r.line(); err != nil || line != "" {
			return nil, incomplete(err)
		}
	}
	for { // trailers
		line, err := r.line()
		if err != nil {
			return body, r.cut(err)
		}
		if line == "" {
			return body, nil
		}
	}
}

// incomplete is the error for a chunk that is cut off.
func incomplete(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &ReplyError{"the reply is cut off in a chunk"}
	}
	return err
}

// unzip undoes gzip, up to most bytes.
func unzip(body []byte, most int64) ([]byte, error) {
	if len(body) == 0 {
		return nil, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, &SystemError{Text: fmt.Sprintf("Not a gzipped file (%.2q)", body), Err: err}
	}
	text, err := io.ReadAll(io.LimitReader(z, most+1))
	switch {
	case int64(len(text)) > most:
		return nil, errTooLong
	case errors.Is(err, gzip.ErrChecksum):
		return nil, &SystemError{Text: "CRC check failed", Err: err}
	case err != nil:
		return nil, &ReplyError{fmt.Sprintf("the reply cannot be decompressed: %v", err)}
	}
	return text, nil
}

func newReader(from io.Reader) *bufio.Reader { return bufio.NewReaderSize(from, 4<<10) }
