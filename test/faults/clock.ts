/**
 * Loaded by a process before anything else (`--import`): its wall clock is off by as many milliseconds as the file
 * FAULTS_CLOCK says, and follows when the file changes. Clocks that only go forward (performance.now, timers) are left
 * alone, as the kernel leaves them.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
const path = process.env['FAULTS_CLOCK'] ?? ''
let offsetMs = 0

function follow(): void {
  try {
    offsetMs = Number(readFileSync(path, 'utf8'))
  } catch {
    // Being written at this moment.
  }
}
follow()
setInterval(follow, 5).unref()

class ShiftedDate extends RealDate {
  constructor(...args: [] | [value: number | string | Date]) {
    if (args.length === 0) super(RealDate.now() + offsetMs)
    else super(...(args as [number]))
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
