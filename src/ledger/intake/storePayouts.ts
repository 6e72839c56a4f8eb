import type { PoolClient } from 'pg'
import { formsOf, newBatchId, type Payable } from '../../payout/keys.ts'
import type { LimitTable } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Sentence } from '../../words/sentence.ts'
import { inTransaction, isAway, type Ledger } from '../connection/ledger.ts'
import { whyNoSubmission } from '../past/judgePast.ts'
import { findCalledNotPaid } from '../people/calledNotPaid.ts'
import type { Found } from '../people/findings.ts'
import { lookAtPayouts, type PeopleFound } from '../people/lookAtPeople.ts'
import { findOtherPeriodsOf, type OtherPeriod, toldOf } from '../people/sameReference.ts'
import {
  isPolicyStricter,
  peopleByPolicy,
  peopleInAll,
  readWarningRules,
  recordWarnings,
  type WarnedOf,
  type WarningRules,
} from '../policy/policy.ts'
import { type InUse, problemOf } from './findInUse.ts'
import { type BatchToStore, type FileFacts, insertBatches, type RowToStore } from './insertBatch.ts'
import { type Staged, stageRows } from './stageRows.ts'
import { type Accepted, findProblems, lockIntake, type Stored } from './storeBatch.ts'

/** A payout that was given by itself: a batch of one row, which has passed its checks. */
export interface PayoutToStore {
  batch: BatchToStore
  row: RowToStore
  facts: FileFacts
}

/** How payouts are compared with what the ledger knows of their people. */
export interface PayoutLooks {
  limits: LimitTable
  /** Decides about a payout: what it is stored with, or why the policy blocks it. */
  accept(payout: PayoutToStore, people: PeopleFound, rules: WarningRules): Accepted | Blocked
}

export interface Blocked {
  blocked: Sentence
  warned: WarnedOf
}

export type PayoutStored =
  | { kind: 'stored'; batchId: string; batchNo: number; warned: WarnedOf | null }
  | ({ kind: 'blocked' } & Blocked)
  | Extract<Stored, { kind: 'barred' }>
  /** `use`: the payout that holds its reference, or is alike. `barred`: it may repeat a payment of a statement. */
  | { kind: 'refused'; use: InUse | undefined; barred: Problem | undefined }
  /** It depends on what becomes of one before it, and is stored with the next group. */
  | { kind: 'later' }
  /** The server refused this one even alone. */
  | { kind: 'broken'; error: unknown }

export type PayoutEnded = Exclude<PayoutStored, { kind: 'later' }>

/**
 * Store payouts that came at the same time in one transaction, each as a batch of its own, as if they had come one after the other. One that is refused
 * doesn't affect the others.
 *
 * Crash window: if the process is killed before the commit, there is none of them. If it is killed after it, each is whole, and the sweep
 * enqueues it.
 *
 * @param looks left out: nobody looks at the people
 * @param isAgain the policy became stricter at the moment of the first try
 * @returns what became of each, in the order given
 */
export async function storePayouts(
  ledger: Ledger,
  payouts: readonly PayoutToStore[],
  looks?: PayoutLooks,
  isAgain = false,
): Promise<PayoutStored[]> {
  try {
    return await inTransaction(ledger, async (client) => {
      const value = await storeAll(client, payouts, looks)
      return { commit: value.some(({ kind }) => kind === 'stored'), value }
    })
  } catch (error) {
    // If the connection is gone, nobody knows whether they were stored: whoever sends one again is told.
    if (isAway(error)) throw error
    if (isPolicyStricter(error) && !isAgain) return storePayouts(ledger, payouts, looks, true)
    if (payouts.length === 1) return [{ kind: 'broken', error }]
    const alone: PayoutStored[] = []
    for (const payout of payouts) alone.push(...(await storePayouts(ledger, [payout], looks)))
    return alone
  }
}

const whoIsPaid = ({ phone, amountMinor, currency, name }: Payable) => ({
  phone,
  sum: `${amountMinor}${currency}`,
  who: name,
})

