import { exitMeanings } from '../exitMeanings.ts'
import type { CommandFacts, Described } from './commandFacts.ts'

/**
 * The manual page, in the man macros of troff. `variables`: each environment variable with what it means, as
 * .env.example has them.
 */
export function manPage(program: CommandFacts, version: string, variables: readonly Described[]): string {
  const lines = [
    '.\\" Made from the same definitions as --help by: npm run docs',
    `.TH PAYRUN 1 "" "payrun ${version}" "payrun"`,
    '.SH NAME',
    'payrun \\- pay a file of people by mobile money',
    '.SH SYNOPSIS',
    `.B payrun`,
    escaped('COMMAND [options] [arguments]'),
    '.SH DESCRIPTION',
    escaped(program.text),
    ...notes(program.notes.filter((note) => !note.endsWith(':'))),
    ...example(program.examples),
    ...program.commands.flatMap((command) => [...commandLines(command)]),
    '.SH EXIT STATUS',
    ...exitMeanings().flatMap(([code, meaning]) => item({ term: String(code), text: meaning })),
    '.SH ENVIRONMENT',
    escaped('A file .env in the folder where the command is called is read too; the environment wins.'),
    ...variables.flatMap(item),
  ]
  return `${lines.join('\n')}\n`
}

/** Commands are sections, those below another one too: a reader searches for `payrun schedule add`. */
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

/** Text that troff shows as it is: nothing is taken for a request, dashes can be copied, any letter comes out. */
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
