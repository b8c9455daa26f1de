package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// sarenaReplay prints a trace on the console.
func sarenaReplay(trace []byte) string {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "trace")
	if err := os.WriteFile(name, trace, 0o666); err != nil {
		return err.Error()
	}
	var out, errs strings.Builder
	p := classic.Program{Out: &out, Err: &errs}
	if code := p.Run(context.Background(), []string{"-r", name, "--no-gui"}); code != 0 || errs.Len() > 0 {
		return fmt.Sprintf("exit %d: %s", code, &errs)
	}
	return out.String()
}

type sarenaMessageRecord struct {
	Kind, B, Body string
	Invert        bool
	Step          int
	TimeLeft      *float64 `json:"time_left"`
	Result        json.RawMessage

	Name        string
	RequestHead string `json:"request_head"`
	RequestBody string `json:"request_body"`
	Reply       string
	Closed      bool
}

func sarenaMessage(r sarenaMessageRecord, _ options, report func(outcome)) {
	switch r.Kind {
	case "request":
		o := outcome{id: fmt.Sprintf("request %s, step %d", r.B, r.Step), kind: r.Kind, want: r.Body}
		p, err := sarena.ParsePosition(r.B)
		if r.Invert {
			p = sarena.View{Position: p.WithSide(sarena.Red)}.Percepts()
		}
		o.got = string(wire.AppendRequest(nil, p, r.Step, r.TimeLeft))
		if err != nil {
			o.got = err.Error()
		}
		report(o)
	case "decode":
		report(outcome{id: "decode " + r.Body, kind: r.Kind, want: decoded(r.Result), got: sarenaDecode(r.Body)})
	case "server":
		report(sarenaServer(r))
	default:
		report(outcome{id: "kind " + r.Kind, want: "a known kind of record", got: r.Kind})
	}
}

// decoded writes a result for comparison; of an error, it keeps only that there was one.
func decoded(result []byte) string {
	var v map[string]any
	d := json.NewDecoder(bytes.NewReader(result))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return err.Error()
	}
	if v["error"] != nil {
		return "an error"
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func sarenaDecode(body string) string {
	d, err := xmlrpc.Parse([]byte(body))
	var fault *xmlrpc.Fault
	result := map[string]any{}
	switch {
	case errors.As(err, &fault):
		result["fault"] = []any{plainOf(fault.Code), plainOf(fault.String)}
	case err != nil:
		return "an error"
	default:
		params := []any{}
		for _, v := range d.Params {
			params = append(params, plainOf(v))
		}
		result["params"], result["method"] = params, nil
		if d.IsCall {
			result["method"] = d.Method
		}
	}
	text, err := json.Marshal(result)
	if err != nil {
		return err.Error()
	}
	return decoded(text)
}

// plainOf is a value of Python as the corpus writes it in JSON.
func plainOf(v python.Value) any {
	other := func(class string) any { return map[string]string{"other": class} }
	switch v := v.(type) {
	case float64:
		return json.RawMessage(python.AppendFloat(nil, v))
	case *python.Dict:
		m := map[string]any{}
		for i, key := range v.Keys {
			m[python.Str(key)] = plainOf(v.Values[i])
		}
		return m
	case python.Bytes:
		return other("Binary")
	case python.Date:
		return other("DateTime")
	case python.Decimal:
		return other("Decimal")
	}
	if items, ok := python.Items(v); ok {
		list := []any{}
		for _, item := range items {
			list = append(list, plainOf(item))
		}
		return list
	}
	return v
}

// sarenaServer sends a recorded request to a server of ours that plays as the recorded one did.
func sarenaServer(r sarenaMessageRecord) outcome {
	o := outcome{id: "server " + r.Name, kind: r.Kind, want: serverReply(r.Reply, r.Closed)}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		o.got = err.Error()
		return o
	}
	server := xmlrpc.Server{Handle: recordedPlayer}
	go server.Serve(ctx, listener)
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		o.got = err.Error()
		return o
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	for _, part := range []string{r.RequestHead, r.RequestBody} {
		conn.Write(latin1(part))
	}
	reply, err := io.ReadAll(conn)
	o.got = serverReply(fromLatin1(reply), err == nil)
	return o
}

var (
	masked   = regexp.MustCompile(`(?m)^(Server|Date): .*\r$`)
	htmlPage = regexp.MustCompile(`(?s)(Content-Length: )\d+(\r\n\r\n)<!DOCTYPE HTML>.*`)
	// texts matches the texts of CPython's own errors: only their class is compared.
	texts = regexp.MustCompile(`(Content-length: )\d+|(&lt;class '(?:xml|Type|Index).*?'&gt;):.*`)
)

// serverReply removes the parts of a reply that need not be equal.
func serverReply(reply string, closed bool) string {
	reply = masked.ReplaceAllString(reply, "$1: *\r")
	reply = htmlPage.ReplaceAllString(reply, "${1}N${2}a page")
	if strings.Contains(reply, "expat") || strings.Contains(reply, "play() ") {
		reply = texts.ReplaceAllString(reply, "$1$2 *")
	}
	return fmt.Sprintf("%q closed %v", reply, closed)
}

// recordedPlayer is the player that the corpus describes.
func recordedPlayer(_ context.Context, method string, params []python.Value) (python.Value, error) {
	switch method {
	case "play":
	case "reset":
		return int64(7), nil
	case "attr":
		return nil, errors.New("<class 'TypeError'>:'int' object is not callable")
	default:
		return nil, xmlrpc.ErrUnknownMethod
	}
	if len(params) != 3 {
		return nil, errors.New("<class 'TypeError'>:play() takes 3 arguments")
	}
	if step, ok := python.Int(params[1]); ok && step >= 100 {
		return oddAnswer(step, params[2])
	}
	p, err := wire.ParseMatrix(params[0])
	if err != nil {
		return nil, errors.New("<class 'IndexError'>:list index out of range")
	}
	m := p.AppendMoves(nil)[0]
	return python.Ints(m.I1, m.J1, m.I2, m.J2), nil
}

func oddAnswer(step int, left python.Value) (python.Value, error) {
	switch step {
	case 100:
		return nil, errors.New("<class 'ValueError'>:boom")
	case 101:
		return nil, nil
	case 102:
		return python.Tuple{1.5, "a", true, python.Ints(1)}, nil
	case 103:
		return "x<&>y", nil
	case 104:
		return nil, errors.New("<class 'KeyError'>:'k'")
	case 105:
		return &python.Dict{Keys: []python.Value{"a"}, Values: []python.Value{int64(1)}}, nil
	case 106:
		return int64(1 << 31), nil
	case 107:
		return int64(-1 << 31), nil
	case 108:
		return &python.List{Items: []python.Value{left}}, nil
	case 109:
		return python.Repr(left), nil
	case 110:
		return "é", nil
	case 111:
		return nil, errors.New("<class 'Exception'>:" + strings.Repeat("x", 50))
	}
	return nil, fmt.Errorf("<class 'ValueError'>:step %d", step)
}

func latin1(text string) []byte {
	var b []byte
	for _, r := range text {
		b = append(b, byte(r))
	}
	return b
}

func fromLatin1(data []byte) string {
	var b strings.Builder
	for _, c := range data {
		b.WriteRune(rune(c))
	}
	return b.String()
}

// readRequest reads one request and returns its body.
func readRequest(from *bufio.Reader) ([]byte, error) {
	length := 0
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			fmt.Sscan(value, &length)
		}
	}
	body := make([]byte, length)
	_, err := io.ReadFull(from, body)
	return body, err
}
