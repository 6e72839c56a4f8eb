import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { crashPoint } from '../../crashPoint.ts'
import { createRowMaker } from '../../files/formats/json/jsonObject.ts'
import { checkRow } from '../../files/payroll/checkRow.ts'
import { noColumns } from '../../files/payroll/header/columns.ts'
import { defaultLimits } from '../../files/payroll/row.ts'
import type { InUse } from '../../ledger/intake/findInUse.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import type { Accepted } from '../../ledger/intake/storeBatch.ts'
import {
  type Blocked,
  type PayoutEnded,
  type PayoutLooks,
  type PayoutStored,
  type PayoutToStore,
  storePayouts,
} from '../../ledger/intake/storePayouts.ts'
import { type Payable, payoutKey } from '../../payout/keys.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Warning } from '../../payout/warning.ts'
import type { Sentence } from '../../words/sentence.ts'
import { forbids } from '../accounts/actor.ts'
import { type RowDocument, readRow, rowDocument } from '../batches/rows.ts'
import { type App, type Core, type Failure, failure, type QueueStore } from '../context.ts'
import { withBatch, withCore } from '../open/openCore.ts'
import { enqueueBatch, leaveToSweep, sharedQueue, withQueueStore } from '../open/openServices.ts'
import { batchToStore } from '../submit/submission.ts'
import { blockedBy, needsOneMore, toStore, warnedBefore, warnedOfOne } from '../submit/warnings.ts'
import { limitsInUse } from './operatorLimits.ts'
import { asFile, calledCells, type OnePayout, problemInUse } from './payOne.ts'

interface Stored {
  ok: true
  kind: 'submitted' | 'there_already'
  batch: string
  row: RowDocument
  warnings: readonly Warning[]
}

export type OneSubmitted =
  | Stored
  /** What it says can't be paid, whatever else is in the ledger. */
  | { ok: true; kind: 'invalid'; problems: readonly Problem[] }
  /** Another payout has the reference. */
  | { ok: true; kind: 'reference_in_use'; by: InUse; message: Sentence }
  /** `warnings` includes those that the policy blocks. */
  | {
      ok: true
      kind: 'refused'
      problems: readonly Problem[]
      message: Sentence | null
      warnings?: readonly Warning[]
    }

type GivenPayout = OnePayout & { reference: string; allowDuplicates: false }

/** What is wrong with a payout by itself, whatever is in the ledger. */
export const problemsOfOne = (payout: Omit<OnePayout, 'allowDuplicates' | 'sandbox'>): readonly Problem[] =>
  checkGiven({ ...payout, allowDuplicates: false, sandbox: false }).problems

/** Submit one payout with a reference, and leave it to the workers. If it is there already, returns that one. */
export async function submitOne(
  app: App,
  payout: GivenPayout,
  requestKey?: RequestKey,
): Promise<OneSubmitted | Failure> {
  const forbidden = forbids(app, 'submit')
  if (forbidden) return forbidden
  const { payable, problems, reference, ...given } = checkGiven(payout)
  if (payable === null) return { ok: true, kind: 'invalid', problems }
  const { options } = asFile(app, payout, payout.reference)
  const batch = batchToStore(app, { ...options, requestKey }, { name: payout.reference })
  const row = { line: 1, cells: given.cells, payable, reference, key: given.key, problems }
  const stored = await storeWith(app, { batch, row, facts: given.facts })
  switch (stored.kind) {
    case 'stored':
      return {
        ok: true,
        kind: 'submitted',
        batch: stored.batchId,
        row: asStored(payable, reference),
        warnings: stored.warned?.shown ?? [],
      }
    case 'barred':
      if (stored.isFenced) return failure('fenced', stored.message)
      return { ok: true, kind: 'refused', problems: [], message: stored.message }
    case 'refused':
      return whyRefused(app, payable, stored)
    case 'blocked':
      return { ok: true, kind: 'refused', problems: [], message: stored.blocked, warnings: stored.warned.shown }
    // The connection works and the server refused this payout, which is never expected.
    case 'broken':
      throw stored.error
    case 'failed':
      return stored
  }
}

/** Checks the payout exactly like a file, as the only row of a JSON file. */
function checkGiven(payout: OnePayout) {
  const called = calledCells(payout)
  const columns = noColumns()
  const made = createRowMaker(columns, defaultLimits)(1, {
    entries: new Map(Object.entries(called)),
    repeatedKey: null,
  })
  if ('kind' in made) throw new Error('the columns of a payout make no row')
  const checked = checkRow(made, columns, {})
  const { reference } = checked
  const sha256 = hash('sha256', JSON.stringify(called), 'hex')
  const scope = { period: payout.period, sandbox: payout.sandbox }
  return {
    payable: checked.ok ? checked.payable : null,
    problems: checked.ok ? [] : checked.problems,
    reference,
    cells: made.cells,
    key: payoutKey(reference === null ? { ...scope, fileSha256: sha256, line: 1 } : { ...scope, reference }),
    facts: { sha256, columns: columns.names },
  }
}

/** The payout's row, as just stored. */
const asStored = ({ amountMinor, ...payable }: Payable, reference: string | null): RowDocument =>
  rowDocument({
    ...payable,
    line: 1,
    reference,
    amountMinor: String(amountMinor),
    state: 'pending',
    providerReference: null,
    errorCode: null,
    messages: [],
    doubt: null,
    attempts: 0,
    sentAt: null,
    settledAt: null,
  })

