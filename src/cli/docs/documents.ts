import { readFileSync } from 'node:fs'
import type { CommandUnknownOpts, Option } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Language } from '../../words/catalogue.ts'
import { exitMeanings } from '../cli.ts'
import { buildProgram } from '../program.ts'
import { setLanguage, spokenLanguage, t } from '../terminal/text.ts'

/** The documents generated from the definitions of the commands, by their path in the project. */
export async function documents(): Promise<Record<string, string>> {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const spoken = spokenLanguage()
  try {
    return {
      'docs/commands.md': commandsPage(await factsIn('en')),
      'docs/payrun.1': manPage(await factsIn('en'), packageJson.version, variablesOf(example)),
      'docs/fr/commands.md': commandsPage(await factsIn('fr')),
    }
  } finally {
    setLanguage(spoken)
  }
}

/** What follows is in this language, too. */
async function factsIn(language: Language): Promise<CommandFacts> {
  setLanguage(language)
  return commandFacts(await buildProgram(async () => undefined))
}

/** Each variable with the comment above it. A variable without a comment shares that of the previous one. */
function variablesOf(example: string): Described[] {
  const variables: Described[] = []
  let comment: string[] = []
  for (const line of example.split('\n')) {
    const name = /^([A-Z_]+)=/.exec(line)?.[1]
    if (line.startsWith('# ')) comment.push(line.slice(2))
    else if (line === '') comment = []
    else if (name) {
      variables.push({ term: name, text: comment.length > 0 ? comment.join(' ') : (variables.at(-1)?.text ?? '') })
      comment = []
    }
  }
  return variables
}

/** Every command, as a page of Markdown. */
function commandsPage(program: CommandFacts): string {
  const groups = Map.groupBy(program.commands, ({ group }) => group)
  const parts = [
    `# ${t('help.docs_commands')}`,
    t('help.docs_generated'),
    program.text,
    fenced(program.examples),
    ...program.notes.filter((note) => !note.endsWith(':')),
    ...[...groups].flatMap(([heading, commands]) => [
      `## ${withoutColon(heading)}`,
      ...commands.flatMap((command) => commandParts(command, '###')),
    ]),
    `## ${withoutColon(t('help.ends_with'))}`,
    exitMeanings()
      .map(([code, meaning]) => `- \`${code}\`${colon()} ${meaning}`)
      .join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function commandParts(command: CommandFacts, hashes: string): string[] {
  return [
    `${hashes} ${command.path}`,
    markdownSentence(command.text),
    fenced([command.usage]),
    list(command.arguments),
    ...command.options.flatMap(({ heading, options }) => [markdownSentence(heading), list(options)]),
    command.examples.length === 1 ? t('help.example') : t('help.examples'),
    fenced(command.examples),
    paragraphs(command.notes),
    ...command.commands.flatMap((each) => commandParts(each, `${hashes}#`)),
  ]
}

const withoutColon = (heading: string): string => heading.replace(/\s*:$/, '')

const colon = (): string => (spokenLanguage() === 'fr' ? '\u00a0:' : ':')

const list = (items: readonly Described[]): string =>
  items.map(({ term, text }) => `- \`${term}\`${colon()} ${plainText(text)}`).join('\n')

const fenced = (lines: readonly string[]): string => `\`\`\`text\n${lines.join('\n')}\n\`\`\``

/** Puts list items on consecutive lines, and a blank line between everything else. */
const paragraphs = (notes: readonly string[]): string =>
  notes
    .map(plainText)
    .join('\n\n')
    .replace(/\n\n(?=- )/g, '\n')
    .replace(/^([^-].*)\n(?=- )/gm, '$1\n\n')

/** Escapes what Markdown would take for a tag or for emphasis. */
const plainText = (text: string): string => text.replace(/[<*]/g, '\\$&')

const markdownSentence = (text: string): string => plainText(sentence(text))

/**
 * The manual page, in troff's man macros.
 *
 * @param variables the environment variables and their meanings, from .env.example
 */
function manPage(program: CommandFacts, version: string, variables: readonly Described[]): string {
  const lines = [
    '.\\" Generated from the definitions of the commands by: npm run docs',
    `.TH PAYRUN 1 "" "payrun ${version}" "payrun"`,
    '.SH NAME',
    'payrun \\- pay everybody in a file by mobile money',
    '.SH SYNOPSIS',
    `.B payrun`,
    escaped('COMMAND [options] [arguments]'),
    '.SH DESCRIPTION',
    escaped(program.text),
    ...notes(program.notes.filter((note) => !note.endsWith(':'))),
    ...example(program.examples),
    ...program.commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...exitMeanings().flatMap(([code, meaning]) => item({ term: String(code), text: meaning })),
    '.SH ENVIRONMENT',
    escaped('payrun also reads a file .env in the folder where you call it; the environment wins.'),
    ...variables.flatMap(item),
  ]
  return `${lines.join('\n')}\n`
}

/** Each command is a section, subcommands too, because readers search for `payrun schedule add`. */
function commandLines(command: CommandFacts): string[] {
  return [
    `.SH "${escaped(command.path.toUpperCase())}"`,
    escaped(sentence(command.text)),
    '.PP',
    `.B ${escaped(command.usage)}`,
    ...command.arguments.flatMap(item),
    ...command.options.flatMap(({ heading, options }) => [
      ...(command.options.length > 1 ? [`.SS "${escaped(heading.replace(/:$/, ''))}"`] : []),
      ...options.flatMap(item),
    ]),
    ...(command.options.length > 1 ? ['.SS "Example"'] : []),
    ...example(command.examples),
    ...notes(command.notes),
    ...command.commands.flatMap(commandLines),
  ]
}

const item = ({ term, text }: Described): string[] => ['.TP', `.B ${escaped(term)}`, escaped(text)]

const example = (lines: readonly string[]): string[] => ['.PP', '.RS 4', '.EX', ...lines.map(escaped), '.EE', '.RE']

const notes = (paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((text) =>
    text.startsWith('- ') ? ['.IP \\(bu 2', escaped(text.slice(2))] : ['.PP', escaped(text)],
  )

/** Escapes text for troff: nothing is taken for a request, dashes can be copied, and any letter is shown. */
function escaped(text: string): string {
  const plain = text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/"/g, '\\(dq')
    .replace(/'/g, '\\(aq')
    .replace(/[^\x20-\x7e]/g, (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
  return plain.startsWith('.') ? `\\&${plain}` : plain
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:]$/.test(text) ? '' : '.'}`

interface Described {
  /** As it is typed: `--report <file>`. */
  term: string
  text: string
}

/** The parts of one command's --help, for documents with another layout. */
interface CommandFacts {
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
