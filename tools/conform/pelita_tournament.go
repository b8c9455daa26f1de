package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/tournament"
)

// pelitaTournamentRecord is a plan of the first round or a bracket.
type pelitaTournamentRecord struct {
	Kind    string            `json:"kind"`
	Teams   []string          `json:"teams,omitempty"`
	Seed    string            `json:"seed,omitempty"`
	Plan    []tournament.Pair `json:"plan,omitempty"`
	Next    *[2]string        `json:"next_match_seeds,omitempty"`
	Ranking []string          `json:"ranking,omitempty"`
	Bonus   bool              `json:"bonus,omitempty"`
	Tree    any               `json:"tree,omitempty"`
	Rounds  any               `json:"rounds,omitempty"`
	Text    *string           `json:"text,omitempty"`
}

func pelitaTournament(v pelita.Version) reader {
	return lines(func(r pelitaTournamentRecord, _ options, report func(outcome)) {
		got := pelitaTournamentRecord{Kind: r.Kind, Teams: r.Teams, Seed: r.Seed, Ranking: r.Ranking, Bonus: r.Bonus}
		o := outcome{id: fmt.Sprintf("%s %d teams seed %s bonus %v", r.Kind, len(r.Teams)+len(r.Ranking), r.Seed, r.Bonus), kind: r.Kind}
		switch r.Kind {
		case "matchplan":
			random, err := pyrand.Parse(r.Seed)
			if err != nil {
				o.got = err.Error()
				break
			}
			got.Plan = tournament.Plan(r.Teams, random)
			got.Next = &[2]string{fmt.Sprint(tournament.GameSeed(random)), fmt.Sprint(tournament.GameSeed(random))}
		case "knockout":
			tree := tournament.Bracket(v, r.Ranking, r.Bonus)
			got.Tree = pelitaNode{tree}
			levels := tree.Levels()
			rounds := make([][]pelitaNode, len(levels))
			for i, level := range levels {
				for _, n := range level {
					rounds[i] = append(rounds[i], pelitaNode{n})
				}
			}
			got.Rounds = rounds
			if strings.Count(asJSON(got.Tree), `{"team":null}`) >= 2 {
				r.Text = nil // garbled by the original
			} else if text := tree.Draw(func(id string) string { return id }, nil, [2]string{}); text != "" {
				got.Text = &text
			}
		default:
			o.got = "what is " + r.Kind
		}
		o.want = asJSON(r)
		if o.got == "" {
			o.got = asJSON(got)
		}
		report(o)
	})
}

// pelitaNode is a bracket as the corpus writes it.
type pelitaNode struct{ *tournament.Node }

// MarshalJSON writes {"match":[l,r]}, {"bye":n} or {"team":id}.
func (n pelitaNode) MarshalJSON() ([]byte, error) {
	switch {
	case n.Match != nil:
		return json.Marshal(map[string]any{"match": []pelitaNode{{n.Match[0]}, {n.Match[1]}}})
	case n.Bye != nil:
		return json.Marshal(map[string]any{"bye": pelitaNode{n.Bye}})
	case n.Team == "":
		return []byte(`{"team":null}`), nil
	}
	return json.Marshal(map[string]any{"team": n.Team})
}