async function storeAll(
  client: PoolClient,
  payouts: readonly PayoutToStore[],
  looks: PayoutLooks | undefined,
): Promise<PayoutStored[]> {
  const [first] = payouts
  if (!first) return []
  // The nth payout is staged as line n, in the one chunk of its batch.
  const rows = payouts.map(({ row }, index) => ({ ...row, line: index + 1 }))
  const all = await stageRows(client, [rows], () => 1)
  await lockIntake(client)
  const recovering = await whyNoSubmission(client)
  if (recovering) return payouts.map(() => ({ kind: 'barred', ...recovering }))
  const elsewhere = await findOtherPeriodsOf(
    client,
    first.batch.sandbox,
    payouts.flatMap(({ row: { reference, payable }, batch: { period } }, index) =>
      reference === null ? [] : [{ line: index + 1, reference, period, ...(payable && whoIsPaid(payable)) }],
    ),
  )
  const ended = new Map<number, PayoutStored>(await findRefused(client, first.batch, all, elsewhere))
  for (const line of findLater(payouts, ended, looks)) ended.set(line, { kind: 'later' })
  await unstage(client, [...ended.keys()])
  const told = elsewhere.filter(({ line }) => !ended.has(line))
  const accepted = looks ? await acceptEach(client, payouts, ended, told, looks) : new Map<number, Accepted>()
  const staged = payouts.flatMap(({ batch, facts }, index) =>
    ended.has(index + 1) ? [] : { id: newBatchId(), batch, facts, line: index + 1 },
  )
  for (const each of staged) {
    const { payable } = payouts[each.line - 1]!.row
    const word = accepted.get(each.line)
    if (!word?.oneMore || !payable) continue
    const totals = new Map([[payable.currency, payable.amountMinor]])
    const policy = await peopleByPolicy(client, totals)
    each.batch = { ...each.batch, peopleNeeded: peopleInAll(each.batch.peopleNeeded ?? 1, policy, true) }
  }
  const batchNos = staged.length > 0 ? await insertBatches(client, staged, true) : []
  const stored = staged.map(({ id, batch, line }, nth) => {
    const warned = accepted.get(line)?.warned ?? null
    ended.set(line, { kind: 'stored', batchId: id, batchNo: batchNos[nth]!, warned })
    return warned ? [{ batchNo: batchNos[nth]!, deed: 'submitted' as const, actor: batch.actor, warned }] : []
  })
  await recordWarnings(client, stored.flat())
  return payouts.map((_, index) => ended.get(index + 1)!)
}

async function unstage(client: PoolClient, lines: readonly number[]): Promise<void> {
  if (lines.length > 0) await client.query('delete from staging where line = any($1)', [lines])
}

/** What the staged payouts are let through with, by their lines. Those that the policy blocks have ended. */
async function acceptEach(
  client: PoolClient,
  payouts: readonly PayoutToStore[],
  ended: Map<number, PayoutStored>,
  elsewhere: readonly OtherPeriod[],
  { limits, accept }: PayoutLooks,
): Promise<Map<number, Accepted>> {
  const accepted = new Map<number, Accepted>()
  const left = payouts.filter((_, index) => !ended.has(index + 1))
  const [first] = left
  if (!first) return accepted
  const { sandbox } = first.batch
  const people = {
    ...(await lookAtPayouts(client, { sandbox, rows: left.length }, limits)),
    calledNotPaid: await findCalledNotPaid(
      client,
      sandbox,
      payouts.map(({ batch: { period } }) => period),
    ),
    otherPeriods: toldOf(elsewhere, []),
  }
  const rules = await readWarningRules(client)
  const blocked: number[] = []
  for (const [index, payout] of payouts.entries()) {
    const line = index + 1
    if (ended.has(line)) continue
    const word = accept(payout, ofPayout(people, line), rules)
    if ('blocked' in word) {
      ended.set(line, { kind: 'blocked', ...word })
      blocked.push(line)
    } else accepted.set(line, word)
  }
  await unstage(client, blocked)
  return accepted
}

