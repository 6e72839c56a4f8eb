import { stripVTControlCharacters } from 'node:util'

/** One column each, as most text is: the segmenter and the tables of Unicode cost more to load than a command's help. */
const oneWide = /^[ -~\xa0-\xac\xae-\u02ff\u2010-\u2027]*$/
let segmenter: Intl.Segmenter | undefined
const zeroWide = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const twoWide =
  /^[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

/** How many columns of a terminal the text takes; colour codes take none. */
export function displayWidth(text: string): number {
  if (oneWide.test(text)) return text.length
  let width = 0
  for (const segment of graphemes(stripVTControlCharacters(text))) width += widthOf(segment)
  return width
}

/** Text without colour codes, cut to `width` columns, the last of them `…` where something was cut. */
export function fitWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let fitted = ''
  let taken = 1
  for (const segment of graphemes(text)) {
    taken += widthOf(segment)
    if (taken > width) break
    fitted += segment
  }
  return width < 1 ? '' : `${fitted}…`
}

function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

function widthOf(grapheme: string): 0 | 1 | 2 {
  if (zeroWide.test(grapheme)) return 0
  return twoWide.test(grapheme) ? 2 : 1
}
