// Package shell has the verbs for who installs a program: completion for shells, and the manual page.
package shell

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
)

// Wing adds the verbs completion and manual.
func Wing(p *cli.Program) {
	p.Fronts = append(p.Fronts, completionVerb, manualVerb)
	p.Unparsed = map[string]func(*cli.App, *urfave.App, []string){
		completeVerb: func(a *cli.App, root *urfave.App, words []string) {
			for _, word := range complete(root, takesOf(a), words) {
				fmt.Fprintln(a.Out, word)
			}
		},
	}
}

// completeVerb is the hidden verb that the shells' scripts call with the words typed so far, the unfinished one last. It
// replaces urfave's own completion, which panics on half a flag name.
const completeVerb = "__complete"

// takes lists the possible arguments of verbs and values of flags. A verb or flag that is not listed takes anything, such as a
// file.
type takes struct {
	arguments map[string][]string // by verb
	most      map[string]int      // arguments of a verb; no entry: any number
	values    map[string][]string // by flag
}

// takesOf returns what the command lines of a program take.
func takesOf(a *cli.App) takes {
	players, bots := a.Game.PlayerNames(), []string{}
	for _, b := range a.Game.Bots {
		bots = append(bots, b.Name)
	}
	var reads, writes []string
	for _, f := range a.Game.Formats {
		if f.Reads {
			reads = append(reads, f.Name)
		}
		if f.Writes {
			writes = append(writes, f.Name)
		}
	}
	t := takes{
		arguments: map[string][]string{
			"play": players, "run": players, "check": players[1:], "serve": bots, "new-bot": verbs.Languages(a.Game, ""),
			"completion": slices.Sorted(maps.Keys(completionScripts)),
		},
		most:   map[string]int{"play": len(a.Game.Seats), "check": 1, "serve": 1, "new-bot": 1, "completion": 1},
		values: map[string][]string{"from": reads, "to": writes, "log-level": {"trace", "debug", "info", "warn", "error"}},
	}
	maps.Copy(t.arguments, a.Arguments)
	return t
}

// complete returns the completions of the last word.
func complete(root *urfave.App, t takes, words []string) (list []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	commands, flags := root.Commands, []urfave.Flag(nil)
	verb, arguments, value := "", 0, ""
	for _, w := range words[:len(words)-1] {
		name := strings.TrimLeft(w, "-")
		at := slices.IndexFunc(commands, func(c *urfave.Command) bool { return c.Name == w })
		switch {
		case value != "":
			value = ""
		case name != w:
			if f := cli.FlagNamed(flags, name); f != nil && cli.NeedsValue(f) {
				value = name
			}
		case at >= 0:
			commands, flags, verb = commands[at].Subcommands, commands[at].Flags, w
		default:
			arguments++
		}
	}
	most, limited := t.most[verb]
	switch {
	case value != "":
		list = t.values[value]
	case strings.HasPrefix(last, "-"):
		list = append(cli.FlagNames(flags), "--help")
	case len(commands) > 0:
		list = cli.Names(commands)
	case !limited || arguments < most:
		list = t.arguments[verb]
	}
	list = slices.Clone(list)
	matching := list[:0]
	for _, word := range list {
		if strings.HasPrefix(word, last) {
			matching = append(matching, word)
		}
	}
	sort.Strings(matching)
	return matching
}

var completionScripts = map[string]string{
	"bash": `_%[1]s() {
  local IFS=$'\n'
  COMPREPLY=($(%[1]s ` + completeVerb + ` "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _%[1]s %[1]s
`,
	"zsh": `#compdef %[1]s
_%[1]s() {
  local -a words_so_far list
  words_so_far=("${words[@]:1:$((CURRENT-1))}")
  list=("${(@f)$(%[1]s ` + completeVerb + ` "${words_so_far[@]}" 2>/dev/null)}")
  if [[ -n "${list[1]}" ]]; then compadd -- "${list[@]}"; else _files; fi
}
compdef _%[1]s %[1]s
`,
	"fish": `function __%[1]s_complete
  set -l words (commandline -opc) (commandline -ct)
  %[1]s ` + completeVerb + ` $words[2..-1] 2>/dev/null
end
complete -c %[1]s -a '(__%[1]s_complete)'
`,
	"powershell": `Register-ArgumentCompleter -Native -CommandName %[1]s -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -eq '') { $words += '""' }
  & %[1]s ` + completeVerb + ` @words 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
}

// completionVerb is the verb completion.
func completionVerb(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "completion", Usage: "print a completion script for a shell",
		UsageText: fmt.Sprintf("%[1]s completion bash|zsh|fish|powershell\n\nExample for bash:\n\n  source <(%[1]s completion bash)", a.Game.Name),
		Action: func(c *urfave.Context) error {
			script, ok := completionScripts[c.Args().First()]
			if !ok || c.NArg() != 1 {
				return cli.Usagef("completion: want bash, zsh, fish or powershell")
			}
			_, err := fmt.Fprintf(a.Out, script, a.Game.Name)
			return err
		},
	}
}
