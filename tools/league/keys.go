package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// key is the file of a login: where the server is, whose key it is, and the certificate of the server.
type key struct {
	URL  string `json:"url"`
	Name string `json:"name"` // admin, worker, worker-NAME or team-TEAM
	Seed string `json:"seed"` // the secret, an nkey
	CA   string `json:"ca"`   // PEM, of the server's certificate

	foreign bool // from a file of NATS credentials
}

// readKey reads the file of a key.
func readKey(file string) (*key, error) {
	if file == "" {
		return nil, errors.New("want the FILE of a key that `league keys` made")
	}
	text, err := files.Read(file, files.MostText)
	if err != nil {
		return nil, err
	}
	k := &key{}
	if strings.Contains(string(text), "BEGIN NATS USER JWT") {
		k.foreign = true
		pair, err := nkeys.ParseDecoratedUserNKey(text)
		if err == nil {
			var seed []byte
			seed, err = pair.Seed()
			k.Seed = string(seed)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: these NATS credentials hold no seed of a user: %w", file, err)
		}
		return k, nil
	}
	if err := json.Unmarshal(text, k); err != nil || k.Seed == "" {
		return nil, fmt.Errorf("%s is not a key: want a file that `league keys` made, or NATS credentials", file)
	}
	return k, nil
}

// pair returns the two halves of the key.
func (k *key) pair(file string) (nkeys.KeyPair, error) {
	pair, err := nkeys.FromSeed([]byte(k.Seed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return pair, nil
}

// options returns the settings of a connection with the key.
func (k *key) options(file string) []nats.Option {
	if k.foreign {
		return []nats.Option{nats.UserCredentials(file)}
	}
	pair, err := k.pair(file)
	if err != nil {
		return []nats.Option{func(*nats.Options) error { return err }}
	}
	public, err := pair.PublicKey()
	if err != nil {
		return []nats.Option{func(*nats.Options) error { return fmt.Errorf("%s: %w", file, err) }}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(k.CA))
	return []nats.Option{
		nats.Nkey(public, pair.Sign), nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}),
		nats.CustomInboxPrefix(inbox(k.Name)), // nobody can read the answers to others
	}
}

func inbox(name string) string { return "_INBOX_" + name }

// teamPrefix begins the name of a team's key.
const teamPrefix = "team-"

// maxTeam is the maximum length of a team's name, in bytes. The ids of checks, of at most 60 bytes, contain it.
const maxTeam = 40

func isTeam(name string) bool { return word.MatchString(name) && len(name) <= maxTeam }

// user is an entry of the file of public keys that the server accepts.
type user struct {
	Name string `json:"name"`
	Key  string `json:"key"`
}

// workerPrefix begins the name of the key of one worker.
const workerPrefix = "worker-"

// permissions returns what the owner of a key may publish and subscribe to; nil: everything. A worker in quarantine may only
// announce its presence and learn whether it may play again.
func permissions(name string, isBarred bool) *server.Permissions {
	allow := func(subjects ...string) *server.SubjectPermission { return &server.SubjectPermission{Allow: subjects} }
	if name == "admin" {
		return nil // everything
	}
	if team, ok := strings.CutPrefix(name, teamPrefix); ok {
		return &server.Permissions{Publish: allow("team." + team + ".*"), Subscribe: allow(inbox(name) + ".>")}
	}
	own, ok := strings.CutPrefix(name, workerPrefix)
	if !ok {
		own = "*" // the key that workers share
	}
	hears := allow(inbox(name)+".>", "$KV."+barred+"."+own, watchSubject(own))
	says := []string{
		"$JS.API.INFO", "$JS.API.STREAM.INFO.RESULTS", "$JS.API.STREAM.INFO.KV_workers", "$JS.API.STREAM.INFO.KV_" + barred,
		"$JS.API.DIRECT.GET.KV_" + barred + ".>", "$KV." + workers + "." + own,
	}
	if !isBarred {
		says = append(says, "$JS.API.STREAM.INFO.JOBS", "$JS.API.CONSUMER.CREATE.JOBS.>", "$JS.API.CONSUMER.INFO.JOBS.*",
			"$JS.API.CONSUMER.MSG.NEXT.JOBS.*", "$JS.ACK.JOBS.>", "$JS.API.STREAM.INFO.BUNDLES", "$JS.API.DIRECT.GET.RESULTS.>",
			"$JS.API.DIRECT.GET.BUNDLES.>", "results.>", "troubles.>", shownSubject("*", own))
	}
	return &server.Permissions{Publish: allow(says...), Subscribe: hears}
}

