import type { PayoutState } from '../../payout/state.ts'
import { count } from '../../words/sentence.ts'
import {
  displayWidth,
  fitWidth,
  formatCount,
  rowsInState,
  type Style,
  stateLooks,
  statesInOrder,
  t,
  withPoint,
} from './text.ts'

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
    lines.push(
      style.paint(
        fitWidth(`  ${t('summary.held_no_clear_answers', { held: picture.held.join(', ') })}`, width),
        'yellow',
      ),
    )
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
  const line = outcomes.length > 0 ? t('summary.begins_message', { begins: so, message: outcomes.join(', ') }) : so
  return held.length > 0 ? t('summary.held', { line, held: held.join(', ') }) : line
}

/** Whole percent, rounded down: 100 is said when all is done, not before. */
export const percentOf = (done: number, total: number): number =>
  total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))

/** Where the room is short, the label goes first, then the time left, then the rate, then the bar. */
function barLine(picture: ProgressPicture, width: number, style: Style): string {
  const { total, done, rate } = picture
  const label = fitWidth(picture.label, 30)
  const doneText = doneOf(done, total)
  const speed = rateText(rate)
  if (total === null) return fitWidth(present([label, doneText, speed]).join(gap), width)
  const percent = `${String(percentOf(done, total)).padStart(3)}%`
  const left = timeLeft(rate, total, done)
  const choices = [
    { before: label, after: [percent, doneText, speed, left] },
    { before: null, after: [percent, doneText, speed, left] },
    { before: null, after: [percent, doneText, speed] },
    { before: null, after: [percent, doneText] },
  ]
  for (const { before, after } of choices) {
    const rest = present([before, ...after])
    const room = width - displayWidth(rest.join(gap)) - gap.length
    if (room < barWidth.narrowest) continue
    const bar = drawBar(percentOf(done, total), Math.min(room, barWidth.widest), style)
    return present([before, bar, ...after]).join(gap)
  }
  return fitWidth(present([percent.trim(), doneText]).join(gap), width)
}

function drawBar(percent: number, width: number, style: Style): string {
  const full = Math.floor((percent * width) / 100)
  return style.paint('█'.repeat(full), 'green') + style.paint('░'.repeat(width - full), 'dim')
}

function countsLine(counts: StateCounts, width: number, style: Style): string {
  let line = ''
  let taken = 0
  for (const state of statesInOrder) {
    const rows = counts[state] ?? 0
    if (rows === 0) continue
    const { mark, paint } = stateLooks[state]
    const text = `${mark} ${rowsInState(rows, state)}`
    taken += gap.length + displayWidth(text)
    if (taken > width) break
    line += gap + style.paint(text, paint)
  }
  return line
}

const doneOf = (done: number, total: number | null): string =>
  total === null
    ? t('summary.rows', { rows: count(done) })
    : t('summary.rows_done_total', { done: formatCount(done), total: formatCount(total) })

const rateText = (rate: Rate): string | null => (rate.perSecond === null ? null : formatRate(rate.perSecond))

const present = (pieces: readonly (string | null)[]): string[] =>
  pieces.filter((piece): piece is string => piece !== null && piece !== '')

/** How fast rows are being done, smoothed. Start with `startRate`, and give each observation to `observe`. */
interface Rate {
  /** Rows per second; null until there is something to tell from. */
  perSecond: number | null
  done: number
  atMs: number
  /** When the observing began. */
  sinceMs: number
}

/** An observation weighs less the older it is: after this long, about a third of its weight is left. */
const memoryMs = 5_000
/** Over a shorter time, one batch of rows more or less would throw the figure about. */
const shortestMs = 200

/** @param done what was done already, so that a resumed batch does not begin with a leap */
export const startRate = (done: number, atMs: number): Rate => ({ perSecond: null, done, atMs, sinceMs: atMs })

export function observe(rate: Rate, done: number, atMs: number): Rate {
  const passedMs = atMs - rate.atMs
  if (passedMs < shortestMs) return rate
  const now = (Math.max(0, done - rate.done) * 1000) / passedMs
  const { sinceMs } = rate
  if (rate.perSecond === null) return { perSecond: now === 0 ? null : now, done, atMs, sinceMs }
  // In the beginning a plain average: the first observations are of a slow start and must not stick.
  const weight = Math.max(1 - Math.exp(-passedMs / memoryMs), passedMs / (atMs - sinceMs))
  return { perSecond: rate.perSecond + weight * (now - rate.perSecond), done, atMs, sinceMs }
}

/** `about 2 s left`, or null where nobody can tell. */
export function timeLeft(rate: Rate, total: number, done: number): string | null {
  const left = total - done
  if (left <= 0 || rate.perSecond === null || rate.perSecond < 0.05) return null
  return t('summary.about_left', { time: formatDuration(left / rate.perSecond) })
}

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
export function formatPerSecond(perSecond: number): string {
  if (perSecond >= 10) return formatCount(Math.round(perSecond))
  return withPoint(perSecond.toFixed(1).replace(/\.0$/, ''))
}
