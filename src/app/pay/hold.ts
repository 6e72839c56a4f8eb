import type { Ledger } from '../../ledger/connection/ledger.ts'
import {
  batchesPausedByHold,
  type HandWish,
  type Hold,
  holdByHand,
  listHoldsAndProbes,
  releaseByHand,
  whoReleased,
} from '../../ledger/policy/holds.ts'
import {
  listWindows,
  type OperatorWindow,
  planWindow,
  removeWindows,
  whyClocksDiffer,
} from '../../ledger/policy/windows.ts'
import { findOperator, nearestOperator, type OperatorCode } from '../../payout/operators/operator.ts'
import { ownZone, readInstant, wallText, wallTime } from '../../payout/times/zonedTime.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids, noteOf } from '../accounts/actor.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'

interface HoldOptions {
  note: string | undefined
  /** Whether the operator is the sandbox's or the provider's. */
  sandbox: boolean
}

export interface Held {
  ok: true
  operator: OperatorCode
  /** False if a person already holds it: that hold stays as it is. */
  changed: boolean
  hold: Hold | undefined
}

/** Send nothing to an operator until somebody releases it. Does nothing if a person already holds it. */
export const hold = (app: App, code: string, options: HoldOptions): Promise<Held | Failure> =>
  withOperator(app, code, options, async ({ ledger }, wish) => {
    const changed = await holdByHand(ledger, wish)
    return { ok: true, operator: wish.operator, changed, hold: await findHold(ledger, wish) }
  })

export interface Planned {
  ok: true
  operator: OperatorCode
  windows: OperatorWindow[]
}

/** The time of planned maintenance, as typed. */
export interface WindowWish {
  from: string
  to: string
  every: 'day' | 'week' | undefined
  timeZone: string | undefined
}

/** Plan maintenance: nothing is sent to the operator during that time. Afterwards, payrun continues by itself. */
export async function plan(
  app: App,
  code: string,
  written: WindowWish,
  options: HoldOptions,
): Promise<Planned | Failure> {
  const read = readWindow(written)
  if (!read.ok) return read
  return withOperator<Planned | Failure>(app, code, options, async (core, wish) => {
    const differ = await whyClocksDiffer(core.ledger, read.window.timeZone, read.from)
    if (differ) return failure('usage', differ)
    await planWindow(core.ledger, wish, read.window)
    return planned(core.ledger, wish)
  })
}

/** Remove planned maintenance of an operator: one window by its number, or all. */
export const unplan = (
  app: App,
  code: string,
  windowNo: number | undefined,
  options: HoldOptions,
): Promise<(Planned & { removed: number }) | Failure> =>
  withOperator(app, code, options, async ({ ledger }, wish) => {
    const removed = await removeWindows(ledger, wish, windowNo)
    return { ...(await planned(ledger, wish)), removed }
  })

async function planned(ledger: Ledger, { operator, sandbox }: HandWish): Promise<Planned> {
  const windows = await listWindows(ledger, sandbox)
  return { ok: true, operator, windows: windows.filter((each) => each.operator === operator) }
}

const spanMs = { day: 86_400_000, week: 604_800_000 }

function readWindow({
  from,
  to,
  every,
  timeZone,
}: WindowWish): { ok: true; window: Parameters<typeof planWindow>[2]; from: Date } | Failure {
  const zone = timeZone ?? ownZone()
  if ([from, to].some((text) => /(Z|[+-]\d\d:\d\d)$/.test(text.trim())))
    return failure('usage', say('paying.window_not_now'))
  const starts = readInstant(from.trim(), zone)
  if (!starts.ok) return failure('usage', starts.message)
  const ends = readInstant(to.trim(), zone)
  if (!ends.ok) return failure('usage', ends.message)
  if (starts.at >= ends.at) return failure('usage', say('paying.window_ends_first', { from, to }))
  if (every === undefined && ends.at <= new Date()) return failure('usage', say('paying.window_over', { to }))
  if (every !== undefined && ends.at.getTime() - starts.at.getTime() >= spanMs[every])
    return failure('usage', say('paying.window_too_long', { every }))
  const text = (at: Date) => wallText(wallTime(at, zone))
  const window = { from: text(starts.at), to: text(ends.at), every: every ?? null, timeZone: zone }
  return { ok: true, window, from: new Date(Math.max(starts.at.getTime(), Date.now())) }
}

/** Does something with an operator that a person names. The note is stored without phone numbers and names. */
async function withOperator<Done>(
  app: App,
  code: string,
  { note, sandbox }: HoldOptions,
  act: (core: Core, wish: HandWish) => Promise<Done>,
): Promise<Done | Failure> {
  const forbidden = forbids(app, 'hold_operators')
  if (forbidden) return forbidden
  const operator = findOperator(code)
  if (!operator) return unknownOperator(code, app.config.command)
  const wish = { operator: operator.code, sandbox, actor: actorOf(app).name, note: noteOf({ note }) }
  return withCore(app, (core) => act(core, wish))
}

export function unknownOperator(code: string, command: string): Failure {
  const nearest = nearestOperator(code)?.code
  return failure(
    'usage',
    nearest
      ? say('paying.operator_unknown_nearest', { code, nearest, command })
      : say('paying.operator_unknown', { code, command }),
  )
}

export interface Released {
  ok: true
  operator: OperatorCode
  /** False if it was not held. */
  changed: boolean
  /** If it was not held: who released it last. */
  by: string | null
  /** The batches that the hold paused. They stay paused until a person resumes them. */
  pausedBatches: { id: string; name: string }[]
}

/**
 * Send to an operator again, whoever held it. Does nothing if it is not held.
 *
 * @param options.since the start of the hold that the person saw: `wrong_state` if somebody has put it on hold again since
 */
export const release = (
  app: App,
  code: string,
  { since, ...options }: HoldOptions & { since?: Date | undefined },
): Promise<Released | Failure> =>
  withOperator<Released | Failure>(app, code, options, async ({ ledger }, wish) => {
    const { operator } = wish
    const changed = await releaseByHand(ledger, { ...wish, since })
    const now = changed ? undefined : await findHold(ledger, wish)
    if (now) return refused('wrong_state', heldAnew(now))
    const by = changed || !since ? null : await whoReleased(ledger, wish, since)
    return { ok: true, operator, changed, by, pausedBatches: await batchesPausedByHold(ledger, wish) }
  })

const findHold = async (ledger: Ledger, { operator, sandbox }: HandWish): Promise<Hold | undefined> =>
  (await listHoldsAndProbes(ledger, sandbox)).find((each) => each.operator === operator)

/** Somebody put it on hold again after the person looked. */
export const heldAnew = ({ actor, note }: Pick<Hold, 'actor' | 'note'>): Sentence =>
  note === null
    ? say('deskMeanwhile.held_anew', { who: actor ?? '' })
    : say('deskMeanwhile.held_anew_because', { who: actor ?? '', note })
