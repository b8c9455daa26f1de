package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
)

// labelled matches a team with a label.
var labelled = regexp.MustCompile(`^([\pL\pM\pN_.-]+)=(.+)$`)

// fileFlags are those of a tournament whose value may be a file.
var fileFlags = []string{"starts", "start", "config"}

// switches are the flags of a tournament that have no value.
var switches = []string{
	"budget-cpu", "dead-ends", "jail-keep", "json", "no-color", "open", "oversubscribe", "prepare", "public", "quiet", "strict", "third", "verbose", "web-exit",
}

// localBots uploads the bots on a command line that are folders or files, and unpacks them in the folder of the league. It
// returns the command line for a program that runs in that folder.
func (l *handing) localBots(ctx context.Context, dir string, args []string) (there []string, err error) {
	for i, arg := range args {
		isValue := i > 0 && strings.HasPrefix(args[i-1], "-") && !strings.Contains(args[i-1], "=") &&
			!slices.Contains(switches, strings.TrimLeft(args[i-1], "-"))
		name, value, isFlag := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case isValue && slices.Contains(fileFlags, strings.TrimLeft(args[i-1], "-")):
			arg = absolute(arg)
		case isFlag && strings.HasPrefix(arg, "-") && slices.Contains(fileFlags, name):
			arg = "--" + name + "=" + absolute(value)
		case !isValue && !strings.HasPrefix(arg, "-"):
			if arg, err = l.localBot(ctx, dir, arg); err != nil {
				return nil, err
			}
		}
		there = append(there, arg)
	}
	return there, nil
}

// absolute returns the absolute path of a file or folder that exists, and any other value as it is.
func absolute(value string) string {
	if _, err := os.Stat(value); err != nil {
		return value
	}
	if path, err := filepath.Abs(value); err == nil {
		return path
	}
	return value
}

// localBot uploads the bot of a team if it is a folder or a file, and returns the team for a program that runs in the league's
// folder.
func (l *handing) localBot(ctx context.Context, dir, team string) (string, error) {
	team, odds := tournament.CutOdds(team)
	behind := strings.Join(append([]string{""}, odds...), ",")
	label, player := "", team
	if m := labelled.FindStringSubmatch(team); m != nil {
		label, player = m[1], m[2]
	}
	if len(bundlesOf(player)) > 0 { // a team has submitted it
		b := &bots{bus: l.bus, dir: dir}
		return team + behind, b.have(ctx, player)
	}
	info, err := os.Stat(player)
	if err != nil || !info.IsDir() && !strings.ContainsAny(player, "./") { // a file with the name of a bundled bot does not count
		return team + behind, nil
	}
	files, err := readBundle(player)
	if err == nil && files.plays("") != nil {
		err = fmt.Errorf("the folder contains none of %s: want the file that is the player, such as %s, or a folder that a team submits with --main",
			strings.Join(check.Mains(), ", "), filepath.Join(player, files[0].path))
	}
	if err != nil {
		return "", usagef("team %s: %w", team, err)
	}
	hash, _, err := l.store(ctx, files)
	if err != nil {
		return "", fmt.Errorf("team %s: %w", team, err)
	}
	if label == "" {
		name := filepath.Base(absolute(player))
		if label = strings.TrimSuffix(name, filepath.Ext(name)); !labelled.MatchString(label + "=x") {
			return "", usagef("team %s: want LABEL=%s with letters, digits, _, . and - as the label", team, player)
		}
	}
	b := &bots{bus: l.bus, dir: dir}
	return label + "=" + files.word("bots/"+hash, "", check.Mains()) + behind, b.have(ctx, "bots/"+hash)
}

// players returns the submitted bots of a game as LABEL=BOT: those of the wanted teams, or of all teams.
func (b *bus) players(ctx context.Context, game string, wanted []string, all bool) (list []string, err error) {
	everybody, err := b.submissions(ctx, "")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, s := range everybody {
		if s.Game != game || !all && !slices.Contains(wanted, s.Team) {
			continue
		}
		if v := s.active(); v != nil {
			found = append(found, s.Team)
			list = append(list, s.Team+"="+v.Word)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(found, name) {
			return nil, usagef("flag --teams: team %q has no bot for %s that passed the check; `league list` lists them", name, game)
		}
	}
	return list, nil
}

// names splits names at commas.
func names(text string) (list []string) {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}
