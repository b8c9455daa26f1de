package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// six are the arguments of a league of six games.
var six = []string{"throw", "b=throw", "c=throw", "--seed", "7"}

// local plays six on one machine and returns the folder.
func (h *house) local() string {
	h.Helper()
	dir := filepath.Join(h.TempDir(), "local")
	h.dice(append([]string{"tournament", "run", "--dir", dir}, six...)...)
	return dir
}

// begin starts a league of six. It returns its folder, a channel that gets its exit code and output at the end, and its standard
// error.
func (h *house) begin(flags ...string) (dir string, ended <-chan string, errs *safe) {
	dir, errs = filepath.Join(h.TempDir(), "cup"), &safe{}
	over := make(chan string, 1)
	args := append([]string{"run", "--nats", h.server.url(), "--creds", h.key("admin"), "--games", h.games, "--name", "cup", "--dir", dir}, flags...)
	go func() {
		var out safe
		code := run(h.Context(), append(append(args, "--game", "dice", "--"), six...), &out, errs)
		over <- fmt.Sprintf("exit code %d\n%s%s", code, out.String(), errs.String())
	}()
	return dir, over, errs
}

// An audit finds a worker whose program lies, whichever worker plays first: its results are corrected, and it plays no more until
// it is released. The league equals that of a single machine.
func TestAudit(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	crooked := programs(t, "crooked")
	h.workerOf("mallory", 1, "worker", crooked)
	b := h.dial("admin")
	for _, name := range []string{"mallory", "one", "two"} {
		if name != "mallory" {
			h.worker(name, 1)
		}
		eventually(t, name+" is there", func() bool {
			list, err := b.present(t.Context())
			return err == nil && len(list[name].Games) == 1
		})
	}
	dir, ended, _ := h.begin("--audit", "1")
	said := <-ended
	for _, want := range []string{"exit code 0", "worker mallory is quarantined: its result of game ", "league release-worker mallory"} {
		if !strings.Contains(said, want) {
			t.Errorf("run lacks %q:\n%s", want, said)
		}
	}
	if regexp.MustCompile(`worker (one|two) is quarantined`).MatchString(said) {
		t.Errorf("an honest worker is quarantined:\n%s", said)
	}
	h.same(h.local(), dir, 6)
	export := filepath.Join(t.TempDir(), "export")
	h.must("export", "cup", export)
	h.same(h.local(), export, 6)
	status := h.must("status")
	if !regexp.MustCompile(`QUARANTINED(?s:.*)mallory .* games +its result of game [0-9a-f]+ \(.*\) of league cup is wrong`).MatchString(status) {
		t.Errorf("status does not say that mallory is quarantined:\n%s", status)
	}
	if !regexp.MustCompile(`cup +dice .* [0-9] agreed, [1-9] wrong, 0 differ, 0 single`).MatchString(status) {
		t.Errorf("status does not say how audits ended:\n%s", status)
	}
	if code, _, errs := h.league(t.Context(), "release-worker", "one"); code != 2 || !strings.Contains(errs, `no worker "one" is quarantined`) {
		t.Errorf("exit code %d: %s", code, errs)
	}
	h.must("release-worker", "mallory")
	if status := h.must("status"); strings.Contains(status, "QUARANTINED") {
		t.Errorf("mallory was released:\n%s", status)
	}
}