async function whyRefused(
  app: App,
  payable: Payable,
  { use: by, barred }: Extract<PayoutStored, { kind: 'refused' }>,
): Promise<OneSubmitted | Failure> {
  const problem = barred ?? (by && problemInUse(by, app.config.command, payable.phone))
  if (by === undefined || problem?.code !== 'reference_in_use')
    return { ok: true, kind: 'refused', problems: problem ? [problem] : [], message: null }
  // A reference that is only written differently is another one.
  if (by.heldVariant === null) {
    const held = await told(app, 'there_already', by.batchId, by.heldLine)
    if (!held.ok || isSame(payable, held.row)) return held
  }
  return { ok: true, kind: 'reference_in_use', by, message: problem.message }
}

/** Whether the row pays exactly this, however both were written. A name that is left out is not compared. */
function isSame(payable: Payable, row: RowDocument): boolean {
  const given = asStored(payable, row.reference)
  return (
    (['operator', 'phone_number', 'amount', 'currency'] as const).every((field) => given[field] === row[field]) &&
    (given.name === null || given.name === row.name)
  )
}

/** The payout of a batch of one row, as submitted. */
export const submittedOne = (app: App, batch: string): Promise<Stored | Failure> => told(app, 'submitted', batch, 1)

async function told(app: App, kind: Stored['kind'], batch: string, line: number): Promise<Stored | Failure> {
  const found = await readRow(app, batch, line)
  if (!found.ok) return found
  const { events: _, ...row } = found.row
  const seen = await withBatch(app, batch, async (core, { batchNo }) => ({
    ok: true as const,
    warned: await warnedBefore(core, batchNo),
  }))
  if (!seen.ok) return seen
  return { ok: true, kind, batch, row, warnings: seen.warned.warnings.shown.filter((each) => each.line === line) }
}

/** Stores the payout, together with concurrent ones if the process serves many requests. */
function storeWith(app: App, payout: PayoutToStore): Promise<PayoutEnded | Failure> {
  if (app.opened) return app.opened.storePayout(payout)
  return withCore(app, (core) =>
    withQueueStore(app, core, async (queues) => {
      const payouts = gatherPayouts(app, core, queues)
      return payouts.store(payout).finally(payouts.close)
    }),
  )
}

interface PayoutGathering {
  /** Resolves once the payout is committed or refused. Rejects if the connection is lost: then nobody knows whether it is stored. */
  store(payout: PayoutToStore): Promise<PayoutEnded>
  /** Resolves when everything stored is enqueued. */
  close(): Promise<void>
}

interface Waiting {
  payout: PayoutToStore
  resolve(ended: PayoutEnded): void
  reject(error: unknown): void
}

/** The most payouts in one commit. */
const mostInGroup = 200
const tellingPauseMs = 150

/**
 * Group commit for payouts that programs post one by one: while one group is stored, the next one gathers.
 *
 * Crash window: if the process dies between the commit and the queue, the payouts' chunks are open, and the workers' sweep enqueues them.
 */
export function gatherPayouts(app: App, core: Core, queues: QueueStore): PayoutGathering {
  const waiting: Waiting[] = []
  /** Batches that are not enqueued yet. */
  const untold: number[] = []
  let storing: Promise<void> | undefined
  let telling: Promise<void> | undefined
  const storeAll = async () => {
    // Payouts that arrive in the same turn of the event loop share the first group.
    await new Promise((turn) => setImmediate(turn))
    while (waiting.length > 0) await storeGroup(waiting.splice(0, mostInGroup))
    storing = undefined
  }
  const storeGroup = async (group: readonly Waiting[]) => {
    try {
      const stored = await storePayouts(
        core.ledger,
        group.map(({ payout }) => payout),
        looksOf(app),
      )
      crashPoint('before-enqueue')
      const later = group.filter((each, index) => !endWith(each, stored[index]!))
      waiting.unshift(...later)
      untold.push(...stored.flatMap((one) => (one.kind === 'stored' ? one.batchNo : [])))
      if (untold.length > 0) telling ??= tellAll(group[0]!.payout.batch.sandbox)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  return {
    store: (payout) =>
      new Promise((resolve, reject) => {
        waiting.push({ payout, resolve, reject })
        storing ??= storeAll()
      }),
    close: async () => {
      await storing
      await telling
    },
  }

  /** All batches of a desk are paid in the sandbox, or none. */
  async function tellAll(sandbox: boolean): Promise<void> {
    while (untold.length > 0) {
      await enqueueBatch(app, core, queues.open(sharedQueue(sandbox)), { sandbox, batchNo: untold.splice(0) }).catch(
        (error: unknown) => leaveToSweep(app.log, error),
      )
      // A call costs the queue as much as ten payouts in it, so several groups share one.
      if (storing) await delay(tellingPauseMs)
    }
    telling = undefined
  }
}

/** Payouts are compared with earlier payouts and blocked by the policy, like files. */
function looksOf(app: App): PayoutLooks {
  const { limits } = limitsInUse(app)
  return {
    limits,
    accept({ row: { payable } }, people, rules): Accepted | Blocked {
      const warnings = warnedOfOne(payable, people, limits)
      const warned = { ...toStore(warnings), compared: [] }
      const blocked = blockedBy(app, warnings, rules, 'payout')
      if (blocked) return { blocked, warned }
      return { warned: warnings.shown.length > 0 ? warned : null, oneMore: needsOneMore(warnings, rules) }
    },
  }
}

/** @returns whether the payout is finished */
function endWith({ resolve }: Waiting, stored: PayoutStored): boolean {
  if (stored.kind === 'later') return false
  resolve(stored)
  return true
}
