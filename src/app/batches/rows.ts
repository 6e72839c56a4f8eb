import { readHistory } from '../../ledger/audit/readHistory.ts'
import { findExactPhones, findPhones, listRowsOfPhones, listRowsOfReference } from '../../ledger/people/findPeople.ts'
import { type Contradiction, listContradictions } from '../../ledger/rows/contradictions.ts'
import { findSeemingDuplicates, type PaidElsewhere } from '../../ledger/rows/findAgainstRetry.ts'
import { type FoundRow, findRow, listRows as listFound } from '../../ledger/rows/findRows.ts'
import { waitingRetry } from '../../ledger/rows/retryRequests.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import { say, type Words } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import { type Core, withBatch, withCore } from '../open/openCore.ts'
import { pageOf } from '../page.ts'

export type { Contradiction }

/** A row, for programs. Amounts are strings. */
export type RowDocument = ReturnType<typeof rowDocument>

export const rowDocument = (row: Omit<FoundRow, 'batchId' | 'batchName' | 'sandbox' | 'submittedAt'>) => ({
  line: row.line,
  reference: row.reference,
  name: row.name,
  operator: row.operator,
  phone_number: row.phone,
  amount: amountOf(row),
  currency: row.currency,
  status: row.state,
  provider_reference: row.providerReference,
  error_code: row.errorCode,
  error_message: wordsOf(row.messages),
  ...doubtOf(row),
  attempts: row.attempts,
  sent_at: row.sentAt?.toISOString() ?? null,
  settled_at: row.settledAt?.toISOString() ?? null,
})

/** Evidence against the row's status that nobody has looked into, if there is some. */
const doubtOf = ({ doubt }: Pick<FoundRow, 'doubt'>): { maybe_paid?: true; maybe_not_paid?: true } =>
  doubt === null ? {} : { [doubt]: true }

const amountOf = ({ amountMinor, currency }: Pick<FoundRow, 'amountMinor' | 'currency'>): string | null =>
  amountMinor === null || currency === null ? null : formatWireAmount(BigInt(amountMinor), currency)

/** An invalid row may have several problems: each is a sentence in the list. */
const wordsOf = (messages: readonly Words[]): Words | readonly Words[] | null =>
  messages.length > 1 ? messages : (messages[0] ?? null)

interface Page {
  cursor?: string | undefined
  limit: number
}

interface RowsWish extends Page {
  states: readonly PayoutState[]
  search: string | undefined
  /** The longest to search. By default until the page is full or the batch ends. */
  withinMs?: number
}

/**
 * Rows of a batch in the file's order, in some states or with something in the name, the number or the reference.
 *
 * @returns `searchedTo`: time ran out at this line, and there may be more rows after it
 */
export const listRows = (
  app: App,
  name: string,
  { states, search, cursor, limit, withinMs }: RowsWish,
): Promise<{ ok: true; page: { rows: RowDocument[]; next: string | null }; searchedTo: number | null } | Failure> =>
  withBatch(app, name, async ({ ledger }, { batchNo }) => {
    const after = cursor === undefined ? 0 : Number(cursor)
    const wish = { states, search, after, limit: limit + 1 }
    const { rows: found, searchedTo } = await listFound(ledger, batchNo, wish, withinMs)
    const { page, last } = pageOf(found, limit)
    const next = searchedTo ?? last?.line ?? null
    return { ok: true, page: { rows: page.map(rowDocument), next: next === null ? null : String(next) }, searchedTo }
  })

/** The latest evidence that an unpaid row was paid, or that a paid one was not, if nobody has looked into it. */
export const evidenceAgainst = ({
  row,
  contradictions,
}: Pick<RowOfBatch, 'row' | 'contradictions'>): Contradiction | null =>
  row.maybe_paid || row.maybe_not_paid
    ? (contradictions.findLast((each) => each.saysPaid === (row.maybe_paid ?? false) && !each.setAside) ?? null)
    : null

/** A row with its history: `by` is the person who did it, null if payrun did. */
export interface RowHistory extends RowDocument {
  events: {
    seq: number
    at: string
    attempt: number
    from: PayoutState
    to: PayoutState
    code: string | null
    by: string | null
    note: Words | null
  }[]
}

export interface RowOfBatch {
  ok: true
  row: RowHistory
  batch: {
    id: string
    name: string
    sandbox: boolean
    created_at: string
    submitter: string | null
    state: BatchState
    isPurged: boolean
    /** Who requested a retry of it that waits for a second person. */
    retryAskedBy: string | null
  }
  contradictions: Contradiction[]
  /** Of a failed row: the payout of another batch that pays it, or seems to, so that it is not simply tried again. */
  elsewhere: PaidElsewhere | null
}

export const readRow = (app: App, name: string, line: number): Promise<RowOfBatch | Failure> =>
  withBatch<RowOfBatch | Failure>(app, name, async ({ ledger }, batch) => {
    const { id, batchNo } = batch
    const row = await findRow(ledger, batchNo, line)
    const history = await readHistory(ledger, batchNo, line)
    if (!row || !history) return refused('not_found', say('terminal.no_such_row', { id, line }))
    const events = history.events.map(({ at, attempt, fromState, toState, code, actor, note }, index) => ({
      seq: index + 1,
      at: at.toISOString(),
      attempt,
      from: fromState,
      to: toState,
      code,
      by: actor,
      note,
    }))
    const of = {
      id,
      name: batch.name,
      sandbox: batch.sandbox,
      created_at: batch.createdAt.toISOString(),
      submitter: batch.submitter,
      state: batch.state,
      isPurged: batch.purgedAt !== null,
      retryAskedBy: row.state === 'failed' ? ((await waitingRetry(ledger, batchNo))?.requester ?? null) : null,
    }
    const contradictions = await listContradictions(ledger, batchNo, line)
    const isFailed = row.state === 'failed' && !of.isPurged
    const [elsewhere = null] = isFailed ? await findSeemingDuplicates(ledger.pool, batchNo, [line]) : []
    return { ok: true, row: { ...rowDocument(row), events }, batch: of, contradictions, elsewhere }
  })

