package xmlrpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// Server answers calls as Python's simple server does, one call per connection, but serves several connections at a time.
type Server struct {
	// Handle answers a call. Its error is sent to the caller; the text begins with the error's class in Python and a colon.
	// ErrUnknownMethod says that there is no such method. Handle is called by several goroutines.
	Handle func(ctx context.Context, method string, params []python.Value) (python.Value, error)
	// Patience is how long a request may take to arrive, and a reply to be read; 0: 30 seconds.
	Patience time.Duration
	// Calls is the number of calls that are answered at the same time; 0: 64. Further ones wait.
	Calls int
	// Allow reports whether the password of a call is right, as in http://NAME:PASSWORD@HOST; nil: no password is wanted.
	Allow func(password string) bool
	// Log gets every request and its status; may be nil. It is called by several goroutines.
	Log func(peer net.Addr, request string, status int)
}

// ErrUnknownMethod is the error for a method that the server does not have.
var ErrUnknownMethod = errors.New("unknown method")

// paths are those at which Python's server answers.
var paths = map[string]bool{"/": true, "/RPC2": true, "/pydoc.css": true}

// serverName is the Server field of our replies.
const serverName = "gridiron"

// maxCall limits the length of a call, in bytes: some five times what the game needs. All calls under way together may take 20
// MiB.
const maxCall = 64 << 10

// crowd limits the connections that have no call being answered.
const crowd = 256

// Serve answers everybody who connects until ctx ends, and then waits for the calls under way. It closes the listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	defer listener.Close()
	most, patience := s.Calls, s.Patience
	if most == 0 {
		most = 64
	}
	if patience == 0 {
		patience = 30 * time.Second
	}
	var answering sync.WaitGroup
	defer answering.Wait()
	free, entrance := make(chan struct{}, most), admission.New(most+crowd)
	for {
		conn, err := listener.Accept()
		var temporary interface{ Temporary() bool }
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &temporary) && temporary.Temporary(): // such as too many open files
			time.Sleep(10 * time.Millisecond)
			continue
		default:
			return err
		}
		if !entrance.Wait(ctx, conn) {
			conn.Close()
			return nil
		}
		answering.Go(func() {
			defer entrance.Leave(conn)
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(patience))
			stop := context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Unix(1, 0)) })
			defer stop()
			c := &exchange{Server: s, from: newReader(conn), arrived: func() (answered func()) {
				entrance.MarkGuest(conn)
				free <- struct{}{}
				entrance.MarkPlayer(conn)
				return func() { <-free }
			}}
			reply := c.answer(ctx)
			if reply == nil {
				return
			}
			conn.SetWriteDeadline(time.Now().Add(patience))
			conn.Write(reply)
			if s.Log != nil {
				s.Log(conn.RemoteAddr(), c.request, c.code)
			}
		})
	}
}

// exchange is one request and its reply.
type exchange struct {
	*Server
	from    *bufio.Reader
	arrived func() (answered func()) // called around a call
	request string                   // its first line
	code    int                      // status of the reply
}

// answer reads the request and returns the reply, or nil if the peer has gone.
func (e *exchange) answer(ctx context.Context) []byte {
	r := response{from: e.from} // the header of a request is like that of a reply
	line, err := r.line()
	if err != nil {
		return nil
	}
	e.request = line
	words := strings.Fields(line)
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/1.") {
		return e.page(400, "Bad Request", fmt.Sprintf("Bad request line (%.80q)", line))
	}
	if err := r.headers(); err != nil {
		var wrong *ReplyError
		if errors.As(err, &wrong) {
			return e.page(431, "Request Header Fields Too Large", wrong.Why)
		}
		return nil
	}
	if e.Allow != nil && !e.Allow(r.secret) {
		return e.head(401, "Unauthorized", "WWW-Authenticate: Basic realm=\"team\"\r\nContent-length: 0\r\n")
	}
	if words[0] != "POST" {
		return e.page(501, "Unsupported method ('"+words[0]+"')", "Server does not support this operation.")
	}
	if r.length > maxCall {
		return e.page(413, "Request Entity Too Large", "Want at most 64 KiB.")
	}
	body := make([]byte, max(r.length, 0))
	n, err := io.ReadFull(e.from, body)
	if err != nil && r.cut(err) != nil {
		return nil
	}
	body = body[:n]
	switch {
	case !paths[words[1]]:
		return e.reply(404, "Not Found", "text/plain", []byte("No such page"))
	case r.length < 0:
		return e.head(500, "Internal Server Error", "Content-length: 0\r\n")
	}
	switch strings.ToLower(r.encoding) {
	case "", "identity":
	case "gzip":
		if body, err = unzip(body, maxCall); err != nil {
			return e.head(400, "error decoding gzip content", "Content-length: 0\r\n")
		}
	default:
		return e.head(501, "encoding not supported", "Content-length: 0\r\n")
	}
	if e.arrived != nil {
		defer e.arrived()()
	}
	return e.reply(200, "OK", "text/xml", e.call(ctx, body))
}

// call answers the document of a request with another document.
func (e *exchange) call(ctx context.Context, body []byte) []byte {
	d, err := Parse(body)
	var fault *Fault
	var broken *XMLError
	switch {
	case errors.As(err, &fault):
		return appendFault(nil, fmt.Sprintf("<class 'xmlrpc.client.Fault'>:%v", fault))
	case errors.As(err, &broken):
		return appendFault(nil, "<class 'xml.parsers.expat.ExpatError'>:"+broken.Error())
	case err != nil:
		return appendFault(nil, "<class 'xmlrpc.client.ResponseError'>:"+err.Error())
	}
	method := d.Method
	if !d.IsCall {
		method, err = "None", ErrUnknownMethod
	}
	var value python.Value
	if err == nil {
		value, err = e.Handle(ctx, method, d.Params)
	}
	if errors.Is(err, ErrUnknownMethod) {
		err = errors.New("<class 'Exception'>:method \"" + method + "\" is not supported")
	}
	if err == nil {
		var reply []byte
		if reply, err = AppendReply(nil, value); err == nil {
			return reply
		}
	}
	return appendFault(nil, err.Error())
}

// head begins a reply.
func (e *exchange) head(code int, reason, fields string) []byte {
	e.code = code
	return fmt.Appendf(nil, "HTTP/1.0 %d %s\r\nServer: %s\r\nDate: %s\r\n%s\r\n",
		code, reason, serverName, time.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"), fields)
}

func (e *exchange) reply(code int, reason, kind string, body []byte) []byte {
	fields := fmt.Sprintf("Content-type: %s\r\nContent-length: %d\r\n", kind, len(body))
	return append(e.head(code, reason, fields), body...)
}

// page replies to a request that is not a call, for people.
func (e *exchange) page(code int, reason, text string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE HTML>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Error response</title>\n"+
		"<h1>Error %d</h1>\n<p>%s</p>\n<p>%s</p>\n</html>\n", code, escape(reason), escape(text))
	fields := fmt.Sprintf("Connection: close\r\nContent-Type: text/html;charset=utf-8\r\nContent-Length: %d\r\n", b.Len())
	return append(e.head(code, strings.ToValidUTF8(reason, "?"), fields), b.Bytes()...)
}
