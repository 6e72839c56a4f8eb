import { createLogUpdate } from 'log-update'
import type { PayoutState } from '../../payout/state.ts'
import { printableLines } from '../../words/render.ts'
import { count } from '../../words/sentence.ts'
import type { Cli } from '../cli.ts'
import {
  columnsOf,
  displayWidth,
  fitWidth,
  formatDuration,
  formatRate,
  plainStyle,
  rowsInState,
  type Style,
  stateLooks,
  statesInOrder,
  t,
} from './text.ts'

interface ProgressOptions {
  /** Usually standard error: standard output is for data. Its `columns` are read for each drawing. */
  stream: NodeJS.WritableStream & { columns?: number }
  /** Whether lines can be overwritten: true for a terminal that isn't dumb. */
  isTTY: boolean
  /** The number of rows to do; null if unknown. */
  total: number | null
  /** What is being done: `Paying`. Shown on terminals. */
  label: string
  style?: Style
  /** A monotonic clock, in milliseconds. */
  now?: () => number
}

interface ProgressUpdate {
  done: number
  counts: StateCounts
  held: readonly string[]
}

export interface Progress {
  update(update: ProgressUpdate): void
  /** A line that stays, above the bar. */
  log(line: string): void
  /** Draws the last figures and releases the terminal. Nothing is drawn afterwards. */
  finish(): void
}

/** Progress on standard error; undefined with --json. */
export function openProgress(cli: Cli, total: number, label: string): Progress | undefined {
  if (cli.json) return undefined
  const { stderr } = cli.streams
  const isTTY = stderr.isTTY === true && cli.config.terminal.term !== 'dumb'
  return createProgress({ stream: stderr, isTTY, total, label, style: cli.errStyle })
}

/**
 * Shows the progress of long work: a live bar on a terminal, plain lines elsewhere. It has no timer and draws only when it is
 * called, so call `update` from the loop that reads the ledger. If the stream breaks, it stops drawing, and paying goes on.
 */
export function createProgress(options: ProgressOptions): Progress {
  const { stream, total, label, now = () => performance.now() } = options
  const display = options.isTTY ? liveDisplay(stream, options.style ?? plainStyle) : plainDisplay(stream)
  let picture: ProgressPicture | null = null
  let finished = false
  let broken = false
  const onResize = (): void => {
    if (picture !== null && !broken) display.resize(picture, now())
  }
  // Kept after `finish`: the error of the last write comes later, and without a listener it would end the process.
  stream.on('error', () => {
    broken = true
  })
  if (options.isTTY) stream.on('resize', onResize)
  return {
    update({ done, counts, held }) {
      if (finished || broken) return
      const atMs = now()
      const rate = picture === null ? startRate(done, atMs) : observe(picture.rate, done, atMs)
      picture = { label, total, done, counts, held, rate }
      display.show(picture, atMs, false)
    },
    log(line) {
      if (!broken) display.log(line)
    },
    finish() {
      if (finished) return
      finished = true
      stream.off('resize', onResize)
      if (picture !== null && !broken) display.show(picture, now(), true)
      if (!broken) display.end()
    },
  }
}

interface Display {
  show(picture: ProgressPicture, atMs: number, atOnce: boolean): void
  resize(picture: ProgressPicture, atMs: number): void
  log(line: string): void
  end(): void
}

const drawEveryMs = 80

function liveDisplay(stream: ProgressOptions['stream'], style: Style): Display {
  // The cursor stays visible: a killed process couldn't show it again.
  const draw = createLogUpdate(stream, { showCursor: true })
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let frame = ''
  const show = (picture: ProgressPicture, atMs: number, atOnce: boolean): void => {
    if (!atOnce && atMs - drawnAtMs < drawEveryMs) return
    drawnAtMs = atMs
    // The last column stays free: a terminal may wrap when something is written there.
    frame = printableLines(progressFrame(picture, columnsOf(stream) - 1, style), style.colour)
    draw(frame)
  }
  return {
    show,
    // A narrower terminal has already wrapped the frame's lines: clear all that they take now, and draw again.
    resize(picture, atMs) {
      if (frame !== '') stream.write(`\u001b[${wrappedHeight(frame, columnsOf(stream))}A\r\u001b[J`)
      draw.done()
      show(picture, atMs, true)
    },
    log(line) {
      draw.persist(line)
      if (frame !== '') draw(frame)
    },
    end: () => draw.done(),
  }
}

