//go:build !lean || web

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// kept makes the page keep its settings in the original's file, which `reantics queue` plays, too.
var kept = page.Format{Usual: "my-settings.json", Read: readKept, Write: writeKept}

// facts are the counts of pause conditions, by the page's names for them.
var facts = map[string]string{
	"": "Food", "hill": "Anthill Health", "queen": "Queen Health", "ants": "Num Ants", "worker": "Num Workers",
	"drone": "Num Drones", "soldier": "Num Soldiers", "ranged": "Num Ranged Soldiers",
}

// pageKinds are the kinds of entries by the words of the original.
var pageKinds = map[string]string{
	quickStart: "Quick start", twoPlayer: "Two players", playSelf: "Play self", roundRobin: "Round robin", playAll: "Play all",
}

// readKept reads such a file. If it names a player by author, the player is looked up in the folder AI.
func readKept(a *cli.App, c *urfave.Context, text []byte) (*page.Saved, error) {
	s := &series{app: a, roster: newRoster(a, c.String("python"), false)}
	defer s.roster.close()
	entries, err := parseSettings(c.String("settings"), text, s)
	if err != nil {
		return nil, err
	}
	all := page.Saved{Settings: page.Settings{
		Alternate: s.swap, Verbose: s.verbose, Restart: s.restart, PauseStart: s.pauseStart, Deal: s.roster.random,
	}}
	if s.timeout > 0 {
		all.Settings.Budget = s.timeout.String()
	}
	for _, e := range entries {
		q := page.Queued{Kind: pageKinds[e.kind], Games: e.games}
		for _, name := range e.players {
			found, err := s.roster.find(c.Context, name)
			if err != nil {
				return nil, err
			}
			if found.human() {
				found.spec = "human"
			}
			q.Players = append(q.Players, found.spec)
		}
		all.Queue = append(all.Queue, q)
	}
	all.Rules.Faults = s.pauseIllegal
	for _, c := range s.conditions {
		when := pace.Condition{Players: c.players}
		for _, e := range s.roster.known {
			e.rename(&when.Players, e.spec)
		}
		for i, name := range c.players {
			if strings.EqualFold(name, "any ai") {
				when.Players[i] = pace.AnyBot
			} else if len(name) >= 3 && strings.EqualFold(name[:3], "any") {
				when.Players[i] = pace.Any
			}
		}
		for _, n := range c.counts {
			for fact, what := range facts {
				if what == n.what {
					when.Counts = append(when.Counts, pace.Count{Player: n.player, Fact: fact, Is: float64(n.is)})
				}
			}
		}
		all.Rules.When = append(all.Rules.When, when)
	}
	return &all, nil
}

// writeKept writes such a file. It writes a quick start as the games that it plays, because the original's file has no quick
// starts.
func writeKept(all *page.Saved) ([]byte, error) {
	type object = map[string]any
	games, conditions := []object{}, []object{}
	for _, q := range all.Queue {
		kind, players := q.Kind, q.Players
		for _, original := range slices.Sorted(maps.Keys(pageKinds)) {
			if pageKinds[original] == kind {
				kind = original
			}
		}
		if kind == quickStart {
			if kind = roundRobin; len(players) == 1 {
				kind, players = twoPlayer, []string{"human", players[0]}
			}
		}
		if kind == twoPlayer && players[0] == players[1] && players[0] != "human" {
			kind, players = playSelf, players[:1]
		}
		if err := (entry{kind, players, q.Games}).check(); err != nil { // it would not be read again
			return nil, fmt.Errorf("the settings are not saved: %w", err)
		}
		games = append(games, object{"type": kind, "num_games": q.Games, "players": players})
	}
	for _, c := range all.Rules.When {
		counts := map[string]int{}
		for _, n := range c.Counts {
			what, ok := facts[n.Fact]
			if !ok || n.Is != float64(int(n.Is)) {
				return nil, fmt.Errorf("the settings are not saved: the original's file cannot express the pause condition %q is %v", n.Fact, n.Is)
			}
			counts[fmt.Sprintf("P%d %s", n.Player, what)] = int(n.Is)
		}
		players := c.Players
		for i, name := range players {
			switch name {
			case pace.Any:
				players[i] = "Any Player"
			case pace.AnyBot:
				players[i] = "Any AI"
			}
		}
		conditions = append(conditions, object{"players": players, "conditions": counts})
	}
	set := &all.Settings
	more := object{
		"swap": set.Alternate, "verbose": set.Verbose, "timeout": set.Budget != "", "autorestart": set.Restart, "pause": set.PauseStart,
		"pauseIllegal": all.Rules.Faults, "timeout_limit": "", "layout_chosen": "Player Invoked",
	}
	if set.Deal {
		more["layout_chosen"] = randomOverride
	}
	if set.Budget != "" {
		limit, err := timer.ParseDuration(set.Budget)
		if err != nil {
			return nil, err
		}
		more["timeout_limit"] = strconv.FormatFloat(limit.Seconds(), 'f', -1, 64)
	}
	return json.MarshalIndent(object{"games": games, "additional_settings": more, "pause_conditions": conditions}, "", "  ")
}
