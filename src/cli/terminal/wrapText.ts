import { displayWidth } from './displayWidth.ts'

/** A sentence broken between words into lines of at most `width` columns; a longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(`${line} ${word}`) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