/** What was found of one of them, as the one row that it is. */
function ofPayout(people: PeopleFound, line: number): PeopleFound {
  const own = <Each extends { line: number }>({ first }: Found<Each>): Found<Each> => {
    const found = first.filter((each) => each.line === line).map((each) => ({ ...each, line: 1 }))
    return { all: found.length, first: found }
  }
  const {
    firstPayments,
    changedNumbers,
    otherNames,
    unusualAmounts,
    overDaily,
    maybePaid,
    calledNotPaid,
    otherPeriods,
  } = people
  return {
    ...people,
    firstPayments: own(firstPayments),
    changedNumbers: own(changedNumbers),
    otherNames: own(otherNames),
    unusualAmounts: own(unusualAmounts),
    overDaily: own(overDaily),
    maybePaid: own(maybePaid),
    calledNotPaid: own(calledNotPaid),
    otherPeriods: own(otherPeriods),
  }
}

/**
 * Lines of payouts with the reference, or its form, or the request key of one before them that is about to be stored. A blank
 * reference is none: then likeness counts, for which only the ledger is asked, and those after it wait, too. So does another
 * payment to a number whose operator allows so much in a day, and the same reference in another period, of which a warning may tell.
 */
function findLater(
  payouts: readonly PayoutToStore[],
  refused: ReadonlyMap<number, unknown>,
  looks: PayoutLooks | undefined,
): number[] {
  const seen = new Set<string>()
  let isUnnamedLater = false
  return payouts.flatMap(({ batch: { requestKey }, row }, index) => {
    if (refused.has(index + 1)) return []
    const marks = [row.key?.slice(0, 16) ?? '', ...(requestKey ? [`${requestKey.holder}\n${requestKey.key}`] : [])]
    if (row.payable && (looks?.limits.get(row.payable.operator)?.mostADay ?? null) !== null)
      marks.push(row.payable.phone)
    const isUnnamed = row.reference === null
    if (row.reference !== null) marks.push(`in any period ${formsOf(row.reference).form}`)
    const isLater = isUnnamedLater || (isUnnamed && seen.size > 0) || marks.some((mark) => seen.has(mark))
    isUnnamedLater ||= isLater && isUnnamed
    for (const mark of marks) seen.add(mark)
    return isLater ? index + 1 : []
  })
}

/** Those that may not be stored, by their lines. */
async function findRefused(
  client: PoolClient,
  batch: BatchToStore,
  all: Staged,
  elsewhere: readonly OtherPeriod[],
): Promise<Map<number, Extract<PayoutStored, { kind: 'refused' }>>> {
  const uses = new Map<number, InUse>()
  const inUse = new Set<Problem>()
  const columnOf = { reference: () => 'reference', phone: () => 'phone_number' }
  const wordInUse = (use: InUse): Problem => {
    const problem = problemOf(use, columnOf)
    uses.set(use.line, { ...use, line: 1 })
    inUse.add(problem)
    return problem
  }
  const how = { allowDuplicates: false, wordInUse, columnOf }
  const likely = elsewhere.filter(({ isLikely }) => isLikely)
  const problems = await findProblems(client, batch, how, all, likely)
  const refused = new Map<number, Extract<PayoutStored, { kind: 'refused' }>>()
  for (const use of (await client.query<InUse>(triedSql)).rows)
    refused.set(use.line, { kind: 'refused', use: { ...use, line: 1 }, barred: undefined })
  for (const problem of problems) {
    const barred = inUse.has(problem) ? undefined : { ...problem, line: 1 }
    refused.set(problem.line, { kind: 'refused', use: uses.get(problem.line), barred })
  }
  return refused
}

/**
 * The very same payout under the same reference, which failed or was cancelled: a program that repeats itself does not pay it anew. Only
 * a person's retry does, or another payout.
 */
const triedSql = `
select distinct on (s.line) 'reference_in_use' as kind, s.line, s.reference as value,
                            b.id as "batchId", p.line as "heldLine",
       p.state::text as "heldState", p.provider_reference as "heldReference", null as "heldVariant",
       false as "isPurged"
  from staging s
  join payrun.payouts p on p.payout_key = s.payout_key and not p.holds_key
  join payrun.batches b on b.batch_no = p.batch_no
 where s.state = 'pending'
   and s.reference is not null
   and p.state in ('failed', 'cancelled')
   and (p.operator, p.phone, p.currency, p.amount_minor)
       = (s.operator, s.phone, s.currency, s.amount_minor)
   and (s.name is null or s.name = p.name)
 order by s.line, p.batch_no desc, p.line desc`
