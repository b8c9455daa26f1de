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
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/league"
	"github.com/gridiron-games/gridiron/kernel/league/folder"
)

func serveCommand() *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "keep the games that wait and the results",
		UsageText: "league serve [--dir DIR] [--listen [HOST]:PORT --host HOST] [--web [HOST:]PORT --games DIR]\n\nThe first start makes the keys in DIR/keys: admin.json is for `league run`, worker.json for workers.\n" +
			"Ctrl-C ends it; nothing is lost, and everybody connects again when it is back. Example:\n\n" +
			"  league serve --dir league-data --listen :4222 --host lab-server.example.org\n" +
			"  league serve --dir league-data --web 8080 --games bin",
		Flags: append([]cli.Flag{
			dirFlag(), hostFlag(), listenFlag(),
			&cli.DurationFlag{Name: "keep", Usage: "`TIME` for which results and records are kept, such as 2000h (default: for ever)"},
		}, pageFlags()...),
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
			stop, err := servePage(c, s)
			if err != nil {
				return err
			}
			defer stop()
			return s.serve(c.Context, c.App.ErrWriter)
		},
	}
}

// served is a server in this process.
type served struct {
	*server.Server
	lock *folder.Lock // of the folder
	dir  string
	host string // that it listens on

	known map[string]string // the public keys that it knows
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
	lock, err := folder.Enter(dir)
	if errors.Is(err, league.ErrLocked) {
		return nil, fmt.Errorf("flag --dir: another server uses %s", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("flag --dir: %w", err)
	}
	running := &served{lock: lock, dir: dir, host: host}
	var options *server.Options
	if running.known, err = readUsers(dir); err == nil {
		options, err = serverOptions(dir, host, number, running.known)
	}
	if err == nil {
		running.Server, err = server.NewServer(options)
	}
	if err == nil {
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

// serve answers teams until ctx is done, and lets new ones in.
func (s *served) serve(ctx context.Context, log io.Writer) error {
	b, err := dial(s.url(), filepath.Join(s.dir, "keys", "admin.json"), "serve")
	if err != nil {
		return err
	}
	defer b.Close()
	if err := serveTeams(ctx, b, log); err != nil {
		return err
	}
	for look := time.NewTicker(newKey / 10); ; {
		select {
		case <-look.C:
			known, err := readUsers(s.dir)
			if err != nil || maps.Equal(known, s.known) {
				continue // what cannot be read now can be in a moment
			}
			s.known = known
			options, err := serverOptions(s.dir, s.host, s.Addr().(*net.TCPAddr).Port, known)
			if err == nil {
				err = s.ReloadOptions(options)
			}
			if err != nil {
				fmt.Fprintf(log, "new keys are not known: %v\n", err)
			}
		case <-ctx.Done():
			look.Stop()
			return nil
		}
	}
}

// serverOptions are the settings of a server in a folder, with the public keys that it knows.
func serverOptions(dir, host string, port int, known map[string]string) (*server.Options, error) {
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
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: public, Permissions: permissions(name)})
	}
	return options, nil
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
	s.lock.Leave()
}