// Without a second worker `league run` itself plays games again that are the same on every machine. Results that counted before
// can be recalled, and their games are played again.
func TestRecall(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	stop := h.workerOf("mallory", 1, "worker", programs(t, "crooked"))
	dir, ended, _ := h.begin() // without audits
	if said := <-ended; !strings.Contains(said, "exit code 0") {
		t.Fatal(said)
	}
	want := records(t, h.local())
	for name, text := range records(t, dir) {
		if text == want[name] {
			t.Error("the crooked program plays as the other")
		}
	}
	second := filepath.Join(t.TempDir(), "second")
	found := make(chan string, 1)
	go func() {
		_, _, errs := h.league(t.Context(), append([]string{"run", "--name", "two", "--dir", second, "--audit", "1", "--game", "dice", "--"}, six...)...)
		found <- errs
	}()
	b := h.dial("admin")
	eventually(t, "mallory is quarantined", func() bool {
		kv, err := b.KeyValue(t.Context(), barred)
		if err != nil {
			return false
		}
		_, err = kv.Get(t.Context(), "mallory")
		return err == nil
	})
	stop()
	h.worker("one", 2)
	if said := <-found; !strings.Contains(said, "6 of 6 games played") {
		t.Errorf("run says\n%s", said)
	}
	h.same(h.local(), second, 6)
	if said := h.must("recall", "cup", "mallory"); !strings.HasPrefix(said, "6 results of worker mallory") {
		t.Errorf("recall says %q", said)
	}
	if code, _, errs := h.league(t.Context(), "recall", "cup", "malory"); code == 0 || !strings.Contains(errs, `no result of a worker "malory"`) {
		t.Errorf("recall of an unknown worker: exit code %d, %q", code, errs)
	}
	again := filepath.Join(t.TempDir(), "again")
	h.must("export", "cup", again)
	h.must("run", "--name", "cup", "--dir", again)
	h.same(h.local(), again, 6)
}

// Games with a clock are not the same on every machine: a difference between two workers is reported, and nobody is quarantined
// for it.
func TestAuditWithClock(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	h.workerOf("other", 1, "worker", programs(t, "crooked"))
	h.worker("one", 1)
	b := h.dial("admin")
	eventually(t, "both are there", func() bool {
		list, err := b.present(t.Context())
		return err == nil && len(list) == 2
	})
	h.must("run", "--name", "cup", "--dir", filepath.Join(t.TempDir(), "cup"), "--audit", "1", "--game", "dice", "--", "throw", "b=throw", "--budget", "1m", "--seed", "7")
	if status := h.must("status"); strings.Contains(status, "QUARANTINED") || !strings.Contains(status, "0 agreed, 0 wrong, 2 differ, 0 single") {
		t.Errorf("status:\n%s", status)
	}
}

// The share of games that are audited is the given one, and the secret decides which they are: no worker can tell.
func TestAuditShare(t *testing.T) {
	a, b := newAudit(0.02, ""), newAudit(0.02, "")
	n, both := 0, 0
	for i := range 100_000 {
		id := fmt.Sprint(i)
		if a.wants(id) {
			if n++; b.wants(id) {
				both++
			}
		}
	}
	if n < 1700 || n > 2300 || both > 100 {
		t.Errorf("%d of 100,000 games are played twice, want about 2,000; with another secret %d of them are", n, both)
	}
	if none := newAudit(0, ""); none.wants("x") {
		t.Error("nobody wanted an audit")
	}
}

// hostile is somebody with the key of a worker.
type hostile struct {
	*bus
	h *house
}

// take gets the first job.
func (e hostile) take() (t task, m jetstream.Msg) {
	e.h.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		consumer, err := waiting(e.h.Context(), e.bus, "dice", "1", normal)
		if err != nil {
			continue // `league run` creates it in a moment
		}
		batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			continue
		}
		for m := range batch.Messages() {
			if err := json.Unmarshal(m.Data(), &t); err != nil {
				e.h.Error(err)
			}
			return t, m
		}
	}
	e.h.Error("no job within a minute")
	return t, nil
}

// send writes a result.
func (e hostile) send(subject string, text []byte) error {
	_, err := e.JetStream.Publish(e.h.Context(), subject, text)
	return err
}

func (e hostile) pack(o *outcome) []byte {
	text, err := pack(o)
	if err != nil {
		e.h.Error(err)
	}
	return text
}