const wrappedHeight = (frame: string, width: number): number =>
  frame.split('\n').reduce((height, line) => height + Math.max(1, Math.ceil(displayWidth(line) / width)), 0)

const lineEveryMs = 2_000
const lineEveryPercent = 10

/** Writes a line after 2 s or 10% more, if the figures have changed. */
function plainDisplay(stream: ProgressOptions['stream']): Display {
  let last: { atMs: number; percent: number; figures: string } | null = null
  return {
    show(picture, atMs, atOnce) {
      const percent = picture.total === null ? 0 : percentOf(picture.done, picture.total)
      const figures = JSON.stringify([picture.done, picture.counts, picture.held])
      last ??= { atMs, percent, figures: '' }
      if (figures === last.figures) return
      const due = atMs - last.atMs >= lineEveryMs || percent - last.percent >= lineEveryPercent
      if (!due && !atOnce) return
      last = { atMs, percent, figures }
      stream.write(`${printableLines(progressLine(picture), false)}\n`)
    },
    resize() {},
    log: (line) => void stream.write(`${line}\n`),
    end() {},
  }
}

type StateCounts = Readonly<Partial<Record<PayoutState, number>>>

interface ProgressPicture {
  label: string
  /** Null if unknown: then there is no bar and no time left. */
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

/** Whole percent, rounded down: 100 only when all is done. */
const percentOf = (done: number, total: number): number =>
  total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))

/** If there isn't enough room, the label is left out first, then the time left, the rate and the bar. */
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
    : t('summary.rows_done_total', { done: count(done), total: count(total) })

const rateText = (rate: Rate): string | null => (rate.perSecond === null ? null : formatRate(rate.perSecond))

const present = (pieces: readonly (string | null)[]): string[] =>
  pieces.filter((piece): piece is string => piece !== null && piece !== '')

/** The smoothed speed of the work. Start with `startRate`, and pass each observation to `observe`. */
interface Rate {
  /** Rows per second; null until a row is done. */
  perSecond: number | null
  done: number
  atMs: number
  /** When the observation began. */
  sinceMs: number
}

/** An observation weighs less the older it is: after this long, about a third of its weight is left. */
const memoryMs = 5_000
/** Over a shorter time, one group of rows more or less would distort the rate. */
const shortestMs = 200

/** @param done the rows already done, so that a resumed batch doesn't start with a jump */
export const startRate = (done: number, atMs: number): Rate => ({ perSecond: null, done, atMs, sinceMs: atMs })

export function observe(rate: Rate, done: number, atMs: number): Rate {
  const passedMs = atMs - rate.atMs
  if (passedMs < shortestMs) return rate
  const now = (Math.max(0, done - rate.done) * 1000) / passedMs
  const { sinceMs } = rate
  if (rate.perSecond === null) return { perSecond: now === 0 ? null : now, done, atMs, sinceMs }
  // A plain average at first: the first observations are of a slow start and must not dominate.
  const weight = Math.max(1 - Math.exp(-passedMs / memoryMs), passedMs / (atMs - sinceMs))
  return { perSecond: rate.perSecond + weight * (now - rate.perSecond), done, atMs, sinceMs }
}

/** `about 2 s left`; null if it can't be estimated. */
export function timeLeft(rate: Rate, total: number, done: number): string | null {
  const left = total - done
  if (left <= 0 || rate.perSecond === null || rate.perSecond < 0.05) return null
  return t('summary.about_left', { time: formatDuration(left / rate.perSecond) })
}
