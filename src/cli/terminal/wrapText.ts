import { displayWidth } from './displayWidth.ts'

/** Not before a mark that French sets apart from its word, nor after the quote that opens. */
const breaks = /(?<!«) (?![:;!?»](?: |$))/

/** A sentence broken between words into lines of at most `width` columns; a longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(breaks)) {
    if (line !== '' && displayWidth(`${line} ${word}`) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
