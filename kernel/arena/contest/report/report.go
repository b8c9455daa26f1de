// Package report shows a tournament as one page: the table with the results of all pairs, ratings, running games and finished
// games. It depends on no game, and knows a tournament only as the plain data of a Report.
package report

import (
	"bytes"
	_ "embed" // the page of a tournament
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Report is a tournament as plain data. Its texts come from strangers and are cleaned here.
type Report struct {
	Game    string // the kind, for people
	Title   string
	Sub     string        // rounds, seed, what was played
	Seats   []scene.Chair // of the game
	Total   int           // games to be played
	Head    []string      // of the columns of the table, before those of the pairs; the first two are place and team
	Teams   []Team        // best first
	Notes   []string      // below the table
	Played  []Played
	Running []Running
	Token   string // that browsers need for the games, "" if they need none: it is added to links
	Again   int    // seconds after which a browser loads the report again; 0: never
}

// Running is a game that is being played.
type Running struct {
	Number int
	Teams  []int // by seat
	Scene  *scene.Scene
	Link   string
}

// Team is a row of the table.
type Team struct {
	Name   string
	Spec   string   // the player
	Cells  []string // of the table, in the order of Head
	Share  float64  // its score, from 0 to 1
	Low    float64  // 95 % interval of its score
	High   float64
	Rating float64 // an Error of 0 with a Rating of 0: there is none
	Error  float64 // half of its 95 % interval
	Wrong  []Wrong // its faults and defaults
}

// Wrong is a fault or default of a team.
type Wrong struct {
	Number int // of the game; 0: not in a game
	Text   string
	Link   string // to the replay; "": there is none
}

// Played is one game.
type Played struct {
	Number  int
	Round   string // such as round 3; "": not known
	Teams   []int  // by seat, indices of Report.Teams
	Winner  int    // seat, -1 for a draw
	Default bool   // it was lost by a fault, not on the board
	Ended   string
	Plies   int
	Link    string // to a replay next to the report; "": there is none
}

//go:embed report.html
var reportPage string

//go:embed report.css
var style string

//go:embed report.js
var script string

// Limits on text of strangers, in characters.
const (
	maxName = 60
	maxText = 300
)

// cup is the data from which the page is made.
type cup struct {
	Report
	Rows     []row
	Style    template.CSS
	Script   template.JS
	Policy   string
	Sprites  template.HTML
	Share    float64 // of the games that were played, in per cent
	Ratings  *ratings
	Crossing []crossing
	Boards   []small
	Faulty   bool // something went wrong with a team
}

type row struct {
	Team
	Number  int
	Place   string
	Columns []column
	Percent float64
	Left    float64 // of the interval's bar, in per cent
	Width   float64
	Cross   []cross
}

// column is a cell of the table that is about a team by itself.
type column struct {
	Head, Text string
	Bar        bool // the interval is drawn next to it
	Bad        bool // it counts something that should be 0
}

// cross is a cell of the table: what a team scored against another team.
type cross struct {
	Self   bool
	Link   string
	Score  string
	Shade  int // from 0 to 10
	Title  string
	Result []string // w, h, l or x for each game
}

// small is the board of a running game.
type small struct {
	Running
	Where string
	Light template.URL
	Dark  template.Srcset
}

// crossing is the games of two teams.
type crossing struct {
	ID, Title string
	Games     []Played
}

type ratings struct {
	Height int
	Lines  []tick
	Teams  []rated
}

type tick struct {
	X     float64
	Label string
}

type rated struct {
	Name, Value    string
	X, From, To, Y float64
}

// HTML writes the report as one page that needs nothing else, except the replays that it links to.
func (r Report) HTML(w io.Writer) error {
	r.clean()
	css := Style()
	sprites := strings.Replace(render.Symbols(""), "<svg ", `<svg class="sheet" aria-hidden="true" `, 1)
	c := cup{Report: r, Style: template.CSS(css), Script: template.JS(script), Sprites: template.HTML(sprites)}
	c.Policy = fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src data:; base-uri 'none'; form-action 'none'",
		web.Hash(script), web.Hash(css))
	if r.Total > 0 {
		c.Share = 100 * float64(len(r.Played)) / float64(r.Total)
	}
	for i := range r.Teams {
		c.Rows = append(c.Rows, r.row(i))
		c.Faulty = c.Faulty || len(r.Teams[i].Wrong) > 0
	}
	c.Ratings, c.Crossing = r.ratings(), r.crossings()
	for _, g := range r.Running {
		where := fmt.Sprintf("%s %d", strings.ToLower(g.Scene.Board.Unit), g.Scene.Group)
		light, err := picture(g.Scene, false)
		if err != nil {
			return err
		}
		dark, err := picture(g.Scene, true)
		if err != nil {
			return err
		}
		c.Boards = append(c.Boards, small{g, where, template.URL(light), template.Srcset(dark)})
	}
	page, err := template.New("report").Funcs(template.FuncMap{
		"team": func(i int) string { return r.Teams[i].Name },
		"won":  func(p Played, seat int) bool { return p.Winner == seat },
	}).Parse(reportPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, c); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// Style returns the style sheet of the report, in the system's light or dark colours.
func Style() string {
	colours := strings.ReplaceAll(render.Palette(), "[data-theme=dark]{", "@media (prefers-color-scheme:dark){:root{")
	return strings.TrimSpace(colours) + "}\n" + strings.TrimPrefix(web.Style(), render.Palette()) + style
}

// picture returns a small board as a data URL.
func picture(s *scene.Scene, dark bool) (string, error) {
	var b bytes.Buffer
	err := render.SVG(&b, s, render.Options{Width: 240, Mini: true, Dark: dark})
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Bytes()), err
}

