import { t } from '../words/t.ts'
import { wrapText } from './terminal/wrapText.ts'

/**
 * Lines to type under a heading, each broken so that a shell still takes it, then paragraphs. One that begins with `- `
 * is an item of a list. With an infinite width nothing is broken: documents are made from that.
 */
export function exampleText(lines: readonly string[], notes: readonly string[], width: number): string {
  const heading = lines.length === 1 ? t`Example:` : t`Examples:`
  const commands = lines.flatMap((line) => breakCommand(line, width - 2)).map((line) => `  ${line}`)
  const paragraphs = notes.map((note) => `${note.startsWith('- ') ? '' : '\n'}${paragraph(note, width)}\n`)
  return `\n${heading}\n${commands.join('\n')}\n${paragraphs.join('')}`
}

function breakCommand(line: string, width: number): string[] {
  const [first = '', ...options] = line.split(/ (?=--?[a-z])/)
  const broken = [first]
  for (const option of options) {
    const longer = `${broken.at(-1)} ${option}`
    // Room for the backslash that says that the line goes on.
    if (longer.length <= width - 2) broken[broken.length - 1] = longer
    else broken.push(`  ${option}`)
  }
  return broken.map((part, index) => (index < broken.length - 1 ? `${part} \\` : part))
}

function paragraph(note: string, width: number): string {
  const indent = note.startsWith('- ') ? '  ' : ''
  return wrapText(note, width - indent.length).join(`\n${indent}`)
}
