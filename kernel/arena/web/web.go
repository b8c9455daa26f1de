// Package web shows games in a browser: as they are played, as one file, as a report of a tournament. It depends on no game: a
// game passes it scenes (kernel/scene) and the legal answers of people, and receives texts.
//
// A [Server] receives a game by Begin and Show, and holds it with Wait as people want it; Ask waits for a person's answer.
// [Replay] collects the same for a file that [HTML] writes. The page itself is in page/: plain modules, no build step.
package web

import (
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Game describes a game on a page apart from its scenes. Its texts come from strangers and are cleaned here.
type Game struct {
	Name    string   // of the kind of game, for people
	Sub     string   // what defines it apart from the seed, in a few words
	Seed    string   // "": there is none
	Players []string // names by seat
	Chosen  []string // by seat: the names that pause conditions use; nil: Players
	People  []int    // the seats of people
	Within  *Within  // nil: the game stands alone
	Learn   *Learn   // how the game is played; nil: the page does not say
}

// Within is the place of a game among others that have pages, too. Links are relative to the page of the game; "": there is none.
type Within struct {
	Title    string `json:"title"`           // of the tournament
	Round    string `json:"round,omitempty"` // such as round 3
	Number   int    `json:"number"`
	Of       int    `json:"of,omitempty"` // the games of the tournament; 0: not known
	Back     string `json:"back"`         // to the tournament
	Previous string `json:"previous,omitempty"`
	Next     string `json:"next,omitempty"`
}

// Learn explains a game, in Markdown.
type Learn struct {
	Goal    string   `json:"goal"` // one sentence
	Lessons []Lesson `json:"lessons"`
	Rules   string   `json:"rules"`
}

// Lesson is a text, or says what is to be seen in a picture.
type Lesson struct {
	Text  string       `json:"text"`
	Scene *scene.Scene `json:"scene,omitempty"`
}

// Snapshot is what people may see between two questions. What is costly to compute is a function, called when it is needed and
// never after the call that got the snapshot.
type Snapshot struct {
	Ply    int   // how many questions, or groups of questions asked at once, were answered
	Count  int   // the plies as records and the verbs count them, every answer one; 0: as Ply
	Asked  []int // the seats that are asked next
	Scene  func() scene.Scene
	Text   func() string           // the position in words or as a layout text; may be nil
	Legal  func(seat int) []Choice // nil, or no choices: answers are typed
	Check  func(seat int, text string) error
	Done   []int           // cells of earlier parts of the answer, if a person is asked part by part
	Part   bool            // the answer is asked for part by part, and others follow this one
	Steps  []string        // how a person puts an answer together, step by step
	Said   []Said          // with the answers that led here
	Faults []Fault         // of the answers that led here
	Values map[int]float64 // what the players that answered think of their own chances, in units of their own
	Used   []time.Duration // thinking time by seat so far; nil: not known
	Left   []time.Duration // time by seat for the next answer, below 0 without a limit; nil: nobody has one
	Result *Result         // nil: the game goes on
}

// Choice is a legal answer: see scene.Choice.
type Choice = scene.Choice

// Said is what a player said with its answer, or wrote in addition to it.
type Said struct {
	Seat  int    `json:"seat"`
	Text  string `json:"text"`
	Error bool   `json:"error,omitempty"` // it comes from its standard error
}

// Fault is what was wrong with an answer, in words.
type Fault struct {
	Seat int            `json:"seat"`
	Text string         `json:"text"`
	Kind turn.FaultKind `json:"kind,omitempty"`
}

// Result is how a game ended.
type Result struct {
	Winner int    `json:"winner"` // seat, -1 for a draw
	Text   string `json:"text"`   // such as RED (champion) wins: BLUE (greedy) is stuck
}

// Limits on text of strangers, in characters, and on lines of one ply.
const (
	maxName  = 60
	maxText  = 300
	maxLines = 8
)

// ply is the change from one scene to the next.
type ply struct {
	Group  int             `json:"group,omitempty"`
	Count  int             `json:"count,omitempty"` // of plies up to here, where it is not that of scenes
	Moves  []scene.Move    `json:"moves,omitempty"`
	Patch  map[string]any  `json:"patch,omitempty"`
	Scene  *scene.Scene    `json:"scene,omitempty"` // instead of a patch: after a move was taken back
	Said   []Said          `json:"said,omitempty"`
	Faults []Fault         `json:"faults,omitempty"`
	Values map[int]float64 `json:"values,omitempty"`
	Used   []float64       `json:"used,omitempty"` // seconds
	Left   []float64       `json:"left,omitempty"`
}

// head is what a page knows before the first ply.
type head struct {
	Name  string       `json:"name"`
	Sub   string       `json:"sub,omitempty"`
	Seed  string       `json:"seed,omitempty"`
	Names []string     `json:"names"`
	Sheet string       `json:"sheet"`
	Scene *scene.Scene `json:"scene"`
	Count int          `json:"count,omitempty"` // of plies before the first scene
	In    *Within      `json:"within,omitempty"`
	Left  []float64    `json:"left,omitempty"` // before the first ply
	Learn *Learn       `json:"learn,omitempty"`
}

// Replay collects what the page of one game shows.
type Replay struct {
	head   head
	plies  []ply
	result *Result
	last   *scene.Scene
	first  int // Snapshot.Ply of the first scene
	count  int // Snapshot.Count of the last one
}

// NewReplay returns an empty replay.
func NewReplay(g Game) *Replay {
	r := &Replay{head: head{
		Name: scene.Text(g.Name, maxName), Sub: scene.Text(g.Sub, maxText), Seed: scene.Text(g.Seed, maxName),
		Names: []string{}, Learn: g.Learn,
	}}
	for _, name := range g.Players {
		r.head.Names = append(r.head.Names, scene.Text(name, maxName))
	}
	if g.Within != nil {
		in := *g.Within
		in.Title, in.Round = scene.Text(in.Title, maxText), scene.Text(in.Round, maxName)
		r.head.In = &in
	}
	return r
}

// Add adds the snapshot after the next ply; the first one is that before any ply. A smaller Ply than the last one takes plies
// back.
func (r *Replay) Add(s Snapshot) { r.add(s) }

// added is what Add changed: cut is the number of plies that a takeback left, -1 if nothing was taken back.
type added struct {
	begun bool
	cut   int
	ply   *ply
}

func (r *Replay) add(s Snapshot) (a added) {
	a.cut = -1
	now := s.Scene()
	counted := r.count == s.Count
	r.result, r.count = nil, s.Count
	if s.Result != nil {
		r.result = &Result{s.Result.Winner, scene.Text(s.Result.Text, maxText)}
	}
	if r.last == nil {
		r.head.Scene, r.head.Sheet, r.head.Count, r.first = &now, render.Symbols(now.Board.Sheet), s.Count, s.Ply
		r.head.Left = seconds(s.Left)
		r.last, a.begun = &now, true
		return a
	}
	n := max(s.Ply-r.first, 0)
	if n == len(r.plies) && s.Result != nil && counted && len(s.Said)+len(s.Faults) == 0 && len(render.Patch(r.last, &now)) == 0 {
		return a // only the result is new
	}
	next := ply{Group: now.Group, Moves: now.Moves, Said: said(s.Said), Faults: faults(s.Faults), Values: values(s.Values)}
	next.Used, next.Left = seconds(s.Used), seconds(s.Left)
	if n > len(r.plies) {
		next.Patch = render.Patch(r.last, &now)
		delete(next.Patch, "group") // the ply has them
		delete(next.Patch, "moves")
	} else {
		a.cut = max(n-1, 0)
		r.plies = r.plies[:a.cut]
		next.Scene = &now
		if n == 0 {
			r.head.Scene, r.head.Count, r.last = &now, s.Count, &now
			return a
		}
	}
	if len(r.plies)+1 != s.Count {
		next.Count = s.Count
	}
	r.plies, r.last, a.ply = append(r.plies, next), &now, &next
	return a
}

// JSON returns what the page needs to show the replay.
func (r *Replay) JSON() ([]byte, error) {
	if r.head.Scene == nil {
		return nil, errors.New("a replay without a scene")
	}
	plies := r.plies
	if plies == nil {
		plies = []ply{}
	}
	return json.Marshal(struct {
		head
		Plies  []ply   `json:"plies"`
		Result *Result `json:"result"`
	}{r.head, plies, r.result}) // with < as \u003c, so that no text ends the element of a page
}

func seconds(list []time.Duration) (s []float64) {
	for _, d := range list {
		s = append(s, float64(d.Milliseconds())/1000)
	}
	return s
}

// values drops NaN and infinities, which JSON cannot hold.
func values(all map[int]float64) map[int]float64 {
	kept := map[int]float64{}
	for seat, v := range all {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			kept[seat] = v
		}
	}
	return kept
}

func said(list []Said) (kept []Said) {
	for _, s := range list[:min(len(list), maxLines)] {
		if s.Text = scene.Text(s.Text, maxText); s.Text != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

func faults(list []Fault) (kept []Fault) {
	for _, f := range list[:min(len(list), maxLines)] {
		f.Text = scene.Text(f.Text, maxText)
		kept = append(kept, f)
	}
	return kept
}
