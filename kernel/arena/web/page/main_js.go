package page

import (
	"context"
	"fmt"
	"io"
	"os"
	"syscall/js"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// Main is the main program of the playground: it plays games in a web worker, for the page that has started it, as [Local] does.
// It sends the page the events as {event}, and an answer {id, ok, body} to each message {id, what, body}: what is answer or
// control, as a server has them; record, show and review, as [web.Files] has them; stream, for all events again. While it
// reviews, it sends {ply, of}.
//
// Programs of players are those of package proc in a browser. allow, a list of specs, lets them be seated; check, a request,
// checks a player, and sends {checked} with each result; pair, a request, plays a game that is not shown and returns its result;
// stop ends both.
func Main(game *match.Bound, j judge.Judge, pace time.Duration, options match.Params) {
	page := js.Global()
	send := func(message map[string]any) { page.Call("postMessage", message) }
	local := newLocal(game, j, pace, os.Stderr, breathing())
	files := local.Files()
	stop := func() {}
	stream := func() {
		stop()
		var ctx context.Context
		ctx, stop = context.WithCancel(context.Background())
		go local.Server().Stream(ctx, func(event []byte) { send(map[string]any{"event": string(event)}) })
	}
	working, halt := context.WithCancel(context.Background())
	answer := func(what string, body []byte) (string, bool) {
		var reply []byte
		var err error
		switch what {
		case "record":
			reply = files.Record()
		case "show":
			reply, err = files.Show(body)
		case "review":
			reply, err = files.Review(context.Background(), body, func(ply, of int) {
				send(map[string]any{"ply": ply, "of": of})
			})
		case "allow":
			err = local.Allow(body)
		case "check":
			reply, err = local.Check(working, body, func(f check.Finding) {
				send(map[string]any{"checked": map[string]any{"what": f.What, "wrong": f.Error, "asked": f.Asked, "answered": f.Answered}})
			})
		case "pair":
			reply, err = local.Unseen(working, body)
		case "stop":
			halt()
			working, halt = context.WithCancel(context.Background())
		case "stream":
			stream()
		default:
			text, ok := local.Server().Post(what, body)
			return string(text), ok
		}
		if err != nil {
			return err.Error(), false
		}
		return string(reply), true
	}
	page.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := args[0].Get("data")
		id, what, given := message.Get("id").Int(), message.Get("what").String(), message.Get("body")
		body := make([]byte, given.Length())
		js.CopyBytesToGo(body, given)
		go func() { // what waits here would stop everything
			reply, ok := answer(what, body)
			send(map[string]any{"id": id, "ok": ok, "body": reply})
		}()
		return nil
	}))
	stream()
	local.Run(context.Background(), options)
}

// newLocal returns the games of a page. pace is how long a terminal shows a ply, errs gets what goes wrong. While bots think,
// breathe is called many times a second, if it is not nil.
func newLocal(game *match.Bound, j judge.Judge, pace time.Duration, errs io.Writer, breathe func()) *Local {
	s := &frontend{
		game: game, out: io.Discard, errs: errs, warn: func(text string) { fmt.Fprintln(errs, text) },
		wished: make(chan struct{}, 1), stays: true, games: 1, judge: j, swift: swift(pace),
	}
	s.server = web.NewServer(s.options(paceOf(pace)))
	l := &Local{frontend: s, breathe: breathe}
	s.calm = l.calm
	return l
}

// breathing returns a function that returns when all messages that have come so far were received. A timer would take longer:
// browsers slow down those of workers, too.
func breathing() func() {
	channel, heard := js.Global().Get("MessageChannel").New(), make(chan struct{}, 16)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		heard <- struct{}{}
		return nil
	}))
	return func() {
		channel.Get("port2").Call("postMessage", js.Null())
		<-heard
	}
}
