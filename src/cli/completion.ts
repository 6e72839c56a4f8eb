import type { Cli } from './cli.ts'
import { exitCode } from './exitCode.ts'
import type { shells } from './shells.ts'

/** Print the script that a shell loads. The shell hands over the words up to the cursor, never evaluates them, and is told the rest. */
export async function completion(cli: Cli, shell: (typeof shells)[number]): Promise<number> {
  if (cli.json) cli.printJson({ shell, script: scripts[shell] })
  else cli.print(scripts[shell])
  return exitCode.done
}

/** Bash takes words apart at `=`: what it is told is then what follows the sign. */
const bash = `# payrun in bash: source <(payrun completion bash)
_payrun() {
  local line told
  COMPREPLY=()
  told=$("\${1/#\\~/$HOME}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default ;;
      ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done <<< "$told"
}
complete -F _payrun payrun
`

const zsh = `#compdef payrun
# payrun in zsh: payrun completion zsh > ~/.zsh/completions/_payrun
_payrun() {
  local line told files=0
  local -a known
  told=$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null) || return 1
  for line in "\${(@f)told}"; do
    case $line in
      :files) files=1 ;;
      ?*) known+=("\${\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( \${#known} )) && _describe payrun known
  (( files )) && _files
}
if [[ \${funcstack[1]} = _payrun ]]; then _payrun "$@"; else compdef _payrun payrun; fi
`

const fish = `# payrun in fish: payrun completion fish > ~/.config/fish/completions/payrun.fish
function __payrun_told
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c payrun -f -a '(__payrun_told)'
`

const scripts = { bash, zsh, fish }