// What a hostile worker does with the first job that it takes costs the league nothing but time: the others play, and table and
// records are those of one machine.
func TestHostileWorker(t *testing.T) {
	gametest.Slow(t)
	waits, hands, most := patience, handAgain, maxOutcome
	patience, handAgain, maxOutcome = 2*time.Second, 3*time.Second, 1<<20
	t.Cleanup(func() { patience, handAgain, maxOutcome = waits, hands, most })
	long := func() []byte { // 4 MiB
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		part := make([]byte, 1<<20)
		z.Write([]byte(`{"worker":"mallory","report":"`))
		for i := range part {
			part[i] = 'x'
		}
		for range 4 {
			z.Write(part)
		}
		z.Close()
		return b.Bytes()
	}
	for _, c := range gametest.Sample(t, []struct {
		what  string
		flags []string
		do    func(e hostile, t task, m jetstream.Msg) error
		want  string // in what run says
	}{
		{"garbage", nil, func(e hostile, t task, _ jetstream.Msg) error {
			return e.send(resultSubject("cup", t.key()), []byte("I won"))
		}, "does not count"},
		{"no record", nil, func(e hostile, t task, _ jetstream.Msg) error {
			return e.send(resultSubject("cup", t.key()), e.pack(&outcome{Worker: "mallory", Done: protocol.Done{Type: "done", ID: t.Job.ID, Record: "I won\n"}}))
		}, "worker mallory: its record: line 1: no JSON object"},
		{"a huge result", nil, func(e hostile, t task, _ jetstream.Msg) error {
			return e.send(resultSubject("cup", t.key()), long())
		}, "it has more than 1048576 bytes"},
		{"a message that is too long", nil, func(e hostile, t task, _ jetstream.Msg) error {
			if err := e.send(resultSubject("cup", t.key()), make([]byte, maxPayload+1)); err == nil {
				e.h.Error("it was taken")
			}
			return nil
		}, ""},
		{"the result of another game", nil, func(e hostile, t task, _ jetstream.Msg) error {
			other := played(e.h.T, e.h, aJob("other"))
			return e.send(resultSubject("cup", t.key()), e.pack(other))
		}, "its record is of game other of dice"},
		{"results of games that were not handed to it", nil, func(e hostile, t task, _ jetstream.Msg) error {
			return e.send(resultSubject("other", "x"), e.pack(&outcome{Worker: "mallory"}))
		}, ""},
		{"a result twice", nil, func(e hostile, t task, m jetstream.Msg) error {
			o := played(e.h.T, e.h, &t.Job)
			if err := e.send(resultSubject("cup", t.key()), e.pack(o)); err != nil {
				return err
			}
			o.Worker = "again"
			if err := e.send(resultSubject("cup", t.key()), e.pack(o)); !isSecond(err) {
				e.h.Errorf("a second result: %v, want that it is refused", err)
			}
			return nil
		}, ""},
		{"silence", nil, func(hostile, task, jetstream.Msg) error { return nil }, ""},
		{"says for ever that it plays", []string{"--stuck", "1s"}, func(e hostile, t task, m jetstream.Msg) error {
			go func() {
				for e.h.Context().Err() == nil && !e.IsClosed() {
					m.InProgress()
					time.Sleep(100 * time.Millisecond)
				}
			}()
			return nil
		}, "has been running for more than 1s: it is handed out again"},
		{"gives every job back", nil, func(_ hostile, _ task, m jetstream.Msg) error { return m.Nak() }, ""},
		{"takes the job away", nil, func(_ hostile, _ task, m jetstream.Msg) error { return m.Term() }, ""},
		{"a wrong result that can be", []string{"--audit", "1"}, func(e hostile, t task, _ jetstream.Msg) error {
			p, err := start(e.h.Context(), filepath.Join(programs(e.h.T, "crooked"), "crooked"), "", nil)
			if err != nil {
				return err
			}
			defer p.stop()
			done, err := p.play(e.h.Context(), &t.Job, nil)
			if err != nil {
				return err
			}
			return e.send(resultSubject("cup", t.key()), e.pack(&outcome{Worker: "mallory", Done: *done}))
		}, "worker mallory is quarantined"},
		{"the program died, it says", []string{"--audit", "1"}, func(e hostile, t task, _ jetstream.Msg) error {
			return e.send(resultSubject("cup", t.key()), e.pack(&outcome{Worker: "mallory", Died: "out of luck"}))
		}, "worker mallory is quarantined"},
		{"in the name of another", nil, func(e hostile, t task, _ jetstream.Msg) error {
			o := played(e.h.T, e.h, &t.Job)
			o.Worker = "lab1"
			return e.send(resultSubject("cup", t.key()), e.pack(o))
		}, "it claims to be from worker lab1, but is not signed with the key of that worker"},
		{"without a key of its own", []string{"--signed"}, func(e hostile, t task, _ jetstream.Msg) error {
			return e.send(resultSubject("cup", t.key()), e.pack(played(e.h.T, e.h, &t.Job)))
		}, "worker hostile has no key of its own"},
		{"in the name of nobody", nil, func(e hostile, t task, _ jetstream.Msg) error {
			o := played(e.h.T, e.h, &t.Job)
			o.Worker = "a\nb"
			return e.send(resultSubject("cup", t.key()), e.pack(o))
		}, "no worker is called"},
	}) {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			h := teamsHouse(t)
			h.knows(workerPrefix + "lab1")
			b := h.dial("admin")
			eventually(t, "the key of lab1 is known to those who hand out games", func() bool {
				kv, err := b.KeyValue(t.Context(), signers)
				if err != nil {
					return false
				}
				_, err = kv.Get(t.Context(), "lab1")
				return err == nil
			})
			dir, ended, errs := h.begin(c.flags...)
			e := hostile{h.dial("worker"), h}
			of, m := e.take()
			if m == nil {
				return
			}
			if err := c.do(e, of, m); err != nil {
				t.Fatal(err)
			}
			if c.want != "" && len(c.flags) == 0 || strings.Contains(c.want, "quarantined") {
				eventually(t, "run says "+c.want, func() bool { return strings.Contains(errs.String(), c.want) })
			}
			h.workerOf("lab1", 2, workerPrefix+"lab1", h.games)
			said := <-ended
			e.Close()
			if !strings.Contains(said, "exit code 0") || !strings.Contains(said, "6 of 6 games played") || !strings.Contains(said, c.want) {
				t.Errorf("run does not say %q, and that all games are played:\n%s", c.want, said)
			}
			h.same(h.local(), dir, 6)
		})
	}
}

