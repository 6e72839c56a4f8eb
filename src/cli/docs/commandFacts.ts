import type { CommandUnknownOpts, Option } from 'commander'
import { t } from '../terminal/text.ts'

export interface Described {
  /** As it is typed: `--report <file>`. */
  term: string
  text: string
}

/** The parts of one command's --help, for documents with another layout. */
export interface CommandFacts {
  /** `payrun schedule add` */
  path: string
  usage: string
  text: string
  arguments: Described[]
  options: { heading: string; options: Described[] }[]
  examples: string[]
  /** Paragraphs; an item of a list begins with `- `. */
  notes: string[]
  commands: CommandFacts[]
  /** Its heading in the list of commands. */
  group: string
}

/** Everything that --help says about a command and its subcommands, from their definitions. */
export function commandFacts(command: CommandUnknownOpts): CommandFacts {
  const help = command.createHelp()
  const usage = help.commandUsage(command)
  const described = (option: Option): Described => ({
    term: help.optionTerm(option),
    text: help.optionDescription(option),
  })
  const groups = help.groupItems([], help.visibleOptions(command), (option) => option.helpGroupHeading ?? 'Options:')
  return {
    path: usage.replace(/ [[<].*$/, ''),
    usage,
    text: command.description(),
    arguments: help.visibleArguments(command).map((argument) => ({
      term: help.argumentTerm(argument),
      text: help.argumentDescription(argument),
    })),
    options: [...groups].map(([heading, options]) => ({
      heading: heading === 'Options:' ? t('help.options') : heading,
      options: options.map(described),
    })),
    ...below(command),
    commands: help.visibleCommands(command).map(commandFacts),
    group: command.helpGroup(),
  }
}

/** The examples and paragraphs at the end of help. They are printed with an infinite width, so that each is one line. */
function below(command: CommandUnknownOpts): { examples: string[]; notes: string[] } {
  let printed = ''
  command.configureOutput({
    writeOut: (text) => {
      printed += text
    },
    getOutHelpWidth: () => Number.POSITIVE_INFINITY,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  const lines = printed.slice(command.helpInformation().length).split('\n')
  const from = lines.findIndex((line) => line.startsWith('  '))
  const to = lines.indexOf('', from)
  return {
    examples: lines.slice(from, to).map((line) => line.trim()),
    notes: lines.slice(to).filter((line) => line !== '' && !line.startsWith('  ')),
  }
}
