/**
 * A French page of Markdown with no-break spaces where French has them: before : ; ? ! », after «, and within a number. Blocks of
 * code, code within a line, addresses and pictures' tags stay as they are.
 */
export function withNoBreakSpaces(page: string): string {
  let isCode = false
  const lines = page.split('\n').map((line) => {
    const isFence = line.startsWith('```')
    if (isFence) isCode = !isCode
    return isCode || isFence ? line : inLine(line)
  })
  return lines.join('\n')
}

const asItIs = /(`[^`]*`|\]\([^)]*\)|<[^>]*>)/

const inLine = (line: string): string =>
  line
    .split(asItIs)
    .map((part, index) => (index % 2 === 0 ? inText(part) : part))
    .join('')

const inText = (text: string): string =>
  text
    .replace(/ (?=[:;?!»])/g, '\u00a0')
    .replaceAll('« ', '«\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0')
