package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

//go:embed reantics_prober.py
var reanticsProber []byte

// prober asks a Python player that gives the answers of the cases and reports what it sees.
type prober struct {
	player *wire.Python
	cases  *os.File
	out    *bufio.Reader
}

// newProber starts a prober in a folder.
func newProber(dir string) (*prober, error) {
	file := filepath.Join(dir, "prober.py")
	if err := os.WriteFile(file, reanticsProber, 0o666); err != nil {
		return nil, err
	}
	cases, err := os.Create(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		return nil, err
	}
	p := &prober{player: &wire.Python{File: file}, cases: cases}
	if err := p.player.Open(context.Background(), turn.Game{Seed: "1"}); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, p.player.Stderr())
	}
	out, err := os.Open(filepath.Join(dir, "out.jsonl"))
	p.out = bufio.NewReader(out)
	return p, err
}

// probeCase says what the player reports, and the expression with which it answers.
type probeCase struct {
	Calls []json.RawMessage `json:"calls,omitempty"`
	Texts []any             `json:"texts,omitempty"`
	View  *bool             `json:"view,omitempty"`
	Sees  *bool             `json:"sees,omitempty"`
	Expr  string            `json:"expr"`
	Scope map[string][]int  `json:"scope,omitempty"`
}

type probeSeen struct {
	Calls    []json.RawMessage
	View     json.RawMessage
	Sees     json.RawMessage
	Attacker [2]int
	Targets  [][2]int
}

// ask asks the player; err is a failure of the harness, fault a failure of the player, which some cases want.
func (p *prober) ask(v reantics.View, c probeCase) (a reantics.Answer, seen probeSeen, fault *turn.Fault, err error) {
	line, err := json.Marshal(c)
	if err == nil {
		_, err = p.cases.Write(append(line, '\n'))
	}
	if err != nil {
		return a, seen, nil, err
	}
	a, _, err = p.player.Answer(context.Background(), v)
	if errors.As(err, &fault) {
		err = nil
	}
	if err == nil {
		if line, err = p.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &seen)
		} else {
			err = fmt.Errorf("%w\n%s", err, p.player.Stderr())
		}
	}
	return a, seen, fault, err
}

// reanticsProbe reads a file whose cases are checked with the help of a Python player.
func reanticsProbe[R any](check func(*prober, R, func(outcome)) error) reader {
	return func(content []byte, o options, report func(outcome)) error {
		if _, err := exec.LookPath("python3"); err != nil {
			if os.Getenv("GRIDIRON_CORPUS") == "required" {
				return err
			}
			report(outcome{id: "all", skipped: "not checked: there is no python3"})
			return nil
		}
		dir, err := os.MkdirTemp("", "conform")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		p, err := newProber(dir)
		if err != nil {
			return err
		}
		defer p.player.Close()
		defer p.cases.Close()
		var failed error
		err = lines(func(r R, _ options, report func(outcome)) {
			if failed == nil {
				failed = check(p, r, report)
			}
		})(content, o, report)
		if err != nil {
			return err
		}
		return failed
	}
}

const probeEnd = "Move(END)"

type reanticsMovesRecord struct {
	ID      int
	St      reanticsState
	N, Uniq int
	List    string
}

// probeMoves compares the list of listAllLegalMoves, and the set of our own.
func probeMoves(p *prober, r reanticsMovesRecord, report func(outcome)) error {
	position, err := r.St.position()
	if err != nil {
		return err
	}
	view := position.View()
	_, seen, _, err := p.ask(view, probeCase{Calls: []json.RawMessage{[]byte(`["listAllLegalMoves",[]]`)}, Expr: probeEnd})
	if err != nil {
		return err
	}
	want := strings.Fields(r.List)
	var got []string
	if err := json.Unmarshal(seen.Calls[0], &got); err != nil {
		return err
	}
	report(outcome{id: fmt.Sprintf("%d listAllLegalMoves", r.ID), want: r.List, got: strings.Join(got, " ")})
	slices.Sort(want)
	got = nil
	for _, m := range view.Position.AppendMoves(nil) {
		got = append(got, m.String())
	}
	slices.Sort(got)
	report(outcome{id: fmt.Sprintf("%d AppendMoves", r.ID), want: fmt.Sprint(slices.Compact(want)), got: fmt.Sprint(got)})
	return nil
}

