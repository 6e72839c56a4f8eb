import type { Readable } from 'node:stream'
import { findOpenBatches, reconcile } from '../../ledger/evidence/reconcile.ts'
import { findOperators, findPaidBetween } from '../../ledger/past/findOperators.ts'
import {
  type Recovery,
  readRecovery,
  recover as recoverLedger,
  setPaymentAside,
  takeStatement,
} from '../../ledger/past/recover.ts'
import { maskNote } from '../../payout/maskNote.ts'
import { operatorName } from '../../payout/operators/operator.ts'
import {
  type Matched,
  maxFeeTolerance,
  type SentRow,
  type Statement,
  type StatementLine,
} from '../../payout/reconciliation.ts'
import { fold } from '../../payout/typedText.ts'
import { coverageOf } from '../../reconcile/coverage.ts'
import { reachSentence } from '../../reconcile/findingSentence.ts'
import { judgeStatement, matchStatement, type NotComplete } from '../../reconcile/matchStatement.ts'
import { count, listed, moment, type Sentence, say } from '../../words/sentence.ts'
import { refuseNote } from '../accounts/actor.ts'
import { refreshReport } from '../batches/reportFile.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, recordOutbox, withCore } from '../open/openCore.ts'
import { type RefusedStatement, withStatement } from './reconcile.ts'
import { refusePayroll } from './refusePayroll.ts'

export type { Recovery }

export type RecoverWish =
  /** Report the current state, and change nothing. */
  | { kind: 'look' }
  /** A failover or a move that lost nothing. `againstMarks`: although a mark shows that commits are missing. */
  | { kind: 'nothing_lost'; againstMarks: boolean; note: string }
  /** Everything since then is missing. */
  | { kind: 'since'; since: Date; note: string }
  /** A person has looked into a payment without a row: it no longer blocks new files. */
  | { kind: 'set_aside'; payment: number; note: string }
  /**
   * The provider's statement since then: a path, or `-` for `stdin`. `complete`: how a person knows that it is complete, if its
   * lines don't show it.
   */
  | { kind: 'statement'; statement: string; stdin: Readable; complete: string | null }

export type Recovered =
  | { ok: true; kind: 'looked'; recovery: Recovery }
  | { ok: true; kind: 'recovered'; rows: number; recovery: Recovery }
  | { ok: true; kind: 'set_aside'; payment: number; recovery: Recovery }
  | { ok: true; kind: 'loaded'; settled: number; left: number; withoutRow: number; recovery: Recovery }
  | ({ ok: true } & RefusedStatement)
  | Failure

/**
 * Recover a ledger that went back in time (docs/design.md, rule 12): report the state, and record a person's decision.
 *
 * @param confirm called with the state before anything is changed; if it returns false, nothing is
 */
export async function recover(
  app: App,
  wish: RecoverWish,
  confirm: (recovery: Recovery) => Promise<boolean>,
): Promise<Recovered> {
  const said = wish.kind === 'look' ? null : wish.kind === 'statement' ? wish.complete : wish.note
  const refusal = said === null ? undefined : refuseNote(said)
  if (refusal) return refusal
  if (wish.kind === 'since' && wish.since.getTime() > Date.now())
    return failure('usage', say('recover.since_in_future'))
  return withCore(app, async (core): Promise<Recovered> => {
    const recovery = await readRecovery(core.ledger)
    if (wish.kind === 'look') return { ok: true, kind: 'looked', recovery }
    if (wish.kind === 'statement') return loadStatement(app, core, recovery, wish)
    if (wish.kind === 'set_aside') return setAside(app, core, wish)
    // First record the answers in the outbox: what they settle is certain.
    await recordOutbox(app, core)
    const shown = failure('refused', say('recover.mark_shows_loss', { command: app.config.command }))
    if (wish.kind === 'nothing_lost') {
      if (!recovery.fenced) return failure('usage', say('recover.not_fenced'))
      if (recovery.fenced.lossShown && !wish.againstMarks) return shown
      const found = core.past.last()
      if (found?.kind === 'fenced' && found.unread && !wish.againstMarks)
        return failure('unreachable', say('recover.marks_unread'))
    }
    if (!(await confirm(recovery))) return failure('refused', say('recover.nothing_changed'))
    const rows = await recoverLedger(core.ledger, {
      since: wish.kind === 'since' ? wish.since : null,
      actor: app.config.user,
      note: maskNote(wish.note.trim(), { name: null }),
      againstMarks: wish.kind === 'nothing_lost' && wish.againstMarks,
    })
    if (rows === null) return shown
    await core.past.admit(core.ledger.pool)
    return { ok: true, kind: 'recovered', rows, recovery: await readRecovery(core.ledger) }
  })
}

