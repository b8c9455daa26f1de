package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
)

// The streams and buckets. A job waits in JOBS until a worker acknowledges it because the server has its result. JOBS and RESULTS
// refuse a second message on a subject: no job waits twice, and no game counts twice, even if it is played twice.
const (
	jobs    = "JOBS"    // subjects jobs.GAME.RULES.PRIORITY.LEAGUE.KEY, see task.key
	results = "RESULTS" // subjects results.LEAGUE.KEY, and results.LEAGUE.KEY.died.N for a death of the game's program
	bundles = "BUNDLES" // subjects bundles.HASH
	leagues = "leagues" // a bucket: head.LEAGUE, pause.LEAGUE, priority.LEAGUE, audit.LEAGUE, climbers.LEAGUE, event.LEAGUE.N
	teams   = "teams"   // a bucket: GAME.TEAM
	workers = "workers" // a bucket: the name of a connected worker
	barred  = "barred"  // a bucket: the name of a worker whose results do not count
	signers = "signers" // a bucket: the name of a worker with a key of its own, and the public key
)

// maxPayload is the maximum size of a message, such as a result or a bundle, in bytes.
const maxPayload = 12 << 20

// How long a worker may be silent.
var (
	patience = 30 * time.Second // after that its job is handed out again
	lifetime = time.Minute      // after that it no longer counts as connected
)

// newKey is how long a server may take to accept a new key.
var newKey = 5 * time.Second

// known is how long the server remembers the id of a job that it received.
const known = 10 * time.Minute

// checks is the league of the tasks that check submitted bots.
const checks = "checks"

// task is a message of jobs.
type task struct {
	League string  `json:"league"`
	Job    job.Job `json:"job"`
	Check  string  `json:"check,omitempty"` // a player to check; "": the job is a game to play

	Again bool     `json:"again,omitempty"` // it is played a second time, for an audit
	Not   []string `json:"not,omitempty"`   // workers that may not play it
}

// key identifies a task and its result within the league.
func (t *task) key() string {
	if t.Again {
		return t.Job.ID + ".again"
	}
	return t.Job.ID
}

// outcome is a message of results: JSON, gzipped unless it is short.
type outcome struct {
	Worker string        `json:"worker"`
	Ms     float64       `json:"ms"`               // duration of the game, with the start of its program
	Done   protocol.Done `json:"done"`             // the answer of the game's program
	Died   string        `json:"died,omitempty"`   // the last words of the game's program, if it ended by itself in every attempt
	Report string        `json:"report,omitempty"` // of a check: its report, in JSON
	Void   string        `json:"void,omitempty"`   // why it counts for nobody without being played; set by `league run`
}

// trouble is the message of a worker that cannot play a game; another worker may be able to.
type trouble struct {
	Worker string `json:"worker"`
	ID     string `json:"id"`
	Error  string `json:"error"`
}

// presence is the entry of a worker in the bucket of workers.
type presence struct {
	Games  []protocol.Hello `json:"games"`
	Slots  int              `json:"slots"` // games at the same time
	Busy   int              `json:"busy"`
	Played int              `json:"played"` // since it started
	Since  time.Time        `json:"since"`
	Now    []string         `json:"now,omitempty"` // games that it is playing, as LEAGUE.JOB
}

var word = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)

// Priorities of leagues. Checks have high, because somebody is waiting for them.
const (
	high   = "high"
	normal = "normal" // the default
	low    = "low"
)

// priorities are all of them, the highest one first.
var priorities = []string{high, normal, low}

// jobSubject returns the subject of a job of a league. Versions of the rules have subjects of their own: a worker only ever sees
// what it can play.
func jobSubject(game, rules, priority, league, key string) string {
	return "jobs." + game + "." + rules + "." + priority + "." + league + "." + key
}

// recalledSubject is the subject on which a recall of results of a league is announced.
func recalledSubject(league string) string { return "recalled." + league }

func resultSubject(league, key string) string { return "results." + league + "." + key }

// natsFlags say where the server is.
func natsFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "nats", EnvVars: []string{"LEAGUE_NATS"}, Usage: "`URL` of the server (default: that of the key)"},
		&cli.StringFlag{Name: "creds", EnvVars: []string{"LEAGUE_CREDS"}, Usage: "`FILE` of a key that `league keys` made, or of NATS credentials"},
	}
}

