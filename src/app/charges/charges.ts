import {
  type Charge,
  findChargeById,
  findChargesNamed,
  giveUpUnanswered,
  listCharges,
  resolveCharge as resolveStored,
} from '../../ledger/evidence/charges.ts'
import { listNotificationsOf, type NotificationOf } from '../../ledger/evidence/notifications.ts'
import { type ChargeDiscrepancy, listChargeDiscrepancies } from '../../ledger/evidence/reconcileCharges.ts'
import { recordChargeOnce } from '../../ledger/evidence/recordCharge.ts'
import type { ChargeEnd, ChargeKind, ChargeState } from '../../payout/charge.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import type { RequestProblem } from '../../provider/answers/callResult.ts'
import { chargeSentence } from '../../reconcile/findingSentence.ts'
import { say } from '../../words/sentence.ts'
import { actorOf, forbids, refuseNote } from '../accounts/actor.ts'
import { fenceOf } from '../batches/status.ts'
import { type App, type Core, type Failure, failure, refused } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import { pageOf } from '../page.ts'
import { type Asked, type CheckoutWish, type CollectWish, checkout, collect, type Recorder } from './askCharge.ts'

export type { ChargeEnd, ChargeKind, ChargeState } from '../../payout/charge.ts'
export { chargeStates } from '../../payout/charge.ts'

/** An online payment or a collection for the API and the desk, without names or phone numbers. */
export type ChargeDocument = ReturnType<typeof chargeDocument>

export const chargeDocument = (charge: Charge) => ({
  id: charge.id,
  kind: charge.kind,
  reference: charge.ownReference,
  state: charge.state,
  amount: formatWireAmount(charge.amountMinor, charge.currency),
  currency: charge.currency,
  operator: charge.operator,
  sandbox: charge.sandbox,
  provider_reference: charge.reference,
  payment_url: charge.paymentUrl,
  code: charge.code,
  ...doubtOf(charge),
  created_at: charge.createdAt.toISOString(),
  settled_at: charge.settledAt?.toISOString() ?? null,
  settled_by: charge.settledBy,
  note: charge.note,
})

/** Evidence against its state, if there is some. */
const doubtOf = ({ doubt }: Charge): { maybe_paid?: true; maybe_not_paid?: true } => (doubt ? { [doubt]: true } : {})

export type ChargeAsked =
  /** `there_already`: the same customer was asked for the same before, and is not asked again. */
  | { ok: true; kind: 'asked' | 'there_already'; charge: ChargeDocument }
  /** Another charge has the reference, or one that is only written differently (`variant`). `tried`: it was in the sandbox, and this one is real. */
  | { ok: true; kind: 'reference_in_use'; charge: ChargeDocument; variant: boolean; tried: boolean }
  | { ok: true; kind: 'invalid'; problems: readonly RequestProblem[] }

/** Request one online payment, only once for the merchant's own reference. */
export const checkoutOnce = (app: App, reference: string, wish: CheckoutWish): Promise<ChargeAsked | Failure> =>
  askOnce(app, 'payment', reference, (record) => checkout(app, wish, untilAnswered, record))

/** Request a payment from a customer, only once for the merchant's own reference. */
export const collectOnce = (app: App, reference: string, wish: CollectWish): Promise<ChargeAsked | Failure> =>
  askOnce(app, 'collection', reference, (record) => collect(app, wish, untilAnswered, record))

/** No need to hold anything: a desk that is stopping waits for its requests. */
const untilAnswered = () => () => undefined

/**
 * Crash window: see askCharge. A repeated request with the same reference gets the recorded charge, `asked` at first and
 * `unknown` later. It is never sent again.
 */
async function askOnce(
  app: App,
  kind: ChargeKind,
  reference: string,
  ask: (record: Recorder<ChargeAsked | Failure>) => Promise<Asked | ChargeAsked | Failure>,
): Promise<ChargeAsked | Failure> {
  const asked = await ask(async (ledger, charge, who) => {
    const recorded = await recordChargeOnce(ledger, charge, reference, who)
    switch (recorded.kind) {
      case 'recorded':
        return recorded
      case 'fenced':
        return { kind: 'before', before: await whyFenced(app) }
      case 'there': {
        const { same, variant } = recorded
        const document = chargeDocument(recorded.charge)
        const tried = recorded.charge.sandbox && !charge.sandbox
        const before: ChargeAsked =
          same && !variant
            ? { ok: true, kind: 'there_already', charge: document }
            : { ok: true, kind: 'reference_in_use', charge: document, variant, tried }
        return { kind: 'before', before }
      }
    }
  })
  if (asked.kind === 'invalid') return { ok: true, kind: 'invalid', problems: asked.problems }
  if (asked.kind !== 'asked' || 'ok' in asked) return asked
  if (!asked.recorded) return failure('unreachable', say('terminal.charge_answer_not_recorded'))
  const found = await getCharge(app, kind, asked.charge.id)
  return found.ok ? { ok: true, kind: 'asked', charge: found.charge } : found
}

