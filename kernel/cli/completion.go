package cli

import (
	"fmt"
	"sort"
	"strings"

	"github.com/urfave/cli/v2"
)

// completeVerb is the hidden verb that the shells' scripts call with the words typed so far, the unfinished one last. It
// replaces urfave's own completion, which panics on half a flag name.
const completeVerb = "__complete"

// complete returns what the last of words can become.
func complete(root *cli.App, players []string, words []string) (list []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	commands, flags := root.Commands, []cli.Flag(nil)
	verb := ""
	for _, w := range words[:len(words)-1] {
		if c := find(commands, w); c != nil {
			commands, flags = c.Subcommands, c.Flags
			verb = c.Name
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		list = append(flagNames(flags), "--help")
	case len(commands) > 0:
		list = names(commands)
	case verb == "play" || verb == "run" || verb == "check" || verb == "serve":
		list = players
	}
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

// Completion is the verb completion.
func Completion(a *App) *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print a completion script for a shell",
		UsageText: fmt.Sprintf("%[1]s completion bash|zsh|fish|powershell\n\nExample for bash:\n\n  source <(%[1]s completion bash)", a.Game.Name),
		Action: func(c *cli.Context) error {
			script, ok := completionScripts[c.Args().First()]
			if !ok || c.NArg() != 1 {
				return Usagef("completion: want bash, zsh, fish or powershell")
			}
			_, err := fmt.Fprintf(a.Out, script, a.Game.Name)
			return err
		},
	}
}
