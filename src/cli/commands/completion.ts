import { Argument } from 'commander'
import type { Cli, Streams } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { exitCode } from '../exitCode.ts'
import { t } from '../speak.ts'

/** Those that payrun can complete in. */
const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** `completion` prints what makes a shell complete; `complete` is what the shell then asks at each press of the key. */
export function addCompletion(program: Program, run: Run, { stdout }: Streams): void {
  addCommand(program, 'completion')
    .addArgument(new Argument('<shell>', t('helpNotes.shell_reads')).choices(shells))
    .addHelpText(
      'after',
      example(
        [
          'source <(payrun completion bash)',
          'payrun completion zsh > ~/.zsh/completions/_payrun',
          'payrun completion fish > ~/.config/fish/completions/payrun.fish',
        ],
        t('helpNotes.first_line_bashrc_folder_zsh_one'),
      ),
    )
    .action((shell, options) => run(options, (cli) => completion(cli, shell)))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    // No configuration is read: a completion has nothing to say about it.
    .action(async (words) => {
      const { complete } = await import('../complete.ts')
      stdout.write(complete(program, words))
    })
}

/** Print the script that a shell loads. The shell hands over the words up to the cursor, never evaluates them, and is told the rest. */
async function completion(cli: Cli, shell: Shell): Promise<number> {
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
