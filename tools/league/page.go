package main

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nkeys"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

// pageFlags ask `league serve` for a page.
func pageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "web", Usage: "show the leagues in browsers at `[HOST:]PORT`, such as 8080; without a host only to this machine"},
		&cli.BoolFlag{Name: "public", DefaultText: "only those with a token", Usage: "with --web: let everybody who reaches the page look"},
		&cli.StringFlag{Name: "games", Usage: "with --web: `DIR` with the programs of the games, which make the replays (default: no replays)"},
	}
}

// pageSettings are the settings of a page.
type pageSettings struct {
	address string // [HOST:]PORT to listen on
	public  bool   // everybody who reaches it may see it
	games   string // the folder with the programs of the games; "": there are no replays
	hosts   []string

	programs map[string]string                              // of the games, by their names, in place of a folder
	visitor  func(token string) (board.Visitor, bool)       // also knows visitors; nil: keys alone do
	wrap     func(b *board.Board, at net.Addr) http.Handler // serves the board and further pages; nil: the board alone
	secure   *tls.Config                                    // nil: plain HTTP
}

// checkPage checks the flags of the page.
func checkPage(c *cli.Context) error {
	for _, name := range []string{"public", "games"} {
		if c.IsSet(name) && !c.IsSet("web") {
			return usagef("flag --%s: want --web with it", name)
		}
	}
	return nil
}

// origin is the server whose leagues a page shows.
type origin struct {
	url   string
	creds string // file of the admin's key; "": the server wants none
	// known returns the public keys of those who may see more than others, by name: the admin's and teams'.
	known func() (map[string]string, error)
}

// origin returns the server as the origin of a page.
func (s *served) origin() origin {
	known := func() (map[string]string, error) { return readUsers(s.dir) }
	return origin{s.url(), filepath.Join(s.dir, "keys", "admin.json"), known}
}

