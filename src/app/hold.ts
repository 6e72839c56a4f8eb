import {
  batchesPausedByHold,
  type HandWish,
  type Hold,
  holdByHand,
  listHoldsAndProbes,
  releaseByHand,
} from '../ledger/policy/holds.ts'
import { maskNote } from '../payout/maskNote.ts'
import { findOperator, nearestOperator, type OperatorCode } from '../payout/operators/operator.ts'
import { say } from '../words/sentence.ts'
import { actorOf, forbids } from './accounts/actor.ts'
import { type App, type Failure, failure } from './context.ts'
import { type Core, withCore } from './open/openCore.ts'

export interface HoldOptions {
  note: string | undefined
  /** The sandbox's operator of this code; else the provider's. */
  sandbox: boolean
}

export interface Held {
  ok: true
  operator: OperatorCode
  /** False when a person holds it already: that hold stays as it is. */
  changed: boolean
  hold: Hold | undefined
}

/** Send nothing to an operator until somebody releases it. Holding what a person holds already changes nothing and is fine. */
export const hold = (app: App, code: string, options: HoldOptions): Promise<Held | Failure> =>
  withOperator(app, code, options, async ({ ledger }, wish) => {
    const changed = await holdByHand(ledger, wish)
    const holds = await listHoldsAndProbes(ledger, wish.sandbox)
    const { operator } = wish
    return { ok: true, operator, changed, hold: holds.find((each) => each.operator === operator) }
  })

/** An operator as a person names it, and what that person wants of it. The note is kept without numbers and names in it. */
export async function withOperator<Done>(
  app: App,
  code: string,
  { note, sandbox }: HoldOptions,
  act: (core: Core, wish: HandWish) => Promise<Done>,
): Promise<Done | Failure> {
  const forbidden = forbids(app, 'hold_operators')
  if (forbidden) return forbidden
  const operator = findOperator(code)
  if (!operator) return unknownOperator(code, app.config.command)
  const words = note?.trim() ? maskNote(note.trim(), { name: null }) : null
  const wish = { operator: operator.code, sandbox, actor: actorOf(app).name, note: words }
  return withCore(app, (core) => act(core, wish))
}

function unknownOperator(code: string, command: string): Failure {
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
  /** False when it was not held. */
  changed: boolean
  /** Ids of batches that the hold has paused. They stay paused until a person resumes them. */
  pausedBatches: string[]
}

/** Send to an operator again, whoever held it. Releasing what is not held changes nothing and is fine. */
export const release = (app: App, code: string, options: HoldOptions): Promise<Released | Failure> =>
  withOperator(app, code, options, async ({ ledger }, wish) => {
    const changed = await releaseByHand(ledger, wish)
    return { ok: true, operator: wish.operator, changed, pausedBatches: await batchesPausedByHold(ledger, wish) }
  })