const whyFenced = (app: App): Promise<Failure> =>
  withCore(app, async (core): Promise<Failure> => {
    const { command } = app.config
    return failure('fenced', say('recover.fenced', { why: fenceOf(core)?.why ?? say('desk.unavailable'), command }))
  })

/** The current state of a charge. `discrepancies`: how statements contradict it, if they do. */
export const getCharge = (
  app: App,
  kind: ChargeKind,
  id: string,
): Promise<{ ok: true; charge: ChargeDocument & { discrepancies?: DiscrepancyDocument[] } } | Failure> =>
  withLost(app, async (core) => {
    const charge = await findChargeById(core.ledger, kind, id)
    if (!charge) return noCharge()
    const discrepancies = (await listChargeDiscrepancies(core.ledger, charge.id)).map(discrepancyDocument)
    const told = discrepancies.length > 0 ? { discrepancies } : {}
    return { ok: true as const, charge: { ...chargeDocument(charge), ...told } }
  })

type DiscrepancyDocument = ReturnType<typeof discrepancyDocument>

const discrepancyDocument = ({ kind, saysPaid, at, actor, statement, line }: ChargeDiscrepancy) => ({
  kind,
  says_paid: saysPaid,
  message: chargeSentence(kind),
  at: at.toISOString(),
  by: actor,
  statement,
  statement_line: line,
})

/** A charge with everything known about it. */
export interface ChargeRead {
  ok: true
  charge: ChargeDocument
  /** The provider's notifications about it, latest first. */
  notifications: NotificationOf[]
  /** How statements contradict it. */
  discrepancies: DiscrepancyDocument[]
}

export const readCharge = (app: App, kind: ChargeKind, id: string): Promise<ChargeRead | Failure> =>
  withLost(app, async (core) => {
    const charge = await findChargeById(core.ledger, kind, id)
    return charge ? readAll(core, charge) : noCharge()
  })

async function readAll({ ledger }: Core, charge: Charge): Promise<ChargeRead> {
  const notifications = charge.reference === null ? [] : await listNotificationsOf(ledger, charge.reference)
  const discrepancies = (await listChargeDiscrepancies(ledger, charge.id)).map(discrepancyDocument)
  return { ok: true, charge: chargeDocument(charge), notifications, discrepancies }
}

/** Find a charge by its id, the merchant's own reference or the provider's. */
export const findCharge = (app: App, word: string): Promise<ChargeRead | Failure> =>
  withLost(app, async (core) => {
    const [charge, ...others] = await findChargesNamed(core.ledger, word)
    if (!charge) return noCharge()
    if (others.length > 0) {
      const ids = [charge, ...others].map(({ id }) => id).join(', ')
      return failure('usage', say('terminal.charges_several', { ids }))
    }
    return readAll(core, charge)
  })

/** All charges of one kind or of both, newest first. */
export const listChargesPage = (
  app: App,
  kind: ChargeKind | undefined,
  { state, cursor, limit }: { state?: ChargeState | undefined; cursor?: string | undefined; limit: number },
): Promise<{ ok: true; charges: ChargeDocument[]; next: string | null } | Failure> =>
  withLost(app, async (core) => {
    const before = cursor === undefined ? undefined : Number(cursor)
    const found = await listCharges(core.ledger, { kind, state, before, limit: limit + 1 })
    const { page, last } = pageOf(found, limit)
    return { ok: true as const, charges: page.map(chargeDocument), next: last && String(last.no) }
  })

/** Record the outcome of a charge that is unknown or under way, after a person has asked the provider. */
export async function resolveCharge(
  app: App,
  { kind, id, end, note }: { kind: ChargeKind; id: string; end: ChargeEnd; note: string },
): Promise<{ ok: true; charge: ChargeDocument } | Failure> {
  const refusal = forbids(app, 'resolve') ?? refuseNote(note)
  if (refusal) return refusal
  const found = await getCharge(app, kind, id)
  if (!found.ok) return found
  const resolved = await withCore(app, async ({ ledger }) => ({
    ok: true as const,
    done: await resolveStored(ledger, { id, end, actor: actorOf(app).name, note: note.trim() }),
  }))
  if (!resolved.ok) return resolved
  return resolved.done ? getCharge(app, kind, id) : refused('wrong_state', say('terminal.charge_not_resolved'))
}

const noCharge = (): Failure => refused('not_found', say('terminal.charge_none'))

/** First marks charges whose process died long ago as `unknown`. */
const withLost = <Done>(app: App, act: (core: Core) => Promise<Done>): Promise<Done | Failure> =>
  withCore(app, async (core) => {
    await giveUpUnanswered(core.ledger)
    return act(core)
  })
