import { stripVTControlCharacters, styleText } from 'node:util'
import { type BatchState, type PayoutState, payoutStates } from '../../payout/state.ts'
import type { Key, Language } from '../../words/catalogue.ts'
import { render, renderMessage, renderValue } from '../../words/render.ts'
import { batchStateOf, count, type Given, money, type Sentence, stateOf, type Value } from '../../words/sentence.ts'

export { printable } from '../../words/render.ts'

export type Paint = 'green' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'dim' | 'bold'

export interface Style {
  colour: boolean
  /** The text in a colour, or unchanged if colours are off. Colour is never the only sign of a meaning. */
  paint(text: string, how: Paint): string
}

/** The style and width of the terminal that a text goes to. */
export interface Look {
  style: Style
  /** In columns; Infinity if there is no terminal: then lines are not broken. */
  width: number
}

export interface StyleSettings {
  /** Of the stream that the text goes to. */
  isTTY: boolean
  /** `NO_COLOR`: any value but '' turns colours off, whatever the other settings (no-color.org). */
  noColor?: string | undefined
  /** `FORCE_COLOR`: `0` and `false` turn colours off; any other value turns them on, even without a terminal. */
  forceColor?: string | undefined
  /** `TERM`: `dumb` has no colours. */
  term?: string | undefined
}

export function createStyle(settings: StyleSettings): Style {
  const colour = wantsColour(settings)
  return {
    colour,
    // Already decided for the right stream: styleText itself would check standard output.
    paint: (text, how) => (colour && text !== '' ? styleText(how, text, { validateStream: false }) : text),
  }
}

export const plainStyle: Style = { colour: false, paint: (text) => text }

function wantsColour({ isTTY, noColor = '', forceColor, term }: StyleSettings): boolean {
  if (noColor !== '') return false
  if (forceColor !== undefined) return forceColor !== '0' && forceColor !== 'false'
  return isTTY && term !== 'dumb'
}

/** The spaces where a line may break: not before French punctuation that follows a space, nor after an opening quote. */
const breaks = /(?<!«) (?![:;!?»](?: |$))/

/** Breaks a sentence between words into lines of at most `width` columns. A longer word stays whole. */
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

/** A sentence as an item of a list, at most `width` columns wide. */
export function listItem(text: string, width: number): string {
  return `- ${wrapText(text, width - 2).join('\n  ')}`
}

/** The width of a terminal. One that nobody has told its size has 0 columns. */
export const columnsOf = ({ columns }: { columns?: number }): number => columns || 80

/** Characters of one column, as in most text. Loading the segmenter and the Unicode tables takes longer than printing help. */
const oneWide = /^[ -~\xa0-\xac\xae-\u02ff\u2010-\u2027]*$/
let segmenter: Intl.Segmenter | undefined
const zeroWide = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const twoWide =
  /^[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

/** The width of a text in terminal columns. Colour codes have none. */
export function displayWidth(text: string): number {
  if (oneWide.test(text)) return text.length
  let width = 0
  for (const segment of graphemes(stripVTControlCharacters(text))) width += widthOf(segment)
  return width
}

/** Cuts a text without colour codes to `width` columns. If something was cut, the last one is `…`. */
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

/** A whole number for people, digits in groups of three: `1,250,000`. */
export const formatCount = (number: number | bigint): string => shown(count(number))

/**
 * Money for people: `1,250,000 FCFA`, `1,500.50 KES`; in French `1 250 000 FCFA`, `1 500,50 KES`.
 * @param minor minor units; the number of decimals is the currency's (ISO 4217)
 */
export const formatAmount = (minor: bigint, currency: string): string => shown(money(minor, currency))

/** A decimal number in the process's language: `0.4`, in French `0,4`. */
export const withPoint = (digits: string): string => (spokenLanguage() === 'fr' ? digits.replace('.', ',') : digits)

/** `1 s`, `45 s`, `3 min`, `1 h 20 min`, `4 days`. Rounded up, because nobody minds if it takes less. */
export function formatDuration(seconds: number): string {
  if (seconds <= 90) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
  return t('summary.days', { minutes: Math.ceil(minutes / (24 * 60)) })
}

/** `120/s`, `1,200/s`, `0.4/s`. */
export const formatRate = (perSecond: number): string => `${formatPerSecond(perSecond)}/s`

/** `120`, `1,200`, `0.4`. */
function formatPerSecond(perSecond: number): string {
  if (perSecond >= 10) return formatCount(Math.round(perSecond))
  return withPoint(perSecond.toFixed(1).replace(/\.0$/, ''))
}

/** The state of a row, or of a collection, in a word. */
export const stateWord = (state: string): string => shown(stateOf(state))

/** A batch's state in words. */
export const batchStateWord = (state: BatchState): string => shown(batchStateOf(state))

/** How a state is shown next to its word (`stateWord`): a mark, which needs no colour, and a colour. */
interface StateLook {
  mark: string
  paint: Paint
}

/** In the order in which people want to read them: done, to be looked at, still open, not to be paid. */
export const stateLooks: Readonly<Record<PayoutState, StateLook>> = {
  paid: { mark: '✓', paint: 'green' },
  failed: { mark: '✗', paint: 'red' },
  unknown: { mark: '?', paint: 'magenta' },
  accepted: { mark: '…', paint: 'cyan' },
  sending: { mark: '→', paint: 'dim' },
  pending: { mark: '·', paint: 'dim' },
  invalid: { mark: '!', paint: 'yellow' },
  cancelled: { mark: '-', paint: 'dim' },
}

export const statesInOrder: readonly PayoutState[] = [...payoutStates].sort(
  (one, other) => Object.keys(stateLooks).indexOf(one) - Object.keys(stateLooks).indexOf(other),
)

/** The number of rows in a state: `1,250 paid`. In French the word agrees with the rows, unlike a state on its own ("payé"). */
export function rowsInState(number: number, state: PayoutState): string {
  const rows = count(number)
  switch (state) {
    case 'paid':
      return t('summary.count_paid', { rows })
    case 'failed':
      return t('summary.count_failed', { rows })
    case 'unknown':
      return t('summary.count_unknown', { rows })
    case 'accepted':
      return t('summary.count_accepted', { rows })
    case 'sending':
      return t('summary.count_sending', { rows })
    case 'pending':
      return t('summary.count_pending', { rows })
    case 'invalid':
      return t('summary.count_invalid', { rows })
    case 'cancelled':
      return t('summary.count_cancelled', { rows })
  }
}

/** The language of this process. Set once, before anything is printed. */
let current: Language = 'en'

export function setLanguage(language: Language): void {
  current = language
}

export const spokenLanguage = (): Language => current

/** A sentence of the catalogue in the process's language, for the person who started it. */
export function t<K extends Key>(key: K, ...args: Given<K>): string {
  return renderMessage(key, args[0] ?? {}, current)
}

/** Renders a sentence in the process's language. A string stays as it is. */
export const text = (told: Sentence | string): string => (typeof told === 'string' ? told : render(told, current))

/** Renders a single value, such as a table cell, in the process's language. */
export const shown = (value: Value): string => renderValue(value, current)