// clean makes text of strangers safe to show, and drops indices that are out of range.
func (r *Report) clean() {
	r.Title, r.Game, r.Sub = scene.Text(r.Title, maxText), scene.Text(r.Game, maxName), scene.Text(r.Sub, maxText)
	r.Teams, r.Played, r.Notes = slices.Clone(r.Teams), slices.Clone(r.Played), slices.Clone(r.Notes)
	for i := range r.Notes {
		r.Notes[i] = scene.Text(r.Notes[i], maxText)
	}
	for i := range r.Teams {
		t := &r.Teams[i]
		t.Name, t.Spec = scene.Text(t.Name, maxName), scene.Text(t.Spec, maxText)
		t.Wrong, t.Cells = slices.Clone(t.Wrong), slices.Clone(t.Cells)
		for k := range t.Wrong {
			t.Wrong[k].Text = scene.Text(t.Wrong[k].Text, maxText)
		}
		for k := range t.Cells {
			t.Cells[k] = scene.Text(t.Cells[k], maxName)
		}
	}
	stranger := func(team int) bool { return team < 0 || team >= len(r.Teams) }
	r.Played = slices.DeleteFunc(r.Played, func(p Played) bool {
		return len(p.Teams) != len(r.Seats) || slices.ContainsFunc(p.Teams, stranger)
	})
	r.Running = slices.DeleteFunc(slices.Clone(r.Running), func(g Running) bool {
		return g.Scene == nil || slices.ContainsFunc(g.Teams, stranger)
	})
	if token := url.QueryEscape(r.Token); token != "" {
		for i := range r.Running {
			r.Running[i].Link += "#token=" + token
		}
		for i := range r.Played {
			if r.Played[i].Link != "" {
				r.Played[i].Link += "?token=" + token
			}
		}
		for i := range r.Teams {
			for k := range r.Teams[i].Wrong {
				if w := &r.Teams[i].Wrong[k]; w.Link != "" {
					w.Link += "?token=" + token
				}
			}
		}
	}
	for i := range r.Played {
		r.Played[i].Ended, r.Played[i].Round = scene.Text(r.Played[i].Ended, maxText), scene.Text(r.Played[i].Round, maxName)
	}
}

// score returns the points of a seat in a game: 1, 1/2 or 0, and the sign for it.
func (p Played) score(seat int) (points float64, sign string) {
	switch {
	case p.Winner == seat:
		return 1, "w"
	case p.Winner == -1:
		return .5, "h"
	case p.Default:
		return 0, "x"
	}
	return 0, "l"
}

