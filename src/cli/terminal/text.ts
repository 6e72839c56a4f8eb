import { stripVTControlCharacters, styleText } from 'node:util'
import { type BatchState, type PayoutState, payoutStates } from '../../payout/state.ts'
import type { Key, Language } from '../../words/catalogue.ts'
import { render, renderMessage, renderValue } from '../../words/render.ts'
import { batchStateOf, count, type Given, money, type Sentence, stateOf, type Value } from '../../words/sentence.ts'

export { printable } from '../../words/render.ts'

export type Paint = 'green' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'dim' | 'bold'

export interface Style {
  colour: boolean
  /** The text in a colour, or as it is where colours are off. Meaning is never in the colour alone. */
  paint(text: string, how: Paint): string
}

/** How a text looks on the terminal that it goes to. */
export interface Look {
  style: Style
  /** In columns; Infinity where there is no terminal: lines are not broken then. */
  width: number
}

export interface StyleSettings {
  /** Of the stream that the text goes to. */
  isTTY: boolean
  /** `NO_COLOR`: any value but '' turns colours off, whatever else says (no-color.org). */
  noColor?: string | undefined
  /** `FORCE_COLOR`: `0` and `false` turn colours off; any other value turns them on where there is no terminal. */
  forceColor?: string | undefined
  /** `TERM`: `dumb` has no colours. */
  term?: string | undefined
}

export function createStyle(settings: StyleSettings): Style {
  const colour = wantsColour(settings)
  return {
    colour,
    // Judged above, for the stream in question: styleText's own check would look at standard output.
    paint: (text, how) => (colour && text !== '' ? styleText(how, text, { validateStream: false }) : text),
  }
}

export const plainStyle: Style = { colour: false, paint: (text) => text }

function wantsColour({ isTTY, noColor = '', forceColor, term }: StyleSettings): boolean {
  if (noColor !== '') return false
  if (forceColor !== undefined) return forceColor !== '0' && forceColor !== 'false'
  return isTTY && term !== 'dumb'
}

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

/** A sentence as an item of a list, at most `width` columns wide. */
export function listItem(text: string, width: number): string {
  return `- ${wrapText(text, width - 2).join('\n  ')}`
}

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

/** A whole number for people, digits in groups of three: `1,250,000`. */
export const formatCount = (number: number | bigint): string => shown(count(number))

/**
 * Money for people: `1,250,000 FCFA`, `1,500.50 KES`; in French `1 250 000 FCFA`, `1 500,50 KES`.
 * @param minor minor units; the number of decimals is the currency's (ISO 4217)
 */
export const formatAmount = (minor: bigint, currency: string): string => shown(money(minor, currency))

/** A number of few digits, as it is written here: `0.4`, in French `0,4`. */
export const withPoint = (digits: string): string => (spokenLanguage() === 'fr' ? digits.replace('.', ',') : digits)

/** `1 s`, `45 s`, `3 min`, `1 h 20 min`, `4 days`. Rounded up: less time than promised is no let-down. */
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

/** How a state is shown: a mark that tells it apart without colour, a word (`stateWord`), a colour. */
interface StateLook {
  mark: string
  paint: Paint
}

/** In the order in which people want them: what is done, what needs a look, what is still open. */
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

/** How many rows are in a state: `1,250 paid`. In French the word goes with the rows, where a state on its own is "payé". */
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

/** The language of this process: that of whoever started it. Set once, before anything is said. */
let current: Language = 'en'

export function setLanguage(language: Language): void {
  current = language
}

export const spokenLanguage = (): Language => current

/** A sentence as text, in the process's language: where whoever started the process is who reads. */
export function t<K extends Key>(key: K, ...args: Given<K>): string {
  return renderMessage(key, args[0] ?? {}, current)
}

/** A sentence, wherever it arose, in the process's language. */
export const text = (told: Sentence | string): string => (typeof told === 'string' ? told : render(told, current))

/** A value by itself, as the cell of a table has it, in the process's language. */
export const shown = (value: Value): string => renderValue(value, current)
