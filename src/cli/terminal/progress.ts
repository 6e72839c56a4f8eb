import { createLogUpdate } from 'log-update'
import { printableLines } from '../../words/render.ts'
import {
  observe,
  type ProgressPicture,
  percentOf,
  progressFrame,
  progressLine,
  type StateCounts,
  startRate,
} from './progressText.ts'
import { displayWidth, plainStyle, type Style } from './text.ts'

export interface ProgressOptions {
  /** Standard error, as a rule: standard output is for data. Its `columns` are looked at for each drawing. */
  stream: NodeJS.WritableStream & { columns?: number }
  /** Whether a line can be drawn over: a terminal, and not a dumb one. */
  isTTY: boolean
  /** How many rows there are to do; null where that isn't known. */
  total: number | null
  /** What is being done: `Paying`. Shown on terminals. */
  label: string
  style?: Style
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

export interface ProgressUpdate {
  done: number
  counts: StateCounts
  held: readonly string[]
}

export interface Progress {
  update(update: ProgressUpdate): void
  /** A line that stays, above the bar. */
  log(line: string): void
  /** Draws the last figures and lets go of the terminal. Nothing is drawn after it. */
  finish(): void
}

/**
 * Progress of long work: a bar that is drawn over on a terminal, plain lines elsewhere. It keeps no timer: it draws
 * when it is told something, so call `update` from the loop that looks at the ledger. A stream that breaks is left
 * alone: paying goes on without an audience.
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
  // Stays on after `finish`: the error of a last write comes later, and unheard it would end the process.
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
  // The cursor stays: a process that is killed could not bring it back.
  const draw = createLogUpdate(stream, { showCursor: true })
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let frame = ''
  const show = (picture: ProgressPicture, atMs: number, atOnce: boolean): void => {
    if (!atOnce && atMs - drawnAtMs < drawEveryMs) return
    drawnAtMs = atMs
    // The last column stays free: a terminal may wrap when it is written to.
    frame = printableLines(progressFrame(picture, (stream.columns ?? 80) - 1, style), style.colour)
    draw(frame)
  }
  return {
    show,
    // A narrower terminal has wrapped the frame's lines already: wipe what they take now, and begin anew.
    resize(picture, atMs) {
      if (frame !== '') stream.write(`\u001b[${wrappedHeight(frame, stream.columns ?? 80)}A\r\u001b[J`)
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

/** A line when 2 s have passed or 10 % more is done, and only if it says something new. */
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