type reanticsViewRecord struct {
	ID   int
	St   reanticsState
	View json.RawMessage
}

func probeView(p *prober, r reanticsViewRecord, report func(outcome)) error {
	position, err := r.St.position()
	if err != nil {
		return err
	}
	yes := true
	_, seen, _, err := p.ask(position.View(), probeCase{View: &yes, Expr: probeEnd})
	if err == nil {
		report(outcome{id: fmt.Sprint(r.ID), want: canonical(r.View), got: canonical(seen.View)})
	}
	return err
}

// canonical writes JSON with sorted keys.
func canonical(text []byte) string {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err.Error()
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

type reanticsUtilsRecord struct {
	ID    int
	St    reanticsState
	Calls [][3]json.RawMessage
}

func probeUtils(p *prober, r reanticsUtilsRecord, report func(outcome)) error {
	position, err := r.St.position()
	if err != nil {
		return err
	}
	c := probeCase{Expr: probeEnd}
	for _, call := range r.Calls {
		c.Calls = append(c.Calls, fmt.Appendf(nil, "[%s,%s]", call[0], call[1]))
	}
	_, seen, _, err := p.ask(position.View(), c)
	if err != nil {
		return err
	}
	for i, call := range r.Calls {
		want, got := call[2], seen.Calls[i]
		report(outcome{id: fmt.Sprintf("%d %s%s", r.ID, call[0], call[1]), want: canonical(want), got: canonical(got)})
	}
	return nil
}

type reanticsTextRecord struct {
	Fn string
	A  json.RawMessage
	R  string
}

// probeText checks the texts of Python's side and ours, where both have them.
func probeText(p *prober, r reanticsTextRecord, report func(outcome)) error {
	ours, err := r.ours()
	if err != nil {
		return err
	}
	report(outcome{id: fmt.Sprintf("%s%s", r.Fn, r.A), want: r.R, got: ours})
	if r.Fn == "truncateName" || r.Fn == "scoreTable" {
		return nil
	}
	start := reantics.Start(reantics.Original)
	_, seen, _, err := p.ask(start.View(), probeCase{Texts: []any{[]any{r.Fn, r.A}}, Expr: "[]"})
	if err != nil {
		return err
	}
	var theirs string
	if err := json.Unmarshal(seen.Calls[0], &theirs); err != nil {
		return err
	}
	report(outcome{id: fmt.Sprintf("%s%s in Python", r.Fn, r.A), want: r.R, got: theirs})
	return nil
}

func (r reanticsTextRecord) ours() (string, error) {
	var number int
	var m rawMove
	var rows [][3]any
	var name []any
	switch r.Fn {
	case "moveTypeToStr", "antTypeToStr", "buildTypeToStr":
		err := json.Unmarshal(r.A, &number)
		return map[string]func(int) string{
			"moveTypeToStr": reantics.ActionName, "antTypeToStr": reantics.AntName, "buildTypeToStr": reantics.BuildName,
		}[r.Fn](number), err
	case "Move.__str__":
		if err := json.Unmarshal(r.A, &m); err != nil {
			return "", err
		}
		raw, _ := m.answer().Action()
		return raw.String(), nil
	case "truncateName":
		if err := json.Unmarshal(r.A, &name); err != nil {
			return "", err
		}
		return reantics.TruncateName(name[0].(string), int(name[1].(float64))), nil
	case "scoreTable":
		var scores []reantics.Score
		err := json.Unmarshal(r.A, &rows)
		for _, row := range rows {
			wins, losses := row[1].(float64), row[2].(float64)
			scores = append(scores, reantics.Score{Name: row[0].(string), Wins: int(wins), Losses: int(losses)})
		}
		return reantics.ScoreTable(scores), err
	}
	return "", fmt.Errorf("no function is called %q", r.Fn)
}

// reanticsAPIRecord also has cells, under the names that its expression uses.
type reanticsAPIRecord struct {
	ID       int
	Call     string
	Seat     int
	Expr     string
	St       reanticsState
	Out, Why string
	FoeHP    []int `json:"foe_hp"`
	scope    map[string][]int
}

func (r *reanticsAPIRecord) UnmarshalJSON(text []byte) error {
	type plain reanticsAPIRecord
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	r.scope = map[string][]int{}
	for name, value := range all {
		var cell []int
		if len(name) <= 2 && json.Unmarshal(value, &cell) == nil && len(cell) == 2 {
			r.scope[name] = cell
		}
	}
	return json.Unmarshal(text, (*plain)(r))
}

// probeAPI makes the player answer something odd.
func probeAPI(p *prober, r reanticsAPIRecord, report func(outcome)) error {
	position, err := r.St.position()
	if err != nil {
		return err
	}
	seat := reantics.Seat(r.Seat)
	game := referee.New(position, referee.Options{})
	if r.Call == "getAttack" {
		for _, a := range game.Ask()[0].Ask.Position.AppendAnts(nil, seat) {
			if a.Type == reantics.Drone { // it stays and attacks
				answerOne(game, reantics.Answer{Move: reantics.Walk(a.Cell)})
			}
		}
	}
	answer, _, fault, err := p.ask(game.Ask()[0].Ask, probeCase{Expr: r.Expr, Scope: r.scope})
	if err != nil {
		return err
	}
	verdict := "ok"
	if fault != nil {
		verdict, _, _ = strings.Cut(fault.Detail, ":")
		verdict = "loss " + verdict
	}
	raw, isAction := answer.Action()
	if seat == reantics.Red {
		raw = raw.Turned()
	}
	if isAction && fault == nil {
		if rule := game.Position().CheckRaw(raw); rule != reantics.Legal {
			verdict = "loss " + rule.String()
		}
	}
	game.Answer([]turn.Answer[reantics.Answer]{{Value: answer, Fault: fault}})
	if r.Call == "getAttack" && len(game.Ask()) == 0 && fault == nil {
		verdict = "loss attack"
	}
	if (verdict == "ok") != (len(game.Ask()) > 0) {
		verdict += ", but the referee says " + game.Result().Reason
	}
	want := strings.TrimSpace(r.Out + " " + r.Why)
	if r.FoeHP != nil {
		var health []int
		for i := range game.Position().Count(seat.Other()) {
			health = append(health, int(game.Position().Ant(seat.Other(), i).Health))
		}
		want, verdict = fmt.Sprintf("%s health %v", want, r.FoeHP), fmt.Sprintf("%s health %v", verdict, health)
	}
	report(outcome{id: fmt.Sprintf("%d %s %s", r.ID, r.Call, r.Expr), kind: r.Out, want: want, got: verdict})
	return nil
}

type reanticsSetupRecord struct {
	ID    int
	Cat   string
	Calls []struct {
		S, Ph int
		Sees  json.RawMessage
		Ret   any
		Py    string
	}
	Out, Why string
	W        *int
	St       *reanticsState
}

// probeSetup plays a dialogue of the set-up.
func probeSetup(p *prober, r reanticsSetupRecord, report func(outcome)) error {
	o := outcome{id: fmt.Sprintf("%d (%s)", r.ID, r.Cat), kind: r.Out}
	game := referee.New(reantics.Start(reantics.Original), referee.Options{})
	ask := func(s, ph int, sees []byte) string {
		return fmt.Sprintf("seat %d phase %d sees %s; ", s, ph, canonical(sees))
	}
	yes := true
	for _, call := range r.Calls {
		o.want += ask(call.S, call.Ph, call.Sees)
		questions := game.Ask()
		if len(questions) == 0 {
			o.got += "over"
			break
		}
		answer, seen, fault, err := p.ask(questions[0].Ask, probeCase{Sees: &yes, Expr: call.Py})
		if err != nil {
			return err
		}
		o.got += ask(questions[0].Seat, int(game.Position().Phase()), seen.Sees)
		game.Answer([]turn.Answer[reantics.Answer]{{Value: answer, Fault: fault}})
	}
	switch r.Out {
	case "ok":
		want, err := r.St.position()
		if err != nil {
			return err
		}
		o.want += whole(&want)
		o.got += whole(game.Position())
	case "loss":
		o.want += fmt.Sprintf("winner %d", *r.W)
		o.got += fmt.Sprintf("winner %d", game.Result().Winner)
	case "crash":
		o.want += "crash " + r.Why
		if len(game.Ask()) == 0 && game.Result().Winner == 1-r.Calls[len(r.Calls)-1].S {
			o.got = "loss " + o.got
		}
	}
	report(o)
	return nil
}