func (r *Report) row(i int) row {
	team := r.Teams[i]
	t := row{Team: team, Number: i + 1, Percent: 100 * team.Share, Left: 100 * team.Low, Width: 100 * (team.High - team.Low)}
	if len(team.Cells) > 0 {
		t.Place = team.Cells[0]
	}
	for k := 2; k < min(len(r.Head), len(team.Cells)); k++ { // after place and team
		head, text := r.Head[k], team.Cells[k]
		t.Columns = append(t.Columns, column{head, text, head == "score" && team.High > 0, head == "defaults" && text != "0"})
	}
	t.Cross = make([]cross, len(r.Teams))
	sum := make([]float64, len(r.Teams))
	for _, p := range r.Played {
		seat := slices.Index(p.Teams, i)
		if seat < 0 {
			continue
		}
		got, sign := p.score(seat)
		for s, other := range p.Teams {
			if s != seat && other != i {
				sum[other] += got
				t.Cross[other].Result = append(t.Cross[other].Result, sign)
			}
		}
	}
	for k := range t.Cross {
		c := &t.Cross[k]
		n := float64(len(c.Result))
		c.Self, c.Score = k == i, "–"
		if n > 0 {
			c.Score = fmt.Sprintf("%s : %s", half(sum[k]), half(n-sum[k]))
			c.Shade = int(10*sum[k]/n + .5)
			c.Link = "#" + pairID(i, k)
			c.Title = fmt.Sprintf("%s against %s: %s of %g", t.Name, r.Teams[k].Name, half(sum[k]), n)
		}
	}
	return t
}

// half writes points, with ½.
func half(points float64) string {
	whole, part := math.Modf(points)
	switch {
	case part == 0:
		return fmt.Sprintf("%.0f", points)
	case whole == 0:
		return "½"
	}
	return fmt.Sprintf("%.0f½", whole)
}

func pairID(a, b int) string { return fmt.Sprintf("games-%d-%d", min(a, b)+1, max(a, b)+1) }

func (r *Report) crossings() (list []crossing) {
	for a := range r.Teams {
		for b := a + 1; b < len(r.Teams); b++ {
			c := crossing{ID: pairID(a, b), Title: r.Teams[a].Name + " and " + r.Teams[b].Name}
			for _, p := range r.Played {
				if slices.Contains(p.Teams, a) && slices.Contains(p.Teams, b) {
					c.Games = append(c.Games, p)
				}
			}
			if len(c.Games) > 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// ratings draws the ratings with their intervals, if there are any.
func (r *Report) ratings() *ratings {
	const left, right, high = 92.0, 350.0, 30.0
	low, top := math.Inf(1), math.Inf(-1)
	for _, t := range r.Teams {
		if t.Error > 0 {
			low, top = min(low, t.Rating-t.Error), max(top, t.Rating+t.Error)
		}
	}
	if top <= low {
		return nil
	}
	step := 100.0
	for (top-low)/step > 8 {
		step *= 2
	}
	low, top = math.Floor(low/step)*step, math.Ceil(top/step)*step
	x := func(v float64) float64 { return left + (v-low)/(top-low)*(right-left) }
	p := &ratings{}
	for v := low; v <= top; v += step {
		p.Lines = append(p.Lines, tick{x(v), fmt.Sprintf("%.0f", v)})
	}
	teams := slices.Clone(r.Teams)
	slices.SortStableFunc(teams, func(a, b Team) int { return int(math.Copysign(1, b.Rating-a.Rating)) })
	for _, t := range teams {
		if t.Error > 0 {
			y := high*float64(len(p.Teams)) + 23
			p.Teams = append(p.Teams, rated{
				Name: scene.Text(t.Name, 12), Value: fmt.Sprintf("%.0f ±%.0f", t.Rating, t.Error),
				X: x(t.Rating), From: x(t.Rating - t.Error), To: x(t.Rating + t.Error), Y: y,
			})
		}
	}
	p.Height = int(high)*len(p.Teams) + 34
	return p
}
