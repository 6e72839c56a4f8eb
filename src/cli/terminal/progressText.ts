import type { PayoutState } from '../../payout/state.ts'
import { t } from '../../words/t.ts'
import { displayWidth, fitWidth } from './displayWidth.ts'
import { formatCount } from './money.ts'
import { formatRate, type Rate, timeLeft } from './rate.ts'
import { rowsInState } from './rowsInState.ts'
import { rowsText } from './rowsText.ts'
import { stateLooks, statesInOrder } from './stateWords.ts'
import type { Style } from './style.ts'

export type StateCounts = Readonly<Partial<Record<PayoutState, number>>>

export interface ProgressPicture {
  label: string
  /** Null where it isn't known beforehand: no bar, no time left. */
  total: number | null
  done: number
  counts: StateCounts
  /** Codes of operators that are held. */
  held: readonly string[]
  rate: Rate
}

const barWidth = { widest: 30, narrowest: 10 }
const gap = '  '

/** Two or three lines for a terminal, each at most `width` columns: the bar, the counts, what is held. */
export function progressFrame(picture: ProgressPicture, width: number, style: Style): string {
  const lines = [barLine(picture, width, style), countsLine(picture.counts, width, style)]
  if (picture.held.length > 0) {
    lines.push(style.paint(fitWidth(`  ${t`held, no clear answers: ${picture.held.join(', ')}`}`, width), 'yellow'))
  }
  return lines.filter((line) => line !== '').join('\n')
}

/** One line for a log: `250/500 rows, 120/s, about 2 s left: 248 paid, 2 failed`. */
export function progressLine({ total, done, counts, held, rate }: ProgressPicture): string {
  const pieces = [doneOf(done, total), rateText(rate), total === null ? null : timeLeft(rate, total, done)]
  const outcomes = statesInOrder
    .filter((state) => state !== 'pending' && state !== 'sending' && (counts[state] ?? 0) > 0)
    .map((state) => rowsInState(counts[state] ?? 0, state))
  const so = present(pieces).join(', ')
  const line = outcomes.length > 0 ? t`${so}: ${outcomes.join(', ')}` : so
  return held.length > 0 ? t`${line}; held: ${held.join(', ')}` : line
}

/** Whole percent, rounded down: 100 is said when all is done, not before. */
export const percentOf = (done: number, total: number): number =>
  total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))

/** Where the room is short, the label goes first, then the time left, then the rate, then the bar. */
function barLine(picture: ProgressPicture, width: number, style: Style): string {
  const { total, done, rate } = picture
  const label = fitWidth(picture.label, 30)
  const count = doneOf(done, total)
  const speed = rateText(rate)
  if (total === null) return fitWidth(present([label, count, speed]).join(gap), width)
  const percent = `${String(percentOf(done, total)).padStart(3)}%`
  const left = timeLeft(rate, total, done)
  const choices = [
    { before: label, after: [percent, count, speed, left] },
    { before: null, after: [percent, count, speed, left] },
    { before: null, after: [percent, count, speed] },
    { before: null, after: [percent, count] },
  ]
  for (const { before, after } of choices) {
    const rest = present([before, ...after])
    const room = width - displayWidth(rest.join(gap)) - gap.length
    if (room < barWidth.narrowest) continue
    const bar = drawBar(percentOf(done, total), Math.min(room, barWidth.widest), style)
    return present([before, bar, ...after]).join(gap)
  }
  return fitWidth(present([percent.trim(), count]).join(gap), width)
}

function drawBar(percent: number, width: number, style: Style): string {
  const full = Math.floor((percent * width) / 100)
  return style.paint('█'.repeat(full), 'green') + style.paint('░'.repeat(width - full), 'dim')
}

function countsLine(counts: StateCounts, width: number, style: Style): string {
  let line = ''
  let taken = 0
  for (const state of statesInOrder) {
    const count = counts[state] ?? 0
    if (count === 0) continue
    const { mark, paint } = stateLooks[state]
    const text = `${mark} ${rowsInState(count, state)}`
    taken += gap.length + displayWidth(text)
    if (taken > width) break
    line += gap + style.paint(text, paint)
  }
  return line
}

const doneOf = (done: number, total: number | null): string =>
  total === null ? rowsText(done) : t`${formatCount(done)}/${formatCount(total)} rows`

const rateText = (rate: Rate): string | null => (rate.perSecond === null ? null : formatRate(rate.perSecond))

const present = (pieces: readonly (string | null)[]): string[] =>
  pieces.filter((piece): piece is string => piece !== null && piece !== '')
