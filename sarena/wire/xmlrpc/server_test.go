package xmlrpc

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// start runs a server and returns its address.
func start(t *testing.T, s *Server) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func echo(_ context.Context, method string, params []python.Value) (python.Value, error) {
	switch method {
	case "echo":
		return python.Tuple(params), nil
	case "none":
		return nil, nil
	case "fail":
		return nil, errors.New("<class 'ValueError'>:a < b")
	}
	return nil, ErrUnknownMethod
}

func TestServer(t *testing.T) {
	address := start(t, &Server{Handle: echo, Patience: 2 * time.Second})
	ask := func(method, inside string) string {
		body := "<methodCall><methodName>" + method + "</methodName><params>" + inside + "</params></methodCall>"
		return "POST /RPC2 HTTP/1.1\r\nContent-Length: " + itoa(len(body)) + "\r\n\r\n" + body
	}
	for _, tt := range []struct{ name, request, status, want string }{
		{"a call", ask("echo", "<value><int>7</int></value>"), "200 OK", "<value><array><data>\n<value><int>7</int></value>\n</data></array></value>"},
		{"every type", ask("echo", "<double>1</double><boolean>1</boolean><value>&lt;é</value><struct><name>a</name><int>1</int></struct>"), "200 OK",
			"<value><double>1.0</double></value>\n<value><boolean>1</boolean></value>\n<value><string>&lt;é</string></value>\n" +
				"<value><struct>\n<member>\n<name>a</name>\n<value><int>1</int></value>\n</member>\n</struct></value>"},
		{"None", ask("none", ""), "200 OK", "<class 'TypeError'>:cannot marshal None"},
		{"a failure", ask("fail", ""), "200 OK", "<string>&lt;class 'ValueError'&gt;:a &lt; b</string>"},
		{"a big number", ask("echo", "<int>2147483648</int>"), "200 OK", "OverflowError"},
		{"no such method", ask("x.y", ""), "200 OK", `method "x.y" is not supported`},
		{"no XML", "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello", "200 OK", "ExpatError'&gt;:syntax error: line 1, column 0"},
		{"a reply for a call", "POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n<params/>", "200 OK", `method "None" is not supported`},
		{"another path", strings.Replace(ask("echo", ""), "/RPC2", "/foo", 1), "404 Not Found", "No such page"},
		{"GET", "GET / HTTP/1.1\r\n\r\n", "501 Unsupported method ('GET')", "<!DOCTYPE HTML>"},
		{"markup for a method", "<b> / HTTP/1.1\r\n\r\n", "501 ", "&lt;b&gt;"},
		{"no length", "POST / HTTP/1.1\r\n\r\n", "500 Internal Server Error", ""},
		{"a giant", "POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "413 ", ""},
		{"no request", "hello\r\n\r\n", "400 ", ""},
		{"no gzip", "POST / HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab", "400 ", ""},
		{"another encoding", "POST / HTTP/1.1\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\nab", "501 ", ""},
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		io.WriteString(conn, tt.request)
		reply, err := io.ReadAll(conn)
		conn.Close()
		want := strings.ReplaceAll(strings.ReplaceAll(tt.want, "<class '", "&lt;class '"), "'>:", "'&gt;:")
		if err != nil || !strings.HasPrefix(string(reply), "HTTP/1.0 "+tt.status) || !strings.Contains(string(reply), want) {
			t.Errorf("%s: %v, %q; want status %q and %q", tt.name, err, reply, tt.status, want)
		}
	}
}

func itoa(n int) string { return python.Repr(int64(n)) }

// TestServerPatience: a connection with an unfinished request is closed after a time, and others are served in the meantime.
func TestServerPatience(t *testing.T) {
	address := start(t, &Server{Handle: echo, Patience: 300 * time.Millisecond, Calls: 4})
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	io.WriteString(slow, "POST / HTTP/1.1\r\nContent-Length: 500\r\n\r\n<me")
	began := time.Now()
	if _, err := call(t, address, "<methodCall><methodName>none</methodName></methodCall>"); err != nil {
		t.Error(err)
	}
	slow.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadAll(slow); err != nil {
		t.Errorf("the slow one is still there after %v: %v", time.Since(began), err)
	}
}

// TestServerAtOnce answers several calls at the same time, and the rest when those are done.
func TestServerAtOnce(t *testing.T) {
	const most, callers = 3, 8
	var mu sync.Mutex
	now, peak := 0, 0
	address := start(t, &Server{Calls: most, Handle: func(context.Context, string, []python.Value) (python.Value, error) {
		mu.Lock()
		now++
		peak = max(peak, now)
		mu.Unlock()
		time.Sleep(100 * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return int64(1), nil
	}})
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			if _, err := call(t, address, "<methodCall><methodName>x</methodName></methodCall>"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if peak != most {
		t.Errorf("%d calls at once, want %d", peak, most)
	}
}

// FuzzServer sends anything for a request: there is always one reply, or none.
func FuzzServer(f *testing.F) {
	f.Add([]byte("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n<params/>"))
	f.Add([]byte("GET /x HTTP/1.0\nTransfer-Encoding: chunked\n\n"))
	f.Fuzz(func(t *testing.T, request []byte) {
		from, to := net.Pipe()
		go func() {
			from.Write(request)
			from.Close()
		}()
		defer to.Close()
		e := &exchange{Server: &Server{Handle: echo}, from: newReader(to)}
		if reply := e.answer(t.Context()); reply != nil && !strings.HasPrefix(string(reply), "HTTP/1.0 ") {
			t.Errorf("%q: %q", request, reply)
		}
	})
}

// FuzzResponse reads anything for a reply.
func FuzzResponse(f *testing.F) {
	f.Add("HTTP/1.0 200 OK\r\nContent-length: 4\r\n\r\n<x/>")
	f.Add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n<x\r\n2;a=b\r\n/>\r\n0\r\n\r\n")
	f.Fuzz(func(t *testing.T, reply string) {
		r := response{from: newReader(strings.NewReader(reply))}
		if body, err := r.read(); err == nil && len(body) > maxDocument {
			t.Errorf("%d bytes", len(body))
		}
	})
}

// Where passwords are wanted, a call without the right one is refused.
func TestServerPasswords(t *testing.T) {
	address := start(t, &Server{
		Handle: echo, Patience: 10 * time.Second, Allow: func(password string) bool { return password == "secret:of red" },
	})
	for uri, want := range map[string]string{
		"http://red:secret%3Aof%20red@" + address: "", "http://red:other@" + address: "401", "http://red@" + address: "401", "http://" + address: "401",
	} {
		c, err := NewClient(uri)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Call(t.Context(), AppendCall(nil, "none", func(b []byte) []byte { return b }))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", uri, err, want)
		}
		c.Close()
	}
}
