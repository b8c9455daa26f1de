// Package tables shows the games of a server on a page, while they are played.
package tables

import (
	"bytes"
	"context"
	_ "embed" // the page of tables
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Tables is a page with the games of a server. A nil *Tables shows nothing.
type Tables struct {
	app   *cli.App
	title string
	learn *web.Learn
	lobby *web.Lobby
	close func()

	mu     sync.Mutex
	tables []*Table // newest last
}

// Table is one of the games. A nil *Table shows nothing.
type Table struct {
	tables *Tables
	id     string
	names  []string
	frames web.Frames
	first  web.Snapshot
	server *web.Server // nil before the first move

	// Guarded by the mutex of tables:
	now   *scene.Scene
	state string
	over  bool
}

// maxTables is how many tables are kept. Finished games are removed first, the oldest of them before the others.
const maxTables = 60

// Open opens the page if --web asks for it, and prints its address; otherwise it returns nil. Close closes the page.
func Open(a *cli.App, c *urfave.Context) (*Tables, error) {
	entry, err := page.Listen(c)
	if entry == nil || err != nil {
		return nil, err
	}
	t := &Tables{app: a, title: page.Title(&a.Game.Info) + ": tables", learn: page.Learn(a.Game)}
	t.lobby = web.NewLobby(web.Options{Open: entry.Open}, t.index, nil)
	token := ""
	if !entry.Open {
		token = t.lobby.Token()
	}
	if err := entry.Show(a.Err, t.lobby.URL(entry.Listener.Addr(), token)); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(c.Context))
	served := make(chan error, 1)
	go func() { served <- t.lobby.Serve(ctx, entry.Listener) }()
	t.close = func() {
		stop()
		if err := <-served; err != nil {
			a.Log.Warn().Err(err).Msg("the page")
		}
	}
	return t, nil
}

// Close closes the page.
func (t *Tables) Close() {
	if t != nil {
		t.close()
	}
}

// Table opens a table; names are the players' names by seat, texts of strangers. The page shows a table only from its first move
// on, so that clients that connect and then do nothing do not fill the page.
func (t *Tables) Table(number int, names []string) *Table {
	if t == nil {
		return nil
	}
	table := &Table{tables: t, id: strconv.Itoa(number), state: "is being played"}
	table.frames = web.Frames{Seats: t.app.Game.Seats, End: table.end}
	for _, name := range names {
		table.names = append(table.names, scene.Text(name, 60))
	}
	return table
}

// open adds the table to the page.
func (t *Table) open() {
	t.tables.mu.Lock()
	all := t.tables.tables
	if len(all) >= maxTables {
		i := max(0, slices.IndexFunc(all, func(old *Table) bool { return old.over }))
		t.tables.lobby.Close(all[i].id)
		all = slices.Delete(all, i, i+1)
	}
	t.tables.tables = append(all, t)
	t.tables.mu.Unlock()
	t.server = t.tables.lobby.Table(t.id)
	t.server.Begin(web.Game{Name: page.Title(&t.tables.app.Game.Info), Sub: "table " + t.id, Players: t.names, Learn: t.tables.learn})
	t.server.Show(t.first)
}

// Observers returns the observers that show a match at the table.
func (t *Table) Observers() []match.Observer {
	if t == nil {
		return nil
	}
	return []match.Observer{t}
}

// Asked shows the position.
func (t *Table) Asked(_ context.Context, s *match.Snapshot) error {
	t.Show(t.frames.Next(s))
	return nil
}

// Answered does nothing: the answers are shown with the position that they led to.
func (t *Table) Answered(*match.Snapshot) error { return nil }

// Ended shows the end.
func (t *Table) Ended(s *match.Snapshot) error {
	t.Show(t.frames.Next(s))
	return nil
}

// Show shows a position of a game that a server plays without package match: Ply counts from 0.
func (t *Table) Show(s web.Snapshot) {
	if t == nil {
		return
	}
	now := s.Scene()
	s.Scene = func() scene.Scene { return now }
	switch {
	case t.server != nil:
		t.server.Show(s)
	case s.Ply == 0 && s.Result == nil:
		t.first, t.first.Text = s, nil // it is valid only now
	default:
		t.open()
		t.server.Show(s)
	}
	t.tables.mu.Lock()
	defer t.tables.mu.Unlock()
	if t.now = &now; s.Result != nil {
		t.over, t.state = true, scene.Text(s.Result.Text, 160)
	}
}

// Leave marks the game as broken off, unless it is over.
func (t *Table) Leave() {
	if t == nil {
		return
	}
	t.tables.mu.Lock()
	defer t.tables.mu.Unlock()
	if !t.over {
		t.over, t.state = true, "was broken off"
	}
}

// Result converts the result of a game for Show.
func (t *Table) Result(r *record.Result) *web.Result { return t.frames.Result(r) }

// end returns in words how a game ended.
func (t *Table) end(r *record.Result) string {
	return t.tables.app.Game.ResultLine(r.Line(t.tables.app.Game.Seats, t.names[:]))
}

//go:embed tables.html
var tablesPage string

var tablesTemplate = template.Must(template.New("tables").Parse(tablesPage))

const tablesStyle = `
.tables{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));padding:1rem;align-items:start}
.tables .table{display:grid;gap:.3rem;padding:.8rem;color:inherit;text-decoration:none;overflow-wrap:anywhere;
background:var(--panel);border:1px solid var(--line);border-radius:var(--r)}
.tables img{width:100%;height:auto}.tables small{color:var(--mut)}`

// tablesScript keeps the page up to date.
const tablesScript = `
setInterval(async () => {
  const text = await fetch(location.href).then((r) => (r.ok ? r.text() : '')).catch(() => '');
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  const now = document.querySelector('main');
  if (!next || next.innerHTML === now.innerHTML) return;
  const focus = document.activeElement?.getAttribute('href');
  now.replaceWith(document.adoptNode(next));
  for (const a of document.links) if (focus && a.getAttribute('href') === focus) a.focus();
}, 2000);
`

// index writes the page with links to the tables, newest first.
func (t *Tables) index(w io.Writer, token string) error {
	type row struct{ Link, Names, State, Board any }
	style := web.Style() + tablesStyle
	data := struct {
		Title  string
		Policy string
		Code   string
		Style  template.CSS
		Script template.JS
		Tables []row
	}{t.title, web.Hash(style), web.Hash(tablesScript), template.CSS(style), tablesScript, nil}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, table := range slices.Backward(t.tables) {
		link := web.Link(table.id)
		if token != "" {
			link += "#token=" + token
		}
		r := row{Link: link, Names: strings.Join(table.names, " – "), State: fmt.Sprintf("table %s %s", table.id, table.state)}
		if table.now != nil {
			var b bytes.Buffer
			if err := render.SVG(&b, table.now, render.Options{Mini: true, Width: 320, Names: table.names}); err != nil {
				return err
			}
			r.Board = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Bytes()))
		}
		data.Tables = append(data.Tables, r)
	}
	return tablesTemplate.Execute(w, data)
}