func keysCommand() *cli.Command {
	return &cli.Command{
		Name: "keys", Usage: "make the certificate of a server, and the keys of the admin, workers and teams",
		UsageText: "league keys --dir DIR [--host HOST]... [--worker NAME]... [TEAM...]\n\n" +
			"Existing keys are kept. A running server accepts new ones at once. A new key has the address of the server that admin.json has, if\n" +
			"--host and --listen do not say another. Give each machine that you do not trust a key of its own: its results are then signed,\n" +
			"and if an audit finds one wrong, the server bars the worker. Examples:\n\n" +
			"  league keys --dir league-data --host lab-server.example.org alice bob\n" +
			"  league keys --dir league-data --worker lab1 --worker lab2",
		Flags: []cli.Flag{dirFlag(), hostFlag(), listenFlag(), &cli.StringSliceFlag{
			Name: "worker", Usage: "`NAME` of a worker with a key of its own; may be repeated",
		}},
		Action: func(c *cli.Context) error {
			var names []string
			for _, worker := range c.StringSlice("worker") {
				if !word.MatchString(worker) {
					return usagef("flag --worker: %q: want letters, digits, _ and -, at most 60", worker)
				}
				names = append(names, workerPrefix+worker)
			}
			for _, team := range c.Args().Slice() {
				if !isTeam(team) {
					return usagef("keys: team %q: want letters, digits, _ and -, at most %d", team, maxTeam)
				}
				names = append(names, teamPrefix+team)
			}
			hosts, listen := c.StringSlice("host"), c.String("listen")
			if at := knownAddress(c.String("dir")); at != nil {
				if !c.IsSet("host") {
					hosts = []string{at.Hostname()}
				}
				if !c.IsSet("listen") {
					listen = ":" + at.Port()
				}
			}
			made, err := makeKeys(c.String("dir"), hosts, listen, names...)
			for _, name := range made {
				fmt.Fprintln(c.App.Writer, name)
			}
			return err
		},
	}
}

// knownAddress returns the address of the server that the admin's key in its folder has; nil: there is none yet.
func knownAddress(dir string) *url.URL {
	k, err := readKey(filepath.Join(dir, "keys", "admin.json"))
	if err != nil {
		return nil
	}
	at, err := url.Parse(k.URL)
	if err != nil || at.Hostname() == "" || at.Port() == "" {
		return nil
	}
	return at
}

func dirFlag() cli.Flag {
	return &cli.StringFlag{Name: "dir", Value: "league-data", Usage: "`DIR` of the server: its keys and streams"}
}

func hostFlag() cli.Flag {
	return &cli.StringSliceFlag{
		Name: "host", Usage: "`HOST` by which others reach the server, a name or an address; may be repeated (default: this machine only)",
	}
}

func listenFlag() cli.Flag {
	return &cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "`[HOST]:PORT` to listen on; :4222 is for all machines"}
}

// makeKeys makes the certificate of a server, and the keys of admin, workers and others by their names, unless they exist. It
// returns the files that it made.
func makeKeys(dir string, hosts []string, listen string, others ...string) (made []string, err error) {
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, usagef("flag --listen: %q: want [HOST]:PORT", listen)
	}
	folder := filepath.Join(dir, "keys")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	write := func(name string, text []byte) error {
		path := filepath.Join(folder, name)
		err := writeWhole(path, text)
		if err == nil {
			made = append(made, path)
		}
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, "server.pem")); errors.Is(err, fs.ErrNotExist) {
		certificate, private, err := selfSigned(append(hosts, "127.0.0.1", "::1", "localhost"))
		if err != nil {
			return nil, err
		}
		if err := errors.Join(write("server-key.pem", private), write("server.pem", certificate)); err != nil {
			return made, err
		}
	}
	certificate, err := os.ReadFile(filepath.Join(folder, "server.pem"))
	if err != nil {
		return made, err
	}
	known, err := readUsers(dir)
	if err != nil {
		return made, err
	}
	host := "127.0.0.1"
	if len(hosts) > 0 {
		host = hosts[0]
	}
	for _, name := range append([]string{"admin", "worker"}, others...) {
		if known[name] != "" {
			continue
		}
		k := key{URL: "tls://" + net.JoinHostPort(host, port), Name: name, CA: string(certificate)}
		text, public, err := k.draw()
		if err == nil {
			err = write(name+".json", text)
		}
		if err != nil {
			return made, err
		}
		known[name] = public
	}
	return made, writeUsers(dir, known)
}

// draw draws the secret of a key at random and returns the text of the key's file and the public key.
func (k key) draw() (text []byte, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, "", err
	}
	seed, err1 := pair.Seed()
	public, err2 := pair.PublicKey()
	k.Seed = string(seed)
	text, err3 := json.MarshalIndent(k, "", "  ")
	return append(text, '\n'), public, errors.Join(err1, err2, err3)
}

// writeUsers writes the public keys, whole or not at all.
func writeUsers(dir string, known map[string]string) error {
	var list []user
	for _, name := range slices.Sorted(maps.Keys(known)) {
		list = append(list, user{name, known[name]})
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(usersFile(dir), append(text, '\n'))
}

// writeWhole writes a file that only its owner reads, whole or not at all: half a certificate would count as one at the next
// start.
func writeWhole(path string, text []byte) error {
	err := os.WriteFile(path+".new", text, 0o600)
	if err == nil {
		return os.Rename(path+".new", path)
	}
	os.Remove(path + ".new")
	return err
}

func usersFile(dir string) string { return filepath.Join(dir, "keys", "users.json") }

// readUsers reads the public keys by name.
func readUsers(dir string) (map[string]string, error) {
	known := map[string]string{}
	path := usersFile(dir)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	var list []user
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, u := range list {
		known[u.Name] = u.Key
	}
	return known, nil
}

// selfSigned makes a certificate for a server, and its private key, in PEM. Clients accept this certificate only.
func selfSigned(hosts []string) (certificate, private []byte, err error) {
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "league"}, NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(5, 0, 0),
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IsCA: true, BasicConstraintsValid: true,
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &pair.PublicKey, pair)
	if err != nil {
		return nil, nil, err
	}
	text, err := x509.MarshalPKCS8PrivateKey(pair)
	if err != nil {
		return nil, nil, err
	}
	certificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return certificate, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: text}), nil
}
