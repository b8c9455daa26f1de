package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
)

func serveCommand() *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "run the server, which keeps waiting games and results",
		UsageText: "league serve [--dir DIR] [--listen [HOST]:PORT --host HOST] [--web [HOST:]PORT --games DIR]\nleague serve --nats URL [--creds FILE] [--replicas 3] [--web [HOST:]PORT --games DIR]\n\n" +
			"The first start makes the keys in DIR/keys: admin.json is for `league run`, worker.json for workers.\n" +
			"Ctrl-C stops it; nothing is lost, and everybody reconnects when it is back. Examples:\n\n" +
			"  league serve --dir league-data --listen :4222 --host lab-server.example.org\n" +
			"  league serve --dir league-data --web 8080 --games bin\n\n" +
			"The second form uses an existing NATS cluster with JetStream: it creates what leagues need and answers teams. Accounts\n" +
			"and TLS are those of the cluster. Examples:\n\n" +
			"  league serve --nats nats://n1,nats://n2,nats://n3 --creds admin.creds --replicas 3\n" +
			"  league serve --nats nats://n1 --creds admin.creds --web 8080 --games bin",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "nats", Usage: "`URL` of the servers of a cluster, separated by commas"},
			&cli.StringFlag{Name: "creds", Usage: "`FILE` of NATS credentials for the cluster"},
			&cli.IntFlag{Name: "replicas", Value: 1, Usage: "`NUMBER` of servers of the cluster that keep a copy of everything: 1, 3 or 5"},
			dirFlag(), hostFlag(), listenFlag(),
			&cli.DurationFlag{Name: "keep", DefaultText: "for ever", Usage: "`TIME` for which results and records are kept, such as 2000h"},
		}, pageFlags()...),
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("serve: unexpected argument %q", c.Args().First())
			}
			if keep := c.Duration("keep"); keep < 0 {
				return usagef("flag --keep: %v: want a time above 0", keep)
			}
			if err := checkCluster(c); err != nil {
				return err
			}
			if err := checkPage(c); err != nil {
				return err
			}
			if c.String("nats") != "" {
				return serveCluster(c)
			}
			s, err := startServer(c.String("dir"), c.StringSlice("host"), c.String("listen"), c.Duration("keep"))
			if err != nil {
				return err
			}
			defer s.stop()
			stop, err := servePage(c, s.Addr().String(), s.origin())
			if err != nil {
				return err
			}
			defer stop()
			keys := filepath.Join(c.String("dir"), "keys")
			fmt.Fprintf(c.App.ErrWriter, "a worker:  league worker --creds %s --games DIR\na league:  league run --creds %s --games DIR --game GAME --name NAME -- TEAM TEAM...\n",
				filepath.Join(keys, "worker.json"), filepath.Join(keys, "admin.json"))
			return s.serve(c.Context, c.App.ErrWriter)
		},
	}
}

// checkCluster checks the flags that are for a cluster.
func checkCluster(c *cli.Context) error {
	isCluster := c.String("nats") != ""
	switch n := c.Int("replicas"); {
	case n != 1 && n != 3 && n != 5:
		return usagef("flag --replicas: %d: want 1, 3 or 5", n)
	case n != 1 && !isCluster:
		return usagef("flag --replicas: the server of this program is a single one: want --nats URL of a cluster")
	case c.String("creds") != "" && !isCluster:
		return usagef("flag --creds: only with --nats URL; the server of this program has its keys in --dir")
	}
	for _, name := range []string{"dir", "host", "listen"} {
		if isCluster && c.IsSet(name) && (name != "host" || !c.IsSet("web")) {
			return usagef("flag --%s: only for the server of this program, not with --nats", name)
		}
	}
	return nil
}

// serveCluster creates the streams in an existing cluster, and answers teams until the end.
func serveCluster(c *cli.Context) error {
	known, err := ownKey(c.String("creds"))
	if err != nil {
		return usagef("flag --creds: %w", err)
	}
	b, err := await(c, "serve")
	if err != nil {
		return err
	}
	defer b.Close()
	ctx, cancel := context.WithTimeout(c.Context, time.Minute)
	defer cancel()
	if err := furnish(ctx, b, c.Duration("keep"), c.Int("replicas")); err != nil {
		return fmt.Errorf("flag --nats: %w", err)
	}
	if err := serveTeams(c.Context, b, c.App.ErrWriter); err != nil {
		return err
	}
	stop, err := servePage(c, b.ConnectedUrlRedacted(), origin{url: c.String("nats"), creds: c.String("creds"), known: known})
	if err != nil {
		return err
	}
	defer stop()
	<-c.Context.Done()
	return nil
}

// served is a server in this process.
type served struct {
	*server.Server
	lock *folder.Lock // of the folder
	dir  string
	host string // on which it listens

	mu     sync.Mutex
	known  map[string]string // the public keys that it accepts, by name
	barred map[string]bool   // workers that are quarantined
}