// resumption returns the command line that continues a league in a folder, with the flags that `league run` was given. Without
// them other results would count, for example those that --signed refuses.
func resumption(c *cli.Context, dir string) string {
	words := []string{"league", "run", "--dir=" + dir}
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if c.IsSet(name) && !slices.Contains([]string{"game", "plan", "teams", "all", "dir"}, name) { // the folder holds those
			words = append(words, fmt.Sprintf("--%s=%v", name, c.Value(name)))
		}
	}
	return proc.Join(words...)
}

// bus is a connection to the server.
type bus struct {
	*nats.Conn
	jetstream.JetStream
	key *key // nil: there is none

	again *again
}

// again signals that a lost connection has been made again.
type again struct {
	mu   sync.Mutex
	next chan struct{} // closed at the next reconnection
}

func (a *again) happens(*nats.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.next)
	a.next = make(chan struct{})
}

// connected returns a channel that is closed at the next reconnection.
func (a *again) connected() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.next
}

// connect connects to the server of natsFlags.
func connect(c *cli.Context, name string) (*bus, error) {
	if c.String("nats") == "" && c.String("creds") == "" {
		return nil, usagef("%s: want --creds FILE, a key that `league serve` made, or --nats URL", c.Command.Name)
	}
	return dial(c.String("nats"), c.String("creds"), name)
}

// await connects like connect, but waits for a server that has not started yet or is restarting.
func await(c *cli.Context, name string) (*bus, error) {
	for said := false; ; said = true {
		b, err := connect(c, name)
		isAway := errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout)
		if !isAway {
			return b, err
		}
		if !said {
			fmt.Fprintf(c.App.ErrWriter, "%v; trying again (Ctrl-C ends)\n", err)
		}
		select {
		case <-time.After(time.Second):
		case <-c.Context.Done():
			return nil, c.Context.Err()
		}
	}
}

// dial connects to a server with the key in a file; "": without a key. It tries for ever to restore a connection that was lost.
func dial(url, file, name string) (*bus, error) {
	back := &again{next: make(chan struct{})}
	options := []nats.Option{
		nats.ReconnectHandler(back.happens),
		nats.Name(name), nats.Timeout(10 * time.Second), nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 500*time.Millisecond),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // calls return their errors
	}
	var k *key
	if file != "" {
		var err error
		k, err = readKey(file)
		if err != nil {
			return nil, usagef("flag --creds: %w", err)
		}
		if url == "" {
			url = k.URL
		}
		options = append(options, k.options(file)...)
	}
	if url == "" {
		return nil, usagef("flag --nats: the key names no server: want its URL")
	}
	nc, err := nats.Connect(url, options...)
	for deadline := time.Now().Add(newKey); errors.Is(err, nats.ErrAuthorization) && time.Now().Before(deadline); {
		time.Sleep(newKey / 20)
		nc, err = nats.Connect(url, options...)
	}
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return nil, fmt.Errorf("the server %s does not know the key %s: want one that `league keys` made in its folder", url, file)
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return nil, fmt.Errorf("the certificate of %s does not fit the key: want --creds with a key that `league keys` made there: %w", url, err)
	case err != nil:
		return nil, fmt.Errorf("no connection to %s: %w; is `league serve` running there?", url, err)
	}
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(ask)) // a busy machine answers late
	if err != nil {
		nc.Close()
		return nil, err
	}
	return &bus{nc, js, k, back}, nil
}

