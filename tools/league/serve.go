package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/urfave/cli/v2"
)

func serveCommand() *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "keep the games that wait and the results",
		UsageText: "league serve [--dir DIR] [--listen [HOST]:PORT --host HOST]\n\nThe first start makes the keys in DIR/keys: admin.json is for `league run`, worker.json for workers.\n" +
			"Ctrl-C ends it; nothing is lost, and everybody connects again when it is back. Example:\n\n" +
			"  league serve --dir league-data --listen :4222 --host lab-server.example.org",
		Flags: []cli.Flag{
			dirFlag(), hostFlag(), listenFlag(),
			&cli.DurationFlag{Name: "keep", Usage: "`TIME` for which results and records are kept, such as 2000h (default: for ever)"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("serve: unexpected argument %q", c.Args().First())
			}
			if keep := c.Duration("keep"); keep < 0 {
				return usagef("flag --keep: %v: want a time above 0", keep)
			}
			s, err := startServer(c.String("dir"), c.StringSlice("host"), c.String("listen"), c.Duration("keep"))
			if err != nil {
				return err
			}
			defer s.stop()
			fmt.Fprintf(c.App.Writer, "serving on %s\n", s.Addr())
			keys := filepath.Join(c.String("dir"), "keys")
			fmt.Fprintf(c.App.ErrWriter, "a worker:  league worker --creds %s --games DIR\na league:  league run --creds %s --games DIR --game GAME --name NAME -- TEAM TEAM...\n",
				filepath.Join(keys, "worker.json"), filepath.Join(keys, "admin.json"))
			<-c.Context.Done()
			return nil
		},
	}
}

// served is a server in this process.
type served struct {
	*server.Server
	lock *flock.Flock // of the folder
}

// startServer starts a server whose streams are in a folder and makes the keys that are not there.
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
	lock := flock.New(filepath.Join(dir, "lock"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		return nil, errors.Join(fmt.Errorf("flag --dir: another server uses %s", dir), err)
	}
	running := &served{lock: lock}
	if running.Server, err = newServer(dir, host, number); err == nil {
		go running.Start()
		if !running.ReadyForConnections(30 * time.Second) {
			err = fmt.Errorf("flag --listen: nobody can listen on %s, or %s cannot be written: another program may use it", listen, dir)
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

// newServer makes a server that does not run yet.
func newServer(dir, host string, port int) (*server.Server, error) {
	known, err := readUsers(dir)
	if err != nil {
		return nil, err
	}
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
	for _, name := range []string{"admin", "worker"} {
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: known[name], Permissions: permissions(name)})
	}
	return server.NewServer(options)
}

// url is where the server is, from this machine.
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
	return furnish(ctx, b, keep)
}

func (s *served) stop() {
	if s.Server != nil {
		s.Shutdown()
		s.WaitForShutdown()
	}
	s.lock.Unlock()
}
