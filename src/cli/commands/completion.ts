import { Argument, type CommandUnknownOpts, type Option } from 'commander'
import { countries, operators } from '../../payout/operators/operator.ts'
import { type Cli, exitCode, type Streams, writeLines } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** `completion` prints a script for a shell. The script calls the hidden `complete` each time somebody presses Tab. */
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
    // Reads no configuration: completion must work even if it has errors.
    .action((words) => writeLines(stdout, complete(program, words)))
}

/** Print the script that a shell loads. It passes the words up to the cursor to `complete`, without evaluating them. */
async function completion(cli: Cli, shell: Shell): Promise<number> {
  if (cli.json) cli.printJson({ shell, script: scripts[shell] })
  else cli.print(scripts[shell])
  return exitCode.done
}

/** Bash splits words at `=`, and then completes only the part after the sign. */
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

interface Candidate {
  value: string
  description: string
}
/** What a word can be: one of the candidates, or a file. */
type Place = { candidates: Candidate[]; files: boolean }

/**
 * The completions of the last word, one per line as `value<TAB>description`, and `:files` if it can be a file. It runs nothing and
 * opens no ledger.
 */
export function complete(program: CommandUnknownOpts, typed: readonly string[]): string {
  const { words, current, prefix } = joined(typed)
  const { candidates, files } = placeAt(program, words, current)
  const fitting = candidates.filter(({ value }) => value.startsWith(current))
  const lines = fitting.map(({ value, description }) => `${value.slice(prefix.length)}\t${oneLine(description)}`)
  if (files) lines.push(':files')
  return lines.map((line) => `${line}\n`).join('')
}

/** Joins the three words into which Bash splits `--format=csv`. `prefix` is what Bash leaves out of the completion. */
function joined(typed: readonly string[]): { words: string[]; current: string; prefix: string } {
  const words: string[] = []
  let prefix = ''
  for (const [index, word] of typed.entries()) {
    const before = words.at(-1)
    const goesOn = word === '=' || typed[index - 1] === '='
    if (goesOn && before?.startsWith('--')) {
      prefix = word === '=' ? `${before}=` : before
      words[words.length - 1] = `${before}${word}`
    } else {
      prefix = ''
      words.push(word)
    }
  }
  return { current: words.pop() ?? '', words, prefix }
}

function placeAt(program: CommandUnknownOpts, words: readonly string[], current: string): Place {
  const { command, given, open } = walk(program, words)
  if (open) return valuesOf(open.long ?? '', placeholderOf(open.flags), open.argChoices)
  const [flag = '', value] = current.split(/=(.*)/s)
  if (value !== undefined) {
    const option = optionsOf(command).find(({ long }) => long === flag)
    if (!option) return nothing
    const { candidates, files } = valuesOf(flag, placeholderOf(option.flags), option.argChoices)
    return { files, candidates: candidates.map((each) => ({ ...each, value: `${flag}=${each.value}` })) }
  }
  if (current.startsWith('-')) return { files: false, candidates: optionsOf(command).flatMap(optionCandidates) }
  return argumentPlace(command, given)
}

/** The command that the words lead to, how many arguments it has already, and an option that still waits for its value. */
function walk(
  program: CommandUnknownOpts,
  words: readonly string[],
): { command: CommandUnknownOpts; given: number; open: Option | undefined } {
  let command = program
  let given = 0
  let open: Option | undefined
  for (const word of words) {
    if (open) open = undefined
    else if (word.startsWith('-') && word !== '-') {
      const option = optionsOf(command).find(({ short, long }) => word === short || word === long)
      if (option && (option.required || option.optional)) open = option
    } else {
      const sub = given === 0 ? command.commands.find((each) => each.name() === word) : undefined
      if (sub) command = sub
      else given += 1
    }
  }
  return { command, given, open }
}

function argumentPlace(command: CommandUnknownOpts, given: number): Place {
  const commands = given > 0 ? [] : command.createHelp().visibleCommands(command)
  const candidates = commands.map((each) => ({ value: each.name(), description: each.description() }))
  const argument: Argument | undefined = command.registeredArguments[given]
  if (!argument) return { files: false, candidates }
  const place = valuesOf('', argument.name(), argument.argChoices)
  return { files: place.files, candidates: [...candidates, ...place.candidates] }
}

/** The options of the command and of its parent, and --help. */
const optionsOf = (command: CommandUnknownOpts): readonly Option[] => [
  ...command.createHelp().visibleOptions(command),
  ...(command.parent?.parent ? command.parent.options : []),
]

const optionCandidates = ({ long, description }: Option): Candidate[] => (long ? [{ value: long, description }] : [])

const placeholderOf = (flags: string): string => /<(.+?)>/.exec(flags)?.[1] ?? ''

const nothing: Place = { candidates: [], files: false }

/** The completions of a value, by its choices, its placeholder or its option. */
function valuesOf(long: string, placeholder: string, choices: readonly string[] | undefined): Place {
  if (choices) return { files: false, candidates: choices.map(plain) }
  if (['file', 'folder', 'file|folder', 'statement'].includes(placeholder)) return { files: true, candidates: [] }
  const known = byOption[long] ?? (long === '' ? byArgument[placeholder] : undefined)
  return { files: false, candidates: known?.() ?? [] }
}

const plain = (value: string): Candidate => ({ value, description: '' })
const operatorCodes = (): Candidate[] => operators.map(({ code, name }) => ({ value: code, description: name }))

const byArgument: Readonly<Record<string, () => Candidate[]>> = {
  batch: () => [plain('last')],
  code: operatorCodes,
}

const byOption: Readonly<Record<string, () => Candidate[]>> = {
  '--operator': operatorCodes,
  '--covers': operatorCodes,
  '--country': () =>
    countries.map((country) => ({ value: country.code, description: t(`names.country_${country.code}`) })),
  '--currency': () => [...new Set(countries.map(({ currency }) => currency))].map(plain),
  '--tz': () => Intl.supportedValuesOf('timeZone').map(plain),
  '--host': () => ['127.0.0.1', '0.0.0.0'].map(plain),
  '--map': () => ['operator=', 'phone=', 'amount=', 'reference=', 'country=', 'currency=', 'name='].map(plain),
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