async function setAside(
  { config }: App,
  { ledger }: Core,
  { payment, note }: Extract<RecoverWish, { kind: 'set_aside' }>,
): Promise<Recovered> {
  const kept = maskNote(note.trim(), { name: null })
  if (!(await setPaymentAside(ledger, { payment, actor: config.user, note: kept })))
    return failure('usage', say('recover.no_such_payment', { payment: String(payment), command: config.command }))
  return { ok: true, kind: 'set_aside', payment, recovery: await readRecovery(ledger) }
}

async function loadStatement(
  app: App,
  core: Core,
  recovery: Recovery,
  { statement: given, stdin, complete }: Extract<RecoverWish, { kind: 'statement' }>,
): Promise<Recovered> {
  const { fenced, awaitingStatementSince, lastSince, unmatched } = recovery
  if (fenced) return failure('fenced', say('recover.say_since_first', { command: app.config.command }))
  // Later answers may be about payments that were missing from the statement.
  const since = awaitingStatementSince ?? (unmatched > 0 ? lastSince : null)
  if (!since)
    return unmatched > 0
      ? failure('usage', say('recover.say_since_of_answers', { command: app.config.command }))
      : failure('usage', say('recover.no_statement_awaited', { command: app.config.command }))
  const wish = { statement: given, stdin, complete: false, dryRun: true }
  const loaded = await withStatement(app, wish, async ({ statement }): Promise<Recovered | RefusedStatement> => {
    const refused: RefusedStatement = { kind: 'refused', file: given, problems: [], message: null }
    const payroll = await refusePayroll(core, statement)
    if (payroll) return { ...refused, message: payroll.message }
    const note = complete === null ? null : maskNote(complete.trim(), { name: null })
    const lacking = note === null ? await whatItLacks(app, core, statement, recovery) : null
    if (lacking) return { ...refused, message: lacking }
    return useStatement(app, core, { statement, since, note, said: recovery.lastNo })
  })
  return loaded.kind === 'refused' ? { ...loaded, ok: true } : loaded
}

/**
 * Why new files keep waiting: payouts sent during the ledger's gap may be missing from the statement, and would be paid again. The
 * statement has to cover the whole gap, as for a row that may have been sent at any moment in it, to be about each operator that may have
 * been paid through, and to list what the ledger does know was paid in it.
 */
async function whatItLacks(
  app: App,
  core: Core,
  statement: Statement,
  { awaitingStatementSince: since, lastSaidAt: until }: Recovery,
): Promise<Sentence | null> {
  if (since === null || until === null) return null
  const found: Matched['recognised'][] = []
  for (const batchNo of await findOpenBatches(core.ledger)) {
    const judged = await judgeBatch(app, core, { batchNo, statement, dryRun: true })
    if (judged.kind === 'reconciled') found.push(judged.matched.recognised)
  }
  const recognised = found.flat()
  const why = byAccount(statement)
    .map((part) => coverageOf(part, [sentBetween(since, until)], { unlisted: [], recognised: among(part, recognised) }))
    .find((each) => each.kind !== 'covered')
  const [from, to, { command }] = [moment(since, 'second'), moment(until, 'second'), app.config]
  if (why !== undefined) return say('recover.statement_too_short', { why: whyTooShort(why), from, to, command })
  const { used, listed: theirs } = await findOperators(core.ledger, statement, since)
  if (used.length === 0) return say('recover.nothing_known_before', { from, to, command })
  const missing = used.filter((operator) => !theirs.includes(operator))
  if (missing.length > 0)
    return say('recover.statement_lacks_operators', { operators: listed(missing.map(operatorName)), from, to, command })
  const { rows, times } = await findUnlisted(core, statement, since, until)
  return rows === 0 ? null : say('recover.statement_lacks_paid', { rows: count(rows), times, from, to, command })
}