// A worker with a key of its own that is quarantined can do nothing but ask whether it may play again. It cannot act as another
// worker.
func TestOwnKey(t *testing.T) {
	gametest.Long(t, "waits for a worker to be put into quarantine")
	h := teamsHouse(t)
	h.knows(workerPrefix + "lab1")
	h.workerOf("lab1", 1, workerPrefix+"lab1", programs(t, "crooked"))
	b, own := h.dial("admin"), h.dial(workerPrefix+"lab1")
	send := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		_, err := own.JetStream.Publish(ctx, resultSubject("other", nats.NewInbox()[7:]), []byte("x"))
		return err
	}
	if err := send(); err != nil {
		t.Fatalf("a result of its own: %v", err)
	}
	dir, ended, _ := h.begin("--audit", "1", "--signed")
	eventually(t, "it is quarantined, and the server takes nothing of it", func() bool { return send() != nil })
	if _, err := own.KeyValue(t.Context(), barred); err != nil {
		t.Errorf("it cannot ask whether it may play again: %v", err)
	}
	h.knows(workerPrefix + "lab2")
	h.workerOf("lab2", 1, workerPrefix+"lab2", h.games)
	if said := <-ended; !strings.Contains(said, "exit code 0") || !strings.Contains(said, "worker lab1 is quarantined") {
		t.Errorf("run says\n%s", said)
	}
	h.same(h.local(), dir, 6)
	eventually(t, "others see that it is there", func() bool {
		list, err := b.present(t.Context())
		return err == nil && list["lab1"].Slots == 1
	})
	h.must("release-worker", "lab1")
	eventually(t, "it may play again", func() bool { return send() == nil })
	if err := own.Conn.Publish("$KV."+workers+".lab2", []byte("{}")); err == nil {
		own.Flush()
		list, err := b.present(t.Context())
		if err != nil || list["lab2"].Slots != 1 {
			t.Errorf("it speaks for another worker: %v, %v", list, err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"worker --creds " + h.key(workerPrefix+"lab1") + " --name lab2 --games " + h.games, "flag --name: the key is that of worker lab1"},
		{"keys --dir " + h.dir + " --worker a.b", `flag --worker: "a.b"`},
	} {
		var out, errs safe
		if code := run(t.Context(), strings.Fields(c.args), &out, &errs); code != 2 || !strings.Contains(errs.String(), c.want) {
			t.Errorf("league %s: exit code %d, want 2 and %q:\n%s", c.args, code, c.want, errs.String())
		}
	}
}
