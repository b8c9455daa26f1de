package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// pelitaMessage is a line of a transcript: the head of a game, a message to a player with its reply, or one that a player sent
// without being asked.
type pelitaMessage struct {
	Rec         string          `json:"rec"`
	LayoutFile  string          `json:"layout_file"`
	Layout      string          `json:"layout"`
	Rounds      int             `json:"rounds"`
	Seed        string          `json:"seed"`
	Teams       []string        `json:"teams"`
	Stdout      []string        `json:"stdout"`
	Action      string          `json:"action"`
	Team        *int            `json:"team"`
	Data        json.RawMessage `json:"data"`
	Reply       json.RawMessage `json:"reply"`
	Unsolicited json.RawMessage `json:"unsolicited"`
}

// pelitaTranscripts plays the recorded games with the recorded replies: what we send must be what the original sent.
func pelitaTranscripts(v pelita.Version) reader {
	return func(content []byte, _ options, report func(outcome)) error {
		var games [][]pelitaMessage
		for number, line := range bytes.Split(bytes.TrimSpace(content), []byte("\n")) {
			var m pelitaMessage
			if err := strict(line, &m); err != nil {
				return fmt.Errorf("line %d: %w", number+1, err)
			}
			switch {
			case m.Rec == "game":
				games = append(games, []pelitaMessage{m})
			case len(games) == 0:
				return fmt.Errorf("line %d: a message before the first game", number+1)
			default:
				games[len(games)-1] = append(games[len(games)-1], m)
			}
		}
		for _, messages := range games {
			if err := pelitaTranscript(v, messages, report); err != nil {
				return err
			}
		}
		return nil
	}
}

// pelitaTranscript plays one game.
func pelitaTranscript(v pelita.Version, messages []pelitaMessage, report func(outcome)) error {
	head := messages[0]
	s, err := pelita.NewGame(head.Layout, pelita.Options{})
	if err != nil {
		return err
	}
	l, err := pelita.ParseLayout(head.Layout)
	if err != nil {
		return err
	}
	random, err := pyrand.Parse(head.Seed)
	if err != nil {
		return err
	}
	o := referee.Options{Layout: head.LayoutFile, Specs: [2]string(head.Teams)}
	o.Version, o.MaxRounds, o.ErrorLimit = v, head.Rounds, pelita.ErrorLimit
	r := referee.New(l, s.Maze, o, random)
	var asked, recorded []pelitaMessage
	for _, m := range messages[1:] {
		if m.Unsolicited == nil {
			recorded = append(recorded, m)
		}
	}
	for questions := r.Ask(); len(questions) > 0; questions = r.Ask() {
		if questions[0].Ask.Kind == pelita.AskName {
			r.Answer(pelitaNames(head.Stdout, messages))
			continue
		}
		q := questions[0].Ask
		sent, err := pelitaSent(&q)
		if err != nil {
			return err
		}
		asked = append(asked, sent)
		n := len(asked) - 1
		if n >= len(recorded) {
			break
		}
		a, err := pelitaHeard(&q, recorded[n].Reply)
		if err != nil {
			return fmt.Errorf("seed %s message %d: %w", head.Seed, n+1, err)
		}
		r.Answer([]turn.Answer[pelita.Move]{a})
	}
	for i := range max(len(asked), len(recorded)) {
		c := outcome{id: fmt.Sprintf("seed %s message %d", head.Seed, i+1), kind: "message", want: "nothing", got: "nothing"}
		if i < len(recorded) {
			c.want = describeMessage(recorded[i])
		}
		if i < len(asked) {
			c.got = describeMessage(asked[i])
		}
		report(c)
	}
	return nil
}

// pelitaSent is the message of a question as a line of a transcript.
func pelitaSent(q *pelita.View) (m pelitaMessage, err error) {
	var sent struct {
		Action string          `json:"__action__"`
		Data   json.RawMessage `json:"__data__"`
	}
	text := wire.AppendRequest(nil, "1", q, wire.DefaultBudget, q.Version == pelita.V251)
	if err := json.Unmarshal(text, &sent); err != nil {
		return m, err
	}
	m.Action, m.Data = sent.Action, sent.Data
	if string(m.Data) != "{}" {
		team := int(q.Team.Seat)
		m.Team = &team
	}
	return m, nil
}

// pelitaNames answers the first question of version 2.7.0: players send their names without being asked, and the console says
// which player has which name.
func pelitaNames(stdout []string, messages []pelitaMessage) []turn.Answer[pelita.Move] {
	answers := make([]turn.Answer[pelita.Move], 2)
	for team, name := range pelita.Teams {
		answers[team].Say = "?"
		for _, line := range stdout {
			if said, found := strings.CutPrefix(line, "ᗧ "+name+" team: '"); found {
				answers[team].Say = strings.TrimSuffix(said, "'")
			}
			for _, m := range messages {
				r, err := wire.ParseReply(m.Unsolicited)
				if m.Unsolicited != nil && err == nil && r.Error != nil && strings.HasPrefix(line, "ᗧ "+name+" team, bot") {
					answers[team].Fault = turn.Faultf(turn.NeverStarted, "%s: %s", *r.Error, r.ErrorMsg)
				}
			}
		}
	}
	return answers
}

// pelitaHeard is a recorded reply as the answer to a question.
func pelitaHeard(q *pelita.View, reply json.RawMessage) (a turn.Answer[pelita.Move], err error) {
	if q.Kind == pelita.AskEnd {
		return a, nil
	}
	r, err := wire.ParseReply(reply)
	if err != nil {
		return a, err
	}
	switch {
	case q.Kind == pelita.AskStart && r.Error != nil:
		a.Fault = turn.Faultf(turn.NeverStarted, "%s: %s", *r.Error, r.ErrorMsg)
	case q.Kind == pelita.AskStart:
		json.Unmarshal(r.Return, &a.Say)
	default:
		a.Value, a.Say, err = r.ParseMove(q)
		fault, _ := err.(*turn.Fault)
		a.Fault, err = fault, nil
	}
	return a, err
}

// describeMessage writes a message so that equal messages have equal texts.
func describeMessage(m pelitaMessage) string {
	var data map[string]any
	decoder := json.NewDecoder(bytes.NewReader(m.Data))
	decoder.UseNumber()
	if err := decoder.Decode(&data); err != nil {
		return err.Error()
	}
	if state, ok := data["game_state"].(map[string]any); ok {
		for _, side := range []string{"team", "enemy"} {
			if team, ok := state[side].(map[string]any); ok {
				team["team_time"] = 0
			}
		}
		sortCells(state, "walls")
	}
	return m.Action + " " + asJSON(m.Team) + " " + asJSON(data)
}

// sortCells sorts a list whose order has no meaning.
func sortCells(object map[string]any, key string) {
	if list, ok := object[key].([]any); ok {
		slices.SortFunc(list, func(a, b any) int { return strings.Compare(asJSON(a), asJSON(b)) })
	}
}