// startServer starts a server whose streams are in a folder, and makes missing keys.
func startServer(dir string, hosts []string, listen string, keep time.Duration) (*served, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, usagef("flag --listen: %q: want [HOST]:PORT", listen)
	}
	number, err := strconv.Atoi(port)
	if err != nil || number < 0 || number > 65535 {
		return nil, usagef("flag --listen: %q: want a port from 0 to 65535", listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	switch {
	case host == "":
		host = "0.0.0.0"
	case !slices.Contains(hosts, host):
		hosts = append(slices.Clone(hosts), host)
	}
	if _, err := makeKeys(dir, hosts, listen); err != nil {
		return nil, err
	}
	lock, err := folder.Enter(dir)
	if errors.Is(err, league.ErrLocked) {
		return nil, fmt.Errorf("flag --dir: another server uses %s", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("flag --dir: %w", err)
	}
	running := &served{lock: lock, dir: dir, host: host, barred: map[string]bool{}}
	var options *server.Options
	if running.known, err = readUsers(dir); err == nil {
		options, err = serverOptions(dir, host, number, running.known, nil)
	}
	if err == nil {
		running.Server, err = server.NewServer(options)
	}
	if err == nil {
		go running.Start()
		if !running.ReadyForConnections(30 * time.Second) {
			err = fmt.Errorf("flag --listen: cannot listen on %s, or cannot write to %s: another program may be using it", listen, dir)
		}
	}
	if err == nil {
		err = running.furnish(dir, keep)
	}
	if err != nil {
		running.stop()
		return nil, err
	}
	return running, nil
}

// serve answers teams until ctx is done or nothing can be written any more. Meanwhile it loads new keys and restricts workers in
// quarantine.
func (s *served) serve(ctx context.Context, log io.Writer) error {
	b, err := dial(s.url(), filepath.Join(s.dir, "keys", "admin.json"), "serve")
	if err != nil {
		return err
	}
	defer b.Close()
	if err := serveTeams(ctx, b, log); err != nil {
		return err
	}
	changed := true // load the keys even if their file has not changed
	err = b.follow(ctx, barred, func(name string, value []byte) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.barred[name], changed = value != nil, true
	})
	if err != nil {
		return err
	}
	for look := time.NewTicker(newKey / 10); ; {
		select {
		case <-look.C:
			if err := s.writes(); err != nil {
				return err
			}
			known, err := readUsers(s.dir)
			if err != nil {
				continue // it is read again at the next tick
			}
			s.mu.Lock()
			isNew := changed || !maps.Equal(known, s.known)
			s.known, changed = known, false
			out := maps.Clone(s.barred)
			s.mu.Unlock()
			if !isNew {
				continue
			}
			err = sign(ctx, b, known)
			var options *server.Options
			if err == nil {
				options, err = serverOptions(s.dir, s.host, s.Addr().(*net.TCPAddr).Port, known, out)
			}
			if err == nil {
				err = s.ReloadOptions(options)
			}
			if err != nil {
				fmt.Fprintf(log, "cannot load the new keys: %v\n", err)
				s.mu.Lock()
				changed = true
				s.mu.Unlock()
			}
		case <-ctx.Done():
			look.Stop()
			return nil
		}
	}
}

// writes returns an error if a stream could not be written, as on a full disk. The stream then takes no message any more, even
// when there is room again, and does not answer who sends one: only a new start helps.
func (s *served) writes() error {
	for _, e := range s.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if _, why, failed := strings.Cut(e.Error, "write error: "); failed {
			return fmt.Errorf("cannot write to %s any more: stream %s: %s; the server ends: make room and start it again, then all leagues go on",
				s.dir, e.Stream, why)
		}
	}
	return nil
}

// sign publishes the public keys of workers with a key of their own, for `league run`.
func sign(ctx context.Context, b *bus, known map[string]string) error {
	kv, err := b.KeyValue(ctx, signers)
	if err != nil {
		return err
	}
	for name, public := range known {
		own, ok := strings.CutPrefix(name, workerPrefix)
		if !ok {
			continue
		}
		if entry, err := kv.Get(ctx, own); err == nil && string(entry.Value()) == public {
			continue
		}
		if _, err := kv.Put(ctx, own, []byte(public)); err != nil {
			return err
		}
	}
	return nil
}

// serverOptions returns the settings of a server in a folder, with the public keys that it accepts and the workers in quarantine.
func serverOptions(dir, host string, port int, known map[string]string, barred map[string]bool) (*server.Options, error) {
	keys := filepath.Join(dir, "keys")
	certificate, err := tls.LoadX509KeyPair(filepath.Join(keys, "server.pem"), filepath.Join(keys, "server-key.pem"))
	if err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: "league", Host: host, Port: port, JetStream: true, StoreDir: filepath.Join(dir, "streams"), SyncAlways: true,
		MaxPayload: maxPayload, NoSigs: true, NoLog: true, TLS: true,
		TLSConfig:  &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
		TLSTimeout: 10, AuthTimeout: 10, MaxControlLine: 4096,
	}
	for name, public := range known {
		isBarred := barred[strings.TrimPrefix(name, workerPrefix)]
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: public, Permissions: permissions(name, isBarred)})
	}
	return options, nil
}

// url returns the URL of the server for programs on this machine.
func (s *served) url() string {
	at := *s.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "tls://" + at.String()
}

// furnish makes the streams.
func (s *served) furnish(dir string, keep time.Duration) error {
	b, err := dial(s.url(), filepath.Join(dir, "keys", "admin.json"), "serve")
	if err != nil {
		return err
	}
	defer b.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return furnish(ctx, b, keep, 1)
}

func (s *served) stop() {
	if s.Server != nil {
		s.Shutdown()
		s.WaitForShutdown()
	}
	s.lock.Leave()
}