// furnish creates the streams and buckets, or updates their settings. replicas is how many servers of a cluster have a copy of
// each, age how long results are kept; 0: for ever.
func furnish(ctx context.Context, b *bus, age time.Duration, replicas int) error {
	// Jobs are written with a delay and not synced to the disk, which halves the cost of a game in the server: `league run` hands
	// out again a job that was lost with the server. Streams with replicas have no such mode, and an existing stream keeps its
	// own.
	persistence := jetstream.AsyncPersistMode
	if replicas > 1 {
		persistence = jetstream.DefaultPersistMode
	}
	err := insist(ctx, func(ctx context.Context) error {
		s, err := b.Stream(ctx, jobs)
		if err == nil {
			persistence = s.CachedInfo().Config.PersistMode
		}
		return err
	})
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("stream %s: %w", jobs, err)
	}
	for _, config := range []jetstream.StreamConfig{
		{
			Name: jobs, Subjects: []string{"jobs.>"}, Retention: jetstream.WorkQueuePolicy, Duplicates: known,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, PersistMode: persistence,
			Description: "games that wait for a worker",
		},
		{
			Name: results, Subjects: []string{"results.>"},
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
			AllowDirect: true, MaxAge: age,
			Description: "results of games, with their records",
		},
		{
			Name: bundles, Subjects: []string{"bundles.>"},
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
			AllowDirect: true, Description: "bots, by the hash of their files",
		},
	} {
		config.Replicas = replicas
		err := insist(ctx, func(ctx context.Context) error {
			_, err := b.CreateOrUpdateStream(ctx, config)
			return err
		})
		if err != nil {
			return fmt.Errorf("stream %s: %w", config.Name, err)
		}
	}
	for _, config := range []jetstream.KeyValueConfig{
		{Bucket: leagues, Description: "leagues"}, {Bucket: teams, Description: "what teams have submitted"},
		{Bucket: workers, TTL: lifetime, Description: "connected workers"},
		{Bucket: barred, Description: "workers whose results do not count"},
		{Bucket: signers, Description: "public keys of workers with a key of their own"},
	} {
		config.Replicas = replicas
		err := insist(ctx, func(ctx context.Context) error {
			_, err := b.CreateOrUpdateKeyValue(ctx, config)
			return err
		})
		if err != nil {
			return fmt.Errorf("bucket %s: %w", config.Bucket, err)
		}
	}
	return nil
}

// insist repeats call until the server answers, with success or an error, or until ctx is done. Errors of servers that have not
// found each other yet are no answer.
func insist(ctx context.Context, call func(context.Context) error) (answer error) {
	began := time.Now()
	err := persist(ctx, func(ctx context.Context) error {
		err := call(ctx)
		var api *jetstream.APIError
		notNow := errors.As(err, &api) && (api.Code == 503 && !errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) ||
			isMissing(api) && time.Since(began) < gathering)
		if notNow || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) {
			return err
		}
		answer = err
		return nil
	})
	if err != nil {
		return err
	}
	return answer
}

// isMissing reports whether a stream cannot have its copies because a server is not there. One that has just started is counted
// among those that are away until the leader of the cluster hears of it.
func isMissing(err *jetstream.APIError) bool {
	return err.ErrorCode == noPlace && strings.Contains(err.Description, "peer offline") // the reason has no code of its own
}

const (
	noPlace   = 10005            // the code of the error when the servers cannot have as many copies
	gathering = 30 * time.Second // for servers that start together to find each other
)

// gone is the code of the error when a message that is to be deleted does not exist.
const gone = 10057

// absent reports whether the error says that there is no such message or key.
func absent(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == gone || errors.Is(err, jetstream.ErrMsgNotFound) ||
		errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrKeyDeleted)
}

// full is the code of the error for a second message on a subject that may have one only.
const full = 10077

// isSecond reports whether the error says that the subject has a message already.
func isSecond(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == full
}

// persist repeats call until it succeeds, its error is final or ctx is done. A restart of the server does not end it.
func persist(ctx context.Context, call func(context.Context) error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		try, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := call(try)
		cancel()
		switch {
		case err == nil || final(err):
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// final reports whether an error will not go away by itself.
func final(err error) bool {
	return errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.Is(err, nats.ErrPermissionViolation) || absent(err) || isSecond(err)
}

// hostname returns the default name of a worker: that of the machine, with the id of the process.
func hostname() string {
	name, err := os.Hostname()
	if err != nil || !word.MatchString(name) {
		name = "worker"
	}
	return fmt.Sprintf("%s-%d", name, os.Getpid())
}

// alter changes the value of a key of a bucket, which begins as first, and returns the new one. If somebody else changes it at
// the same time, change is called again.
func alter[T any](
	ctx context.Context, b *bus, bucket, key string, first T, change func(*T) error,
) (v T, err error) {
	kv, err := b.KeyValue(ctx, bucket)
	if err != nil {
		return first, err
	}
	for {
		revision := uint64(0)
		v, before := first, []byte(nil)
		entry, err := kv.Get(ctx, key)
		switch {
		case err == nil:
			revision, before = entry.Revision(), entry.Value()
			err = json.Unmarshal(before, &v)
		case absent(err):
			before, err = json.Marshal(v)
		}
		if err == nil {
			err = change(&v)
		}
		if err != nil {
			return v, err
		}
		text, err := json.Marshal(v)
		if err != nil || bytes.Equal(text, before) {
			return v, err
		}
		_, err = kv.Update(ctx, key, text, revision)
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return v, err
		}
	}
}