// ownKey returns the public keys that a page accepts if it is a client of another server: only its own, as the admin's. file "":
// none.
func ownKey(file string) (known func() (map[string]string, error), err error) {
	all := map[string]string{}
	if file != "" {
		k, err := readKey(file)
		if err != nil {
			return nil, err
		}
		pair, err := k.pair(file)
		if err != nil {
			return nil, err
		}
		if all["admin"], err = pair.PublicKey(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return func() (map[string]string, error) { return all, nil }, nil
}

// servePage serves a page until stop is called, if the flags ask for one, and says where the server and the page are.
func servePage(c *cli.Context, server string, from origin) (stop func(), err error) {
	address := ""
	stop = func() {}
	if c.IsSet("web") {
		set := pageSettings{address: c.String("web"), public: c.Bool("public"), games: c.String("games"), hosts: c.StringSlice("host")}
		if address, stop, err = from.page(c.Context, set, c.App.ErrWriter); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(c.App.Writer, "serving on %s\n", server)
	if address != "" {
		fmt.Fprintf(c.App.ErrWriter, "the page: %s\n", address)
	}
	return stop, nil
}

// page serves a page until ctx is done or stop is called, and returns its address.
func (from origin) page(ctx context.Context, set pageSettings, log io.Writer) (address string, stop func(), err error) {
	programs := map[string]string{}
	maps.Copy(programs, set.programs)
	if set.games != "" {
		found, err := find(ctx, set.games)
		if err != nil {
			return "", nil, err
		}
		for _, path := range slices.Sorted(maps.Keys(found)) {
			programs[found[path].Game] = path
		}
	}
	symbols, err := sheets(ctx, programs)
	if err != nil {
		return "", nil, fmt.Errorf("flag --games: %w", err)
	}
	listener, err := web.Listen(set.address)
	if err != nil {
		return "", nil, usagef("flag --web: %w", err)
	}
	open := set.public || web.Loopback(listener.Addr())
	address = web.URL(listener.Addr(), "")
	switch {
	case open || set.visitor != nil:
	case from.creds == "":
		err = usagef("flag --web: other machines need a token, which is made from a key: want --creds FILE, or --public for everybody")
	default:
		var token string
		token, err = pageToken(from.creds, watch)
		address += "?token=" + token
	}
	var b *bus
	if err == nil {
		b, err = dial(from.url, from.creds, "page")
	}
	if err != nil {
		listener.Close()
		return "", nil, err
	}
	f := newFeed(b, programs, log)
	o := f.options(open, set.hosts)
	o.Visitor = from.visitors(set)
	o.Sheets = symbols
	f.board = board.New(o)
	handler := f.board.Handler()
	if set.wrap != nil {
		handler = set.wrap(f.board, listener.Addr())
	}
	if set.secure != nil {
		listener = tls.NewListener(listener, set.secure)
	}
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		if err := f.run(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(log, "the page is no longer updated: %v\n", err)
		}
	})
	all.Go(func() { f.board.Run(ctx) })
	all.Go(func() {
		if err := web.ServeUntil(ctx, listener, handler, func() {}); err != nil {
			fmt.Fprintf(log, "the page: %v\n", err)
		}
	})
	return address, func() {
		cancel()
		all.Wait()
		b.Close()
	}, nil
}

// visitors returns what knows the visitors of a page by their tokens.
func (from origin) visitors(set pageSettings) func(token string) (board.Visitor, bool) {
	return func(token string) (board.Visitor, bool) {
		if set.visitor != nil {
			if v, ok := set.visitor(token); ok {
				return v, true
			}
		}
		return visitor(from.known, token)
	}
}

// watch is the name, in a token, of a visitor who may see the page, but nothing that bots printed.
const watch = "watch"

// pageSigns returns the text that a key signs to let the visitor of a name see the page.
func pageSigns(name string) []byte { return []byte("gridiron: the page of a league, shown to " + name) }

// pageToken makes the token that identifies a visitor to the page. With whom "" that is the owner of the key in file; the admin's
// key also makes tokens for others: whom is then watch, or the name of a team's key. The server needs no list of tokens: it has
// the public keys.
func pageToken(file, whom string) (string, error) {
	k, err := readKey(file)
	if err != nil {
		return "", err
	}
	name := k.Name
	if k.foreign {
		name = "admin" // the page checks whether it is
	}
	switch {
	case name != "admin" && !strings.HasPrefix(name, teamPrefix):
		return "", fmt.Errorf("%s is not the key of a team or of the admin", file)
	case whom != "" && name != "admin":
		return "", fmt.Errorf("%s is not the admin's key", file)
	case whom != "":
		name = whom
	}
	pair, err := k.pair(file)
	if err != nil {
		return "", err
	}
	signature, err := pair.Sign(pageSigns(name))
	return name + "." + base64.RawURLEncoding.EncodeToString(signature), err
}

// visitor returns the visitor whom a token identifies; false: none of the keys has signed it. The admin's key may sign for
// everybody.
func visitor(keys func() (map[string]string, error), token string) (v board.Visitor, ok bool) {
	name, text, _ := strings.Cut(token, ".")
	signature, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(token) > 200 {
		return v, false
	}
	known, err := keys()
	if err != nil {
		return v, false
	}
	isSigned := func(signer string) bool {
		if known[signer] == "" {
			return false
		}
		public, err := nkeys.FromPublicKey(known[signer])
		return err == nil && public.Verify(pageSigns(name), signature) == nil
	}
	team, isTeam := strings.CutPrefix(name, teamPrefix)
	switch {
	case isTeam && (isSigned(name) || isSigned("admin")):
		return board.Visitor{Team: team}, true
	case name == "admin" && isSigned("admin"):
		return board.Visitor{Admin: true}, true
	}
	return v, name == watch && isSigned("admin")
}

func pageCommand() *cli.Command {
	return &cli.Command{
		Name: "page", Usage: "print the address of the page with your token, which shows what your bot printed",
		UsageText: "league page --creds FILE [--watch | --team TEAM] URL\n\n" +
			"A team's key shows what the team's bots printed, the admin's what all bots printed. This verb does not contact the server.\n" +
			"The token is a password: whoever has it sees what you see. With a cluster (league serve --nats URL --creds FILE --web) only that\n" +
			"FILE makes tokens, also those of teams. Examples:\n\n" +
			"  league page --creds team-alice.json http://lab1.example.org:8080\n" +
			"  league page --creds admin.json --watch http://lab1.example.org:8080\n" +
			"  league page --creds admin.creds --team alice http://lab1.example.org:8080",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "creds", EnvVars: []string{"LEAGUE_CREDS"}, Usage: "`FILE` of a key that `league keys` made"},
			&cli.BoolFlag{Name: "watch", DisableDefaultText: true, Usage: "with the admin's key: a token that shows tables and games, and nothing that bots printed"},
			&cli.StringFlag{Name: "team", Usage: "with the admin's key: a token of `TEAM`, which shows what this team's bots printed"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usagef("page: %s: want one, the address of the page", plural(c.NArg(), "argument"))
			}
			at, err := url.Parse(c.Args().First())
			if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
				return usagef("page: %q: want an address such as http://lab1.example.org:8080", c.Args().First())
			}
			whom, team := "", c.String("team")
			switch {
			case c.IsSet("team") && c.Bool("watch"):
				return usagef("flag --team: want --team or --watch, not both")
			case c.IsSet("team") && !isTeam(team):
				return usagef("flag --team: %q: want letters, digits, _ and -, at most %d", team, maxTeam)
			case c.IsSet("team"):
				whom = teamPrefix + team
			case c.Bool("watch"):
				whom = watch
			}
			token, err := pageToken(c.String("creds"), whom)
			if err != nil {
				return usagef("flag --creds: %w", err)
			}
			query := at.Query()
			query.Set("token", token)
			if at.RawQuery = query.Encode(); at.Path == "" {
				at.Path = "/"
			}
			_, err = fmt.Fprintln(c.App.Writer, at)
			return err
		},
	}
}

func reportCommand() *cli.Command {
	return verb("report", "write pages of a league, finished or not, with a replay of every game", "NAME",
		"OUT/index.html has the table and leads to the games, as `GAME tournament report` writes them, with what bots printed. The folder needs no\n"+
			"server. Example:\n\n  league report --creds admin.json --games bin --html site week1",
		[]cli.Flag{
			&cli.StringFlag{Name: "games", Value: ".", Usage: "`DIR` with the program of the game, which makes the pages"},
			&cli.StringFlag{Name: "html", Usage: "write the pages to the folder `OUT`, which is made"},
			&cli.StringFlag{Name: "title", Usage: "`TEXT` above the table (default: the name of the league)"},
		},
		func(c *cli.Context, b *bus) error {
			name, title := c.Args().First(), c.String("title")
			if c.String("html") == "" {
				return usagef("report: want --html OUT, a folder for the pages")
			}
			if title == "" {
				title = name
			}
			h, err := b.head(c.Context, name)
			if err != nil {
				return err
			}
			program, _, err := programOf(c, h.Game)
			if err != nil {
				return err
			}
			dir, err := os.MkdirTemp("", "league-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			folder := filepath.Join(dir, "t")
			t, err := b.export(c.Context, name, folder)
			if err != nil {
				return err
			}
			t.Close()
			cmd := exec.CommandContext(c.Context, program, "tournament", "report", folder, "--html", c.String("html"), "--title", title)
			cmd.Stdout, cmd.Stderr = c.App.Writer, c.App.ErrWriter
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s tournament report: %w", filepath.Base(program), err)
			}
			return nil
		})
}
