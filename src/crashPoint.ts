import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sentence, say } from './words/sentence.ts'

/**
 * The places in the code where the fault tests (test/faults) end or stop a process, in the order in which a payout passes them. A
 * comment at each place names its crash window.
 */
export const crashPoints = [
  'in-intake',
  'before-enqueue',
  'before-claim',
  'after-claim',
  'after-request',
  'after-answer',
  'after-settle',
  'after-last-chunk',
  'before-report',
  'in-report',
  'before-answer',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/** What happens at a crash point when it is passed for the `nth` time (from 1). */
export interface CrashPlan {
  point: CrashPoint
  nth: number
  /**
   * `kill`: SIGKILL to this process. `stop`: SIGSTOP, until somebody sends SIGCONT. `throw`: an exception that nobody catches.
   * `block`: the event loop is blocked for `blockMs`.
   */
  mode: 'kill' | 'stop' | 'throw' | 'block'
  blockMs: number
}

let plan: CrashPlan | undefined
let passes = 0

/** Marks a crash point. It is only a comparison, unless the fault tests have armed this process. */
export function crashPoint(point: CrashPoint): void {
  if (plan !== undefined && plan.point === point) pass(plan)
}

/** The same once the running code has finished, for example after a write that it is about to make. */
export function crashPointAfterThis(point: CrashPoint): void {
  if (plan !== undefined && plan.point === point) queueMicrotask(() => crashPoint(point))
}

/** Only for the fault tests (see `readCrashPlan`). */
export function armCrashPoint(armed: CrashPlan): void {
  plan = armed
}

function pass(armed: CrashPlan): void {
  passes += 1
  if (passes !== armed.nth) return
  switch (armed.mode) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL')
      return
    case 'stop':
      process.kill(process.pid, 'SIGSTOP')
      return
    case 'throw':
      // On a stack of its own, where no caller can catch it.
      setImmediate(() => {
        throw new Error('planted by the fault tests')
      })
      return
    case 'block':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, armed.blockMs)
      return
  }
}

/** The file that marks a PAYRUN_HOME as that of a fault test, and contains its token. */
export const markerName = '.fault-tests'

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Read PAYRUN_CRASH_POINT, which only the fault tests set: `TOKEN POINT MODE [NTH]`, where MODE may be `block=MS`. It is refused
 * wherever money could move: PAYRUN_HOME must contain the tests' marker file with the same token (at least 16 characters), and the
 * provider must be on the loopback.
 *
 * @returns the plan, or a sentence that names the variable
 */
export function readCrashPlan(
  text: string,
  where: { home: string; providerUrl: string | undefined },
): { ok: true; plan: CrashPlan } | { ok: false; message: Sentence } {
  const host = where.providerUrl === undefined ? '127.0.0.1' : URL.parse(where.providerUrl)?.hostname
  const [token = '', point, mode = '', nth = '1', ...more] = text.split(' ')
  if (token.length < 16 || readMarker(where.home) !== token || host === undefined || !loopback.has(host)) {
    return {
      ok: false,
      message: say('settings.payrun_crash_point_payruns_own_fault'),
    }
  }
  const known = crashPoints.find((each) => each === point)
  const [, kind, blockMs = '0'] = /^(kill|stop|throw|block(?==\d))(?:(?<=block)=(\d{1,6}))?$/.exec(mode) ?? []
  if (!known || !kind || !/^[1-9]\d{0,6}$/.test(nth) || more.length > 0) {
    return {
      ok: false,
      message: say('settings.payrun_crash_point_must_token_point', { crashPoints: crashPoints.join(', ') }),
    }
  }
  const plan = { point: known, nth: Number(nth), mode: kind as CrashPlan['mode'], blockMs: Number(blockMs) }
  return { ok: true, plan }
}

function readMarker(home: string): string | undefined {
  try {
    return readFileSync(join(home, markerName), 'utf8')
  } catch {
    return undefined
  }
}
