import { exitMeanings } from '../exitMeanings.ts'
import type { CommandFacts, Described } from './commandFacts.ts'

/** Every command, as a page of Markdown. */
export function commandsPage(program: CommandFacts): string {
  const groups = Map.groupBy(program.commands, ({ group }) => group)
  const parts = [
    '# Commands',
    'Made from the same definitions as `--help` by `npm run docs`: change those, not this page.',
    program.text,
    fenced(program.examples),
    ...program.notes.filter((note) => !note.endsWith(':')),
    ...[...groups].flatMap(([heading, commands]) => [
      `## ${heading.replace(/:$/, '')}`,
      ...commands.flatMap((command) => commandParts(command, '###')),
    ]),
    '## Exit codes',
    exitMeanings()
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
      .join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function commandParts(command: CommandFacts, hashes: string): string[] {
  return [
    `${hashes} ${command.path}`,
    sentence(command.text),
    fenced([command.usage]),
    list(command.arguments),
    ...command.options.flatMap(({ heading, options }) => [sentence(heading), list(options)]),
    command.examples.length === 1 ? 'Example:' : 'Examples:',
    fenced(command.examples),
    paragraphs(command.notes),
    ...command.commands.flatMap((each) => commandParts(each, `${hashes}#`)),
  ]
}

const list = (items: readonly Described[]): string =>
  items.map(({ term, text }) => `- \`${term}\`: ${plainText(text)}`).join('\n')

const fenced = (lines: readonly string[]): string => `\`\`\`text\n${lines.join('\n')}\n\`\`\``

/** Items of a list stand close together, everything else apart. */
const paragraphs = (notes: readonly string[]): string =>
  notes
    .map(plainText)
    .join('\n\n')
    .replace(/\n\n(?=- )/g, '\n')
    .replace(/^([^-].*)\n(?=- )/gm, '$1\n\n')

/** What Markdown would take for a tag, or for emphasis, is shown as it is. */
const plainText = (text: string): string => text.replace(/[<*]/g, '\\$&')

const sentence = (text: string): string =>
  plainText(`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:]$/.test(text) ? '' : '.'}`)