/** A person, identified by their number, with their payouts in all batches, latest first. */
export interface PersonDocument {
  name: string | null
  phone_number: string
  references: string[]
  payouts: {
    batch: string
    line: number
    /** True for a trial: nobody was paid. */
    sandbox: boolean
    amount: string | null
    currency: string | null
    status: PayoutState
    /** Only where it is true, as of a row. */
    maybe_paid?: true
    maybe_not_paid?: true
    /** When it was sent; what became of it may have been recorded much later. If it was not sent, when it was settled or submitted. */
    at: string
  }[]
  /** True if there are more payouts than these. */
  more: boolean
}

/** The names of batches, by id. */
export type BatchNames = ReadonlyMap<string, string>

const namesOf = (rows: readonly FoundRow[]): BatchNames =>
  new Map(rows.map(({ batchId, batchName }) => [batchId, batchName]))

const payoutsOfEach = 100

/**
 * Find people in all batches, by the beginnings of words in their name or reference, or by the end of their number.
 *
 * @param ofEach how many of each person's latest payouts to return, and how many trials
 */
export const findPeople = (
  app: App,
  { search, cursor, limit, ofEach = payoutsOfEach }: Page & { search: string; ofEach?: number },
): Promise<{ ok: true; page: { people: PersonDocument[]; next: string | null }; batches: BatchNames } | Failure> =>
  withCore(app, async ({ ledger }) => {
    const found = await findPhones(ledger, { search, after: cursor ?? '', limit: limit + 1 })
    const { page: phones, last: next } = pageOf(found, limit)
    const { people, batches } = await peopleOf(ledger, phones, ofEach)
    return { ok: true, page: { people, next }, batches }
  })

/** People with every word of the search exactly as typed, if they are few. In the list by number, they could be on any page. */
export const findExactPeople = (
  app: App,
  search: string,
  limit: number,
): Promise<{ ok: true; people: PersonDocument[]; batches: BatchNames } | Failure> =>
  withCore(app, async ({ ledger }) => {
    const phones = await findExactPhones(ledger, search, limit)
    return { ok: true, ...(await peopleOf(ledger, phones, payoutsOfEach)) }
  })

async function peopleOf(ledger: Core['ledger'], phones: readonly string[], ofEach: number) {
  const rows = await listRowsOfPhones(ledger, phones, ofEach + 1)
  const byPhone = Map.groupBy(rows, ({ phone }) => phone)
  const people = phones.map((phone) => personDocument(phone, byPhone.get(phone) ?? [], ofEach))
  return { people, batches: namesOf(rows) }
}

interface PersonFound {
  ok: true
  person: PersonDocument
  batches: BatchNames
}

/** The person of a row, with their past and planned payouts. */
export const personOfRow = (app: App, name: string, line: number): Promise<PersonFound | Failure> =>
  withBatch<PersonFound | Failure>(app, name, async ({ ledger }, { id, batchNo }) => {
    const phone = (await findRow(ledger, batchNo, line))?.phone
    if (!phone) return refused('not_found', say('terminal.no_such_row', { id, line }))
    const rows = await listRowsOfPhones(ledger, [phone], payoutsOfEach + 1)
    return { ok: true, person: personDocument(phone, rows, payoutsOfEach), batches: namesOf(rows) }
  })

const shownOthers = 20

/** The latest payouts and trials to a row's number or with its reference, except that row. None for a purged row, which has neither. */
export const otherPayouts = (
  app: App,
  { phone_number: phone, reference, line }: Pick<RowDocument, 'phone_number' | 'reference' | 'line'>,
  batch: string,
): Promise<{ ok: true; payouts: PersonDocument['payouts']; batches: BatchNames } | Failure> =>
  withCore(app, async ({ ledger }) => {
    const paid = phone ? await listRowsOfPhones(ledger, [phone], shownOthers + 1) : []
    const named = reference ? await listRowsOfReference(ledger.pool, reference, shownOthers + 1) : []
    const rows = [...paid, ...named.filter((row) => row.phone !== phone)]
    const others = rows
      .filter((row) => row.batchId !== batch || row.line !== line)
      .sort((one, other) => other.submittedAt.getTime() - one.submittedAt.getTime())
    return { ok: true, payouts: personDocument(phone ?? '', others, shownOthers).payouts, batches: namesOf(others) }
  })

/** Payouts and trials are counted separately, so that trials never displace real payouts. */
function personDocument(phone: string, found: readonly FoundRow[], ofEach: number): PersonDocument {
  const left = { payouts: ofEach, trials: ofEach }
  const rows = found.filter(({ sandbox }) => (sandbox ? left.trials-- : left.payouts--) > 0)
  return {
    name: rows.find(({ name }) => name !== null)?.name ?? null,
    phone_number: phone,
    references: [...new Set(rows.flatMap(({ reference }) => reference ?? []))],
    payouts: rows.map((row) => ({
      batch: row.batchId,
      line: row.line,
      sandbox: row.sandbox,
      amount: amountOf(row),
      currency: row.currency,
      status: row.state,
      ...doubtOf(row),
      at: (row.sentAt ?? row.settledAt ?? row.submittedAt).toISOString(),
    })),
    more: rows.length < found.length,
  }
}
