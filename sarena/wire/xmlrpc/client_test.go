package xmlrpc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// serve answers the n-th request, from 1, with what reply returns; "" closes the connection. It returns the address and counts
// connections.
func serve(t *testing.T, reply func(n int, request string) string) (address string, connections *atomic.Int32) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	connections = &atomic.Int32{}
	var requests atomic.Int32
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			go func() {
				defer conn.Close()
				for from := bufio.NewReader(conn); ; {
					request, err := readRequest(from)
					if err != nil {
						return
					}
					text := reply(int(requests.Add(1)), request)
					conn.Write([]byte(text))
					if !strings.Contains(text, "HTTP/1.1") {
						return
					}
				}
			}()
		}
	}()
	return listener.Addr().String(), connections
}

func readRequest(from *bufio.Reader) (string, error) {
	var head strings.Builder
	length := 0
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return "", err
		}
		head.WriteString(line)
		fmt.Sscanf(line, "Content-Length: %d", &length)
		if line == "\r\n" {
			body := make([]byte, length)
			_, err := io.ReadFull(from, body)
			return head.String() + string(body), err
		}
	}
}

func call(t *testing.T, address, body string) (string, error) {
	t.Helper()
	c, err := NewClient("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	reply, err := c.Call(ctx, []byte(body))
	return string(reply), err
}

func TestRequest(t *testing.T) {
	for _, tt := range []struct{ uri, want string }{
		{"http://ADDRESS", "POST /RPC2 HTTP/1.1\r\nHost: ADDRESS\r\nAccept-Encoding: gzip\r\nContent-Type: text/xml\r\n" +
			"User-Agent: Python-xmlrpc/3.11\r\nContent-Length: 4\r\n\r\nbody"},
		{"HTTP://ADDRESS/", "POST / HTTP/1.1\r\n"},
		{"http://ADDRESS/a/b?x=1", "POST /a/b?x=1 HTTP/1.1\r\n"},
		{"http://u:p%20w@ADDRESS/", "POST / HTTP/1.1\r\nHost: ADDRESS\r\nAuthorization: Basic dTpwIHc=\r\nAccept-Encoding: gzip\r\n"},
	} {
		seen := make(chan string, 1)
		address, _ := serve(t, func(_ int, request string) string {
			seen <- request
			return "HTTP/1.0 200 OK\r\n\r\n<x/>"
		})
		c, err := NewClient(strings.ReplaceAll(tt.uri, "ADDRESS", address))
		if err != nil {
			t.Fatal(err)
		}
		if reply, err := c.Call(t.Context(), []byte("body")); err != nil || string(reply) != "<x/>" {
			t.Errorf("%s: %q, %v", tt.uri, reply, err)
		}
		if got, want := <-seen, strings.ReplaceAll(tt.want, "ADDRESS", address); !strings.HasPrefix(got, want) {
			t.Errorf("%s: sent %q, want %q", tt.uri, got, want)
		}
	}
}

func TestNewClientRefuses(t *testing.T) {
	for _, uri := range []string{"ftp://h:1", "localhost:8000", "http://", "http://:80", "http://h:x", "http://h:99999", "http://h:1/a b", "http://h:1/\r\nX: y"} {
		if _, err := NewClient(uri); err == nil || !strings.Contains(err.Error(), "want ") {
			t.Errorf("%q: %v", uri, err)
		}
	}
	for uri, want := range map[string]string{"http://h": "h:80", "https://h/x": "h:443", "http://[::1]:5": "[::1]:5", "http://[::1]": "[::1]:80"} {
		if c, err := NewClient(uri); err != nil || c.address != want {
			t.Errorf("%s: %+v, %v, want %s", uri, c, err, want)
		}
	}
}

// TestReplies reads replies, good and bad: got begins with the body, or the type and text of the error.
func TestReplies(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte("<x/>"))
	z.Close()
	damaged := bytes.Clone(zipped.Bytes())
	damaged[len(damaged)-5] ^= 1
	long := strings.Repeat("x", 70_000)
	for _, tt := range []struct{ name, reply, want string }{
		{"with a length", "HTTP/1.0 200 OK\r\nContent-length: 4\r\n\r\n<x/>more", "<x/>"},
		{"to the end", "HTTP/1.0 200 OK\r\n\r\n<x/>", "<x/>"},
		{"LF only", "HTTP/1.0 200 OK\nContent-Length: 4\n\n<x/>", "<x/>"},
		{"100 first", "HTTP/1.0 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n\r\n<x/>", "<x/>"},
		{"no reason", "HTTP/1.0 200\r\n\r\n<x/>", "<x/>"},
		{"a length that is none", "HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n<x/>", "<x/>"},
		{"chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n<x\r\n2;a=b\r\n/>\r\n0\r\nT: x\r\n\r\n", "<x/>"},
		{"gzip", "HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + zipped.String(), "<x/>"},
		{"another encoding", "HTTP/1.0 200 OK\r\nContent-Encoding: br\r\n\r\n<x/>", "<x/>"},
		{"a body that is cut off", "HTTP/1.0 200 OK\r\nContent-Length: 500\r\n\r\n<x/>", "<x/>"},
		{"headers that are cut off", "HTTP/1.0 200 OK\r\nContent-Le", ""},
		{"status 500", "HTTP/1.0 500 Internal Server Error\r\n\r\noops", "*xmlrpc.ReplyError HTTP status 500 Internal Server Error, want 200"},
		{"status 302", "HTTP/1.0 302 Found\r\nLocation: /\r\n\r\n", "*xmlrpc.ReplyError HTTP status 302 Found"},
		{"no HTTP", "hello world\r\n\r\n", `*xmlrpc.ReplyError no HTTP: the reply begins with "hello world"`},
		{"half a status line", "HTT", "*xmlrpc.ReplyError no HTTP"},
		{"another version", "HTTP/2.0 200 OK\r\n\r\n", "*xmlrpc.ReplyError version"},
		{"a long line", "HTTP/1.0 200 OK\r\nX: " + long + "\r\n\r\n", "*xmlrpc.ReplyError a line of the HTTP header"},
		{"many headers", "HTTP/1.0 200 OK\r\n" + strings.Repeat("X: y\r\n", 101) + "\r\n", "*xmlrpc.ReplyError more than 100"},
		{"a long body", "HTTP/1.0 200 OK\r\n\r\n" + strings.Repeat(long, 16), "*xmlrpc.ReplyError the reply is longer"},
		{"a length beyond all", "HTTP/1.0 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "*xmlrpc.ReplyError the reply is longer"},
		{"a giant chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", "*xmlrpc.ReplyError the reply is longer"},
		{"a chunk that is cut off", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n<x", "*xmlrpc.ReplyError the reply is cut off"},
		{"a chunk without a size", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "*xmlrpc.ReplyError chunk of size"},
		{"no gzip", "HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\nhello", `*xmlrpc.SystemError Not a gzipped file ("he")`},
		{"a wrong checksum", "HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + string(damaged), "*xmlrpc.SystemError CRC"},
		{"half of gzip", "HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + zipped.String()[:20], "*xmlrpc.ReplyError the reply cannot be"},
	} {
		address, connections := serve(t, func(int, string) string { return tt.reply })
		got, err := call(t, address, "body")
		if err != nil {
			got = fmt.Sprintf("%T %v", err, err)
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %.200s, want %s", tt.name, got, tt.want)
		}
		if n := connections.Load(); n != 1 {
			t.Errorf("%s: %d connections", tt.name, n)
		}
	}
}

// TestAgain sends a request twice if nothing came back, on a new connection.
func TestAgain(t *testing.T) {
	address, connections := serve(t, func(n int, _ string) string {
		if n == 1 {
			return ""
		}
		return "HTTP/1.0 200 OK\r\n\r\n<x/>"
	})
	if got, err := call(t, address, "body"); got != "<x/>" || err != nil || connections.Load() != 2 {
		t.Errorf("closed once: %q, %v, %d connections", got, err, connections.Load())
	}
	address, connections = serve(t, func(int, string) string { return "" })
	if _, err := call(t, address, "body"); !errors.Is(err, ErrNoReply) || connections.Load() != 2 {
		t.Errorf("closed always: %v, %d connections", err, connections.Load())
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	var system *SystemError
	if _, err := call(t, listener.Addr().String(), ""); !errors.As(err, &system) || !strings.HasSuffix(system.Text, "onnection refused") {
		t.Errorf("refused: %v", err)
	}
}

// TestKeepAlive uses one connection while the server keeps it, and a new one when it was closed in between.
func TestKeepAlive(t *testing.T) {
	address, connections := serve(t, func(n int, _ string) string {
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n%dgarbage", n)
	})
	c, err := NewClient("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for n := 1; n <= 3; n++ {
		if n == 3 {
			c.conn.(*net.TCPConn).CloseWrite() // as if the server had gone
		}
		if reply, err := c.Call(t.Context(), nil); err != nil || string(reply) != fmt.Sprint(n) {
			t.Errorf("call %d: %q, %v", n, reply, err)
		}
	}
	if n := connections.Load(); n != 2 {
		t.Errorf("%d connections, want 2", n)
	}
}

// TestDeadline: the deadline covers the whole call, also with a server that sends a byte now and then.
func TestDeadline(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for _, c := range "HTTP/1.0 200 OK\r\n" + strings.Repeat("X: y\r\n", 50) {
					if _, err := conn.Write([]byte{byte(c)}); err != nil {
						return
					}
					time.Sleep(20 * time.Millisecond)
				}
			}()
		}
	}()
	for name, cancelled := range map[string]bool{"deadline": false, "cancel": true} {
		c, err := NewClient("http://" + listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		want := context.DeadlineExceeded
		if cancelled {
			ctx, cancel = context.WithCancel(t.Context())
			time.AfterFunc(200*time.Millisecond, cancel)
			want = context.Canceled
		}
		began := time.Now()
		if _, err := c.Call(ctx, nil); !errors.Is(err, want) || time.Since(began) > 20*time.Second {
			t.Errorf("%s: %v after %v", name, err, time.Since(began))
		}
		cancel()
	}
}