/**
 * Payouts of the gap that the ledger does know are paid, and that no line can be about, not even with a fee in its amount: where they are
 * missing, so may be those that it doesn't know. Matched as by `reconcile --complete`. `times`: when the first were sent.
 */
async function findUnlisted(
  { ledger }: Core,
  statement: Statement,
  since: Date,
  until: Date,
): Promise<{ rows: number; times: ReturnType<typeof moment>[] }> {
  const sent: number[] = []
  const wish = { statement, complete: true, dryRun: true, actor: '' }
  for (const batchNo of await findPaidBetween(ledger, since, until)) {
    const found = await reconcile<never>(ledger, { ...wish, batchNo }, (known) => ({
      ok: true,
      matched: matchStatement({
        ...known,
        lines: statement.lines,
        complete: true,
        feeTolerance: maxFeeTolerance,
      }),
    }))
    for (const { sentAtMs } of found.kind === 'reconciled' ? found.matched.unlisted : [])
      if (sentAtMs !== null && sentAtMs >= since.getTime() && sentAtMs <= until.getTime()) sent.push(sentAtMs)
  }
  const seconds = new Set(sent.sort((one, other) => one - other).map((ms) => Math.floor(ms / 1_000) * 1_000))
  return { rows: sent.length, times: [...seconds].slice(0, 3).map((ms) => moment(new Date(ms), 'second')) }
}

/** Splits a statement by account: the lines of one account don't show what period another covers. */
function byAccount(statement: Statement): Statement[] {
  const { accounts = [], lines } = statement
  if (accounts.length < 2) return [statement]
  return accounts.map((account) => ({ ...statement, lines: lines.filter((line) => isOf(line, account)) }))
}

const isOf = ({ account }: StatementLine, wanted: string): boolean =>
  account !== undefined && fold(account) === fold(wanted)

function among({ lines }: Statement, recognised: Matched['recognised']): Matched['recognised'] {
  const own = new Set(lines.map(({ line }) => line))
  return recognised.filter(({ line }) => own.has(line.line))
}

const sentBetween = (since: Date, until: Date): SentRow => ({
  batchNo: 0,
  line: 0,
  state: 'unknown',
  operator: '',
  phone: '',
  amountMinor: 0n,
  currency: '',
  sentAtMs: since.getTime(),
  sentUntilMs: until.getTime(),
  reference: null,
  retried: false,
})

function whyTooShort(why: NotComplete): Sentence {
  switch (why.kind) {
    case 'begins_later':
      return say('recover.short_from', { from: moment(new Date(why.fromMs), 'second') })
    case 'ends_earlier':
      return say('recover.short_until', { to: reachSentence(why) })
    case 'nothing_over':
      return say('recover.short_nothing_over')
    case 'unclear_dates':
      return say('recover.short_dates_unclear')
    case 'maybe_older':
      return say('recover.short_undated')
    case 'unread_dates':
      return say('recover.short_unread_dates')
    default:
      return say('recover.short_numbers')
  }
}

const judgeBatch = (
  { config: { user: actor } }: App,
  { ledger }: Core,
  wish: { batchNo: number; statement: Statement; dryRun: boolean },
) => reconcile(ledger, { ...wish, complete: false, actor }, (known) => judgeStatement(wish.statement, false, known))

/** Reconciles batch by batch, as `reconcile` does, then handles lines that are about no row. */
async function useStatement(
  app: App,
  core: Core,
  taken: { statement: Statement; since: Date; note: string | null; said: number | null },
): Promise<Recovered> {
  const { ledger } = core
  const { statement } = taken
  let [settled, left] = [0, 0]
  for (const batchNo of await findOpenBatches(ledger)) {
    const reconciled = await judgeBatch(app, core, { batchNo, statement, dryRun: false })
    if (reconciled.kind === 'refused') continue
    settled += reconciled.matched.resolutions.length
    left += reconciled.matched.left.length
    if (reconciled.matched.resolutions.length > 0) await refreshReport(app, core, batchNo)
  }
  const withoutRow = await takeStatement(ledger, { ...taken, actor: app.config.user })
  return { ok: true, kind: 'loaded', settled, left, withoutRow, recovery: await readRecovery(ledger) }
}
