package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/job"
)

// The streams. A job waits in jobs until a worker says that its result is kept. Both refuse a second message of the same game: no
// job waits twice, and no game counts twice, whatever is played twice.
const (
	jobs    = "JOBS"    // subjects jobs.GAME.RULES.PRIORITY.LEAGUE.KEY, see task.key
	results = "RESULTS" // subjects results.LEAGUE.KEY, and results.LEAGUE.KEY.died.N for a death of the game's program
	bundles = "BUNDLES" // subjects bundles.HASH
	leagues = "leagues" // a bucket: head.LEAGUE, pause.LEAGUE, priority.LEAGUE, audit.LEAGUE, climbers.LEAGUE, event.LEAGUE.N
	teams   = "teams"   // a bucket: GAME.TEAM
	workers = "workers" // a bucket: the name of a worker that lives
	barred  = "barred"  // a bucket: the name of a worker whose results do not count
	signers = "signers" // a bucket: the name of a worker with a key of its own, and the public key
)

// maxPayload is how long a message may be, in bytes: a compressed record.
const maxPayload = 8 << 20

// The times after which the death of somebody shows.
var (
	patience = 30 * time.Second // a job whose worker is silent for so long is handed out again
	lifetime = time.Minute      // a worker that is silent for so long is not there any more
)

// newKey is how long a server may take to know a key that was just made.
var newKey = 5 * time.Second

// known is how long the server knows the id of a job that it got.
const known = 10 * time.Minute

// checks is the league of games against what is submitted.
const checks = "checks"

// task is a message of jobs.
type task struct {
	League string  `json:"league"`
	Job    job.Job `json:"job"`
	Check  string  `json:"check,omitempty"` // a player that is to be checked, in the place of the game

	Again bool     `json:"again,omitempty"` // it is played a second time, to be held against the first one
	Not   []string `json:"not,omitempty"`   // workers that may not play it
}

// key names what comes of a task within its league.
func (t *task) key() string {
	if t.Again {
		return t.Job.ID + ".again"
	}
	return t.Job.ID
}

// outcome is a message of results: JSON, gzipped unless it is short.
type outcome struct {
	Worker string   `json:"worker"`
	Ms     float64  `json:"ms"`               // that the game took, with the start of its programs
	Done   job.Done `json:"done"`             // what the game's program said
	Died   string   `json:"died,omitempty"`   // the last words of the game's program, if it ended by itself in every attempt
	Report string   `json:"report,omitempty"` // of a check, what the game's program said in JSON
	Void   string   `json:"void,omitempty"`   // why it counts for nobody and is not played; `league run` says so
}

// trouble is said by a worker that cannot play a game; somebody else may.
type trouble struct {
	Worker string `json:"worker"`
	ID     string `json:"id"`
	Error  string `json:"error"`
}

// presence is what the bucket of workers says of one.
type presence struct {
	Games  []job.Hello `json:"games"`
	Slots  int         `json:"slots"` // games at the same time
	Busy   int         `json:"busy"`
	Played int         `json:"played"` // since it began
	Since  time.Time   `json:"since"`
	Now    []string    `json:"now,omitempty"` // games that are played, LEAGUE.JOB
}

var word = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)

// Priorities of leagues. Checks, for which somebody waits, have the first one.
const (
	high   = "high"
	normal = "normal" // if nobody says otherwise
	low    = "low"
)

// priorities are all of them, the first one first.
var priorities = []string{high, normal, low}

// jobSubject returns where a job of a league waits. Versions of the rules have subjects of their own: a worker only ever sees
// what it can play.
func jobSubject(game, rules, priority, league, key string) string {
	return "jobs." + game + "." + rules + "." + priority + "." + league + "." + key
}

// recalledSubject is where it is said that results of a league were taken back.
func recalledSubject(league string) string { return "recalled." + league }

func resultSubject(league, key string) string { return "results." + league + "." + key }

// natsFlags say where the server is.
func natsFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "nats", EnvVars: []string{"LEAGUE_NATS"}, Usage: "`URL` of the server (default: that of the key)"},
		&cli.StringFlag{Name: "creds", EnvVars: []string{"LEAGUE_CREDS"}, Usage: "`FILE` of a key that `league keys` made, or of NATS credentials"},
	}
}

// bus is a connection to the server.
type bus struct {
	*nats.Conn
	jetstream.JetStream
	key *key // nil: there is none

	again *again
}

// again tells that the connection was lost and is there again.
type again struct {
	mu   sync.Mutex
	next chan struct{} // closed when it happens next
}

func (a *again) happens(*nats.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.next)
	a.next = make(chan struct{})
}

// connected is closed when the connection was lost and is there again.
func (a *again) connected() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.next
}

// connect connects to the server of natsFlags. The error says where it is not.
func connect(c *cli.Context, name string) (*bus, error) {
	if c.String("nats") == "" && c.String("creds") == "" {
		return nil, usagef("%s: want --creds FILE, a key that `league serve` made, or --nats URL", c.Command.Name)
	}
	return dial(c.String("nats"), c.String("creds"), name)
}

// await connects like connect, and waits for a server that is not there yet, or not again.
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

// dial connects to a server with a key. A lost connection is made again for ever.
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

// furnish makes the streams and buckets that are not there, on so many servers of a cluster each. age is how long results are
// kept; 0: for ever.
func furnish(ctx context.Context, b *bus, age time.Duration, replicas int) error {
	// Jobs are written a moment later and not through to the disk, which halves what a game costs the server: `league run` hands
	// a job out again that got lost with the server. Several servers have no such mode, and a stream keeps the one that it has.
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
			Description: "what came of games, with their records",
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
		{Bucket: workers, TTL: lifetime, Description: "workers that live"},
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

// insist calls until there is an answer, good or bad, or until ctx is done. Servers that have not found each other yet give none.
func insist(ctx context.Context, call func(context.Context) error) (answer error) {
	err := persist(ctx, func(ctx context.Context) error {
		err := call(ctx)
		var api *jetstream.APIError
		notNow := errors.As(err, &api) && api.Code == 503 && !errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
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

// gone is the code of the error of a message that is to be deleted and is not there.
const gone = 10057

// absent reports whether the error says that there is no such message or key.
func absent(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == gone || errors.Is(err, jetstream.ErrMsgNotFound) ||
		errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrKeyDeleted)
}

// full is the code of the error of a second message where one is allowed.
const full = 10077

// isSecond reports whether the error says that there is such a message already.
func isSecond(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == full
}

// persist calls until it succeeds, through the death of the server, or until ctx is done.
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

// hostname is what a worker is called if nobody says otherwise.
func hostname() string {
	name, err := os.Hostname()
	if err != nil || !word.MatchString(name) {
		name = "worker"
	}
	return fmt.Sprintf("%s-%d", name, os.Getpid())
}
